"""First moves: each one's winner agrees with exhaustive search, and the strategy against those that lose holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import veier
from search.exhaustive import wins
from search.test_solver import careful_positions
from veier.search.limits import Stop
from veier.search.solve.check import check_strategy
from veier.search.solve.first_moves import FirstMoves
from veier.search.solve.proof_file import read_proof_file, write_strategy
from veier.search.solve.strategy import Strategy

SMALL = "4eyes-pencil-2p?side=5"


@pytest.mark.parametrize(("game", "plies"), [(SMALL, 7), ("4eyes?side=3&a=1&b=1&d=2", 4)])
def test_each_move_has_the_winner_that_exhaustive_search_finds(game: str, plies: int) -> None:
    winners = set()
    for position in careful_positions(game, plies, 6):
        for first in FirstMoves(position, 32).run(60):
            after = position.play(first.move)
            expected = [seat for seat in range(2) if wins(after, seat)]
            assert first.decided
            assert first.winner == (expected[0] if expected else None)
            if first.winner is not None:
                assert wins(after, first.winner, first.plies - 1)
            winners.add(first.winner)
    assert winners == {0, 1, None}


def test_the_strategy_against_the_moves_that_lose(tmp_path: Path) -> None:
    start = veier.game(SMALL).start()
    search = FirstMoves(start, 64)
    found = search.run(120)
    lost = tuple((first.move.text,) for first in found if first.winner == 1)
    assert [first.move.text for first in found if first.winner == 0] == ["b1a1"]
    assert len(lost) > 0
    made = search.strategy(SMALL, ())
    assert made is not None
    strategy, checked = made
    assert (checked.holds, strategy.winner, strategy.lines) == (True, 1, lost)
    assert checked.plies == max(first.plies for first in found if first.winner == 1)
    # What a file keeps, and what is missing if another line is asked for.
    write_strategy(tmp_path / "blue.proof", strategy)
    again = read_proof_file(tmp_path / "blue.proof")
    assert isinstance(again, Strategy)
    assert again.lines == lost
    assert np.array_equal(check_strategy(again, start).by_entry, checked.by_entry)
    more = Strategy(SMALL, (), 1, again.keys, again.chosen, again.plies, (*lost, ("b1a1",)))
    failed = check_strategy(more, start)
    assert (failed.problem, failed.line[0]) == ("missing", "b1a1")


def test_it_stops_when_asked_and_goes_on() -> None:
    search, stop = FirstMoves(veier.game(SMALL).start(), 64), Stop()
    stop.set()
    assert not any(first.decided for first in search.run(60, stop=stop))
    told: list[str] = []
    assert all(first.decided for first in search.run(120, lambda first: told.append(first.move.text)))
    assert len(told) == len(set(told)) == len(search.run(1))
