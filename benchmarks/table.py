"""Measures the table in the browser: a real server, a real Chromium, two players.

    python -m benchmarks.table
    python -m benchmarks.table --moves 400 --tries 9

Prints the server's memory before its first search, the time to the first paint of the home page, the size of the pages
as sent, and the time from the click in one browser to the frame in which the other shows the move.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.server_process import ServerProcess, load_average, percentile, run_server

# A long game in which every move is one click, for those who need no confirmation, and the number of moves to play.
GAME, GAME_MOVES = "hexrows", 50
BOARD = "document.querySelector('.page-table veier-board')"

# Players aim before they move: by then the last move and the ghost are drawn and both pages are idle.
PAUSE_MS = 500

# Our own bounds.
PAINT_MS, WEIGHT_KB, MOVE_MS, IDLE_MB = 1000, 300, 100, 150

_WEIGHT = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .filter((one) => !/\\.(png|ico|webp)$|\\/icons\\//.test(one.name))
  .reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000"""
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# The time of the last click, and of the first frame that shows each number of moves, by a clock that pages share. It
# observes changes: a check in every frame would keep both pages busy.
_WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = [];
  addEventListener('pointerup', () => { window.clicked = now(); }, true);
  const look = () => { window.seen[document.querySelectorAll('.moves button.mv').length] ??= now(); };
  new MutationObserver(() => requestAnimationFrame(look))
    .observe(document.querySelector('.moves ol'), {childList: true});
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--tries", type=int, default=7)
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium on this machine")
    print(f"load {load_average()}")
    with run_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        paints = [first_paint(browser, server.url) for _ in range(asked.tries)]
        home = weight(browser, server.url, "/", ".card")
        report("memory before the first search", f"{server.megabytes:.0f} MB", server.megabytes, IDLE_MB)
        report("first paint", f"{min(paints):.0f} ms, median {median(paints):.0f} ms", median(paints), PAINT_MS)
        report("home page, gzipped", f"{home:.0f} KB", home, WEIGHT_KB)
        times = list(move_times(browser, server, asked.moves))
        table = weight(browser, server.url, f"/table/{open_table(browser, server.url)}", ".page-table veier-board svg")
        report("table page, gzipped", f"{table:.0f} KB", table, WEIGHT_KB)
        p50, p99 = median(times), percentile(times, 0.99)
        figure = f"best {min(times):.0f} ms, p50 {p50:.0f} ms, p99 {p99:.0f} ms"
        report(f"{len(times)} moves to the other browser", figure, p99, MOVE_MS)
        browser.close()
    print(f"load {load_average()}")


def report(what: str, figure: str, value: float, bound: float) -> None:
    """Print a figure and whether it keeps its bound."""
    print(f"{what:36}{figure:36}{'within' if value <= bound else 'ABOVE'} {bound}")


def first_paint(browser: Browser, url: str) -> float:
    """Open the home page in a fresh profile; return the milliseconds until the first paint."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector(".card")
        page.wait_for_function(_PAINT)
        return float(page.evaluate(_PAINT))


def weight(browser: Browser, url: str, path: str, sight: str) -> float:
    """Open a page in a fresh profile; return the kilobytes transferred, without pictures."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url + path)
        page.wait_for_selector(sight)
        page.wait_for_load_state("networkidle")
        return float(page.evaluate(_WEIGHT))


def open_table(browser: Browser, url: str) -> str:
    """Open a table where nobody plays; return its id."""
    with browser.new_context(base_url=url) as context:
        page = context.new_page()
        page.goto("/")
        return str(ask(page, "/api/v1/tables", {"game": "4eyes", "seats": [{"kind": "me"}, {"kind": "device"}]})["id"])


def ask(page: Page, path: str, body: dict[str, Any]) -> Any:
    """Send a request from a page and return the response."""
    script = """async ([path, body]) => {
      const headers = {"Content-Type": "application/json"};
      return (await fetch(path, {method: "POST", headers, body: JSON.stringify(body)})).json();
    }"""
    return page.evaluate(script, [path, body])


def move_times(browser: Browser, server: ServerProcess, count: int) -> Iterator[float]:
    """Play games in two browsers; yield for each move the milliseconds from the click to the other one's frame."""
    while count > 0:
        with browser.new_context(base_url=server.url) as one, browser.new_context(base_url=server.url) as two:
            red, blue = one.new_page(), two.new_page()
            for page in (red, blue):
                page.goto("/")
                page.evaluate("() => localStorage.setItem('veier.confirm', 'off')")
            opened = ask(red, "/api/v1/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "friend"}]})
            ask(blue, f"/api/v1/tables/{opened['id']}/claim", {"token": opened["invites"][0]["token"]})
            for page in (red, blue):
                page.goto(f"/table/{opened['id']}")
                page.wait_for_function(f"() => {BOARD}?.board?.view")
                page.evaluate(_WATCH)
            for number in range(1, min(count, GAME_MOVES) + 1):
                mover, other = (red, blue) if number % 2 else (blue, red)
                yield move_time(mover, other, number)
                count -= 1


def move_time(mover: Page, other: Page, number: int) -> float:
    """Make a move with the mouse; return the milliseconds until the other page shows it."""
    mover.wait_for_function(f"() => {BOARD}.playing")
    script = f"""() => {{
      const board = {BOARD}, {{choices}} = board.board.view;
      const cell = choices[Math.floor(Math.random() * choices.length)].stones[0][0];
      const box = board.scene.cell(cell).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }}"""
    place = mover.evaluate(script)
    mover.mouse.move(*place)
    mover.wait_for_timeout(PAUSE_MS)
    mover.mouse.click(*place)
    other.wait_for_function("(number) => window.seen[number]", arg=number)
    return float(other.evaluate("(number) => window.seen[number]", number) - mover.evaluate("() => window.clicked"))


if __name__ == "__main__":
    main()
