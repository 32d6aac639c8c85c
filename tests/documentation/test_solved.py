"""docs/solved.md: the table of first moves is what the explorer shows; another search finds those that lose sooner."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import veier
from benchmarks.proved import solved_games
from benchmarks.shortest import first_moves
from benchmarks.shortest_search import YES, wins_within
from veier.explain.explorer import MoveGroup, explore

TEXT = (Path(__file__).parents[2] / "docs" / "solved.md").read_text(encoding="utf-8")
FIRST_MOVES = TEXT.partition("## All first moves")[2].partition('"Neither"')[0]


def rows() -> dict[str, list[str]]:
    """Return what the table of first moves says of each game."""
    lines = [line.strip("|").split("|") for line in FIRST_MOVES.splitlines() if line.startswith("| `")]
    return {game: cells[1:] for cells in lines for game in re.findall("`(.+?)`", cells[0])}


def won_by(groups: tuple[MoveGroup, ...], seat: int | None) -> list[MoveGroup]:
    return [group for group in groups if (group.proven.winner if group.proven else None) == seat]


def longest(groups: list[MoveGroup]) -> int:
    return max((group.proven.plies for group in groups if group.proven), default=0)


@pytest.mark.parametrize("game", solved_games())
def test_the_explorer_shows_the_table_of_first_moves(game: str) -> None:
    groups = explore(veier.game(game).start()).groups
    red, blue, nobody = rows()[game]
    for cell, seat in ((red, 0), (nobody, None)):
        named = re.findall("`(.+?)`", cell)
        assert len(named) == len(won_by(groups, seat))
        assert all(any(move in group.moves for group in won_by(groups, seat)) for move in named)
    assert all(group.neither for group in won_by(groups, None))
    number = re.search(r"(\d+) \((\d+)\)", blue)
    assert number
    assert int(number[1]) == len(won_by(groups, 1))
    assert int(number[2]) == longest(won_by(groups, 1))
    if longest(won_by(groups, 0)):
        assert f"({longest(won_by(groups, 0))})" in red


def test_the_moves_that_lose_by_ply_8_on_7x7_are_those_named() -> None:
    start = veier.game("4eyes-plus-2p-7x7").start()
    lost = {move for move in first_moves(start) if wins_within(start.play(move), 7, 10**7) == YES}
    said = re.search(r"- `4eyes-plus-2p-7x7`: by ply 8 after ([^;]+);", TEXT)
    assert said
    assert lost == set(re.findall("`(.+?)`", said[1]))
