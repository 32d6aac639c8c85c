"""The trays beside the board: what each seat still holds, who moves or has won, and points.

They stand in one column at the left, in the order of play from above; the first begins level with the board's
upper edge and the last ends level with its lower edge. No words: pieces, letters and numbers only.
"""

from __future__ import annotations

from math import ceil, floor

from veier.view import shapes
from veier.view.markup import Attributes, Look, element, escape, group, number, translate, words
from veier.view.model import Slot, Tray, View
from veier.view.outline import Box
from veier.view.pieces import draw_piece

_GAP = 18.0  # between trays and board, and at least half of it between trays
_HEAD = 37.0
_STONES_IN_A_ROW = 9


def draw_trays(look: Look, view: View, board: Box) -> tuple[str, Box]:
    """Draw all trays left of `board` and return the box of the whole picture."""
    room, count = board.height - 12, len(view.trays)
    depth = (room - (count - 1) * _GAP / 2) / count
    drawn = [_tray(look, view, tray, depth) for tray in view.trays]
    used = sum(height for height, _ in drawn)
    between = max(_GAP / 2, (room - used) / max(1, count - 1))
    total = used + between * (count - 1)
    # Trays that need more room than the board stand out evenly above and below it.
    y = top = board.top + 3 if total <= room + 0.01 or count == 1 else (board.top + board.bottom - total) / 2
    left = board.left + 4 - _GAP - _width(view)
    placed = []
    for height, text in drawn:
        placed.append(group(text, class_="tray", transform=translate(left, y)))
        y += height + between
    bottom = max(board.bottom, y - between + 6)
    box = Box(floor(left - 4), floor(min(board.top, top - 3)), board.right, ceil(bottom))
    return group(*placed, class_="trays"), box


def _width(view: View) -> float:
    return 172 if any(tray.slots for tray in view.trays) else 78


def _tray(look: Look, view: View, tray: Tray, depth: float) -> tuple[float, str]:
    """One tray at 0, 0: its height, `depth` if that is enough, and its drawing."""
    width = _width(view)
    height, parts = _HEAD, []
    for draw, slots in (
        (_tile_stacks, [slot for slot in tray.slots if slot.kind == "tile"]),
        (_rack, [slot for slot in tray.slots if slot.kind == "domino"]),
        (_pool, [slot for slot in tray.slots if slot.kind == "stone"]),
    ):
        if slots:
            extra, text = draw(look, tray, slots, Box(0, 0, width, depth - height - 6))
            parts.append(group(text, transform=translate(0, height)))
            height += extra
    height += 6 if tray.slots else 4
    return height, _box(look, view, width, height) + _head(look, view, tray, width) + "".join(parts)


def _box(look: Look, view: View, width: float, height: float) -> str:
    size: Attributes = {"width": width, "rx": 10}
    if view.surface == "paper":
        p = look.palette
        shadow = element("rect", y=3, height=height, fill=p.shade, opacity=0.16, width=width, rx=3)
        edge: Attributes = {"stroke": p.sheet_grid, "stroke_width": 0.6}
        return shadow + element("rect", height=height, width=width, rx=3, fill=p.sheet, **edge)
    lip: Attributes = {"x": 0.5, "y": 2.1, "width": width - 1, "height": height - 2.6, "rx": 9.5}
    return (
        element("rect", height=height, fill=look.palette.frame_side, **size)
        + element("rect", y=1.6, height=height - 1.6, fill=look.paint("well"), **size)
        + element("rect", fill="none", stroke="#fff", stroke_opacity=0.2, **lip)
    )


def _head(look: Look, view: View, tray: Tray, width: float) -> str:
    """The seat's stone; ivory with a pointer for who moves, with a closed square for who has won; points."""
    moves, won = not view.over and tray.seat == view.mover, view.over and tray.seat == view.winner
    middle, ink = 21.0, look.palette.frame_ink
    kind = "pencil" if view.surface == "paper" else "stone"
    parts = [_plaque(look, width)] if moves or won else []
    parts.append(look.use(f"{kind}-{tray.colour}", 25, middle, 0.9))
    if moves:
        pointer: Attributes = {"fill": ink, "stroke": ink, "stroke_width": 2, "stroke_linejoin": "round"}
        place = translate(width - 25, middle)
        parts.append(element("path", d="M0-6 9 0 0 6Z", transform=place, **pointer))
    if won:
        parts.append(_closed_square(look, width - 22, middle))
    if any(slot.kind == "stone" for slot in tray.slots):
        points: Attributes = {"font_family": look.book_font, "font_weight": 700, "fill": ink}
        parts.append(words(str(tray.score), 49, middle, 25, **points))
    return "".join(parts)


def _plaque(look: Look, width: float) -> str:
    size: Attributes = {"x": 6, "width": width - 12, "height": 30, "rx": 8}
    side = element("rect", y=7.5, fill=look.palette.tile_side, **size)
    return side + element("rect", y=6, fill=look.paint("ivory"), **size)


def _closed_square(look: Look, x: float, y: float) -> str:
    ink = look.palette.frame_ink
    corners = ((-2.9, -7.2), (7.2, -2.9), (2.9, 7.2), (-7.2, 2.9))
    dots = (element("circle", cx=dx, cy=dy, r=2.8, fill=ink) for dx, dy in corners)
    path = "M" + "L".join(f"{dx} {dy}" for dx, dy in corners) + "Z"
    line = element("path", d=path, fill="none", stroke=ink, stroke_width=1.5)
    return group(line, *dots, transform=translate(x, y))


def _tile_stacks(look: Look, tray: Tray, slots: list[Slot], room: Box) -> tuple[float, str]:
    """One stack for each kind of tile, with its letter and how many are left."""
    pitch = (room.width - 12) / len(slots)
    scale = min(0.64, pitch / 80)
    parts = []
    for index, slot in enumerate(slots):
        x = 6 + pitch * (index + 0.5)
        place = f"{translate(x, 6 + 36 * scale)} scale({number(scale)})"
        parts.append(group(_stack(look, tray, slot), transform=place))
        parts.append(_count(look, slot, x, 6 + 84 * scale + 9))
    return 6 + 84 * scale + 19, "".join(parts)


def _stack(look: Look, tray: Tray, slot: Slot) -> str:
    if not slot.left:
        return _empty_slot(look, 70, 70)
    below = range(min(slot.left - 1, 3), 0, -1)
    edges = (look.use("tile-edge", 0, 4 * depth) for depth in below)
    return "".join(edges) + draw_piece(look, tray.colour, slot)


def _empty_slot(look: Look, width: float, height: float) -> str:
    return shapes.empty_slot(look, -width / 2, -height / 2, width, height)


def _count(look: Look, slot: Slot, x: float, y: float) -> str:
    """The piece's letter, if it has one, and how many are left."""
    letter = slot.piece if len(slot.piece) == 1 else ""
    name = element("tspan", escape(letter) + " ", font_family=look.book_font, font_weight=700) if letter else ""
    amount = element("tspan", f"× {slot.left}")
    place: Attributes = {
        "x": x,
        "y": y + 4.2,
        "font_size": 12,
        "text_anchor": "middle",
        "fill": look.palette.frame_ink,
    }
    return element("text", name, amount, font_family=look.ui_font, font_weight=600, **place)


def _rack(look: Look, tray: Tray, slots: list[Slot], room: Box) -> tuple[float, str]:
    """Every domino on its own place, upright; those that are gone leave a dashed slot."""
    dominoes = [
        _domino(look, tray, slot) if index < slot.left else _empty_slot(look, 32, 69)
        for slot in slots
        for index in range(slot.total)
    ]
    scale, rows = max((_rack_scale(len(dominoes), rows, room), -rows) for rows in range(1, 5))
    columns = ceil(len(dominoes) / -rows)
    pitch = min((room.width - 14) / columns, 54 * scale)
    start = (room.width - pitch * columns) / 2
    parts = []
    for index, domino in enumerate(dominoes):
        row, column = divmod(index, columns)
        x, y = start + pitch * (column + 0.5), 6 + scale * (82 * row + 38)
        parts.append(group(domino, transform=f"{translate(x, y)} scale({number(scale)})"))
    return 6 + 82 * scale * -rows, "".join(parts)


def _rack_scale(count: int, rows: int, room: Box) -> float:
    """Return the scale of dominoes in a number of rows: not too large beside the board, and legible."""
    columns = ceil(count / rows)
    return max(0.45, min(0.66, (room.width - 14) / columns / 44, (room.height - 6) / rows / 82))


def _domino(look: Look, tray: Tray, slot: Slot) -> str:
    lies = any(x for x, _, _ in slot.stones)
    upright = [(y, x, colour) if lies else (x, y, colour) for x, y, colour in slot.stones]
    stones = "".join(look.use(f"stone-{colour}", x, y) for x, y, colour in upright)
    pip = look.use(f"pip-{tray.colour}", 0, 0) if slot.marked else ""
    return look.use("domino-upright", 0, 0) + pip + stones


def _pool(look: Look, tray: Tray, slots: list[Slot], room: Box) -> tuple[float, str]:
    """Loose stones in rows of nine and how many they are; below a line those set aside."""
    height, parts = _stone_rows(look, tray, sum(slot.left for slot in slots), room.width, 4)
    if tray.aside:
        line: Attributes = {"stroke": look.palette.shade, "stroke_opacity": 0.35}
        parts += element("path", d=f"M12 {number(height + 4)}H{number(room.width - 12)}", **line)
        height, more = _stone_rows(look, tray, tray.aside, room.width, height + 8)
        parts += more
    return height, parts


def _stone_rows(look: Look, tray: Tray, count: int, width: float, top: float) -> tuple[float, str]:
    pitch = (width - 38) / _STONES_IN_A_ROW
    scale = pitch / 33
    parts = []
    for index in range(count):
        row, column = divmod(index, _STONES_IN_A_ROW)
        parts.append(look.use(f"stone-{tray.colour}", 8 + pitch * (column + 0.5), top + pitch * (row + 0.5), scale))
    rows = max(1, ceil(count / _STONES_IN_A_ROW))
    text: Attributes = {
        "font_family": look.ui_font,
        "font_weight": 600,
        "fill": look.palette.frame_ink,
        "text_anchor": "end",
    }
    parts.append(words(str(count), width - 9, top + pitch * (rows - 0.5), 12, **text))
    return top + pitch * rows, "".join(parts)
