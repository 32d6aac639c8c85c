"""`veier warmup`: compile kernels ahead of use, where the library does not provide them."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from veier.cli.compile_progress import CompileLine
from veier.cli.completion import complete_game
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import format_number, translate

if TYPE_CHECKING:
    from veier.kernels.decorators import CompileProgress


@command("warmup", "veier warmup", "veier warmup hexrows")
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def warmup(games: tuple[str, ...], as_json: bool) -> None:
    """Compile the kernels of some games, or of all."""
    from veier.kernels.decorators import watching

    begun = time.monotonic()
    compiled: list[str] = []
    line = CompileLine()

    def report(progress: CompileProgress) -> None:
        compiled.append(progress.name)
        if as_json:
            echo(json.dumps(asdict(progress)))
        else:
            line.show(progress)

    with watching(report):
        _load(games)
    if not as_json:
        line.clear()
        echo(_summary(time.monotonic() - begun, bool(compiled)))


def _load(games: tuple[str, ...]) -> None:
    from veier.games import game as find_game
    from veier.loading import load_everything, load_search

    for found in [find_game(name) for name in games]:
        load_search(found)
    if not games:
        load_everything()


def _summary(seconds: float, was_compiled: bool) -> str:
    from veier.kernels import library
    from veier.kernels.backend import INSTALL_NUMBA, chosen_backend
    from veier.kernels.cache import kernel_cache_dir

    if not was_compiled and library.variant():
        return translate("cli.warmup.library", variant=library.variant())
    if chosen_backend() == "python":
        return translate("kernels.no_numba", command=INSTALL_NUMBA)
    place = kernel_cache_dir("veier.kernels.perft")
    key = "cli.warmup.done" if place else "cli.warmup.no_cache"
    return translate(key, seconds=format_number(seconds), place=place and place.parent)
