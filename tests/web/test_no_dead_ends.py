"""Lessons and puzzles have no dead ends: whatever is pressed in whatever order, there is always a way on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Error, expect

from veier.learn import lesson_pages, read_lesson
from veier.learn.puzzle_store import puzzles_of
from web.visiting import Visitor

STEPS = 20
LESSON, PUZZLE = ".exercise", ".solving"
ONWARD = {LESSON: ["Try again", "Next task", "Play"], PUZZLE: ["Try again", "Next puzzle"]}
# Either a move can be made, with the pieces in sight that it needs, or a button leads to where one can.
WAY_ON = """([within, onward]) => {
  const part = document.querySelector(within);
  const board = part?.querySelector("veier-board");
  if (!board?.board) return false;
  const seen = (element) => element.checkVisibility({visibilityProperty: true}) && !element.disabled;
  const buttons = [...part.querySelectorAll(".btn")].filter(seen);
  if (buttons.some((button) => onward.includes(button.textContent.trim()))) return true;
  if (!board.playing) return false;
  const laid = board.board.view.choices.some(({kind, piece}) => kind === "place" && piece !== "pencil");
  const tray = part.querySelector("veier-tray");
  return !laid || (seen(tray) && tray.classList.contains("acting") && !tray.classList.contains("spent"));
}"""


class Wanderer:
    """Somebody who makes any move, presses any button and loads the page again, in any order."""

    def __init__(self, visitor: Visitor, within: str, random: Random) -> None:
        self.page = visitor.page
        self.within = within
        self.random = random
        self.board = f"document.querySelector('{within} veier-board')"
        self.story: list[str] = []

    def expect_a_way_on(self, done: str) -> None:
        self.story.append(done)
        try:
            self.page.wait_for_function(WAY_ON, arg=[self.within, ONWARD[self.within]], timeout=30_000)
        except Error as error:
            raise AssertionError("a dead end: " + ", ".join(self.story)) from error

    def make(self, move: str) -> None:
        self.page.evaluate(f"(text) => {{ {self.board}.consider(text); {self.board}.commit(); }}", move)

    def make_a_move(self, right: str) -> str:
        """Make one of the moves that the board offers, the right one every third time."""
        if not self.page.evaluate(f"() => {self.board}.playing"):
            return "no move"
        offered = self.page.evaluate(f"() => {self.board}.selection.options.map((option) => option.text)")
        move: str = right if right in offered and self.random.random() < 0.3 else self.random.choice(offered)
        self.make(move)
        return move

    def press(self, buttons: str) -> str:
        """Press one of the buttons that are in sight."""
        seen = [one for one in self.page.locator(buttons).all() if one.is_visible() and one.is_enabled()]
        if not seen:
            return "nothing to press"
        button = self.random.choice(seen)
        name = button.get_attribute("aria-label") or button.inner_text()
        button.click()
        return name

    def load_again(self) -> str:
        self.page.reload()
        return "load again"

    def make_a_move_without_a_line(self, right: str) -> str:
        """Make a move that the server does not hear of."""
        if not self.page.evaluate(f"() => {self.board}.playing"):
            return "no move"
        self.page.route("**/api/v1/**", lambda route: route.abort("internetdisconnected"))
        with self.page.expect_event("requestfailed"):
            move = self.make_a_move(right)
        self.page.unroute("**/api/v1/**")
        return f"{move} without a line"

    def wander(self, *acts: Callable[[], str]) -> None:
        for _ in range(STEPS):
            self.expect_a_way_on(self.random.choice(acts)())


@pytest.mark.parametrize("lesson", lesson_pages())
def test_a_lesson_always_goes_on(lesson: str, visit: Callable[..., Visitor]) -> None:
    visitor, tasks = visit(), read_lesson(lesson).tasks
    page = visitor.open(f"/learn/{lesson}", f"{LESSON} veier-board.playing")
    walker, answers = Wanderer(visitor, LESSON, Random(lesson)), {task.id: task.answer for task in tasks}
    # A wrong move, then a hint: that the way on was lost here is why this test exists.
    page.locator(".steps button").nth(3).click()
    page.locator(".steps button").nth(2).click()
    walker.expect_a_way_on("task 3")
    walker.make(next(move.text for move in tasks[2].position.legal_moves if move.text != tasks[2].answer))
    expect(page.locator(".feedback.wrong")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    walker.expect_a_way_on("a wrong move and a hint")
    # The browser's own buttons go from task to task, too.
    for go, task in ((page.reload, tasks[2]), (page.go_back, tasks[3]), (page.go_forward, tasks[2])):
        go()
        expect(page.locator(LESSON)).to_have_attribute("data-task", task.id)
        walker.expect_a_way_on(task.id)

    def right() -> str:
        return answers[page.locator(LESSON).get_attribute("data-task") or ""]

    def move() -> str:
        return walker.make_a_move(right())

    def press() -> str:
        return walker.press(f"{LESSON} button.btn")

    def choose_task() -> str:
        return walker.press(".steps button")

    def cut() -> str:
        return walker.make_a_move_without_a_line(right())

    walker.wander(move, move, press, press, press, choose_task, walker.load_again, cut)


@pytest.mark.parametrize("kind", ["win", "only"])
def test_a_puzzle_always_goes_on(kind: str, visit: Callable[..., Visitor]) -> None:
    puzzles = puzzles_of("4eyes-beginners")
    puzzle = next(puzzle for puzzle in puzzles if puzzle.kind == kind and puzzle.moves > 1)
    visitor = visit()
    # Answers take their time, so that something else is done meanwhile.
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.open(f"/puzzle/{puzzle.id}", f"{PUZZLE} veier-board.playing")
    walker = Wanderer(visitor, PUZZLE, Random(puzzle.id))

    def right() -> str:
        stones = visitor.page.evaluate(f"() => {walker.board}.board.view.stones.length")
        made = (stones - len(puzzle.start().stones)) // 2
        return puzzle.line[made] if made < len(puzzle.line) else ""

    def move() -> str:
        return walker.make_a_move(right())

    def cut() -> str:
        return walker.make_a_move_without_a_line(right())

    def press() -> str:
        return walker.press(f"{PUZZLE} button.btn")

    walker.wander(move, move, press, press, walker.load_again, cut)
