"""`veier bench`: how fast the rules run on this computer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from veier.cli.arguments import GAME, read_position
from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import Refusal, format_number, translate
from veier.core.position import Position

# The CPU-seconds that one try should take.
_TRY = 0.2


@command("bench", "veier bench 4eyes", "veier bench hexrows --json --repeat 9")
@GAME
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--repeat", type=WholeNumber(1, 1000), default=5)
def bench(game: str, as_json: bool, repeat: int) -> None:
    """Measure and print."""
    with compile_progress():
        position = read_position(game)
        if position.is_over:
            raise Refusal(translate("illegal.over"))
        figures = run_interruptibly(lambda: measure(position, repeat))
    if as_json:
        echo(json.dumps({"game": position.game.id, **figures}))
    else:
        for name, value in figures.items():
            echo(translate(f"cli.bench.{name}", value=format_number(value)))


def measure(position: Position, repeat: int) -> dict[str, int]:
    """Measure random games and perft in CPU-seconds of one thread, the best of several tries."""
    from veier.core.perft import perft
    from veier.core.playouts import play_randomly

    def play(games: int) -> float:
        return _cpu_seconds(lambda: play_randomly(position, games, 1))

    def count(depth: int) -> float:
        return _cpu_seconds(lambda: perft(position, depth))

    play(1)
    games = max(100, int(1000 * _TRY / play(1000)))
    seconds = min(play(games) for _ in range(repeat))
    plies = play_randomly(position, games, 1).plies
    depth = 1
    # Deep enough to be measured, but not beyond the end of a very short game.
    while count(depth) < _TRY / 20 and perft(position, depth + 1) > perft(position, depth):
        depth += 1
    perft_seconds = min(count(depth) for _ in range(repeat))
    return {
        "playouts_per_s": round(games / seconds),
        "plies_per_s": round(plies / seconds),
        "perft_per_s": round(perft(position, depth) / perft_seconds),
        "perft_depth": depth,
    }


def _cpu_seconds(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun
