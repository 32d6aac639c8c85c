"""Levels: every game has them, low ones overlook things as people do, none plays what it sees to be bad."""

from __future__ import annotations

from math import isqrt
from random import Random

import pytest

import veier
from veier.games.squares.overlooking import difficulty
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits

GAMES = [game.id for game in veier.all_games()]


@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_legal_moves(game: str) -> None:
    start = veier.game(game).start()
    levels = level_count(start.game)
    assert 6 <= levels <= 10
    for level in range(1, levels + 1):
        first = think_at_level(start, level, Limits(nodes=50), seed=level).best
        second = think_at_level(start.play(first.move), level, Limits(nodes=50), seed=level).best
        for best in (first, second):
            assert sum(best.chances) + best.draw == pytest.approx(1)
        assert second.move in start.play(first.move).legal_moves


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p-7x7", "hexrows"])
def test_a_level_is_reproducible_and_varied(game: str) -> None:
    start = veier.game(game).start()
    first = [think_at_level(start, 1, seed=seed).best.move.text for seed in range(8)]
    again = [think_at_level(start, 1, seed=seed).best.move.text for seed in range(8)]
    assert first == again
    assert len(set(first)) > 3


@pytest.mark.parametrize("level", [0, 99])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match="has levels 1 to"):
        think_at_level(veier.game("hexrows").start(), level)


@pytest.mark.parametrize("game", ["4eyes", "hexrows"])
def test_a_level_keeps_to_limits_too(game: str) -> None:
    start = veier.game(game).start()
    position = start.play(start.legal_moves[len(start.legal_moves) // 2])
    level = level_count(start.game) - 1
    looks = [think_at_level(position, level, Limits(nodes=5), seed=seed).nodes for seed in range(5)]
    freely = [think_at_level(position, level, seed=seed).nodes for seed in range(5)]
    # A few looks at each move are not limited: without them there is no answer.
    assert max(looks) <= 5 + 4 * len(position.legal_moves)
    assert max(looks) < max(freely)


def test_tilted_and_large_squares_are_harder_to_see() -> None:
    assert difficulty((1, 0)) < difficulty((1, 1)) < difficulty((2, 1))
    assert difficulty((2, 0)) < difficulty((6, 0))
    assert 0 < difficulty((9, 0)) <= difficulty((5, 4)) <= 1


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-2p-7x7", "4eyes-pencil-3p-7x7"])
def test_blindness_hides_squares_and_nothing_else(game: str) -> None:
    position = veier.game(game).start()
    evaluation, side = position.game.evaluation, isqrt(len(position.game.rules.cell_names))
    shown = {
        blindness: evaluation.blind_tables(position.state, blindness, Random(1))[1] for blindness in (0.0, 0.5, 1.0)
    }
    counts = [int(shown[blindness].windows[-1, 0]) for blindness in (0.0, 0.5, 1.0)]
    assert counts[0] == side**2 * (side**2 - 1) // 12
    assert counts[0] > counts[1] > counts[2] > counts[0] // 10


def test_low_levels_overlook_what_high_levels_see() -> None:
    """A tilted three of Blue's that Red must stop: the seeing level always does, the blind one often does not."""
    position = veier.game("4eyes-pencil-2p-7x7").start().play("a5a6", "e5f5", "d1c1", "b4b3", "f4g4", "b5c5")
    assert [threat.missing for threat in position.threats(1) if threat.moves] == ["f2"]
    stopped = dict.fromkeys((1, 5), 0)
    for level in stopped:
        for seed in range(20):
            after = position.play(think_at_level(position, level, seed=seed).best.move)
            stopped[level] += not any(threat.moves for threat in after.threats(1))
    assert stopped[5] == 20
    assert stopped[1] < 10
