"""Whole games in the browser: by mouse, by keys alone, by touch; together by link; through reloads and lost lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


def test_a_game_against_the_computer_by_mouse(visit: Visit) -> None:
    player = visit()
    page = player.open("/", ".card")
    page.get_by_role("button", name="4EYES: play the computer").click()
    page.wait_for_selector(f"{BOARD} svg")
    for turn in range(60):
        if not player.wait_for_turn():
            break
        before = len(player.moves())
        play_by_pointing(player, "mouse", losing=turn >= 4)
        expect(page.locator(".moves button.mv").nth(before)).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    last = page.locator(".moves .mv.cur").inner_text()
    page.locator(".result h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moves .mv.cur")).not_to_have_text(last)

    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".graph")
    page.wait_for_selector(".progressing", state="detached", timeout=90_000)
    page.get_by_role("button", name="To the beginning").click()
    expect(page.get_by_role("heading", name="The beginning")).to_be_visible()


def test_a_game_by_keys_alone(visit: Visit) -> None:
    player = visit()
    page = player.open("/", ".card")
    press_until(player, "Tab", "document.activeElement.getAttribute('aria-label') === 'First steps: play the computer'")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{BOARD} svg")
    press_until(player, "Tab", "document.activeElement.closest('veier-board') !== null")
    for turn in range(60):
        if not player.wait_for_turn():
            break
        before = len(player.moves())
        play_by_keys(player, losing=turn >= 2)
        expect(page.locator(".moves button.mv").nth(before)).to_be_visible()
    assert player.is_over
    told = page.locator("#told").inner_text()
    assert re.search(r"wins|[Dd]rawn", told), told


def test_touch_on_a_phone(visit: Visit) -> None:
    player = visit(width=360, height=740, touch=True)
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    for turn in range(6):
        player.wait_for_turn()
        play_by_pointing(player, "touch")
        expect(player.page.locator(".moves button.mv")).to_have_count(turn + 1)
    assert player.overflow() == 0
    lay = player.page.get_by_role("button", name="Lay it")
    player.point(next(choice for choice in player.choices() if not choice.gives).cells[0], "touch")
    expect(lay).to_be_in_viewport()
    lay.tap()
    expect(player.page.locator(".moves button.mv")).to_have_count(7)


def test_two_by_link_and_one_who_watches(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(language="fr"), visit(language="de")
    page = host.open("/new/4eyes", ".setup veier-board svg")
    page.get_by_role("radiogroup", name="Blue").get_by_text("By link").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(f"{BOARD} svg")
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("textbox", name="Address").input_value()
    expect(page.get_by_role("img", name="QR code of the address")).to_be_visible()
    page.get_by_role("button", name="Done").click()

    guest.page.goto(link)
    guest.page.get_by_label("Nom").fill("Léa")
    guest.page.get_by_role("button", name="Jouer").click()
    guest.page.wait_for_selector(f"{BOARD} svg")
    assert "#" not in guest.page.url
    expect(page.get_by_role("heading", name="Léa")).to_be_visible()
    watcher.open(guest.page.url, f"{BOARD} svg")
    assert watcher.choices() == []

    host.wait_for_turn()
    play_by_pointing(host, "mouse")
    for visitor in (host, guest, watcher):
        expect(visitor.page.locator(".moves button.mv")).to_have_count(1)
    assert guest.wait_for_turn()
    assert watcher.page.get_by_role("button", name="Aufgeben").count() == 0

    page.get_by_role("button", name="Take back").click()
    guest.page.get_by_role("button", name="D’accord").click()
    expect(page.locator(".moves button.mv")).to_have_count(0)

    guest.page.get_by_role("button", name="Abandonner").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(watcher.page.get_by_role("heading", name="Rot gewinnt")).to_be_visible()


def test_a_reload_and_a_lost_line_in_mid_game(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes", {"kind": "me"}, {"kind": "device"})
    player.wait_for_turn()
    play_by_pointing(player, "mouse")
    expect(player.page.locator(".moves button.mv")).to_have_count(1)
    played = player.moves()
    player.page.reload()
    player.page.wait_for_selector(f"{BOARD} svg")
    assert player.moves() == played

    player.wait_for_turn()
    player.context.set_offline(True)
    player.page.evaluate("dispatchEvent(new Event('offline'))")
    player.context.set_offline(False)
    play_by_pointing(player, "mouse")
    expect(player.page.locator(".moves button.mv")).to_have_count(2)
    player.open("/", ".card")
    expect(player.page.get_by_role("link", name="Continue")).to_be_visible()


def test_what_is_forbidden_is_said_before_it_is_played(visit: Visit) -> None:
    player = visit()
    player.open_table("hexrows", {"kind": "me"}, {"kind": "device"})
    player.wait_for_turn()
    forbidden = player.page.evaluate(f"() => document.querySelector('{BOARD}').board.refused[0].text")
    player.page.mouse.move(*player.cell(forbidden))
    expect(player.page.get_by_role("heading", name="This is not allowed")).to_be_visible()
    expect(player.page.locator(".caution")).to_contain_text("edge")


def play_by_pointing(player: Visitor, way: str, losing: bool = False) -> None:
    """Make some move: the first that hands nobody a square; or, to come to an end, one that does."""
    choices = player.choices()
    wanted = [choice for choice in choices if choice.gives == losing] or choices
    tried: set[str] = set()
    for choice in wanted:
        cell = choice.cells[0]
        if cell in tried:
            continue
        tried.add(cell)
        player.point(cell, "touch" if way == "touch" else "mouse")
        texts = {other.text for other in wanted}
        if player.considered() in texts or len(wanted) == len(choices):
            player.point(cell, "touch" if way == "touch" else "mouse")
            return
        turn_until(player, texts)
        if player.considered() in texts:
            player.point(cell, "touch" if way == "touch" else "mouse")
            return
        player.page.keyboard.press("Escape")
    play_exactly(player, wanted[0].text)


def play_by_keys(player: Visitor, losing: bool = False) -> None:
    choices = player.choices()
    wanted = [choice for choice in choices if choice.gives == losing] or choices
    texts = {choice.text for choice in wanted}
    for choice in wanted[:: max(1, len(wanted) // 6)]:
        player.walk_to(choice.cells[0])
        player.page.keyboard.press("Enter")
        turn_until(player, texts)
        if player.considered() in texts:
            player.page.keyboard.press("Enter")
            return
        player.page.keyboard.press("Escape")
    play_exactly(player, wanted[0].text)


def turn_until(player: Visitor, texts: set[str]) -> None:
    for _ in range(12):
        if player.considered() in texts:
            return
        player.page.keyboard.press("r")


def play_exactly(player: Visitor, text: str) -> None:
    """Make a move that pointing did not find."""
    script = f"(text) => {{ const board = document.querySelector('{BOARD}'); board.consider(text); board.commit(); }}"
    player.page.evaluate(script, text)


def press_until(player: Visitor, key: str, condition: str) -> None:
    for _ in range(60):
        if player.page.evaluate(f"() => {condition}"):
            return
        player.page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to: {condition}")
