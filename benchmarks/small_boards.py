"""Solves small boards of 4EYES+, pencils and hex rows by trying every move: what each player can make sure of.

    python -m benchmarks.small_boards "4eyes-pencil-3p?side=4"
    python -m benchmarks.small_boards "4eyes-plus-3p?side=4&tiles=2"
    python -m benchmarks.small_boards "hexrows?side=4&stones=5"

For each seat: does it win by force, and can it at least avoid that somebody else wins? Among three, the other two play
together. A position that came before, turned or mirrored too, is known again.

Dominoes move on and on in phase 2, so the search ends at a horizon, a number of plies of phase 2, which grows. A win
that somebody forces within it is one of the whole game. Where nobody forces any, all positions that can be reached are
counted: if nobody wins in any of them, that is exact, too; else the answer is not known.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import NamedTuple

import veier
from benchmarks.small_search import NO, SAFE, UNKNOWN, WIN, YES, SmallBoard, count_if_nobody_wins
from veier.core.game import Game
from veier.core.position import Position
from veier.games import all_specs
from veier.games.plus.rules import PlusRules

_WORDS = {YES: "yes", NO: "no", UNKNOWN: "not known"}


class Limits(NamedTuple):
    """How far to search.

    horizon    plies of phase 2 that are searched at most
    budget     positions that are searched for each question
    megabytes  of the table
    """

    horizon: int = 3
    budget: int = 10**8
    megabytes: int = 1000


class Answers(NamedTuple):
    """What a seat can make sure of.

    wins       YES, NO or UNKNOWN: whether it wins by force
    safe       likewise: whether it keeps all others from winning
    horizon    plies of phase 2 that were searched
    positions  that were searched
    """

    wins: int
    safe: int
    horizon: int
    positions: int


def ask(position: Position, seat: int, limits: Limits) -> Answers:
    """Find what a seat can make sure of, to the end of the game."""
    rules, positions = position.game.rules, 0
    has_phase_2 = isinstance(rules, PlusRules) and not rules.pencil
    for horizon in range(limits.horizon + 1 if has_phase_2 else 1):
        answers = _ask_within(position, seat, limits._replace(horizon=horizon))
        positions += answers.positions
        if answers.wins == YES or answers.safe == NO or not has_phase_2:
            return answers._replace(positions=positions)
    reached = count_if_nobody_wins(position)
    if reached:
        return Answers(NO, YES, limits.horizon, positions + reached)
    return Answers(UNKNOWN, UNKNOWN, limits.horizon, positions)


def _ask_within(position: Position, seat: int, limits: Limits) -> Answers:
    """Find what a seat can make sure of if nobody wins beyond the horizon."""
    board, found, positions = SmallBoard(position, limits.megabytes, limits.horizon), {}, 0
    for goal in (WIN, SAFE):
        found[goal] = board.forces(seat, goal, limits.budget)
        positions += limits.budget - max(board.left(), 0)
    # Who wins keeps the others from winning; where another wins, one does not.
    wins = NO if found[SAFE] == NO else found[WIN]
    return Answers(wins, YES if wins == YES else found[SAFE], limits.horizon, positions)


def find_game(text: str) -> Game:
    """Find a game by its id; a hexagon of side 3, too small to be an option, is asked for by the same words."""
    if not text.startswith("hexrows?side=3&stones="):
        return veier.game(text)
    spec = all_specs()["hexrows"]
    side, stones = spec.options
    smaller = replace(spec, options=(replace(side, low=3), stones))
    return smaller.game({"side": 3, "stones": int(text.rpartition("=")[2])})


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = Limits()
    parser.add_argument("game")
    parser.add_argument("--horizon", type=int, default=usual.horizon, help="plies of phase 2 that are searched")
    parser.add_argument("--budget", type=int, default=usual.budget, help="positions searched for each question")
    parser.add_argument("--memory", type=int, default=usual.megabytes, help="megabytes of the table")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    limits = Limits(arguments.horizon, arguments.budget, arguments.memory)
    for seat, colour in enumerate(game.colours):
        begun = time.monotonic()
        answers = ask(game.start(), seat, limits)
        phase_2 = f"phase 2 to its ply {answers.horizon}, " if answers.horizon else ""
        print(
            f"{colour} wins by force: {_WORDS[answers.wins]}, avoids a loss: {_WORDS[answers.safe]}; {phase_2}"
            f"{answers.positions:,} positions, {time.monotonic() - begun:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
