"""An hour with a class: one who organises, six children at their own devices and a board on the wall, in browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from sheets.pdf_reader import read_pdf

from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]

NAMES = ["Mia", "Tom", "Zoé", "Maximilian-Alexander", "Mia", "Léo"]
SCREENS = [(1280, 800), (1024, 768), (820, 1180), (740, 360), (360, 740), (320, 640)]
# Of an element: whether its middle is on the screen and nothing covers it.
_IN_SIGHT = """(selector) => {
  const one = document.querySelector(selector);
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inside && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def faults(visitor: Visitor, *needed: str) -> list[str]:
    """Name what sticks out or is out of sight on any screen, and what keeps people out."""
    found = []
    page, size = visitor.page, visitor.page.viewport_size
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        page.evaluate("scrollTo(0, 0)")
        if visitor.overflow() > 0:
            found.append(f"{width}x{height}: too wide by {visitor.overflow()}")
        found += [f"{width}x{height}: {one}" for one in needed if not page.evaluate(_IN_SIGHT, one)]
    if size:
        page.set_viewport_size(size)
    return found + visitor.barriers()


def test_an_hour_with_a_class(visit: Visit, tmp_path: Path) -> None:
    teacher, projector = visit(), visit(theme="dark")
    children = [visit(360, 740, language=language, touch=True) for language in ("en", "fr", "de", "lb", "en", "en")]

    # From the home page, by keyboard: the names are pasted, and one button opens everything.
    page = teacher.open("/", ".card")
    page.get_by_role("link", name="Class or club").first.press("Enter")
    page.get_by_label("Names").focus()
    page.keyboard.insert_text("\n".join(f"{number}. {name}" for number, name in enumerate(NAMES, 1)) + "\n")
    expect(page.get_by_text("5 rounds of 12 minutes each")).to_be_visible()
    expect(page.get_by_text("6 names")).to_be_visible()
    assert faults(teacher) == []
    page.get_by_label("Game").select_option("hexrows?side=4&stones=18")
    page.get_by_role("button", name="Open the tournament").press("Enter")
    expect(page.get_by_role("heading", name="0 of 6 are here")).to_be_visible()
    assert faults(teacher, ".tournament-desk .btn.primary") == []

    # Each child opens its own link.
    links = [link_of(page, name) for name in ("Mia", "Tom", "Zoé", "Maximilian-Alexander", "Mia 2", "Léo")]
    address = page.url
    for child, link in zip(children, links, strict=True):
        child.open(link, ".tournament-player h1")
        assert "#" not in child.page.url
    expect(children[4].page.get_by_role("heading", name="Hello, Mia 2!")).to_be_visible()
    expect(children[1].page.get_by_role("heading", name="Bonjour, Tom !")).to_be_visible()
    assert faults(children[1]) == []
    expect(page.get_by_role("heading", name="6 of 6 are here")).to_be_visible()
    wall = projector.open(f"{address}/board", ".tournament-board h1")
    expect(wall.get_by_role("heading", name="The first round begins soon")).to_be_visible()

    # The round begins, and everybody sits at their table; the wall shows what happens there.
    page.get_by_role("button", name="Begin round 1").press("Enter")
    for child in children:
        child.page.wait_for_selector(f"{BOARD} svg")
    expect(wall.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    expect(wall.locator(".tables li .small-board svg")).to_have_count(3)
    tables = [child.page.url for child in children]
    assert sorted(tables.count(table) for table in tables) == [2] * 6
    mover = next(child for child in children if child.choices())
    playing = f"document.querySelector('{BOARD}')"
    mover.page.evaluate(f"{playing}.consider({playing}.board.view.choices[0].text); {playing}.commit()")
    expect(mover.page.locator(".moves button.mv")).to_have_count(1)
    wall.wait_for_function(
        "() => [...document.querySelectorAll('.tables veier-board')].some(({board}) => board.view.stones.length === 1)"
    )
    assert faults(teacher, ".tournament-desk .btn.primary") == []
    assert faults(projector, ".tournament-board h1") == []

    # A child gives up, and the result is everywhere at once; a child who reloads is still where it was.
    loser = children[0]
    give_up(loser.page)
    expect(loser.page.get_by_role("link", name="Back to the tournament")).to_be_visible()
    assert faults(loser) == []
    loser.page.get_by_role("link", name="Back to the tournament").click()
    expect(loser.page.get_by_role("heading", name="Well played")).to_be_visible()
    loser.page.reload()
    expect(loser.page.get_by_role("heading", name="Well played")).to_be_visible()
    winner = children[next(k for k in range(1, 6) if tables[k] == tables[0])]
    expect(wall.locator(".standings tbody tr").first).to_contain_text("1")
    expect(page.locator(".results select").filter(has_text="wins").first).to_be_visible()

    # Another result is set by hand; games that still run are asked about, and everybody moves on by themselves.
    other = page.get_by_role("combobox").locator("visible=true").last
    other.select_option("1/2-1/2")
    expect(page.locator(".of-standings .standings")).to_contain_text("½")
    page.get_by_role("button", name="Begin round 2").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 game still runs")
    page.get_by_role("dialog").get_by_role("button", name="Go on").press("Enter")
    for child, before in zip(children, tables, strict=True):
        child.page.wait_for_function(
            "(before) => location.href !== before && location.pathname.startsWith('/table')", arg=before
        )
    expect(wall.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    # Another device: the same link.
    moved = visit(360, 740)
    moved.open(links[1], f"{BOARD} svg")
    assert moved.page.url == children[1].page.url

    # The end: everybody sees the place, and the certificates have all names.
    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Go on").click()
    expect(wall.get_by_role("heading", name="The tournament is over")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Print certificates").click()
    download.value.save_as(tmp_path / "certificates.pdf")
    text = "".join(sheet.text for sheet in read_pdf((tmp_path / "certificates.pdf").read_bytes()))
    assert all(name in text for name in {*NAMES, "Mia 2"})
    winner.open(address, ".tournament-player h1")
    assert faults(winner) == []


def link_of(page: Page, name: str) -> str:
    """Read a player's link, which the desk shows with its code."""
    page.get_by_role("button", name=f"Link for {name}", exact=True).click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_role("textbox").input_value()
    assert re.search(r"/tournament/[\w-]{16}#play=[\w-]{43}$", link)
    dialog.get_by_role("button", name="Done").click()
    return link


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
