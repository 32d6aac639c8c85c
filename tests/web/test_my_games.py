"""The player's own games: what goes on, all of them to search and to take along, and what is counted of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import veier
from web.visiting import BOARD, Visitor

ROWS = "hexrows?side=4&stones=9"
ME, COMPUTER, FRIEND = {"kind": "me"}, {"kind": "computer", "level": 1}, {"kind": "friend"}
# Red wins by a tilted square with the seventh move.
WON = ("14@B1", "24@E3", "31@A4", "13@D5", "13@D4", "31@E5", "31@D2")


def open_game(visitor: Visitor, game: str, *seats: dict[str, Any]) -> dict[str, Any]:
    opened: dict[str, Any] = visitor.post("/api/v1/tables", {"game": game, "seats": seats})
    return opened


def sit(visitor: Visitor, opened: dict[str, Any], name: str) -> None:
    token = opened["invites"][0]["token"]
    visitor.post(f"/api/v1/tables/{opened['id']}/claim", {"token": token, "name": name})


def command(visitor: Visitor, table: str, **what: Any) -> None:
    """Send a command at the newest version."""
    state = visitor.page.evaluate("(id) => fetch('/api/v1/tables/' + id).then((answer) => answer.json())", table)
    body = {"id": f"v{state['version']}", "version": state["version"], "command": what}
    assert "version" in visitor.post(f"/api/v1/tables/{table}/commands", body)


def test_a_newcomer_sees_the_aim(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/", ".card.lead veier-board svg")
    # A red square stands on the first board, tilted; nothing else comes before it.
    assert page.locator(".card.lead .made .corner").count() == 4
    corners = page.locator(".card.lead .made .corner").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({x, y}) => [Math.round(x), Math.round(y)])"
    )
    assert len({x for x, _ in corners}) == len({y for _, y in corners}) == 4
    assert page.locator(".running").count() == 0
    # The title is set in the font that sheets are printed in, and does not jump when it comes.
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('700 34px \"Veier Book\"'))")
    assert [(font["family"], font["status"]) for font in fonts(page)] == [("Veier Book", "loaded")]
    widths = """() => ["normal", "none"].map((fontKerning) => {
      const pen = document.createElement("canvas").getContext("2d");
      Object.assign(pen, {font: '700 100px "Veier Book"', fontKerning});
      return pen.measureText("AVATo").width;
    })"""
    kerned, plain = page.evaluate(widths)
    assert kerned < plain - 5
    shift = """() => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
        .observe({type: "layout-shift", buffered: true});
      setTimeout(() => resolve(0), 300);
    })"""
    assert page.evaluate(shift) < 0.02
    visitor.go("/games", ".nothing")
    page.get_by_role("heading", name="No game yet").wait_for()
    assert page.get_by_role("search").count() == 0
    page.get_by_role("main").get_by_role("link", name="Play").click()
    page.wait_for_selector(".card")


def fonts(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.evaluate(
        "[...document.fonts].map(({family, status}) => ({family: family.replaceAll('\"', ''), status}))"
    )
    return found


def test_home_goes_on_where_it_is_my_turn(visit: Callable[..., Visitor]) -> None:
    ada, bob = visit(), visit()
    for visitor in (ada, bob):
        visitor.open("/load", "textarea")
    mine, theirs = open_game(ada, ROWS, ME, FRIEND), open_game(ada, "hexrows", ME, FRIEND)
    for opened in (mine, theirs):
        sit(bob, opened, "Zoé")
    command(ada, theirs["id"], kind="move", text="f6")
    ada.open("/", ".running .slip")
    slips = ada.page.locator(".running .slip")
    expect(slips).to_have_count(2)
    expect(slips.nth(0)).to_contain_text("Your move")
    expect(slips.nth(0)).to_contain_text("Against Zoé")
    expect(slips.nth(0)).to_contain_text("just now")
    expect(slips.nth(1)).to_contain_text("Zoé to move")
    assert slips.nth(1).locator("veier-board svg .stone, veier-board svg use").count() > 0
    tops = ada.page.evaluate(
        "['.running', '.games'].map((name) => document.querySelector(name).getBoundingClientRect().top)"
    )
    assert tops[0] < tops[1]
    slips.nth(0).click()
    ada.page.wait_for_url(f"**/table/{mine['id']}")
    bob.open("/", ".running .slip")
    expect(bob.page.locator(".running .slip").nth(0)).to_contain_text("Your move")


def test_the_archive_is_searched_paged_and_taken_along(visit: Callable[..., Visitor]) -> None:
    ada, bob = visit(width=1024, height=768), visit()
    for visitor in (ada, bob):
        visitor.open("/load", "textarea")
    with_bob = open_game(ada, ROWS, ME, FRIEND)
    sit(bob, with_bob, "Zoé Müller")
    command(bob, with_bob["id"], kind="resign")
    for _ in range(13):
        table = open_game(ada, "4eyes-beginners", ME, COMPUTER)["id"]
        command(ada, table, kind="resign")
    page = ada.open("/games", ".archive .slip")
    slips = page.locator(".archive .slip")
    expect(slips).to_have_count(12)
    expect(page.get_by_role("status").filter(has_text="14 games")).to_be_visible()
    page.get_by_role("button", name="Show more games").click()
    expect(slips).to_have_count(14)
    expect(slips.nth(12)).to_be_focused()
    expect(page.get_by_role("button", name="Show more games")).to_be_hidden()

    page.get_by_label("Opponent’s name").press_sequentially("zoe")
    expect(slips).to_have_count(1)
    expect(slips).to_contain_text("Won")
    # What was searched for outlives a reload, and reaches no server on the way.
    assert page.url.endswith("/games#opponent=zoe")
    page.reload()
    expect(slips).to_have_count(1)
    page.get_by_label("Result").select_option("Lost")
    page.get_by_text("No game fits.").wait_for()
    page.get_by_role("button", name="Show all games").click()
    expect(slips).to_have_count(12)
    assert page.url.endswith("/games")
    page.get_by_label("Game", exact=True).select_option("4eyes-beginners")
    expect(page.get_by_role("status").filter(has_text="13 games")).to_be_visible()
    page.get_by_label("Played until").fill("2020-01-01")
    page.get_by_text("No game fits.").wait_for()
    today = page.evaluate("new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10)")
    page.get_by_label("Played until").fill(today)
    expect(page.get_by_role("status").filter(has_text="13 games")).to_be_visible()
    page.get_by_label("Played since").fill("2100-01-01")
    page.get_by_text("No game fits.").wait_for()
    page.get_by_label("Played since").fill(today)
    expect(page.get_by_role("status").filter(has_text="13 games")).to_be_visible()
    page.get_by_label("Played against").select_option("People")
    page.get_by_text("No game fits.").wait_for()

    with page.expect_download() as text:
        page.get_by_role("link", name="As text").click()
    records = list(veier.read_records(text.value.path()))
    assert [record.seats[1] for record in records if record.game.name == "hexrows"] == ["Zoé Müller"]
    assert len(records) == 14
    with page.expect_download() as data:
        page.get_by_role("link", name="As JSON").click()
    games = json.loads(Path(data.value.path()).read_text(encoding="utf-8"))["games"]
    assert [veier.record_from_data(game) for game in games] == records

    # All of it can be deleted; what others played stays theirs, without the name.
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    page.get_by_text("Everything about you is deleted.").wait_for()
    expect(slips).to_have_count(0)
    expect(page.get_by_role("button", name="Delete everything")).to_have_count(0)
    bob.open("/games", ".archive .slip")
    expect(bob.page.locator(".archive .slip")).to_have_count(1)


def test_wins_and_squares_are_counted(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    ada, bob = visit(), visit()
    for visitor in (ada, bob):
        visitor.open("/load", "textarea")
    won = open_game(ada, "4eyes", ME, FRIEND)
    sit(bob, won, "Bob")
    for ply, move in enumerate(WON):
        if ply == len(WON) - 1:
            # Both watch the end: the winner here, the loser in a list afterwards.
            ada.open(f"/table/{won['id']}", f"{BOARD} svg")
        command((ada, bob)[ply % 2], won["id"], kind="move", text=move)
    ada.page.wait_for_selector(".result:not([hidden])")
    counted = "(id) => JSON.parse(localStorage.getItem('veier.statistics') ?? '{\"games\": {}}').games[id]?.outcome"
    assert ada.page.evaluate(counted, won["id"]) == "won"
    lost = open_game(ada, ROWS, ME, COMPUTER)["id"]
    command(ada, lost, kind="resign")

    page = ada.open("/games", ".statistics .bars")
    figures = page.locator(".statistics")
    expect(figures).to_contain_text("Level 1 0 of 1", use_inner_text=True)
    expect(figures).to_contain_text("People 1 of 1", use_inner_text=True)
    expect(figures).to_contain_text("tilted 1", use_inner_text=True)
    expect(figures).to_contain_text("Favourite side: 5 + 1")
    bob.open("/games", ".statistics .bars")
    expect(bob.page.locator(".statistics")).to_contain_text("People 0 of 1", use_inner_text=True)

    # Saved, deleted, loaded again; what is deleted is not counted again by looking at the list.
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save to a file").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("When you have finished a game").wait_for()
    foreign = tmp_path / "foreign.json"
    later = json.loads(Path(saved.value.path()).read_text()) | {"version": 2}
    for text in ['{"version": 1}', json.dumps(later)]:
        page.reload()
        page.get_by_text("When you have finished a game").wait_for()
        foreign.write_text(text)
        page.get_by_label("Load from a file").set_input_files(foreign)
        page.get_by_text("This file holds no figures of veier.").wait_for()
    page.get_by_label("Load from a file").set_input_files(saved.value.path())
    expect(figures).to_contain_text("People 1 of 1", use_inner_text=True)


def test_tabs_do_not_lose_each_others_counts(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    one = visitor.open("/load", "textarea")
    two = visitor.context.new_page()
    two.goto("/load")
    two.wait_for_selector("textarea")
    count = """async (id) => {
      const {countGame, readStatistics} = await import("/static/js/statistics.js");
      const seats = [{kind: "human", level: null, mine: true}, {kind: "computer", level: 3, mine: false}];
      countGame({id, game: {id: "hexrows?side=4"}, seats, result: {shares: ["1", "0"]}}, null, Date.now());
      return Object.keys(readStatistics().games).sort();
    }"""
    kept = "JSON.parse(localStorage.getItem('veier.statistics')).games"
    assert one.evaluate(count, "a") == ["a"]
    before = one.evaluate("localStorage.getItem('veier.statistics')")
    assert two.evaluate(count, "b") == ["a", "b"]
    # The first tab had not yet heard of the second one's game, and writes over it: both are there in the end.
    one.evaluate(count, "c")
    one.evaluate(
        """(before) => {
          const old = JSON.parse(before);
          old.games.c = old.games.a;
          localStorage.setItem("veier.statistics", JSON.stringify(old));
        }""",
        before,
    )
    one.wait_for_function(f"() => Object.keys({kept}).sort().join() === 'a,b,c'")
    assert one.evaluate(f"{kept}.a") == one.evaluate(f"{kept}.a") | {"game": "hexrows", "level": 3, "outcome": "won"}


def test_days_of_practice_in_a_row(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/load", "textarea")
    streaks = """async () => {
      const {streak} = await import("/static/js/statistics.js");
      const today = new Date(2026, 2, 2, 9);
      return [
        streak([], today),
        streak(["2026-02-27", "2026-02-28", "2026-03-01"], today),
        streak(["2026-02-20", "2026-02-21", "2026-03-02"], today),
      ].map(({now, longest}) => [now, longest]);
    }"""
    assert page.evaluate(streaks) == [[0, 0], [3, 3], [1, 2]]


def test_every_page_is_reached_from_the_header(visit: Callable[..., Visitor]) -> None:
    wide = visit()
    page = wide.open("/learn", "main h1")
    names = ["Play", "Learn", "Puzzles", "Print", "My games", "Open"]
    bar = page.get_by_role("navigation", name="Main menu")
    assert bar.get_by_role("link").all_inner_texts() == names
    expect(bar.get_by_role("link", name="Learn")).to_have_attribute("aria-current", "page")
    # Where one studies is a part of learning, as on the home page.
    wide.go("/studies", "main h1")
    expect(bar.get_by_role("link", name="Learn")).to_have_attribute("aria-current", "true")
    expect(bar.get_by_role("button", name="Menu")).to_be_hidden()

    small = visit(width=320, height=640, touch=True)
    page = small.open("/puzzles", "main h1")
    opener = page.get_by_role("button", name="Menu")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Puzzles", exact=True)).to_be_focused()
    sizes = page.locator(".places a").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({height, bottom}) => [height, bottom])"
    )
    assert len(sizes) == len(names)
    assert all(height >= 44 and 320 - 80 < bottom <= 640 for height, bottom in sizes)
    assert small.overflow() <= 0
    assert small.barriers() == []
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    opener.tap()
    expect(page.get_by_role("link", name="Puzzles", exact=True)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator(".places")).to_be_hidden()
