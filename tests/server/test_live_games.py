"""Running games without aids: their players get no help with them elsewhere; everybody else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import veier
from server.serving import Running, Visitor, sqlite
from server.test_errors import check

GAME = "4eyes-plus-2p-7x7"
MOVES = ["d3c3", "e6f6", "c4b4", "a4a3", "c5c6", "g7f7"]


@pytest.fixture
def live(ada: Visitor) -> Iterator[str]:
    """A game that Ada plays without aids."""
    table = play(ada, MOVES, aids=False)
    yield table
    ada.command(table, len(MOVES), kind="resign")


def play(visitor: Visitor, moves: list[str], **more: object) -> str:
    table: str = visitor.open(GAME, **more)["id"]
    for text in moves:
        visitor.move(table, text)
    return table


def shows_squares(visitor: Visitor, moves: list[str], start: veier.Position | None = None) -> bool:
    asked = {"game": GAME, "moves": moves} | ({"start": veier.format_position(start)} if start else {})
    answer = visitor.post("/positions", asked)
    assert answer.status_code == 200
    return bool(answer.json()["squares"])


def line(*more: str) -> veier.Position:
    return veier.game(GAME).start().play(*MOVES, *more)


def test_no_hint_at_a_second_table(ada: Visitor, bob: Visitor, live: str) -> None:
    for more in ([], ["b7b6"]):
        check(ada.post(f"/tables/{play(ada, MOVES + more)}/hint"), 403, "server.live_game")
    assert bob.post(f"/tables/{play(bob, MOVES)}/hint").status_code == 200
    # Another game is another matter.
    assert ada.post(f"/tables/{play(ada, ['a1a2', 'g6g7', 'd1d2'])}/hint").status_code == 200


@pytest.mark.parametrize("more", [[], ["b7b6"], ["b7b6", "f1g1"], ["b7b6", "f1g1", "d7d6"]])
def test_no_aids_for_what_follows(ada: Visitor, bob: Visitor, live: str, more: list[str]) -> None:
    assert not shows_squares(ada, MOVES + more)
    assert shows_squares(bob, MOVES + more)


def test_no_aids_for_the_position_by_another_way(ada: Visitor, bob: Visitor, live: str) -> None:
    for position in (line("b7b6"), line("b7b6").symmetries()[3]):
        assert not shows_squares(ada, [], position)
        assert shows_squares(bob, [], position)
    # What is long past may be looked at.
    assert shows_squares(ada, MOVES[:2])


def test_no_review_until_it_is_over(ada: Visitor, bob: Visitor) -> None:
    live = play(ada, MOVES, aids=False)
    asked = {"game": GAME, "moves": [*MOVES, "b7b6"]}
    second = play(ada, MOVES)
    assert ada.command(second, len(MOVES), kind="resign").status_code == 200
    check(ada.post("/reviews", asked), 403, "server.live_game")
    check(ada.post(f"/tables/{second}/review"), 403, "server.live_game")
    assert bob.post("/reviews", asked).status_code == 202
    assert ada.command(live, len(MOVES), kind="resign").status_code == 200
    assert ada.post(f"/tables/{second}/review").status_code == 202
    assert shows_squares(ada, [*MOVES, "b7b6"])


def test_a_game_that_is_not_in_memory_counts(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        play(ada, MOVES, aids=False)
        cookies = ada.http.cookies
    with Running(sqlite(tmp_path)) as server, server.visitor() as same:
        same.http.cookies = cookies
        assert not shows_squares(same, MOVES)
