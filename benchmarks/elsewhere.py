"""A player in another checkout of this project, so that a change can be measured against what was there before.

Run as a program in that checkout it reads a line for each move to choose, a name, a number and a position string, and
answers with the move. Its checkout needs this file and `players`; its kernels are its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.players import Player, make_player, parse_player
from veier.core.move import Move
from veier.core.position import Position
from veier.record.position_string import format_position, parse_position


class Elsewhere:
    """Asks a program in another checkout for its moves. `detail` of the player: its directory, `:` and a name there."""

    def __init__(self, player: Player) -> None:
        directory, _, name = player.detail.partition(":")
        seconds = f"@{player.seconds}" if player.seconds is not None else ""
        nodes = f"#{player.nodes}" if player.nodes is not None else ""
        threads = f"*{player.threads}" if player.threads > 1 else ""
        self._name = (name or "veier") + seconds + nodes + threads
        place = Path(directory).resolve()
        self._program = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.elsewhere"],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, position: Position, seed: int) -> Move:
        questions, answers = self._program.stdin, self._program.stdout
        assert questions
        assert answers
        print(self._name, seed, format_position(position), file=questions, flush=True)
        answer = answers.readline().strip()
        if not answer:
            raise RuntimeError(f"the player in {self._program.args!r} has ended")
        return position.parse_move(answer)

    def __del__(self) -> None:
        self._program.kill()
        self._program.communicate()


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin:
        name, seed, position = line.split(maxsplit=2)
        print(make_player(parse_player(name, None))(parse_position(position), int(seed)), flush=True)


if __name__ == "__main__":
    main()
