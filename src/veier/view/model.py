"""A View: a position as plain data that any screen can draw.

The lengths are those of one cell = 40; x grows to the right, y grows downwards, and the upper left corner
of the playing area (for a hexagon: its middle) is at 0, 0. A View knows no rules and no game: the SVG and
terminal drawings here, printed sheets and the browser all draw from it. `to_data` returns the same as dicts
and lists for JSON.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Colour = Literal["red", "brown", "blue"]
Surface = Literal["fields", "grid", "paper", "hexagon"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """One place for a stone; `x`, `y` is its middle."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Field:
    """One large field of 2x2 cells; `x`, `y` is its middle."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate on the edge of the board, centred on `x`, `y`; `kind` is cell or large field."""

    text: str
    x: float
    y: float
    kind: Literal["cell", "field"]


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone on the board, in the middle of its cell."""

    cell: str
    x: float
    y: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Plate:
    """A tile (72 x 72) or a domino (75 x 35) under its stones; `x`, `y` is its middle.

    `turned` is true for a domino that stands upright. `owner` shows as the tile's cross; on a domino it
    shows as a pip, where `marked`: its stones alone do not show whose it is.
    """

    kind: Literal["tile", "domino"]
    owner: Colour
    x: float
    y: float
    cells: tuple[str, ...]
    turned: bool = False
    marked: bool = True


@dataclass(frozen=True, slots=True)
class Slot:
    """A kind of piece in a tray: how many are left of how many, and how the piece looks.

    `stones` are offsets from the piece's middle with a colour.
    """

    piece: str
    kind: Literal["tile", "domino", "stone"]
    left: int
    total: int
    stones: tuple[tuple[float, float, Colour], ...]
    marked: bool = True


@dataclass(frozen=True, slots=True)
class Tray:
    """What one seat holds beside the board; `aside` are stones set aside for points."""

    seat: int
    colour: Colour
    slots: tuple[Slot, ...]
    score: int
    aside: int = 0


@dataclass(frozen=True, slots=True)
class SquareMark:
    """A square to draw: its corners in order around it, and the missing one, if one is missing.

    `step` is how a side runs: (5, 3) goes 5 along and 3 across, (4, 0) is upright, (3, 3) a diamond.
    """

    kind: Literal["made", "threat"]
    colour: Colour
    corners: tuple[str, str, str, str]
    step: tuple[int, int]
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class RowMark:
    """A row of four to draw as a capsule; `fresh` when the last move made it, `missing` when it lacks one stone."""

    colour: Colour
    cells: tuple[str, ...]
    fresh: bool
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move for a screen to offer.

    `piece` is what it uses: a tray slot's piece ("A", "domino", "stone"), the field or cell where the
    piece lies now, or "pencil"; `stones` are the stones as they would stand, cell and colour, the mover's own first.
    """

    text: str
    kind: Literal["place", "slide", "turn", "move", "pass"]
    piece: str
    stones: tuple[tuple[str, Colour], ...]


@dataclass(frozen=True, slots=True)
class View:
    """All there is to see of a position."""

    game: str
    title: str
    surface: Surface
    frame: tuple[Point, ...]
    cells: tuple[Cell, ...]
    fields: tuple[Field, ...]
    labels: tuple[Label, ...]
    plates: tuple[Plate, ...]
    stones: tuple[Stone, ...]
    trays: tuple[Tray, ...]
    colours: tuple[Colour, ...]
    mover: int
    phase: int
    winner: int | None = None
    why: str | None = None
    last: tuple[str, ...] = ()
    squares: tuple[SquareMark, ...] = ()
    rows: tuple[RowMark, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.why is not None

    def to_data(self) -> dict[str, Any]:
        """Return the View as dicts, tuples, numbers and text, ready for JSON."""
        return asdict(self)
