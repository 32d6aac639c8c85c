"""A set to print and play: cover, rules, puzzles, boards, pieces and pencil sheets, in this order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veier.core.game import Game
from veier.sheets.board import board_pages
from veier.sheets.contents import Contents, contents_of
from veier.sheets.cover import cover_pages
from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.sheets.pencil_sheets import pencil_pages
from veier.sheets.pieces import piece_pages
from veier.sheets.puzzles import puzzle_pages
from veier.sheets.rules import rules_pages
from veier.sheets.settings import PrintSettings


def set_pages(game: Game, settings: PrintSettings) -> list[Page]:
    """Return the pages of a set; raise VeierError if it cannot be made."""
    contents = contents_of(game, settings)
    title = contents.title(settings.language)
    boards = _board_pages(contents, settings) if "board" in contents.parts else []
    pages = cover_pages(contents, settings, len(boards))
    if "rules" in contents.parts:
        pages += [page for each in contents.rules for page in rules_pages(each, settings)]
    # Each sheet of a board has paper of its own, so that nothing shows on its back.
    for part in (*_puzzle_pages(contents, settings), *([sheet] for sheet in boards), *_pieces(contents, settings)):
        if part and contents.is_two_sided:
            pages += _to_new_sheet(pages, settings, title)
        pages += part
    return pages


def _board_pages(contents: Contents, settings: PrintSettings) -> list[Page]:
    """Return the sheets of all boards; where there are several, each says which board it belongs to."""
    title = contents.title(settings.language)
    pages = []
    for game in contents.boards:
        board = game.rules.board.text(settings.language)
        name = title if len(contents.boards) == 1 else f"{title} · {board}"
        pages += board_pages(game.start().view(), settings, name)
    return pages


def _puzzle_pages(contents: Contents, settings: PrintSettings) -> Iterable[list[Page]]:
    return [puzzle_pages(game, settings) for game in contents.games] if "puzzles" in contents.parts else []


def _pieces(contents: Contents, settings: PrintSettings) -> Iterable[list[Page]]:
    """Yield the sheets of pieces, then the sheets to draw on."""
    title = contents.title(settings.language)
    if "pieces" in contents.parts:
        yield piece_pages(contents.pieces, settings.cell(contents.game.start().view()), settings, title)
    if "sheets" in contents.parts:
        for game in contents.boards:
            yield pencil_pages(game.start().view(), settings, title)


def _to_new_sheet(pages: Sequence[Page], settings: PrintSettings, title: str) -> list[Page]:
    """Return an empty page if the next one would be on the back of the last."""
    if len(pages) % 2 == 0:
        return []
    return [settings.page(draw_footer(settings, title, settings.translate("print.page.empty")))]


def set_pdf(game: Game, settings: PrintSettings) -> bytes:
    """Return a set as PDF; raise VeierError if it cannot be made."""
    title = contents_of(game, settings).title(settings.language)
    return to_pdf(set_pages(game, settings), title, settings.language, game.author)
