"""Measures the speed of proof search, as a ratio to a C++ program in one run.

    python benchmarks/threats.py SOLVE_CPP

SOLVE_CPP is the source of a dense C++ solver of the same two levels of search, which is compiled for each board. Both
search for a proof that Red wins, in turn and for the same time; the nodes of threat search per CPU-second are compared.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import veier
from veier.search.limits import Stop
from veier.search.pn.proof_search import ProofSearch

# The build flags and settings with which the C++ program searches like ours.
GAMES = {
    "4eyes-plus-2p": (["-DNN=9"], {"CAP1": "500", "CAP2": "20000"}),
    "4eyes-beginners": (["-DNN=8", "-DTILES=1", "-DPH2=1"], {"CAP1": "30", "CAP2": "10000"}),
}


def our_rate(game: str, seconds: float | None, nodes: int | None = None) -> float:
    """Return our nodes of threat search per CPU-second, of a search that ends after a time or a number of nodes."""
    search = ProofSearch(veier.game(game).start(), 256)
    moment = None if seconds is None else time.monotonic() + seconds
    with search.until(Stop(), moment, nodes):
        begun = time.thread_time()
        search.prove(0)
        spent = time.thread_time() - begun
    return search.threat_nodes / spent


def their_rate(program: Path, settings: dict[str, str], seconds: float) -> float:
    """Return the nodes of the C++ program per CPU-second."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, **settings, "TLIM": str(seconds), "TB": "23", "VERB": "0"}
    done = subprocess.run([str(program)], env=environment, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r" tn ([0-9.]+)M", done.stdout)
    if found is None:
        raise RuntimeError(f"unexpected output: {done.stdout}")
    return float(found[1]) * 1e6 / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="the C++ solver's source")
    parser.add_argument("--seconds", type=float, default=10, help="how long each searches at most")
    parser.add_argument("--rounds", type=int, default=3, help="how often both run in turn")
    arguments = parser.parse_args()
    print(f"{'threat nodes a CPU-second':<28}{'veier':>16}{'C++':>16}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as place:
        for game, (flags, settings) in GAMES.items():
            program = Path(place) / game
            subprocess.run(
                ["g++", "-O3", "-march=native", *flags, "-o", str(program), str(arguments.source)], check=True
            )
            ours = theirs = 0.0
            for _ in range(arguments.rounds):
                ours = max(ours, our_rate(game, arguments.seconds))
                theirs = max(theirs, their_rate(program, settings, arguments.seconds))
            print(f"{game:<28}{ours:>16,.0f}{theirs:>16,.0f}{ours / theirs:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
