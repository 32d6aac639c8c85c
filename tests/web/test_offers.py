"""What players ask of each other cannot be missed, and people are called by their names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.gestures import make_move
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]

SIZES = [(320, 640), (360, 740), (740, 360), (640, 400), (820, 1180), (1024, 768), (1280, 800)]


@pytest.fixture
def table(visit: Visit) -> tuple[Visitor, Visitor]:
    """Seat Anna at a desk and Ben with a phone."""
    anna, ben = visit(), visit(width=320, height=640, touch=True)
    anna.open("/", ".card")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    opened = anna.post("/api/v1/tables", {"game": "4eyes-beginners", "seats": seats})
    ben.open("/", ".card")
    token = opened["invites"][0]["token"]
    ben.post(f"/api/v1/tables/{opened['id']}/claim", {"token": token, "name": "Ben"})
    for visitor in (anna, ben):
        visitor.open(f"/table/{opened['id']}", f"{BOARD} svg")
    return anna, ben


def in_reach(page: Page, name: str) -> bool:
    """Whether a button is wholly on the screen, large enough for a finger, and nothing lies over it."""
    script = """(button) => {
      const {left, top, right, bottom, width, height} = button.getBoundingClientRect();
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const corners = [[left + 6, top + 6], [right - 6, bottom - 6]];
      return inside && width >= 44 && height >= 40
        && corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
    }"""
    found: bool = page.get_by_role("button", name=name, exact=True).evaluate(script)
    return found


def test_an_offer_lies_above_everything_until_it_is_answered(table: tuple[Visitor, Visitor]) -> None:
    anna, ben = table
    make_move(anna, "13@C3", "mouse")
    assert ben.wait_for_turn()
    anna.page.get_by_role("button", name="Draw").click()
    sheet = ben.page.get_by_role("dialog", name="Anna offers a draw")
    expect(sheet).to_be_focused()
    for width, height in SIZES:
        ben.page.set_viewport_size({"width": width, "height": height})
        assert in_reach(ben.page, "Agree"), (width, height)
        assert in_reach(ben.page, "No thanks"), (width, height)
        assert ben.overflow() <= 0, (width, height)
        expect(sheet.get_by_role("heading", name="Anna offers a draw")).to_be_in_viewport(ratio=1)
    ben.page.set_viewport_size({"width": 320, "height": 640})
    ben.page.keyboard.press("Escape")
    expect(sheet).to_be_visible()
    # The board stays in use: whoever is asked may look, and play.
    ben.page.keyboard.press("Tab")
    expect(ben.page.get_by_role("button", name="Agree")).to_be_focused()
    assert ben.barriers() == []
    # The player who asked sees it, too, and the focus stays where it was.
    expect(anna.page.get_by_role("status").filter(has_text="You offer a draw")).to_contain_text("Ben")
    expect(anna.page.get_by_role("button", name="Draw", exact=True)).to_be_focused()
    ben.page.get_by_role("button", name="No thanks").click()
    expect(anna.page.get_by_role("status").filter(has_text="Ben plays on: no draw.")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_a_question_waits_while_an_offer_is_open(table: tuple[Visitor, Visitor]) -> None:
    anna, ben = table
    make_move(anna, "13@C3", "mouse")
    make_move(ben, "13@A1", "touch")
    question = ben.page.locator(".reminders .alert")
    expect(question).to_be_visible()
    ben.page.get_by_role("button", name="Take back").click()
    expect(question).to_be_hidden()
    ben.page.get_by_role("button", name="Withdraw").click()
    expect(question).to_be_visible()


def test_people_are_called_by_their_names_and_asked_over_a_dialog(table: tuple[Visitor, Visitor]) -> None:
    anna, ben = table
    expect(ben.page.get_by_role("heading", name="Anna to move")).to_be_visible()
    make_move(anna, "13@C3", "mouse")
    expect(anna.page.get_by_role("heading", name="Ben to move")).to_be_visible()
    expect(ben.page.locator("#announcer")).to_contain_text("Anna plays 13@C3")

    ben.page.get_by_role("button", name="Share").click()
    anna.page.get_by_role("button", name="Take back").click()
    sheet = ben.page.get_by_role("dialog", name="Anna asks to take back")
    expect(sheet).to_be_focused()
    ben.page.keyboard.press("Escape")
    expect(ben.page.get_by_role("dialog", name="Share and save")).to_have_count(0)
    assert in_reach(ben.page, "Agree")
    ben.page.get_by_role("button", name="Agree").click()
    expect(anna.page.locator(".moves button.mv")).to_have_count(0)

    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ben.page.get_by_role("heading", name="Anna wins")).to_be_visible()
    expect(ben.page.locator(".result")).to_contain_text("Ben gives up; Anna wins.")
    expect(ben.page.locator(".result h1 .stone")).to_be_visible()


def test_a_draw_at_one_device_is_confirmed(visit: Visit) -> None:
    player = visit()
    seats = {"kind": "me", "name": "Anna"}, {"kind": "device"}
    player.open_table("4eyes-beginners", *seats)
    page = player.page
    expect(page.get_by_role("heading", name="Anna to move")).to_be_visible()
    page.get_by_role("button", name="Draw").click()
    question = page.get_by_role("dialog", name="Agree on a draw?")
    question.get_by_role("button", name="Cancel").click()
    assert not player.is_over
    make_move(player, "13@C3", "mouse")
    expect(page.get_by_role("heading", name="Blue to move")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".moves button.mv")).to_have_count(0)
    page.get_by_role("button", name="Draw").click()
    question.get_by_role("button", name="Draw").click()
    expect(page.get_by_role("heading", name="Drawn")).to_be_visible()
