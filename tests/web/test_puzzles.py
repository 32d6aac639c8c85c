"""Puzzles in the browser: one of each kind is solved, a wrong try is refuted on the board, marks are kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from veier.learn.puzzle import Puzzle
from veier.learn.puzzle_store import puzzle_games, puzzles_of
from veier.messages import translate
from web.visiting import HEIGHTS, LOOKED_AT_CLOSELY, LOOKS, Visitor

PUZZLE_BOARD = ".solving veier-board"

KINDS: dict[str, Puzzle] = {}
for _game in puzzle_games():
    for _puzzle in puzzles_of(_game):
        KINDS.setdefault(f"{_puzzle.kind} {_puzzle.moves}" + " of three" * (len(_puzzle.levels) == 3), _puzzle)


def try_move(visitor: Visitor, move: str) -> None:
    """Make a move on the board as soon as it may be made."""
    board = f"document.querySelector('{PUZZLE_BOARD}')"
    visitor.page.wait_for_function(f"() => {board}?.playing", timeout=60_000)
    visitor.page.evaluate(f"(text) => {{ {board}.consider(text); {board}.commit(); }}", move)


def wrong_move(puzzle: Puzzle) -> str:
    return next(move.text for move in puzzle.start().legal_moves if move.text != puzzle.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_each_kind_is_solved(kind: str, visit: Callable[..., Visitor]) -> None:
    puzzle, visitor = KINDS[kind], visit()
    page = visitor.open(f"/puzzle/{puzzle.id}", f"{PUZZLE_BOARD} svg")
    players = len(puzzle.levels)
    for ply in range(0, len(puzzle.line), players):
        try_move(visitor, puzzle.line[ply])
        last = ply + players >= len(puzzle.line)
        page.wait_for_selector(".feedback.solved" if last else ".feedback.right", timeout=60_000)
        if not last:
            page.get_by_text(f"answers {puzzle.line[ply + players - 1]}. Go on.").wait_for()
    assert str(puzzle.remarks[0]) in page.locator(".feedback").inner_text()
    assert page.evaluate("localStorage.getItem('veier.puzzles')") == puzzle.id
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_function(f"() => !location.pathname.endsWith('{puzzle.id}')")
    page.wait_for_selector(f"{PUZZLE_BOARD} svg")
    page.get_by_role("link", name="All puzzles").click()
    page.wait_for_selector(".daily veier-board svg")
    assert page.locator(".chip.done").count() == 1


def test_a_puzzle_counts_as_practice_today(visit: Callable[..., Visitor]) -> None:
    puzzle, visitor = KINDS["win 1"], visit()
    page = visitor.open(f"/puzzle/{puzzle.id}", f"{PUZZLE_BOARD} svg")
    try_move(visitor, puzzle.line[0])
    page.wait_for_selector(".feedback.solved", timeout=60_000)
    visitor.go("/games", ".statistics")
    practice = page.locator(".practice")
    expect(practice).to_contain_text("1 day in a row")
    # It is saved, deleted and loaded with everything that is counted.
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save to a file").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("1 day in a row")).to_have_count(0)
    page.get_by_label("Load from a file").set_input_files(saved.value.path())
    expect(practice).to_contain_text("1 day in a row")


@pytest.mark.parametrize("kind", ["win 2", "only 2", "stop 1", "win 2 of three"])
def test_a_wrong_try_is_refuted_on_the_board(kind: str, visit: Callable[..., Visitor]) -> None:
    puzzle, visitor = KINDS[kind], visit(width=360, height=740)
    page = visitor.open(f"/puzzle/{puzzle.id}", f"{PUZZLE_BOARD} svg")
    try_move(visitor, wrong_move(puzzle))
    page.wait_for_selector(".feedback.wrong", timeout=60_000)
    # The refutation is played out: more than the try alone stands there.
    tried = puzzle.start().play(wrong_move(puzzle))
    page.wait_for_function(
        f"(count) => document.querySelector('{PUZZLE_BOARD}').board.view.stones.length > count", arg=len(tried.stones)
    )
    assert page.evaluate("localStorage.getItem('veier.puzzles')") is None
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function(
        f"(text) => document.querySelector('{PUZZLE_BOARD}').board.position === text", arg=puzzle.position
    )
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_text(f"The solution: {', '.join(puzzle.line)}").wait_for()


def test_a_solution_that_does_not_come_leaves_the_board_open(visit: Callable[..., Visitor]) -> None:
    puzzle, visitor = KINDS["win 2"], visit()
    page = visitor.open(f"/puzzle/{puzzle.id}", f"{PUZZLE_BOARD} svg")
    page.route("**/solution", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector(".toast")
    try_move(visitor, puzzle.solution)
    page.wait_for_selector(".feedback.right", timeout=60_000)


def test_the_puzzle_of_the_day_is_one_click_from_home(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/", ".card")
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Puzzles").click()
    page.get_by_role("heading", name="Puzzle of the day").wait_for()
    page.get_by_role("link", name="Solve").click()
    page.wait_for_selector(f"{PUZZLE_BOARD} svg")


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_every_page_of_puzzles(language: str, theme: str, width: int, visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=width, height=HEIGHTS[width], language=language, theme=theme)
    closely = (language, theme, width) in LOOKED_AT_CLOSELY

    def look(what: str) -> None:
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert visitor.overflow() <= 0, what
        assert "web." not in visitor.page.locator("body").inner_text(), what
        if closely:
            assert visitor.barriers() == [], what

    visitor.open("/puzzles", ".daily veier-board svg")
    look("list")
    for kind in ("only 2", "score 2"):
        puzzle = KINDS[kind]
        visitor.go(f"/puzzle/{puzzle.id}", f"{PUZZLE_BOARD} svg")
        look(f"{kind} to solve")
        try_move(visitor, wrong_move(puzzle))
        visitor.page.wait_for_selector(".feedback.wrong", timeout=60_000)
        look(f"{kind} refuted")
        visitor.page.get_by_role("button", name=translate("web.puzzle.try_again", language)).click()
        try_move(visitor, puzzle.solution)
        visitor.page.wait_for_selector(".feedback.solved, .feedback.right", timeout=60_000)
        look(f"{kind} solved")
