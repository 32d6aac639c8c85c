"""Networks: the kernel and PyTorch agree, symmetric positions are worth the same, what is learnt is played.

Only training needs PyTorch; the other tests run without it.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cli.conftest import Run

import veier as library
from lab.documents import blocks, pattern
from veier.core.bundles import eval_bundle
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.lab.learning.inputs import network_inputs
from veier.lab.learning.network import Network

GAMES = ("hexrows", "4eyes-plus-3p")
SMALL = "hexrows?side=4&stones=9"


def random_network(game: Game, channels: int = 8, units: int = 6) -> Network:
    tables, random = network_inputs(game), np.random.default_rng(3)
    shapes = {
        "embedding": (int(tables.rows.max()) + 2, channels),
        "policy": (2, channels + 1),
        "hidden": (units, channels + len(tables.inputs) + 1),
        "output": (game.players + 1, units + 1),
    }
    return Network.of(game, {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()})


def some_positions(game: Game, seed: int = 1) -> list[Position]:
    """Return positions of random games, also of their ends."""
    random, found = Random(seed), []
    for plies in (0, 1, 5, 9, 14, 30):
        position = game.start()
        for _ in range(plies):
            if not position.is_over:
                position = position.play(random.choice(position.legal_numbers))
        if not position.is_over:
            found.append(position)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_symmetric_positions_are_worth_the_same(name: str) -> None:
    game = library.game(name)
    network = random_network(game)
    for position in some_positions(game):
        worths, priors = network.forward(position.state)
        for images, other in zip(game.rules.symmetries, position.symmetries(), strict=True):
            theirs = network.forward(other.state)
            np.testing.assert_allclose(theirs[0], worths, rtol=1e-9)
            np.testing.assert_allclose(theirs[1][list(images)], priors, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", GAMES)
def test_seats_are_seen_from_the_mover(name: str) -> None:
    """The first seat's stones and the second's, exchanged with the mover, are worth as much to the other."""
    game = library.game(name)
    network, state = random_network(game), game.rules.start_state()
    worths, _ = network.forward(state)
    state[0] = 1
    turned, _ = network.forward(state)
    assert turned[[1, *range(2, game.players), 0]].tolist() == worths[:-1].tolist()


def test_a_search_with_a_network_takes_its_evaluation_and_its_order() -> None:
    game = library.game("hexrows")
    network = random_network(game)
    own, both = eval_bundle(game), eval_bundle(network.searched())
    room = game.rules.move_limit + 1
    for position in some_positions(game):
        worths, priors = network.forward(position.state)
        written = np.empty(3)
        both.evaluate(both.tables, both.eval_tables, position.state, written)
        np.testing.assert_array_equal(written, worths)
        found = []
        for bundle in (own, both):
            moves, scores = np.empty(room, np.int64), np.empty(room)
            n = bundle.candidates(bundle.tables, bundle.eval_tables, position.state, moves, scores)
            found.append(moves[:n].tolist())
        assert found[1] == sorted(found[0], key=lambda move: -priors[move, 0])
        assert sorted(found[0]) == sorted(found[1])


def test_a_file_holds_a_network(tmp_path: Path) -> None:
    network, file = random_network(library.game(SMALL)), tmp_path / "small.npz"
    network.save(file)
    read = Network.load(file)
    assert read.game == network.game
    assert all((one == other).all() for one, other in zip(read.tables, network.tables, strict=True))
    for wrong in (b"", file.read_bytes()[:-40]):
        (tmp_path / "wrong.npz").write_bytes(wrong)
        with pytest.raises(VeierError, match="holds no network"):
            Network.load(tmp_path / "wrong.npz")


def test_a_network_plays_a_match_without_pytorch(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    file = tmp_path / "small.npz"
    random_network(library.game(SMALL)).save(file)
    asked = ("lab", "match", f"net:{file}:value:2#50", "random", SMALL, "--openings", "3", "--jobs", "1", "--json")
    done = veier(*asked)
    assert done.code == 0
    data = json.loads(done.out)
    assert data["games"] == 6
    assert data["players"][0]["forfeits"] == 0
    assert json.loads(veier(*asked).out)["players"][0]["points"] == data["players"][0]["points"]
    for refused in (f"net:{file}", f"net:{tmp_path / 'none.npz'}"):
        told = veier("lab", "match", refused, "random", "hexrows", "--openings", "1")
        assert told.code == 2
    told = veier("lab", "train", SMALL, "--data", str(tmp_path), "--out", str(file))
    assert (told.code, "pip install 'veier[train]'" in told.err) == (2, True)


def test_other_games_have_no_networks() -> None:
    for name in ("4eyes", "4eyes-plus-2p"):
        with pytest.raises(VeierError, match="there are none for it"):
            network_inputs(library.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_computes_what_pytorch_does(name: str) -> None:
    torch = pytest.importorskip("torch", reason="training needs the extra train")
    from veier.lab.learning.training import Forward, Plan, initial_weights

    game = library.game(name)
    tables = network_inputs(game)
    weights = initial_weights(tables, game.players, Plan(seed=2))
    network = Network.of(game, {each: tensor.detach().numpy() for each, tensor in weights.items()})
    forward = Forward(tables)
    for position in some_positions(game, seed=5):
        mover = position.mover
        colours = np.zeros((1, len(game.rules.points)), np.int64)
        for cell, seat in game.rules.stones(position.state).items():
            colours[0, cell] = 1 + (seat - mover) % game.players
        seats = [(mover + seat) % game.players for seat in range(game.players)]
        words = [word + (seats[seat] if seat >= 0 else 0) for word, seat in tables.inputs.tolist()]
        inputs = (position.state[words] * tables.scales).astype(np.float32)
        theirs, policy = forward(weights, torch.from_numpy(colours), torch.from_numpy(inputs))
        worths, priors = network.forward(position.state)
        np.testing.assert_allclose(worths[[*seats, game.players]], theirs[0].detach().numpy(), atol=1e-5)
        np.testing.assert_allclose(priors, policy[0, :-1].detach().numpy(), atol=1e-5)


def test_the_examples_of_the_docs(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    pytest.importorskip("pyarrow", reason="datasets need the extra lab")

    monkeypatch.chdir(tmp_path)
    (block,) = blocks("lab-learning.md", "console")
    examples = [example.partition("\n") for example in block.split("$ ")[1:]]
    for line, _, told in examples:
        printed = veier(*shlex.split(line)[1:]).out
        assert re.fullmatch(pattern(told), printed.strip(), re.DOTALL), printed
    # Once more, with the figures: the same network, which foretells unknown games better and better.
    before, train = Network.load(Path("small.npz")), shlex.split(examples[1][0])[1:]
    figures = [json.loads(line) for line in veier(*train, "--json").out.splitlines()]
    again = Network.load(Path("small.npz"))
    assert all((one == other).all() for one, other in zip(again.tables, before.tables, strict=True))
    assert [each["epoch"] for each in figures] == [*range(1, 7)]
    assert figures[-1]["value"] < figures[0]["value"]
    assert figures[-1]["policy"] > figures[0]["policy"]
    wrong = veier("lab", "train", "hexrows", "--data", "small", "--out", "other.npz")
    assert (wrong.code, "no positions of hexrows" in wrong.err) == (2, True)
