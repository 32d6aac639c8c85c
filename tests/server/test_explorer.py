"""The explorer's route: what is proved of each move, by the books at once, by a search on request."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

import veier
from server.serving import Running, Visitor, sqlite
from server.test_errors import check
from server.test_live_games import GAME, MOVES, play
from veier.lab.selfplay import SelfPlay, play_games

# Red leaves the path of the book.
OFF_THE_BOOK = ["b1a1", "e5e6", "i9h9"]


def test_every_first_move_of_a_solved_game_has_its_value(ada: Visitor) -> None:
    found = ada.post("/explorer", {"game": "4eyes"}).json()
    assert found["proven"] == {"winner": 1, "plies": 12}
    assert {group["proven"]["winner"] for group in found["groups"]} == {1}
    assert sum(len(group["moves"]) for group in found["groups"]) == len(veier.game("4eyes").start().legal_moves)
    assert found["answer"] is None
    answer = ada.post("/explorer", {"game": "4eyes", "moves": [found["groups"][0]["moves"][0]]}).json()
    assert answer["answer"] in answer["groups"][0]["moves"]


def test_a_search_adds_what_the_books_do_not_know(ada: Visitor) -> None:
    asked = {"game": "4eyes-plus-2p", "moves": OFF_THE_BOOK}
    books = ada.post("/explorer", asked).json()
    assert (books["proven"], books["searched"]) == (None, False)
    searched = ada.post("/explorer", asked | {"search": True}).json()
    assert searched["searched"]
    assert searched["proven"]["winner"] == 1
    assert searched["remarks"]


def test_the_position_may_be_given_as_a_string(ada: Visitor) -> None:
    start = veier.format_position(veier.game("4eyes-plus-2p-7x7").start().play("b1a1"))
    found = ada.post("/explorer", {"game": "4eyes-plus-2p-7x7", "start": start}).json()
    assert found["proven"]["winner"] == 0


def test_who_plays_without_aids_learns_nothing_of_that_game(ada: Visitor, bob: Visitor) -> None:
    live = play(ada, MOVES, aids=False)
    for search in (False, True):
        check(ada.post("/explorer", {"game": GAME, "moves": MOVES, "search": search}), 403, "server.live_game")
    assert bob.post("/explorer", {"game": GAME, "moves": MOVES}).status_code == 200
    ada.command(live, len(MOVES), kind="resign")


def test_what_cannot_be_explored_is_refused_with_a_reason(ada: Visitor) -> None:
    check(ada.post("/explorer", {"game": "chess"}), 404, "game.unknown")
    check(ada.post("/explorer", {"game": "4eyes", "moves": ["99@Z9"]}), 422, "eyes.notation")


def test_what_was_played_comes_with_the_package_for_games_that_are_not_solved(ada: Visitor) -> None:
    found = ada.post("/statistics", {"game": "hexrows"}).json()
    assert found["source"] == "shipped"
    assert found["games"] >= 1000
    assert sum(move["games"] for move in found["moves"]) == found["games"]
    first = found["moves"][0]
    for wins, (low, high) in zip(first["wins"], first["intervals"], strict=True):
        assert low <= wins / first["games"] <= high
    after = ada.post("/statistics", {"game": "hexrows", "moves": [first["move"]]}).json()
    assert sum(move["games"] for move in after["moves"]) == first["games"]
    for asked in ({"game": "4eyes"}, {"game": "hexrows?side=4&stones=9"}):
        assert ada.post("/statistics", asked).json() == {"games": 0, "source": "shipped", "moves": []}
    start = veier.format_position(veier.game("hexrows").start().play("f6", "f7"))
    assert ada.post("/statistics", {"game": "hexrows", "start": start}).json()["moves"] == []
    check(ada.post("/statistics", {"game": "hexrows", "moves": ["a1"]}), 422, "hexrows.illegal.edge")


def test_the_operator_may_have_games_of_another_dataset_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plan = SelfPlay("4eyes", 20, ("random", "random"), seed=3)
    (tmp_path / "games-000000.parquet").write_bytes(play_games(0, **asdict(plan)))
    with Running(sqlite(tmp_path), dataset=str(tmp_path)) as running, running.visitor() as eve:
        found = eve.post("/statistics", {"game": "4eyes"}).json()
        assert (found["source"], found["games"]) == ("own", 20)
        assert sum(move["games"] for move in found["moves"]) == 20
