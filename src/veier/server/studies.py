"""Studies that several people read and edit: who looks on, and changes that name what they were made on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from veier.messages import message
from veier.record.study import MOST_CHAPTERS
from veier.server.bus import Bus
from veier.server.http.problems import Problem, not_found
from veier.server.store.errors import Conflict
from veier.server.store.store import Store
from veier.server.store.studies import ChapterText, Rights, StoredChapter, StoredStudy
from veier.server.tables.connection import Connection

# Studies that a session may own or edit.
MOST_STUDIES = 200
# Characters of all chapters of a study, as they are stored.
_MOST_CHARACTERS = 400_000
# A chapter is added to the outline that others change at the same time.
_TRIES = 5

_CHANGED, _DELETED = '{"type":"changed"}', '{"type":"deleted"}'


class StaleChange(Exception):
    """A change was made on an older version than the present one."""


class Studies:
    """The studies of a server. What changes is told to all who have the study open, here and at other servers."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store.studies
        self._bus = bus
        self._readers: dict[str, set[Connection]] = {}

    # Who looks on.

    def watch(self, study: str, reader: Connection) -> None:
        """Send somebody a message at every change from now on."""
        self._readers.setdefault(study, set()).add(reader)
        reader.send(_CHANGED)

    def leave(self, study: str, reader: Connection) -> None:
        """Forget a reader who is gone."""
        readers = self._readers.get(study, set())
        readers.discard(reader)
        if not readers:
            self._readers.pop(study, None)

    def tell(self, study: str, deleted: bool = False) -> None:
        """Send the readers at this server a message that a study has changed, or is gone."""
        for reader in tuple(self._readers.get(study, ())):
            reader.send(_DELETED if deleted else _CHANGED)

    def tell_all(self) -> None:
        """Ask all readers at this server to look again: changes may have been missed."""
        for study in tuple(self._readers):
            self.tell(study)

    def tell_everybody(self, study: str, deleted: bool = False) -> None:
        """Send the readers at all servers a message that a study has changed, or is gone."""
        self.tell(study, deleted)
        self._bus.say("study", study=study, deleted=deleted)

    # Reading.

    async def find(self, name: str) -> StoredStudy:
        """Return a study; raise Problem 404."""
        found = await self._store.find(name)
        if found is None:
            raise not_found()
        return found

    async def chapter(self, study: str, name: str) -> tuple[StoredChapter, str]:
        """Return a chapter and its record as JSON; raise Problem 404."""
        found = await self._store.chapter(study, name)
        if found is None:
            raise not_found()
        return found

    async def require(self, study: str, session: str | None, *, owner: bool = False) -> Rights:
        """Return what a session may do; raise Problem 403 unless it may edit, alike for studies that there are not."""
        rights = await self._store.rights(study, session)
        if rights == "read" or (owner and rights != "owner"):
            raise Problem(403, message("study.not_yours" if owner else "study.read_only"))
        return rights

    # Changing.

    async def change_outline(self, name: str, version: int, title: str, order: Sequence[str], command: str) -> int:
        """Change title and order; return the new version. Raise StaleChange."""
        study = await self.find(name)
        if study.command == command and study.version == version + 1:
            return study.version
        if study.version != version:
            raise StaleChange
        if sorted(order) != sorted(each.id for each in study.chapters):
            raise Problem(422, message("study.order"))
        try:
            await self._store.change_outline(study, title, order, command)
        except Conflict:
            raise StaleChange from None
        self.tell_everybody(name)
        return version + 1

    async def add_chapter(self, name: str, chapter: str, text: ChapterText, after: str | None) -> None:
        """Add a chapter after another one, or at the end; sent again, it is there already."""
        await self._check_size(name, text, chapter)
        for _ in range(_TRIES):
            study = await self.find(name)
            if study.chapter(chapter):
                return
            if len(study.chapters) >= MOST_CHAPTERS:
                raise Problem(422, message("study.chapters", most=MOST_CHAPTERS))
            order = [each.id for each in study.chapters]
            order.insert(order.index(after) + 1 if after in order else len(order), chapter)
            with suppress(Conflict):
                await self._store.add_chapter(study, chapter, text, order)
                self.tell_everybody(name)
                return
        raise Conflict

    async def change_chapter(self, name: str, chapter: str, version: int, text: ChapterText, command: str) -> int:
        """Replace a chapter's record; return the new version. Raise StaleChange."""
        found, data = await self.chapter(name, chapter)
        if found.command == command and found.version == version + 1:
            return found.version
        if found.version != version:
            raise StaleChange
        if data == text.data:
            return version
        await self._check_size(name, text, chapter)
        try:
            await self._store.change_chapter(name, found, text, command)
        except Conflict:
            raise StaleChange from None
        self.tell_everybody(name)
        return version + 1

    async def delete_chapter(self, name: str, chapter: str, version: int) -> None:
        """Delete a chapter as somebody knows it; sent again, it is gone already. Raise StaleChange."""
        for _ in range(_TRIES):
            study = await self.find(name)
            found = study.chapter(chapter)
            if found is None:
                return
            if found.version != version:
                raise StaleChange
            if len(study.chapters) == 1:
                raise Problem(422, message("study.last_chapter"))
            with suppress(Conflict):
                await self._store.delete_chapter(study, found)
                self.tell_everybody(name)
                return
        raise Conflict

    async def delete(self, name: str) -> None:
        """Delete a study."""
        await self._store.delete(name)
        self.tell_everybody(name, deleted=True)

    async def end_links(self, name: str) -> None:
        """End all links that permit to edit, and what they have permitted."""
        await self._store.end_links(name)
        self.tell_everybody(name)

    async def _check_size(self, study: str, text: ChapterText, chapter: str) -> None:
        if await self._store.size(study, chapter) + len(text.data) > _MOST_CHARACTERS:
            raise Problem(422, message("study.full"))
