"""Alone at home: from the first page to the end of a game and its review, by mouse; by keys alone; with a late hint."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from web.gestures import Way, make_move, play_carelessly
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


def test_a_game_and_its_review_by_mouse(visit: Visit) -> None:
    player = visit()
    page = player.open("/", ".card")
    page.get_by_role("button", name="4EYES: play the computer").click()
    page.wait_for_selector(f"{BOARD} svg")
    play_to_the_end(player, "mouse")
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
    player.press_until("Tab", "document.activeElement.getAttribute('aria-label') === 'First steps: play the computer'")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{BOARD} svg")
    play_to_the_end(player, "keys")
    told = page.locator("#announcer").inner_text()
    assert re.search(r"wins|[Dd]rawn", told), told


def test_a_hint_that_comes_after_the_move_is_not_shown(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    player.wait_for_turn()
    late: list[Route] = []
    player.page.route("**/hint", lambda route: late.append(route))
    hint = player.page.get_by_role("button", name="Hint")
    with player.page.expect_request("**/hint"):
        hint.click()
    make_move(player, "a1b1", "mouse")
    with player.page.expect_response("**/hint") as answer:
        region = {"field": None, "cells": ["c1", "d1"]}
        late[0].fulfill(json={"region": region, "piece": "domino", "move": "c1d1", "remarks": []})
    answer.value.finished()
    player.page.wait_for_timeout(200)
    expect(player.page.locator(".hint")).to_be_hidden()
    expect(player.page.locator(".hint-region")).to_have_count(0)
    assert player.considered() is None
    expect(hint).to_be_enabled()


def test_without_aids_nothing_is_hinted_at(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes", {"kind": "me"}, {"kind": "device"}, aids=False)
    player.wait_for_turn()
    expect(player.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(player.page.get_by_role("button", name="Hint")).to_be_hidden()
    expect(player.page.get_by_text("Square vision")).to_have_count(0)


def test_what_is_forbidden_is_said_before_it_is_played(visit: Visit) -> None:
    player = visit()
    player.open_table("hexrows", {"kind": "me"}, {"kind": "device"})
    player.wait_for_turn()
    forbidden = player.page.evaluate(f"() => document.querySelector('{BOARD}').board.refused[0].text")
    player.page.mouse.move(*player.cell(forbidden))
    expect(player.page.get_by_role("heading", name="This is not allowed")).to_be_visible()
    expect(player.page.locator(".alert.move-warning")).to_contain_text("edge")


def play_to_the_end(player: Visitor, way: Way) -> None:
    for turn in range(60):
        if not player.wait_for_turn():
            return
        play_carelessly(player, turn, way)
    raise AssertionError("the game does not end")
