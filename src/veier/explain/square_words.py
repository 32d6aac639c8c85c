"""Words for squares: how remarks on the games that are won by a square name squares, threats and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from veier.core.move import Move
from veier.core.patterns import Square, Threat
from veier.explain.remark import Remark
from veier.explain.tactics import to_square
from veier.messages import Message, message


class Completion(NamedTuple):
    """A move and the threats that it carries out, all of them: the squares that it completes."""

    move: str
    threats: tuple[Threat, ...]


def name_square(square: Square) -> Message:
    """Name a square so that people find it: by its corners and how it stands."""
    along, across = square.step
    kind = "upright" if across == 0 else "diamond" if across == along else "tilted"
    return message(f"explain.square_{kind}", square="-".join(square.cells), along=along, across=across)


def name_threats(threats: Iterable[Threat]) -> tuple[Message, ...]:
    """Name the squares that some threats would complete."""
    return tuple(name_square(to_square(threat)) for threat in threats)


def group_threats(threats: Iterable[Threat]) -> list[list[Threat]]:
    """Put threats together that lack the same cell."""
    groups: dict[str, list[Threat]] = {}
    for threat in threats:
        groups.setdefault(threat.missing, []).append(threat)
    return list(groups.values())


def completions(threats: Iterable[Threat]) -> list[Completion]:
    """Choose moves that carry out some threats, as few as possible, each with all that it carries out.

    Threats that lack the same cell need several moves where each move lifts a stone of another square. Of moves that
    carry out equally many, the first is chosen.
    """
    found = []
    for group in group_threats(threats):
        left = group
        while left:
            move = max(left[0].moves, key=lambda text: sum(text in threat.moves for threat in left))
            found.append(Completion(move, tuple(threat for threat in group if move in threat.moves)))
            left = [threat for threat in left if move not in threat.moves]
    return found


def missing_cells(threats: Iterable[Threat]) -> tuple[str, ...]:
    """List the cells that some threats lack."""
    return tuple(dict.fromkeys(threat.missing for threat in threats))


def laid_cells(move: Move) -> tuple[str, ...]:
    """List the cells where a move lays stones."""
    return tuple(cell for cell, _ in move.stones)


def threat_remark(key: str, threats: Sequence[Threat], *also: Square, **params: object) -> Remark:
    """Make a remark on threats that lack the same cell, and on other squares."""
    usual = {"squares": name_threats(threats), "cell": threats[0].missing}
    return Remark(message(key, **usual | params), missing_cells(threats), (*map(to_square, threats), *also))


def completion_remark(key: str, completion: Completion, **params: object) -> Remark:
    """Make a remark on a move and the squares that it completes."""
    return threat_remark(key, completion.threats, move=completion.move, **params)


def line_remark(key: str, line: tuple[str, ...], count: int, **params: object) -> Remark:
    """Make a remark on a forced win; `count` are the winner's moves, `plies` those of both."""
    return Remark(message(key, line=", ".join(line), count=count, plies=len(line), **params), line=line)
