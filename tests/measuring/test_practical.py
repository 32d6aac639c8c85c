"""Practical chances: the fit finds what it should, and the shipped models are those of the shown figures."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import veier
from benchmarks.practical import (
    PAGE,
    Sample,
    features,
    fit_parameters,
    fit_strength,
    page_text,
    play,
    predict,
    read_results,
)
from veier.explain.practical import choose_model, evaluate, practical_chances, read_models, win_length
from veier.search.simple_players import random_move
from veier.search.think import think


def test_the_fit_finds_the_parameters_that_made_the_results() -> None:
    generator = np.random.default_rng(1)
    wanted = np.array([0.8, -0.2, 3.0, 1.5, 0.5, 0.5, 0.0])
    samples = []
    for _ in range(4000):
        winner = int(generator.integers(0, 2)) if generator.random() < 0.5 else None
        worths = (float(generator.normal()), float(generator.normal()))
        sample = Sample(worths, int(generator.integers(0, 2)), winner, int(generator.integers(1, 6)), (), None)
        samples.append(sample)
    inputs = features(samples)
    first = generator.random(len(samples)) < predict(wanted, inputs)[:, 0]
    results = np.stack([first, ~first], axis=1).astype(float)
    assert fit_parameters(inputs, results) == pytest.approx(wanted, abs=0.35)


def test_reviews_predict_as_the_fit_does() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start().play("b1a1", "b7b6")
    proven = think(position, veier.Limits(nodes=500)).best.proven
    assert proven is not None
    for model in read_models(position.game):
        parameters = np.array([model.scale, model.tempo, *model.wins])
        sample = Sample(tuple(evaluate(position)), position.mover, proven.winner, win_length(proven, 2), (), None)
        assert practical_chances(position, proven, model) == pytest.approx(predict(parameters, features([sample]))[0])


def test_games_are_played_to_samples_and_fitted() -> None:
    game = veier.game("4eyes-plus-2p-7x7")
    samples = play(game, 2, 1)
    assert len({sample.result for sample in samples}) == 1
    assert samples == play(game, 2, 1)
    fit = fit_strength(game, 0, 6, 1)
    assert fit.games == 6
    assert sum(count for count, _, _ in fit.bins) == 2 * fit.positions
    assert list(fit.model.wins) == sorted(fit.model.wins, reverse=True)


def test_the_shipped_models_are_those_of_the_page() -> None:
    results = read_results()
    assert {line["game"] for line in results} == {game.id for game in veier.all_games()}
    for game in veier.all_games():
        shown = [line["model"] for line in results if line["game"] == game.id]
        models = read_models(game)
        assert [(model["scale"], tuple(model["wins"])) for model in shown] == [(one.scale, one.wins) for one in models]
        blunders = [model.blunders for model in models]
        # In hex rows, only the last moves can win at once.
        assert game.id == "hexrows" or blunders == sorted(blunders, reverse=True)
    assert PAGE.read_text("utf-8") == page_text()


def test_each_model_predicts_better_than_equal_chances() -> None:
    for fit in read_results():
        assert fit["loss"] < fit["constant"]


def test_careless_players_get_the_model_of_weak_ones() -> None:
    """Who leaves wins lying about is weak, who never does is not; of an empty game nothing is known."""
    game = veier.game("4eyes-plus-2p-7x7")
    weak, middling, _ = read_models(game)
    start = game.start()
    assert choose_model([start]) == middling
    chosen = []
    for seed in range(6):
        positions, random = [start], Random(seed)
        while not positions[-1].is_over:
            positions.append(positions[-1].play(random_move(positions[-1], random)))
        chosen.append(choose_model(positions))
    assert chosen.count(weak) > chosen.count(middling)
