"""Writing SVG as text: elements, numbers, and the look (palette, id prefix) that all drawings share."""

from __future__ import annotations

from dataclasses import dataclass

from veier.view.model import Colour
from veier.view.palette import PALETTES, Edition, Palette, Shades, Theme

BOOK = "'Iowan Old Style','Palatino Linotype',Palatino,P052,'TeX Gyre Pagella','Book Antiqua',Georgia,serif"
UI = "system-ui,-apple-system,'Segoe UI',Roboto,'Open Sans','Noto Sans','Liberation Sans',sans-serif"


Attributes = dict[str, str | float | None]


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one picture and the prefix of its ids."""

    palette: Palette
    prefix: str

    @classmethod
    def of(cls, theme: Theme | Edition) -> Look:
        """Give the look of a theme or an edition; their ids differ, so that several can stand on one page."""
        return cls(PALETTES[theme], f"veier-{theme}-")

    def player(self, colour: Colour) -> Shades:
        """Give the shades of a player's colour."""
        return self.palette.players[colour]

    def paint(self, name: str) -> str:
        """Refer to a gradient or pattern in a fill or stroke."""
        return f"url(#{self.prefix}{name})"

    def outlined(self) -> Attributes:
        """Give the line around a ground that would not be seen otherwise."""
        return {"stroke": self.palette.outline, "stroke_width": 1.2} if self.palette.outline else {}

    def use(self, name: str, x: float, y: float, scale: float = 1) -> str:
        """Draw the definition `name` with its middle at x, y."""
        if scale == 1:
            return element("use", href=f"#{self.prefix}{name}", x=x, y=y)
        place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
        return element("use", href=f"#{self.prefix}{name}", transform=place)


def number(value: float) -> str:
    """Write a length with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """Write one element; `_` in an attribute becomes `-`, and an attribute that is None is left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(children)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def group(*children: str, **attributes: str | float | None) -> str:
    """Write a group, or nothing at all when there is nothing in it."""
    return element("g", *children, **attributes) if any(children) else ""


def words(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Write text whose capitals are centred on y: `dominant-baseline` is not drawn alike everywhere."""
    return element("text", escape(text), x=x, y=y + 0.355 * size, font_size=size, **attributes)


def escape(text: str) -> str:
    """Make text safe between tags and in attributes; the library's own function costs 30 ms of imports."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _quoted(value: str | float | None) -> str:
    return f'"{escape(value) if isinstance(value, str) else number(value or 0)}"'
