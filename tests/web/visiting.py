"""Somebody at a browser: opens pages, plays moves by mouse, touch or keys, and notes what the console complains of."""

from __future__ import annotations

import http.cookiejar
import json
import time
import urllib.request
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from playwright.sync_api import BrowserContext, Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
BOARD = ".page-table veier-board"
# How pages are looked at: every language in both widths and both themes, and how high a screen of that width is.
HEIGHTS = {360: 740, 1280: 800}
LOOKS = [
    ("lb", "light", 360),
    ("lb", "dark", 1280),
    ("fr", "dark", 360),
    ("fr", "light", 1280),
    ("de", "dark", 360),
    ("de", "light", 1280),
    ("en", "light", 360),
    ("en", "dark", 1280),
]
# Contrast and targets depend on theme and width, hardly on words: axe, which is slow, sees each language once.
LOOKED_AT_CLOSELY = {("lb", "light", 360), ("fr", "dark", 360), ("de", "light", 1280), ("en", "dark", 1280)}


class Choice(NamedTuple):
    """A legal move as the board offers it."""

    text: str
    kind: str
    piece: str
    cells: list[str]
    gives: bool
    # A cell of the piece, if it lies on the board.
    lies_at: str | None

    @property
    def stays(self) -> bool:
        """Whether the piece only turns, about its middle or its own stone."""
        return self.kind == "turn" or self.piece == self.cells[0]


class Visitor:
    """One person with one browser profile."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self._note(line.type, line.text))

    def _note(self, kind: str, text: str) -> None:
        # A lost line is no fault of the page: tests that cut it find their banner.
        if kind == "error" and "ERR_INTERNET_DISCONNECTED" not in text:
            self.complaints.append(text)

    def open(self, path: str, sight: str) -> Page:
        """Go to an address and wait for something to be seen."""
        self.page.goto(path)
        self.page.wait_for_selector(sight)
        return self.page

    def go(self, path: str, sight: str) -> None:
        """Go on to another page of the site, as its links do, without loading everything again."""
        self.page.evaluate(
            "(path) => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }", path
        )
        self.page.wait_for_selector(sight)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Ask the server in this browser's name."""
        script = """async ([path, body]) => {
          const headers = {"Content-Type": "application/json"};
          const answer = await fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
          return answer.json();
        }"""
        return self.page.evaluate(script, [path, body])

    def open_table(self, game: str, *seats: dict[str, Any], **more: Any) -> str:
        """Open a table and sit down at it; give its id."""
        if self.page.url == "about:blank":
            self.open("/", ".card")
        table: str = self.post("/api/v1/tables", {"game": game, "seats": seats, **more})["id"]
        self.open(f"/table/{table}", f"{BOARD} svg")
        return table

    @property
    def is_over(self) -> bool:
        return self.page.locator(".result:not([hidden])").count() > 0

    def wait_for_turn(self) -> bool:
        """Wait until it is this visitor's turn; false if the game is over."""
        script = f"() => document.querySelector('.result:not([hidden])') || document.querySelector('{BOARD}').playing"
        self.page.wait_for_function(script, timeout=60_000)
        return not self.is_over

    def choices(self) -> list[Choice]:
        script = f"""() => {{
          const {{board: {{view, gives}}, selection}} = document.querySelector('{BOARD}');
          const cellOf = (piece) => view.plates.find((plate) => plate.cells.some(
            (cell) => cell === piece || selection.placeOf(cell) === piece))?.cells[0] ?? null;
          return view.choices.map(({{text, kind, piece, stones}}) => [
            text, kind, piece, stones.map((stone) => stone[0]), gives.includes(text), cellOf(piece)]);
        }}"""
        return [Choice(*found) for found in self.page.evaluate(script)]

    def choice(self, text: str) -> Choice:
        """Find a legal move by its notation."""
        return next(choice for choice in self.choices() if choice.text == text)

    def held(self) -> str | None:
        piece: str | None = self.page.evaluate(f"() => document.querySelector('{BOARD}').held")
        return piece

    def considered(self) -> str | None:
        text: str | None = self.page.evaluate(f"() => document.querySelector('{BOARD}').considered?.text ?? null")
        return text

    def cell(self, name: str) -> tuple[float, float]:
        """Find where a cell is on the screen."""
        script = f"""(name) => {{
          const box = document.querySelector('{BOARD}').scene.cell(name).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }}"""
        x, y = self.page.evaluate(script, name)
        return x, y

    def point(self, cell: str, way: Literal["mouse", "touch"]) -> None:
        """Click or tap a cell."""
        place = self.cell(cell)
        if way == "mouse":
            self.page.mouse.click(*place)
        else:
            self.page.touchscreen.tap(*place)

    def walk_to(self, cell: str) -> None:
        """Move the keyboard's cursor to a cell with the arrow keys."""
        script = f"""(goal) => {{
          const {{targeting: {{cursor}}, scene}} = document.querySelector('{BOARD}');
          const [[x, y], [wantedX, wantedY]] = [cursor, goal].map((cell) => scene.places.get(cell));
          if (Math.abs(wantedX - x) > 1) return wantedX > x ? "ArrowRight" : "ArrowLeft";
          if (Math.abs(wantedY - y) > 1) return wantedY > y ? "ArrowDown" : "ArrowUp";
          return null;
        }}"""
        for _ in range(40):
            key = self.page.evaluate(script, cell)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrow keys do not lead to {cell}")

    def press_until(self, key: str, condition: str) -> None:
        """Press a key until something is so."""
        for _ in range(60):
            if self.page.evaluate(f"() => {condition}"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never leads to: {condition}")

    def moves(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".moves button.mv").all_inner_texts()]

    def overflow(self) -> int:
        """Say by how many pixels the page is too wide."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        # Not by its window, which on a phone grows with a page that is too wide.
        assert self.page.viewport_size
        return width - self.page.viewport_size["width"]

    def barriers(self) -> list[str]:
        """List what axe finds wrong."""
        self.page.evaluate(AXE)
        script = """() => axe.run().then(({violations}) => violations.map(
          (one) => one.id + ": " + one.nodes.map((node) => node.target.join(" ")).join(", ")))"""
        found: list[str] = self.page.evaluate(script)
        return found


def sit_together(host: Visitor, guest: Visitor, names: tuple[str, str] = ("Luc", "Anna"), **more: Any) -> str:
    """Open a table where Luc, the host, begins and Anna, the guest, sits down by invite; give its id."""
    host.open("/", ".card")
    seats = [{"kind": "me", "name": names[0]}, {"kind": "friend"}]
    opened = host.post("/api/v1/tables", {"game": "4eyes-plus-2p-7x7", "seats": seats, **more})
    table: str = opened["id"]
    guest.open("/", ".card")
    guest.post(f"/api/v1/tables/{table}/claim", {"token": opened["invites"][0]["token"], "name": names[1]})
    for visitor in (host, guest):
        visitor.open(f"/table/{table}", f"{BOARD} svg")
    return table


def warm_up(address: str) -> None:
    """Let the computer make a move, so that what must be compiled is compiled before anybody waits for it."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    seats = [{"kind": "computer", "level": 1}, {"kind": "me"}]
    body = json.dumps({"game": "4eyes", "seats": seats}).encode()
    headers = {"Content-Type": "application/json", "Origin": address}
    with opener.open(urllib.request.Request(f"{address}/api/v1/tables", body, headers), timeout=300) as answer:
        table = json.load(answer)["id"]
    for _ in range(600):
        with opener.open(f"{address}/api/v1/tables/{table}", timeout=60) as answer:
            if json.load(answer)["moves"]:
                return
        time.sleep(0.5)
    raise AssertionError("the computer made no move")
