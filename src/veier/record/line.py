"""Lines of moves with marks, comments and variations: the tree of a record, and paths to its moves.

A path is the index of a move in the line that was played; or several indices, which lead into variations: `(2, 0, 1)`
is `line[2].variations[0][1]`. As everywhere in Python, negative ones count from the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import SupportsIndex

from veier.core.errors import BadNotation, IllegalMove, VeierError
from veier.core.move import Move
from veier.core.position import Position
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.location import shorten
from veier.record.move_numbers import split_moves

# Readers refuse more moves, variations included. Deeper variations make no record.
MOVE_LIMIT = 2000
NESTING_LIMIT = 100
# A good move, a mistake, a brilliant one, a blunder, one worth a try, a dubious one.
MARKS = ("!", "?", "!!", "??", "!?", "?!")

Line = tuple["Node", ...]
Path = int | Sequence[int]


@dataclass(frozen=True, slots=True)
class Node:
    """A move in exact notation, a comment on it, its variations, which are lines that replace it, and its mark."""

    move: str
    comment: str = ""
    variations: tuple[Line, ...] = ()
    mark: str = ""

    def __post_init__(self) -> None:
        for name in ("move", "comment", "mark"):
            if not isinstance(getattr(self, name), str):
                raise wrong_type(name, "str", getattr(self, name))
        if self.mark and self.mark not in MARKS:
            raise VeierError(message("record.mark", mark=shorten(self.mark), known=" ".join(MARKS)))
        lines = tuple(as_line(variation, "variations") for variation in _sequence(self.variations, "variations"))
        if not all(lines):
            raise VeierError(message("record.variation_empty"))
        object.__setattr__(self, "variations", lines)

    @property
    def text(self) -> str:
        """The move with its mark, as records show it."""
        return self.move + self.mark


class CheckedLine(tuple[Node, ...]):
    """A line whose moves are known to be legal, and its final position: a record of it need not replay it."""

    final: Position

    def __new__(cls, nodes: Iterable[Node], final: Position) -> CheckedLine:
        """Take nodes with the position after the last of them."""
        line = super().__new__(cls, nodes)
        line.final = final
        return line


def as_line(value: object, name: str) -> Line:
    """Return nodes as a line; raise VeierError for anything else."""
    given = _sequence(value, name)
    nodes = tuple(node for node in given if isinstance(node, Node))
    if len(nodes) != len(given):
        raise wrong_type(name, "Line", value)
    return nodes


def _sequence(value: object, name: str) -> Sequence[object]:
    if not isinstance(value, tuple | list):
        raise wrong_type(name, "tuple", value)
    return value


def read_moves(moves: Iterable[str | Move | Node] | str) -> Line:
    """Return moves, given one by one or as words of a text, as a line that is not checked yet."""
    words: object = split_moves(moves) if isinstance(moves, str) else moves
    if not isinstance(words, Iterable):
        raise wrong_type("moves", "str | Iterable[str]", moves)
    return tuple(_to_node(each) for each in words)


def _to_node(move: object) -> Node:
    if isinstance(move, Node):
        return move
    return Node(move.text) if isinstance(move, Move) else Node(move)  # type: ignore[arg-type]  # which it refuses


def replay(line: Line, start: Position, path: str, depth: int = 0) -> tuple[Line, Position]:
    """Check a line and its variations by the rules; return it in exact notation, with its final position.

    `path` is what errors call the line.
    """
    if depth > NESTING_LIMIT:
        raise VeierError(message("record.data_at", path=path, reason=message("record.nested", limit=NESTING_LIMIT)))
    position, checked = start, []
    for index, node in enumerate(line):
        place = f"{path}[{index}]"
        after = play_at(position, node.move, place)
        variations = tuple(
            replay(variation, position, f"{place}.variations[{number}]", depth + 1)[0]
            for number, variation in enumerate(node.variations)
        )
        checked.append(replace(node, move=str(after.last_move), variations=variations))
        position = after
    return tuple(checked), position


def play_at(position: Position, move: str, place: str) -> Position:
    """Make a move; errors name its place."""
    try:
        # No valid move is long enough to be shortened; a longer text is quoted in the error.
        return position.play(shorten(move))
    except BadNotation as error:
        raise BadNotation(message("record.data_at", path=place, reason=error.reason)) from error
    except IllegalMove as error:
        reason = message("record.move", move=shorten(move), reason=error.reason)
        raise IllegalMove(message("record.data_at", path=place, reason=reason)) from error


def resolve_path(line: Line, path: Path) -> tuple[int, ...]:
    """Return a path to a move of a line with its indices counted from the start; raise VeierError."""
    indices = _indices(path)
    found: list[int] = []
    nodes = line
    try:
        for place, index in enumerate(indices):
            within: Sequence[object] = nodes[found[-1]].variations if place % 2 else nodes
            found.append(range(len(within))[index])
            if place % 2:
                nodes = nodes[found[-2]].variations[found[-1]]
    except IndexError as error:
        raise _no_place(path) from error
    if len(found) % 2 == 0:
        raise _no_place(path)
    return tuple(found)


def _indices(path: object) -> Sequence[SupportsIndex]:
    indices = (path,) if isinstance(path, int) else path
    if not isinstance(indices, tuple | list) or not all(isinstance(index, int) for index in indices):
        raise wrong_type("path", "int | tuple[int, ...]", path)
    return indices


def _no_place(path: object) -> VeierError:
    return VeierError(message("record.no_place", path=shorten(str(path))))


def name_path(path: tuple[int, ...]) -> str:
    """Return what errors call the move at a resolved path: line[2].variations[0][1]."""
    steps = (f".variations[{index}]" if place % 2 else f"[{index}]" for place, index in enumerate(path))
    return "line" + "".join(steps)


def node_at(line: Line, path: tuple[int, ...]) -> Node:
    """Return the node at a resolved path."""
    node = line[path[0]]
    return node if len(path) == 1 else node_at(node.variations[path[1]], path[2:])


def position_before(line: Line, path: tuple[int, ...], start: Position) -> Position:
    """Return the position in which the move at a resolved path is made."""
    position = start.play(*(node.move for node in line[: path[0]]))
    return position if len(path) == 1 else position_before(line[path[0]].variations[path[1]], path[2:], position)


def change_at(line: Line, path: tuple[int, ...], change: Callable[[Node], Node]) -> Line:
    """Return a line with the node at a resolved path changed."""
    place, node = path[0], line[path[0]]
    if len(path) > 1:
        lines, number = node.variations, path[1]
        inner = change_at(lines[number], path[2:], change)
        node = replace(node, variations=(*lines[:number], inner, *lines[number + 1 :]))
    else:
        node = change(node)
    return (*line[:place], node, *line[place + 1 :])
