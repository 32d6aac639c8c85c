"""Positions are values: they cannot be changed, threads may share them, and they show themselves."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest
from games.playing import GAMES, both_phases, random_game, sample

import veier


def test_what_a_position_gives_cannot_be_changed() -> None:
    position = veier.game("4eyes").start().play("13@C3")
    with pytest.raises(TypeError):
        position.reserves[0]["A"] = 9  # type: ignore[index]
    with pytest.raises(TypeError):
        position.stones["a1"] = 0  # type: ignore[index]
    assert isinstance(position.legal_numbers, tuple)


def test_a_position_shows_itself_in_a_notebook() -> None:
    picture = veier.game("hexrows").start().play("f6")._repr_svg_()
    assert picture.startswith("<svg")
    assert picture.count("#veier-light-stone-red") >= 1


def test_threads_may_share_a_position() -> None:
    phase_2 = sample(both_phases("4eyes"), 8)[-1]
    expected = phase_2.legal_moves
    for _ in range(20):
        shared = veier.Position(phase_2.game, phase_2.packed, phase_2.seen)
        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(lambda _, shared=shared: shared.legal_moves, range(16))) == {expected}


def test_a_position_knows_its_last_move_but_is_the_same_without() -> None:
    start = veier.game("4eyes-plus-3p").start()
    position = start.play("d4d5", "e4e5")
    assert str(position.last_move) == "e4e5"
    assert veier.Position(position.game, position.packed, position.seen) == position
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_position_keeps_nothing_of_its_game(game: str) -> None:
    def play(seed: int) -> veier.Position:
        *_, last = random_game(game, seed, 10_000)
        assert last.is_over
        return last

    play(0)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    held = [play(seed) for seed in range(20)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (after - before) / len(held) < 20_000
