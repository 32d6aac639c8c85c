"""Puzzles over HTTP: lists, the one of the day, tries with their answers and refutations."""

from __future__ import annotations

import pytest

from server.serving import Visitor
from veier.learn.puzzle import Puzzle
from veier.learn.puzzle_store import puzzle_games, puzzles_of


def sample(game: str, kind: str, moves: int) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(game) if (puzzle.kind, puzzle.moves) == (kind, moves))


def test_puzzles_are_listed_by_game_without_their_solutions(ada: Visitor) -> None:
    games = ada.get("/puzzles").json()["games"]
    assert [game["game"] for game in games] == list(puzzle_games())
    one = ada.get("/puzzles", game="hexrows").json()["games"]
    assert [game["game"] for game in one] == ["hexrows"]
    assert [puzzle["id"] for puzzle in one[0]["puzzles"]] == [puzzle.id for puzzle in puzzles_of("hexrows")]
    first = puzzles_of("hexrows")[0]
    given = ada.get(f"/puzzles/{first.id}").json()
    assert given["position"] == first.position
    assert not {"line", "remarks", "solution"} & {*one[0]["puzzles"][0], *given}


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_the_next_day(ada: Visitor, bob: Visitor) -> None:
    days = [visitor.get("/puzzles/daily", day=day).json()["id"] for visitor in (ada, bob) for day in DAYS]
    assert days[:2] == days[2:]
    assert days[0] != days[1]
    assert ada.get("/puzzles/daily", game="hexrows").json()["game"] == "hexrows"


DAYS = ("2026-11-16", "2026-11-17")


def test_a_win_in_two_is_solved_move_by_move(ada: Visitor) -> None:
    puzzle = sample("4eyes-pencil-2p-7x7", "win", 2)
    said = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": [puzzle.line[0]]}).json()
    assert (said["right"], said["solved"], said["line"]) == (True, False, [puzzle.line[1]])
    said = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": list(puzzle.line)}).json()
    assert (said["right"], said["solved"], said["message"]["key"]) == (True, True, "puzzle.solved")
    assert said["remarks"]
    shown = ada.post(f"/puzzles/{puzzle.id}/solution", {"moves": []}).json()
    assert shown["line"] == list(puzzle.line)


def test_among_three_both_others_answer(ada: Visitor) -> None:
    puzzle = sample("4eyes-pencil-3p-7x7", "win", 2)
    assert ada.get(f"/puzzles/{puzzle.id}").json()["task"]["key"] == "puzzle.task.win_of_three"
    said = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": [puzzle.line[0]]}).json()
    assert (said["right"], said["solved"], said["line"]) == (True, False, [*puzzle.line[1:3]])
    said = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": list(puzzle.line)}).json()
    assert (said["right"], said["solved"]) == (True, True)
    shown = ada.post(f"/puzzles/{puzzle.id}/solution", {"moves": [*puzzle.line[:3]]}).json()
    assert shown["line"] == [puzzle.line[3]]


def test_a_wrong_try_is_answered_with_moves_that_can_be_played(ada: Visitor) -> None:
    puzzle = sample("4eyes-pencil-2p-7x7", "only", 2)
    tried = next(move.text for move in puzzle.start().legal_moves if move.text != puzzle.solution)
    said = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": [tried]}).json()
    assert not said["right"]
    after = puzzle.start().play(tried, *said["line"])
    assert after.outcome is not None
    assert after.outcome.winner != puzzle.start().mover


@pytest.mark.parametrize(
    ("moves", "key"), [([], "puzzle.no_move"), (["zz"], "hexrows."), (["a1", "a2", "a3"], "illegal")]
)
def test_what_is_no_try_is_refused(ada: Visitor, moves: list[str], key: str) -> None:
    puzzle = sample("hexrows", "stop", 1)
    answer = ada.post(f"/puzzles/{puzzle.id}/tries", {"moves": moves})
    assert answer.status_code == 422
    assert answer.json()["reason"]["key"].startswith(key) or len(moves) == 3


@pytest.mark.parametrize("name", ["hexrows-zzzzzz", "x", "4eyes-plus-3p-000000"])
def test_a_puzzle_that_is_not_there(ada: Visitor, name: str) -> None:
    assert ada.get(f"/puzzles/{name}").status_code == 404
    assert ada.post(f"/puzzles/{name}/tries", {"moves": ["a1"]}).status_code == 404
