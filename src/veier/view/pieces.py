"""Tiles, dominoes and stones in their places."""

from __future__ import annotations

from collections.abc import Iterable

from veier.view import shapes
from veier.view.markup import Look, group
from veier.view.model import Colour, Plate, Slot, Stone, Surface, View


def draw_plates(look: Look, view: View) -> str:
    """Draw every tile and domino; the last one laid or moved has a dark edge."""
    last = set(view.last)
    return group(*(_plate(look, plate, last) for plate in view.plates), class_="plates")


def draw_stones(look: Look, surface: Surface, stones: Iterable[Stone]) -> str:
    """Draw stones, or pencilled circles on paper."""
    kind = "pencil" if surface == "paper" else "stone"
    scale = shapes.HEXAGON_STONE_SCALE if surface == "hexagon" else 1
    return group(*(look.use(f"{kind}-{s.colour}", s.x, s.y, scale) for s in stones), class_="stones")


def draw_piece(look: Look, owner: Colour, slot: Slot) -> str:
    """Draw one piece of a tray alone, with its middle at 0, 0."""
    upright = len({x for x, _, _ in slot.stones}) == 1
    plates = {"tile": f"tile-{owner}", "domino": "domino-upright" if upright else "domino"}
    plate = look.use(plates[slot.kind], 0, 0) if slot.kind in plates else ""
    pip = look.use(f"pip-{owner}", 0, 0) if slot.kind == "domino" and slot.marked else ""
    return plate + pip + "".join(look.use(f"stone-{colour}", x, y) for x, y, colour in slot.stones)


def is_last(plate: Plate, last: set[str]) -> bool:
    """Return whether the last move concerns this plate: its cells are all named, or hold all that are."""
    return bool(last) and (last >= set(plate.cells) or last <= set(plate.cells))


def _plate(look: Look, plate: Plate, last: set[str]) -> str:
    if plate.kind == "tile":
        parts = look.use(f"tile-{plate.owner}", plate.x, plate.y)
    else:
        parts = look.use("domino-upright" if plate.turned else "domino", plate.x, plate.y)
        parts += look.use(f"pip-{plate.owner}", plate.x, plate.y) if plate.marked else ""
    if not is_last(plate, last):
        return parts
    x, y, width, height, radius = shapes.FACES["domino-upright" if plate.turned else plate.kind]
    return parts + shapes.last_plate(look, plate.x + x, plate.y + y, width, height, radius)
