"""Boards on other sites: positions and games to look at."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.server.schemas.base import Answer, GameId, PositionText, RecordText, Request, Token
from veier.server.schemas.sockets import Change
from veier.view import View


class EmbedRequest(Request):
    """What to show: `game` with `moves` and perhaps the `code` of a short link; a `position` string; a `table`, or a
    `record`. Sentences are in `lang`, or as Accept-Language asks.
    """

    game: GameId | None = None
    moves: Annotated[str, Field(max_length=20_000)] = ""
    position: PositionText | None = None
    code: Annotated[str, Field(max_length=200)] | None = None
    table: Token | None = None
    record: RecordText | None = None
    lang: Literal["lb", "fr", "de", "en"] | None = None


class EmbeddedMove(Answer):
    """A move: what it did, whose turn it is afterwards or how the game ended, which move it is, what changed in the
    view.
    """

    said: str
    turn: str
    where: str
    changes: list[Change]


class Embed(Answer):
    """A game to step through: the view before its first move, and what each move changes in it.

    `link` is the path of the page where there is more, `live` says whether the game goes on; `colours` are the names of
    the seats' colours. It holds no names of people.
    """

    game: str
    title: str
    link: str
    live: bool
    colours: list[str]
    view: View
    turn: str
    where: str
    moves: list[EmbeddedMove]
