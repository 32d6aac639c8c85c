"""Players that are other programs: UGI engines, and this project as it is in another checkout."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.engine.ugi import GoLimits, Program, UgiEngine
from veier.lab.players import Player
from veier.messages import message


class ProgramPlayer:
    """Asks an engine for its moves; it is started when it is first asked, and again after it failed."""

    def __init__(self, player: Player, game: Game) -> None:
        self._limits = GoLimits(player.seconds, player.nodes)
        threads = {"Threads": player.threads} if player.threads > 1 else {}
        if player.kind == "checkout":
            program, options = _read_checkout(player.detail, game)
        else:
            program, options = _read_command(player.detail), {}
        self._engine = UgiEngine(program, game, options | threads)

    def __call__(self, history: History, seed: int) -> Move:
        return self._engine.best_move(history, self._limits, seed)

    def start(self) -> None:
        """Start the program; raise EngineError if it does not answer."""
        self._engine.start()

    def close(self) -> None:
        """End the program."""
        self._engine.close()


def _read_command(text: str) -> Program:
    try:
        command = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise VeierError(message("lab.command", command=text)) from error
    if not command:
        raise VeierError(message("lab.command", command=text))
    return Program(command)


def _read_checkout(detail: str, game: Game) -> tuple[Program, dict[str, object]]:
    """Return how to start `veier ugi` of a checkout, and its options: `DIR`, `DIR:level:3` or `DIR:veier:fair`."""
    directory, _, name = detail.partition(":")
    kind, _, setting = (name or "veier").partition(":")
    place = Path(directory).resolve()
    if not (place / "src" / "veier" / "cli" / "ugi.py").exists():
        raise VeierError(message("lab.checkout", directory=directory))
    known = {"veier": {"Attitude": setting or "own"}, "level": {"Level": setting}}
    if kind not in known:
        raise VeierError(message("lab.player", name=name, known=", ".join(known)))
    # Its own kernels, and nothing of this process's package.
    environment = {"PYTHONPATH": str(place / "src")}
    return Program([sys.executable, "-m", "veier", "ugi", game.id], str(place), environment), dict(known[kind])
