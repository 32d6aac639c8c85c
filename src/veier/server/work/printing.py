"""Sheets and pictures, made in the process for printing; games and lines are played there, too."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from veier.core.game import Game
from veier.record import Record
from veier.server.work.lines import Line, play
from veier.sheets import Page, PrintSettings, combined_games, contents_of, more_parts_of, parts_of, set_pages
from veier.sheets.game_sheet import record_pdf
from veier.sheets.pdf import to_pdf
from veier.sheets.position_picture import position_pdf
from veier.view import to_png

_PREVIEW_WIDTH = 720
_PICTURE_WIDTH = 1000


def draw_png(line: Line) -> bytes:
    """Draw the position at the end of a line as PNG; raise VeierError."""
    return to_png(play(line)[-1].view(), width=_PICTURE_WIDTH)


def draw_pdf(line: Line) -> bytes:
    """Draw the position at the end of a line as PDF; raise VeierError."""
    return position_pdf(play(line)[-1].view())


def print_line(line: Line, settings: PrintSettings) -> bytes:
    """Print a line as a sheet with diagrams; raise VeierError."""
    positions = play(line)
    made = [position.last_move for position in positions[1:] if position.last_move]
    start = positions[0] if line.start else None
    return record_pdf(Record.from_moves(positions[0].game, made, start=start), settings)


def print_set(game: Game, settings: PrintSettings) -> bytes:
    """Print a game to cut out and play; raise VeierError."""
    return _set_pdf(game, settings)


def describe_set(game: Game, settings: PrintSettings) -> dict[str, Any]:
    """Return what a set consists of; raise VeierError."""
    contents = contents_of(game, settings)
    return {
        "game": game.id,
        "parts": list(parts_of(game)),
        "more": list(more_parts_of(*contents.games)),
        "pages": len(_pages(game, settings)),
        "twoSided": contents.is_two_sided,
        "combined": [each.id for each in combined_games(game, settings)],
    }


def draw_page(game: Game, settings: PrintSettings, page: int) -> bytes | None:
    """Draw one page of a set as PNG; None if there is no such page."""
    pages = _pages(game, settings)
    return pages[page - 1].png(_PREVIEW_WIDTH) if page <= len(pages) else None


@lru_cache(maxsize=24)
def _pages(game: Game, settings: PrintSettings) -> list[Page]:
    return set_pages(game, settings)


@lru_cache(maxsize=12)
def _set_pdf(game: Game, settings: PrintSettings) -> bytes:
    title = contents_of(game, settings).title(settings.language)
    return to_pdf(_pages(game, settings), title, settings.language, game.author)
