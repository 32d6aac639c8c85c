"""Writing SVG as text: elements, numbers, and the look (palette, fonts, id prefix) that all drawings share."""

from __future__ import annotations

from dataclasses import dataclass

from veier.view.model import Colour
from veier.view.palette import PALETTES, Edition, Palette, Shades, Theme

BOOK = "'Iowan Old Style','Palatino Linotype',Palatino,P052,'TeX Gyre Pagella','Book Antiqua',Georgia,serif"
UI = "system-ui,-apple-system,'Segoe UI',Roboto,'Open Sans','Noto Sans','Liberation Sans',sans-serif"
# Half the height of capitals, as a share of the font's size.
CAPITALS = 0.355

Attributes = dict[str, str | float | None]


@dataclass(frozen=True, slots=True)
class Look:
    """The colours and fonts of one picture and the prefix of its ids."""

    palette: Palette
    prefix: str
    book_font: str = BOOK
    ui_font: str = UI

    @classmethod
    def of(cls, theme: Theme | Edition) -> Look:
        """Return the look of a theme or an edition; their ids differ, so that one page can hold several."""
        return cls(PALETTES[theme], f"veier-{theme}-")

    def player(self, colour: Colour) -> Shades:
        """Return the shades of a player's colour."""
        return self.palette.players[colour]

    def drawn(self, colour: str) -> str:
        """Return the colour of what people draw on a board: green, or a player's colour."""
        return self.palette.green if colour == "green" else self.palette.players[colour].body  # type: ignore[index]

    def paint(self, name: str) -> str:
        """Refer to a gradient or pattern in a fill or stroke."""
        return f"url(#{self.prefix}{name})"

    def outlined(self) -> Attributes:
        """Return the attributes of the line around a surface that would not be seen otherwise."""
        return {"stroke": self.palette.outline, "stroke_width": 1.2} if self.palette.outline else {}

    def use(self, name: str, x: float, y: float, scale: float = 1) -> str:
        """Draw the definition `name` with its middle at x, y."""
        if scale == 1:
            return element("use", href=f"#{self.prefix}{name}", x=x, y=y)
        return element("use", href=f"#{self.prefix}{name}", transform=f"{translate(x, y)} scale({number(scale)})")


def number(value: float) -> str:
    """Write a length with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def translate(x: str | float, y: str | float) -> str:
    """Write a transform that moves the origin to x, y."""
    return "translate({} {})".format(*(value if isinstance(value, str) else number(value) for value in (x, y)))


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
    """Write text whose capitals are centred on y."""
    return element("text", escape(text), x=x, y=baseline(y, size), font_size=size, **attributes)


def baseline(y: float, size: float) -> float:
    """Return the baseline of text whose capitals are centred on y; programs differ in `dominant-baseline`."""
    return y + CAPITALS * size


def escape(text: str) -> str:
    """Make text safe between tags and in attributes; the library's own function costs 30 ms of imports."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _quoted(value: str | float | None) -> str:
    return f'"{escape(value) if isinstance(value, str) else number(value or 0)}"'
