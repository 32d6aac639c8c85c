"""Setting up a table: what is shown is what is opened, from the beginning or from a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

import veier
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


def test_another_reading_of_the_rules_is_chosen_by_a_switch(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes-plus-2p-7x7", ".setup veier-board svg")
    reading = page.get_by_role(
        "switch", name="In phase 2, a lifted domino may only go onto cells that were free before."
    )
    expect(reading).not_to_be_checked()
    reading.check()
    assert opened(visitor)["game"]["id"] == "4eyes-plus-2p-7x7?elsewhere=1"


def test_a_reading_with_a_number_is_chosen_with_the_usual_one_and_changed(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes-pencil-2p-7x7", ".setup veier-board svg")
    reading = page.get_by_role("switch", name=re.compile("Each player has only a number of turns"))
    more = page.get_by_role("button", name=re.compile("More: Each player"))
    expect(more).to_have_count(0)
    reading.check()
    expect(page.locator(".readings output")).to_have_text("9")
    reading.uncheck()
    expect(more).to_have_count(0)
    reading.check()
    more.click()
    page.get_by_role("switch", name="A move that finishes only a square of another player is forbidden.").check()
    assert opened(visitor)["game"]["id"] == "4eyes-pencil-2p-7x7?turns=10&nogifts=1"


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


def test_the_board_of_tiles_is_measured_in_large_fields_and_every_kind_of_tile_is_shown(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes", ".setup veier-board svg")
    expect(page.get_by_text("Large fields a side")).to_be_visible()
    expect(page.get_by_label("Large fields a side", exact=True)).to_have_text("5")
    expect(page.get_by_text("Cells a side")).to_have_count(0)
    tiles = page.locator(".step").filter(has=page.get_by_label("Tiles each"))
    expect(tiles).to_have_text(["A−3+", "B−3+", "D−4+"])
    pictures = tiles.locator("svg")
    looks = pictures.evaluate_all("(all) => all.map((one) => one.innerHTML)")
    assert len(set(looks)) == 3
    assert all(look.count("stone-red") == look.count("stone-blue") == 1 for look in looks)
    tops = {round((picture.bounding_box() or {"y": 0})["y"]) for picture in pictures.all()}
    assert len(tops) == 1
    visitor.go("/new/4eyes-plus-2p", ".setup veier-board svg")
    expect(page.get_by_text("Large fields a side")).to_have_count(0)


def test_the_pieces_of_the_position_that_a_table_begins_with_count_as_laid(visit: Visit) -> None:
    position = veier.game("4eyes").start()
    for _ in range(3):
        position = position.play(position.legal_moves[0])
    visitor = visit()
    start = {"start": veier.format_position(position)}
    visitor.open_table("4eyes", {"kind": "me"}, {"kind": "device"}, **start)
    said = visitor.page.locator(".phase .cap")
    expect(said).to_have_text("3 of 20")
    squares = visitor.page.locator(".phase rect")
    colours = [square.get_attribute("class") for square in squares.all()[:5]]
    assert colours == ["pg pg-red", "pg pg-blue", "pg pg-red", "pg now", "pg"]
    choice = next(choice for choice in visitor.choices() if not choice.gives)
    state = {"id": "c1", "version": 0, "command": {"kind": "move", "text": choice.text}}
    visitor.post(visitor.page.url.split("/table/")[1].join(["/api/v1/tables/", "/commands"]), state)
    expect(said).to_have_text("4 of 20")
    expect(squares.nth(3)).to_have_class("pg pg-blue")


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


def test_without_aids_it_is_said_what_the_server_cannot_see(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/4eyes-beginners", ".setup veier-board svg")
    aids = page.get_by_role("switch", name="Aids")
    expect(page.get_by_text("Square vision and hints")).to_be_visible()
    aids.uncheck()
    expect(page.get_by_text("Playing without help is a matter of honour")).to_be_visible()
    assert opened(visitor)["aids"] is False
