"""Other ways with a piece: dragged from the tray, drawn over two cells, its ends swapped, turned by a second finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from web.visiting import Visitor

Visit = Callable[..., Visitor]
TWO = {"kind": "me"}, {"kind": "device"}


def test_a_tile_is_dragged_from_the_tray(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes", *TWO)
    player.wait_for_turn()
    drag(player, stack(player), player.cell("e5"))
    assert (player.considered() or "").endswith("@C3")
    assert player.moves() == []
    player.page.locator("[data-handle=lay]").click()
    expect(player.page.locator(".moves button.mv")).to_have_count(1)


def test_a_tile_is_carried_on_when_the_table_is_sent_again(visit: Visit) -> None:
    """What the server sends while a piece is carried, as after a broken line, takes nothing out of anybody's hand."""
    player = visit()
    held_back: list[Callable[[], None]] = []

    def hold_back(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held_back.append(lambda: socket.send(message)))

    player.page.route_web_socket("**/socket?*", hold_back)
    player.open_table("4eyes", *TWO)
    player.wait_for_turn()
    player.page.mouse.move(*stack(player))
    player.page.mouse.down()
    player.page.mouse.move(*player.cell("a1"), steps=3)
    held = player.held()
    player.page.evaluate("document.querySelector('veier-board').board.before = true")
    assert held_back
    for send in held_back:
        send()
    player.page.wait_for_function("document.querySelector('veier-board').board.before === undefined")
    player.page.mouse.move(*player.cell("e5"), steps=3)
    player.page.mouse.up()
    assert held == player.held() == "B"
    assert (player.considered() or "").endswith("@C3")
    expect(player.page.locator("[data-handle=lay]")).to_be_visible()
    expect(player.page.locator(".veier-carried")).to_have_count(0)


def test_a_domino_is_drawn_over_two_cells_and_its_ends_are_swapped(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes-plus-2p-7x7", *TWO)
    player.wait_for_turn()
    drag(player, player.cell("c3"), player.cell("c4"))
    assert player.considered() == "c3c4"
    player.page.keyboard.press("f")
    assert player.considered() == "c4c3"
    player.page.locator("[data-handle=swap]").click()
    assert player.considered() == "c3c4"
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".moves button.mv")).to_have_text(["c3c4"])


def test_a_second_finger_turns_and_does_not_lay(visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True)
    player.open_table("4eyes", *TWO)
    player.wait_for_turn()
    player.page.locator("veier-tray.acting [data-piece=A]").tap()
    fingers = player.context.new_cdp_session(player.page)
    first, second = ({"x": x, "y": y, "id": number} for number, (x, y) in enumerate(map(player.cell, ("e5", "a1"))))
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [first]})
    before = player.considered()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [first, second]})
    after = player.considered()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert before is not None
    assert after is not None
    assert before != after
    assert player.considered() == after
    assert player.moves() == []


def stack(player: Visitor) -> tuple[float, float]:
    """Find where the tiles of type B lie in the tray."""
    box = player.page.locator("veier-tray.acting [data-piece=B]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 3


def drag(player: Visitor, start: tuple[float, float], end: tuple[float, float]) -> None:
    player.page.mouse.move(*start)
    player.page.mouse.down()
    player.page.mouse.move(*end, steps=6)
    player.page.mouse.up()
