"""A set to print and play: cover, rules, puzzles, board, pieces and pencil sheets, in this order."""

from __future__ import annotations

from veier.core.game import Game
from veier.learn.puzzle_store import puzzles_of
from veier.sheets.board import board_pages
from veier.sheets.cover import cover_pages
from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.sheets.pencil_sheets import pencil_pages
from veier.sheets.piece_faces import pieces_of
from veier.sheets.pieces import piece_pages
from veier.sheets.puzzles import puzzle_pages
from veier.sheets.rules import rules_pages
from veier.sheets.settings import Part, PrintSettings


def parts_of(game: Game) -> tuple[Part, ...]:
    """Return the usual parts of a game's set: a board and pieces, or sheets if the game has no pieces."""
    return ("board", "pieces", "rules") if game.pieces else ("sheets", "rules")


def more_parts_of(game: Game) -> tuple[Part, ...]:
    """Return the parts that are available beside the usual ones."""
    return ("puzzles",) if puzzles_of(game.id) else ()


def is_two_sided(game: Game, settings: PrintSettings) -> bool:
    """Return whether a set has two-sided pieces, which need duplex printing."""
    wanted = parts_of(game) if settings.parts is None else settings.parts
    return "pieces" in wanted and any(piece.back for piece in pieces_of(game))


def set_pages(game: Game, settings: PrintSettings) -> list[Page]:
    """Return the pages of a set; parts that a game does not have are left out."""
    view = game.start().view()
    pieces = pieces_of(game)
    wanted = parts_of(game) if settings.parts is None else settings.parts
    parts = [part for part in wanted if part != "pieces" or pieces]
    title = game.text("title").text(settings.language)
    board = board_pages(view, settings, title) if "board" in parts else []
    cut = piece_pages(pieces, settings.cell(view), settings, title) if "pieces" in parts else []
    sheets = pencil_pages(view, settings, title) if "sheets" in parts else []
    pages = cover_pages(game, settings, parts, pieces, len(board))
    pages += rules_pages(game, settings) if "rules" in parts else []
    puzzles = puzzle_pages(game, settings) if "puzzles" in parts else []
    two_sided = is_two_sided(game, settings)
    # Each sheet of a board has paper of its own, so that nothing shows on its back.
    for part in (puzzles, *([sheet] for sheet in board), cut, sheets):
        if part and two_sided:
            pages += _to_new_sheet(pages, settings, title)
        pages += part
    return pages


def _to_new_sheet(pages: list[Page], settings: PrintSettings, title: str) -> list[Page]:
    """Return an empty page if the next one would be on the back of the last."""
    if len(pages) % 2 == 0:
        return []
    return [settings.page(draw_footer(settings, title, settings.translate("print.page.empty")))]


def set_pdf(game: Game, settings: PrintSettings) -> bytes:
    """Return a set as PDF."""
    title = game.text("title").text(settings.language)
    return to_pdf(set_pages(game, settings), title, settings.language, game.author)
