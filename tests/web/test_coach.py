"""A user's first game: the coach at the table, hints that reveal themselves step by step, and how a game ends."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.samples import TWO, WON

import veier
from veier.messages import translate
from veier.record import format_position
from web.gestures import make_move
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]
EASY = {"kind": "computer", "level": 2}
SMALL = "4eyes-plus-2p-7x7"
# Small phones, one of them held across, in languages of long words.
TOUCHED = [("en", 360, 740), ("fr", 320, 640), ("de", 740, 360)]
LAY = "veier-tray.acting .do-lay"
# Whether two elements share a point of the screen; an element that is not there shares none.
_MEET = """([one, other]) => {
  const [a, b] = [one, other].map((what) => document.querySelector(what)?.getBoundingClientRect());
  return Boolean(a?.width && b?.width && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1);
}"""
# Whether an element can be pointed at in its middle.
_REACHED = """(what) => {
  const element = document.querySelector(what);
  const box = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def begin(player: Visitor, game: str, other: dict[str, object] = EASY, **more: object) -> str:
    """Open a table; a second one as the links of the site do, without loading everything again."""
    if player.page.url == "about:blank":
        return player.open_table(game, {"kind": "me"}, other, **more)
    player.go("/", ".card")
    table: str = player.post("/api/v1/tables", {"game": game, "seats": [{"kind": "me"}, other], **more})["id"]
    player.go(f"/table/{table}", f"{BOARD} svg")
    return table


def step(player: Visitor, name: str) -> None:
    """Wait until the coach shows a step."""
    expect(player.page.locator(".coach")).to_have_attribute("data-step", name)


def test_a_newcomer_is_led_through_the_first_move_by_mouse(visit: Visit) -> None:
    player = visit()
    page = player.page
    begin(player, "4eyes")
    coach = page.get_by_role("region", name="Your first game")
    expect(coach).to_contain_text("four stones of your colour at the corners of a square")
    expect(coach.locator("svg.aim")).to_be_visible()
    expect(coach.locator("li")).to_have_text(["1Take a tile", "2Choose a field", "3Turn it, if you like", "4Lay it"])
    step(player, "take")
    page.locator("veier-tray.acting [data-piece=B]").click()
    step(player, "field")
    player.point("e5", "mouse")
    step(player, "turn")
    expect(coach.locator(".coach-how")).to_contain_text("R key")
    page.keyboard.press("r")
    step(player, "lay")
    player.point(player.choice(str(player.considered())).cells[0], "mouse")
    step(player, "done")
    expect(coach.get_by_text("When you are stuck, press “Hint”.")).to_be_visible()

    begin(player, SMALL)
    expect(coach.locator("li")).to_have_count(3)
    step(player, "cell")
    player.point("c3", "mouse")
    step(player, "turn")
    page.mouse.wheel(0, 100)
    step(player, "lay")
    page.locator("[data-handle=lay]").click()
    step(player, "done")

    begin(player, "hexrows")
    expect(coach).to_contain_text("Four of your stones in a row make one")
    step(player, "cell")
    player.point("f6", "mouse")
    step(player, "lay")
    page.keyboard.press("Enter")
    step(player, "done")


def test_a_newcomer_is_led_by_keys_alone(visit: Visit) -> None:
    player = visit()
    page = player.page
    begin(player, "4eyes")
    player.wait_for_turn()
    assert player.barriers() == []

    def tab_to(name: str) -> None:
        player.press_until("Tab", f"document.activeElement.textContent.trim() === '{name}'")

    step(player, "take")
    player.press_until("Tab", "document.activeElement.closest('veier-board')")
    page.keyboard.press("b")
    step(player, "field")
    expect(page.locator(".coach-how")).to_contain_text("arrow keys")
    player.walk_to("c3")
    step(player, "turn")
    page.keyboard.press("r")
    step(player, "lay")
    page.keyboard.press("Enter")
    step(player, "done")
    expect(page.locator(".moves button.mv")).to_have_count(2)
    player.wait_for_turn()

    tab_to("Hint")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Look at field")).to_be_visible()
    assert player.barriers() == []
    for name in ("Show the move", "Why?", "Play this"):
        tab_to(name)
        page.keyboard.press("Enter")
    expect(page.locator(".moves button.mv").nth(2)).to_be_visible()


@pytest.mark.parametrize(("language", "width", "height"), TOUCHED)
def test_a_newcomer_is_led_through_the_first_move_by_touch(
    visit: Visit, language: str, width: int, height: int
) -> None:
    player = visit(width=width, height=height, touch=True, language=language)
    page = player.page
    for game, cell, steps in [
        ("4eyes", "e5", ["take", "field", "turn", "lay"]),
        (SMALL, "c3", ["cell", "turn", "lay"]),
        ("hexrows", "f6", ["cell", "lay"]),
    ]:
        begin(player, game)
        player.wait_for_turn()
        for name in steps:
            step(player, name)
            stands_free(player, ".coach")
            if name == "take":
                page.locator("veier-tray.acting [data-piece=A]").tap()
            elif name == "turn":
                page.locator("veier-tray.acting").get_by_role(
                    "button", name=translate("web.tray.turn_right", language)
                ).tap()
            elif name == "lay":
                expect(page.locator(".coach-how")).to_contain_text(translate("web.tray.lay", language))
                page.locator(LAY).tap()
            else:
                player.point(cell, "touch")
        step(player, "done")
        expect(page.locator(".coach")).to_be_hidden()


def stands_free(player: Visitor, what: str) -> None:
    """Check that something can be read and covers neither the board nor the button that lays a piece."""
    assert player.page.evaluate(_REACHED, f"{what} p:not(.coach-aim p)"), f"{what} is covered"
    assert not player.page.evaluate(_MEET, [what, BOARD]), f"{what} covers the board"
    assert not player.page.evaluate(_MEET, [what, LAY]), f"{what} covers the button that lays"
    assert player.overflow() <= 0


@pytest.mark.parametrize(("language", "width", "height"), [*TOUCHED, ("en", 740, 360)])
def test_hints_cover_neither_the_board_nor_the_tray(visit: Visit, language: str, width: int, height: int) -> None:
    player = visit(width=width, height=height, touch=True, language=language)
    page = player.page
    begin(player, "4eyes")
    player.wait_for_turn()
    step(player, "take")
    page.locator(".coach").scroll_into_view_if_needed()
    stands_free(player, ".coach")
    for key in ("web.hint.field", "web.hint.title", "web.hint.title"):
        title = re.compile(re.escape(translate(key, language, field="§", move="§").partition("§")[0]))
        page.get_by_role("button", name=translate("web.control.hint", language), exact=True).tap()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.locator(".coach")).to_be_hidden()
        page.locator(".hint").scroll_into_view_if_needed()
        stands_free(player, ".hint")
    page.locator(LAY).scroll_into_view_if_needed()
    assert page.evaluate(_REACHED, LAY)


def test_hints_say_where_then_which_then_why_and_play(visit: Visit) -> None:
    player = visit()
    page = player.page
    start = format_position(veier.game(TWO).start().play(*WON[:-1]))
    begin(player, TWO, start=start)
    player.wait_for_turn()
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.get_by_role("heading", name="Look at the marked part")).to_be_visible()
    expect(page.locator(".hint-region")).to_have_count(1)
    assert player.considered() is None
    assert page.get_by_role("button", name="Play this").count() == 0

    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("heading", name="How about")).to_be_visible()
    expect(page.locator(".hint-region")).to_have_count(0)
    move = player.considered()
    assert move
    assert move in page.locator(".hint h2").inner_text()
    expect(page.locator(".hint")).not_to_contain_text("wins")

    hint.click()
    expect(page.locator(".hint")).to_contain_text("wins")
    page.get_by_role("button", name="Play this").click()
    expect(page.locator(".moves button.mv")).to_have_text([move])
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(page.locator(".hint")).to_be_hidden()


def test_the_coach_is_sent_away_with_one_click_and_stays_away(visit: Visit) -> None:
    player = visit()
    page = player.page
    table = begin(player, "4eyes")
    coach = page.locator(".coach")
    page.get_by_role("button", name="I know how to play").click()
    expect(coach).to_be_hidden()
    player.open(f"/table/{table}", f"{BOARD} svg")
    player.wait_for_turn()
    expect(coach).to_be_hidden()
    begin(player, "hexrows")
    player.wait_for_turn()
    expect(coach).to_be_hidden()

    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="A helper in the first game").check()
    page.get_by_role("button", name="Done").click()
    expect(coach).to_be_visible()
    step(player, "cell")
    make_move(player, "f6", "mouse", answered=True)
    step(player, "done")
    # The first game of this kind is known now: a second one needs no coach.
    begin(player, "hexrows")
    player.wait_for_turn()
    expect(coach).to_be_hidden()

    guest = visit()
    guest.open(f"/table/{table}", f"{BOARD} svg")
    expect(guest.page.locator(".moves")).to_be_attached()
    expect(guest.page.locator(".coach")).to_be_hidden()


def test_who_loses_is_told_kindly_what_to_try_next(visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True)
    page = player.page
    begin(player, "4eyes-beginners")
    player.wait_for_turn()
    make_move(player, player.choices()[0].text, "touch", answered=True)
    # A command for a position that has passed is refused: first let the computer answer.
    player.wait_for_turn()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Nobody sees every square. “Review” shows where the game turned.")
    expect(result.locator("svg.aim")).to_have_count(0)
    assert player.overflow() <= 0
    result.get_by_role("button", name="A short lesson").tap()
    expect(page).to_have_url(re.compile("/learn/4eyes$"))
    page.go_back()
    result.get_by_role("button", name="Try level 1").tap()
    expect(page.get_by_text("Blue, level 1")).to_be_visible()
    expect(page.locator(".moves button.mv")).to_have_count(0)


def test_who_wins_sees_and_hears_a_finale(visit: Visit) -> None:
    player = visit()
    page = player.page
    # Counts the notes that the page sounds.
    page.add_init_script("""
      window.notes = 0;
      const sound = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () { window.notes += 1; return sound.call(this); };
    """)
    start = format_position(veier.game(TWO).start().play(*WON[:-1]))

    def win() -> None:
        begin(player, TWO, {"kind": "device"}, start=start)
        make_move(player, WON[-1], "mouse")
        expect(page.locator(".result.finale svg.aim")).to_be_visible()

    # Whoever wins for the first time is asked once, and nothing sounds before.
    win()
    asked = page.get_by_role("group", name="With sound, a win is even nicer.")
    expect(asked).to_be_visible()
    assert player.overflow() <= 0
    assert page.evaluate("notes") == 0
    asked.get_by_role("button", name="Yes, please").click()
    expect(asked).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    assert page.evaluate("notes") == 4
    win()
    assert asked.count() == 0
    # The knock of the last piece sounds three.
    assert page.evaluate("notes") == 4 + 4 + 3
    # Who does not answer is not asked again either, and hears nothing.
    page.evaluate("localStorage.removeItem('veier.sound')")
    for questions in (1, 0):
        win()
        assert asked.count() == questions
    assert page.evaluate("notes") == 4 + 4 + 3
    page.reload()
    expect(page.locator(".result svg.aim")).to_be_visible()
    assert page.locator(".result.finale").count() == 0
    assert page.evaluate("notes") == 0
