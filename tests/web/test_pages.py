"""Every page in every language, by day and night, on a phone and a desk: nothing sticks out, nobody is kept out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.visiting import BOARD, HEIGHTS, LOOKED_AT_CLOSELY, LOOKS, Visitor

DESK = 1280
SIZES = [(1024, 768), (820, 1180), (740, 360), (640, 400), (320, 640)]


@pytest.fixture(scope="module")
def places(chromium: object, server: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], Path]:
    """Set up a table of each kind and a review; give their addresses, each with what is to be seen there."""
    from playwright.sync_api import Browser

    assert isinstance(chromium, Browser)
    context = chromium.new_context(base_url=server)
    somebody = Visitor(context)
    somebody.open("/", ".card")
    device = {"kind": "device"}
    running = somebody.open_table("4eyes", {"kind": "me", "name": "Léa"}, device)
    playing = f"document.querySelector('{BOARD}')"
    for _ in range(5):
        somebody.wait_for_turn()
        somebody.page.evaluate(f"{playing}.consider({playing}.board.view.choices[40].text); {playing}.commit()")
    three = somebody.open_table(
        "4eyes-plus-3p",
        {"kind": "me"},
        {"kind": "friend"},
        {"kind": "computer", "level": 1},
        clock={"kind": "minutes", "initial_ms": 600_000, "increment_ms": 0},
    )
    rows = somebody.open_table("hexrows", {"kind": "me"}, device)
    over = somebody.open_table("4eyes-pencil-2p-7x7", {"kind": "me"}, device)
    somebody.wait_for_turn()
    somebody.page.evaluate(f"{playing}.consider({playing}.board.view.choices[9].text); {playing}.commit()")
    somebody.page.get_by_role("button", name="Resign").click()
    somebody.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    somebody.page.wait_for_selector(".result:not([hidden])")
    review = somebody.post(f"/api/v1/tables/{over}/review", {})["review"]
    kept = tmp_path_factory.mktemp("state") / "state.json"
    context.storage_state(path=kept)
    context.close()
    table = f"{BOARD} svg"
    return {
        "/": ".card veier-board svg",
        "/new/4eyes": ".setup veier-board svg",
        "/new/4eyes-plus-3p": ".setup veier-board svg",
        f"/table/{running}": table,
        f"/table/{three}": table,
        f"/table/{rows}": table,
        f"/table/{over}": ".result h1",
        f"/review/{review}": ".comment",
        "/rules": ".rulelist veier-board svg",
        "/rules/4eyes-plus-3p": ".figures veier-board svg",
        "/rules/hexrows": ".figures veier-board svg",
        "/load": "textarea",
        "/games": ".archive .slip",
        "/print": ".leaf img[src]",
        "/learn": ".lessonlist",
        "/table/nowhere": ".empty",
    }, kept


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_every_page(
    language: str, theme: str, width: int, visit: Callable[..., Visitor], places: tuple[dict[str, str], Path]
) -> None:
    addresses, state = places
    visitor = visit(width=width, height=HEIGHTS[width], language=language, theme=theme, state=state)
    visitor.open("/load", "textarea")
    for address, sight in addresses.items():
        visitor.go(address, sight)
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert visitor.overflow() <= 0, address
        if (language, theme, width) in LOOKED_AT_CLOSELY:
            assert visitor.barriers() == [], address
        assert "web." not in visitor.page.locator("body").inner_text(), address
        if width == DESK and not address.startswith("/table"):
            assert too_wide(visitor) == [], address
    visitor.complaints[:] = [text for text in visitor.complaints if "404" not in text]


def too_wide(visitor: Visitor) -> list[str]:
    """List the sizes of screens on which one would have to scroll sideways."""
    before = visitor.page.viewport_size
    assert before
    found = []
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if visitor.overflow() > 0:
            found.append(f"{width}x{height}: {visitor.overflow()}")
    visitor.page.set_viewport_size(before)
    return found


def test_menus_change_language_and_theme(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/", ".card")
    page.get_by_role("button", name="Language").click()
    page.get_by_role("menuitemradio", name="Lëtzebuergesch").click()
    page.get_by_role("heading", name="Véier Steng ginn e Quadrat.").wait_for()
    page.get_by_role("button", name="Hell oder däischter").click()
    page.get_by_role("menuitemradio", name="Däischter").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 25, 27)"
    page.reload()
    page.get_by_role("heading", name="Véier Steng ginn e Quadrat.").wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 25, 27)"


def test_records_and_positions_are_opened(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/load", "textarea")
    page.get_by_label("Record or position").fill('[Game "4eyes"]\n\n1. 13@C3 24@B2')
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("Move 2 of 2").wait_for()
    page.get_by_role("button", name="One move back").click()
    page.get_by_text("Move 1 of 2").wait_for()
    page.get_by_label("Record or position").fill("this is no record")
    page.get_by_role("button", name="Open", exact=True).click()
    reason = "the game is missing; a record begins as in"
    page.get_by_role("alert").filter(has_text=reason).wait_for()
    assert page.get_by_label("Record or position").input_value() == "this is no record"
    visitor.complaints[:] = [text for text in visitor.complaints if "422" not in text and "400" not in text]


def test_a_file_that_is_dropped_is_opened_and_may_be_chosen_again(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    page = visit().open("/load", "#load-text")
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.txt", {type: "text/plain"}));
      for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true});
        document.querySelector("main").dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error(`the browser would leave the page: ${type}`);
      }
    }"""
    page.evaluate(drop, '[Game "4eyes"]\n\n1. 13@C3 24@B2')
    expect(page.locator(".loaded .where")).to_have_text("Move 2 of 2")
    file = tmp_path / "game.txt"
    for moves, where in (("1. 13@C3", "Move 1 of 1"), ("1. 13@C3 24@B2 2. 13@D4", "Move 3 of 3")):
        file.write_text(f'[Game "4eyes"]\n\n{moves}', encoding="utf-8")
        page.locator("#load-file").set_input_files(file)
        expect(page.locator(".loaded .where")).to_have_text(where)
