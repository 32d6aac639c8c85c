"""On every screen the whole board, the own tray and the button that lays a piece are seen without scrolling.

Reviews and tables are looked at early and after many moves; the square trainer while it runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import veier
from veier.games import all_specs
from veier.learn.puzzle_store import puzzles_of
from web.test_my_games import command
from web.visiting import Visitor

Visit = Callable[..., Visitor]

GAMES = list(all_specs())
# One game for each kind of tray.
KINDS = ["4eyes", "4eyes-plus-3p", "4eyes-pencil-2p", "hexrows"]


class Screen(NamedTuple):
    """A screen by its width and height, with fingers or a mouse."""

    width: int
    height: int
    touch: bool


# A desk, an enlarged page (200 % of the desk), tablets and phones both ways round.
SCREENS = [
    Screen(1280, 800, touch=False),
    Screen(640, 400, touch=False),
    Screen(1024, 768, touch=True),
    Screen(820, 1180, touch=True),
    Screen(740, 360, touch=True),
    Screen(844, 390, touch=True),
    Screen(932, 430, touch=True),
    Screen(360, 740, touch=True),
    Screen(320, 640, touch=True),
]


def random_moves(game: str, count: int) -> list[str]:
    """Play a number of moves at random, the same in every run."""
    chooser = random.Random(1)
    position = veier.game(game).start()
    moves = []
    for _ in range(count):
        move = chooser.choice(list(position.legal_moves))
        moves.append(str(move))
        position = position.play(move)
    return moves


LONG = random_moves("hexrows", 42)
# What of the shorter side of the screen the board must at least take.
SHARE = 0.74

MEASURE = """() => {
  // Whether nothing lies over something and nothing that it is in cuts it off: near two corners, it is what is hit.
  const isFree = (element, {left, top, right, bottom}) => {
    // Handles are round.
    const part = element.hasAttribute("data-handle") ? 0.25 : 0.06;
    const [across, down] = [part * (right - left), part * (bottom - top)];
    const corners = [[left + across, top + down], [right - across, bottom - down]];
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  };
  const box = (element) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return {left, top, right, bottom, free: isFree(element, {left, top, right, bottom})};
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(box);
  const board = document.querySelector("main veier-board");
  return {
    board: [box(board.scene.svg)],
    tray: shown(".me veier-tray, .hand veier-tray").slice(0, 1),
    // Where the tray has buttons, the handles on the board are hidden.
    lay: [...shown(".me .do-lay, .hand .do-lay"), ...shown("main veier-board [data-handle=lay]")].slice(0, 1),
    width: document.documentElement.scrollWidth,
    pencil: board.board.view.surface === "paper",
  };
}"""
# Hold the first legal move over the board; false if the board takes no moves.
CONSIDER = """() => {
  scrollTo(0, 0);
  const board = document.querySelector("main veier-board");
  const choice = board.board.view.choices.find((one) => one.stones.length);
  if (!choice || !board.playing) return false;
  board.consider(choice.text);
  return true;
}"""


def look(page: Page, screen: Screen) -> dict[str, Any]:
    """Measure a page on a screen."""
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    # Boards that are only pointed at take no moves.
    page.evaluate(CONSIDER)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    measured: dict[str, Any] = page.evaluate(MEASURE)
    return measured


def faults(page: Page, screen: Screen, parts: Sequence[str] = ("board", "tray", "lay")) -> Iterator[str]:
    """Name what is missing, cut off, covered or too small."""
    measured = look(page, screen)
    name = f"{screen.width}x{screen.height}"
    # A page that is too wide for a phone is made smaller, and its window larger: only the screen itself tells.
    if measured["width"] > screen.width:
        yield f"{name}: {measured['width'] - screen.width} pixels too wide"
    [board] = measured["board"]
    if board["bottom"] - board["top"] < SHARE * min(screen.width, screen.height):
        yield f"{name}: the board is only {board['bottom'] - board['top']:.0f} high"
    # Pencils need no tray: where a mouse has handles on the board, there is none.
    optional = {"tray"} if measured["pencil"] and not screen.touch else set()
    for part in parts:
        if not measured[part] and part not in optional:
            yield f"{name}: there is no {part}"
        for box in measured[part]:
            inside = box["left"] >= -1 and box["top"] >= -1
            if not inside or box["right"] > screen.width + 1 or box["bottom"] > screen.height + 1:
                yield f"{name}: {part} is cut off at {box}"
            elif not box["free"]:
                yield f"{name}: {part} is covered"


def all_faults(open_page: Callable[[Screen], Page]) -> list[str]:
    """Open a page with a mouse and with fingers, and look at it on every screen."""
    found: list[str] = []
    for touch in (False, True):
        screens = [screen for screen in SCREENS if screen.touch == touch]
        page = open_page(screens[0])
        for screen in screens:
            found += faults(page, screen)
    return found


HALVES = [(touch, names) for touch in (False, True) for names in (GAMES[::2], GAMES[1::2])]


@pytest.mark.parametrize(("touch", "names"), HALVES)
def test_tables(touch: bool, names: list[str], visit: Visit) -> None:
    visitor = visit(touch=touch)
    found = []
    for game in names:
        others = [{"kind": "computer", "level": 1}] * (veier.game(game).players - 1)
        visitor.open_table(game, {"kind": "me"}, *others)
        assert visitor.wait_for_turn()
        screens = [screen for screen in SCREENS if screen.touch == touch]
        found += [f"{game}, {fault}" for screen in screens for fault in faults(visitor.page, screen)]
    assert "\n".join(found) == ""


@pytest.mark.parametrize(("touch", "names"), HALVES)
def test_puzzles(touch: bool, names: list[str], visit: Visit) -> None:
    visitor = visit(touch=touch)
    page = visitor.open("/load", "textarea")
    found = []
    for game in names:
        visitor.go("/load", "textarea")
        visitor.go(f"/puzzle/{puzzles_of(game)[0].id}", ".solving veier-board.playing svg")
        screens = [screen for screen in SCREENS if screen.touch == touch]
        found += [f"{game}, {fault}" for screen in screens for fault in faults(page, screen)]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("touch", [False, True])
def test_the_trainer_while_it_runs(touch: bool, visit: Visit) -> None:
    page = visit(touch=touch, language="fr").open("/trainer", ".welcome .btn.primary")
    page.locator(".welcome .seg label").nth(1).click()
    page.locator(".welcome .btn.primary").click()
    page.wait_for_function("() => document.querySelector('.training veier-board')?.board")
    found = [fault for screen in SCREENS if screen.touch == touch for fault in faults(page, screen, ["board"])]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("touch", [False, True])
def test_a_long_game_and_its_review(touch: bool, visit: Visit) -> None:
    visitor = visit(touch=touch, language="lb")
    table = visitor.open_table("hexrows", {"kind": "me"}, {"kind": "device"})
    for text in LONG:
        command(visitor, table, kind="move", text=text)
    page = visitor.page
    expect(page.locator(".moves button.mv")).to_have_count(len(LONG))
    assert visitor.wait_for_turn()
    screens = [screen for screen in SCREENS if screen.touch == touch]
    found = [f"table {fault}" for screen in screens for fault in faults(page, screen)]
    review = visitor.post("/api/v1/reviews", {"game": "hexrows", "moves": LONG})["review"]
    visitor.go(f"/review/{review}", ".reviewing veier-board.playing svg")
    page.wait_for_selector(".progressing", state="detached", timeout=60_000)
    found += [f"review {fault}" for screen in screens for fault in faults(page, screen)]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("lesson", ["4eyes", "4eyes-plus", "4eyes-pencil", "hexrows"])
def test_lessons(lesson: str, visit: Visit) -> None:
    def opened(screen: Screen) -> Page:
        return visit(touch=screen.touch, language="de").open(f"/learn/{lesson}", ".exercise veier-board.playing svg")

    assert "\n".join(all_faults(opened)) == ""


@pytest.mark.parametrize("game", [*KINDS, "4eyes-plus-2p-7x7"])
def test_reviews(game: str, visit: Visit) -> None:
    position = veier.game(game).start()
    first = next(iter(position.legal_moves))

    def opened(screen: Screen) -> Page:
        visitor = visit(touch=screen.touch, language="fr")
        visitor.open("/", ".card")
        review = visitor.post("/api/v1/reviews", {"game": game, "moves": [str(first)]})["review"]
        page = visitor.open(f"/review/{review}", ".reviewing veier-board.playing svg")
        page.wait_for_selector(".progressing", state="detached", timeout=60_000)
        return page

    assert "\n".join(all_faults(opened)) == ""


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-2p-7x7"])
def test_explorer(game: str, visit: Visit) -> None:
    def opened(screen: Screen) -> Page:
        return visit(touch=screen.touch, language="lb").open(f"/explore/{game}", ".analysing veier-board.playing svg")

    assert "\n".join(all_faults(opened)) == ""


@pytest.mark.parametrize("game", KINDS)
def test_analysis_and_editor(game: str, visit: Visit) -> None:
    for page, sight in (("analyse", "analysing"), ("edit", "editing")):

        def opened(screen: Screen, page: str = page, sight: str = sight) -> Page:
            visitor = visit(touch=screen.touch, language="fr")
            return visitor.open(f"/{page}/{game}", f".{sight} veier-board.playing svg")

        assert "\n".join(all_faults(opened)) == ""
