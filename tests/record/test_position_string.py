"""Position strings: written, read back, and refused."""

from __future__ import annotations

import random
import re
import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veier.core.errors import BadPosition
from veier.core.position import Position
from veier.games import game
from veier.record import format_position, parse_position

from .samples import ALL_GAMES, random_walk

START = "4eyes ...../...../...../...../..... r 3.3.4/3.3.4 0 -"


def assert_reads_back(position: Position) -> None:
    again = parse_position(format_position(position))
    assert again == position
    assert again.outcome == position.outcome
    assert again.legal_numbers == position.legal_numbers


@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_every_position_of_random_games_reads_back(game_id: str) -> None:
    for seed in range(3):
        for position in random_walk(game_id, seed, plies=150):
            assert_reads_back(position)


@pytest.mark.parametrize(
    ("game_id", "moves", "why"),
    [
        ("4eyes-beginners", "21@D2 32@B2 24@D1 43@B1", "square"),
        ("4eyes-plus-2p?side=3&tiles=2", "a2a3 b1b2 c2c3 pass pass", "passes"),
        ("4eyes-pencil-2p?side=3", "a1b1 c1c2 b2a2 a3b3", "full"),
        ("4eyes?side=3&a=1&b=0&d=0", "12@A1 12@C3" + " A1r C3r A1l C3l" * 2, "repetition"),
        ("hexrows?side=4&stones=7", "d4 e4 d5 e5 d3 c3 d2 c2 d6 c1 d1", "score"),
        # The last loose stone makes the point that it should be set aside for.
        ("hexrows?side=4&stones=4", "d4 e4 d5 e5 d3 c3 d2", "score"),
    ],
)
def test_every_kind_of_end_reads_back(game_id: str, moves: str, why: str) -> None:
    position = game(game_id).start().play(*moves.split())
    assert position.outcome is not None
    assert position.outcome.why == why
    assert_reads_back(position)


def test_history_of_repetition_is_kept() -> None:
    position = game("4eyes?side=3&a=1&b=0&d=0").start().play(*("12@A1 12@C3 A1r C3r A1l C3l" + " A1r C3r A1l").split())
    again = parse_position(format_position(position))
    assert not again.is_over
    assert again.play("C3l").outcome == position.play("C3l").outcome
    assert again.play("C3l").is_over


def test_position_set_up_by_hand_needs_no_digests() -> None:
    position = parse_position("4eyes?side=3&a=1&b=0&d=0 ..b12/.r12./... b 0.0.0/0.0.0 0 -")
    assert position.phase == 2
    assert position.seen == (position.digest,)
    assert_reads_back(position)


def test_lone_stone_on_the_edge_has_neighbours_only() -> None:
    # No game begins so, but whoever sets it up gets moves that are on the board.
    position = parse_position("hexrows?side=4&stones=6 r.../...../....../......./....../...../.... b 5/6 0 -")
    assert {move.text for move in position.legal_moves} == {"a2", "b1", "b2"}


@pytest.mark.parametrize("text", [f"  {START}\t\n", START.replace(" ", "   "), START.replace("4eyes", "4EYES")])
def test_spaces_and_case_of_the_game_do_not_matter(text: str) -> None:
    assert parse_position(text) == game("4eyes").start()


def test_digests_may_come_in_any_order() -> None:
    position = game("4eyes?side=3&a=1&b=0&d=0").start().play("12@A1", "12@C3", "A1r", "C3r")
    *parts, seen = format_position(position).split()
    turned = ",".join(reversed(seen.split(",")))
    assert turned != seen
    assert parse_position(" ".join([*parts, turned])) == position


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "position.missing"),
        ("4eyes", 6, "position.missing"),
        (START[:-2], 52, "position.missing"),
        (START + " more", 55, "position.more"),
        ("5eyes" + START[5:], 1, "game.unknown_near"),
        (" 4eyes?side=9" + START[5:], 2, "option.range"),
        (START.replace("..... r", "....x r"), 35, "position.board"),
        (START.replace("..... r", "...... r"), 36, "position.extra"),
        (START.replace("..... r", ".... r"), 35, "position.short"),
        (START.replace("..... r", "...r11. r"), 34, "notation.tile"),
        (START.replace(" r ", " n "), 37, "position.mover"),
        (START.replace(" r ", " R "), 37, "position.mover"),
        (START.replace("/3.3.4 ", "/3.3.5 "), 39, "position.reserves"),
        (START.replace(" 0 ", " 3 "), 51, "position.passes"),
        (START.replace(" 0 ", " -1 "), 51, "position.passes"),
        (START.replace(" 0 ", " 1 "), 51, "position.not_passed"),
        (START[:-1] + "0123456789abcdef", 53, "position.nothing_seen"),
        ("4eyes-pencil-2p?side=3 r.r/.../r.r b - 1 -", 40, "position.passed_after_end"),
        ("4eyes-pencil-2p?side=4 rrbb/rrbb/..../.... b - 0 -", 24, "position.contradiction"),
        ("4eyes-plus-2p?side=3&tiles=2 .../R>../... b 1/2 0 -", 34, "position.domino"),
        ("4eyes-plus-2p?side=3&tiles=1 R>b./R>b./... b 0/1 0 -", 35, "position.pieces"),
        ("4eyes-plus-2p?side=3&tiles=1 N>b./.../... b 1/1 0 -", 30, "position.board"),
        ("hexrows?side=4&stones=1 rr../...../....../......./....../...../.... b 0/1 0 -", 26, "position.pieces"),
        ("hexrows?side=4&stones=6 r.../...../....../......./....../...../.... b 5/6 1 -", 75, "position.not_passed"),
    ],
)
def test_errors_say_where_and_why(text: str, column: int, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        parse_position(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert caught.value.problem.key == reason
    assert str(caught.value).startswith(f"line 1, column {column}: ")


def _digests(history: str) -> str:
    return f"4eyes?side=3&a=1&b=0&d=0 ..b12/.r12./... b 0.0.0/0.0.0 0 {history}"


@pytest.mark.parametrize(
    ("history", "shift", "reason"),
    [
        ("{own},xyz", 17, "position.digest"),
        ("{own},", 17, "position.digest"),
        ("{OWN}", 0, "position.digest"),
        ("0123456789abcdef", 0, "position.own_digest"),
        ("{own},{own},{own},{own}", 0, "position.seen_often"),
        ("{own}" + ",0123456789abcdef" * 3, 0, "position.seen_often"),
    ],
)
def test_errors_in_the_history(history: str, shift: int, reason: str) -> None:
    own = f"{parse_position(_digests('-')).digest:016x}"
    # Whatever the digest is, it should have a letter when it is put in capitals.
    history = history.replace("{OWN}", "ABCDEF0123456789").replace("{own}", own)
    with pytest.raises(BadPosition) as caught:
        parse_position(_digests(history))
    assert caught.value.problem.key == reason
    assert caught.value.column == len(_digests("")) + 1 + shift


def test_third_time_is_a_draw() -> None:
    own = f"{parse_position(_digests('-')).digest:016x}"
    assert not parse_position(_digests(f"{own},{own}")).is_over
    outcome = parse_position(_digests(f"{own},{own},{own}")).outcome
    assert outcome is not None
    assert outcome.why == "repetition"


SAMPLED = ["4eyes", "4eyes?side=3&a=1&b=1&d=1", "4eyes-plus-3p?side=4&tiles=2", "4eyes-pencil-3p-7x7", "hexrows"]


@cache
def _sample(game_id: str) -> str:
    return format_position(random_walk(game_id, 3, plies=20)[-1])


def _reads_or_refuses(text: str) -> None:
    problem = None
    try:
        position = parse_position(text)
    except BadPosition as error:
        problem = error
    if problem:
        assert 1 <= problem.line <= text.count("\n") + 1
        assert 1 <= problem.column <= len(text) + 1
        assert str(problem)
        return
    # What is accepted can be played on from and is written as what it is.
    assert parse_position(format_position(position)) == position
    for move in position.legal_moves[:3]:
        position.play(move)


def test_cut_strings_are_read_or_refused() -> None:
    for text in map(_sample, SAMPLED):
        for end in range(len(text)):
            _reads_or_refuses(text[:end])
            _reads_or_refuses(text[end:])


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SAMPLED), st.lists(st.tuples(st.integers(0, 10**6), st.text(max_size=3)), max_size=3))
def test_garbled_strings_are_read_or_refused(game_id: str, changes: list[tuple[int, str]]) -> None:
    text = _sample(game_id)
    for place, new in changes:
        at = place % (len(text) + 1)
        text = text[:at] + new + text[at + random.Random(place).randint(0, 2) :]
    _reads_or_refuses(text)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SAMPLED), st.data())
def test_garbled_boards_are_read_or_refused(game_id: str, data: st.DataObject) -> None:
    """Change boards by letters that occur in boards, and recompute the reserves."""
    words = _sample(game_id).split()
    symbols = re.findall(r"[rb][1-4]{2}|[RNB][>^<v]|.", words[1])
    for _ in range(data.draw(st.integers(1, 4))):
        symbols[data.draw(st.integers(0, len(symbols) - 1))] = data.draw(st.sampled_from([*set(symbols), "r13", "B<"]))
    words[1] = "".join(symbols)
    words[5] = "-"
    try:
        parse_position(" ".join(words))
    except BadPosition as error:
        if error.problem.key == "position.reserves":
            words[3] = str(error.problem.params["expected"])
    _reads_or_refuses(" ".join(words))


@pytest.mark.parametrize(
    "text",
    ["x" * 2**20, "x " * 10**5, " " * 10**7, START + "0" * 10**6, "4eyes " + "." * 10**6, "4eyes?" + "a=1&" * 10**5],
)
def test_huge_input_is_refused_at_once(text: str) -> None:
    parse_position(START)
    assert min(_seconds_to_refuse(text) for _ in range(3)) < 0.25


def _seconds_to_refuse(text: str) -> float:
    began = time.process_time()
    with pytest.raises(BadPosition) as caught:
        parse_position(text)
    assert len(str(caught.value)) < 1000
    return time.process_time() - began
