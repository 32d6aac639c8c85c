"""The page on levels is made from the results of all runs."""

from __future__ import annotations

from pathlib import Path

import veier
from benchmarks.levels import Result, add_result, measure, read_results, write_page


def test_results_are_kept_and_put_together(tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl"
    assert list(read_results(path)) == []
    first = Result("hexrows", 2, None, 0, 4, (1.0, 0.5))
    second = Result("hexrows", 2, None, 1, 2, (1.0,))
    other = Result("4eyes", 3, 0.1, 0, 2, (0.5,))
    for result in (first, second, other):
        add_result(path, result)
    assert list(read_results(path)) == [first, second, other]
    page = write_page(read_results(path))
    assert "| 2 against 1 | 6 | 0.833 |" in page
    assert page.index("## `4eyes`") < page.index("## `hexrows`")


def test_a_level_meets_the_one_below() -> None:
    game = veier.game("4eyes-plus-2p?side=5&tiles=5")
    result = measure(game, 2, openings=3, movetime=0.05, seed=0)
    assert (result.game, result.level, result.games) == (game.id, 2, 6)
    assert all(0 <= block <= 1 for block in result.blocks)
    assert len(result.blocks) == 3
