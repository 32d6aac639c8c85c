"""Who else is at the table: players who are there or away, and people who watch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web.visiting import BOARD, Visitor, sit_together

Visit = Callable[..., Visitor]


def test_players_see_who_is_there_and_how_many_watch(visit: Visit) -> None:
    host, guest, stranger = visit(), visit(), visit(width=360, height=740)
    table = sit_together(host, guest)
    anna = host.page.get_by_role("region", name="Anna, playing Blue")
    expect(anna.get_by_text("at the table")).to_be_attached()
    assert host.page.get_by_role("region", name="Luc, playing Red").get_by_text("at the table").count() == 0
    watching = host.page.locator(".watchers")
    expect(watching).to_be_hidden()

    stranger.open(f"/table/{table}", f"{BOARD} svg")
    for page in (host.page, stranger.page):
        expect(page.get_by_title("1 person is watching")).to_be_visible()
    stranger.page.goto("/")
    expect(watching).to_be_hidden()

    guest.page.goto("/")
    expect(anna).to_contain_text("Blue, away")
    expect(anna.get_by_text("at the table")).to_have_count(0)
