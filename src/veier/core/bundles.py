"""A game's kernels and tables, bundled for the kernels of searches."""

from __future__ import annotations

from veier.core.game import Game
from veier.kernels.bundles import EncodingBundle, EvalBundle, RulesBundle, ThreatBundle


def rules_bundle(game: Game) -> RulesBundle:
    """Return the bundle of a game's rules."""
    kernels = game.rules.kernels
    return RulesBundle(kernels.moves, kernels.count, kernels.push, kernels.playout, game.rules.tables)


def eval_bundle(game: Game) -> EvalBundle:
    """Return the bundle of a game's rules and evaluation."""
    rules, evaluation = game.rules, game.evaluation
    return EvalBundle(
        rules.kernels.count,
        rules.kernels.push,
        evaluation.kernels.evaluate,
        evaluation.kernels.candidates,
        evaluation.kernels.rollout,
        rules.tables,
        evaluation.tables,
    )


def threat_bundle(game: Game) -> ThreatBundle:
    """Return the bundle of a game's rules and threat kernels, for a game that has them."""
    rules, threats = game.rules, game.threat_support
    assert threats is not None
    return ThreatBundle(
        threats.kernels.expand,
        threats.kernels.estimate,
        threats.kernels.safe,
        threats.kernels.evaluate_attacks,
        threats.kernels.to_move,
        rules.kernels.push,
        rules.tables,
        threats.tables,
        threats.kernels.probe_nodes,
        threats.kernels.expansion_nodes,
    )


def encoding_bundle(game: Game) -> EncodingBundle:
    """Return the bundle of a game's rules and encoding."""
    rules, encoding = game.rules, game.encoding
    kernels = encoding.kernels
    return EncodingBundle(rules.kernels.push, kernels.mask, kernels.planes, rules.tables, encoding.tables)
