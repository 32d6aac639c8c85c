"""Every sentence of the explanations is true: it is played out by the plain rules.

`python -m benchmarks.sentences` does the same with thousands of positions.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import cast

import pytest

import veier
from benchmarks.sentence_checks import CHECKS, holds
from benchmarks.sentences import (
    READINGS,
    SMALL,
    Tally,
    check_game,
    later_positions,
    random_positions,
    report,
    sentences,
)
from benchmarks.told import Told
from explain.test_explainers import CASES, read_case
from veier.explain.hints import explain_best_move
from veier.learn.puzzle_store import puzzle_games, puzzles_of
from veier.messages import Message, catalogue

# What hints say in place of what is said of any move.
SAID_OF_THE_BEST = {"hint.quiet", "hint.no_better"}

# Blue wins in phase 2 by lifting the stone on a1 or another one; only the latter leaves the square on a1 as it is.
LIFTED = "4eyes-plus-2p-7x7 R>b.b.bR</.Bv.R^RvRvBv/Rvr.rbbr/b.rB^.rB</..B^Rv.br/rRv.brR^B^/B^b..B^B>r b 0/0 0 -"


ALL = [*(game.id for game in veier.all_games()), *SMALL, *READINGS]
# Only there pieces are moved when all have been placed.
WITH_PHASE_2 = [game for game in ALL if game.startswith("4eyes") and "pencil" not in game]


def test_every_kind_of_sentence_has_a_checker() -> None:
    keys = {key for key in catalogue("en") if key.startswith("explain.") and not key.startswith("explain.square_")}
    assert keys | SAID_OF_THE_BEST == {key for key in CHECKS if not key.startswith("puzzle.")}


def told_in(case: str) -> list[Told]:
    """Read a case of the collected sentences, with what is said there."""
    position, move, nodes = read_case(case)
    if move is None:
        return [Told(position, None, position, remark) for remark in veier.explain_position(position, nodes)]
    after = position.play(move) if position.is_legal(move) else position
    return [Told(position, move, after, remark) for remark in veier.explain_move(position, move, nodes)]


@pytest.mark.parametrize("case", [case for case, *_ in CASES])
def test_collected_sentences_are_true(case: str) -> None:
    assert [str(told.remark) for told in told_in(case) if not holds(told)] == []


@pytest.mark.parametrize("game", ALL)
def test_sentences_about_random_games_are_true(game: str) -> None:
    """Without forced wins, which the next test looks for; `benchmarks.sentences` checks thousands of positions."""
    tally = check_game(game, 24, seed=1, nodes=0)
    assert not tally.false, report(game, tally)
    assert len(tally.told) > 6


@pytest.mark.parametrize("game", WITH_PHASE_2)
def test_sentences_are_true_where_pieces_are_moved(game: str) -> None:
    random, tally = Random(1), Tally()
    for position in later_positions(game, random, 6):
        assert position.phase == 2
        tally.add_all(sentences(position, random, 0))
    assert not tally.false, report(game, tally)
    assert tally.told.total() >= 20


@pytest.mark.parametrize("game", [game for game in ALL if game not in WITH_PHASE_2])
def test_the_other_games_end_without_a_second_phase(game: str) -> None:
    positions = random_positions(game, Random(1), 100)
    assert {position.phase for position in positions} == {1}


@pytest.mark.parametrize("game", ALL)
def test_hints_give_true_reasons(game: str) -> None:
    random, checked = Random(1), 0
    later = later_positions(game, random, 6) if game in WITH_PHASE_2 else ()
    for position in (*random_positions(game, random, 18), *later):
        if position.is_over:
            continue
        best = veier.think(position, veier.Limits(nodes=100)).best.move
        after = position.play(best)
        for remark in explain_best_move(position, best):
            assert holds(Told(position, best.text, after, remark)), f"{veier.format_position(position)}: {remark}"
            checked += 1
    assert checked > 12


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-2p-7x7 b1a1", "4eyes-beginners 24@A1"])
def test_a_hint_says_that_no_move_does_better_where_the_book_wins_after_all(game: str) -> None:
    name, *moves = game.split()
    position = veier.game(name).start().play(*moves)
    best = veier.think(position, veier.Limits(nodes=100)).best.move
    told = [Told(position, best.text, position.play(best), remark) for remark in explain_best_move(position, best)]
    assert "hint.no_better" in {one.key for one in told}
    assert all(map(holds, told))


@pytest.mark.parametrize(
    "game",
    [
        "4eyes-plus-2p?side=5&tiles=5",
        "4eyes-plus-2p?side=4&tiles=3&elsewhere=1",
        "4eyes-plus-2p?side=4&tiles=4&nogifts=1",
        "4eyes-pencil-2p?side=4",
        "4eyes-pencil-2p?side=5&turns=4",
        "4eyes?side=3&a=1&b=1&d=2",
        "4eyes?side=3&a=1&b=1&d=2&nogifts=1",
    ],
)
def test_sentences_about_forced_wins_are_true(game: str) -> None:
    tally = check_game(game, 60, seed=2)
    assert not tally.false, report(game, tally)
    assert {"explain.has_force", "explain.missed_force", "explain.allows_force"} <= tally.told.keys()


@pytest.mark.parametrize("game", puzzle_games())
def test_sentences_of_puzzles_are_true(game: str) -> None:
    for puzzle in puzzles_of(game)[::3]:
        position = puzzle.start()
        after = position.play(puzzle.solution)
        for remark in puzzle.remarks:
            assert holds(Told(position, puzzle.solution, after, remark)), f"{puzzle.id}: {remark}"


def test_a_sentence_names_only_what_its_move_completes() -> None:
    """A stone on d1 completes two squares, but not the one whose stone the move has lifted to get there."""
    position = veier.parse_position(LIFTED)
    told = [remark for remark in veier.explain_position(position, 0) if remark.cells == ("d1",)]
    made = {str(remark.text.params["move"]): {square.cells for square in remark.squares} for remark in told}
    for move, squares in made.items():
        assert {square.cells for square in position.play(move).squares(made=True)} == squares
    assert set.union(*made.values()) == {("d1", "g4", "d7", "a4"), ("a1", "d1", "d4", "a4")}


CAN_WIN = "4eyes-plus-2p-7x7 d1d2 f6f7 c2c1 b5b6"


def can_win() -> Told:
    """Red completes c2-g3-f7-b6 with g3g4, for instance."""
    position = veier.game("4eyes-plus-2p-7x7").start().play(*CAN_WIN.split()[1:])
    remark = veier.explain_position(position, 0)[0]
    assert remark.text.key == "explain.can_win"
    return Told(position, None, position, remark)


def with_params(told: Told, **params: object) -> Told:
    text = Message(told.key, {**told.remark.text.params, **params})
    return replace(told, remark=replace(told.remark, text=text))


def test_the_checkers_see_what_is_false() -> None:
    told = can_win()
    (name,) = cast(tuple[Message], told.remark.text.params["squares"])
    assert holds(told)
    assert not holds(with_params(told, move="a1a2"))
    assert not holds(with_params(told, move="c2c3"))
    assert not holds(with_params(told, colour=Message("colour.blue")))
    assert not holds(with_params(told, squares=(name, Message(name.key, {**name.params, "square": "a1-b1-b2-a2"}))))
    assert not holds(with_params(told, squares=(Message("explain.square_upright", name.params),)))
    assert not holds(replace(told, remark=replace(told.remark, squares=())))
    assert not holds(replace(told, remark=replace(told.remark, text=Message("explain.calm"), squares=())))
    with pytest.raises(KeyError):
        holds(replace(told, remark=replace(told.remark, text=Message("explain.new"))))


def test_a_fork_names_a_threat_that_the_move_makes() -> None:
    """Red has two threats already: a fork after the next move is told with what is new in it."""
    line = "21@D3 43@A3 23@D1 42@B4 23@B1 34@A2 32@A1 42@C3 42@A4 41@C1"
    position, forks = veier.game("4eyes-beginners").start().play(*line.split()), 0
    for move in position.legal_moves:
        for remark in veier.explain_move(position, move, 0):
            if remark.text.key == "explain.fork":
                forks += 1
                assert holds(Told(position, move.text, position.play(move), remark))
    assert forks > 1


@pytest.mark.parametrize(
    ("game", "first", "others"), [("4eyes-plus-2p-7x7", "b1a1", 7), ("4eyes-beginners", "24@A1", 3)]
)
def test_the_proved_first_move_is_said_to_win_however_the_board_lies(game: str, first: str, others: int) -> None:
    """The first move of the book has images by symmetry; others lose or are not known."""
    start, won = veier.game(game).start(), []
    for move in start.legal_moves:
        remarks = veier.explain_move(start, move, 0)
        keys = {remark.text.key for remark in remarks}
        assert len(keys & {"explain.book_win", "explain.book_loss", "explain.quiet"}) == 1
        won += [move.text] if "explain.book_win" in keys else []
    assert first in won
    assert len(won) == 1 + others


def test_every_first_move_of_4eyes_is_said_to_lose() -> None:
    start = veier.game("4eyes").start()
    for move in start.legal_moves[::30]:
        (remark,) = veier.explain_move(start, move, 0)
        assert holds(Told(start, move.text, start.play(move), remark))
        assert remark.text.key == "explain.book_loss"
