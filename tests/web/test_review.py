"""The review in the browser: how the game ended, the board in sight, variations that are left again, playing on."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from table.samples import WON

import veier
from web.visiting import Visitor

Visit = Callable[..., Visitor]

GAME = "4eyes-plus-2p?side=7&tiles=10"
# With the last move Blue gives away a win by force, and Red has one.
MOVES = ["g3g2", "b3b4", "c2c1", "e3e4", "a4a5", "c6d6"]
BOARD = ".reviewing veier-board"


def open_review(visitor: Visitor, moves: list[str] = MOVES) -> Page:
    """Have a game reviewed, and wait until every move is looked at."""
    visitor.open("/", ".card")
    review = visitor.post("/api/v1/reviews", {"game": GAME, "moves": moves})["review"]
    visitor.open(f"/review/{review}", f"{BOARD} svg")
    visitor.page.wait_for_selector(".comment")
    visitor.page.wait_for_selector(".progressing", state="detached", timeout=60_000)
    return visitor.page


def shows(page: Page, *moves: str) -> None:
    """Wait until the board shows the position after some moves."""
    position = veier.format_position(veier.game(GAME).start().play(*moves))
    page.wait_for_function(f"(text) => document.querySelector('{BOARD}').board.position === text", arg=position)


def first_turn(page: Page) -> int:
    """Give after how many moves the first turning point stands."""
    return int((page.locator(".tp").first.get_attribute("data-act") or "").removeprefix("turn-"))


def try_move(page: Page, text: str) -> None:
    page.evaluate(f"(text) => {{ const b = document.querySelector('{BOARD}'); b.consider(text); b.commit(); }}", text)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (800, 1200), (1280, 800)])
def test_the_board_is_in_sight(width: int, height: int, visit: Visit) -> None:
    visitor = visit(width=width, height=height)
    page = open_review(visitor)
    box = page.locator(BOARD).bounding_box()
    assert box
    assert box["y"] < 120
    assert visitor.overflow() <= 0


def test_the_move_list_the_graph_and_turning_points_lead_out_of_a_variation(visit: Visit) -> None:
    page = open_review(visit())
    tried = page.get_by_role("heading", name="Tried: g6g7")
    graph = page.locator(".graph svg").bounding_box()
    assert graph
    ways: list[tuple[Callable[[], None], list[str]]] = [
        (lambda: page.locator(".moves button.mv").nth(1).click(), MOVES[:2]),
        (lambda: page.locator(".graph svg").click(position={"x": graph["width"] - 2, "y": 60}), MOVES),
        (lambda: page.locator(".tp").first.click(), MOVES[: first_turn(page)]),
        (lambda: page.get_by_role("button", name="Back to the game").click(), MOVES[:4]),
    ]
    for leave, moves in ways:
        page.locator(".moves button.mv").nth(3).click()
        shows(page, *MOVES[:4])
        try_move(page, "g6g7")
        shows(page, *MOVES[:4], "g6g7")
        expect(tried).to_be_visible()
        leave()
        shows(page, *moves)
        expect(tried).to_have_count(0)


def test_one_tries_and_plays_on_from_the_better_move(visit: Visit) -> None:
    page = open_review(visit())
    page.locator(".moves button.mv").nth(5).click()
    shows(page, *MOVES)
    page.get_by_role("button", name="Show the better move").click()
    heading = page.locator(".comment h2")
    expect(heading).to_have_text(re.compile(r"^Blue had \w+$"))
    better = re.fullmatch(r"Blue had (\w+)", heading.inner_text())
    assert better
    line = [*MOVES[:5], better[1]]
    shows(page, *line)
    href = page.get_by_role("link", name="Play on from here").get_attribute("href")
    assert href
    assert urlsplit(href).path == "/new/4eyes-plus-2p"
    assert parse_qs(urlsplit(href).query)["start"] == [veier.format_position(veier.game(GAME).start().play(*line))]
    answer = veier.game(GAME).start().play(*line).legal_moves[0].text
    try_move(page, answer)
    shows(page, *line, answer)
    expect(page.get_by_role("heading", name=f"Tried: {better[1]} {answer}")).to_be_visible()


def test_a_turning_point_is_one_sentence_and_its_figures_are_shown_on_demand(visit: Visit) -> None:
    page = open_review(visit())
    expect(page.locator(".story")).to_have_text("Move 6 was the last moment for Blue to save the game.")
    assert 1 <= page.locator(".tp").count() <= 3
    # The square that the sentence speaks of is drawn, and no other one.
    review = page.request.get(f"/api/v1/reviews/{page.url.split('/')[-1]}").json()
    (drawn,) = review["plies"][len(MOVES) - 1]["point"]["squares"]
    page.locator(".tp").last.click()
    expect(page.locator(".comment h2")).to_contain_text("with this square")
    expect(page.locator(f"{BOARD} .square")).to_have_attribute("data-cells", " ".join(drawn["cells"]))
    page.locator(".tp").first.click()
    turn = first_turn(page)
    shows(page, *MOVES[:turn])
    sentence = page.locator(".tp span").first.inner_text()
    expect(page.locator(".comment h2")).to_have_text(sentence)
    figures = page.get_by_text("Chance of winning with")
    expect(figures).to_be_hidden()
    page.get_by_text("Moves and figures").click()
    compared = figures.inner_text()
    shares = re.fullmatch(rf"Chance of winning with \w+: (\d+)%; with {MOVES[turn - 1]}: (\d+)%", compared)
    assert shares
    assert int(shares[1]) - int(shares[2]) >= 14
    # They stay open at the next move that has some.
    page.locator(".tp").last.click()
    expect(page.get_by_text("Chance of winning with")).to_be_visible()


def test_what_is_proved_stands_apart_from_the_curve(visit: Visit) -> None:
    # How a game that is over has ended is certain, however little the computer had time to search.
    page = open_review(visit(), WON)
    page.locator(".moves button.mv").last.click()
    shows(page, *WON)
    bars = page.locator(".graph .g-sure")
    assert bars.count() > 0
    last = page.locator(".graph .g-sure.red").last.bounding_box()
    graph = page.locator(".graph svg").bounding_box()
    assert last
    assert graph
    assert last["x"] + last["width"] >= graph["x"] + graph["width"] - 2


def test_the_curve_grows_while_moves_are_looked_at_and_nothing_jumps(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/", ".card")
    position, moves = veier.game("hexrows").start(), []
    for number in range(40):
        move = position.legal_moves[number * 7 % len(position.legal_moves)]
        moves.append(move.text)
        position = position.play(move)
    review = visitor.post("/api/v1/reviews", {"game": "hexrows", "moves": moves})["review"]
    page = visitor.open(f"/review/{review}", ".graph .g-line")
    script = """() => [...document.querySelector('.graph .g-line').getAttribute('d').matchAll(/([\\d.]+) [\\d.]+/g)]
      .map(([, x]) => Number(x) / document.querySelector('.graph svg').viewBox.baseVal.width)"""
    places: list[float] = page.evaluate(script)
    assert 2 <= len(places) < len(moves)
    # Every move has its place from the start.
    assert places == pytest.approx([ply / len(moves) for ply in range(len(places))])
    # What is known can be looked at already, and the rest is under way.
    page.locator(".moves button.mv").first.click()
    expect(page.locator(".comment h2")).to_contain_text(moves[0])
    expect(page.locator(".progressing")).to_be_visible()
    page.reload()
    page.wait_for_selector(".graph .g-line")
    assert len(page.evaluate(script)) >= len(places)
    page.locator(".moves button.mv").first.click()
    page.wait_for_selector(".progressing", state="detached", timeout=60_000)
    assert len(page.evaluate(script)) == len(moves) + 1
    expect(page.locator(".comment h2")).to_contain_text(moves[0])


def test_the_review_of_a_resigned_game_says_who_resigned(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open_table(GAME, {"kind": "me", "name": "Anna"}, {"kind": "device", "name": "Ben"})
    for version, command in enumerate([{"kind": "move", "text": "g3g2"}, {"kind": "resign"}]):
        body = {"id": f"c{version}", "version": version, "command": command}
        visitor.post(f"/api/v1/tables/{table}/commands", body)
    page = visitor.page
    said = page.locator(".result h1")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".verdict h1")).to_have_text("Ben gives up; Anna wins.")
    expect(page.locator(".moves-head")).to_have_text("AnnaBen")
    expect(page.get_by_role("button", name="1. Anna g3g2")).to_be_visible()
    expect(page.locator(".graph text").first).to_have_text("Ben")
    # Another table's end is not this game's.
    address = page.url.split("?")[0]
    other = visitor.post("/api/v1/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "device"}]})["id"]
    page.goto(f"{address}?table={other}")
    expect(page.locator(".verdict h1")).to_have_text("The game is not finished")
