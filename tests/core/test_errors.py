"""What is wrong is said in four languages, whatever is given: no error comes from within."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

import veier
from veier import BadType, History, Limits, VeierError
from veier.messages import LANGUAGES

START = veier.game("4eyes-plus-3p-7x7").start()
# Anything, as far as type checkers know.
ANY = cast(Any, veier)
Call = Callable[[Any], object]


def limit(name: str, given: Any) -> Limits:
    return Limits(**{name: given})


# What takes a position, text, a move or a number, and what it is not.
CALLS: dict[str, Call] = {
    "game": ANY.game,
    "parse_position": ANY.parse_position,
    "think": ANY.think,
    "think at a level": lambda given: ANY.think_at_level(given, 1),
    "level": lambda given: ANY.think_at_level(START, given),
    "limits": lambda given: ANY.think(START, given),
    "history": lambda given: ANY.think(START, history=given),
    "history's start": lambda given: History(given),
    "history's moves": lambda given: History(START, [given]),
    "attitude": lambda given: ANY.think(START, Limits(nodes=1), attitude=given),
    "seed": lambda given: ANY.think(START, Limits(nodes=1), seed=given),
    "explain_move": lambda given: ANY.explain_move(given, "a1a2"),
    "explain_move's move": lambda given: ANY.explain_move(START, given),
    "explain_move's nodes": lambda given: ANY.explain_move(START, "a1a2", given),
    "explain_position": ANY.explain_position,
    "explain_position's nodes": lambda given: ANY.explain_position(START, given),
    "format_position": ANY.format_position,
    "level_count": ANY.level_count,
    "prepare": ANY.prepare,
    "divide": lambda given: ANY.divide(given, 1),
    "depth of divide": lambda given: ANY.divide(START, given),
    "theme": lambda given: START.svg(theme=given),
    "width": lambda given: START.svg(width=given),
    "threats of a drawing": lambda given: START.svg(threats=given),
    "perft": lambda given: ANY.perft(given, 1),
    "depth of perft": lambda given: ANY.perft(START, given),
    "play_randomly": lambda given: ANY.play_randomly(given, 1, 1),
    "number of games": lambda given: ANY.play_randomly(START, given, 1),
    "play": START.play,
    "parse_move": START.parse_move,
    "squares": lambda given: START.squares(through=given),
    "threats": START.threats,
    **{name: partial(limit, name) for name in Limits.__slots__},
}
WRONG = [3.5j, b"a1", ["a1"], object(), {}]


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_type_is_said_in_every_language(name: str) -> None:
    for wrong in WRONG:
        with pytest.raises(VeierError) as caught:
            CALLS[name](wrong)
        assert isinstance(caught.value, TypeError)
        sentences = {caught.value.text(language) for language in LANGUAGES}
        assert len(sentences) == len(LANGUAGES)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("play", 3.5, "move must be of the type str | int | Move, but this is of the type float"),
        ("play", None, "move must be of the type str | int | Move, but this is of the type NoneType"),
        ("play", 10**9, "no move has the number 1000000000"),
        ("game", 7, "game must be of the type str, but this is of the type int"),
        ("parse_position", None, "text must be of the type str, but this is of the type NoneType"),
        ("think", "x", "position must be of the type Position, but this is of the type str"),
        ("limits", 5, "limits must be of the type Limits, but this is of the type int"),
        ("history", ["a1a2"], "history must be of the type History, but this is of the type list"),
        ("movetime", "a", "movetime must be of the type float, but this is of the type str"),
        ("nodes", 2.5, "nodes must be of the type int, but this is of the type float"),
        ("seed", "a", "seed must be of the type int, but this is of the type str"),
        ("level", "3", "level must be of the type int, but this is of the type str"),
        ("explain_move's move", 3.5, "move must be of the type str | int | Move, but this is of the type float"),
        ("prepare", "4eyes", "subject must be of the type Game | Position, but this is of the type str"),
        ("level_count", "4eyes", "game must be of the type Game, but this is of the type str"),
        ("theme", 1, "theme must be of the type str, but this is of the type int"),
        ("threats", "red", "seat must be of the type int, but this is of the type str"),
    ],
)
def test_what_is_said(name: str, wrong: object, reason: str) -> None:
    with pytest.raises(VeierError) as caught:
        CALLS[name](wrong)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("movetime", -1, "movetime is -1, but must be at least 0"),
        ("movetime", float("nan"), "movetime is nan, but must be at least 0"),
        ("nodes", 0, "nodes is 0, but must be at least 1"),
        ("threads", 3, "threads is 3, but must be at most 2"),
        ("attitude", "kind", "“kind” is none of own, paranoid, fair"),
        ("level", 99, "there is no level “99”; 4eyes-plus-3p-7x7 has levels 1 to 6"),
        ("depth of perft", -1, "depth is -1, but must be at least 0"),
        ("depth of divide", 0, "depth is 0, but must be at least 1"),
        ("explain_move's nodes", -1, "nodes is -1, but must be at least 0"),
        ("theme", "pink", "“pink” is none of light, dark, colour, ink-saving, black-and-white"),
        ("width", 0, "width is 0, but must be at least 1"),
        ("threats of a drawing", 3, "there is no seat 3: seats are 0 to 2"),
        ("number of games", -1, "games is -1, but must be at least 0"),
        ("squares", "z9", "there is no cell z9"),
        ("threats", 3, "there is no seat 3: seats are 0 to 2"),
    ],
)
def test_a_wrong_value_is_no_wrong_type(name: str, wrong: object, reason: str) -> None:
    with pytest.raises(VeierError) as caught:
        CALLS[name](wrong)
    assert not isinstance(caught.value, BadType)
    assert str(caught.value) == reason
