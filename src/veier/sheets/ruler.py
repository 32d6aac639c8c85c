"""A ruler of exactly 100 mm, to check that the printer has not changed the size."""

from __future__ import annotations

from veier.sheets.text import INK, Run, draw_line
from veier.view.markup import element, number

LENGTH = 100
HEIGHT = 12.0


def draw_ruler(x: float, y: float) -> str:
    """Draw the ruler from x to the right, below y, with a number at every centimetre."""
    ticks = "".join(f"M{number(x + k)} {number(y)}v{_tick(k)}" for k in range(LENGTH + 1))
    line = element("path", d=f"M{number(x)} {number(y)}h{LENGTH}{ticks}", fill="none", stroke=INK, stroke_width=0.2)
    numbers = (draw_line(Run(str(k)), x + k, y + 8.6, 2.8, "middle") for k in range(0, LENGTH, 10))
    return line + "".join(numbers) + draw_line(Run(f"{LENGTH} mm"), x + LENGTH, y + 8.6, 2.8, "middle")


def _tick(millimetre: int) -> str:
    return "5.5" if millimetre % 10 == 0 else "4" if millimetre % 5 == 0 else "2.5"
