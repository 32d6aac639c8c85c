"""The explorer: every move of a position with what is proved of it; moves that symmetry makes the same are together.

    for group in explore(veier.game("4eyes").start()).groups:
        print(group.moves[0], group.proven)

What the books prove is known at once, as are first moves after which nobody wins by force. `seconds` adds a search for
the moves of which nothing is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veier.core.data import to_plain
from veier.core.position import Position
from veier.core.type_check import check_position
from veier.explain.explainers import explain_move
from veier.explain.remark import Remark
from veier.explain.tactics import move_outcomes
from veier.search.analysis import Proven
from veier.search.limits import Limits, Stop
from veier.search.solve.first_moves import FirstMoves
from veier.search.solve.knowledge import known_moves
from veier.search.think import think

# Seconds that a search takes for each move at first: most of those that the books do not know are decided by then.
_FIRST_SLICE = 0.02
_MEGABYTES = 64
# The number of sentences about the winner's move, without the one that says what is proved, which is said anyway.
_REMARKS = 2
_PROVED = "explain.book_win"


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that lead to the same position, turned or mirrored.

    moves    their notation
    proven   the certain result, in plies with the move itself; None where it is not known
    neither  whether a search has shown that nobody wins by force while pieces are placed
    """

    moves: tuple[str, ...]
    proven: Proven | None
    neither: bool = False


@dataclass(frozen=True, slots=True)
class Exploration:
    """What is known of a position's moves.

    proven    the certain result of the position, if it is known
    groups    its moves, best first for the mover; those that lose, the longest resistance first
    answer    the mover's quickest proved win
    remarks   what that move does
    searched  whether more than the books was asked
    """

    proven: Proven | None
    groups: tuple[MoveGroup, ...]
    answer: str | None
    remarks: tuple[Remark, ...]
    searched: bool

    def to_data(self) -> dict[str, Any]:
        """Return everything as data that JSON can hold."""
        return {
            "proven": to_plain(self.proven),
            "groups": [to_plain(group) for group in self.groups],
            "answer": self.answer,
            "remarks": [remark.to_data() for remark in self.remarks],
            "searched": self.searched,
        }


def explore(position: Position, seconds: float = 0.0, stop: Stop | None = None) -> Exploration:
    """List the moves of a position with what is proved of them, by the books or also by a search."""
    check_position(position)
    if position.is_over:
        return Exploration(None, (), None, (), False)
    known, neither = _moves_at_once(position) | known_moves(position), _unforced(position)
    if seconds > 0 and len(known) + len(neither) < len(position.legal_numbers):
        found, unforced = _search(position, seconds, stop or Stop())
        neither |= unforced
        known |= {number: min(found[number], known.get(number, found[number]), key=_plies) for number in found}
    groups = _group(position, known, neither)
    proven = _result(position, groups)
    answer = groups[0].moves[0] if proven and proven.winner == position.mover else None
    remarks = [remark for remark in explain_move(position, answer) if remark.text.key != _PROVED] if answer else []
    return Exploration(proven, groups, answer, tuple(remarks[:_REMARKS]), seconds > 0)


def _unforced(position: Position) -> frozenset[int]:
    """Return the first moves after which nobody wins by force, as an earlier search has shown."""
    game = position.game
    if not game.unforced or position != game.start():
        return frozenset()
    ends = {position.play(move).canonical() for move in game.unforced}
    return frozenset(number for number in position.legal_numbers if position.play(number).canonical() in ends)


def _moves_at_once(position: Position) -> dict[int, Proven]:
    """Return what the rules alone decide within two plies."""
    outcomes = move_outcomes(position)
    known = {number: Proven(position.mover, 1) for number in outcomes.wins}
    if position.game.players == 2:
        other = 1 - position.mover
        known |= {number: Proven(other, 1) for number in outcomes.gives}
        known |= {number: Proven(other, 2) for number in outcomes.allows}
    return known


def _search(position: Position, seconds: float, stop: Stop) -> tuple[dict[int, Proven], frozenset[int]]:
    """Search all moves; return what is proved of them, and those after which nobody wins by force."""
    if not position.game.threat_support or position.phase != 1:
        found = think(position, Limits(movetime=seconds), stop=stop, widely=True)
        return {one.move.number: one.proven for one in found.variations if one.proven}, frozenset()
    moves = FirstMoves(position, _MEGABYTES, first_slice=_FIRST_SLICE).run(seconds, stop=stop)
    proven = {one.move.number: Proven(one.winner, one.plies) for one in moves if one.winner is not None}
    return proven, frozenset(one.move.number for one in moves if one.decided and one.winner is None)


def _group(position: Position, known: Mapping[int, Proven], neither: frozenset[int]) -> tuple[MoveGroup, ...]:
    alike = defaultdict(list)
    for number in position.legal_numbers:
        alike[position.play(number).canonical().packed].append(number)
    groups = []
    for numbers in alike.values():
        # What is proved of one holds for all; searches prove one of each, and not always within the same plies.
        proven = min((known[number] for number in numbers if number in known), key=_plies, default=None)
        texts = tuple(position.game.notation.move_text(number) for number in numbers)
        groups.append(MoveGroup(texts, proven, proven is None and any(number in neither for number in numbers)))
    return tuple(sorted(groups, key=lambda group: _rank(group, position.mover)))


def _plies(proven: Proven) -> int:
    return proven.plies


def _rank(group: MoveGroup, mover: int) -> tuple[int, int, int]:
    """Return the place of a group: wins, the quickest first; what is not known; losses, the slowest first."""
    proven = group.proven
    if proven is None:
        return 1, int(not group.neither), 0
    if proven.winner == mover:
        return 0, proven.plies, 0
    return (1, -1, 0) if proven.winner is None else (2, -proven.plies, 0)


def _result(position: Position, groups: tuple[MoveGroup, ...]) -> Proven | None:
    """Return the result of the position: the mover's quickest win, or the slowest loss where all moves lose."""
    proven = [group.proven for group in groups]
    best = proven[0]
    if best and best.winner == position.mover:
        return best
    if position.game.players > 2 or not all(one and one.winner == 1 - position.mover for one in proven):
        return None
    return best
