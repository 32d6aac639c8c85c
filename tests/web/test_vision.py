"""Square vision speaks of one square at a time, the most important first, and is silent while others think."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from server.serving import until

import veier
from veier.learn.lessons import read_lesson
from veier.record import format_position
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]
TWO = {"kind": "me"}, {"kind": "device"}
NAMED = {"kind": "me", "name": "Anna"}, {"kind": "device", "name": "Ben"}
# Positions in which both players lack one stone, more than once.
BUSY = {
    "4eyes-beginners": "41@C1 24@C3 14@B2",
    "4eyes-plus-2p-7x7": "b2a2 g7g6 d2e2 g5g4 d4e4 e7e6",
    "4eyes-pencil-2p-7x7": "b2a2 g7g6 d2e2 g5g4 d4e4 e7e6",
    "hexrows?side=4&stones=9": "d3 e4 d4 e5 d5 e6",
}


def start(game: str, moves: str) -> str:
    return format_position(veier.game(game).start().play(*moves.split()))


def drawn(page: Page) -> list[str]:
    """List the cells of each square or row that is drawn in lines."""
    script = f"""() => [...document.querySelectorAll('{BOARD} .layer-lines > *')].map(
      (one) => one.dataset.cells ?? "row")"""
    found: list[str] = page.evaluate(script)
    return found


def listed(page: Page) -> list[str]:
    """List what the panel says, leads and squares, from top to bottom."""
    return [text.replace("\n", ": ") for text in page.locator(".seen > .lead, .seen li").all_inner_texts()]


def test_wherever_one_points_at_most_one_square_is_drawn(visit: Visit) -> None:
    player = visit()
    page = player.page
    for game, moves in BUSY.items():
        player.open_table(game, *TWO, start=start(game, moves))
        player.wait_for_turn()
        most = page.evaluate(
            f"""() => {{
              const board = document.querySelector('{BOARD}');
              const cells = [...board.scene.places.keys()];
              const pieces = [null, ...board.selection.pieces.slice(0, 3)];
              return pieces.map((piece) => {{
                board.letGo();
                if (piece !== null && board.held !== piece) board.hold(piece);
                return Math.max(...cells.map((cell) => {{
                  board.targeting.hover(cell);
                  // Two squares are shown only to tell why a move is forbidden.
                  if (board.considered?.reason) return 0;
                  return board.querySelectorAll('.layer-lines > *').length;
                }}));
              }});
            }}"""
        )
        assert set(most) == {1}, game


def test_the_panel_lists_what_wins_first_and_the_board_draws_it(visit: Visit) -> None:
    player = visit()
    game = "4eyes-plus-2p-7x7"
    player.open_table(game, *NAMED, start=start(game, BUSY[game]))
    player.wait_for_turn()
    page = player.page
    own, theirs = "b4: b4 b2 d2 d4, upright", "e5: e5 g5 g7 e7, upright"
    assert listed(page) == ["This wins", own, "Ben lacks one stone for", theirs]
    assert drawn(page) == ["b2 d2 d4 b4"]
    # Three rings and the missing corner.
    assert page.locator(f"{BOARD} .layer-rings > circle").count() == 2 * 3
    assert page.locator(f"{BOARD} .layer-rings .missing").count() == 1
    rows = page.locator(".seen li button")
    rows.nth(1).hover()
    assert drawn(page) == ["e5 g5 g7 e7"]
    rows.nth(0).focus()
    assert drawn(page) == ["b2 d2 d4 b4"]
    page.keyboard.press("Tab")
    assert drawn(page) == ["e5 g5 g7 e7"]
    # What the ghost completes comes before everything else.
    player.point("b4", "mouse")
    assert listed(page)[:2] == ["This wins", "b2 d2 d4 b4: upright"]
    assert drawn(page) == ["b2 d2 d4 b4"]
    # What it leaves to others stays in the list, in the same order.
    player.point("a6", "mouse")
    move = player.considered()
    leads = f"With {move} Anna lacks one stone for", f"With {move} Ben lacks one stone for"
    assert listed(page) == [leads[0], own, leads[1], theirs]
    assert drawn(page) == ["b2 d2 d4 b4"]
    # A screen reader hears the players' names, and of stones their colours.
    spoken = page.locator(f"{BOARD} .veier-announcer")
    expect(spoken).to_contain_text("Anna lacks only b4 for")
    expect(page.locator(f"{BOARD} .cell[data-cell=b2]")).to_have_attribute("aria-label", "b2, stone of Red")


def test_a_phone_says_in_one_line_what_wins(visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True)
    for game, line in (
        ("4eyes-plus-2p-7x7", "This wins: b4."),
        ("hexrows?side=4&stones=9", "This is a point: d2 and d6."),
    ):
        player.open_table(game, *TWO, start=start(game, BUSY[game]))
        expect(player.page.locator(".eyes-line")).to_have_text(line)
        assert len(drawn(player.page)) == 1


def test_nothing_is_looked_for_when_the_game_is_over(visit: Visit) -> None:
    player = visit()
    page = player.page
    for game in ("4eyes-plus-2p-7x7", "hexrows?side=4&stones=9"):
        player.open_table(game, *TWO, start=start(game, BUSY[game]))
        player.wait_for_turn()
        assert len(drawn(page)) == 1
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.locator(".result")).to_be_visible()
        until(lambda: drawn(page) == [])


def test_nothing_is_shown_while_the_computer_thinks(visit: Visit) -> None:
    player = visit()
    game = "4eyes-plus-2p-7x7"
    # Red keeps its threat after a quiet move: there would be something to show.
    seats = {"kind": "me"}, {"kind": "computer", "level": 1}
    player.open_table(game, *seats, start=start(game, "b2a2 g7g6 d2e2 g5g4 d4e4 a7a6"))
    player.wait_for_turn()
    assert drawn(player.page) == ["b2 d2 d4 b4"]
    player.page.evaluate(
        f"""() => {{
          const board = document.querySelector('{BOARD}');
          window.waited = [];
          const look = () => {{
            if (board.board.view.mover !== 0 && !board.board.over) window.waited.push([
              board.querySelectorAll('.layer-lines > *, .layer-rings > *, .layer-light > *').length,
              document.querySelector('.seen').innerText]);
          }};
          new MutationObserver(look).observe(document.querySelector('main'), {{subtree: true, childList: true}});
        }}"""
    )
    player.point("g1", "mouse")
    player.page.locator("[data-handle=lay]").click()
    player.wait_for_turn()
    # The last look is after everything of that turn was drawn.
    assert player.page.evaluate("window.waited.at(-1)") == [0, "Nothing is shown until your turn."]


def test_a_forbidden_move_shows_only_why(visit: Visit) -> None:
    task = next(task for task in read_lesson("4eyes-plus").tasks if task.id == "forbidden")
    player = visit()
    for aids in (True, False):
        player.open_table(task.position.game.id, *TWO, start=format_position(task.position), aids=aids)
        player.wait_for_turn()
        own, other = task.answer[:2], task.answer[2:]
        player.point(own, "mouse")
        player.point(other, "mouse")
        assert player.considered() == task.answer
        page = player.page
        expect(page.get_by_role("heading", name="This is not allowed")).to_be_visible()
        reason = page.locator(".move-warning p").inner_text()
        squares = drawn(page)
        assert len(squares) == 2
        assert all("-".join(square.split()) in reason for square in squares)
        assert page.locator(f"{BOARD} .layer-rings .missing").count() == 0
        assert listed(page) == []
