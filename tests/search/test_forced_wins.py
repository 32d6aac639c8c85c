"""Among three, a win that neither of the others can prevent is found at once, and none is claimed falsely."""

from __future__ import annotations

from random import Random

import pytest

import veier
from search.exhaustive import wins_within
from veier.search.limits import Limits, Stop
from veier.search.mcts.forced_wins import find_forced_win
from veier.search.simple_players import safest_moves
from veier.search.think import think

# Positions of careful random play in which the mover wins within four plies whatever both others do.
WON = [
    "4eyes-plus-3p-7x7 .rB<.b../...rN^.Bv/RvnNvB^B>rr/nR^b..../N>bnrB<N>b/..R^nnR<./...R^.bN< r 1/1/1 0 -",
    "4eyes-plus-3p-7x7 bN<B>rR>nBv/......r/.R>n.N>b./..B>rn.b/nrB<nR^rN^/R^..R^.B^./...N>bbN< r 1/1/1 0 -",
    "4eyes-plus-3p-7x7 ......./......Rv/.rB<...n/N>b...../bN<...../....R>n./....... b 4/4/5 0 -",
    "4eyes-plus-3p-7x7 ......./.R>n.b../....N^.Rv/......n/......Bv/......r/....... n 4/5/5 0 -",
    "4eyes-plus-3p-7x7 ......Rv/rB<...rn/.N>b..B^./bBvB>rN>b./N^r.nR<.Rv/.nR<.R>nn/N>b.N>bB>r r 1/1/1 0 -",
]


@pytest.mark.parametrize("text", WON)
def test_a_win_against_both_others_is_found(text: str) -> None:
    position = veier.parse_position(text)
    best = think(position, Limits(nodes=2000)).best
    assert best.proven == veier.Proven(position.mover, 4)
    assert len(best.pv) == 4
    outcome = position.play(*best.pv).outcome
    assert outcome is not None
    assert outcome.winner == position.mover
    assert wins_within(position.play(best.move), position.mover, 3)


@pytest.mark.parametrize(
    ("game", "stones", "count"),
    [("4eyes-plus-3p-7x7", (6, 36), 60), ("4eyes-pencil-3p-7x7", (6, 40), 60), ("4eyes-plus-3p", (6, 30), 10)],
)
def test_it_agrees_with_exhaustive_search(game: str, stones: tuple[int, int], count: int) -> None:
    random = Random(game)
    for _ in range(count):
        position, enough = veier.game(game).start(), random.randint(*stones)
        while not position.is_over and len(position.stones) < enough:
            position = position.play(random.choice(safest_moves(position)))
        if position.is_over or wins_within(position, position.mover, 1):
            continue
        number = find_forced_win(position, Stop())
        assert (number is not None) == wins_within(position, position.mover, 4)
        if number is not None:
            assert wins_within(position.play(position.describe(number)), position.mover, 3)


def test_a_stop_ends_it() -> None:
    stop = Stop()
    stop.set()
    assert find_forced_win(veier.parse_position(WON[0]), stop) is None


def test_a_search_of_less_depth_does_not_look_so_far() -> None:
    position = veier.parse_position(WON[2])
    assert think(position, Limits(nodes=200, depth=2)).best.proven is None
