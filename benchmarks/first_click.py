"""The first click of a new user: how long until the computer answers, in a browser, with a server just started.

    python -m benchmarks.first_click [GAME ...]

For each game a fresh server, a fresh browser profile, the setup page, "Start the game", one move. Prints the seconds
from the click to the board, and from the person's move to the computer's on the board: at the middle level, with the
pause of 0.6 s that people need to follow; among three there are two answers.
"""

from __future__ import annotations

import sys
import time

from playwright.sync_api import Browser

import veier
from benchmarks.browsers import open_browser
from benchmarks.server_process import load_average, run_server

_BOARD = ".page-table veier-board"
_MOVE = """async () => {
  const path = `/api/v1/tables/${location.pathname.split("/").pop()}`;
  const state = await (await fetch(path)).json();
  const command = {kind: "move", text: state.board.view.choices[0].text};
  const body = JSON.stringify({id: "first", version: state.version, command});
  await fetch(`${path}/commands`, {method: "POST", headers: {"Content-Type": "application/json"}, body});
}"""


def measure(browser: Browser, game: str) -> tuple[float, float]:
    """Return the seconds until the board is there, and until the computers have answered a move."""
    moves = f"document.querySelectorAll('.moves button.mv').length >= {veier.game(game).players}"
    with run_server() as server:
        context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800}, locale="en")
        page = context.new_page()
        page.goto(f"/new/{game}")
        page.wait_for_selector(".setup veier-board svg")
        begun = time.monotonic()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector(f"{_BOARD} svg")
        shown = time.monotonic()
        page.evaluate(_MOVE)
        page.wait_for_function(f"() => {moves}", timeout=90_000)
        answered = time.monotonic()
        context.close()
    return shown - begun, answered - shown


def main() -> None:
    """Measure the games named, or all."""
    with open_browser() as chromium:
        for game in sys.argv[1:] or [game.id for game in veier.all_games()]:
            board, answer = measure(chromium, game)
            print(f"{game:20} board {board:.2f} s, answer {answer:.2f} s, load {load_average()}", flush=True)


if __name__ == "__main__":
    main()
