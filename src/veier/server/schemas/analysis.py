"""Messages over the socket of the analysis board (`explain/best_lines.py`)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.explain.best_lines import MAX_LINES
from veier.messages import Message
from veier.server.schemas.base import Answer, GameId, MoveText, PositionText, Request
from veier.server.schemas.records import ProvenResult
from veier.server.schemas.sockets import PingMessage, PongMessage

SearchId = Annotated[str, Field(min_length=1, max_length=40)]


class AnalyseMessage(Request):
    """Asks for the best lines of a position, a number of them; what was asked before is no longer searched."""

    type: Literal["analyse"]
    id: SearchId
    game: GameId
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=500)
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 3


class StopMessage(Request):
    """Ends the search."""

    type: Literal["stop"]


class AnalysedLine(Answer):
    """A move and how the game is expected to go on.

    `moves` begin with this move, `proven` counts it; `chances` are each seat's practical chances after it.
    """

    moves: list[str]
    proven: ProvenResult | None
    chances: list[float]


class LinesMessage(Answer):
    """The best lines found so far, best first; more comes until `done`.

    `proven` is the result of the position, if it is certain; `nodes` how much was searched in this step.
    """

    type: Literal["lines"]
    id: str
    lines: list[AnalysedLine]
    proven: ProvenResult | None
    nodes: int
    done: bool


class EndedMessage(Answer):
    """A search was refused, or has ended before it was done: by its budget, or for another one of the session."""

    type: Literal["ended"]
    id: str | None
    reason: Message


AnalysisRequest = Annotated[AnalyseMessage | StopMessage | PingMessage, Field(discriminator="type")]
AnalysisMessage = Annotated[LinesMessage | EndedMessage | PongMessage, Field(discriminator="type")]
