"""When the line or the server is not as it should be: reloads, lost lines, silent lines, rules that are compiled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from web.gestures import lay, make_move
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


def test_a_reload_and_a_lost_line_in_mid_game(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes", {"kind": "me"}, {"kind": "device"})
    make_move(player, "13@C3", "mouse")
    player.page.reload()
    player.page.wait_for_selector(f"{BOARD} svg")
    assert player.moves() == ["13@C3"]

    player.wait_for_turn()
    player.context.set_offline(True)
    player.page.evaluate("dispatchEvent(new Event('offline'))")
    player.context.set_offline(False)
    make_move(player, "24@B2", "mouse")
    player.open("/", ".card")
    expect(player.page.get_by_role("region", name="Continue").get_by_role("link", name="4EYES")).to_be_visible()


@pytest.mark.parametrize("seconds", [5, 30, 300])
def test_a_line_that_is_silently_dead_is_noticed_and_built_up_again(visit: Visit, seconds: int) -> None:
    """Within ten seconds, and what was played meanwhile is not lost; nothing is loaded again."""
    player = visit()
    line = HalfOpen()
    player.page.route_web_socket(re.compile(r"/socket\?"), line.carry)
    player.page.clock.install()
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    make_move(player, "d4e4", "mouse")
    banner, board = player.page.locator(".banner"), player.page.locator("veier-board")
    expect(banner).to_be_hidden()
    place = board.bounding_box()
    player.page.evaluate("window.isTheSamePage = true")

    assert player.wait_for_turn()
    line.fall_silent()
    lay(player, "a1b1", "mouse")
    player.page.clock.run_for(min(seconds, 10) * 1000)
    if seconds >= 10:
        expect(banner).to_have_text("The line is broken. Your move will be sent as soon as it is back.")
        assert board.bounding_box() == place
        player.page.clock.run_for((seconds - 10) * 1000)
        expect(banner).to_be_visible()
    line.recover()
    # The longest pause between two attempts, and the time after which one that hangs is given up.
    for _ in range(28 if seconds >= 10 else 36):
        player.page.clock.run_for(1000)
        # The server answers in real time.
        player.page.wait_for_timeout(20)
    expect(banner).to_be_hidden()
    expect(player.page.locator(".moves button.mv")).to_have_text(["d4e4", "a1b1"])
    make_move(player, "g7g6", "mouse")
    assert player.page.evaluate("window.isTheSamePage")


class HalfOpen:
    """A line between page and server that can fall silent without being closed; what has been silent once stays so.

    As with real ones: no connection loses a message and delivers the next.
    """

    def __init__(self) -> None:
        self.dead = False
        self._connections: list[Connection] = []

    def fall_silent(self) -> None:
        self.dead = True
        for connection in self._connections:
            connection.dead = True

    def recover(self) -> None:
        self.dead = False

    def carry(self, page: WebSocketRoute) -> None:
        self._connections.append(Connection(page, self.dead))


class Connection:
    """One connection of such a line."""

    def __init__(self, page: WebSocketRoute, dead: bool) -> None:
        self.dead = dead
        server = page.connect_to_server()
        page.on_message(lambda text: None if self.dead else server.send(text))
        server.on_message(lambda text: None if self.dead else page.send(text))


def test_a_move_of_which_nothing_is_known_is_sent_again(visit: Visit) -> None:
    player = visit()
    sent: list[str] = []

    def carry(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["type"] == "command":
                sent.append(asked["id"])
                if len(sent) == 1:
                    reason = {"key": "server.not_known", "params": {}}
                    page.send(json.dumps({"type": "unknown", "id": asked["id"], "reason": reason}))
                    return
            server.send(text)

        page.on_message(forward)

    player.page.route_web_socket(re.compile("/socket"), carry)
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    make_move(player, "d4e4", "mouse")
    assert player.moves() == ["d4e4"]
    assert sent == [sent[0]] * 2


def test_compiling_is_told_while_it_lasts(visit: Visit) -> None:
    visitor = visit()
    answers: list[dict[str, object] | None] = [{"game": "4eyes", "done": 12, "total": 40}, None]

    def answer(route: Route) -> None:
        route.fulfill(json={"ok": True, "preparing": answers.pop(0)})

    visitor.page.route("**/healthz", answer)
    visitor.open("/new/4eyes", ".setup")
    banner = visitor.page.locator(".banner")
    expect(banner).to_contain_text("only the first time: 12 of 40.")
    expect(banner).to_be_hidden()
