"""Setting up a table: what is shown is what is opened, from the beginning or from a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


def opened(visitor: Visitor) -> Any:
    """Press Start; give the state of the table that opens."""
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.wait_for_selector(f"{BOARD} svg")
    script = "() => fetch(`/api/v1${location.pathname.replace('table', 'tables')}`).then((answer) => answer.json())"
    return visitor.page.evaluate(script)


def test_options_that_do_not_fit_open_nothing(visit: Visit) -> None:
    visitor = visit(width=360, height=740)
    page = visitor.open("/new/hexrows", ".setup veier-board svg")
    page.get_by_role("button", name="Fewer: Cells a side").click()
    trouble = page.get_by_role("alert").filter(has_text="stones=45 does not fit")
    expect(trouble).to_be_visible()
    with page.expect_response("**/api/v1/tables") as refusal:
        page.get_by_role("button", name="Start the game").click()
    assert refusal.value.status == 422
    expect(trouble).to_be_in_viewport()
    assert "/new/hexrows" in page.url
    visitor.complaints[:] = [text for text in visitor.complaints if "422" not in text]


def test_the_options_shown_are_played_though_their_picture_is_late(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes-plus-2p", ".setup veier-board svg")
    before = int(page.get_by_label("Dominoes each", exact=True).inner_text())
    late: list[Route] = []
    page.route("**/api/v1/games/4eyes-plus-2p?*", lambda route: late.append(route))
    page.get_by_role("button", name="Fewer: Dominoes each").click()
    assert opened(visitor)["game"]["id"] == f"4eyes-plus-2p?tiles={before - 1}"
    assert late
    page.unroute_all(behavior="ignoreErrors")


def test_a_name_that_was_refused_is_explained_and_not_remembered(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes", ".setup veier-board svg")
    page.get_by_role("radiogroup", name="Blue").get_by_text("This device").click()
    page.get_by_label("Name of Red").fill("Oma ❤️")
    page.get_by_label("Name of Blue").fill("Ben & Léa")
    page.get_by_role("button", name="Start the game").click()
    field = page.get_by_label("Name of Blue")
    expect(field).to_be_focused()
    expect(field).to_have_value("Ben & Léa")
    expect(field).to_have_accessible_description(re.compile("“&” cannot stand in a name"))
    expect(page.get_by_label("Name of Red")).to_have_accessible_description("")
    assert page.evaluate("localStorage.getItem('veier.name')") is None
    field.fill("Ben 🦊")
    expect(field).to_have_accessible_description("")
    assert [seat["name"] for seat in opened(visitor)["seats"]] == ["Oma ❤️", "Ben 🦊"]
    assert page.evaluate("localStorage.getItem('veier.name')") == "Oma ❤️"
    visitor.complaints[:] = [text for text in visitor.complaints if "422" not in text]


def test_a_position_of_a_game_with_options_is_played_on(visit: Visit) -> None:
    position = "hexrows?side=4&stones=12 ..../...../....../..rrb../....../...../.... b 10/11 0 -"
    visitor = visit()
    page = visitor.open("/load", "textarea")
    page.get_by_label("Record or position").fill(position)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name="Play on from here").click()
    page.wait_for_selector(".setup veier-board svg")
    table = opened(visitor)
    assert table["game"]["id"] == "hexrows?side=4&stones=12"
    assert table["setup"]["start"] == position


def test_days_a_move_are_chosen_and_shown(visit: Visit) -> None:
    visitor = visit(width=360, height=740)
    page = visitor.open("/new/4eyes-plus-2p-7x7", ".setup")
    expect(page.get_by_text("7 days")).to_be_hidden()
    page.get_by_text("Days a move").click()
    page.get_by_text("7 days").click()
    assert visitor.overflow() <= 0
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(f"{BOARD} svg")
    expect(page.locator(".others .clock")).to_have_text("7 days 0 h")
