"""The sheets of a study: chapters with diagrams, drawings and comments; solutions of tasks on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from veier.core.errors import VeierError
from veier.learn.study_tasks import OpenTask, open_task
from veier.record.drawings import split_comment
from veier.record.study import Chapter, Study
from veier.sheets.columns import column_height, column_pages
from veier.sheets.game_sheet import comment_blocks, move_blocks
from veier.sheets.layout import Block, heading, paragraph, space, stay_together
from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.sheets.pictures import BoardPicture, picture_block
from veier.sheets.settings import PrintSettings
from veier.sheets.text import QUIET, Run, strong


def study_pdf(study: Study, settings: PrintSettings) -> bytes:
    """Return a study as PDF: the same bytes for the same study and settings."""
    return to_pdf(study_pages(study, settings), _title(study, settings), settings.language)


def study_pages(study: Study, settings: PrintSettings) -> list[Page]:
    """Return the pages of a study."""
    numbered = list(enumerate(study.chapters, 1))

    def chapters(width: float) -> list[Block]:
        return list(chain.from_iterable(_chapter(number, each, settings, width) for number, each in numbered))

    def solutions(width: float) -> list[Block]:
        return list(chain.from_iterable(_solution(number, each, settings, width) for number, each in numbered))

    about = settings.translate("print.page.study")
    pages = column_pages(_title(study, settings), chapters, settings, about)
    if any(each.task for each in study.chapters):
        pages += column_pages(settings.translate("print.solutions"), solutions, settings, _title(study, settings))
    return pages


def _chapter(number: int, chapter: Chapter, settings: PrintSettings, width: float) -> Iterable[Block]:
    """Yield a chapter: its title, its task, its comment and its board, then the moves; those of a task come later."""
    size, record = settings.type_size, chapter.record
    words, drawings = split_comment(record.comment)
    task = open_task(chapter)
    begun = [*heading(_chapter_title(number, chapter, settings), 1.4 * size, width), *_facts(chapter, settings, width)]
    if task:
        begun += [*paragraph([strong(task.text.text(settings.language))], size, width), space(0.35 * size)]
    if words:
        begun += comment_blocks(words, settings, width)
    if task or record.start is not None or drawings or not record.line:
        picture = BoardPicture((record.start or record.game.start()).view(), drawings)
        begun.append(picture_block(picture, settings, width))
    yield from stay_together(begun, column_height(settings))
    if task is None:
        yield from move_blocks(record, settings, width)
    yield space(0.8 * size)


def _facts(chapter: Chapter, settings: PrintSettings, width: float) -> list[Block]:
    """Return the game and the players in small type, which stay with what follows."""
    size, record = settings.type_size, chapter.record
    game = record.game.text("title").text(settings.language)
    names = " – ".join(filter(None, record.seats))
    facts = [each for each in (game if chapter.title else "", names) if each]
    lines = paragraph(Run(" · ".join(facts)), 0.86 * size, width, ink=QUIET) if facts else []
    return [*lines, space(0.3 * size)]


def _solution(number: int, chapter: Chapter, settings: PrintSettings, width: float) -> Iterable[Block]:
    """Yield the solution of a task as the rules prove it, then the moves and comments of the chapter."""
    task = open_task(chapter)
    if task is None:
        return
    size = settings.type_size
    yield from heading(_chapter_title(number, chapter, settings), 1.2 * size, width)
    yield from paragraph(_solution_text(task, settings), size, width)
    yield space(0.35 * size)
    yield from move_blocks(chapter.record, settings, width)


def _solution_text(task: OpenTask, settings: PrintSettings) -> list[Run]:
    try:
        found = task.solution()
    except VeierError as error:
        return [Run(error.reason.text(settings.language))]
    first, *rest = found.line
    runs = [strong(first), Run(f" {' '.join(rest)}" if rest else "")]
    if others := found.moves[1:]:
        runs.append(Run(f"  {settings.translate('study.task.also', moves=', '.join(others), count=len(others))}"))
    return runs


def _title(study: Study, settings: PrintSettings) -> str:
    return study.title or settings.translate("study.untitled")


def _chapter_title(number: int, chapter: Chapter, settings: PrintSettings) -> str:
    return f"{number}. {chapter.title or chapter.record.game.text('title').text(settings.language)}"
