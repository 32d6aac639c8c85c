"""Records as text: written and read back; errors name their place."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veier.core.errors import BadRecord
from veier.games import game
from veier.record import Node, Record, format_record, format_result, parse_record

from .samples import ALL_GAMES, legal_tree, random_walk, records

GAME = '[Game "4eyes"]\n'


@settings(max_examples=250, deadline=None)
@given(records())
def test_any_record_reads_back(record: Record) -> None:
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_random_games_read_back(game_id: str) -> None:
    moves = [position.last_move for position in random_walk(game_id, seed=1, plies=200)]
    record = Record.from_moves(game_id, [move for move in moves if move])
    assert parse_record(format_record(record)) == record


def test_what_a_record_looks_like() -> None:
    line = (
        Node("21@D2", "Far from\nthe middle."),
        Node("32@B2"),
        Node("24@D1", "", ((Node("13@C3", "{so}"), Node("24@A4")), (Node("13@A3", mark="!?"),)), "??"),
        Node("43@B1"),
    )
    record = Record(
        game("4eyes-beginners"),
        ('L"éa', ""),
        result=(Fraction(0), Fraction(1)),
        termination="square",
        line=line,
        tags=(("Event", "C:\\"),),
    )
    assert format_record(record) == (
        '[Game "4eyes-beginners"]\n'
        '[Rules "1"]\n'
        '[Red "L\\"éa"]\n'
        '[Result "0-1"]\n'
        '[Termination "square"]\n'
        '[Event "C:\\\\"]\n'
        "\n"
        "1. 21@D2 {Far from\nthe middle.} 1... 32@B2 2. 24@D1?? (2. 13@C3 {\\{so\\}} 2... 24@A4) (2. 13@A3!?)\n"
        "2... 43@B1\n"
    )


def test_numbers_count_rounds_of_all_seats() -> None:
    text = format_record(Record.from_moves("4eyes-plus-3p", "e5e6 f5f6 d4d5 c3c4"))
    assert text.endswith("\n1. e5e6 f5f6 d4d5 2. c3c4\n")
    start = game("4eyes-plus-3p").start().play("e5e6", "f5f6")
    text = format_record(Record.from_moves("4eyes-plus-3p", "d4d5 c3c4", start=start))
    assert text.endswith("\n1... d4d5 2. c3c4\n")


def test_lines_are_at_most_80_characters_long() -> None:
    moves = [position.last_move for position in random_walk("4eyes", seed=4, plies=60)]
    lines = format_record(Record.from_moves("4eyes", [move for move in moves if move])).split("\n")
    assert max(map(len, lines)) <= 80
    assert max(map(len, lines)) > 70


def test_comments_are_never_broken_nor_joined() -> None:
    comment = "  many   spaces, " * 20 + "\n\n\tand ends of lines \r\n"
    record = Record(game("4eyes"), comment=comment, line=(Node("13@C3", comment),))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    "text",
    [
        GAME + "1. 13@C3 24@A1",
        GAME + "13@c3\n\n24@a1",
        GAME + "1.13@C3 1...24@A1",
        GAME + "7. 13@C3 {}3. 24@A1",
        "\ufeff" + GAME.replace("\n", "\r\n") + "\r\n1. 13@C3\r\n24@A1\r\n",
        '[ game  "4EYES" ] [rules "1"][RESULT "*"] 13@C3 24@A1',
        '[Result "*"][Red ""][Game "4eyes?a=3"] 13@C3 24@A1',
    ],
)
def test_layout_and_case_do_not_matter(text: str) -> None:
    assert parse_record(text) == Record.from_moves("4eyes", "13@C3 24@A1")


def test_end_by_the_rules_may_be_left_out() -> None:
    record = parse_record('[Game "4eyes-beginners"] 21@D2 32@B2 24@D1 43@B1')
    assert format_result(record.result) == "0-1"
    assert record.termination == "square"


ERRORS = [
    ("", 1, 1, "record.no_game"),
    ("13@C3", 1, 1, "record.no_game"),
    ('[Red "Léa"]', 1, 1, "record.no_game"),
    ('\n[Game "chess"]', 2, 8, "game.unknown"),
    ('[Game "4eyes?side=9"]', 1, 8, "option.range"),
    # Tags.
    ("[", 1, 2, "record.tag"),
    ("[Game 4eyes]", 1, 7, "record.tag"),
    ('[Game "4eyes"', 1, 14, "record.tag"),
    ('[Game "4eyes]\n', 1, 7, "record.quote_open"),
    (GAME + '[Red "a\\x"]', 2, 8, "record.escape"),
    (GAME + '[Red "a"]\n [red "b"]', 3, 3, "record.tag_twice"),
    (GAME + '[Brown "Max"]', 2, 9, "record.no_seat"),
    (GAME + '[Rules "2"]', 2, 9, "record.rules_newer"),
    (GAME + '[Rules "one"]', 2, 9, "record.rules"),
    (GAME + '[Date "2026-02-30"]', 2, 8, "record.date"),
    (GAME + '[Date "20261115"]', 2, 8, "record.date"),
    (GAME + '[Result "1:0"]', 2, 10, "record.result"),
    (GAME + '[Result "1/0-1"]', 2, 10, "record.result"),
    (GAME + '[Result "1-0-0"]', 2, 10, "record.shares"),
    (GAME + '[Result "1/2-1/3"]', 2, 10, "record.shares"),
    (GAME + '[Termination "bored"]', 2, 15, "record.termination"),
    (GAME + '[Termination "square"]\n13@C3', 2, 15, "record.not_over"),
    (GAME + '[Position "4eyes ...../x"]', 2, 25, "position.missing"),
    (GAME + '[Position "4eyes \\\\/. r 0 0 -"]', 2, 18, "position.board"),
    (GAME + '[Position "4eyes?side=3&a=1&b=1&d=1 .../.../... r 1.1.1/1.1.1 0 -"]', 2, 12, "record.other_game"),
    # Moves.
    (GAME + "1. 13@C3 24@C3", 2, 10, "record.move"),
    (GAME + "1. 13@C3\n  1... 13", 3, 8, "eyes.notation"),
    (GAME + "1. 13@C9", 2, 4, "notation.field"),
    (GAME + "1. pass", 2, 4, "record.move"),
    (GAME + "1. 13@C3!!!", 2, 9, "record.mark"),
    (GAME + "1. 13@C3 !", 2, 10, "eyes.notation"),
    ('[Game "4eyes-plus-2p"] a1c1', 1, 24, "record.move"),
    ('[Game "4eyes-beginners"] 21@D2 32@B2 24@D1 43@B1 13@A4', 1, 50, "record.move"),
    ('[Game "4eyes-beginners"][Result "*"] 21@D2 32@B2 24@D1 43@B1', 1, 34, "record.contradiction"),
    ('[Game "4eyes-beginners"][Termination "time"] 21@D2 32@B2 24@D1 43@B1', 1, 39, "record.contradiction"),
    # Comments and variations.
    (GAME + "13@C3 {good", 2, 7, "record.comment_open"),
    (GAME + "13@C3 {good 24@A1 {bad}", 2, 7, "record.comment_open"),
    (GAME + "13@C3 good}", 2, 7, "eyes.notation"),
    (GAME + "13@C3 }", 2, 7, "record.comment_close"),
    (GAME + "13@C3 {a\\b}", 2, 9, "record.escape"),
    (GAME + "13@C3 {a} {b}", 2, 11, "record.comment_place"),
    (GAME + "13@C3 ({a} 13@C4)", 2, 8, "record.comment_place"),
    (GAME + "(13@C3)", 2, 1, "record.variation_first"),
    (GAME + "13@C3 ()", 2, 7, "record.variation_empty"),
    (GAME + "13@C3 (13@C4 (13@C5)", 2, 7, "record.variation_open"),
    (GAME + "13@C3 (13@C4) )", 2, 15, "record.variation_close"),
    (GAME + "13@C3 (24@A1 24@A1)", 2, 14, "record.move"),
    # After the end.
    (GAME + "13@C3\n" + GAME, 3, 1, "record.tag_late"),
    (GAME + "13@C3 ]", 2, 7, "record.tag_close"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), ERRORS)
def test_errors_say_where_and_why(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.problem.key == reason
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def _reads_or_refuses(text: str) -> None:
    problem = None
    try:
        record = parse_record(text)
    except BadRecord as error:
        problem = error
    if problem:
        assert 1 <= problem.line <= text.count("\n") + 1
        assert 1 <= problem.column <= len(text) + 1
        assert str(problem)
    else:
        assert parse_record(format_record(record)) == record


def test_a_record_cut_at_every_byte_is_read_or_refused() -> None:
    text = format_record(legal_tree())
    assert parse_record(text) == legal_tree()
    encoded = text.encode()
    for end in range(len(encoded)):
        _reads_or_refuses(encoded[:end].decode(errors="replace"))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.text("(){}[]\"\\ 123@Cr\n'é.", max_size=3)), min_size=1, max_size=3)
)
def test_garbled_records_are_read_or_refused(changes: list[tuple[int, str]]) -> None:
    text = format_record(legal_tree())
    for place, new in changes:
        at = place % (len(text) + 1)
        text = text[:at] + new + text[at + random.Random(place).randint(0, 2) :]
    _reads_or_refuses(text)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    _reads_or_refuses(text)
    _reads_or_refuses(GAME + text)


def _nested(depth: int) -> str:
    return GAME + "13@C3" + " (13@C3" * depth + ")" * depth


def test_variations_nest_100_deep() -> None:
    record = parse_record(_nested(100))
    assert parse_record(format_record(record)) == record
    with pytest.raises(BadRecord) as caught:
        parse_record(_nested(101))
    assert caught.value.problem.key == "record.nested"
    assert (caught.value.line, caught.value.column) == (2, 7 + 100 * 7)


def test_2000_moves_can_be_read_and_no_more() -> None:
    shuttle = GAME + "13@C3 " + "(13@C4)" * 1999
    assert len(parse_record(shuttle).line[0].variations) == 1999
    with pytest.raises(BadRecord) as caught:
        parse_record(shuttle + " 24@A1")
    assert caught.value.problem.key == "record.moves"


HOSTILE = {
    "opening brackets": GAME + "(" * 100_000,
    "brackets after a move": GAME + "13@C3 " + "(" * 100_000,
    "deep variations": GAME + "13@C3 " + "(13@C3 " * 100_000,
    "closing brackets": GAME + ")" * 100_000,
    "moves": GAME + "13@C3 " * 100_000,
    "opening braces": GAME + "{" * 1_000_000,
    "comments": GAME + "{}" * 500_000,
    "backslashes": GAME + "{" + "\\" * 1_000_001,
    "escapes": GAME + "{" + "\\\\" * 500_000 + "\\x}",
    "digits": GAME + "1" * 1_000_000,
    "move numbers": GAME + "1." * 400_000 + "x",
    "one long move": GAME + "13@C" + "3" * 1_000_000,
    "tags": "".join(f'[T{number} ""]' for number in range(80_000)),
    "a long tag": f'[Game "{"4" * 1_000_000}"]',
    "a long name": "[" + "a" * 1_000_000,
    "white space": " " * 1_000_000,
    "too long": " " * 20_000_000,
    "ends of lines": "\r\n" * 500_000 + "x",
    "a long position": GAME + f'[Position "{"4eyes " * 100_000}"]',
    "junk": GAME + "".join(map(chr, random.Random(1).choices(range(33, 0x3000), k=1_000_000))),
    "nothing but zeros": "\0" * 1_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused_at_once(text: str) -> None:
    parse_record(GAME + "13@C3")
    # A tenth of a second is promised; the rest is for slow and busy machines.
    assert min(_seconds_to_refuse(text) for _ in range(3)) < 0.3


def _seconds_to_refuse(text: str) -> float:
    began = time.process_time()
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert len(str(caught.value)) < 1000
    return time.process_time() - began
