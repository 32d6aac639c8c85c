"""My stone lands where I point: in every kind of game, by mouse and by finger, and nothing is laid by accident."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import expect

import veier
from veier.record import format_position
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]
Pointer = Literal["mouse", "touch"]
TWO = {"kind": "me"}, {"kind": "device"}
# Two clicks with less between them are a double click.
APART_MS = 400

# The colour that the system highlights with.
_HIGHLIGHT = """() => {
  const probe = Object.assign(document.body.appendChild(document.createElement("i")), {style: "color: Highlight"});
  const {color} = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


class Kind(NamedTuple):
    """A kind of game: a first move that was made, cells to point to in turn, a cell of that move, and its place."""

    game: str
    first: str
    cells: str
    taken: str
    place: str


KINDS = (
    Kind("4eyes", "13@C3", "c3 d3 d4 c4 g8", "e5", "C3"),
    Kind("4eyes-plus-2p-7x7", "d4e4", "b2 f6 c6", "e4", "e4"),
    Kind("4eyes-pencil-2p-7x7", "d4e4", "b2 f6 c6", "d4", "d4"),
    Kind("hexrows", "f6", "g6 e5 f7", "f6", "f6"),
)


def sit_down(player: Visitor, kind: Kind) -> None:
    """Open a table after the first move, and take a tile where there are several kinds."""
    start = format_position(veier.game(kind.game).start().play(kind.first))
    player.open_table(kind.game, *TWO, start=start)
    player.wait_for_turn()
    if player.held() is None:
        player.page.locator("veier-tray.acting [data-piece=B]").click()


def own_cell(player: Visitor) -> str | None:
    """Find the cell of the own stone of the ghost."""
    cell: str | None = player.page.evaluate(
        f"() => document.querySelector('{BOARD}').considered?.stones[0]?.[0] ?? null"
    )
    return cell


def double(player: Visitor, cell: str, pointer: Pointer) -> None:
    """Click or tap a cell twice as fast as people do, however slow this machine is just now."""
    if pointer == "mouse":
        player.page.mouse.dblclick(*player.cell(cell))
        return
    finger = player.context.new_cdp_session(player.page)
    [(x, y), now] = player.cell(cell), time.time()
    for after, kind in ((0, "touchStart"), (0.05, "touchEnd"), (0.2, "touchStart"), (0.25, "touchEnd")):
        points = [{"x": x, "y": y}] if kind == "touchStart" else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": now + after})


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_the_own_stone_goes_where_one_points_and_a_second_click_lays_it(pointer: Pointer, visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True) if pointer == "touch" else visit()
    for kind in KINDS:
        sit_down(player, kind)
        held = player.held()
        first, *others = kind.cells.split()
        double(player, first, pointer)
        assert own_cell(player) == first
        assert player.page.evaluate(f"() => document.querySelector('{BOARD}').playing")
        for way in (pointer, "keys"):
            player.point(kind.taken, pointer) if way == pointer else choose_by_key(player, kind.taken)
            expect_note(player, f"{kind.place} is taken.")
            assert player.held() == held is not None
        # Every click moves it, also one on another cell of the same field: only a second one on the same cell lays it.
        for cell in others:
            player.point(cell, pointer)
            assert own_cell(player) == cell
        expect(player.page.locator(".veier-note")).to_be_hidden()
        assert player.moves() == []
        shown = player.considered()
        player.page.wait_for_timeout(APART_MS)
        player.point(others[-1], pointer)
        expect(player.page.locator(".moves button.mv")).to_have_text([str(shown)])


def expect_note(player: Visitor, text: str) -> None:
    """Expect a note that is seen and read aloud."""
    note = player.page.locator(".veier-note")
    expect(note).to_have_text(text)
    expect(note).to_be_in_viewport(ratio=0.99)
    expect(player.page.locator(".veier-announcer")).to_have_text(text)


def choose_by_key(player: Visitor, cell: str) -> None:
    player.page.evaluate(f"(cell) => document.querySelector('{BOARD}').targeting.focusCell(cell)", cell)
    player.page.keyboard.press("Enter")


def test_a_piece_of_two_cells_is_laid_by_its_own_stone_or_after_both_were_chosen(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes-plus-2p-7x7", *TWO)
    player.wait_for_turn()
    player.point("c3", "mouse")
    other = player.page.evaluate(f"() => document.querySelector('{BOARD}').considered.stones[1][0]")
    # The first click on the other cell chooses it, wherever the domino was turned to before.
    for cell in (other, "b3", "d3", "c2"):
        player.point(cell, "mouse")
        assert player.considered() == f"c3{cell}"
    player.page.wait_for_timeout(APART_MS)
    player.point("c2", "mouse")
    expect(player.page.locator(".moves button.mv")).to_have_text(["c3c2"])


def test_a_tile_that_lies_is_turned_to_where_one_points(visit: Visit) -> None:
    player = visit()
    game = veier.game("4eyes?side=3&a=1&b=1&d=1")
    start = game.start().play("21@A2", "21@A3", "34@A1", "12@B3", "13@C3", "42@C2")
    player.open_table(game.id, *TWO, start=format_position(start))
    player.wait_for_turn()
    # Red's stone lies on b4: a quarter brings it to a4 or b3.
    player.page.mouse.dblclick(*player.cell("b4"))
    assert player.held() == "A2"
    for cell, move in (("a4", "A2l"), ("b3", "A2r")):
        player.point(cell, "mouse")
        assert (own_cell(player), player.considered()) == (cell, move)
    # No quarter leads to a3: that puts it back.
    player.point("a3", "mouse")
    assert player.held() is None
    # A tile is slid as it lies: every cell of the field means the same.
    player.point("b4", "mouse")
    player.point("c3", "mouse")
    assert player.considered() == "A2B2"
    player.point("d4", "mouse")
    expect(player.page.locator(".moves button.mv")).to_have_text(["A2B2"])


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_whoever_wishes_lays_a_stone_with_one_click(pointer: Pointer, visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True) if pointer == "touch" else visit()
    player.open_table("hexrows", *TWO)
    player.wait_for_turn()
    player.point("f6", pointer)
    assert player.considered() == "f6"
    assert player.moves() == []
    page = player.page
    page.get_by_role("button", name="Settings").click()
    confirm = page.get_by_role("switch", name="Confirm each stone")
    expect(confirm).to_be_checked()
    confirm.uncheck()
    page.get_by_role("button", name="Done").click()
    player.point("f7", pointer)
    expect(page.locator(".moves button.mv")).to_have_text(["f7"])
    page.reload()
    page.wait_for_selector(f"{BOARD} svg")
    player.wait_for_turn()
    player.point("f8", pointer)
    expect(page.locator(".moves button.mv")).to_have_text(["f7", "f8"])


def test_a_pointer_leaves_no_frame_and_the_keyboard_shows_where_it_is(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes", *TWO)
    page = player.page
    page.locator("veier-tray.acting [data-piece=B]").click()
    player.point("e5", "mouse")
    framed = """() => [...document.querySelectorAll('.page-table veier-board, .page-table veier-board *')]
      .filter((one) => one.matches(':focus') && getComputedStyle(one).outlineStyle !== 'none').length"""
    for handle in ("right", "left", "right"):
        page.locator(f"[data-handle={handle}]").click()
        assert page.evaluate(framed) == 0
        expect(page.locator(".cursor-line")).to_have_count(0)
    # The board is one stop of the Tab key, a cell.
    stops = "[...document.querySelectorAll('.page-table veier-board *')].filter((one) => one.tabIndex >= 0).length"
    assert page.evaluate(stops) == 1
    # The keyboard goes on from the own stone, and carries it from cell to cell.
    assert page.evaluate("document.activeElement.getAttribute('data-cell')") == own_cell(player)
    for cell in ("d3", "c3", "c4"):
        player.walk_to(cell)
        assert own_cell(player) == cell
    line = page.locator(".cursor-line")
    page.emulate_media(color_scheme="dark")
    expect(line).to_have_css("stroke", "rgb(11, 92, 173)")
    page.emulate_media(forced_colors="active")
    expect(line).to_have_css("stroke", page.evaluate(_HIGHLIGHT))
    player.point("a1", "mouse")
    expect(line).to_have_count(0)
    page.keyboard.press("ArrowRight")
    shown = player.considered()
    page.keyboard.press("Enter")
    expect(page.locator(".moves button.mv")).to_have_text([str(shown)])
