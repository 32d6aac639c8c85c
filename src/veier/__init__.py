"""veier: 4EYES, 4EYES+ and hexagonal rows of four, for Python.

    import veier

    game = veier.game("4eyes")
    position = game.start().play("13@C3", "24@B2")
    position.mover, position.legal_moves, position.outcome

The games belong to their authors, Gérard Pierson and Martin Dieterle; this is an unofficial implementation.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veier.core.errors import (
        BadNotation,
        BadOption,
        BadPosition,
        BadRecord,
        BadType,
        IllegalMove,
        ParseError,
        UnknownGame,
        VeierError,
    )
    from veier.core.game import Game
    from veier.core.history import History
    from veier.core.legal_moves import LegalMoves
    from veier.core.move import Move
    from veier.core.outcome import Outcome
    from veier.core.patterns import Row, Square, Threat
    from veier.core.perft import divide, perft
    from veier.core.playouts import play_randomly
    from veier.core.position import Position
    from veier.explain.explainers import explain_move, explain_position
    from veier.explain.remark import Remark
    from veier.games import all_games, game
    from veier.proofs import book_move, check_proof, read_proof, solve, write_proof
    from veier.record import (
        Node,
        Record,
        format_position,
        format_record,
        format_records,
        parse_position,
        parse_record,
        read_records,
        record_from_data,
        record_to_data,
        write_records,
    )
    from veier.search.analysis import Analysis, Proven, Variation
    from veier.search.levels import level_count, think_at_level
    from veier.search.limits import Limits, Stop
    from veier.search.preparation import prepare
    from veier.search.solve.book import BookMove
    from veier.search.solve.check import CheckResult
    from veier.search.solve.solver import Solution
    from veier.search.solve.strategy import Strategy
    from veier.search.think import think
    from veier.view import View

# Where each name lives. They are loaded when they are used: `veier --help` should not wait for NumPy.
_HOMES = {
    "veier.core.perft": ("divide", "perft"),
    "veier.core.playouts": ("play_randomly",),
    "veier.core.errors": (
        "BadNotation",
        "BadOption",
        "BadPosition",
        "BadRecord",
        "BadType",
        "IllegalMove",
        "ParseError",
        "UnknownGame",
        "VeierError",
    ),
    "veier.core.game": ("Game",),
    "veier.core.history": ("History",),
    "veier.core.legal_moves": ("LegalMoves",),
    "veier.core.move": ("Move",),
    "veier.core.outcome": ("Outcome",),
    "veier.core.patterns": ("Row", "Square", "Threat"),
    "veier.core.position": ("Position",),
    "veier.games": ("all_games", "game"),
    "veier.proofs": ("book_move", "check_proof", "read_proof", "solve", "write_proof"),
    "veier.record": (
        "Node",
        "Record",
        "format_position",
        "format_record",
        "format_records",
        "parse_position",
        "parse_record",
        "read_records",
        "record_from_data",
        "record_to_data",
        "write_records",
    ),
    "veier.search.analysis": ("Analysis", "Proven", "Variation"),
    "veier.explain.explainers": ("explain_move", "explain_position"),
    "veier.search.levels": ("level_count", "think_at_level"),
    "veier.search.limits": ("Limits", "Stop"),
    "veier.search.preparation": ("prepare",),
    "veier.explain.remark": ("Remark",),
    "veier.search.solve.book": ("BookMove",),
    "veier.search.solve.check": ("CheckResult",),
    "veier.search.solve.solver": ("Solution",),
    "veier.search.solve.strategy": ("Strategy",),
    "veier.search.think": ("think",),
    "veier.view": ("View",),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Analysis",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadType",
    "BookMove",
    "CheckResult",
    "Game",
    "History",
    "IllegalMove",
    "LegalMoves",
    "Limits",
    "Move",
    "Node",
    "Outcome",
    "ParseError",
    "Position",
    "Proven",
    "Record",
    "Remark",
    "Row",
    "Solution",
    "Square",
    "Stop",
    "Strategy",
    "Threat",
    "UnknownGame",
    "Variation",
    "VeierError",
    "View",
    "all_games",
    "book_move",
    "check_proof",
    "divide",
    "explain_move",
    "explain_position",
    "format_position",
    "format_record",
    "format_records",
    "game",
    "level_count",
    "parse_position",
    "parse_record",
    "perft",
    "play_randomly",
    "prepare",
    "read_proof",
    "read_records",
    "record_from_data",
    "record_to_data",
    "solve",
    "think",
    "think_at_level",
    "write_proof",
    "write_records",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
