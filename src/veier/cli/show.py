"""`veier show`: a position drawn in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path

from veier.cli.compiling import compiling
from veier.cli.framework import OneOf, WholeNumber, command, option
from veier.cli.reading import GAME, MOVES, read_position
from veier.cli.seats import find_seat
from veier.cli.terminal import print_position
from veier.view import Theme


@command(
    "show",
    "veier show 4eyes-plus-3p",
    "veier show 4eyes 34@A1 32@B2 42@D3 --threats red",
    "veier show hexrows f6 g6 --svg board.svg",
    "veier show 4eyes 13@C3 --png board.png --theme dark --trays",
)
@GAME
@MOVES
@option("--svg", metavar="FILE")
@option("--png", metavar="FILE")
@option("--threats", metavar="COLOUR")
@option("--theme", type=OneOf("light", "dark"), default="light")
@option("--trays", is_flag=True)
@option("--width", type=WholeNumber(50, 10_000))
@option("--ascii", is_flag=True)
def show(
    game: str,
    moves: tuple[str, ...],
    svg: str | None,
    png: str | None,
    threats: str | None,
    theme: Theme,
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
    if not svg and not png:
        print_position(position, threats=seat, unicode=False if ascii else None)
