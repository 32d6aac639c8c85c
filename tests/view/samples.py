"""Views built by hand, one builder for each surface; they know no rules, only how a View is laid out."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

from veier.view import (
    Cell,
    Colour,
    Field,
    Label,
    Plate,
    Point,
    RowMark,
    Slot,
    SquareMark,
    Stone,
    Surface,
    Tray,
    View,
)

LETTERS = "abcdefghijklm"
TWO: tuple[Colour, ...] = ("red", "blue")
THREE: tuple[Colour, ...] = ("red", "brown", "blue")


def square_view(surface: Surface, side: int, colours: tuple[Colour, ...] = TWO) -> View:
    """An empty board of side x side cells."""
    edge = 40.0 * side
    cells = tuple(
        Cell(f"{LETTERS[i]}{j + 1}", 40.0 * i + 20, edge - 40 * j - 20) for i in range(side) for j in range(side)
    )
    labels = [Label(LETTERS[i], 40.0 * i + 20, edge + 12, "cell") for i in range(side)]
    labels += [Label(str(j + 1), -12.5, edge - 40 * j - 20, "cell") for j in range(side)]
    fields: list[Field] = []
    if surface == "fields":
        half = side // 2
        fields = [
            Field(f"{LETTERS[i].upper()}{j + 1}", 80.0 * i + 40, edge - 80 * j - 40)
            for i in range(half)
            for j in range(half)
        ]
        labels += [Label(LETTERS[i].upper(), 80.0 * i + 40, -12, "field") for i in range(half)]
        labels += [Label(str(j + 1), edge + 12, edge - 80 * j - 40, "field") for j in range(half)]
    frame: tuple[Point, ...] = ((-24, -24), (edge + 24, -24), (edge + 24, edge + 24), (-24, edge + 24))
    return View(
        game="sample",
        title="A sample",
        surface=surface,
        frame=frame,
        cells=cells,
        fields=tuple(fields),
        labels=tuple(labels),
        plates=(),
        stones=(),
        trays=tuple(Tray(seat, colour, (), 0) for seat, colour in enumerate(colours)),
        colours=colours,
        mover=0,
        phase=1,
    )


def hexagon_view(side: int) -> View:
    """An empty hexagon."""
    n = side
    cells = tuple(
        Cell(f"{LETTERS[i - 1]}{j}", *hexagon_middle(n, i, j))
        for i in range(1, 2 * n)
        for j in range(1, 2 * n)
        if abs(i - j) < n
    )
    where = {cell.name: (cell.x, cell.y) for cell in cells}
    labels = []
    for i in range(1, 2 * n):
        x, y = where[f"{LETTERS[i - 1]}{max(1, i - n + 1)}"]
        labels.append(Label(LETTERS[i - 1], x, y + 30.5, "cell"))
    for j in range(1, 2 * n):
        x, y = where[f"{LETTERS[max(1, j - n + 1) - 1]}{j}"]
        labels.append(Label(str(j), x - 26.5, y - 14, "cell"))
    radius = 38.1 * (2 * n - 1) / 2 + 24
    frame = tuple((radius * sin(k * pi / 3), -radius * cos(k * pi / 3)) for k in range(6))
    return replace(
        square_view("grid", 3), surface="hexagon", frame=frame, cells=cells, labels=tuple(labels), game="hex"
    )


def hexagon_middle(n: int, i: int, j: int) -> Point:
    """The middle of cell (i, j) of a hexagon with n cells a side."""
    return 33.0 * (i - n), -38.1 * ((j - n) - (i - n) / 2)


def with_stones(view: View, stones: dict[str, Colour]) -> View:
    """Put stones on named cells."""
    where = {cell.name: (cell.x, cell.y) for cell in view.cells}
    more = tuple(Stone(name, *where[name], colour) for name, colour in stones.items())
    return replace(view, stones=view.stones + more)


def with_tile(view: View, owner: Colour, quadrants: str, field: str) -> View:
    """Lay a 4EYES tile: `quadrants` are those of red and blue, 1 = upper left and on clockwise."""
    place = next(f for f in view.fields if f.name == field)
    offsets = {"1": (-20, -20), "2": (20, -20), "3": (20, 20), "4": (-20, 20)}
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    cells = tuple(names[place.x + dx, place.y + dy] for dx, dy in offsets.values())
    red, blue = (names[place.x + offsets[q][0], place.y + offsets[q][1]] for q in quadrants)
    view = replace(view, plates=(*view.plates, Plate("tile", owner, place.x, place.y, cells)))
    return with_stones(view, {red: "red", blue: "blue"})


def with_domino(view: View, owner: Colour, own: str, other: str, colour: Colour, *, marked: bool) -> View:
    """Lay a domino with the owner's stone on `own` and another colour on `other`."""
    where = {cell.name: (cell.x, cell.y) for cell in view.cells}
    (ax, ay), (bx, by) = where[own], where[other]
    plate = Plate("domino", owner, (ax + bx) / 2, (ay + by) / 2, (own, other), ax == bx, marked)
    view = replace(view, plates=(*view.plates, plate))
    return with_stones(view, {own: owner, other: colour})


def tile_slots(a: int, b: int, d: int) -> tuple[Slot, ...]:
    return (
        Slot("A", "tile", a, 3, ((-20, -20, "red"), (20, -20, "blue"))),
        Slot("B", "tile", b, 3, ((-20, -20, "red"), (-20, 20, "blue"))),
        Slot("D", "tile", d, 4, ((-20, -20, "red"), (20, 20, "blue"))),
    )


TILT = SquareMark("threat", "red", ("e2", "j5", "g10", "b7"), (5, 3), "b7")
UPRIGHT = SquareMark("threat", "red", ("b5", "g5", "g10", "b10"), (5, 0), "b10")


def eyes_view() -> View:
    """4EYES in the middle of a game: Red lacks b7, or b10."""
    view = square_view("fields", 10)
    laid = "r34A1 b32B2 r42D3 b32A3 r42E2 b13D2 r31C5 b23D4 r34E3 b14C1 r13D5"
    owners: dict[str, Colour] = {"r": "red", "b": "blue"}
    for text in laid.split():
        view = with_tile(view, owners[text[0]], text[1:3], text[3:])
    trays = (
        Tray(0, "red", tile_slots(1, 3, 0), 0),
        Tray(1, "blue", tile_slots(2, 0, 3), 0),
    )
    return replace(view, trays=trays, mover=1, last=view.plates[-1].cells, squares=(TILT, UPRIGHT))


def eyes_won_view() -> View:
    """4EYES won by the tilted square b7 e2 j5 g10."""
    view = with_tile(eyes_view(), "blue", "42", "A5")
    view = with_tile(view, "red", "34", "A4")
    made = replace(TILT, kind="made", missing=None)
    return replace(view, squares=(made,), last=view.plates[-1].cells, winner=0, why="square")


def beginners_view() -> View:
    """A small 4x4-field board with two tiles."""
    view = with_tile(square_view("fields", 8), "red", "13", "B2")
    view = with_tile(view, "blue", "12", "C2")
    trays = (Tray(0, "red", tile_slots(2, 2, 2), 0), Tray(1, "blue", tile_slots(1, 2, 3), 0))
    return replace(view, trays=trays, last=view.plates[-1].cells)


def plus_view() -> View:
    """4EYES+ for three players: Red lacks h9, Brown a few more."""
    view = square_view("grid", 9, THREE)
    laid = ("f4e4 e7e6 e2e3/ d3d4 f6f5 g6g7/ c5c4 f7f8 d8d9/ d6d7 b5a5 h4i4/ c8c7 h3h2").replace("/", "").split()
    following: dict[Colour, Colour] = {"red": "brown", "brown": "blue", "blue": "red"}
    for index, text in enumerate(laid):
        owner = THREE[index % 3]
        view = with_domino(view, owner, text[:2], text[2:], following[owner], marked=False)
    trays = tuple(
        Tray(seat, colour, (domino_slot(colour, following[colour], 5 + (seat == 2), 10, marked=False),), 0)
        for seat, colour in enumerate(THREE)
    )
    squares = (
        SquareMark("threat", "red", ("c8", "d3", "i4", "h9"), (5, 1), "h9"),
        SquareMark("threat", "brown", ("d1", "h3", "f7", "b5"), (4, 2), "d1"),
        SquareMark("threat", "brown", ("e1", "h3", "f6", "c4"), (3, 2), "e1"),
    )
    return replace(view, trays=trays, mover=2, last=("h3", "h2"), squares=squares)


def plus_two_view() -> View:
    """4EYES+ for two players on 9x9, where pips tell whose a domino is."""
    view = square_view("grid", 9)
    for index, text in enumerate(["e5e6", "f5g5", "d4c4", "e3e2", "c7d7", "g7g8", "b3b2", "h4h3"]):
        owner, other = TWO[index % 2], TWO[1 - index % 2]
        view = with_domino(view, owner, text[:2], text[2:], other, marked=True)
    trays = (
        Tray(0, "red", (domino_slot("red", "blue", 11, 15, marked=True),), 0),
        Tray(1, "blue", (domino_slot("blue", "red", 11, 15, marked=True),), 0),
    )
    return replace(view, trays=trays, mover=0, last=("h4", "h3"))


def domino_slot(own: Colour, other: Colour, left: int, total: int, *, marked: bool) -> Slot:
    return Slot("domino", "domino", left, total, ((-20, 0, own), (20, 0, other)), marked)


def paper_view() -> View:
    """The pencil game on 7x7."""
    stones: dict[str, Colour] = {}
    for index, text in enumerate(["d4d5", "c5c4", "e3f3", "e5e6", "b3b2", "f6g6"]):
        own, other = TWO[index % 2], TWO[1 - index % 2]
        stones |= {text[:2]: own, text[2:]: other}
    view = with_stones(square_view("paper", 7), stones)
    upright = SquareMark("threat", "red", ("b3", "e3", "e6", "b6"), (3, 0), "b6")
    return replace(view, mover=0, last=("f6", "g6"), squares=(upright,))


def hexrows_view() -> View:
    """Hexagonal rows with a fresh row and an earlier one of Blue."""
    red = "a1 b2 c2 c3 d3 d4 e4 e5 e6 f4 f5 f6 f7 g4 g6 h8"
    blue = "a3 b4 c5 d5 d6 e3 e7 f3 f8 g7 g9 h4 h5 h6 h7 h10"
    stones: dict[str, Colour] = dict.fromkeys(red.split(), "red")
    stones |= dict.fromkeys(blue.split(), "blue")
    view = with_stones(hexagon_view(6), stones)
    rows = (
        RowMark("blue", ("a3", "b4", "c5", "d6"), fresh=False),
        RowMark("blue", ("e7", "f8", "g9", "h10"), fresh=True),
    )
    trays = (
        Tray(0, "red", (Slot("stone", "stone", 25, 45, ((0, 0, "red"),)),), 4, 4),
        Tray(1, "blue", (Slot("stone", "stone", 26, 45, ((0, 0, "blue"),)),), 3, 3),
    )
    return replace(view, rows=rows, trays=trays, mover=0, last=("h10",))


def all_views() -> dict[str, View]:
    """One of each kind, by name."""
    return {
        "eyes": eyes_view(),
        "eyes-won": eyes_won_view(),
        "beginners": beginners_view(),
        "plus": plus_view(),
        "plus-two": plus_two_view(),
        "paper": paper_view(),
        "hexrows": hexrows_view(),
    }
