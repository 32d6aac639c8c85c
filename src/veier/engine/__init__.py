"""Other programs as players and analysts: clients of `veier engine` and of engines that speak UGI.

    import sys, veier
    from veier.engine import GoLimits, JsonEngine

    game = veier.game("hexrows")
    with JsonEngine([sys.executable, "-m", "veier", "engine"]) as engine:
        for analysis in engine.analyses(veier.History(game.start()), GoLimits(seconds=3), top=3):
            print(analysis.nodes, *(line.move for line in analysis.variations))

`UgiEngine` asks any UGI engine the same way, and `AsyncEngine` wraps either for programs with an event loop.
"""

from __future__ import annotations

from veier.engine.async_engine import AsyncEngine
from veier.engine.conversation import Engine, GoLimits, Patience, Program
from veier.engine.errors import EngineError
from veier.engine.json_lines import JsonEngine
from veier.engine.ugi import UgiEngine

__all__ = ["AsyncEngine", "Engine", "EngineError", "GoLimits", "JsonEngine", "Patience", "Program", "UgiEngine"]
