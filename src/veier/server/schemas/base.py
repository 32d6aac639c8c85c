"""The two kinds of models, and the types that several of them share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

# Readers of records have limits of their own.
MAX_MOVES = 2000
# A position string has 17 characters for each move since the last irreversible one.
MAX_POSITION_LENGTH = 10_000

PlayerName = Annotated[str, Field(max_length=96)]
GameId = Annotated[str, Field(max_length=100)]
PositionText = Annotated[str, Field(max_length=MAX_POSITION_LENGTH)]
MoveText = Annotated[str, Field(max_length=40)]
Token = Annotated[str, Field(max_length=100)]
RecordText = Annotated[str, Field(max_length=64 * 1024)]


class Request(BaseModel):
    """A request: values are not converted, and unknown names are refused."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answer(BaseModel):
    """A response."""

    model_config = ConfigDict(frozen=True)
