"""A game of another package on the server and in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from server.serving import until
from web.conftest import serving
from web.gestures import make_move
from web.visiting import BOARD, Visitor

from benchmarks.browsers import HEADLESS, open_browser

# Red completes the column b1-b2-b3, so Blue wins.
MOVES = ["b2", "a1", "b1", "c2", "b3"]


@pytest.fixture
def address(tmp_path: Path, environment: dict[str, str]) -> Iterator[str]:
    with serving(tmp_path, environment) as address:
        yield address


def test_the_api_offers_and_plays_it(address: str) -> None:
    with httpx.Client(base_url=f"{address}/api/v1", headers={"Origin": address}, timeout=300) as http:
        games = {game["name"]: game for game in http.get("/games").json()["games"]}
        assert games["notakto"]["group"] == {"id": "notakto", "title": {"key": "game.notakto.title", "params": {}}}
        assert (games["notakto"]["minutes"], games["notakto"]["levels"]) == (2, 5)
        assert len(games["notakto"]["view"]["stones"]) == 4
        assert http.get("/games/notakto/rules", params={"lang": "fr"}).json()["page"] == "notakto"
        seats = [{"kind": "me"}, {"kind": "device"}]
        table = http.post("/tables", json={"game": "notakto", "seats": seats}).json()
        for move in MOVES:
            version = http.get(f"/tables/{table['id']}").json()["version"]
            command = {"id": move, "version": version, "command": {"kind": "move", "text": move}}
            assert http.post(f"/tables/{table['id']}/commands", json=command).status_code == 200
        result = http.get(f"/tables/{table['id']}").json()["result"]
        assert (result["winner"], result["why"]) == (1, "goal")
        against: list[dict[str, object]] = [{"kind": "computer", "level": 3}, {"kind": "me"}]
        table = http.post("/tables", json={"game": "notakto", "seats": against}).json()
        until(lambda: bool(http.get(f"/tables/{table['id']}").json()["moves"]), 120)
    catalogue = httpx.get(f"{address}/static/locale/lb.json").json()
    assert catalogue["game.notakto.title"] == "Notakto"
    assert catalogue["turn"]


@pytest.mark.skipif(HEADLESS is None, reason="there is no Chromium on this machine")
def test_a_game_in_the_browser(address: str) -> None:
    with open_browser(HEADLESS) as opened:
        context = opened.new_context(base_url=address, locale="en", reduced_motion="reduce")
        context.set_default_timeout(30_000)
        player = Visitor(context)
        page = player.open("/", ".card")
        expect(page.locator(".card", has_text="Notakto")).to_be_visible()
        player.open_table("notakto", {"kind": "me"}, {"kind": "device"}, swap=False)
        expect(page.locator(BOARD)).to_be_visible()
        for move in MOVES:
            make_move(player, move, "mouse")
        expect(page.locator(".result")).to_contain_text("Blue wins.")
        player.open("/rules/notakto", "h1")
        expect(page.locator("main")).to_contain_text("three in a row")
        assert player.complaints == []
