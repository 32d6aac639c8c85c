"""A player in another checkout of this project, to measure a change against an earlier version.

Run as a program in that checkout, it reads a line per move, with the name of a player, a seed, a position string and
the moves since then, and prints the move. That checkout needs this module and `players`; it uses its own kernels.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.players import Player, make_player, parse_player
from veier.core.history import History
from veier.core.move import Move
from veier.record.input_formats import split_line
from veier.record.position_string import format_position, parse_position


class CheckoutPlayer:
    """Asks a program in another checkout for its moves. The player's `detail` is a directory, `:` and a name there."""

    def __init__(self, player: Player) -> None:
        directory, _, name = player.detail.partition(":")
        seconds = f"@{player.seconds}" if player.seconds is not None else ""
        nodes = f"#{player.nodes}" if player.nodes is not None else ""
        threads = f"*{player.threads}" if player.threads > 1 else ""
        self._name = (name or "veier") + seconds + nodes + threads
        place = Path(directory).resolve()
        # Checkouts from before this module was renamed have it as `elsewhere`.
        module = "elsewhere" if (place / "benchmarks/elsewhere.py").exists() else "checkout_player"
        # Checkouts from before histories read the position after all moves.
        self._takes_history = (place / "src/veier/core/history.py").exists()
        self._program = subprocess.Popen(
            [sys.executable, "-m", f"benchmarks.{module}"],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, history: History, seed: int) -> Move:
        questions, answers = self._program.stdin, self._program.stdout
        assert questions
        assert answers
        known = history if self._takes_history else History(history.final)
        print(self._name, seed, format_position(known.start), *known.moves, file=questions, flush=True)
        answer = answers.readline().strip()
        if not answer:
            raise RuntimeError(f"the player in {self._program.args!r} has ended")
        return history.final.parse_move(answer)

    def __del__(self) -> None:
        self._program.kill()
        self._program.communicate()


def main() -> None:
    """Answer until standard input ends."""
    for line in sys.stdin:
        name, seed, *words = line.split()
        start, moves = split_line(words)
        history = History(parse_position(start), moves)
        print(make_player(parse_player(name, None))(history, int(seed)), flush=True)


if __name__ == "__main__":
    main()
