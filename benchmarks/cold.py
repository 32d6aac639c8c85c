"""Measures the time until the computer's first move: after `pip install .`, and in a fresh process with empty caches.

    python -m benchmarks.cold [--before COMMIT] [GAME ...]
    python -m benchmarks.cold --quick hexrows

Installs this checkout's HEAD and another commit, by default the last before kernels were compiled ahead of time, each
from a fresh clone into a fresh environment; only what pip has downloaded is kept. Then both play the first move of
every game in turn. The other commit plays each once, because it compiles for a minute. `--quick` measures only the
moves of this checkout as it is, without installing anything.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import veier
from benchmarks.installations import ROOT, Installation, first_move, install, without_installers
from benchmarks.processes import Cost

BEFORE = "fcbb3c4"
STRENGTHS = ("middle", "full")
# Wanted of `pip install .` with building the library, over without.
INSTALL_RATIO = 2.5
Figures = dict[str, Any]


def measure_installing(folder: Path, before: str, rounds: int) -> tuple[Installation, Installation, Figures]:
    """Install HEAD with and without building the library and the other commit, in turn; return both and figures."""
    new, bare, old = [], [], []
    for number in range(rounds):
        new.append(install("HEAD", folder / f"new-{number}"))
        bare.append(install("HEAD", folder / f"bare-{number}", VEIER_LIBRARY="none"))
        old.append(install(before, folder / f"old-{number}"))
    # The quickest of each.
    new_one, bare_one, old_one = (min(ones, key=lambda one: one.cost) for ones in (new, bare, old))
    figures: Figures = {"new": asdict(new_one.cost), "bare": asdict(bare_one.cost), "old": asdict(old_one.cost)}
    figures["ratio"] = {unit: figures["new"][unit] / figures["bare"][unit] for unit in ("cpu", "wall")}
    figures["megabytes"] = {"new": megabytes(new_one), "old": megabytes(old_one)}
    return new_one, old_one, figures


def megabytes(installation: Installation) -> dict[str, float]:
    """Return the size of what is in site-packages, and of that without pip."""
    sizes = installation.sizes
    return {"total": sum(sizes.values()) / 1e6, "without pip": sum(without_installers(sizes).values()) / 1e6}


def measure_moves(game: str, new: Installation, old: Installation, tries: int) -> Figures:
    """Measure the first moves of a game by both installations: from `pip install .`, and in a fresh process."""
    figures: Figures = {}
    for strength in STRENGTHS:
        first = first_move(new.python, game, strength)
        theirs = first_move(old.python, game, strength)
        ours = min([first, *(first_move(new.python, game, strength) for _ in range(tries - 1))])
        figures[strength] = {
            "process": _pair(ours, theirs),
            "installing": _pair(new.cost + ours, old.cost + theirs),
            "load": os.getloadavg()[0],
        }
    return figures


def measure_quickly(game: str, tries: int) -> Figures:
    """Measure the first moves of a game by this checkout as it is."""
    source = str(ROOT / "src")
    return {
        strength: asdict(min(first_move(sys.executable, game, strength, PYTHONPATH=source) for _ in range(tries)))
        for strength in STRENGTHS
    }


def _pair(new: Cost, old: Cost) -> Figures:
    return {"new": asdict(new), "old": asdict(old), "ratio": old.cpu / new.cpu}


def print_installing(figures: Figures, before: str) -> None:
    """Print what installing costs, and the sizes."""
    print("pip install . from a fresh clone; pip may use what it has downloaded before")
    for name, text in (("new", "HEAD"), ("bare", "HEAD, VEIER_LIBRARY=none"), ("old", before)):
        print(f"  {text:<26}{_text(figures[name])}")
    ratio = figures["ratio"]
    print(f"  with the library / without: {ratio['cpu']:.2f} (CPU), {ratio['wall']:.2f} (wall); wanted {INSTALL_RATIO}")
    for name, text in (("new", "HEAD"), ("old", before)):
        size = figures["megabytes"][name]
        print(f"  site-packages of {text}: {size['total']:.0f} MB, without pip {size['without pip']:.0f} MB")
    print(f"\n{'first computer move':<28}{'HEAD':>24}{before:>24}{'CPU ratio':>11}{'load':>7}", flush=True)


def print_moves(game: str, figures: Figures) -> None:
    """Print the rows of a game."""
    for strength, found in figures.items():
        for start in ("process", "installing"):
            pair = found[start]
            print(f"{game} {strength}, {'from pip install' if start == 'installing' else 'fresh process'}")
            print(f"{'':<28}{_text(pair['new'])}{_text(pair['old'])}{pair['ratio']:>11.1f}{found['load']:>7.2f}")
    sys.stdout.flush()


def _text(spent: dict[str, float]) -> str:
    return f"{spent['cpu']:>9.2f} CPU {spent['wall']:>6.2f} wall"


def compare(arguments: argparse.Namespace, games: Iterable[str]) -> Figures:
    """Install both commits, and measure the games by them."""
    with tempfile.TemporaryDirectory(prefix="veier-cold-") as folder:
        new, old, installing = measure_installing(Path(folder), arguments.before, arguments.rounds)
        if not arguments.json:
            print_installing(installing, arguments.before)
        figures: Figures = {"installing": installing, "games": {}}
        for game in games:
            figures["games"][game] = measure_moves(game, new, old, arguments.tries)
            if not arguments.json:
                print_moves(game, figures["games"][game])
    return figures


def main(given: list[str] | None = None) -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is given")
    parser.add_argument("--before", default=BEFORE, help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=2, help="how often each is installed")
    parser.add_argument("--tries", type=int, default=5, help="how many first moves the best is taken of")
    parser.add_argument("--quick", action="store_true", help="only the first moves of this checkout")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    arguments = parser.parse_args(given)
    games = arguments.games or [game.id for game in veier.all_games()]
    if arguments.quick:
        figures: Figures = {game: measure_quickly(game, arguments.tries) for game in games}
        if not arguments.json:
            for game, found in figures.items():
                print(f"{game:<22}" + "".join(f"  {name}{_text(spent)}" for name, spent in found.items()))
    else:
        figures = compare(arguments, games)
    if arguments.json:
        print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
