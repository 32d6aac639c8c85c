"""Setups: what can be set up, what is refused, and their data."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import veier
from table.samples import BLITZ, DAILY, TWO, people
from veier.table import Clock, Refusal, SeatPlan, Setup, Table, clean_name, command_from_data, event_from_data

HUMAN = SeatPlan("human")


@pytest.mark.parametrize("game", veier.all_games(), ids=str)
def test_every_game_can_be_set_up_and_read_back(game: veier.Game) -> None:
    seats = (SeatPlan("computer", level=2), SeatPlan("open"), SeatPlan("human", "Léa"))[: game.players]
    for clock in (None, BLITZ, DAILY):
        setup = Setup(game.id, seats, game.players == 2, clock, False)
        setup.check()
        assert Setup.from_data(json.loads(json.dumps(setup.to_data()))) == setup
        assert Table.start(setup).position == game.start()


def test_a_game_may_begin_elsewhere() -> None:
    position = veier.game(TWO).start().play("a1a2", "b1b2")
    setup = Setup(TWO, (HUMAN, HUMAN), start=veier.format_position(position))
    setup.check()
    table = Table.start(setup)
    assert table.position == position
    assert table.mover == 0


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda: Setup("nim", (HUMAN, HUMAN)), "game.unknown"),
        (lambda: Setup("4eyes?a=99", (HUMAN, HUMAN)), "option.range"),
        (lambda: Setup("4eyes", (HUMAN,)), "record.seats"),
        (lambda: Setup("4eyes-plus-3p", (HUMAN,) * 3, swap=True), "table.swap_players"),
        (lambda: SeatPlan("computer"), "table.level_place"),
        (lambda: SeatPlan("human", level=3), "table.level_place"),
        (lambda: SeatPlan("human", "<b>"), "table.name_character"),
        (lambda: Clock("minutes", 0), "table.clock"),
        (lambda: Clock("minutes", 10**12), "table.clock"),
        (lambda: Clock("days", 86_400_000, 1000), "table.clock"),
        (lambda: Setup("4eyes", (HUMAN, SeatPlan("computer", level=11))).check(), "cli.error.level"),
        (lambda: Setup("4eyes", (HUMAN, HUMAN), start="what").check(), "parse.at"),
        (
            lambda: Setup("4eyes", (HUMAN, HUMAN), start=veier.format_position(veier.game(TWO).start())).check(),
            "record.other_game",
        ),
    ],
)
def test_what_cannot_be_set_up(make: Callable[[], object], key: str) -> None:
    with pytest.raises(Refusal) as caught:
        make()
    assert caught.value.reason.key == key
    for language in ("lb", "fr", "de", "en"):
        assert caught.value.text(language)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"game": "4eyes"},
        {"game": "4eyes", "seats": "human"},
        {"game": "4eyes", "seats": [{"kind": "cat"}] * 2},
        {"game": "4eyes", "seats": [{"kind": "computer", "level": True}] * 2},
        {"game": "4eyes", "seats": [{"kind": "computer", "level": 1.0}] * 2},
        {"game": "4eyes", "seats": [{"kind": "human"}] * 2, "swap": 1},
        {"game": "4eyes", "seats": [{"kind": "human"}] * 2, "sawp": True},
        {"game": "4eyes", "seats": [{"kind": "human"}] * 2, "clock": {"kind": "minutes"}},
    ],
)
def test_setups_that_cannot_be_read(data: object) -> None:
    with pytest.raises(Refusal) as caught:
        Setup.from_data(data)
    assert caught.value.reason.key == "table.data"


@pytest.mark.parametrize(
    "data",
    [
        None,
        "move",
        {},
        {"kind": 1},
        {"kind": "castle"},
        {"kind": "move"},
        {"kind": "move", "text": 5},
        {"kind": "move", "text": "a1a2", "seat": 0},
        {"kind": "swap", "take": "yes"},
        {"kind": "offer", "what": "peace"},
        {"kind": "offer", "what": ["draw"]},
        {"kind": "rematch", "table": "abc"},
    ],
)
def test_commands_that_cannot_be_read(data: object) -> None:
    with pytest.raises(Refusal) as caught:
        command_from_data(data)
    assert caught.value.reason.key == "table.data"
    with pytest.raises(Refusal):
        event_from_data(data)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Zoé  d'Arc ", "Zoé d'Arc"),
        ("Zoe\u0301", "Zoé"),
        ("Grünefeld-K.", "Grünefeld-K."),
        ("李雷", "李雷"),
        ("7", "7"),
        ("😀", "😀"),
        ("Oma ❤️", "Oma ❤️"),
        ("👩🏽‍🚀 Léa", "👩🏽‍🚀 Léa"),
        ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
        ("🇱🇺", "🇱🇺"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "a" * 25,
        "<script>",
        "=cmd()",
        "a\nb",
        "a\u202eb",
        "a\u200bb",
        "\x1b[2J",
        "e" + "\u0336" * 5,
        "\u0301",
        "\u3164",
        "\u115f",
        "Ada\uffa0",
        "Ada\ufe0f",
        "😀" * 25,
        "😀\u200d",
        "\u200d😀",
        "😀\u200dAda",
        "😀\u202e",
        "😀\u0336",
        "❤\ufe0f\ufe0f",
        "🏽",
        "🇱",
        "\U0001f8ff",
        "🏴\U000e0067\U000e007f",
    ],
)
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(Refusal):
        clean_name(text)


@pytest.mark.parametrize(
    ("text", "character"), [("Ada & Ben", "&"), ("a\u202eb", "U+202E"), ("a\u200db", "U+200D"), ("a\nb", "U+000A")]
)
def test_the_character_that_cannot_be_is_named(text: str, character: str) -> None:
    with pytest.raises(Refusal) as caught:
        clean_name(text)
    assert caught.value.reason.params["character"] == character
    assert character in caught.value.text("lb")


@given(st.text(max_size=30))
def test_a_name_that_is_kept_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= 24


def test_house_rules_are_told() -> None:
    keys = [rule.key for rule in people(swap=True).house_rules()]
    assert keys == ["table.rule.swap", "table.rule.aids"]
    keys = [rule.key for rule in people("4eyes-plus-3p", aids=False).house_rules()]
    assert keys == ["table.rule.three", "table.rule.no_aids"]
