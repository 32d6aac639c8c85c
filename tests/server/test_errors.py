"""Each error: a problem document with its status and a reason that every catalogue has."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.serving import Visitor
from veier.messages import LANGUAGES, Message, catalogue

NOWHERE = "A" * 16


def check(answer: httpx.Response, status: int, key: str | None = None) -> dict[str, Any]:
    """Assert that an answer is a problem document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"] == Message.from_data(problem["reason"]).text("en")
    for language in LANGUAGES:
        assert problem["reason"]["key"] in catalogue(language)
        assert Message.from_data(problem["reason"]).text(language)
    if key:
        assert problem["reason"]["key"] == key
    return problem


@pytest.mark.parametrize(
    "path", ["/nothing", f"/tables/{NOWHERE}", "/tables/../x", f"/reviews/{NOWHERE}", "/games/chess"]
)
def test_what_is_not_there(ada: Visitor, path: str) -> None:
    check(ada.get(path), 404)


@pytest.mark.parametrize("path", ["commands", "claim", "invites", "transfer", "hint", "review"])
def test_no_request_tells_whether_a_table_exists(ada: Visitor, path: str) -> None:
    bodies = {
        "commands": {"id": "a", "version": 0, "command": {"kind": "resign"}},
        "claim": {"token": "x"},
        "invites": {"seat": 0},
    }
    check(ada.post(f"/tables/{NOWHERE}/{path}", bodies.get(path, {})), 404, "server.not_found")


def test_the_sentence_is_in_the_language_that_is_asked_for(ada: Visitor) -> None:
    for header, language in [
        ("lb", "lb"),
        ("de-CH,de;q=0.9,en;q=0.5", "de"),
        ("nl, fr;q=0.2, en;q=0.1", "fr"),
        ("nl", "en"),
        ("fr;q=x", "en"),
    ]:
        problem = ada.http.get(f"/api/v1/tables/{NOWHERE}", headers={"Accept-Language": header}).json()
        assert problem["detail"] == Message.from_data(problem["reason"]).text(language)


def test_places_in_commands_are_named(ada: Visitor) -> None:
    table = ada.open()["id"]
    for command, place in [({"kind": "fly"}, "command.kind"), ({"kind": "move"}, "command.move.text")]:
        assert check(ada.command(table, 0, **command), 422)["reason"]["params"]["place"] == place


def test_a_wrong_method(ada: Visitor) -> None:
    check(ada.http.delete("/api/v1/tables"), 405, "server.method")


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"game": "chess"}, "game.unknown"),
        ({"game": "hexrows?side=99"}, "option.range"),
        ({"seats": [{"kind": "me"}]}, "record.seats"),
        ({"seats": [{"kind": "me"}, {"kind": "computer", "level": 99}]}, "cli.error.level"),
        ({"seats": [{"kind": "me"}, {"kind": "computer"}]}, "table.level_place"),
        ({"seats": [{"kind": "me", "name": "<b>"}, {"kind": "device"}]}, "table.name_character"),
        ({"clock": {"kind": "minutes", "initial_ms": 1}}, "table.clock"),
        ({"start": "nonsense"}, "parse.at"),
        ({"seats": "me"}, "server.field"),
        ({"swap": 1}, "server.field"),
        ({"colour": "red"}, "server.field"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, "server.field"),
    ],
)
def test_tables_that_cannot_be_opened(ada: Visitor, more: dict[str, Any], key: str) -> None:
    asked = {"game": "hexrows", "seats": [{"kind": "me"}, {"kind": "device"}]} | more
    answer = ada.post("/tables", asked)
    check(answer, 422, key)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"NaN",
        b'{"token": NaN}',
        b'{"token": 1e999}',
        b'{"token": ' + b"9" * 400 + b"}",
        b"[" * 10_000,
        b'{"token":' * 1500 + b"1" + b"}" * 1500,
        b'{"token": "a", "token": "b"}',
        b'{"token": "\\ud800"}',
        b'{"token": "\xff"}',
        b'{"token": true}',
        b'{"token": -1}',
    ],
)
def test_bad_json_is_one_typed_error(ada: Visitor, body: bytes) -> None:
    answer = ada.http.post("/api/v1/transfers", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    check(answer, answer.status_code)
    assert ada.http.get("/healthz").status_code == 200


def test_only_json_is_read(ada: Visitor) -> None:
    answer = ada.http.post("/api/v1/transfers", content=b"token=a", headers={"Content-Type": "text/plain"})
    check(answer, 415, "server.only_json")


def test_texts_that_are_too_long_are_told_in_words(ada: Visitor) -> None:
    reason = check(ada.post("/positions", {"game": "hexrows", "start": "x" * 10_001}), 422, "server.too_long")["reason"]
    assert reason["params"] == {"place": "start", "limit": 10_000}
    check(ada.get("/positions.svg", game="hexrows", start="x" * 10_001), 422, "server.too_long")
    # Five hundred moves that could be repeated: too many for this board, but not too long to be read.
    long = "4eyes " + "x" * 20 + " r - 0 " + ",".join(["0" * 16] * 500)
    check(ada.post("/positions", {"game": "4eyes", "start": long}), 422, "parse.at")


def test_long_bodies(ada: Visitor) -> None:
    check(ada.post("/transfers", {"token": "a" * 20_000}), 413, "server.too_large")
    check(ada.post("/records", {"text": "a" * 100_000}), 413, "server.too_large")

    def trickle() -> Any:
        yield b'{"token":"'
        for _ in range(40):
            yield b"a" * 1000
        yield b'"}'

    answer = ada.http.post("/api/v1/transfers", content=trickle(), headers={"Content-Type": "application/json"})
    check(answer, 413, "server.too_large")


def test_commands_that_are_refused(ada: Visitor, bob: Visitor) -> None:
    table = ada.open("hexrows?side=4&stones=9", "me", "friend")["id"]
    check(ada.command(table, 0, kind="move", text="a1"), 422, "hexrows.illegal.edge")
    check(ada.command(table, 0, kind="move", text="zz"), 422)
    check(ada.command(table, 0, kind="fly"), 422, "server.field")
    check(ada.command(table, 0, kind="move"), 422, "server.field")
    check(ada.command(table, 0, kind="sit", name="Ada"), 422, "server.sit_by_invite")
    check(ada.command(table, 0, kind="rematch", table="x"), 422, "server.field")
    check(ada.command(table, 0, kind="flag"), 422, "table.no_clock_runs")
    check(ada.command(table, 0, kind="offer", what="rematch"), 422, "table.not_over")
    check(bob.command(table, 0, kind="move", text="d4"), 403, "table.no_seat")
    assert ada.state(table)["version"] == 0
    ada.move(table, "d4")
    check(ada.command(table, 1, kind="move", text="d5"), 422, "table.not_your_turn")


def test_positions_and_records_that_cannot_be_read(ada: Visitor) -> None:
    check(ada.post("/positions", {"game": "hexrows", "moves": ["a1"]}), 422, "hexrows.illegal.edge")
    check(ada.post("/positions", {"game": "hexrows", "start": "x"}), 422, "parse.at")
    check(ada.post("/positions", {"game": "nix"}), 404, "game.unknown")
    check(ada.post("/records", {"text": "nonsense"}), 422, "parse.at")
    check(ada.post("/records", {"text": "hexrows f6 f6"}), 422, "record.line_move")
    check(ada.post("/records", {"text": " "}), 422)
    check(ada.post("/records", {"text": '{"game": "hexrows", "moves": '}), 400, "server.malformed")
    check(ada.post("/records", {"text": '{"game": "hexrows", "comment": "\\ud800"}'}), 400, "server.malformed")
    check(ada.post("/records", {"text": '{"game": "hexrows", "moves": ' + "[" * 5000}), 400, "server.malformed")
    check(ada.post("/records", {"text": '{"game": "hexrows", "moves": [{"move": "a1"}]}'}), 422)
    check(ada.post("/reviews", {}), 422, "server.field")
    check(ada.get("/positions.svg", game="hexrows", moves="a1"), 422)
    check(ada.get("/positions.png"), 422, "server.field")


def test_reviews_and_hints_that_are_not_given(ada: Visitor, bob: Visitor) -> None:
    table = ada.open("hexrows?side=4&stones=9", "me", "device", aids=False)["id"]
    check(ada.post(f"/tables/{table}/review"), 409, "table.not_over")
    check(ada.post(f"/tables/{table}/hint"), 403, "server.no_aids")
    check(bob.post(f"/tables/{table}/hint"), 403, "table.no_seat")
    assert ada.command(table, 0, kind="resign").status_code == 200
    with_aids = ada.open()["id"]
    assert ada.command(with_aids, 0, kind="resign").status_code == 200
    check(ada.post(f"/tables/{with_aids}/hint"), 409, "illegal.over")
