"""Measures the speed of the rules, as rates and as ratios within one run.

    python -m benchmarks.speed
    python -m benchmarks.speed --yardstick DIRECTORY

Prints playouts and perft of every game per CPU-second of one thread, the best of several tries. With a yardstick, a
directory with bench.cpp, a C++ program for 4EYES alone, both run in turn and the ratios are printed: rates on a
shared machine vary by a factor of two within minutes, ratios of neighbouring runs hardly. In the placing phase our
perft counts the last move without making it, which the yardstick does not; in phase 2 both look at every move. In
alpha-beta both do the same work: a transposition table, all moves in the order of the rules, a count of threats at the
leaves.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import veier
from veier.core.perft import perft
from veier.core.playouts import play_randomly
from veier.core.position import Position

# Playouts per CPU-second of Ludii, a general game system, measured once on such a core.
LUDII = {"4eyes-pencil-2p-7x7": 3_100, "4eyes-pencil-2p": 1_300, "hexrows": 2_100}
# The positions where alpha-beta is measured, the yardstick's own, and the depth in plies.
ALPHABETA = (
    ("4eyes .r31.b21./r12..../....b21/...../b14r21... r 2.2.3/3.0.4 0 -", 4),
    ("4eyes b31...b24/r23b43.../.r42..r12/b13..../r31b32.r31. r 1.3.1/3.1.1 0 -", 4),
    ("4eyes r42...b34/b31..r41b21/.r41.b24b31/....r32/r13r24.b14. r 1.2.1/2.1.1 0 -", 5),
)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU-seconds that this thread takes for some work."""
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def best(work: Callable[[], object], tries: int) -> float:
    """Return the best time of several tries, after one that may compile."""
    work()
    return min(cpu_seconds(work) for _ in range(tries))


def careful_position(game: str, stones: int, phase: int) -> Position:
    """Return a position of a phase, reached by random moves that do not end the game."""
    start = veier.game(game).start()
    for seed in range(100):
        position, rng = start, np.random.default_rng(seed)
        while len(position.stones) < stones or position.phase < phase:
            after = [
                position.play(position.legal_moves[int(k)]) for k in rng.integers(len(position.legal_moves), size=9)
            ]
            running = [next_position for next_position in after if not next_position.is_over]
            if not running:
                break
            position = running[0]
        else:
            return position
    raise RuntimeError(f"no such position of {game}")


def alphabeta_rate(tries: int = 3, *, plain: bool = True) -> float:
    """Return the nodes per second of iterative deepening, with the yardstick's `plain` evaluation or the game's own."""
    from benchmarks.plain_evaluation import GUIDE_TABLES, candidates, evaluate
    from veier.core.bundles import eval_bundle
    from veier.search.alphabeta.memory import NODES, make_memory
    from veier.search.alphabeta.search import WIN, alpha_beta

    nodes, seconds = 0, 0.0
    for text, depth in ALPHABETA:
        position = veier.parse_position(text)
        bundle = eval_bundle(position.game)
        if plain:
            bundle = bundle._replace(candidates=candidates, evaluate=evaluate, eval_tables=GUIDE_TABLES)
        times = []
        for _ in range(tries):
            memory = make_memory(position, depth + 1, megabytes=16, stop=np.zeros(1, np.int64))
            memory.table.fill(0)  # touch its memory before the clock starts, as the yardstick does
            begun = time.thread_time()
            for plies in range(1, depth + 1):
                alpha_beta(bundle, memory, 0, plies, -WIN, WIN)
            times.append(time.thread_time() - begun)
        nodes, seconds = nodes + int(memory.control[NODES]), seconds + min(times)
    return nodes / seconds


def _theirs(measured: dict[str, float], name: str) -> float:
    """Return a rate that the yardstick printed; alpha-beta is printed per position."""
    if name != "alphabeta_nps":
        return measured[name]
    places = range(len(ALPHABETA))
    return sum(measured[f"ab{k}_nodes"] for k in places) / sum(measured[f"ab{k}_s"] for k in places)


def compare(yardstick: Path, rounds: int) -> None:
    """Print the ratios to the C++ program for 4EYES."""
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "limit"
        build = ["g++", "-O3", "-march=native", "-pthread", "-o", str(program), str(yardstick / "bench.cpp")]
        subprocess.run(build, check=True)
        start = veier.game("4eyes").start()
        middle, second = careful_position("4eyes", 24, 1), careful_position("4eyes", 40, 2)
        work: dict[str, Callable[[], float]] = {
            "playouts_per_s": lambda: 100_000 / best(lambda: play_randomly(start, 100_000, 42), 3),
            "perft3_nps": lambda: perft(start, 3) / best(lambda: perft(start, 3), 3),
            "perft3_mid_nps": lambda: perft(middle, 3) / best(lambda: perft(middle, 3), 3),
            "perft4_ph2_nps": lambda: perft(second, 4) / best(lambda: perft(second, 4), 3),
            "alphabeta_nps": alphabeta_rate,
        }
        ours: dict[str, float] = dict.fromkeys(work, 0.0)
        theirs: dict[str, float] = dict.fromkeys(work, 0.0)
        for _ in range(rounds):
            measured = json.loads(subprocess.run([str(program), "3"], check=True, capture_output=True).stdout)
            for name, rate in work.items():
                ours[name] = max(ours[name], rate())
                theirs[name] = max(theirs[name], _theirs(measured, name))
    print(f"{'4eyes':<28}{'veier':>16}{'C++':>16}{'ratio':>8}")
    for name in work:
        print(f"{name:<28}{ours[name]:>16,.0f}{theirs[name]:>16,.0f}{ours[name] / theirs[name]:>8.2f}")
    print()


def survey(tries: int) -> None:
    """Print the rates of every game."""
    print(f"{'game':<22}{'games/s':>12}{'plies/s':>14}{'perft/s':>16}{'phase 2 perft/s':>17}{'x Ludii':>9}")
    for game in veier.all_games():
        start = game.start()
        seconds = best(lambda start=start: play_randomly(start, 20_000, 1), tries)  # type: ignore[misc]
        plies = play_randomly(start, 20_000, 1).plies
        depth = 4 if game.name == "hexrows" else 3
        leaves = perft(start, depth) / best(lambda start=start, depth=depth: perft(start, depth), tries)  # type: ignore[misc]
        ludii = f"{20_000 / seconds / LUDII[game.id]:.0f}" if game.id in LUDII else ""
        rates = f"{20_000 / seconds:>12,.0f}{plies / seconds:>14,.0f}{leaves:>16,.0f}"
        print(f"{game.id:<22}{rates}{_second(game, tries):>17}{ludii:>9}", flush=True)


def _second(game: veier.Game, tries: int) -> str:
    """Return the perft rate in phase 2, if random play reaches one."""
    if game.name.startswith(("hexrows", "4eyes-pencil")):
        return ""
    position = careful_position(game.id, 0, 2)
    return f"{perft(position, 3) / best(lambda: perft(position, 3), tries):,.0f}"


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yardstick", type=Path, help="a directory with bench.cpp to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="how often both run in turn")
    parser.add_argument("--tries", type=int, default=5, help="how many tries the best is taken of")
    arguments = parser.parse_args()
    if arguments.yardstick:
        compare(arguments.yardstick, arguments.rounds)
    survey(arguments.tries)


if __name__ == "__main__":
    main()
