"""Compares the speed of the kernels from the library with that of the same kernels by Numba, as ratios in one run.

    python -m benchmarks.backends [--rounds N] [TASK ...]

Each variant of the library, and Numba, has a process of its own, which lives as long as the comparison. They do every
task in turn, round after round, and the best rate of each counts: rates on a shared machine vary, the best ones hardly.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import veier
from benchmarks.runners import runners
from benchmarks.speed import alphabeta_rate, best, careful_position
from benchmarks.threats import our_rate
from veier.core.perft import perft
from veier.core.playouts import play_randomly
from veier.kernels import library
from veier.search.limits import Stop
from veier.search.mcts.search import simulate

NUMBA = "numba"
# Wanted of the best variant's rate over Numba's.
WANTED = 0.97
PLAYOUTS = 10_000
SIMULATIONS = 50_000
THREAT_NODES = 100_000


def playout_rate(game: str) -> float:
    """Return random games per CPU-second."""
    start = veier.game(game).start()
    return PLAYOUTS / best(lambda: play_randomly(start, PLAYOUTS, 1), 2)


def perft_rate(game: str) -> float:
    """Return leaves per CPU-second."""
    start, depth = veier.game(game).start(), 4 if game == "hexrows" else 3
    return perft(start, depth) / best(lambda: perft(start, depth), 2)


def moving_rate(game: str) -> float:
    """Return leaves per CPU-second in the phase where pieces move."""
    position = careful_position(game, 0, 2)
    return perft(position, 3) / best(lambda: perft(position, 3), 2)


def mcts_rate(game: str) -> float:
    """Return simulations of tree search per CPU-second."""
    start, limits = veier.game(game).start(), veier.Limits(nodes=SIMULATIONS)
    # The time of the process, because the search runs in a thread of its own.
    begun = time.process_time()
    simulate(start, limits, seed=1, stop=Stop())
    return SIMULATIONS / (time.process_time() - begun)


TASKS: dict[str, tuple[Callable[[str], float], tuple[str, ...]]] = {
    "playouts": (playout_rate, ("4eyes", "hexrows", "4eyes-plus-2p", "4eyes-plus-3p", "4eyes-pencil-2p-7x7")),
    "perft": (perft_rate, ("4eyes", "hexrows", "4eyes-plus-2p", "4eyes-pencil-3p")),
    "perft moving": (moving_rate, ("4eyes", "4eyes-plus-2p")),
    "alpha-beta": (lambda game: alphabeta_rate(2, plain=False), ("4eyes",)),
    "threats": (lambda game: our_rate(game, None, THREAT_NODES), ("4eyes-beginners", "4eyes-plus-2p")),
    "mcts": (mcts_rate, ("hexrows", "4eyes-plus-3p", "4eyes-pencil-3p-7x7")),
}


def measure(task: str, game: str) -> float:
    """Return a rate in this process."""
    return TASKS[task][0](game)


def load() -> list[str]:
    """Load all kernels; return what runs them."""
    from veier.loading import load_everything

    load_everything()
    return runners()


class Backend:
    """A process whose kernels are run by one variant of the library, or by Numba."""

    def __init__(self, kernels: str) -> None:
        self.best: dict[tuple[str, str], float] = {}
        # The process is started by the first task, and reads the variable then.
        os.environ["VEIER_KERNELS"] = kernels
        self.process = ProcessPoolExecutor(1, get_context("spawn"))
        found = self.process.submit(load).result()
        if found != [kernels]:
            raise RuntimeError(f"asked for {kernels}, but kernels are run by {', '.join(found)}")

    def measure(self, task: str, game: str) -> None:
        """Do a task, and keep the best rate."""
        if (task, game) not in self.best:
            # Once before it counts: Numba compiles what is called.
            self.process.submit(measure, task, game).result()
        rate = self.process.submit(measure, task, game).result()
        self.best[task, game] = max(rate, self.best.get((task, game), 0.0))


def compare(kernels: list[str], tasks: list[str], rounds: int) -> dict[str, Backend]:
    """Let all backends do all tasks in turn."""
    backends = {name: Backend(name) for name in kernels}
    for _ in range(rounds):
        for task in tasks:
            for game in TASKS[task][1]:
                for backend in backends.values():
                    backend.measure(task, game)
    return backends


def print_table(backends: dict[str, Backend]) -> None:
    """Print Numba's rates, and the ratios of the others to them."""
    numba, variants = backends[NUMBA], [name for name in backends if name != NUMBA]
    print(f"{'a CPU-second':<36}{'Numba':>16}" + "".join(f"{name:>12}" for name in variants))
    for (task, game), rate in numba.best.items():
        ratios = [backends[name].best[task, game] / rate for name in variants]
        mark = "" if ratios[0] >= WANTED else f"  below {WANTED}"
        print(f"{task:<14}{game:<22}{rate:>16,.0f}" + "".join(f"{ratio:>12.2f}" for ratio in ratios) + mark)
    print(f"load average {os.getloadavg()[0]:.2f}")


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS)}; all if none is given")
    parser.add_argument("--rounds", type=int, default=8, help="how often each does every task")
    arguments = parser.parse_args()
    variants = library.variants()
    if not variants:
        parser.error("there is no library: build it with python -m native.build")
    if unknown := set(arguments.tasks) - set(TASKS):
        parser.error(f"no such task: {', '.join(sorted(unknown))}")
    kernels = [NUMBA, *variants]
    print_table(compare(kernels, arguments.tasks or list(TASKS), arguments.rounds))


if __name__ == "__main__":
    main()
