"""A View as a PNG picture, drawn by resvg with our own fonts, so that it is the same on every machine."""

from __future__ import annotations

import re

from veier.view.model import View
from veier.view.palette import Edition, Theme
from veier.view.svg import to_svg

_FONTS = ("OpenSans-Regular.ttf", "OpenSans-Italic.ttf", "OpenSans-Bold.ttf", "VeierBook-Bold.ttf")


def to_png(
    view: View,
    *,
    width: int | None = None,
    scale: float = 2,
    theme: Theme | Edition = "light",
    trays: bool = False,
    background: str | None = None,
) -> bytes:
    """Draw a View as PNG, `width` pixels wide, or `scale` pixels to the unit (a cell is 40).

    The picture is transparent without a `background`.
    """
    width = width or max(1, round(_picture_width(to_svg(view, theme=theme, trays=trays)) * scale))
    picture = to_svg(view, theme=theme, trays=trays, width=width)  # a small one gets larger coordinates
    return svg_to_png(picture, width, background)


def svg_to_png(picture: str, width: int, background: str | None = None) -> bytes:
    """Draw one of our own SVG pictures as PNG, `width` pixels wide."""
    # Imported here because only PNG needs it: pictures as SVG stay cheap and work without it.
    from importlib.resources import as_file, files

    import resvg_py

    with as_file(files(__package__) / "fonts") as fonts:
        drawn = resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            background=background,
            skip_system_fonts=True,
            font_files=[str(fonts / name) for name in _FONTS],
            sans_serif_family="Open Sans",
            serif_family="Veier Book",
        )
    return bytes(drawn)


def _picture_width(picture: str) -> float:
    found = re.search(r'viewBox="\S+ \S+ (\S+)', picture)
    assert found, "to_svg() always writes a viewBox"
    return float(found[1])
