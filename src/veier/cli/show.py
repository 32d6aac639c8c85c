"""`veier show`: draw a position in the terminal or as a picture."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veier.cli.arguments import GAME, MOVES, read_position
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import OneOf, WholeNumber, bundle, command, option
from veier.cli.seats import find_seat
from veier.cli.terminal import print_position
from veier.view import Edition, Theme, View
from veier.view.palette import EDITIONS

# Pixels per millimetre, at 96 per inch, and the default width of a PDF in pixels: 120 mm.
_PIXELS, _PDF_WIDTH = 96 / 25.4, 454


@dataclass(frozen=True, slots=True)
class _Pictures:
    """The files to write, and how the pictures in them look."""

    svg: str | None
    png: str | None
    pdf: str | None
    theme: Theme | Edition
    trays: bool
    width: int | None

    def write(self, view: View) -> bool:
        """Write the files; return whether there were any."""
        look: dict[str, Any] = {"theme": self.theme, "trays": self.trays}
        if self.svg:
            from veier.view import to_svg

            Path(self.svg).write_text(to_svg(view, width=self.width, **look) + "\n", encoding="utf-8")
        if self.png:
            from veier.view import to_png

            Path(self.png).write_bytes(to_png(view, width=self.width, **look))
        if self.pdf:
            from veier.sheets.position_picture import position_pdf

            Path(self.pdf).write_bytes(position_pdf(view, width=(self.width or _PDF_WIDTH) / _PIXELS, **look))
        return bool(self.svg or self.png or self.pdf)


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
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@bundle("pictures", _Pictures, "svg", "png", "pdf", "theme", "trays", "width")
def show(
    game: str,
    moves: tuple[str, ...],
    pictures: _Pictures,
    threats: str | None,
    ascii: bool,  # noqa: A002 - the option's name
    as_json: bool,
) -> None:
    """Draw a position."""
    with compile_progress():
        position = read_position(game, moves)
        seat = None if threats is None else find_seat(position.game, threats)
        view = position.view(threats=seat)
    if as_json:
        from veier.table import board_data

        echo(json.dumps(board_data(position), ensure_ascii=False))
    if not pictures.write(view) and not as_json:
        print_position(position, threats=seat, unicode=False if ascii else None)
