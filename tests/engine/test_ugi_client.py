"""The client of UGI engines: with our own engine, and with engines that go wrong in every way."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import veier
from veier.engine.errors import EngineError
from veier.engine.ugi import GoLimits, Patience, UgiEngine
from veier.search.levels import think_at_level
from veier.search.think import think

OWN = [sys.executable, "-m", "veier", "ugi"]
BAD = [sys.executable, str(Path(__file__).parent / "bad_engine.py")]
HASTE = Patience(ready=20.0, move=1.0, grace=1.0)
GAME = veier.game("4eyes-pencil-2p-7x7")


def bad(kind: str) -> UgiEngine:
    return UgiEngine([*BAD, kind], GAME, patience=HASTE)


def test_it_plays_as_the_library_does() -> None:
    game = veier.game("4eyes-plus-3p-7x7")
    history = veier.History(game.start(), ["c3c4", "d4d5"])
    with UgiEngine(OWN, game) as engine:
        for seed in (1, 2):
            expected = think(history.final, veier.Limits(nodes=200), seed=seed, history=history).best.move
            assert engine.best_move(history, GoLimits(nodes=200), seed) == expected


def test_options_positions_and_games_are_handed_over() -> None:
    position = veier.parse_position(veier.format_position(GAME.start().play("b4a4", "d3d4", "e5d5")))
    with UgiEngine(OWN, GAME, {"Level": 2}) as engine:
        for seed in range(4):
            expected = think_at_level(position, 2, seed=seed).best.move
            assert engine.best_move(veier.History(position), GoLimits(), seed) == expected
        engine.new_game()
        assert engine.best_move(veier.History(GAME.start()), GoLimits(nodes=10)) in GAME.start().legal_moves


def test_an_option_that_the_engine_does_not_have_is_an_error() -> None:
    with pytest.raises(EngineError, match="has no option Luck"):
        UgiEngine(OWN, GAME, {"Luck": 1}).start()


def test_a_program_that_is_not_there_or_no_engine_is_an_error() -> None:
    with pytest.raises(EngineError, match="does not start"):
        UgiEngine(["no-such-program-anywhere"], GAME).start()
    with pytest.raises(EngineError, match="ended with code 3"):
        UgiEngine([sys.executable, "-c", "raise SystemExit(3)"], GAME).start()
    with pytest.raises(EngineError, match="did not answer in time"):
        UgiEngine([*BAD, "mute"], GAME, patience=Patience(ready=0.5)).start()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("crash", "ended with code 1: out of luck"),
        ("hang", "did not answer in time"),
        ("flood", "did not answer in time"),
        ("endless_line", "did not answer in time"),
        ("illegal", "played “a1a1”"),
        ("nonsense", "qwerty"),
        ("empty", "played “”"),
    ],
)
def test_an_engine_that_fails_is_ended_and_starts_again(kind: str, reason: str) -> None:
    engine = bad(kind)
    for _ in range(2):
        begun = time.monotonic()
        with pytest.raises(EngineError, match=reason) as caught:
            engine.best_move(veier.History(GAME.start()), GoLimits(seconds=0.01))
        assert "\x1b" not in str(caught.value)
        assert time.monotonic() - begun < 15
        assert engine._process is None
    engine.close()


def test_closing_ends_the_program() -> None:
    engine = UgiEngine(OWN, GAME)
    engine.start()
    assert engine._process
    process = engine._process._process
    engine.close()
    assert process.returncode == 0
