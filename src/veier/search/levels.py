"""Levels: opponents of growing strength for every game. The lowest fail as people do: they overlook things.

A move without search is sampled by the scores of the candidates, with a temperature, from tables that miss some of the
tilted and large patterns. Higher levels search more and more of their moves, with more and more nodes. The last one
plays at full strength. `docs/levels.md` has the results of each against the one below.
"""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import numpy as np

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.history import History
from veier.core.level_scale import Level
from veier.core.position import Position
from veier.core.type_check import check_game, check_whole_number
from veier.kernels.reals import exp
from veier.messages import message
from veier.search.analysis import Analysis, Variation
from veier.search.limits import Limits, Stop
from veier.search.solve.knowledge import known_moves
from veier.search.think import check_question, think


def level_count(game: Game) -> int:
    """Return the number of levels of a game; the last one plays at full strength."""
    check_game(game)
    return game.evaluation.level_scale.count


def think_at_level(
    position: Position,
    level: int,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    history: History | None = None,
) -> Analysis:
    """Choose a move as a player of that level, within limits; the best variation is the move to play.

    `history` has the moves that led to the position, as in `think`.
    """
    check_question(position, limits, seed, history)
    check_whole_number("level", level)
    last = level_count(position.game)
    if not 1 <= level <= last:
        raise VeierError(message("cli.error.level", level=level, game=position.game.id, last=last))
    if level == last:
        return think(position, limits, seed=seed, stop=stop, history=history)
    strength = position.game.evaluation.level_scale.level(level)
    # The same seed gives another game where the position differs.
    random = Random(f"{seed} {position.digest}")
    if random.random() < strength.search_share:
        limits = limits or Limits()
        limits = replace(limits, nodes=min(strength.nodes, limits.nodes or strength.nodes))
        chosen = think(position, limits, seed=seed, stop=stop, history=history, book=False)
    else:
        chosen = _choose_without_search(position, strength, random)
    # A weak player does not choose by what is proved, but what is told of its choice is true.
    return chosen.with_proven(known_moves(position))


def _choose_without_search(position: Position, level: Level, random: Random) -> Analysis:
    """Sample a move by evaluation alone."""
    begun = time.monotonic()
    rules, evaluation = position.game.rules, position.game.evaluation
    tables, eval_tables, state = evaluation.blind_tables(position.state, level.blindness, random)
    moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
    n = int(evaluation.kernels.candidates(tables, eval_tables, state, moves, scores))
    # What is legal by tables that miss a square may be forbidden.
    seen = dict(zip(moves[:n].tolist(), scores[:n].tolist(), strict=True))
    likely = {number: seen[number] for number in position.legal_numbers if number in seen}
    likely = likely or dict.fromkeys(position.legal_numbers, 0.0)
    best = max(likely.values())
    number = random.choices([*likely], [exp((score - best) / level.temperature) for score in likely.values()])[0]
    worths = np.zeros(position.game.players + 1)
    evaluation.kernels.evaluate(tables, eval_tables, state, worths)
    highest = worths.max()
    shares = [exp(worth - highest) for worth in worths.tolist()]
    *chances, draw = (share / sum(shares) for share in shares)
    move = position.describe(number)
    variation = Variation(move, tuple(chances), draw, None, (move.text,), n)
    return Analysis(position, (variation,), n, time.monotonic() - begun)
