"""veier: 4EYES, 4EYES+ and hexagonal rows of four, for Python."""

from __future__ import annotations

from veier.core.errors import (
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    ParseError,
    UnknownGame,
    VeierError,
)
from veier.core.game import Game
from veier.core.move import Move
from veier.core.outcome import Outcome
from veier.core.patterns import Row, Square, Threat
from veier.core.position import Position
from veier.games import game, games

__all__ = [
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Row",
    "Square",
    "Threat",
    "UnknownGame",
    "VeierError",
    "game",
    "games",
]
__version__ = "0.1.0"
