"""Studies with their chapters, their editors, and the links that make editors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import Row, bindparam, delete, func, insert, select, update

from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict
from veier.server.store.writer import Writer

_study, _chapter, _editor, _link = schema.studies, schema.chapters, schema.study_editors, schema.study_links

_ADD_STUDY, _ADD_CHAPTER = insert(_study), insert(_chapter)
_ADD_EDITOR, _ADD_LINK = insert(_editor), insert(_link)
_OUTLINE = (
    update(_study)
    .where(_study.c.id == bindparam("of_study"), _study.c.version == bindparam("old"))
    .values(
        title=bindparam("new_title"),
        chapters=bindparam("new_chapters"),
        command=bindparam("by"),
        updated=bindparam("at"),
        version=_study.c.version + 1,
    )
)
_TOUCH = update(_study).where(_study.c.id == bindparam("of_study")).values(updated=bindparam("at"))
_this_version = (
    (_chapter.c.study_id == bindparam("of_study"))
    & (_chapter.c.id == bindparam("of_chapter"))
    & (_chapter.c.version == bindparam("old"))
)
_CHANGE = (
    update(_chapter)
    .where(_this_version)
    .values(
        data=bindparam("new_data"),
        title=bindparam("new_title"),
        game=bindparam("new_game"),
        task=bindparam("new_task"),
        command=bindparam("by"),
        version=_chapter.c.version + 1,
    )
)
_DELETE_CHAPTER = delete(_chapter).where(_this_version)
_END_LINKS = delete(_link).where(_link.c.study_id == bindparam("of_study"))
_END_EDITORS = delete(_editor).where(_editor.c.study_id == bindparam("of_study"), _editor.c.owner.is_(False))
_LEAVE_ALL = delete(_editor).where(_editor.c.session == bindparam("of_session"), _editor.c.owner.is_(False))
# Chapters first: they refer to their study.
_DELETE_ALL = (
    delete(_chapter).where(_chapter.c.study_id == bindparam("of_study")),
    delete(_editor).where(_editor.c.study_id == bindparam("of_study")),
    _END_LINKS,
    delete(_study).where(_study.c.id == bindparam("of_study")),
)

Rights = Literal["owner", "edit", "read"]

_DAY_MS = 24 * 60 * 60 * 1000
# Old studies that are listed at once.
_BATCH = 50


class ChapterText(NamedTuple):
    """A chapter as it is written: a record as JSON, and what lists need of it."""

    data: str
    title: str
    game: str
    task: str | None


@dataclass(frozen=True, slots=True)
class StoredChapter:
    """A chapter without its record; `command` is the id of its last change."""

    id: str
    version: int
    command: str | None
    title: str
    game: str
    task: str | None


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study with its chapters in their order."""

    id: str
    title: str
    version: int
    command: str | None
    updated: int
    chapters: tuple[StoredChapter, ...]

    def chapter(self, name: str) -> StoredChapter | None:
        """Return a chapter by its id."""
        return next((each for each in self.chapters if each.id == name), None)


class ListedStudy(NamedTuple):
    """A study in a list: the number of its chapters, the game of the first one, and whether the session owns it."""

    id: str
    title: str
    chapters: int
    game: str | None
    updated: int
    owner: bool


_COLUMNS = (_chapter.c.id, _chapter.c.version, _chapter.c.command, _chapter.c.title, _chapter.c.game, _chapter.c.task)


class StudyStore:
    """Reads and writes studies."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    # Reading.

    async def find(self, name: str) -> StoredStudy | None:
        """Return a study."""
        of_study = select(_study).where(_study.c.id == name)
        found, rows = await self._connections.together(of_study, select(*_COLUMNS).where(_chapter.c.study_id == name))
        if not found:
            return None
        study, chapters = found[0], {row.id: _stored(row) for row in rows}
        order = [chapters[each] for each in json.loads(study.chapters) if each in chapters]
        return StoredStudy(study.id, study.title, study.version, study.command, study.updated, tuple(order))

    async def chapter(self, study: str, name: str) -> tuple[StoredChapter, str] | None:
        """Return a chapter and its record as JSON."""
        query = select(*_COLUMNS, _chapter.c.data).where(_chapter.c.study_id == study, _chapter.c.id == name)
        row = await self._connections.first(query)
        return (_stored(row), row.data) if row else None

    async def records(self, study: StoredStudy) -> list[str]:
        """Return the records of a study's chapters as JSON, in their order."""
        query = select(_chapter.c.id, _chapter.c.data).where(_chapter.c.study_id == study.id)
        found = {row.id: row.data for row in await self._connections.all(query)}
        return [found[each.id] for each in study.chapters if each.id in found]

    async def size(self, study: str, without: str = "") -> int:
        """Return the number of characters of a study's records, leaving out one chapter."""
        query = select(func.coalesce(func.sum(func.length(_chapter.c.data)), 0).label("size"))
        row = await self._connections.first(query.where(_chapter.c.study_id == study, _chapter.c.id != without))
        return int(row.size) if row else 0

    async def rights(self, study: str, session: str | None) -> Rights:
        """Return what a session may do with a study."""
        if session is None:
            return "read"
        query = select(_editor.c.owner).where(_editor.c.study_id == study, _editor.c.session == session)
        row = await self._connections.first(query)
        return "read" if row is None else "owner" if row.owner else "edit"

    async def of_session(self, session: str, most: int) -> list[ListedStudy]:
        """List the studies that a session may edit, the last changed first."""
        query = (
            select(_study.c.id, _study.c.title, _study.c.chapters, _study.c.updated, _editor.c.owner)
            .join(_editor, _editor.c.study_id == _study.c.id)
            .where(_editor.c.session == session)
            .order_by(_study.c.updated.desc(), _study.c.id)
            .limit(most)
        )
        rows = await self._connections.all(query)
        games = await self._games(rows)
        return [
            ListedStudy(row.id, row.title, len(order), games.get((row.id, order[0])), row.updated, row.owner)
            for row in rows
            if (order := json.loads(row.chapters))
        ]

    async def _games(self, rows: Sequence[Row[Any]]) -> Mapping[tuple[str, str], str]:
        query = select(_chapter.c.study_id, _chapter.c.id, _chapter.c.game)
        found = await self._connections.all(query.where(_chapter.c.study_id.in_([row.id for row in rows])))
        return {(row.study_id, row.id): row.game for row in found}

    async def owned_by(self, session: str) -> list[str]:
        """List the studies that a session owns."""
        query = select(_editor.c.study_id).where(_editor.c.session == session, _editor.c.owner.is_(True))
        return [row.study_id for row in await self._connections.all(query)]

    async def old(self, days: int) -> list[str]:
        """List some studies that nobody has changed for so many days."""
        query = select(_study.c.id).where(_study.c.updated < wall_ms() - days * _DAY_MS)
        return [row.id for row in await self._connections.all(query.order_by(_study.c.updated).limit(_BATCH))]

    async def linked(self, token: str) -> str | None:
        """Return the study that a link, given as a digest, permits to edit."""
        row = await self._connections.first(select(_link.c.study_id).where(_link.c.token == token))
        return row.study_id if row else None

    # Writing. Every change names what it was made on; Conflict is raised if that has changed.

    async def add(self, name: str, title: str, session: str, chapters: Mapping[str, ChapterText]) -> None:
        """Store a new study of a session."""
        now = wall_ms()
        row = {"id": name, "title": title, "chapters": dump_json(list(chapters)), "version": 1, "command": None}
        added = tuple(_chapter_row(name, each, text) for each, text in chapters.items())
        owner = {"study_id": name, "session": session, "owner": True}
        await self._writer.write(
            Step(_ADD_STUDY, ({**row, "created": now, "updated": now},)),
            Step(_ADD_CHAPTER, added),
            Step(_ADD_EDITOR, (owner,)),
            about=name,
        )

    async def change_outline(self, study: StoredStudy, title: str, order: Sequence[str], command: str) -> None:
        """Change title and order."""
        await self._writer.write(_outline(study, title, order, command), about=study.id)

    async def add_chapter(self, study: StoredStudy, name: str, text: ChapterText, order: Sequence[str]) -> None:
        """Add a chapter."""
        added = Step(_ADD_CHAPTER, (_chapter_row(study.id, name, text),))
        await self._writer.write(_outline(study, study.title, order, name), added, about=study.id)

    async def change_chapter(self, study: str, chapter: StoredChapter, text: ChapterText, command: str) -> None:
        """Replace a chapter's record."""
        row = {"of_study": study, "of_chapter": chapter.id, "old": chapter.version, "by": command}
        new = {"new_data": text.data, "new_title": text.title, "new_game": text.game, "new_task": text.task}
        touched = Step(_TOUCH, ({"of_study": study, "at": wall_ms()},))
        await self._writer.write(touched, Step(_CHANGE, (row | new,), exact=True), about=study)

    async def delete_chapter(self, study: StoredStudy, chapter: StoredChapter) -> None:
        """Delete a chapter."""
        order = [each.id for each in study.chapters if each.id != chapter.id]
        row = {"of_study": study.id, "of_chapter": chapter.id, "old": chapter.version}
        gone = Step(_DELETE_CHAPTER, (row,), exact=True)
        await self._writer.write(_outline(study, study.title, order, chapter.id), gone, about=study.id)

    async def delete(self, study: str) -> None:
        """Delete a study with all that belongs to it."""
        await self._writer.write(*(Step(each, ({"of_study": study},)) for each in _DELETE_ALL), about=study)

    async def add_editor(self, study: str, session: str) -> None:
        """Let a session edit a study."""
        row = {"study_id": study, "session": session, "owner": False}
        # Conflict: it may do so already.
        with suppress(Conflict):
            await self._writer.write(Step(_ADD_EDITOR, (row,)), about=study)

    async def leave_all(self, session: str) -> None:
        """Let a session edit no study any more that others own."""
        await self._writer.write(Step(_LEAVE_ALL, ({"of_session": session},)), about=session)

    async def add_link(self, study: str, token: str) -> None:
        """Store the digest of a link that permits to edit."""
        await self._writer.write(Step(_ADD_LINK, ({"token": token, "study_id": study},)), about=study)

    async def end_links(self, study: str) -> None:
        """End all links of a study, and what they have permitted: its owner alone edits it from now on."""
        row = {"of_study": study}
        await self._writer.write(Step(_END_LINKS, (row,)), Step(_END_EDITORS, (row,)), about=study)


def _stored(row: Row[Any]) -> StoredChapter:
    return StoredChapter(row.id, row.version, row.command, row.title, row.game, row.task)


def _chapter_row(study: str, name: str, text: ChapterText) -> dict[str, Any]:
    return {"study_id": study, "id": name, "version": 1, "command": None, **text._asdict()}


def _outline(study: StoredStudy, title: str, order: Sequence[str], command: str) -> Step:
    row = {"of_study": study.id, "old": study.version, "new_title": title, "new_chapters": dump_json(list(order))}
    return Step(_OUTLINE, ({**row, "by": command, "at": wall_ms()},), exact=True)
