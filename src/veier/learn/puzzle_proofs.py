"""Proofs of puzzles by the plain rules: which moves are right, that there is one alone, and how the game goes on.

Every move and every answer is looked at, as deep as the puzzle says. Of an only move it is also proved that it does not
lose to the end of the game.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from veier.core.game import Game
from veier.core.position import Position
from veier.explain.replies import natural_order, natural_reply
from veier.kernels.state import MOVER, RESULT, Words
from veier.learn.exhaustive import Exhaustive
from veier.learn.not_lost import never_loses
from veier.learn.puzzle import ATTACKS, Kind, Puzzle, won_by_points

# The least distance in plies of puzzles about a point from the end of the game, which would count for more.
FAR = 8


class Goal(Protocol):
    """Something that a seat may bring about by force."""

    def forces(self, state: Words, seat: int, plies: int) -> bool:
        """Return whether a seat reaches the goal within `plies` plies, whatever the others do."""

    def forced(self, state: Words, seat: int, plies: int, known: frozenset[int] = frozenset()) -> frozenset[int]:
        """Find the moves after which a seat has reached it within `plies` plies, given those `known`."""


class Points:
    """The goal of making a point, where points are made."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        # The move that decided last at each depth, which is tried first.
        self._decided: dict[int, int] = {}

    def forces(self, state: Words, seat: int, plies: int) -> bool:
        """Return whether a seat makes a point within `plies` plies, whatever the other does."""
        return self._forces(state, seat, plies, self._rules.scores(state)[seat])

    def forced(self, state: Words, seat: int, plies: int, known: frozenset[int] = frozenset()) -> frozenset[int]:
        """Find the moves after which a seat has made a point within `plies` plies."""
        before = self._rules.scores(state)[seat]
        moves = frozenset(self._rules.legal_numbers(state)) - known
        return known | {number for number in moves if self._reaches(state, number, seat, plies, before)}

    def _forces(self, state: Words, seat: int, plies: int, before: int) -> bool:
        if plies == 0 or state[RESULT]:
            return False
        mine = bool(state[MOVER] == seat)
        numbers = self._rules.legal_numbers(state)
        numbers.sort(key=lambda number: number != self._decided.get(plies))
        for number in numbers:
            if self._reaches(state, number, seat, plies, before) == mine:
                self._decided[plies] = number
                return mine
        return not mine

    def _reaches(self, state: Words, number: int, seat: int, plies: int, before: int) -> bool:
        after = state.copy()
        self._rules.kernels.push(self._rules.tables, after, number)
        return self._rules.scores(after)[seat] > before or self._forces(after, seat, plies - 1, before)


def goal_of(game: Game, kind: Kind) -> Goal:
    """Return what a kind of puzzle is about: the game, or a point."""
    return Points(game) if kind in ("score", "stop") else Exhaustive(game)


def plies_left(position: Position) -> int | None:
    """Count the plies until the pieces are used up and the game is over; None where that does not end it.

    No game is longer. Where rounds are finished, the second player has a turn after the first one's last piece.
    """
    if not won_by_points(position.game):
        return None
    mover = position.mover
    plies = [0, 0]
    for seat in range(2):
        plies[seat] = 2 * sum(position.reserves[seat].values()) - (seat == mover)
    plies[0] += position.game.rules.full_rounds
    return min(plies)


def attack_plies(game: Game, moves: int) -> int:
    """Count the plies until the mover has made some moves, the others' moves between them included."""
    return game.players * (moves - 1) + 1


def right_moves(position: Position, kind: Kind, moves: int) -> frozenset[int]:
    """Find the moves that are right for a kind of puzzle, by number."""
    goal, mover = goal_of(position.game, kind), position.mover
    if kind in ATTACKS:
        return goal.forced(position.state, mover, attack_plies(position.game, moves))
    lost: frozenset[int] = frozenset()
    for plies in range(2, 2 * moves + 1, 2):
        lost = goal.forced(position.state, 1 - mover, plies, lost)
    return frozenset(position.legal_numbers) - lost


def is_proved(position: Position, kind: Kind, moves: int, solution: str) -> bool:
    """Prove that a move is right, that every other one is wrong, and that no smaller number of moves would do."""
    number = position.game.notation.parse_move(solution)
    if right_moves(position, kind, moves) != {number} or len(position.legal_numbers) < 2:
        return False
    goal, left = goal_of(position.game, kind), plies_left(position)
    if kind in ("win", "only") and left is not None:
        # At the end of a game by points everything is seen through to the last stone.
        return left <= (2 * moves - 1 if kind == "win" else 2 * moves)
    if left is not None and left < FAR:
        return False
    if kind in ATTACKS:
        return moves == 1 or not goal.forces(position.state, position.mover, attack_plies(position.game, moves - 1))
    if goal.forces(position.state, position.mover, 1):
        return False
    if moves > 1 and right_moves(position, kind, moves - 1) == {number}:
        return False
    return kind != "only" or never_loses(position.play(solution), position.mover)


def is_proved_puzzle(puzzle: Puzzle) -> bool:
    """Prove a puzzle again, as it is written, with the line that it gives."""
    position = puzzle.start()
    if not is_proved(position, puzzle.kind, puzzle.moves, puzzle.solution):
        return False
    return puzzle.line == main_line(position, puzzle.kind, puzzle.moves, puzzle.solution)


# How the game goes on.


def main_line(position: Position, kind: Kind, moves: int, solution: str) -> tuple[str, ...]:
    """Return the right move and, where something is brought about, what follows with the best defence."""
    after = position.play(solution)
    if kind not in ATTACKS:
        return (solution,)
    return (solution, *forced_line(after, kind, position.mover, attack_plies(position.game, moves) - 1))


def forced_line(position: Position, kind: Kind, seat: int, plies: int) -> tuple[str, ...]:
    """Show how a seat reaches its goal within `plies` plies: its quickest moves, the others' longest resistance."""
    goal, before = goal_of(position.game, kind), position.scores[seat]
    line: list[str] = []
    while plies > 0 and not position.is_over and not (kind in ("score", "stop") and position.scores[seat] > before):
        numbers = (
            _quickest(position, goal, seat, plies)
            if position.mover == seat
            else longest_resistance(position, kind, seat, plies)
        )
        line.append(position.game.notation.move_text(most_likely(position, numbers)))
        position = position.play(line[-1])
        plies -= 1
    return tuple(line)


def _quickest(position: Position, goal: Goal, seat: int, plies: int) -> frozenset[int]:
    """Find the moves with which the mover reaches its goal soonest."""
    for fewer in range(1, plies + 1, position.game.players):
        found = goal.forced(position.state, seat, fewer)
        if found:
            return found
    return frozenset(position.legal_numbers)


def longest_resistance(position: Position, kind: Kind, seat: int, plies: int) -> frozenset[int]:
    """Find the mover's moves that put off longest what another seat brings about within `plies` plies."""
    goal = goal_of(position.game, kind)
    legal = frozenset(position.legal_numbers)
    for fewer in range(plies, 0, -1):
        longest = legal - goal.forced(position.state, seat, fewer)
        if longest:
            return longest
    return legal


def find_parry(position: Position, kind: Kind, seat: int, plies: int) -> int | None:
    """Find a move after which another seat does not reach its goal within `plies` plies from here; None if all fail."""
    goal, before = goal_of(position.game, kind), position.scores[seat]
    for number in _good_moves(position):
        after = position.play(position.game.notation.move_text(number))
        reached = after.scores[seat] > before or (after.outcome is not None and after.outcome.winner == seat)
        if not reached and (after.is_over or not goal.forces(after.state, seat, plies - 1)):
            return number
    return None


def _good_moves(position: Position) -> list[int]:
    """Sort the moves: first those that take what another needs, then as the game's evaluation orders them."""
    rules, evaluation = position.game.rules, position.game.evaluation
    moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
    n = int(evaluation.kernels.candidates(rules.tables, evaluation.tables, position.state, moves, scores))
    ranks = {number: rank for rank, number in enumerate(moves[:n].tolist())}
    by_text = sorted(position.legal_numbers, key=position.game.notation.move_text)
    return natural_order(position, sorted(by_text, key=lambda number: ranks.get(number, n)), _needed_cells(position))


def most_likely(position: Position, numbers: frozenset[int]) -> int:
    """Choose the move that people would try first: one that takes what another needs, else by its notation."""
    by_text = sorted(numbers, key=position.game.notation.move_text)
    return natural_reply(position, by_text, _needed_cells(position))


def _needed_cells(position: Position) -> frozenset[str]:
    """Find the cells that the other players lack."""
    others = set(range(position.game.players)) - {position.mover}
    return frozenset(threat.missing for seat in others for threat in position.threats(seat))
