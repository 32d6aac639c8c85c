"""Studies (`record/study.py`): outlines, chapters, links, tasks, and the messages over their sockets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.messages import Message
from veier.server.schemas.base import Answer, GameId, MoveText, RecordText, Request, Token
from veier.server.schemas.problems import Problem
from veier.server.schemas.records import RecordDocument
from veier.server.schemas.sockets import PongMessage

StudyRights = Literal["owner", "edit", "read"]
ChapterId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16}$")]
CommandId = Annotated[str, Field(min_length=1, max_length=40)]
TitleText = Annotated[str, Field(max_length=400)]
ChapterTask = Annotated[str, Field(max_length=8)]
Version = Annotated[int, Field(ge=1, le=2**31 - 1)]
# All chapters as text.
STUDY_TEXT_LIMIT = 200_000


class StudyRequest(Request):
    """A new study: a title, and its chapters as a file of records; without a title, that of the file."""

    title: TitleText = ""
    text: Annotated[str, Field(max_length=STUDY_TEXT_LIMIT)]


class OutlineRequest(Request):
    """Another title and order of a study, made on a version of its outline; `id` names the change."""

    id: CommandId
    version: Version
    title: TitleText
    chapters: Annotated[list[ChapterId], Field(max_length=100)]


class ChapterRequest(Request):
    """A new chapter: its id, random and chosen by the client, a record, and the chapter that it follows."""

    id: ChapterId
    text: RecordText
    after: ChapterId | None = None


class ChapterChange(Request):
    """Another record of a chapter, made on a version of it; `id` names the change."""

    id: CommandId
    version: Version
    text: RecordText


class StudyTryRequest(Request):
    """Moves from a task's position on: the solver's, and the replies to them."""

    moves: Annotated[list[MoveText], Field(max_length=12, default_factory=list)]


class EditorRequest(Request):
    """The secret of a link that permits to edit."""

    token: Token


class ChapterSummary(Answer):
    """A chapter in the outline of a study; `task` is a kind and a number of moves: `win 2`."""

    id: str
    version: int
    title: str
    game: GameId
    task: ChapterTask | None


class Study(Answer):
    """A study as the session sees it: its outline, and whether it may edit it."""

    id: str
    title: str
    version: int
    rights: StudyRights
    chapters: list[ChapterSummary]


class StudyChapter(Answer):
    """A chapter with its record, whose tags `Chapter` and `Task` have its title and its task."""

    id: str
    version: int
    record: RecordDocument


class StaleStudyProblem(Problem):
    """An error of a change; if it was made on an older version, the present chapter or outline."""

    chapter: StudyChapter | None = None
    study: Study | None = None


class CreatedStudy(Answer):
    """The id of a study."""

    id: str


class SavedChange(Answer):
    """A change is on disk; `version` is what it made."""

    version: int


class StudyLink(Answer):
    """The secret of a new link that permits to edit, for the fragment of an address: `/study/{id}#edit={token}`."""

    token: str


class ListedStudy(Answer):
    """A study that the session may edit; `game` is that of its first chapter, `updated` milliseconds since 1970."""

    id: str
    title: str
    chapters: int
    game: GameId | None
    updated: int
    owner: bool


class StudyList(Answer):
    """The session's studies, the last changed first."""

    studies: list[ListedStudy]


class StudyTask(Answer):
    """What is to be found in a chapter."""

    text: Message


class StudySolution(Answer):
    """All moves that solve a task, and how the game goes on after the first of them."""

    task: Message
    moves: list[str]
    line: list[str]


class ChangedStudy(Answer):
    """The study may have changed: its outline tells what. The first message says so, too."""

    type: Literal["changed"]


class DeletedStudy(Answer):
    """The study is gone."""

    type: Literal["deleted"]


StudyMessage = ChangedStudy | DeletedStudy | PongMessage
