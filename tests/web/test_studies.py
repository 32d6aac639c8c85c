"""Studies in the browser: two people at once, by keyboard, by touch, on every screen, printed alike everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from record.test_study import sample_study, task_position

from veier.record.study import format_study
from web.test_analysis import play
from web.visiting import Visitor

Visit = Callable[..., Visitor]

# The screens of tables, and which of them are looked at by axe, too.
SCREENS = [(1280, 800), (1024, 768), (820, 1180), (740, 360), (360, 740), (320, 640)]
LOOKED_AT_CLOSELY = {(1280, 800), (360, 740)}


def create(visitor: Visitor) -> str:
    """Create a study in this browser's name; return its id."""
    visitor.open("/studies", "main h1")
    made: str = visitor.post("/api/v1/studies", {"title": "", "text": format_study(sample_study())})["id"]
    return made


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def comment(page: Page, text: str) -> None:
    page.locator("#move-comment").fill(text)


def saved(page: Page) -> None:
    expect(page.locator(".save-state")).to_have_attribute("data-state", "saved")


def printed(page: Page) -> str:
    """Return a digest of the study as it is printed from this page."""
    found: str = page.evaluate(
        """async () => {
          const {href} = document.querySelector("a[download='study.pdf']");
          const bytes = await (await fetch(href)).arrayBuffer();
          return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ") + bytes.byteLength;
        }"""
    )
    return found


def test_two_people_write_at_once_and_no_word_is_lost(visit: Visit) -> None:
    ada, bob = visit(), visit()
    one = ada.open("/studies", "main h1")
    one.get_by_role("button", name="New study").click()
    one.locator("#chapter-game").select_option("4eyes")
    one.locator(".dialog").get_by_role("button", name="Add").click()
    one.wait_for_selector(".studying")
    play(one, "13@C3")
    comment(one, "The middle.")
    saved(one)
    # The link to edit works once it is opened, and leaves the address.
    one.get_by_role("button", name="Share").click()
    one.get_by_role("button", name="Make a link to edit").click()
    link = one.locator(".share-edit .linkline input").input_value()
    one.get_by_role("button", name="Done").click()
    two = bob.open(link, ".studying")
    assert "edit=" not in two.url
    # Each writes at another place: both hear of it.
    two.locator(".tree-move").first.click()
    play(two, "24@A1")
    comment(two, "Bob’s reply.")
    comment(one, "The middle, says Ada.")
    expect(one.locator(".tree")).to_contain_text("Bob’s reply.")
    expect(two.locator(".tree")).to_contain_text("The middle, says Ada.")
    # Both write at the same place while the line of one is cut: who comes last is told, and both texts are there.
    two.locator(".tree-move").first.click()
    expect(two.locator("#move-comment")).to_have_value("The middle, says Ada.")
    bob.context.set_offline(True)
    comment(two, "Bob’s own words.")
    expect(two.locator(".save-state")).to_have_attribute("data-state", "waiting")
    comment(one, "Ada’s own words.")
    saved(one)
    bob.context.set_offline(False)
    two.locator(".dialog").get_by_role("button", name="Keep both").click()
    for page in (one, two):
        expect(page.locator(".tree")).to_contain_text("Ada’s own words.")
        expect(page.locator(".tree")).to_contain_text("Bob’s own words.")
    saved(two)
    assert printed(one) == printed(two)
    # The browser notes the refused write; nothing else went wrong.
    assert all("409" in complaint for complaint in bob.complaints), bob.complaints
    bob.complaints.clear()


def test_what_could_not_be_saved_is_there_after_a_reload(visit: Visit) -> None:
    ada = visit()
    study = create(ada)
    page = ada.open(f"/study/{study}", ".tree-move")
    page.route("**/api/v1/studies/*/chapters/*", lambda route: route.abort())
    page.locator(".tree-move").first.click()
    comment(page, "Written on a train.")
    expect(page.locator(".save-state")).to_have_attribute("data-state", "waiting")
    page.unroute_all()
    page.reload()
    expect(page.locator(".tree")).to_contain_text("Written on a train.")
    saved(page)
    other = visit().open(f"/study/{study}", ".tree-move")
    expect(other.locator(".tree")).to_contain_text("Written on a train.")
    ada.complaints.clear()


def test_chapters_and_drawings_by_keyboard_alone(visit: Visit) -> None:
    ada = visit()
    study = create(ada)
    page = ada.open(f"/study/{study}", ".tree-move")
    # The title goes to the next field with Tab and is saved.
    page.get_by_role("tab", name="Notes").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#study-title").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("By keys")
    page.keyboard.press("Tab")
    expect(page.locator(".crumb")).to_contain_text("By keys")
    # A chapter goes down, is deleted, and comes back.
    titles = page.locator(".chapter bdi")
    page.get_by_role("button", name="Move the chapter down").focus()
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Hexagonal rows", "Far from the middle", "Find it"])
    page.get_by_role("button", name="Delete this chapter").focus()
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Hexagonal rows", "Find it"])
    expect(page.get_by_role("button", name="Undo").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Hexagonal rows", "Far from the middle", "Find it"])
    # An arrow from the cell in the middle to the one right of it, and away again.
    page.get_by_role("tab", name="Chapters").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Draw")).to_be_focused()
    page.get_by_role("radio", name="Cell", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.evaluate("document.querySelector('main veier-board .cell[tabindex=\"0\"]').focus()")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".drawn li")).to_have_count(1)
    drawn = page.locator("main veier-board .layer-drawings g")
    expect(drawn.first).to_be_attached()
    saved(page)
    page.locator(".drawn button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".drawn li")).to_have_count(0)
    expect(drawn).to_have_count(0)


def test_a_reader_solves_a_task_by_touch(visit: Visit) -> None:
    ada, bob = visit(), visit(360, 740, touch=True)
    study = create(ada)
    page = bob.open(f"/study/{study}", ".tree-move")
    expect(page.locator("#move-comment")).to_have_count(0)
    tab(page, "Chapters")
    page.locator(".chapter").nth(2).tap()
    expect(page.locator(".study-task .task")).to_have_text("Red to move wins at once. With which move?")
    assert page.locator(".tree-move").count() == 0
    play(page, "13@B2")
    expect(page.locator(".feedback.wrong")).to_be_visible()
    page.get_by_role("button", name="Try again").tap()
    wins = [move.text for move in task_position().legal_moves if task_position().play(move).is_over]
    play(page, wins[0])
    expect(page.locator(".feedback.solved")).to_be_visible()
    page.get_by_role("button", name="Read on").tap()
    expect(page.get_by_role("tab", name="Notes")).to_be_visible()
    assert not page.evaluate("document.querySelector('main veier-board').playing")


@pytest.mark.parametrize("language", ["en", "lb"])
def test_everything_fits_every_screen(visit: Visit, language: str) -> None:
    ada = visit(language=language)
    page = ada.open(f"/study/{create(ada)}", ".tree-move")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for number in range(4):
            page.get_by_role("tab").nth(number).click()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, number)
            for part in ("veier-board", ".stepper"):
                box = page.locator(f".studying {part}").bounding_box()
                assert box
                assert 0 <= box["x"] <= width + 1 - box["width"], (width, number, part)
                assert 0 <= box["y"] <= height + 1 - box["height"], (width, number, part)
            if (width, height) in LOOKED_AT_CLOSELY:
                assert ada.barriers() == [], (width, number)
