"""Games: the catalogue, and the rules as pages to read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.learn.blocks import Span
from veier.messages import Message
from veier.server.schemas.base import Answer
from veier.server.schemas.boards import RefusedMove
from veier.view import View
from veier.view.model import Colour


class GameOption(Answer):
    """An option of a game with its range; `assumed` if the published rules leave the default open.

    `reading` says what another reading of a rule means, which is chosen where the value is not 0, by `usual` at first.
    """

    name: str
    low: int
    high: int
    default: int
    value: int
    assumed: bool
    reading: Message | None
    usual: int


class GameGroup(Answer):
    """The group of variants that a game belongs to; `id` is also the name of their rules page."""

    id: str
    title: Message


class GameInfo(Answer):
    """A game with its options as chosen, the number of levels, and a position to show.

    `minutes` and `ages`, such as "12+", are those of the author's sheet, null where it gives none. `solved` says
    that the books prove who wins.
    """

    id: str
    name: str
    title: Message
    group: GameGroup
    what: Message
    players: int
    minutes: int | None
    ages: str | None
    author: str
    credits: list[Message]
    year: int | None
    levels: int
    solved: bool
    board: Message
    pieces: Message
    options: list[GameOption]
    assumptions: list[Message]
    colours: list[Colour]
    view: View


class GameList(Answer):
    """All games."""

    games: list[GameInfo]


class RulesHeading(Answer):
    """The heading of a section."""

    kind: Literal["heading"]
    text: str


class RulesParagraph(Answer):
    """A paragraph."""

    kind: Literal["paragraph"]
    spans: list[Span]


class RulesBullets(Answer):
    """An unordered list."""

    kind: Literal["bullets"]
    items: list[list[Span]]


class RulesSteps(Answer):
    """An ordered list."""

    kind: Literal["steps"]
    items: list[list[Span]]


class RulesFigure(Answer):
    """A position that shows a rule; `moves` lead to it, and `refused` is a forbidden move that it shows."""

    caption: str
    id: str
    game: str
    moves: list[str]
    view: View
    refused: RefusedMove | None


class RulesFigures(Answer):
    """Figures that belong side by side."""

    kind: Literal["figures"]
    figures: list[RulesFigure]


class RulesPage(Answer):
    """The rules of a game; `lesson` names the lessons that go with them."""

    id: str
    page: str
    lesson: str | None
    language: str
    title: str
    blocks: list[
        Annotated[RulesHeading | RulesParagraph | RulesBullets | RulesSteps | RulesFigures, Field(discriminator="kind")]
    ]
