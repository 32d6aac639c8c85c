"""`veier puzzle` and `veier puzzles`: solving at the prompt, lists, and making new ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from veier.learn.puzzle import Puzzle, parse_puzzle
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES, translate

GAME = "4eyes-pencil-2p-7x7"


def sample(kind: str, moves: int) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(GAME) if (puzzle.kind, puzzle.moves) == (kind, moves))


def test_a_wrong_try_is_refuted_and_the_right_moves_solve_it(veier: Run) -> None:
    puzzle = sample("win", 2)
    wrong = next(move.text for move in puzzle.start().legal_moves if move.text != puzzle.solution)
    done = veier("puzzle", "--id", puzzle.id, stdin="\n".join([wrong, "nonsense", puzzle.line[0], puzzle.line[2]]))
    assert done.code == 0
    assert "to move wins in 2 moves. How?" in done.out
    assert "Try again, or type solution." in done.out
    assert "That will not do: " in done.out
    assert f"answers {puzzle.line[1]}. Go on." in done.out
    assert done.out.index("Go on.") < done.out.index("Solved.")
    assert str(puzzle.remarks[0]) in done.out


def test_among_three_both_others_answer(veier: Run) -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("4eyes-plus-3p-7x7") if puzzle.moves == 2)
    wrong = next(move.text for move in puzzle.start().legal_moves if move.text != puzzle.solution)
    done = veier("puzzle", "--id", puzzle.id, stdin="\n".join([wrong, puzzle.line[0], puzzle.line[3]]))
    assert done.code == 0
    assert "to move wins in 2 moves, whatever" in done.out
    assert "Try again, or type solution." in done.out
    assert f"answers {puzzle.line[2]}. Go on." in done.out
    assert "Solved." in done.out
    assert "then wins with the next move, whatever" in done.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solution_is_told_in_every_language(veier: Run, language: str) -> None:
    puzzle = sample("win", 3)
    typed = translate("cli.word.solution", language)
    done = veier("puzzle", "--id", puzzle.id, "--lang", language, stdin=f"{typed}\n")
    assert translate("cli.puzzle.solution", language, line=", ".join(puzzle.line)) in done.out


def test_the_puzzle_of_the_day_and_puzzles_of_a_game(veier: Run) -> None:
    assert veier("puzzle", "--daily", stdin="quit\n").out == veier("puzzle", stdin="quit\n").out
    assert "hexrows-" in veier("puzzle", "hexrows", stdin="show\nquit\n").out
    assert "4eyes-plus-3p-" in veier("puzzle", "4eyes-plus-3p", stdin="quit\n").out
    assert veier("puzzle", "--id", "hexrows-000000").code != 0
    assert veier("puzzle", "hexrows", "--id", "hexrows-000000").code != 0


def test_lists(veier: Run) -> None:
    lines = veier("puzzles", "list", "hexrows").out.splitlines()
    assert [line.split()[0] for line in lines] == [puzzle.id for puzzle in puzzles_of("hexrows")]


def test_a_variant_has_no_puzzles_of_another_board(veier: Run) -> None:
    variant = "hexrows?side=4&stones=10"
    for command in (("puzzles", "list"), ("puzzles", "check"), ("puzzle",)):
        done = veier(*command, variant)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"veier: there are no puzzles for “{variant}”\n"
    assert veier("puzzles", "list", "hexrows?side=6&stones=45").out == veier("puzzles", "list", "hexrows").out


def test_new_puzzles_are_made_and_checked(veier: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    asked = ("make", "hexrows?side=4&stones=18", "--count", "2", "--seed", "3", "--out", str(file))
    assert veier("puzzles", *asked).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert all(json.loads(line)["position"].startswith("hexrows?side=4") for line in lines)
    assert [parse_puzzle(line).game for line in lines] == ["hexrows", "hexrows"]
    assert veier("puzzles", "make").code != 0
    done = veier("puzzles", "check", "hexrows", "--every", "12")
    assert done.code == 0
    assert done.out.strip() == "hexrows: 3 puzzles proved"
