"""Measures the table in the browser: a real server, a real Chromium, two players.

    python -m benchmarks.table
    python -m benchmarks.table --moves 400 --tries 9

Prints the server's memory before its first search; for a home page that was never opened before the first paint, the
time until its games are shown, the requests and the bytes; the bytes of a table; the time from the pointer to the frame
with the ghost of the move, and from the click in one browser to the frame in which the other shows the move; the time
of a review. Each figure has its bound and the load average of the moment: figures of a busy machine say little.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Request

from benchmarks.browsers import open_browser
from benchmarks.server_process import ServerProcess, load_average, percentile, run_server
from veier import game

# A long game in which every move is one click, for those who need no confirmation, and the number of moves to play.
GAME, GAME_MOVES = "hexrows", 50
TABLE = ".page-table veier-board"
BOARD = f"document.querySelector('{TABLE}')"

# Players aim before they move: by then the last move and the ghost are drawn and both pages are idle.
PAUSE_MS = 500

# A game to review, and its number of moves.
REVIEWED, REVIEWED_MOVES = "hexrows", 72

# Our own bounds.
PAINT_MS, SHOWN_MS, GHOST_MS, MOVE_MS, REVIEW_S = 300, 1000, 50, 100, 10
REQUESTS, HOME_KB, TABLE_KB, IDLE_MB = 25, 120, 200, 150

_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# When the first picture of a game is there, by the clock that the paint is measured by.
_SHOWN = """() => new Promise((done) => {
  const look = () => document.querySelector('.card svg') ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""
# The time of the last click, and of the first frame that shows each number of moves, by a clock that pages share. It
# observes changes: a check in every frame would keep both pages busy.
_WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = [];
  addEventListener('pointerup', () => { window.clicked = now(); }, true);
  const look = () => { window.seen[document.querySelectorAll('.moves button.mv').length] ??= now(); };
  new MutationObserver(() => requestAnimationFrame(look))
    .observe(document.querySelector('.moves ol'), {childList: true});
  window.ghosts = [];
  let pointed = 0;
  const board = document.querySelector('.page-table veier-board');
  board.addEventListener('pointermove', (event) => { pointed = event.timeStamp; }, true);
  const isGhost = (node) => node instanceof Element && /ghost/.test(node.outerHTML);
  new MutationObserver((changes) => {
    if (!pointed || !changes.some(({addedNodes}) => [...addedNodes].some(isGhost))) return;
    const since = pointed;
    pointed = 0;
    requestAnimationFrame(() => setTimeout(() => window.ghosts.push(performance.now() - since)));
  }).observe(board, {childList: true, subtree: true});
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--tries", type=int, default=7)
    asked = parser.parse_args()
    with run_server() as server, open_browser() as browser:
        opened = [open_home(browser, server.url) for _ in range(asked.tries)]
        report("memory before the first search", f"{server.megabytes:.0f} MB", server.megabytes, IDLE_MB)
        report_times("first paint", [paint for paint, _ in opened], PAINT_MS, 0.5)
        report_times("home page shown", [shown for _, shown in opened], SHOWN_MS, 0.5)
        requests, home = weight(browser, server.url, "/", ".card")
        report("home page, requests", str(requests), requests, REQUESTS)
        report("home page, as sent", f"{home:.0f} kB", home, HOME_KB)
        _, table = weight(browser, server.url, f"/table/{open_table(browser, server.url)}", f"{TABLE} svg")
        report("table page, as sent", f"{table:.0f} kB", table, TABLE_KB)
        moves, ghosts = play(browser, server, asked.moves)
        report_times(f"{len(ghosts)} ghosts under the pointer", ghosts, GHOST_MS, 0.99)
        report_times(f"{len(moves)} moves to the other browser", moves, MOVE_MS, 0.99)
        seconds = review_time(browser, server.url)
        report(f"review of {REVIEWED_MOVES} moves, {REVIEWED}", f"{seconds:.1f} s", seconds, REVIEW_S)


def report(what: str, figure: str, value: float, bound: float) -> None:
    """Print a figure, whether it keeps its bound, and the load of the machine."""
    print(f"{what:36}{figure:40}{'within' if value <= bound else 'ABOVE'} {bound:<6}load {load_average()}", flush=True)


def report_times(what: str, times: list[float], bound: float, share: float) -> None:
    """Print times in milliseconds; the bound holds for a share of them."""
    p50, p99 = median(times), percentile(times, 0.99)
    figure = f"best {min(times):.0f} ms, p50 {p50:.0f} ms, p99 {p99:.0f} ms"
    report(what, figure, p50 if share == 0.5 else percentile(times, share), bound)


def open_home(browser: Browser, url: str) -> tuple[float, float]:
    """Open the home page in a fresh profile; return the milliseconds until the first paint and until all is shown."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url, wait_until="commit")
        shown = float(page.evaluate(_SHOWN))
        page.wait_for_function(_PAINT)
        return float(page.evaluate(_PAINT)), shown


def weight(browser: Browser, url: str, path: str, sight: str) -> tuple[int, float]:
    """Open a page in a fresh profile; return the number of requests and the kilobytes that came, with headers."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        requests: list[Request] = []
        page.on("requestfinished", lambda request: requests.append(request))
        page.goto(url + path)
        page.wait_for_selector(sight)
        page.wait_for_load_state("networkidle")
        sizes = [request.sizes() for request in requests]
        return len(sizes), sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) / 1000


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


def review_time(browser: Browser, url: str) -> float:
    """Have a game reviewed; return the seconds until every move is looked at."""
    position, moves, random = game(REVIEWED).start(), list[str](), Random(1)
    while len(moves) < REVIEWED_MOVES:
        move = random.choice(position.legal_moves)
        position = position.play(move)
        moves.append(move.text)
    script = """async (review) => {
      for (;;) {
        if ((await (await fetch(`/api/v1/reviews/${review}`)).json()).done) return;
        await new Promise((resume) => setTimeout(resume, 100));
      }
    }"""
    with browser.new_context(base_url=url) as context:
        page = context.new_page()
        page.goto("/")
        seconds = 0.0
        # The first one loads what the others use.
        for count in (2, REVIEWED_MOVES):
            begun = time.monotonic()
            review = ask(page, "/api/v1/reviews", {"game": REVIEWED, "moves": moves[:count]})["review"]
            page.evaluate(script, review)
            seconds = time.monotonic() - begun
        return seconds


def play(browser: Browser, server: ServerProcess, count: int) -> tuple[list[float], list[float]]:
    """Play games in two browsers; return the milliseconds of each move and of each ghost.

    A move takes from the click to the other one's frame, a ghost from the pointer to the frame that shows it.
    """
    moves: list[float] = []
    ghosts: list[float] = []
    while len(moves) < count:
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
            for number in range(1, min(count - len(moves), GAME_MOVES) + 1):
                mover, other = (red, blue) if number % 2 else (blue, red)
                moves.append(move_time(mover, other, number))
            ghosts += [taken for page in (red, blue) for taken in page.evaluate("() => window.ghosts")]
    return moves, ghosts


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
