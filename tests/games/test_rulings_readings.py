"""Other readings of the rules, which are options of the games: what changes with each, and that nothing else does."""

from __future__ import annotations

import pytest
from learn.page_text import sentences

import veier
from games.playing import after, texts
from veier.core.game import Game
from veier.learn import read_page
from veier.messages import LANGUAGES
from veier.search.solve.book import read_books
from veier.search.solve.knowledge import known_moves

READINGS = [(game, option) for game in veier.all_games() for option in game.spec.options if option.reading]
CHOSEN = [f"{game.id}?{option.name}={option.high}" for game, option in READINGS]


def readings_of(game: Game) -> set[str]:
    return {option.name for option in game.spec.options if option.reading}


def test_every_reading_is_off_and_comes_last_in_an_id() -> None:
    for game in veier.all_games():
        names = list(game.options)
        assert {game.options[name] for name in readings_of(game)} <= {0}
        assert set(names[len(names) - len(readings_of(game)) :]) == readings_of(game)


@pytest.mark.parametrize("id_", CHOSEN)
def test_a_book_is_never_used_under_another_reading(id_: str) -> None:
    """Not even where the proof would hold: it was checked by other rules."""
    usual, other = veier.game(id_.split("?")[0]), veier.game(id_)
    assert other.id == id_
    assert read_books(other) == ()
    assert known_moves(other.start()) == {}
    if read_books(usual):
        assert known_moves(usual.start())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id_", CHOSEN)
def test_the_rules_pages_say_what_can_be_chosen_and_what_is(id_: str, language: str) -> None:
    usual, other = (read_page(veier.game(name), language) for name in (id_.split("?")[0], id_))
    texts_of = {text.replace("\N{NO-BREAK SPACE}", " ") for text in sentences(usual)}
    for option in veier.game(id_).spec.options:
        if option.text:
            told = option.text.text(language).replace("\N{NO-BREAK SPACE}", " ")
            assert any(f"{option.name}=" in text and told in text for text in texts_of)
    assert usual != other


# A lifted domino goes elsewhere

ONE_EACH = "4eyes-plus-2p?side=3&tiles=1"


def test_a_lifted_domino_must_go_onto_cells_that_were_free_before() -> None:
    usual, elsewhere = (after(game, "a1a2 c3c2") for game in (ONE_EACH, f"{ONE_EACH}&elsewhere=1"))
    own = {"a1-a2a1", "a1-a1b1", "a1-b1a1", "a1-a2b2", "a1-b2a2", "a1-a2a3", "a1-a3a2"}
    assert texts(usual) - texts(elsewhere) == own
    assert texts(elsewhere) < texts(usual)


def test_where_no_two_cells_were_free_before_the_mover_passes() -> None:
    position = after("4eyes-plus-2p?side=3&tiles=2&elsewhere=1", "a1b1 c1c2 a3a2 c3b3")
    assert position.phase == 2
    assert texts(position) == {"pass"}
    assert len(texts(after("4eyes-plus-2p?side=3&tiles=2", "a1b1 c1c2 a3a2 c3b3"))) > 1
