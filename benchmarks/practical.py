"""Fits the practical chances of reviews to games between levels, and writes docs/reviews.md.

    python -m benchmarks.practical 4eyes --games 200 --write
    python -m benchmarks.practical --page

The first command plays games between players of the same level, fits a model (`veier.explain.practical`) for weak,
middling and strong ones, shows how well a model of one half of the games predicts the other, and writes the models into
the family's `practical.json` and the figures to benchmarks/practical.jsonl. The second writes the page from these.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import veier
from veier.explain.practical import LONGEST_WIN, PracticalModel, evaluate, is_blunder, win_length
from veier.explain.tactics import move_outcomes
from veier.record.result import result_of
from veier.search.levels import level_count, think_at_level
from veier.search.simple_players import random_move
from veier.search.solve.knowledge import known_result
from veier.search.think import think

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "practical.jsonl"
PAGE = ROOT / "docs" / "reviews.md"
STRENGTHS = ("weak", "middling", "strong")
# The limits of the searches that look for forced wins, and of a level that would search without one.
_SEARCH = veier.Limits(nodes=500, megabytes=4)
# Games of this many moves count as drawn.
_LONGEST = 200
# Pulls worths for which there are few games towards nothing.
_RIDGE = 0.001
_STEPS, _RATE = 3000, 0.02
_BINS = 5

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game.

    worths   each seat's, by the static evaluation
    winner   the seat with a forced win that is known, and in how many of its moves; or None
    result   each seat's share of the point in the end
    blunder  whether the move made was one; None where there was no choice
    """

    worths: tuple[float, ...]
    mover: int
    winner: int | None
    length: int
    result: tuple[float, ...]
    blunder: bool | None


@dataclass(frozen=True, slots=True)
class Fit:
    """A model, and how well a model of half of the games predicts the other half.

    loss, constant  mean log loss of the model, and of equal chances
    bins            for each fifth of the chances: how many there were, their mean, and the mean result
    """

    game: str
    strength: str
    levels: tuple[int, ...]
    games: int
    positions: int
    model: PracticalModel
    loss: float
    constant: float
    bins: tuple[tuple[int, float, float], ...]


def levels_of(game: veier.Game) -> list[tuple[int, ...]]:
    """Return the levels of weak, middling and strong players."""
    levels = np.array_split(np.arange(1, level_count(game) + 1), len(STRENGTHS))
    return [tuple(part.tolist()) for part in levels]


def play(game: veier.Game, level: int, seed: int) -> list[Sample]:
    """Play a game between players of a level, from an opening move at random; return its positions."""
    positions = [game.start()]
    positions.append(positions[0].play(random_move(positions[0], Random(seed))))
    while not positions[-1].is_over and len(positions) < _LONGEST:
        move = think_at_level(positions[-1], level, _SEARCH, seed=seed).best.move
        positions.append(positions[-1].play(move))
    outcome = positions[-1].outcome
    share = 1 / game.players
    result = tuple(map(float, result_of(outcome, game.players))) if outcome else (share,) * game.players
    return [_sample(before, after, result) for before, after in pairwise(positions)]


def _sample(before: veier.Position, after: veier.Position, result: tuple[float, ...]) -> Sample:
    proven = known_result(before) or think(before, _SEARCH, book=False).best.proven
    winner = proven.winner if proven else None
    length = win_length(proven, before.game.players) if proven else 0
    blunder = is_blunder(before, after, move_outcomes(before))
    return Sample(tuple(evaluate(before)), before.mover, winner, length, result, blunder)


def features(samples: Sequence[Sample]) -> Reals:
    """Return [sample, seat, parameter]: what each parameter of the model adds to each seat's logit."""
    players = len(samples[0].worths)
    out = np.zeros((len(samples), players, 2 + LONGEST_WIN))
    for k, sample in enumerate(samples):
        out[k, :, 0] = sample.worths
        out[k, sample.mover, 1] = 1
        if sample.winner is not None:
            out[k, sample.winner, 1 + sample.length] = 1
    return out


def predict(parameters: Reals, inputs: Reals) -> Reals:
    """Return [sample, seat]: the chances."""
    logits = inputs @ parameters
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Reals = shares / shares.sum(axis=1, keepdims=True)
    return chances


def fit_parameters(inputs: Reals, results: Reals) -> Reals:
    """Return the parameters that predict results best, by gradient descent (Adam)."""
    parameters = np.zeros(inputs.shape[2])
    mean, square = np.zeros_like(parameters), np.zeros_like(parameters)
    for step in range(1, _STEPS + 1):
        gradient = np.einsum("ks,ksp->p", predict(parameters, inputs) - results, inputs) / len(inputs)
        gradient += _RIDGE * parameters
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        corrected = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        parameters -= _RATE * (1 - step / _STEPS) * corrected
        # The evaluation is worth no less than nothing, a forced win too, and a longer one no more than a shorter one.
        parameters[0] = max(parameters[0], 0)
        parameters[2:] = np.maximum.accumulate(np.maximum(parameters[2:], 0)[::-1])[::-1]
    return parameters


def cross_validate(halves: Sequence[tuple[Reals, Reals]]) -> tuple[float, float, tuple[tuple[int, float, float], ...]]:
    """Predict each half by a model of the other; return log loss, that of equal chances, and the bins of `Fit`."""
    (inputs, results), (others, other_results) = halves
    chances = np.concatenate(
        [
            predict(fit_parameters(others, other_results), inputs),
            predict(fit_parameters(inputs, results), others),
        ]
    )
    real = np.concatenate([results, other_results])
    loss = float(-(real * np.log(np.maximum(chances, 1e-9))).sum(axis=1).mean())
    place = np.minimum((chances * _BINS).astype(int), _BINS - 1)
    within = [place == k for k in range(_BINS)]
    bins = tuple(
        (int(here.sum()), float(chances[here].mean()), float(real[here].mean())) if here.any() else (0, 0.0, 0.0)
        for here in within
    )
    return loss, float(np.log(real.shape[1])), bins


def fit_strength(game: veier.Game, strength: int, games: int, seed: int) -> Fit:
    """Play games of a strength and fit a model to every other one."""
    levels = levels_of(game)[strength]
    played = []
    for number in range(games):
        played.append(play(game, levels[number % len(levels)], seed + number // len(levels)))
        _show(f"{game.id} {STRENGTHS[strength]}: {number + 1} of {games} games")
    # Both halves have the same numbers of games of each level.
    halves = [_data([one for k, one in enumerate(played) if k // len(levels) % 2 == half]) for half in (0, 1)]
    loss, constant, bins = cross_validate(halves)
    samples = [sample for one in played for sample in one]
    parameters = fit_parameters(*_data(played))
    chances = [sample.blunder for sample in samples if sample.blunder is not None]
    # One more of each, so that neither is taken for impossible.
    blunders = (sum(chances) + 1) / (len(chances) + 2)
    scale, tempo, *wins = (round(float(value), 3) for value in parameters)
    model = PracticalModel(scale, tempo, tuple(wins), round(blunders, 3))
    return Fit(game.spec.name, STRENGTHS[strength], levels, games, len(samples), model, loss, constant, bins)


def _data(played: Sequence[Sequence[Sample]]) -> tuple[Reals, Reals]:
    samples = [sample for one in played for sample in one]
    return features(samples), np.array([sample.result for sample in samples])


def write_models(game: veier.Game, fits: Sequence[Fit]) -> None:
    """Write the models of a game into its family's file, and the figures to the results."""
    path = Path(str(files(game.spec.package) / "practical.json"))
    models = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    models[game.spec.name] = [{"levels": fit.levels, **asdict(fit.model)} for fit in fits]
    path.write_text(json.dumps(models, indent=2, sort_keys=True) + "\n", "utf-8")
    kept = [line for line in read_results() if line["game"] != game.spec.name]
    lines = kept + [asdict(fit) for fit in fits]
    RESULTS.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def read_results() -> list[dict[str, Any]]:
    """Return the figures of all fits."""
    return [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()] if RESULTS.is_file() else []


_HEAD = """# Reviews: what is proved, and what happens in practice

A review of a game shows two things, kept apart:

- **Proved**: from which move on a player wins whatever the others do, as a mark. It comes from the books
  ([solved.md](solved.md)) or from a proof that the search finds, and nothing else.
- **Practical chances**, as a curve: how often players like these win from such a position. Beginners do not find a
  win in five moves, so it hardly moves their curve; a win in one move does.

Each position is searched for up to 0.3 s; among two, where nothing can be proved yet, a tree search of 20,000
simulations is enough. In 143 positions of six games of hex rows between levels 1 and 8, the losses that a review tells
were compared with those by 300,000 simulations: with 10,000, 20,000 and 50,000 simulations they differ by 0.002, 0.002
and 0.001 on average (50,000 with another seed: 0.001), and 2, 2 and 1 moves (2) are on the other side of the 5 % from
which on a better move is named. Endings are still searched for the whole time. A game of 72 moves so takes less than 10
seconds; what is found is shown move by move.

Each position is judged by itself: among three, a review does not take the moves so far as a sign of how well the
players play, as the analysis board, hints and computers do.

A move that keeps a proved win is no mistake, nor is a move of a player who is already lost by force. Of the others, at
most three are told as turning points: those that cost most of the practical chances.

The chances come from games between players of the same level (`python -m benchmarks.practical GAME --write`). A model
has the evaluation of the position, whose turn it is, and a forced win that a short search or the books know, by the
number of the winner's moves. The table shows how a model of one half of the games predicts the other: the log
loss beside that of equal chances, and for each fifth of the chances their mean, what came of them, and how many there
were. For strong players of two the model is too cautious between the extremes: on the beginners' board of 4EYES its
37 % were 17 %, and its 63 % were 83 %. How often players blunder (miss a win in one move, or allow one) tells which
model a review uses.

| game | players | games | positions | log loss | equal chances | 0-20 % | 20-40 % | 40-60 % | 60-80 % | 80-100 % |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def page_text() -> str:
    """Return the whole page."""
    return _HEAD + "\n".join(page_lines()) + "\n"


def page_lines() -> Iterator[str]:
    """Yield the lines of the page's table."""
    for fit in read_results():
        bins = [f"{100 * mean:.0f} → {100 * real:.0f} ({count})" if count else "" for count, mean, real in fit["bins"]]
        levels = f"{fit['strength']} (levels {fit['levels'][0]} to {fit['levels'][-1]})"
        figures = f"{fit['games']} | {fit['positions']:,} | {fit['loss']:.3f} | {fit['constant']:.3f}"
        yield f"| `{fit['game']}` | {levels} | {figures} | {' | '.join(bins)} |"


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the models of a game, or write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games for each strength")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the models and figures")
    parser.add_argument("--page", action="store_true", help="write docs/reviews.md")
    options = parser.parse_args(arguments)
    if options.page:
        PAGE.write_text(page_text(), "utf-8")
        return
    if options.game is None:
        parser.error("name a game, or give --page")
    game = veier.game(options.game)
    fits = [fit_strength(game, strength, options.games, options.seed) for strength in range(len(STRENGTHS))]
    for fit in fits:
        print(json.dumps(asdict(fit)))
    if options.write:
        write_models(game, fits)


if __name__ == "__main__":
    main()
