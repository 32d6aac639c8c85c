"""Plain data for programs: `--json` writes the forms that the API and the files of puzzles have."""

from __future__ import annotations

import json

import pytest

import veier as library
from cli.conftest import Run
from veier.learn import read_page
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES
from veier.table import board_data


def test_show_writes_the_board_as_the_api_does(veier: Run) -> None:
    done = veier("show", "4eyes", "13@C3", "24@B2", "--json")
    assert done.out.count("\n") == 1
    position = library.game("4eyes").start().play("13@C3", "24@B2")
    assert json.loads(done.out) == json.loads(json.dumps(board_data(position)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_a_page_of_blocks(veier: Run, language: str) -> None:
    page = read_page(library.game("hexrows"), language).to_data()
    done = veier("rules", "hexrows", "--json", "--lang", language)
    assert json.loads(done.out) == json.loads(json.dumps(page))


def test_perft_names_what_it_counts(veier: Run) -> None:
    start = library.format_position(library.game("hexrows").start())
    expected = {"game": library.game("hexrows").id, "position": start, "depth": 2, "count": 366}
    assert json.loads(veier("perft", "hexrows", "2", "--json").out) == expected
    divided = json.loads(veier("perft", "hexrows", "2", "--divide", "--json").out)
    assert len(divided["moves"]) == 61
    assert sum(divided.pop("moves").values()) == 366
    assert divided == expected


def test_puzzles_are_listed_as_their_files_have_them(veier: Run) -> None:
    listed = json.loads(veier("puzzles", "list", "hexrows", "--json").out)
    assert listed == json.loads(json.dumps([puzzle.to_data() for puzzle in puzzles_of("hexrows")]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["4eyes", "hexrows"])
def test_rules_in_a_pipe_are_wrapped_evenly(veier: Run, game: str, language: str) -> None:
    lines = veier("rules", game, "--lang", language).out.splitlines()
    assert [line for line in lines if line.endswith(" ")] == []
    assert max(map(len, lines)) <= 88
    assert max(map(len, lines)) > 80
