"""`veier show`: a position drawn in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path

from veier.cli.compiling import compiling
from veier.cli.framework import OneOf, WholeNumber, command, option
from veier.cli.reading import GAME, MOVES, read_position
from veier.cli.seats import find_seat
from veier.cli.terminal import print_position
from veier.view import Edition, Theme
from veier.view.palette import EDITIONS

# A pixel is 1/96 inch where a picture has a size on paper; then it is usually 120 mm wide.
_PIXELS, _PDF_WIDTH = 96 / 25.4, 454


@command(
    "show",
    "veier show 4eyes-plus-3p",
    "veier show 4eyes 34@A1 32@B2 42@D3 --threats red",
    "veier show hexrows f6 g6 --svg board.svg",
    "veier show 4eyes 13@C3 --png board.png --theme dark --trays",
    "veier show 4eyes 13@C3 24@B2 --pdf board.pdf --theme black-and-white",
)
@GAME
@MOVES
@option("--svg", metavar="FILE")
@option("--png", metavar="FILE")
@option("--pdf", metavar="FILE")
@option("--threats", metavar="COLOUR")
@option("--theme", type=OneOf("light", "dark", *EDITIONS), default="light")
@option("--trays", is_flag=True)
@option("--width", type=WholeNumber(50, 10_000))
@option("--ascii", is_flag=True)
def show(
    game: str,
    moves: tuple[str, ...],
    svg: str | None,
    png: str | None,
    pdf: str | None,
    threats: str | None,
    theme: Theme | Edition,
    trays: bool,
    width: int | None,
    ascii: bool,  # noqa: A002 - the option's name
) -> None:
    """Draw a position."""
    with compiling():
        position = read_position(game, moves)
        seat = None if threats is None else find_seat(position.game, threats)
        view = position.view(threats=seat)
    if svg:
        from veier.view import to_svg

        Path(svg).write_text(to_svg(view, theme=theme, trays=trays, width=width) + "\n", encoding="utf-8")
    if png:
        from veier.view import to_png

        Path(png).write_bytes(to_png(view, theme=theme, trays=trays, width=width))
    if pdf:
        from veier.sheets.position_picture import position_pdf

        Path(pdf).write_bytes(position_pdf(view, theme=theme, trays=trays, width=(width or _PDF_WIDTH) / _PIXELS))
    if not svg and not png and not pdf:
        print_position(position, threats=seat, unicode=False if ascii else None)
