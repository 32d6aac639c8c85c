"""One screen for several: on a phone everything to play with is in sight, on a tablet trays face their players."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, expect

import veier
from veier.record import format_position
from veier.view import to_svg
from web.gestures import make_move
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]
THREE = {"kind": "me"}, {"kind": "device"}, {"kind": "device"}


def test_on_a_phone_warnings_and_buttons_are_in_sight(visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True)
    before = veier.game("4eyes-plus-3p").start().play("a1b1", "d1e1", "h8h9", "a3b3", "h1i1", "h5h6")
    named = {"kind": "me", "name": "Anna"}, {"kind": "device", "name": "Ben"}, {"kind": "device"}
    player.open_table("4eyes-plus-3p", *named, start=format_position(before))
    player.wait_for_turn()
    # Anna could hand Ben the square b1-d1-d3-b3.
    player.point("c3", "touch")
    player.point("d3", "touch")
    assert player.considered() == "c3d3"
    expect(player.page.locator(".alert.move-warning h2")).to_have_text("This gives Ben the game")
    expect(player.page.locator(".alert.move-warning p")).to_have_text(re.compile("^Ben gets the square"))
    expect(player.page.locator(".alert.move-warning")).to_be_in_viewport(ratio=1)
    lay = player.page.get_by_role("button", name="Lay it")
    expect(lay).to_be_in_viewport(ratio=1)
    assert player.overflow() == 0
    lay.tap()
    expect(player.page.get_by_role("heading", name="Ben wins")).to_be_visible()


def test_trays_face_their_players_around_a_tablet(visit: Visit) -> None:
    player = visit(width=768, height=1024, touch=True)
    player.open_table("4eyes-plus-3p", *THREE)
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Each tray faces its player").check()
    page.get_by_role("button", name="Done").click()
    for _ in range(2):
        left, board, right = (
            box(page.locator(name)) for name in (".seat:has-text('Brown')", ".stage", ".seat:has-text('Blue')")
        )
        assert left["x"] + left["width"] <= board["x"] + 8
        assert right["x"] >= board["x"] + board["width"] - 8
        assert left["height"] > left["width"]
        assert player.overflow() == 0
        page.reload()
        page.wait_for_selector(".facing veier-board svg")
    for move in ("a1b1", "c1d1", "e1f1"):
        make_move(player, move, "touch")


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def test_a_piece_is_heard_only_by_those_who_want_to(visit: Visit) -> None:
    player = visit()
    player.page.add_init_script("""
      globalThis.heard = 0;
      globalThis.AudioContext = class extends AudioContext {
        createOscillator() { globalThis.heard += 1; return super.createOscillator(); }
      };
    """)
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    make_move(player, "a1b1", "mouse")
    assert player.page.evaluate("heard") == 0
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_role("switch", name="Soft sounds: a piece is laid, it is your turn").check()
    player.page.get_by_role("button", name="Done").click()
    before = player.page.evaluate("heard")
    make_move(player, "c1d1", "mouse")
    assert player.page.evaluate("heard") > before


def test_taking_back_what_one_looks_at_leads_to_the_present(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    page = player.page
    for move in ("a1b1", "c1d1", "e1f1", "a3b3"):
        make_move(player, move, "mouse")
    page.get_by_role("button", name="One move back").click(click_count=2)
    # Who looks further back than what is taken back stays there, until that position is the present.
    for shown in ("Move 2 of 3", "Move 2 of 2"):
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_text(shown)).to_be_visible()
    expect(page.locator(".moves button.mv")).to_have_count(2)
    assert page.evaluate(f"() => document.querySelector('{BOARD}').playing")
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Move 1 of 1")).to_be_visible()
    make_move(player, "c3d3", "mouse")


def test_pictures_to_share_begin_where_the_table_began(visit: Visit) -> None:
    player = visit()
    start = veier.game("4eyes-plus-2p-7x7").start().play("a1b1", "c1d1")
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"}, start=format_position(start))
    make_move(player, "e1f1", "mouse")
    player.page.get_by_role("button", name="Share").click()
    address = player.page.get_by_role("link", name="SVG").get_attribute("href")
    picture = player.page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address)
    assert picture == to_svg(start.play("e1f1").view(), width=800)
