"""The analysis board and the position editor in the browser: lines, variations, comments, what is kept, links."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import veier
from veier.record import parse_record
from web.test_puzzles import KINDS, try_move
from web.test_vision import BUSY
from web.visiting import LOOKED_AT_CLOSELY, LOOKS, Visitor

Visit = Callable[..., Visitor]

BOARD = ".analysing veier-board"
SMALL = "4eyes-plus-2p-7x7"


def play(page: Page, text: str) -> None:
    """Make a move on the board."""
    page.wait_for_function(
        "(text) => document.querySelector('main veier-board')?.board?.view.choices.some((one) => one.text === text)",
        arg=text,
    )
    page.evaluate(
        "(text) => { const b = document.querySelector('main veier-board'); b.consider(text); b.commit(); }", text
    )
    page.wait_for_function("(text) => document.querySelector('main veier-board').considered?.text !== text", arg=text)


def click(page: Page, cell: str) -> None:
    """Click on a cell of the board."""
    box = page.evaluate(
        """(cell) => {
          const {scene} = document.querySelector("main veier-board");
          const {x, y, width, height} = scene.cell(cell).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""",
        cell,
    )
    page.mouse.click(*box)


def shown(page: Page) -> list[str]:
    """Return the moves that led to the position on the board."""
    moves: list[str] = page.evaluate(
        "() => (new URLSearchParams(location.search).get('moves') ?? '').split(' ').filter(Boolean)"
    )
    return moves


def notes(page: Page) -> None:
    page.get_by_role("tab", name="Notes").click()


def tree(page: Page) -> str:
    return " ".join(page.locator(".tree").inner_text().split())


def test_lines_come_while_the_computer_searches_and_are_played(visit: Visit) -> None:
    page = visit().open("/analyse/4eyes-plus-3p?moves=e4d4", ".best li")
    expect(page.locator(".best > li")).to_have_count(3)
    expect(page.locator(".chances").first).to_contain_text("%")
    page.get_by_role("button", name="More: Number of lines").click()
    expect(page.locator(".best > li")).to_have_count(4)
    # Read and clicked at once, because lines may change places.
    wanted = page.evaluate(
        "() => { const next = document.querySelector('.best .then button'); next.click(); return next.innerText; }"
    )
    page.wait_for_function("() => location.search.split('+').length === 3")
    assert shown(page)[2] == wanted
    page.get_by_role("switch", name="The computer’s lines").uncheck()
    expect(page.locator(".engine .cap")).to_have_text("The computer is not searching.")
    page.reload()
    expect(page.locator(".engine .cap")).to_have_text("The computer is not searching.")


def test_a_slow_click_plays_a_move_though_lines_come_meanwhile(visit: Visit) -> None:
    page = visit().open("/analyse/4eyes-plus-3p?moves=e4d4", ".best li")
    box = page.locator(".best .move-chip").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    wanted = page.locator(".best .move-chip:active").inner_text()
    # The computer reports several times.
    page.wait_for_timeout(1500)
    page.mouse.up()
    page.wait_for_function("() => location.search.split('+').length === 2")
    assert shown(page)[1] == wanted


def test_what_is_proved_is_marked_apart_from_chances(visit: Visit) -> None:
    page = visit().open("/analyse/4eyes-plus-2p?moves=b1a1+e5e6+i9h9", ".values")
    page.get_by_role("tab", name="Lines").click()
    expect(page.locator(".best .proof").first).to_have_text("Blue in 7")
    expect(page.locator(".verdict h1")).to_contain_text("Proved: Blue wins within 7 moves")
    expect(page.locator(".best > li").first.locator(".chances .vh")).to_have_text(
        "Between players like these: Blue wins 62%"
    )


def test_variations_comments_and_marks_survive_a_reload_and_become_a_record(visit: Visit, tmp_path: Path) -> None:
    page = visit().open(f"/analyse/{SMALL}?moves=d3c3+e6f6+c4b4", ".values")
    notes(page)
    page.locator("body").press("ArrowLeft")
    page.wait_for_url("**=d3c3+e6f6")
    play(page, "a4a3")
    page.get_by_label("Comment on a4a3").fill("quiet\nbut good")
    page.get_by_label("Mark of the move").select_option("!?")
    page.locator(".tree [aria-current]").press("ArrowUp")
    page.wait_for_url("**c4b4")
    page.locator(".tree [aria-current]").press("ArrowDown")
    page.wait_for_url("**a4a3")
    page.reload()
    expect(page.locator(".tree [aria-current]")).to_contain_text("a4a3")
    assert "a4a3 !?" in tree(page)
    expect(page.get_by_label("Comment on a4a3")).to_have_value("quiet\nbut good")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a record").click()
    waiting.value.save_as(tmp_path / "game.txt")
    record = parse_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert record.moves == ("d3c3", "e6f6", "c4b4")
    [[variation]] = record.line[2].variations
    assert (variation.move, variation.mark, variation.comment) == ("a4a3", "!?", "quiet\nbut good")


def test_changes_are_undone_lines_promoted_and_removed(visit: Visit) -> None:
    page = visit().open(f"/analyse/{SMALL}?moves=d3c3+e6f6", ".values")
    notes(page)
    page.locator("body").press("ArrowLeft")
    page.wait_for_url("**=d3c3")
    play(page, "a4a3")
    page.get_by_role("button", name="Make main line").click()
    expect(page.get_by_role("button", name="Make main line")).to_be_disabled()
    assert tree(page).index("a4a3") < tree(page).index("e6f6")
    page.get_by_role("button", name="Remove from here").click()
    expect(page.locator(".tree")).not_to_contain_text("a4a3")
    page.locator("body").press("Control+z")
    expect(page.locator(".tree")).to_contain_text("a4a3")
    for _ in range(3):
        page.locator("body").press("Control+z")
    assert tree(page) == "1. d3c3 e6f6"
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_record_is_analysed_with_its_variations_and_found_again(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/load", "#load-text")
    line = [{"move": "d3c3", "comment": "first"}, {"move": "e6f6", "variations": [[{"move": "a4a3"}]]}]
    page.locator("#load-text").fill(json.dumps({"game": SMALL, "moves": line}))
    page.get_by_role("button", name="Open").last.click()
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector(BOARD)
    notes(page)
    expect(page.locator(".tree")).to_contain_text("first")
    expect(page.locator(".tree .variation")).to_contain_text("a4a3")
    visitor.go("/analyse", ".kept")
    page.get_by_role("link", name="4EYES+ for two, small board d3c3 e6f6").click()
    page.wait_for_selector(BOARD)
    expect(page.locator(".tree .variation")).to_contain_text("a4a3")
    visitor.go("/analyse", ".kept")
    page.get_by_role("button", name="Remove from this browser").click()
    expect(page.locator(".kept")).to_have_count(0)


def test_a_finished_table_leads_to_the_analysis_board(visit: Visit) -> None:
    visitor = visit()
    name = visitor.open_table(SMALL, {"kind": "me"}, {"kind": "device"})
    visitor.post(
        f"/api/v1/tables/{name}/commands", {"id": "a", "version": 0, "command": {"kind": "move", "text": "d3c3"}}
    )
    version = visitor.page.evaluate(
        "(name) => fetch(`/api/v1/tables/${name}`).then((found) => found.json()).then(({version}) => version)", name
    )
    visitor.post(f"/api/v1/tables/{name}/commands", {"id": "b", "version": version, "command": {"kind": "resign"}})
    visitor.page.get_by_role("link", name="Analyse").click()
    visitor.page.wait_for_selector(BOARD)
    assert shown(visitor.page) == ["d3c3"]


def test_a_position_and_a_puzzle_are_analysed_and_threats_are_drawn(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/load", "#load-text")
    start = veier.format_position(veier.game(SMALL).start().play(*BUSY[SMALL].split()))
    page.locator("#load-text").fill(start)
    page.get_by_role("button", name="Open").last.click()
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".verdict h1")).to_contain_text("Proved")
    page.get_by_role("tab", name="Lines").click()
    # Three rings and the missing corner of the square that wins; the squares of both in words.
    rings = page.locator(f"{BOARD} .layer-rings")
    expect(rings.locator("> circle")).to_have_count(2 * 3)
    expect(rings.locator(".missing")).to_have_count(1)
    expect(page.locator(".seen li")).to_have_count(2)
    # Lines with proofs stay within their panel on narrow screens.
    expect(page.locator(".best .proof").first).to_be_visible()
    for width in (1024, 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(
            """() => [...document.querySelectorAll(".best .chances")].every(
              (one) => one.lastChild.getBoundingClientRect().right
                <= one.closest(".best").getBoundingClientRect().right + 0.5)"""
        ), width
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("switch", name="Square vision").uncheck()
    expect(rings.locator("*")).to_have_count(0)
    puzzle = KINDS["win 1"]
    visitor.open(f"/puzzle/{puzzle.id}", ".solving veier-board svg")
    try_move(visitor, puzzle.solution)
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector(f"{BOARD} svg")
    assert page.evaluate("new URLSearchParams(location.search).get('start')") == puzzle.position


def test_what_was_played_is_shown_with_intervals(visit: Visit) -> None:
    page = visit().open("/analyse/hexrows", ".tabs")
    page.get_by_role("tab", name="All moves").click()
    first = page.locator(".openings tbody tr").first
    expect(first).to_contain_text("% to ")
    move = first.get_by_role("button").inner_text()
    first.get_by_role("button").click()
    page.wait_for_function("() => location.search.includes('moves=')")
    assert shown(page) == [move]


def test_a_position_is_set_up_judged_taken_up_and_played_on(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/edit/4eyes", ".editing veier-board.playing svg")
    headline = page.locator(".verdict h1")
    expect(headline).to_have_text("This position is possible.")
    play(page, "13@C3")
    expect(page.locator(".reasons")).to_have_text("In a game, it would be Blue’s turn here.")
    page.get_by_role("radiogroup", name="To move").get_by_text("Blue").click()
    expect(headline).to_have_text("This position is possible.")
    page.get_by_role("radiogroup", name="Pieces of").get_by_text("Blue").click()
    play(page, "24@B2")
    expect(page.locator(".laid li")).to_have_count(2)
    click(page, "e6")
    expect(page.locator(".laid li")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".laid li")).to_have_count(2)
    page.get_by_role("button", name="Take up 24@B2 of Blue").click()
    expect(page.locator(".laid li")).to_have_count(1)
    # By keys: undone twice, and taken up with either key from a cell of the piece.
    page.keyboard.press("Control+z")
    expect(page.locator(".laid li")).to_have_count(2)
    for key, left in (("Delete", 1), ("Backspace", 0)):
        cell = page.evaluate("document.querySelector('main veier-board').board.view.plates[0].cells[0]")
        page.evaluate("(cell) => document.querySelector('main veier-board').scene.cell(cell).focus()", cell)
        page.keyboard.press(key)
        expect(page.locator(".laid li")).to_have_count(left)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator(".laid li")).to_have_count(2)
    page.get_by_role("button", name="Take up 24@B2 of Blue").click()
    expect(page.locator(".laid li")).to_have_count(1)
    page.reload()
    expect(page.locator(".laid li")).to_have_text("13@C3")
    page.get_by_role("button", name="Link, picture").click()
    address = page.get_by_role("dialog").locator("input").first
    expect(address).to_have_value(re.compile("/p/"))
    link = address.input_value()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("link", name="Play from here").click()
    page.wait_for_url("**/new/4eyes?start=*")
    page.goto(link[link.index("/p/") :])
    page.wait_for_url("**/analyse/4eyes?start=*")
    expect(page.locator(".verdict h1")).to_contain_text("Blue")


def test_what_cannot_stand_is_told_at_once(visit: Visit) -> None:
    page = visit().open("/edit/4eyes-plus-2p", ".editing veier-board.playing svg")
    for text in ("a1b1", "c1d1", "a3b3", "c3d3"):
        play(page, text)
    expect(page.locator(".verdict h1")).to_have_text("This position is impossible.")
    expect(page.locator(".reasons")).to_have_text("two players have a square")
    expect(page.get_by_role("link", name="Play from here")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".verdict h1")).to_contain_text("is possible")


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_everybody_can_use_it(language: str, theme: str, width: int, visit: Visit) -> None:
    visitor = visit(language=language, theme=theme, width=width)
    start = veier.format_position(veier.game(SMALL).start().play("d3c3", "e6f6"))
    for path, sight in (
        ("/analyse/hexrows?moves=f6", ".best li"),
        (f"/edit/{SMALL}?start={start}", ".laid li"),
    ):
        page = visitor.open(path, sight)
        for tab in page.get_by_role("tab").all():
            tab.click()
            assert "web." not in page.locator("main").inner_text()
            assert visitor.overflow() <= 0
        if (language, theme, width) in LOOKED_AT_CLOSELY:
            assert visitor.barriers() == []
