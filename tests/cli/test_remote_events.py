"""What happens at a server's table, said in each language: who offers, asks, declines and speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from veier.cli import language as chosen
from veier.cli.remote_events import State, describe_changes, describe_said, player_name, questions
from veier.messages import LANGUAGES, translate

Says = Callable[..., str]


def state(mine: tuple[int, ...] = (0,), **more: Any) -> State:
    """Return the state of a table of three players, as far as sentences need it; Blue has no name."""
    seats = [{"kind": "human", "name": name} for name in ("Léa", "Änder", "")]
    game = {"colours": ["red", "brown", "blue"]}
    empty: State = {"offers": [], "moves": [], "result": None, "rematch": None, "swapable": False}
    return {"mine": list(mine), "seats": seats, "game": game, **empty, **more}


def offer(what: str, by: int, *answers: int) -> dict[str, Any]:
    return {"what": what, "by": by, "answers": list(answers)}


@pytest.fixture(params=LANGUAGES)
def says(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Says:
    """Choose a language, and return a function that says a key of the catalogues in it."""
    monkeypatch.setattr(chosen, "_chosen", request.param)
    return lambda key, **words: translate(key, request.param, **words)


def answer(says: Says) -> str:
    return says("cli.prompt.answer", yes=says("cli.word.yes"), no=says("cli.word.no"))


@pytest.mark.parametrize("what", ["draw", "takeback", "rematch"])
def test_an_offer_is_told_with_who_makes_it_and_how_to_answer(says: Says, what: str) -> None:
    after = state(offers=[offer(what, 1)])
    assert questions(after) == [what]
    assert describe_changes(state(), after) == [f"{says(f'web.offer.{what}', name='Änder')}.", answer(says)]
    # Who has answered, or was not asked, is not asked again.
    assert questions(state(offers=[offer(what, 1, 0)])) == []
    assert questions(state(offers=[offer(what, 0)])) == []


@pytest.mark.parametrize("what", ["draw", "takeback", "rematch"])
def test_an_own_offer_is_told_with_who_has_not_answered(says: Says, what: str) -> None:
    blue = says("colour.blue")
    own, waiting = says(f"web.offer.my_{what}"), says("web.offer.waiting", names=("Änder", blue))
    assert describe_changes(state(), state(offers=[offer(what, 0)])) == [f"{own}. {waiting}"]
    assert "Änder" in waiting
    assert blue in waiting
    # With everybody at this terminal nobody is waited for.
    assert describe_changes(state(), state(offers=[offer(what, 0, 1, 2)])) == [f"{own}."]


@pytest.mark.parametrize("what", ["draw", "takeback", "rematch"])
def test_a_declined_offer_names_who_declined_where_it_can_only_be_one(says: Says, what: str) -> None:
    key = f"web.offer.no_{what}"
    assert describe_changes(state(offers=[offer(what, 0, 1)]), state()) == [says(key, name=says("colour.blue"))]
    somebody = says(key, name=says("web.offer.somebody"))
    assert describe_changes(state(offers=[offer(what, 0)]), state()) == [somebody]
    # Where the game has ended or moves were taken back, the offer was taken.
    before = state(offers=[offer(what, 0)], moves=["a1a2"])
    assert describe_changes(before, state(moves=[])) == []
    assert describe_changes(before, state(moves=["a1a2"], result={"winner": None})) == []


def test_a_swap_of_colours_is_asked_once(says: Says) -> None:
    after = state(swapable=True, moves=[{"seat": 1, "text": "a1a2"}])
    assert questions(after) == ["swap"]
    assert describe_changes(state(), after) == [says("web.swap.what", name="Änder"), answer(says)]
    assert describe_changes(after, after) == []


def test_what_is_said_is_told_with_who_says_it(says: Says) -> None:
    phrase = says("web.phrase.thanks")
    blue = says("colour.blue")
    assert player_name(state(), 2) == blue
    told = describe_said(state(), {"type": "phrase", "seat": 2, "phrase": "thanks"})
    assert told == says("web.say.said", name=blue, phrase=phrase)
    assert told.startswith(blue)
    assert told.endswith(phrase)
    reminded = describe_said(state(), {"type": "nudge", "by": 1})
    assert reminded == says("web.nudge.yours", name="Änder")
    assert "Änder" in reminded


def test_the_languages_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for language in LANGUAGES:
        monkeypatch.setattr(chosen, "_chosen", language)
        told.append((*describe_changes(state(), state(offers=[offer("draw", 1)])),))
    assert len(set(told)) == len(LANGUAGES)
    assert told[0] == ("Änder proposéiert onentscheet.", "Äntwer jo oder nee.")
