"""How results stand in a row."""

from __future__ import annotations

from typing import get_args

from veier import Outcome
from veier.core.outcome import Reason
from veier.kernels.state import Why, read_result, result_code


def test_results_are_written_and_read() -> None:
    codes = set()
    for why in Why:
        for winner in (None, 0, 1, 2):
            code = result_code(why, winner)
            assert code > 0
            assert read_result(code) == (why, winner)
            codes.add(code)
    assert len(codes) == len(Why) * 4
    assert max(codes) < 64


def test_every_end_has_a_name_that_outcomes_use() -> None:
    assert {why.name.lower() for why in Why} == set(get_args(Reason))


def test_an_outcome_without_a_winner_is_drawn() -> None:
    assert Outcome(None, "passes").drawn
    assert not Outcome(0, "square").drawn
