"""Beside board and tray, what people reach for is in sight without scrolling, and no button lies over another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table.samples import TWO, WON

import veier
from veier.record import format_position
from web.visiting import BOARD, Visitor, sit_together

Visit = Callable[..., Visitor]

SCREENS = [(1280, 800), (1024, 768), (820, 1180), (740, 360), (640, 400), (360, 740), (320, 640)]
ROOMY = SCREENS[:3]
DEVICE = {"kind": "device"}

# Of all visible buttons that match: those that are cut off by the screen or lie over another one.
_WRONG = """(selector) => {
  const buttons = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const name = (one) => one.textContent.trim() || one.getAttribute("aria-label") || one.className;
  const reached = (one, {left, right, top, bottom}) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return one.contains(hit);
  };
  return buttons.flatMap((one, k) => {
    const box = boxes[k];
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    const over = boxes.some((other, j) => j !== k && other.left < box.right - 2 && box.left < other.right - 2
      && other.top < box.bottom - 2 && box.top < other.bottom - 2);
    return inside && !over && reached(one, box) ? [] : [name(one)];
  });
}"""

# Of all visible texts that match: those of which a line is cut off by the screen or by what scrolls, or covered.
_UNREAD = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const {width, height} = one.getBoundingClientRect();
  // What only screen readers read is a pixel high.
  if (!one.checkVisibility() || Math.min(width, height) <= 1 || one.closest(".turn")?.clientHeight === 1) return false;
  const range = document.createRange();
  range.selectNodeContents(one);
  return [...range.getClientRects()].some(({left, right, top, bottom}) => [top + 3, bottom - 3].some((y) => {
    return !one.contains(document.elementFromPoint((left + right) / 2, y));
  }));
}).map((one) => one.textContent.trim())"""


def wrong(page: Page, width: int, height: int, buttons: str) -> list[str]:
    """Name the buttons that are cut off, covered, or over each other on a screen."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(buttons).count() > 0
    found: list[str] = page.evaluate(_WRONG, buttons)
    return [f"{width}x{height}: {name}" for name in found]


def unread(page: Page, width: int, height: int, texts: str) -> list[str]:
    """Name the texts of which a line is cut off or covered on a screen."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.evaluate("scrollTo(0, 0)")
    found: list[str] = page.evaluate(_UNREAD, texts)
    return [f"{width}x{height}: {text}" for text in found]


def command(visitor: Visitor, table: str, text: str) -> None:
    state = visitor.page.evaluate("(id) => fetch('/api/v1/tables/' + id).then((answer) => answer.json())", table)
    body: dict[str, Any] = {"id": f"v{state['version']}", "version": state["version"]}
    visitor.post(f"/api/v1/tables/{table}/commands", body | {"command": {"kind": "move", "text": text}})


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p"])
@pytest.mark.parametrize("touch", [False, True])
def test_trays_that_face_their_players(game: str, touch: bool, visit: Visit) -> None:
    visitor = visit(touch=touch)
    visitor.open("/load", "textarea")
    visitor.page.evaluate("localStorage.setItem('veier.facing', 'on')")
    players = veier.game(game).players
    table = visitor.open_table(game, {"kind": "me"}, *[DEVICE] * (players - 1))
    command(visitor, table, str(next(iter(veier.game(game).start().legal_moves))))
    expect(visitor.page.locator(".moves button.mv")).to_have_count(1)
    found = []
    for width, height in ROOMY:
        # Below the board of an upright tablet what can be looked up is scrolled to.
        looked_up = "" if height > width else ", .rail .stepper button"
        found += wrong(visitor.page, width, height, "veier-tray.acting button" + looked_up)
        visitor.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        found += visitor.page.evaluate(_WRONG, ".controls button")
    assert found == []


@pytest.mark.parametrize(("language", "touch"), [("en", False), ("lb", True)])
def test_the_way_back_and_the_tray_in_a_long_game_of_rows(language: str, touch: bool, visit: Visit) -> None:
    visitor = visit(language=language, touch=touch)
    table = visitor.open_table("hexrows", {"kind": "me"}, DEVICE)
    # Each player makes a row.
    for text in ("d6", "d5", "e6", "e5", "f6", "f5", "g6", "g5"):
        command(visitor, table, text)
    expect(visitor.page.locator(".points-list li:not(.none)")).to_have_count(2)
    assert wrong(visitor.page, 1280, 800, ".rail .stepper button") == []
    if touch:
        assert [one for size in SCREENS for one in wrong(visitor.page, *size, "veier-tray.acting .do-lay")] == []


@pytest.mark.parametrize(
    ("language", "touch", "names"),
    [
        ("en", False, ["Rematch", "Review", "Try level 7", "A short lesson"]),
        ("fr", True, ["Revanche", "Revoir", "Essayer le niveau 7", "Une petite leçon"]),
    ],
)
def test_who_lost_sees_every_way_on(language: str, touch: bool, names: list[str], visit: Visit) -> None:
    visitor = visit(touch=touch, language=language)
    start = format_position(veier.game(TWO).start().play(*WON[:-1]))
    # The last level never overlooks a win.
    visitor.open_table(TWO, {"kind": "computer", "level": 8}, {"kind": "me"}, start=start)
    assert not visitor.wait_for_turn()
    ways = visitor.page.locator(".result button")
    expect(ways).to_have_text(names)
    assert [one for size in SCREENS for one in wrong(visitor.page, *size, ".result button")] == []
    for width, height in SCREENS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        analyse = visitor.page.locator(".result .analyse")
        analyse.scroll_into_view_if_needed()
        expect(analyse).to_be_in_viewport(ratio=1)


def test_the_numbers_of_a_lesson_do_not_stand_out_behind_the_tray(visit: Visit) -> None:
    page = visit(touch=True, language="lb").open("/learn/4eyes", ".exercise veier-board.playing svg")
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        [steps, hand] = [page.locator(of).bounding_box() for of in (".course .steps", ".exercise .hand")]
        assert steps
        assert hand
        behind = steps["y"] < hand["y"] + hand["height"] and hand["y"] < steps["y"] + steps["height"]
        if behind and (steps["x"] < hand["x"] or steps["x"] + steps["width"] > hand["x"] + hand["width"]):
            found.append((width, height))
    assert found == []


@pytest.mark.parametrize("lesson", ["4eyes", "4eyes-plus", "4eyes-pencil", "hexrows"])
def test_the_hint_of_a_lesson(lesson: str, visit: Visit) -> None:
    page = visit(touch=True, language="fr").open(f"/learn/{lesson}", ".exercise veier-board.playing svg")
    assert [one for size in SCREENS for one in wrong(page, *size, ".exercise .side > .row button")] == []


def test_the_button_of_the_settings(visit: Visit) -> None:
    visitor = visit(language="de")
    visitor.open_table("4eyes", {"kind": "me"}, DEVICE)
    visitor.page.get_by_role("button", name="Einstellungen").click()
    done = visitor.page.get_by_role("button", name="Fertig")
    for width, height in SCREENS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(done).to_be_in_viewport(ratio=1)


def test_setting_up_begins_with_the_people(visit: Visit) -> None:
    page = visit(width=360, height=740, touch=True).open("/new/4eyes", ".setup veier-board svg")
    expect(page.get_by_label("Name of Red")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["lb", "fr", "de"])
def test_the_first_way_into_a_game(language: str, visit: Visit) -> None:
    page = visit(touch=True, language=language).open("/", ".card.lead veier-board svg")
    assert [one for size in SCREENS for one in wrong(page, *size, ".card.lead .btn.primary")] == []


def test_the_rules_of_a_game_with_a_long_name(visit: Visit) -> None:
    visitor = visit(touch=True, language="de")
    visitor.open_table("4eyes-plus-3p-7x7", {"kind": "me"}, DEVICE, DEVICE)
    assert [one for size in SCREENS for one in wrong(visitor.page, *size, ".crumb .ruleslink .icon")] == []


def test_what_a_turn_allows_beside_clocks(visit: Visit) -> None:
    visitor = visit(language="de")
    clock = {"kind": "minutes", "initial_ms": 600_000, "increment_ms": 5_000}
    visitor.open_table("4eyes-plus-2p-7x7", {"kind": "me", "name": "Marie-Claire"}, DEVICE, clock=clock)
    visitor.page.evaluate("document.querySelector('.coach-close')?.click()")
    assert [one for size in SCREENS for one in unread(visitor.page, *size, ".turn :is(h1, p)")] == []
    low = [size for size in SCREENS if size[0] > size[1]]
    assert [one for size in low for one in wrong(visitor.page, *size, ".foot button, veier-tray.acting button")] == []


def test_the_square_that_is_spoken_of_among_three(visit: Visit) -> None:
    visitor = visit(touch=True, language="lb")
    moves = ["b1b2", "f1f2", "c2d2", "i2i3", "d3e3", "a4b4", "f4g4"]
    start = format_position(veier.game("4eyes-plus-3p").start().play(*moves))
    visitor.open_table("4eyes-plus-3p", {"kind": "me"}, DEVICE, DEVICE, start=start)
    visitor.page.evaluate("document.querySelector('.coach-close')?.click()")
    visitor.page.evaluate("document.querySelector('main veier-board').consider('a1a2')")
    assert [one for size in SCREENS for one in unread(visitor.page, *size, ".eyes-line, .turn h1")] == []
    # Where the panel says it, that is in sight.
    assert [one for size in ROOMY for one in unread(visitor.page, *size, ".eyes ul:first-of-type li:first-child")] == []


def test_the_trainer_while_it_runs(visit: Visit) -> None:
    page = visit(touch=True, language="de").open("/trainer", ".welcome .btn.primary")
    with page.expect_response("**/api/v1/trainer?*") as asked:
        page.locator(".welcome .btn.primary").click()
    [question] = asked.value.json()["exercises"]
    page.wait_for_selector(".training veier-board svg")
    assert [one for size in SCREENS for one in wrong(page, *size, ".side .btn")] == []
    taken = [question["answer"], *(stone["cell"] for stone in question["view"]["stones"])]
    x, y = page.evaluate(
        """(taken) => {
          const {scene} = document.querySelector("veier-board");
          const free = [...scene.places.keys()].find((cell) => !taken.includes(cell));
          const {left, right, top, bottom} = scene.cell(free).getBoundingClientRect();
          return [(left + right) / 2, (top + bottom) / 2];
        }""",
        taken,
    )
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".feedback.wrong")
    assert [one for size in SCREENS for one in wrong(page, *size, ".side .btn.primary")] == []


def test_the_way_through_the_proofs(visit: Visit) -> None:
    page = visit(touch=True, language="fr").open("/explore/4eyes", ".analysing .values dd button")
    assert [one for size in SCREENS for one in wrong(page, *size, ".stepper button")] == []
    # On a walk through a proof, moves that may be tried against it stand below its sentence.
    page.get_by_role("button", name="Montre-moi pourquoi").click()
    page.locator(".move-chip").first.click()
    page.wait_for_selector(".comment h2")
    tried = ".values dd:first-of-type .move-chip:first-child"
    page.wait_for_selector(tried)
    assert [one for size in SCREENS for one in wrong(page, *size, f".stepper button, {tried}")] == []


def test_the_best_line_of_the_computer(visit: Visit) -> None:
    page = visit(touch=True, language="de").open("/analyse/4eyes-plus-3p?moves=e4d4", ".best li")
    best = ".best li:first-child .move-chip, .engine .num button"
    assert [one for size in SCREENS for one in wrong(page, *size, best)] == []


def test_why_a_position_cannot_stand_and_whose_pieces_are_put_down(visit: Visit) -> None:
    page = visit(touch=True, language="fr").open("/edit/4eyes-plus-2p", ".editing veier-board.playing svg")
    for text in ("a1b1", "c1d1", "a3b3", "c3d3"):
        page.wait_for_function(
            "(text) => document.querySelector('veier-board').board.view.choices.some((one) => one.text === text)",
            arg=text,
        )
        page.evaluate(
            "(text) => { const b = document.querySelector('veier-board'); b.consider(text); b.commit(); }", text
        )
    page.wait_for_selector(".reasons li")
    said = ".editing h1, .reasons li, .hands .label, .hands .seg label"
    assert [one for size in SCREENS for one in unread(page, *size, said)] == []


def test_a_question_does_not_cover_the_board(visit: Visit) -> None:
    host, guest = visit(touch=True), visit()
    sit_together(host, guest, clock={"kind": "days", "initial_ms": 3 * 86_400_000})
    assert host.wait_for_turn()
    host.page.evaluate(
        "() => { const board = document.querySelector('main veier-board'); board.consider('d4e4'); board.commit(); }"
    )
    question = host.page.locator(".reminders .alert")
    expect(question).to_be_visible()
    for width, height in SCREENS:
        found = wrong(host.page, width, height, ".reminders button, .controls button:not(:disabled)")
        # On an upright tablet the controls are scrolled to.
        assert [one for one in found if height < width or width < 700] == []
        [board, asked] = [of.bounding_box() for of in (host.page.locator(BOARD), question)]
        assert board
        assert asked
        assert asked["x"] >= board["x"] + board["width"] - 1 or asked["y"] >= board["y"] + board["height"] - 1
