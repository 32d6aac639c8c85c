"""Lessons and the square trainer in the browser: by mouse and by keys, with a wrong try on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from veier.learn import read_lesson
from veier.messages import LANGUAGES
from web.visiting import Visitor

LESSON_BOARD = ".exercise veier-board"
TRAINER_BOARD = ".training veier-board"


def wait_for_task(page: Page, name: str) -> None:
    page.wait_for_function(
        f"(name) => document.querySelector('.exercise')?.dataset.task === name"
        f" && document.querySelector('{LESSON_BOARD}')?.playing",
        arg=name,
    )


def click(page: Page, board: str, cell: str) -> None:
    page.locator(f"{board} .cell[data-cell={cell}]").click()


def walk(page: Page, board: str, cell: str) -> None:
    """Go to a cell with the arrow keys; on hexagons, where one way leads back, another one is taken."""
    script = """([board, cell]) => {
      const {targeting: {cursor}, scene} = document.querySelector(board);
      const [here, there] = [cursor, cell].map((name) => scene.places.get(name));
      const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
      const [left, right] = dx > 0 ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      const [up, down] = dy > 0 ? ["ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp"];
      return [cursor, Math.abs(dx) > Math.abs(dy) ? [right, down, up, left] : [down, right, left, up]];
    }"""
    been: Counter[str] = Counter()
    for _ in range(80):
        here, keys = page.evaluate(script, [board, cell])
        if here == cell:
            return
        page.keyboard.press(keys[been[here] % 4])
        been[here] += 1
    raise AssertionError(f"there is no way to {cell}: {been}")


def commit(page: Page, text: str) -> None:
    """Make a move by its notation, where how it is made is not the question."""
    page.evaluate(
        "([board, text]) => { const on = document.querySelector(board); on.consider(text); on.commit(); }",
        [LESSON_BOARD, text],
    )


def make_by_mouse(page: Page, cell: str) -> None:
    click(page, LESSON_BOARD, cell)
    page.locator(f"{LESSON_BOARD} [data-handle=lay]").click()


def make_by_keys(page: Page, cell: str) -> None:
    page.locator(f"{LESSON_BOARD} .cell[tabindex='0']").focus()
    walk(page, LESSON_BOARD, cell)
    page.keyboard.press("Enter")


def test_a_lesson_is_done_to_its_end(visit: Callable[..., Visitor]) -> None:
    """With the mouse and with keys in turn; the first stone would be forbidden, and what is solved is remembered."""
    visitor = visit()
    page = visitor.open("/", ".learn")
    page.get_by_role("link", name="Lessons").click()
    page.get_by_role("link", name="Hexagonal rows").click()
    tasks = read_lesson("hexrows").tasks
    wait_for_task(page, "first-stone")
    click(page, LESSON_BOARD, "a1")
    expect(page.locator(".move-warning")).to_contain_text("The first stone must not stand on the edge, and a1 does")
    for place, task in enumerate(tasks):
        wait_for_task(page, task.id)
        if place % 2:
            make_by_keys(page, task.answer)
        else:
            make_by_mouse(page, task.answer)
        expect(page.locator(".feedback.right")).to_be_visible()
        if place < len(tasks) - 1:
            # The button has the focus, so that Enter goes on.
            expect(page.get_by_role("button", name="Next task")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.locator(".exercise")).to_contain_text("You have solved every task of this lesson.")
    page.reload()
    page.wait_for_selector(".step.solved")
    assert page.locator(".step.solved").count() == len(tasks)
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("link", name="Hexagonal rows")).to_contain_text("9 of 9 solved")


def test_hints_lead_to_the_answer(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/learn/4eyes/straight", LESSON_BOARD)
    wait_for_task(page, "straight")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".feedback")).to_contain_text("equally far apart")
    page.get_by_role("button", name="Show a right move").click()
    expect(page.locator(".feedback")).to_contain_text("23@B1")
    page.locator(f"{LESSON_BOARD} [data-handle=lay]").first.click()
    expect(page.locator(".feedback.right")).to_contain_text("Red wins: four stones stand in a square")
    page.get_by_role("button", name="Do it again").click()
    wait_for_task(page, "straight")
    expect(page.locator(".feedback")).to_be_empty()


def test_the_first_tasks_are_done_by_touch_and_by_keys(visit: Callable[..., Visitor]) -> None:
    """A piece is taken, turned and laid as the page says how."""
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.open("/learn/4eyes", LESSON_BOARD)
    wait_for_task(page, "lay-tile")
    expect(page.locator(".side")).to_contain_text("turn the tile with the round arrows, then lay it")
    tray = page.locator("veier-tray.acting")
    tray.locator("[data-piece=B]").tap()
    page.locator(f"{LESSON_BOARD} .cell[data-cell=e6]").tap()
    tray.locator(".do-lay").tap()
    expect(page.locator(".feedback.wrong")).to_contain_text("Red stands on e6 and belongs on f5.")
    page.get_by_role("button", name="Try again").tap()
    wait_for_task(page, "lay-tile")
    tray.locator("[data-piece=B]").tap()
    page.locator(f"{LESSON_BOARD} .cell[data-cell=e6]").tap()
    for _ in range(2):
        tray.get_by_role("button", name="Turn right").tap()
    tray.locator(".do-lay").tap()
    expect(page.locator(".feedback.right")).to_contain_text("Well laid.")
    for lesson, task in (("4eyes-plus", "lay-domino"), ("4eyes-pencil", "draw")):
        visitor.go(f"/learn/{lesson}", LESSON_BOARD)
        wait_for_task(page, task)
        page.locator(f"{LESSON_BOARD} .cell[tabindex='0']").focus()
        walk(page, LESSON_BOARD, "d4")
        turn_until(page, "d4d5")
        page.keyboard.press("Enter")
        expect(page.locator(".feedback.right")).to_be_visible()
        expect(page.get_by_role("button", name="Next task")).to_be_focused()


def turn_until(page: Page, text: str) -> None:
    """Aim at the cursor's cell and press R until the piece in hand lies as in a move."""
    considered = f"() => document.querySelector('{LESSON_BOARD}').considered?.text"
    if page.evaluate(considered) is None:
        page.keyboard.press("Enter")
    for _ in range(4):
        if page.evaluate(considered) == text:
            return
        page.keyboard.press("r")
    assert page.evaluate(considered) == text


def test_the_forbidden_move_is_found_by_trying_it(visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.open("/learn/4eyes-plus", LESSON_BOARD)
    page.get_by_role("button", name="The forbidden move").click()
    wait_for_task(page, "forbidden")
    for cell in ("e5", "f5", "e5"):
        page.locator(f"{LESSON_BOARD} .cell[data-cell={cell}]").tap()
    expect(page.locator(".feedback.right")).to_contain_text("The rules forbid this move")
    assert visitor.barriers() == []


# The trainer.


def question(page: Page) -> dict[str, Any]:
    """Wait for a board that asks; give what it shows."""
    page.wait_for_function(f"() => document.querySelector('{TRAINER_BOARD}')?.board?.view.squares.length === 0")
    found: dict[str, Any] = page.evaluate(f"() => document.querySelector('{TRAINER_BOARD}').board.view")
    return found


def look(view: dict[str, Any]) -> frozenset[tuple[str, str]]:
    """Tell boards apart by their stones."""
    return frozenset((stone["cell"], stone["colour"]) for stone in view["stones"])


def test_a_run_of_twenty_squares(visit: Callable[..., Visitor]) -> None:
    """Some are answered by keys, one wrongly; it gets harder, and the result is kept."""
    visitor = visit()
    page = visitor.page
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    visitor.open("/trainer", ".welcome")
    page.get_by_text("20 squares").click()
    page.get_by_role("button", name="Start").click()
    solutions: dict[frozenset[tuple[str, str]], str] = {}
    for number in range(20):
        expect(page.locator(".counts")).to_contain_text(f"{number + 1}/20")
        view = question(page)
        for answer in answers:
            if "/api/v1/trainer?" in answer.url:
                solutions |= {look(one["view"]): one["answer"] for one in answer.json()["exercises"]}
        answers.clear()
        right = solutions[look(view)]
        taken = {stone["cell"] for stone in view["stones"]} | {right}
        if number == 4:
            click(page, TRAINER_BOARD, next(cell["name"] for cell in view["cells"] if cell["name"] not in taken))
            expect(page.locator(".feedback.wrong")).to_contain_text("The square is")
            expect(page.locator(".counts")).to_contain_text("In a row0")
            page.get_by_role("button", name="Next").click()
        elif number % 5 == 3:
            page.locator(f"{TRAINER_BOARD} .cell[tabindex='0']").focus()
            walk(page, TRAINER_BOARD, right)
            page.keyboard.press("Enter")
            expect(page.locator(".feedback.right")).to_be_visible()
        else:
            click(page, TRAINER_BOARD, right)
            expect(page.locator(".feedback.right")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("19 squares found of 20")
    expect(page.locator(".welcome")).to_contain_text("That is your best result so far.")
    expect(page.locator(".welcome")).to_contain_text("Highest difficulty reached: 10 of 10.")
    visitor.go("/trainer", ".bests")
    expect(page.locator(".bests")).to_contain_text("20 squares: 19 right")
    expect(page.locator(".bests")).to_contain_text("Longest streak: 15")
    # The streak goes on in the next run, also after the page was loaded again.
    visitor.open("/trainer", ".welcome")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".counts")).to_contain_text("In a row15")


def test_a_run_against_the_clock_ends_by_itself(visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.page
    page.clock.install()
    visitor.open("/trainer", ".welcome")
    page.get_by_role("button", name="Start").tap()
    view = question(page)
    # Stones cannot be answers, and any empty cell is one, right or wrong.
    taken = {stone["cell"] for stone in view["stones"]}
    page.locator(f"{TRAINER_BOARD} .cell[data-cell={min(taken)}]").tap()
    assert page.locator(".feedback").inner_text() == ""
    empty = next(cell["name"] for cell in view["cells"] if cell["name"] not in taken)
    page.locator(f"{TRAINER_BOARD} .cell[data-cell={empty}]").tap()
    page.wait_for_selector(".feedback.right, .feedback.wrong")
    if page.locator(".feedback.wrong").count():
        page.get_by_role("button", name="Next").tap()
    else:
        page.clock.fast_forward(1000)
    question(page)
    page.clock.fast_forward(61_000)
    expect(page.get_by_role("heading", level=1)).to_contain_text("found of 1, in 60 s")
    expect(page.locator(".bests")).to_contain_text("60 seconds: ")


# All pages.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_pages_fit_and_have_no_barriers(language: str, width: int, theme: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=width, language=language, theme=theme)
    page = visitor.open("/learn", ".lessonlist")
    assert (visitor.overflow(), visitor.barriers()) == (0, [])
    for lesson, tried in (("4eyes", "12@B1"), ("hexrows/run", "a1")):
        visitor.go(f"/learn/{lesson}", f"{LESSON_BOARD}.playing")
        page.locator(".exercise .row button").click()
        assert visitor.overflow() == 0
        commit(page, tried)
        page.wait_for_selector(".feedback.wrong")
        assert (visitor.overflow(), visitor.barriers()) == (0, [])
    visitor.go("/trainer", ".welcome")
    assert (visitor.overflow(), visitor.barriers()) == (0, [])
    page.locator(".welcome .btn.primary").click()
    question(page)
    assert (visitor.overflow(), visitor.barriers()) == (0, [])
