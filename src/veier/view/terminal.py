"""A View in characters: `draw` returns runs of text and style, `to_text` plain text, `to_styled` text in colours.

A square cell takes four columns and two lines, so that a square looks square; boxes are tiles and dominoes:

    ┌───────┐      ◉ ◎ ⊖ are Red, Blue and Brown   [◉] the last move       + × is the owner's cross
    │ ◉   · │      <◉> a corner of the square that has been made, or a stone of the newest row
    │   +   │      :◉: a stone of an earlier row
    │ ·   ◎ │      (•) (o) (-) the corner that Red, Blue or Brown lacks for a square
    └───────┘

Nothing depends on colour alone. A style is words: what it is (red, blue, brown, cell, line, label),
then last, win, row or missing, then what it lies on (board, plate, paper).
"""

from __future__ import annotations

from dataclasses import dataclass

from veier.view.canvas import Canvas, Run
from veier.view.model import Colour, Label, Plate, Tray, View
from veier.view.outline import Box, box_around
from veier.view.styled_text import BOLD, NORMAL, REVERSE, UNDERLINE, Style, StyledText, Tone


@dataclass(frozen=True, slots=True)
class _Signs:
    """The characters of one alphabet."""

    stones: dict[Colour, str]
    marks: dict[Colour, str]
    crosses: dict[Colour, str]
    pips: dict[Colour, str]
    cell: str
    corner: str
    times: str
    mover: str
    winner: str
    points: str


_UNICODE = _Signs(
    stones={"red": "◉", "brown": "⊖", "blue": "◎"},
    marks={"red": "•", "brown": "-", "blue": "o"},
    crosses={"red": "+", "brown": "-", "blue": "×"},
    pips={"red": "•", "brown": "-", "blue": "o"},
    cell="·",
    corner="┼",
    times="×",
    mover="▸",
    winner="◆",
    points="★",
)
_ASCII = _Signs(
    stones={"red": "r", "brown": "n", "blue": "b"},
    marks={"red": "r", "brown": "n", "blue": "b"},
    crosses={"red": "+", "brown": "-", "blue": "x"},
    pips={"red": "*", "brown": "-", "blue": "o"},
    cell=".",
    corner="+",
    times="x",
    mover=">",
    winner="#",
    points="*",
)

# What the words of a style look like; stones keep the colours of the table on wood, ivory and paper.
_LINE = Style(ink=Tone(3, 95, (141, 101, 53)))
_STYLES = {
    "red": BOLD + Style(ink=Tone(1, 124, (163, 35, 26))),
    "brown": BOLD + Style(ink=Tone(0, 52, (58, 31, 13))),
    "blue": BOLD + Style(ink=Tone(8, 24, (18, 58, 124))),
    "cell": _LINE,
    "line": _LINE,
    "label": Style(ink=Tone(0, 52, (66, 42, 15))),
    "last": BOLD,
    "win": REVERSE,
    "row": UNDERLINE,
    "missing": BOLD,
    "board": Style(ground=Tone(7, 180, (215, 183, 132))),
    "plate": Style(ground=Tone(15, 230, (251, 242, 223))),
    "paper": Style(ground=Tone(15, 231, (253, 253, 249))),
}


def draw(view: View, *, unicode: bool = True, trays: bool = True) -> list[list[Run]]:
    """Return the lines of the board as runs of text and style, the trays at its right."""
    sheet = _Sheet(view, Canvas(unicode), _UNICODE if unicode else _ASCII)
    sheet.draw_surface()
    for plate in view.plates:
        sheet.draw_plate(plate)
    sheet.draw_cells()
    sheet.draw_labels()
    if trays:
        sheet.draw_trays()
    return sheet.canvas.lines()


def to_text(view: View, *, unicode: bool = True, trays: bool = True) -> str:
    """Return the board as plain text, one string with line ends between its lines."""
    lines = draw(view, unicode=unicode, trays=trays)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def to_styled(view: View, *, unicode: bool = True, trays: bool = True) -> StyledText:
    """Return the board as text in the colours of the table, with line ends between its lines."""
    runs = []
    for line in draw(view, unicode=unicode, trays=trays):
        runs += [(text, _style(words)) for text, words in line]
        runs.append(("\n", NORMAL))
    return StyledText(tuple(runs[:-1]))


def _style(words: str) -> Style:
    """Put a style's words together; a label off the board keeps the terminal's own ink."""
    return NORMAL if words == "label" else sum((_STYLES[word] for word in words.split()), NORMAL)


@dataclass(slots=True)
class _Sheet:
    """One drawing in progress: where the View's lengths fall on the canvas."""

    view: View
    canvas: Canvas
    signs: _Signs

    @property
    def _unit(self) -> tuple[float, float]:
        """The lengths of one column and one line."""
        return (33 / 4, 38.1 / 2) if self.view.surface == "hexagon" else (10, 20)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        """The line and column of a place."""
        column, line = self._unit
        return round(y / line), round(x / column)

    def _edges(self, box: Box) -> tuple[int, int, int, int]:
        """The top, left, bottom and right of a box on the canvas."""
        (top, left), (bottom, right) = self._at(box.left, box.top), self._at(box.right, box.bottom)
        return top, left, bottom, right

    def _area(self) -> Box:
        return box_around((cell.x, cell.y) for cell in self.view.cells).grown(20)

    def draw_surface(self) -> None:
        """Lay wood or paper under the cells, and mark the corners of large fields."""
        background = "paper" if self.view.surface == "paper" else "board"
        if self.view.surface == "hexagon":
            for cell in self.view.cells:
                line, column = self._at(cell.x, cell.y)
                self.canvas.fill(line - 1, column - 2, line + 1, column + 2, background)
            return
        self.canvas.fill(*self._edges(self._area()), background)
        for field in self.view.fields:
            top, left, bottom, right = self._edges(Box(field.x, field.y, field.x, field.y).grown(40))
            for line, column in ((top, left), (top, right), (bottom, left), (bottom, right)):
                self.canvas.dot(line, column, self.signs.corner)

    def draw_plate(self, plate: Plate) -> None:
        """Draw a tile or domino as a box with its owner's cross or pip."""
        places = [(cell.x, cell.y) for cell in self.view.cells if cell.name in plate.cells]
        edges = self._edges(box_around(places).grown(20))
        self.canvas.fill(*edges, "plate")
        self.canvas.box(*edges)
        if plate.kind == "tile" or plate.marked:
            signs = self.signs.crosses if plate.kind == "tile" else self.signs.pips
            self.canvas.write(*self._at(plate.x, plate.y), signs[plate.owner], plate.owner)

    def draw_cells(self) -> None:
        """Draw every cell: its stone, what it lacks, or that it is empty."""
        stones = {stone.cell: stone.colour for stone in self.view.stones}
        for cell in self.view.cells:
            line, column = self._at(cell.x, cell.y)
            if cell.name in stones:
                text, style = self._stone(cell.name, stones[cell.name])
            else:
                text, style = self._empty(cell.name)
            self.canvas.write(line, column - len(text) // 2, text, style)

    def _stone(self, name: str, colour: Colour) -> tuple[str, str]:
        view, sign = self.view, self.signs.stones[colour]
        last = name in view.last
        if last and not self.canvas.unicode:
            sign = sign.upper()
        rows = {row.fresh for row in view.rows if name in row.cells and not row.missing}
        if True in rows or any(square.kind == "made" and name in square.corners for square in view.squares):
            return f"<{sign}>", f"{colour} win"
        if last:
            return f"[{sign}]", f"{colour} last"
        if name in (square.missing for square in view.squares):
            # The piece that it belongs to may turn another stone to where it lies.
            return f"({sign})", f"{colour} missing"
        return (f":{sign}:", f"{colour} row") if rows else (sign, colour)

    def _empty(self, name: str) -> tuple[str, str]:
        lacking = [(square.missing, square.colour) for square in self.view.squares]
        lacking += [(row.missing, row.colour) for row in self.view.rows]
        colours = list(dict.fromkeys(colour for missing, colour in lacking if missing == name))
        if not colours:
            return self.signs.cell, "cell"
        marks = [self.signs.marks[colour] for colour in colours]
        if len(marks) == 1:
            return f"({marks[0]})", f"{colours[0]} missing"
        # Two or three players lack the same corner: their marks stand side by side.
        return "/".join(marks[:2]) if len(marks) == 2 else "".join(marks), f"{colours[0]} missing"

    def draw_labels(self) -> None:
        """Write the coordinates around the board."""
        corner = self._edges(self._area())
        for label in self.view.labels:
            if self.view.surface == "hexagon":
                # A little higher, so that a letter comes right below its column.
                line, column = self._at(label.x, label.y - 4)
                column -= (len(label.text) - 1) // 2
                self.canvas.fill(line, column - 1, line, column + len(label.text), "board")
            else:
                line, column = self._beside(label, *corner)
            self.canvas.write(line, column, label.text, "label")

    def _beside(self, label: Label, top: int, left: int, bottom: int, right: int) -> tuple[int, int]:
        """Where a label of a square board goes: next to its edge, wherever in the frame it was."""
        line, column = self._at(label.x, label.y)
        if column <= left:
            return line, left - 1 - len(label.text)
        if column >= right:
            return line, right + 2
        return (top - 1 if line <= top else bottom + 1), column

    def draw_trays(self) -> None:
        """Write one line for each seat at the right of the board: who moves or has won, pieces, points."""
        places = [(cell.x, cell.y) for cell in self.view.cells]
        places += [(label.x, label.y) for label in self.view.labels]
        top, _, _, right = self._edges(box_around(places))
        for number, tray in enumerate(self.view.trays):
            line, column = top + 1 + 2 * number, right + 4
            for text, style in self._tray(tray):
                self.canvas.write(line, column, text, style)
                column += len(text)

    def _tray(self, tray: Tray) -> list[Run]:
        """One seat: its sign and stone; then points, pieces by letter, and in brackets stones set aside."""
        view, signs = self.view, self.signs
        moves, won = not view.over and tray.seat == view.mover, view.over and tray.seat == view.winner
        sign = signs.mover if moves else signs.winner if won else " "
        runs = [(f"{sign} ", "label"), (f" {signs.stones[tray.colour]} ", f"{tray.colour} plate")]
        counts = []
        if any(slot.kind == "stone" for slot in tray.slots):
            counts.append(f"{signs.points}{tray.score}")
        for slot in tray.slots:
            letter = slot.piece if len(slot.piece) == 1 else ""
            counts.append(f"{letter}{signs.times}{slot.left}")
        if tray.aside:
            counts.append(f"({signs.times}{tray.aside})")
        return [*runs, ("".join(f" {count}" for count in counts), "label")] if counts else runs
