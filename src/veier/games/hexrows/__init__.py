"""Martin Dieterle's hexagonal rows of four; its title is not known to us."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from veier.core.evaluation import Evaluation
from veier.core.game import GameParts, GameSpec, Group, Option, Sample
from veier.games.hexrows.drawing import HexrowsDrawing
from veier.games.hexrows.encoding import HexrowsEncoding
from veier.games.hexrows.notation import HexrowsNotation
from veier.games.hexrows.patterns import RowPatterns, overlook_lines
from veier.games.hexrows.rules import HexrowsRules
from veier.games.hexrows.windows import LEVEL_SCALE, MCTS_PARAMS, make_eval_tables
from veier.kernels.state import EvalKernels
from veier.view.model import Colour

_ROUND = Option("round", 0, 0, 1, reading=True)
_SAMPLE = "....../...r.../..rbr.../rb.brr.../.brbrrb.b./..brrbrrb../...br.bbr./.brrrb.../.bbbr.../......./......"


def _make_parts(colours: tuple[Colour, ...], options: Mapping[str, int]) -> GameParts:
    rules = HexrowsRules(colours, options)
    evaluation = Evaluation(
        load_kernels=_load_eval_kernels,
        make_tables=partial(make_eval_tables, rules.side),
        mcts_params=MCTS_PARAMS,
        level_scale=LEVEL_SCALE,
        overlook=partial(overlook_lines, rules),
    )
    return GameParts(
        rules,
        HexrowsNotation(rules),
        HexrowsDrawing(rules),
        RowPatterns(rules),
        evaluation,
        encoding=HexrowsEncoding(rules),
    )


def _load_eval_kernels() -> EvalKernels:
    from veier.games.hexrows.evaluation import EVAL_KERNELS

    return EVAL_KERNELS


GAMES = (
    GameSpec(
        name="hexrows",
        package=__name__,
        group=Group("hexrows", "game.hexrows.title"),
        author="Martin Dieterle",
        year=None,
        colours=("red", "blue"),
        options=(Option("side", 6, 4, 7, assumed="hexagon"), Option("stones", 45, 1, 63, assumed="stones"), _ROUND),
        make_parts=_make_parts,
        credits=("credit.idea",),
        sample=Sample(_SAMPLE, 1),
    ),
)
