"""The shipped puzzles: enough of them, no two alike, readable in every language, and many proved again.

`veier puzzles check` proves all of them; here it is every only move, and one in five of the others.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

import veier
from veier.core.position import Position
from veier.explain.forced_wins import forced_win
from veier.learn.puzzle import (
    Puzzle,
    describe_difficulty,
    describe_kind,
    describe_origin,
    describe_puzzle,
    format_puzzle,
    make_id,
    parse_puzzle,
)
from veier.learn.puzzle_difficulty import has_right_difficulty
from veier.learn.puzzle_generator import make_puzzles, sort_puzzles
from veier.learn.puzzle_proofs import is_proved, is_proved_puzzle, right_moves
from veier.learn.puzzle_store import daily_puzzle, find_puzzle, puzzle_games, puzzles_of
from veier.learn.puzzle_verdicts import check_puzzle_try, solution_line
from veier.learn.symmetry import canonical_stones
from veier.messages import LANGUAGES
from veier.search.one_ply import winning_numbers

GAMES = [game.name for game in veier.all_games()]
OF_TWO = [game.name for game in veier.all_games() if game.players == 2]
OF_THREE = [game.name for game in veier.all_games() if game.players == 3]
FEWEST = 30
SAMPLE = 5


def every(game: str) -> tuple[Puzzle, ...]:
    return puzzles_of(game)


def test_every_game_has_puzzles() -> None:
    assert list(puzzle_games()) == GAMES


@pytest.mark.parametrize("game", OF_THREE)
def test_puzzles_of_three_are_wins_in_two_for_the_most_part(game: str) -> None:
    found = every(game)
    assert len(found) >= FEWEST
    kinds = Counter((puzzle.kind, puzzle.moves) for puzzle in found)
    assert set(kinds) == {("win", 1), ("win", 2)}
    assert kinds["win", 2] > len(found) / 2
    assert len({puzzle.difficulty for puzzle in found}) >= 2
    assert {puzzle.start().mover for puzzle in found} == {0, 1, 2}
    for puzzle in found:
        if puzzle.moves == 1:
            # Upright squares would be too easy.
            assert all(square.step[1] for square in puzzle.start().play(puzzle.solution).squares(made=True))


@pytest.mark.parametrize("game", OF_TWO)
def test_there_are_enough_of_several_kinds_and_grades(game: str) -> None:
    found = every(game)
    assert len(found) >= FEWEST
    kinds = Counter((puzzle.kind, puzzle.moves) for puzzle in found)
    assert {"win", "only"} <= {kind for kind, _ in kinds}
    assert len(kinds) >= 4
    assert max(kinds.values()) <= len(found) * 0.6
    assert len({puzzle.difficulty for puzzle in found}) >= 3


@pytest.mark.parametrize("game", GAMES)
def test_files_are_in_order_and_ids_stay(game: str) -> None:
    found = every(game)
    assert list(found) == sort_puzzles(found)
    assert len({puzzle.id for puzzle in found}) == len(found)
    for puzzle in found:
        assert puzzle.game == game
        assert puzzle.id == make_id(game, puzzle.position, puzzle.kind)
        assert find_puzzle(puzzle.id) == puzzle
        assert veier.format_position(puzzle.start()) == puzzle.position
        assert parse_puzzle(format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_alike_however_the_board_is_turned(game: str) -> None:
    found = every(game)
    assert len({canonical_stones(puzzle.start()) for puzzle in found}) == len(found)


def test_shapes_see_turns_mirrors_and_colours() -> None:
    game = veier.game("4eyes-pencil-2p-7x7")
    first = game.start().play("a1a2", "c3d3")
    assert canonical_stones(first) == canonical_stones(game.start().play("a7b7", "c5c4"))
    assert canonical_stones(first) != canonical_stones(game.start().play("a1a2", "c3c4"))
    states = veier.game("hexrows").start()
    assert canonical_stones(states.play("f6", "g6", "a1")) == canonical_stones(states.play("f6", "f7", "k6"))
    assert canonical_stones(states.play("f6", "g6", "a1")) != canonical_stones(states.play("f6", "g6", "a2"))


DESCRIPTIONS = (describe_puzzle, describe_kind, describe_difficulty, describe_origin)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_can_be_said_in_every_language(language: str) -> None:
    for puzzle in (puzzle for game in GAMES for puzzle in every(game)):
        texts = [describe(puzzle).text(language) for describe in DESCRIPTIONS]
        texts += [remark.text.text(language) for remark in puzzle.remarks]
        assert all(text and "{" not in text for text in texts)
        assert puzzle.remarks


SHIPPED = [puzzle for game in GAMES for puzzle in puzzles_of(game)]
SAMPLES = SHIPPED[::SAMPLE] + [
    puzzle for puzzle in SHIPPED[1:] if puzzle.kind == "only" and puzzle not in SHIPPED[::SAMPLE]
]


@pytest.mark.parametrize("puzzle", SAMPLES, ids=[puzzle.id for puzzle in SAMPLES])
def test_only_moves_and_a_sample_of_the_others_are_proved_again(puzzle: Puzzle) -> None:
    assert is_proved_puzzle(puzzle)
    assert has_right_difficulty(puzzle)


# Positions in which all moves but one lose at once or in two moves, and that one loses later.
LOST_LATER = {
    "4eyes-beginners .r32r12b24/b23r31b43r42/b43b23b24r14/.r42r23b31 r 0.0.0/0.0.0 0 f0567cb2455e925b": ("C1l", 1),
    "4eyes-beginners b12b43.b23/.b13../r31b13r42r14/r24r12r43b31 r 1.0.0/0.1.0 0 -": ("12@D3", 1),
    "4eyes-beginners b14..r41/..b24./.r13../.b34.r12 r 0.2.2/1.1.2 0 -": ("24@A1", 2),
}


@pytest.mark.parametrize("text", LOST_LATER)
def test_a_move_that_loses_later_is_no_only_move(text: str) -> None:
    solution, moves = LOST_LATER[text]
    position = veier.parse_position(text)
    assert right_moves(position, "only", moves) == {position.parse_move(solution).number}
    assert not is_proved(position, "only", moves, solution)


@pytest.mark.parametrize("game", ["4eyes-plus-3p-7x7", "4eyes-pencil-3p-7x7"])
def test_wins_of_three_are_wins_whatever_the_others_do(game: str) -> None:
    """Walk through every pair of replies, move by move."""
    puzzles = [puzzle for puzzle in every(game) if puzzle.moves == 2]
    puzzle = min(puzzles, key=lambda puzzle: len(puzzle.start().legal_numbers))
    start = puzzle.start()
    assert not winning_numbers(start)
    for reply in replies(start.play(puzzle.solution)):
        assert not reply.outcome or reply.outcome.winner == start.mover
        for second in replies(reply):
            assert second.outcome.winner == start.mover if second.outcome else winning_numbers(second)


def replies(position: Position) -> list[Position]:
    return [position.play(move) for move in position.legal_moves]


@pytest.mark.parametrize("game", ["4eyes-beginners", "hexrows", "4eyes-plus-3p-7x7"])
def test_another_move_or_number_is_not_proved(game: str) -> None:
    for puzzle in every(game)[::9]:
        position = puzzle.start()
        other = next(move.text for move in position.legal_moves if move.text != puzzle.solution)
        assert not is_proved(position, puzzle.kind, puzzle.moves, other)
        if puzzle.moves > 1:
            assert not is_proved(position, puzzle.kind, puzzle.moves - 1, puzzle.solution)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_a_puzzle_solves_it(game: str) -> None:
    for puzzle in every(game)[::4]:
        players = puzzle.start().game.players
        for made in range(1, len(puzzle.line) + 1, players):
            said = check_puzzle_try(puzzle, puzzle.line[:made])
            assert said.right
            assert said.solved == (made == len(puzzle.line))
            assert said.line == (() if said.solved else puzzle.line[made : made + players - 1])
        assert solution_line(puzzle, ()) == puzzle.line


@pytest.mark.parametrize("game", GAMES)
def test_wrong_tries_are_refuted_by_moves_that_show_it(game: str) -> None:
    for puzzle in every(game)[::5]:
        start = puzzle.start()
        tries = [move.text for move in start.legal_moves if move.text != puzzle.solution]
        for tried in tries[:: max(len(tries) // 3, 1)]:
            said = check_puzzle_try(puzzle, [tried])
            assert not said.right
            after = start.play(tried, *said.line)
            if said.text.key.startswith("puzzle.wrong.loses"):
                assert after.outcome
                assert after.outcome.winner not in (start.mover, None)
            elif said.text.key == "puzzle.wrong.point_lost":
                assert after.scores[1 - start.mover] > start.scores[1 - start.mover]
            elif puzzle.kind == "only":
                assert after.outcome
                assert after.outcome.winner == 1 - start.mover
            else:
                assert not after.outcome or after.outcome.winner != start.mover
            assert all(said.text.text(language) for language in LANGUAGES)


def test_a_move_that_wins_later_is_told_that_it_does_not_win_at_once() -> None:
    """Next to a move that wins at once another one may force a win; what is said of it is true."""
    puzzle = next(puzzle for puzzle in every("4eyes") if (puzzle.kind, puzzle.moves) == ("win", 1))
    start = puzzle.start()
    slower = next(move.text for move in start.legal_moves if wins_later(start.play(move), start.mover))
    said = check_puzzle_try(puzzle, [slower])
    assert not said.right
    told = [said.text.text(language) for language in LANGUAGES]
    assert told == [
        "Domat gewënnt Rout net direkt.",
        "Rouge ne gagne pas tout de suite ainsi.",
        "Damit gewinnt Rot nicht sofort.",
        "Red does not win at once with that.",
    ]


def wins_later(after: Position, seat: int) -> bool:
    return not after.is_over and not winning_numbers(after) and forced_win(after, 2000, seat) is not None


def test_the_puzzle_of_the_day_goes_round_all_games() -> None:
    days = [date(2026, 11, 16) + timedelta(days) for days in range(2 * len(GAMES))]
    games = [daily_puzzle(day).game for day in days]
    assert sorted(games[: len(GAMES)]) == sorted(GAMES)
    assert games[: len(GAMES)] == games[len(GAMES) :]
    assert len({daily_puzzle(day).id for day in days}) == len(days)
    assert len({daily_puzzle(day, "hexrows").id for day in days}) == len(days)


def test_the_same_seed_makes_the_same_puzzles_and_proves_them() -> None:
    game = veier.game("hexrows?side=4&stones=18")
    made = list(make_puzzles(game, 3, 5))
    assert made == list(make_puzzles(game, 3, 5))
    for puzzle in made:
        assert is_proved_puzzle(puzzle)
