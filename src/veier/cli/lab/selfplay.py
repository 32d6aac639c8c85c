"""`veier lab selfplay`: play many games and keep them as a dataset."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from veier.cli.arguments import GAME
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import WholeNumber, bundle, command, option
from veier.cli.lab.running import Place, format_share, place_options, run_with_progress, say_how_to_go_on
from veier.cli.language import Refusal, format_count, format_number, translate
from veier.cli.settings import SEEDS, prepare, read_level
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.games import game as find_game
from veier.messages import message

if TYPE_CHECKING:
    from veier.datasets.reader import Dataset


class _Play(NamedTuple):
    """What is played: `level` for all seats, or one for each; None where it is not set."""

    n: int
    level: str
    seed: int
    nodes: int | None
    random_plies: int | None


@command(
    "lab-selfplay",
    "veier lab selfplay hexrows -n 100000 --level random --seed 1 --out games",
    "veier lab selfplay 4eyes-plus-3p -n 200 --level 3,1,1 --out weak",
    "veier lab selfplay 4eyes -n 1000000 --level 5 --out strong --cluster 10.0.0.5:6379",
)
@GAME
@option("-n", type=WholeNumber(1, 10**9), default=1000, text="cli.option.games")
@option("--level", default="1", metavar="LEVEL", text="cli.option.selfplay_level")
@option("--seed", type=WholeNumber(0, SEEDS - 1), default=0, metavar="N", text="cli.option.lab_seed")
@option("--nodes", type=WholeNumber(1, 10**9), metavar="N", text="cli.option.lab_nodes")
@option("--random-plies", type=WholeNumber(0, 100), metavar="N")
@option("--out", type=click.Path(path_type=Path), metavar="DIR", text="cli.option.lab_out")
@place_options
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@bundle("play", _Play, "n", "level", "seed", "nodes", "random_plies")
def selfplay(game: str, play: _Play, out: Path | None, place: Place, as_json: bool) -> int:
    """Play, and print what came of it."""
    from veier.datasets.reader import Dataset
    from veier.datasets.schema import load_pyarrow
    from veier.datasets.writer import write_checksums
    from veier.lab.run.ledger import Ledger
    from veier.lab.selfplay import DEFAULT_NODES, DEFAULT_RANDOM_PLIES, SelfPlay

    # Not declared as required: click would say so in English.
    if out is None:
        raise Refusal(translate("cli.error.missing", name="--out", command="veier lab selfplay"))
    load_pyarrow()
    played = find_game(game)
    with compile_progress():
        prepare(played)
    nodes = DEFAULT_NODES if play.nodes is None else play.nodes
    plies = DEFAULT_RANDOM_PLIES if play.random_plies is None else play.random_plies
    plan = SelfPlay(played.id, play.n, _levels(played, play.level), play.seed, nodes, plies)
    begun = time.monotonic()
    with Ledger(out, plan.job()) as ledger:
        if not run_with_progress(ledger, place.executor(), "cli.count.games", plan.games):
            return say_how_to_go_on(ledger)
        write_checksums(out, ledger.checksums())
    _report(played, Dataset(out), time.monotonic() - begun, as_json)
    return 0


def _levels(game: Game, text: str) -> tuple[str, ...]:
    """Read a level for all seats, or one for each."""
    from veier.lab.selfplay import RANDOM

    levels = text.split(",")
    if len(levels) not in (1, game.players):
        raise VeierError(message("cli.error.levels", level=text, players=game.players))
    for level in levels:
        if level != RANDOM:
            read_level(game, level)
    return tuple(levels) * (game.players if len(levels) == 1 else 1)


def _report(game: Game, dataset: Dataset, seconds: float, as_json: bool) -> None:
    from veier.datasets.statistics import summarise

    summary = summarise(dataset, game)
    if as_json:
        data = {"game": game.id, "games": summary.games, "plies": summary.plies, "wins": summary.wins}
        echo(json.dumps(data | {"draws": summary.games - sum(summary.wins), "seconds": round(seconds, 3)}))
        return
    figures = {"plies": format_number(summary.plies / summary.games), "seconds": format_number(seconds)}
    games = format_count("cli.count.games", summary.games)
    echo(translate("cli.lab-selfplay.done", games=games, directory=dataset.directory, **figures))
    for colour, wins in zip(game.colours, summary.wins, strict=True):
        share = format_share(wins, summary.games)
        echo(translate("cli.lab-selfplay.wins", colour=translate(f"colour.{colour}"), share=share))
