"""Studies in the browser: two people at once, by keyboard, by touch, on every screen, printed alike everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from record.test_study import sample_study, task_position

from veier.messages import catalogue
from veier.record.study import format_study
from web.test_analysis import play
from web.visiting import BOARD as TABLE
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
    # Of marks and titles only one can stay: who comes last is asked.
    bob.context.set_offline(True)
    two.get_by_label("Mark of the move").select_option("?")
    one.get_by_label("Mark of the move").select_option("!")
    saved(one)
    bob.context.set_offline(False)
    expect(two.locator(".dialog .said")).to_have_text(["13@C3 !", "13@C3 ?"])
    two.locator(".dialog").get_by_role("button", name="Only theirs").click()
    expect(two.locator(".tree")).to_contain_text("13@C3!")
    tab(two, "Chapters")
    two.locator("#study-title").fill("Bob’s title")
    tab(one, "Chapters")
    one.locator("#study-title").fill("Ada’s title")
    one.locator("#study-title").press("Tab")
    expect(two.locator(".crumb")).to_contain_text("Ada’s title")
    two.locator("#study-title").press("Tab")
    two.locator(".dialog").get_by_role("button", name="Only theirs").click()
    expect(two.locator("#study-title")).to_have_value("Ada’s title")
    # A chapter is deleted while somebody else writes in it: it is there again, with the words.
    one.get_by_role("button", name="Add a chapter").click()
    one.locator(".dialog").get_by_role("button", name="Add").click()
    expect(two.locator(".chapter")).to_have_count(2)
    tab(two, "Notes")
    two.locator("body").press("Home")
    bob.context.set_offline(True)
    comment(two, "Not to be lost.")
    expect(two.locator(".save-state")).to_have_attribute("data-state", "waiting")
    one.locator(".chapter").first.click()
    one.get_by_role("button", name="Delete this chapter").click()
    expect(one.locator(".chapter")).to_have_count(1)
    bob.context.set_offline(False)
    expect(two.locator(".toast")).to_contain_text("It is there again, with your words.")
    saved(two)
    comment(two, "Not to be lost, and more.")
    saved(two)
    expect(one.locator(".chapter")).to_have_count(2)
    one.locator(".chapter").last.click()
    tab(one, "Notes")
    expect(one.locator(".tree")).to_contain_text("Not to be lost, and more.")
    expect(one.locator(".tree")).to_contain_text("Bob’s own words.")
    # The whole study is deleted: the last words become a file, which is a study again.
    bob.context.set_offline(True)
    comment(two, "The very last words.")
    tab(one, "Chapters")
    one.get_by_role("button", name="Delete the study").click()
    one.get_by_role("dialog").get_by_role("button", name="Delete the study").click()
    one.wait_for_url("**/studies")
    bob.context.set_offline(False)
    with two.expect_download() as waiting:
        two.get_by_role("dialog").get_by_role("button", name="Save as a file").click()
    two.wait_for_url("**/studies")
    two.locator("#study-file").set_input_files(waiting.value.path())
    expect(two.locator(".studying .tree")).to_contain_text("The very last words.")
    # The browser notes what was refused; nothing else went wrong.
    for somebody in (ada, bob):
        refused = [each for each in somebody.complaints if any(status in each for status in ("403", "404", "409"))]
        assert somebody.complaints == refused
        somebody.complaints.clear()


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
    expect(page.locator(".verdict h1")).to_be_focused()
    # An arrow from the cell in the middle to the one right of it, and away again.
    page.get_by_role("tab", name="Chapters").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Draw")).to_be_focused()
    page.get_by_role("radio", name="Cell", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.locator("main veier-board .cell[tabindex='0']").focus()
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


def test_chapters_come_from_everywhere_and_studies_from_files(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    page = ada.open("/edit/4eyes", ".editing veier-board.playing svg")
    play(page, "13@C3")
    page.get_by_role("button", name="Add to a study").click()
    page.get_by_role("button", name="New study").click()
    page.wait_for_selector(".studying")
    page.wait_for_function("() => document.querySelector('main veier-board')?.board?.view.plates.length === 1")
    # The notes of an analysis come along.
    ada.go("/analyse/4eyes?moves=13@C3", ".analysing veier-board svg")
    page.get_by_role("tab", name="Notes").click()
    comment(page, "From the analysis.")
    page.get_by_role("button", name="Add to a study").click()
    page.locator("button.slip").first.click()
    expect(page.locator(".studying .tree")).to_contain_text("From the analysis.")
    # A finished game comes with its players.
    ada.open_table("4eyes-plus-2p-7x7", {"kind": "me", "name": "Léa"}, {"kind": "device"})
    ada.wait_for_turn()
    page.evaluate(f"() => {{ const b = document.querySelector('{TABLE}'); b.consider('d3c3'); b.commit(); }}")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Add to a study").click()
    page.locator("button.slip").first.click()
    expect(page.locator(".studying .tree")).to_contain_text("d3c3")
    expect(page.locator(".chapter")).to_have_count(3)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save as a file").click()
    waiting.value.save_as(tmp_path / "study.txt")
    text = (tmp_path / "study.txt").read_text(encoding="utf-8")
    assert "Léa" in text
    ada.go("/studies", "#study-file")
    page.locator("#study-file").set_input_files(tmp_path / "study.txt")
    page.wait_for_selector(".studying")
    expect(page.locator(".chapter")).to_have_count(3)
    with page.expect_download() as again:
        page.get_by_role("link", name="Save as a file").click()
    assert again.value.path().read_text(encoding="utf-8") == text
    # Who deletes everything is told that the studies go, too.
    ada.go("/games", ".deletion")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("dialog")).to_contain_text("The studies that you began are deleted too")
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    page.get_by_text("Everything about you is deleted.").wait_for()
    ada.go("/studies", ".page-studies .quiet")
    expect(page.locator(".page-studies .slip")).to_have_count(0)


def in_sight(page: Page, *parts: str) -> None:
    """Nothing is wider than the screen, and all of some parts is on it."""
    size = page.viewport_size
    assert size
    width, height = size["width"], size["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page.url, width)
    for part in parts:
        box = page.locator(part).last.bounding_box()
        assert box, (part, width)
        assert 0 <= box["x"] <= width + 1 - box["width"], (page.url, width, part)
        assert 0 <= box["y"] <= height + 1 - box["height"], (page.url, width, part)


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("lb", "dark"), ("fr", "light"), ("de", "dark")])
def test_everything_fits_every_screen(visit: Visit, language: str, theme: str) -> None:
    ada, bob = visit(language=language, theme=theme), visit(language=language, theme=theme)
    study = create(ada)
    page, reader = ada.open(f"/study/{study}", ".tree-move"), bob.open(f"/study/{study}", ".tree-move")
    text = catalogue(language)
    task = ada.page.evaluate("(id) => fetch(`/api/v1/studies/${id}`).then((found) => found.json())", study)
    for width, height in SCREENS:
        for each in (page, reader):
            each.set_viewport_size({"width": width, "height": height})
        for number in range(4):
            page.get_by_role("tab").nth(number).click()
            in_sight(page, ".studying veier-board", ".studying .stepper")
            if (width, height) in LOOKED_AT_CLOSELY:
                assert ada.barriers() == [], (width, number)
        # A task shows its board, its tray and its buttons.
        bob.go(f"/study/{study}", ".tree-move")
        in_sight(reader, ".studying veier-board", ".studying .stepper")
        bob.go(f"/study/{study}/{task['chapters'][2]['id']}", ".study-task .btn")
        in_sight(reader, ".studying veier-board", ".studying veier-tray", ".study-task .btn")
        if (width, height) in LOOKED_AT_CLOSELY:
            assert bob.barriers() == [], width
    # The list, and what is asked in front of it.
    page.get_by_role("button", name=str(text["web.study.share"])).click()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page, ".dialog")
    page.locator(".dialog .btn.primary").last.click()
    ada.go("/studies", ".page-studies .slip")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page)
    assert ada.barriers() == []
    page.locator(".page-studies .btn.primary").click()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page, ".dialog")
