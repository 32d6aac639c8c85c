"""Setting up positions over HTTP: what stands, what may be laid, short links, pictures and QR codes."""

from __future__ import annotations

import json
from collections.abc import Sequence

import veier
from server.serving import Visitor
from server.test_errors import check
from veier.record import format_position

PIECES = [{"seat": 0, "text": "13@C3"}, {"seat": 1, "text": "24@B2"}]


def test_pieces_are_laid_judged_and_taken_up(ada: Visitor) -> None:
    found = ada.post("/set-ups", {"game": "4eyes", "pieces": PIECES, "hand": 1}).json()
    assert (found["problems"], found["notes"]) == ([], [])
    position = veier.game("4eyes").start().play("13@C3", "24@B2")
    assert found["position"] == format_position(position)
    assert found["pieces"][0] == {"seat": 0, "text": "13@C3", "cells": ["e6", "f5"]}
    assert found["board"]["view"]["mover"] == 1
    assert len(found["board"]["view"]["choices"]) == 23 * 12
    again = ada.post("/set-ups", {"game": "4eyes", "start": found["position"]}).json()
    assert sorted(piece["text"] for piece in again["pieces"]) == ["13@C3", "24@B2"]
    without = ada.post("/set-ups", {"game": "4eyes", "pieces": PIECES[1:]}).json()
    assert [note["key"] for note in without["notes"]] == ["setup.uneven"]


def test_a_board_that_cannot_stand_has_its_reason_and_no_link(ada: Visitor) -> None:
    found = ada.post("/set-ups", {"game": "4eyes", "pieces": [PIECES[0], PIECES[0]]}).json()
    assert [problem["key"] for problem in found["problems"]] == ["illegal.taken_field"]
    assert (found["position"], found["code"]) == (None, None)
    check(ada.post("/set-ups", {"game": "chess"}), 404, "game.unknown")
    check(ada.post("/set-ups", {"game": "4eyes", "mover": 2}), 422, "number.most")
    check(ada.post("/set-ups", {"game": "4eyes", "start": "4eyes"}), 422, "parse.at")


def test_a_short_link_leads_to_the_position_and_to_its_picture(ada: Visitor) -> None:
    found = ada.post("/set-ups", {"game": "hexrows?side=4&stones=9", "pieces": [{"seat": 0, "text": "d4"}]}).json()
    link = f"/p/hexrows%3Fside%3D4%26stones%3D9/{found['code']}"
    assert len(found["code"]) < 12
    led = ada.http.get(link, follow_redirects=False)
    assert led.status_code == 307
    assert led.headers["location"].startswith("/analyse/hexrows%3Fside%3D4%26stones%3D9?start=hexrows")
    picture = ada.http.get(f"{link}.png", follow_redirects=True)
    assert picture.headers["content-type"] == "image/png"
    assert ada.post("/qr", {"link": ada.url + link}).headers["content-type"].startswith("image/svg")
    check(ada.post("/qr", {"link": f"{ada.url}/p/4eyes/"}), 422, "server.field")
    assert ada.http.get("/p/4eyes/zzzzzz!").status_code == 422


def test_a_record_with_variations_is_read_and_written(ada: Visitor) -> None:
    moves = [
        {"move": "13@C3", "comment": "middle", "variations": [[{"move": "24@B2", "mark": "?!"}]]},
        {"move": "24@A1"},
    ]
    text = ada.post("/records/text", {"text": veier_json(moves)}).text
    assert "(" in text
    read = ada.post("/records", {"text": text}).json()
    assert read["line"] == moves
    check(ada.post("/records/text", {"text": veier_json([{"move": "99@Z9"}])}), 422, "parse.at")


def veier_json(moves: Sequence[object]) -> str:
    return json.dumps({"game": "4eyes", "moves": moves})
