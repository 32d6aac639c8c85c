"""`veier lab train`: train a small network on a dataset."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.arguments import GAME
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import OneOf, WholeNumber, bundle, command, option
from veier.cli.language import Refusal, format_number, language, translate
from veier.cli.settings import SEEDS, prepare
from veier.games import game as find_game
from veier.messages import typography

if TYPE_CHECKING:
    from veier.lab.learning.training import Figures


@command(
    "lab-train",
    "veier lab train hexrows --data games --out hexrows.npz",
    "veier lab match net:hexrows.npz@0.1 veier@0.1 hexrows --sprt 0,20",
)
@GAME
@option("--data", type=click.Path(path_type=Path), metavar="DIR", text="cli.lab-train.data")
@option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", text="cli.lab-train.out")
@option("--epochs", type=WholeNumber(1, 10_000), default=10, metavar="N", text="cli.lab-train.epochs")
@option("--channels", type=OneOf("4", "8", "16", "32"), default="16", text="cli.lab-train.channels")
@option("--seed", type=WholeNumber(0, SEEDS - 1), default=0, metavar="N", text="cli.lab-train.seed")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@bundle("place", dict, "data", "out")
@bundle("chosen", dict, "epochs", "channels", "seed")
def train(game: str, place: dict[str, Path | None], chosen: dict[str, int], as_json: bool) -> None:
    """Train, write the network after each epoch, and print its figures."""
    from veier.datasets.schema import load_pyarrow
    from veier.lab.learning.examples import read_examples
    from veier.lab.learning.inputs import network_inputs
    from veier.lab.learning.training import Plan, load_torch
    from veier.lab.learning.training import train as train_network

    data, out = (_given(place, name) for name in ("data", "out"))
    load_torch()
    load_pyarrow()
    played = find_game(game)
    tables = network_inputs(played)
    with compile_progress():
        prepare(played)
    examples = read_examples(data, tables, played)
    plan = Plan(int(chosen["channels"]), epochs=chosen["epochs"], seed=chosen["seed"])
    for network, figures in train_network(played, examples, plan):
        network.save(out)
        if figures.epoch == 1 and not as_json:
            size = {"positions": format_number(len(examples)), "weights": format_number(network.size)}
            echo(translate("cli.lab-train.size", **size))
        _print(figures, as_json)


def _given(place: dict[str, Path | None], name: str) -> Path:
    """Return a path that must be given; click would say so in English."""
    path = place[name]
    if path is None:
        raise Refusal(translate("cli.error.missing", name=f"--{name}", command="veier lab train"))
    return path


def _print(figures: Figures, as_json: bool) -> None:
    if as_json:
        echo(json.dumps(asdict(figures)))
        return
    errors = {
        name: typography.format_number(getattr(figures, name), language(), decimals=4)
        for name in ("value", "own_value")
    }
    shares = {
        name: translate("cli.search.percent", number=format_number(100 * getattr(figures, name)))
        for name in ("policy", "own_policy")
    }
    echo(translate("cli.lab-train.epoch", epoch=figures.epoch, **errors, **shares))
