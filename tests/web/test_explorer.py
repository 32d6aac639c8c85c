"""The explorer in the browser: from the home page to the end of the proof of 4EYES, on a phone, by any defence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from web.visiting import LOOKED_AT_CLOSELY, LOOKS, Visitor

Visit = Callable[..., Visitor]

BOARD = ".analysing veier-board"


def plies(page: Page) -> int:
    """Count the moves that led to the position on the board."""
    return len(page.url.partition("moves=")[2].split("+")) if "moves=" in page.url else 0


def wait_for_defence(page: Page, made: int) -> None:
    """Wait until the proof has answered: an even number of moves has been made, or the game is over."""
    page.wait_for_function(
        """(made) => {
          const moves = (new URLSearchParams(location.search).get("moves") ?? "").split(" ").filter(Boolean);
          const {board} = document.querySelector(".analysing veier-board");
          return board.over || (moves.length === made && document.querySelector(".move-chip"));
        }""",
        arg=made,
    )


def is_over(page: Page) -> bool:
    over: bool = page.evaluate(f"() => document.querySelector('{BOARD}').board.over")
    return over


def test_the_proof_of_4eyes_is_walked_from_its_first_move_on_a_phone(visit: Visit) -> None:
    random = Random(7)
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.open("/", ".learn")
    page.get_by_role("link", name="Analysis").click()
    page.get_by_role("link", name="4EYES Proved: Blue wins within 12 moves").click()
    expect(page.locator(".verdict h1")).to_have_text("Proved: Blue wins within 12 moves, all players’ counted.")
    page.get_by_role("button", name="Show me why").click()
    made = 0
    while not is_over(page):
        chips = page.locator(".move-chip")
        expect(chips.first).to_be_visible()
        chips.nth(random.randrange(chips.count())).click()
        made += 2
        wait_for_defence(page, made)
        assert made <= 12
    expect(page.locator(".verdict h1")).to_contain_text("Blue")
    # The winning square is drawn, and another defence can be tried.
    expect(page.locator(f"{BOARD} .winning, {BOARD} .square").first).to_be_attached()
    page.get_by_role("button", name="Try another defence").click()
    expect(page.locator(".verdict h1")).to_have_text("Proved: Blue wins within 12 moves, all players’ counted.")
    assert plies(page) == 0
    assert visitor.overflow() <= 0
    assert visitor.complaints == []


def test_the_computer_looks_at_moves_that_the_books_do_not_know(visit: Visit) -> None:
    page = visit().open("/explore/4eyes-plus-2p?moves=b1a1+e5e6+i9h9", ".values")
    expect(page.locator(".verdict h1")).to_have_text("Who wins from here is not known.")
    page.get_by_role("button", name="Let the computer look further").click()
    expect(page.locator(".verdict h1")).to_contain_text("Proved: Blue wins within", timeout=20_000)
    expect(page.get_by_text("Not known")).to_have_count(0)


def test_moves_are_made_on_the_board_taken_back_and_kept_in_the_address(visit: Visit) -> None:
    page = visit().open("/explore/4eyes-plus-2p-7x7", ".values")
    page.evaluate(f"() => {{ const b = document.querySelector('{BOARD}'); b.consider('b1a1'); b.commit(); }}")
    page.wait_for_url("**/analyse/4eyes-plus-2p-7x7?moves=b1a1")
    expect(page.locator(".verdict h1")).to_contain_text("Red wins within 10 moves")
    page.locator("body").press("ArrowLeft")
    page.wait_for_url("**/analyse/4eyes-plus-2p-7x7")
    expect(page.locator(".verdict h1")).to_contain_text("Red wins within 11 moves")
    page.go_back()
    page.goto("/explore/4eyes-plus-2p-7x7?moves=b1a1")
    expect(page.locator(".verdict h1")).to_contain_text("Red wins within 10 moves")


def test_a_review_leads_to_the_explorer(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/", ".card")
    review = visitor.post("/api/v1/reviews", {"game": "4eyes-plus-2p-7x7", "moves": ["a1a2", "d3d4"]})["review"]
    page = visitor.open(f"/review/{review}", ".comment")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector(".values")
    assert plies(page) > 0


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_everybody_can_use_it(language: str, theme: str, width: int, visit: Visit) -> None:
    visitor = visit(language=language, theme=theme, width=width)
    for path, sight in (("/explore", ".choice"), ("/explore/4eyes-beginners", ".values")):
        page = visitor.open(path, sight)
        assert "web." not in page.locator("main").inner_text()
        assert visitor.overflow() <= 0
        if (language, theme, width) in LOOKED_AT_CLOSELY:
            assert visitor.barriers() == []
