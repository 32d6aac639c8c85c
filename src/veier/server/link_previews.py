"""What a link to a page shows elsewhere, in messengers and on other sites: a title, a text, and a picture to draw.

Nothing of it is private: no names of people, nothing of a seat. Titles of studies are left out, too, because teachers
write names of classes and children there. Invitations have their secret in the fragment of a link, which never comes
here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.games import game as find_game
from veier.learn import find_lesson_page, lesson_pages, task_names
from veier.learn.puzzle import describe_kind, describe_puzzle
from veier.learn.puzzle_store import find_puzzle
from veier.messages import Message, message
from veier.server.http.problems import Problem
from veier.server.http.tokens import is_id
from veier.server.kernel_loading import load_rules
from veier.server.positions import MAX_QUERY_LENGTH, read_moves
from veier.server.services import Services
from veier.server.store.errors import StoreError
from veier.server.work.lines import Line
from veier.server.work.link_pictures import Pictured
from veier.table.table import Table

_HOME = "4eyes"
_DEFAULT = (message("web.home.title"), message("web.home.more"))
# Pages that are about a game, if they name one, with the titles of the others.
_SECTIONS = {
    "new": message("web.nav.play"),
    "analyse": message("web.analyse.title"),
    "explore": message("web.analyse.title"),
    "edit": message("web.edit.title"),
    "print": message("web.print.title"),
    "rules": message("web.rules.title"),
    "learn": message("web.learn.lessons"),
    "puzzles": message("web.learn.puzzles"),
    "trainer": message("web.trainer.title"),
    "games": message("web.nav.games"),
    "load": message("web.nav.load"),
    "study": message("web.study.studies"),
    "studies": message("web.study.studies"),
    "tournament": message("web.tournament.home"),
}
# What is said of pages of their own, instead of what is said of the site.
_SECTION_TEXTS = {
    "study": message("web.study.what"),
    "studies": message("web.study.what"),
    "tournament": message("web.tournament.new_what"),
    "edit": message("web.edit.what"),
}


class Preview(NamedTuple):
    """A link as it is shown elsewhere.

    pictured  what its picture shows
    embed     the path of the board that can be shown in its place, if it is one
    version   changes with the picture, for those who keep pictures by their address
    """

    title: Message
    text: Message
    pictured: Pictured
    embed: str | None = None
    version: str = ""


async def find_preview(services: Services, path: str) -> Preview | None:
    """Return the preview of a path with its query; None if there is no such page."""
    try:
        parts = urlsplit(path[: 2 * MAX_QUERY_LENGTH])
        query = dict(parse_qsl(parts.query, max_num_fields=20))
    except ValueError:
        # What looks like a URL but is none.
        return None
    if parts.netloc:
        return None
    first, *rest = (unquote(part) for part in parts.path.removeprefix("/").split("/"))
    find = _FINDERS.get(first)
    try:
        if find is not None and rest and rest[0]:
            return await find(services, rest, query)
        return _of_section(first, rest, query)
    except (VeierError, Problem, StoreError):
        return None


def home_preview() -> Preview:
    """Return what is shown of the site as a whole."""
    return Preview(*_DEFAULT, Pictured(_HOME))


def _of_section(first: str, rest: list[str], query: Mapping[str, str]) -> Preview | None:
    if first == "":
        return home_preview()
    section = _SECTIONS.get(first)
    if section is None:
        return None
    if not rest or not rest[0]:
        return Preview(section, _SECTION_TEXTS.get(first, message("preview.site")), Pictured(_HOME))
    game = _find_game(first, rest[0])
    title = message("preview.section", game=game.text("title"), section=section)
    if first == "rules":
        title = message("web.rules.of", game=game.group_title)
    line = _line(game, query)
    if first in ("analyse", "explore", "edit") and (line.start or line.moves):
        return Preview(title, message("preview.position"), Pictured(game.id, line), _embed_path(line))
    return Preview(title, game.text("what"), Pictured(game.id))


def _find_game(section: str, name: str) -> Game:
    """Find the game of a page; rules and lessons have pages by other names, too."""
    page = find_lesson_page(name) if section == "learn" else None
    return lesson_pages()[page] if page else find_game(name)


def _line(game: Game, query: Mapping[str, str]) -> Line:
    return Line(game.id, query.get("start") or None, tuple(read_moves(query.get("moves", ""))))


def _embed_path(line: Line) -> str:
    query = {"start": line.start, "moves": " ".join(line.moves)}
    asked = urlencode({name: value for name, value in query.items() if value})
    return f"/embed/{quote(line.game, safe='')}{'?' if asked else ''}{asked}"


# Pages that name something to be found.


async def _of_table(services: Services, rest: list[str], _: Mapping[str, str]) -> Preview:
    table = (await services.registry.find(rest[0])).table
    line = Line(table.game.id, table.setup.start, tuple(made.text for made in table.moves))
    title = message("preview.section", game=table.game.text("title"), section=message("preview.game"))
    version = str(table.version)
    return Preview(title, _situation(table), Pictured(line.game, line), f"/embed/table/{rest[0]}", version)


def _situation(table: Table) -> Message:
    """Say how a game stands."""
    if table.result:
        return table.result.description
    if table.mover is None or not table.moves:
        return message("preview.begins")
    turn = message("turn", colour=table.game.rules.seat_message(table.position.mover))
    return message("preview.running", count=len(table.moves), turn=turn)


async def _of_review(services: Services, rest: list[str], _: Mapping[str, str]) -> Preview | None:
    review = await services.store.reviews.find(rest[0]) if is_id(rest[0]) else None
    if review is None:
        return None
    game = find_game(review.game)
    line = Line(game.id, review.start, review.moves)
    title = message("preview.section", game=game.text("title"), section=message("web.review.title"))
    return Preview(title, message("preview.review"), Pictured(game.id, line), _embed_path(line))


async def _of_study(services: Services, rest: list[str], _: Mapping[str, str]) -> Preview:
    study = await services.studies.find(rest[0])
    wanted = study.chapter(rest[1]) if len(rest) > 1 else None
    chapter, data = await services.studies.chapter(study.id, (wanted or study.chapters[0]).id)
    game, record = find_game(chapter.game), json.loads(data)
    # What a task asks for is not shown.
    moves = () if chapter.task else tuple(each["move"] for each in record["moves"])
    title = message("preview.section", game=game.text("title"), section=message("study.untitled"))
    pictured = Pictured(game.id, Line(game.id, record["position"], moves))
    text = message("preview.study", count=len(study.chapters))
    return Preview(title, text, pictured, version=f"{chapter.id}{chapter.version}")


async def _of_tournament(services: Services, rest: list[str], _: Mapping[str, str]) -> Preview:
    game = (await services.tournaments.find(rest[0])).tournament.find_game()
    title = message("preview.section", game=game.text("title"), section=message("web.tournament.title"))
    return Preview(title, message("preview.tournament"), Pictured(game.id))


async def _of_puzzle(_: Services, rest: list[str], __: Mapping[str, str]) -> Preview:
    puzzle = find_puzzle(rest[0])
    game = find_game(puzzle.game)
    await load_rules(game)
    title = message("preview.section", game=game.text("title"), section=describe_kind(puzzle))
    pictured = Pictured(game.id, Line(game.id, puzzle.position, ()))
    # In a frame it could not be solved there, and its link would lead to the analysis.
    return Preview(title, await asyncio.to_thread(describe_puzzle, puzzle), pictured)


async def _of_lesson(services: Services, rest: list[str], query: Mapping[str, str]) -> Preview | None:
    page = find_lesson_page(rest[0])
    task = rest[1] if len(rest) > 1 else ""
    if page is None or task not in task_names(page):
        return _of_section("learn", rest, query)
    game = lesson_pages()[page]
    title = message("preview.section", game=game.text("title"), section=message(f"lesson.{task}.title"))
    return Preview(title, message(f"lesson.{task}.task"), Pictured(game.id, task=(page, task)))


async def _of_code(_: Services, rest: list[str], __: Mapping[str, str]) -> Preview | None:
    """Name the position of a short link; whether there is one is found out when it is drawn or shown."""
    if len(rest) != 2:
        return None
    game, code = find_game(rest[0]), rest[1].removesuffix(".png")
    title = message("preview.section", game=game.text("title"), section=message("web.analyse.position"))
    embed = f"/embed/{quote(rest[0], safe='')}/{quote(code, safe='')}"
    return Preview(title, message("preview.position"), Pictured(game.id, code=code), embed)


_Finder = Callable[[Services, list[str], Mapping[str, str]], Awaitable[Preview | None]]
_FINDERS: dict[str, _Finder] = {
    "table": _of_table,
    "review": _of_review,
    "study": _of_study,
    "tournament": _of_tournament,
    "puzzle": _of_puzzle,
    "learn": _of_lesson,
    "p": _of_code,
}
