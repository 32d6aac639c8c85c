"""An hour with a class: one who organises, six children at their own devices and a board on the wall, in browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
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

    # All links at once, for laptops: a name, a tab and the link on each line.
    page.get_by_role("button", name="Copy all links").first.press("Enter")
    listed = [line.split("\t") for line in page.locator(".link-list").input_value().split("\n")]
    page.get_by_role("dialog").get_by_role("button", name="Done").click()

    # Each child opens its own link.
    links = [link_of(page, name) for name in ("Mia", "Tom", "Zoé", "Maximilian-Alexander", "Mia 2", "Léo")]
    address = page.url
    assert [name for name, _ in listed] == [*NAMES[:4], "Mia 2", "Léo"]
    assert [link.partition("#")[2] for _, link in listed] == [link.partition("#")[2] for link in links]
    for child, link in zip(children, links, strict=True):
        child.open(link, ".tournament-player h1")
        assert "#" not in child.page.url
    expect(children[4].page.get_by_role("heading", name="Hello, Mia 2!")).to_be_visible()
    expect(children[1].page.get_by_role("heading", name="Bonjour, Tom !")).to_be_visible()
    assert faults(children[1]) == []
    expect(page.get_by_role("heading", name="6 of 6 are here")).to_be_visible()
    wall = projector.open(f"{address}/board", ".tournament-board h1")
    expect(wall.get_by_role("heading", name="The first round begins soon")).to_be_visible()
    expect(wall.locator(".name.arrived")).to_have_count(6)

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

    # The page of the organiser is closed and found again from the first page; so is a child's.
    page.goto("/")
    page.get_by_role("link", name="Class or club: ").click()
    expect(page.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    children[5].page.goto("/")
    assert faults(children[5]) == []
    children[5].page.get_by_role("link", name=re.compile("Class or club: .*Léo")).click()
    children[5].page.get_by_role("link", name="To the table").click()
    children[5].page.wait_for_selector(f"{BOARD} svg")

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
    expect(page.locator("#announcer")).to_have_text(re.compile(r"^Table \d: .* wins$"))

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

    # The set-up leads back to it, and there it is deleted, which everybody is told.
    for visitor in (moved, *children):
        if visitor is not winner:
            visitor.page.goto("about:blank")
    page.goto("/tournament")
    page.get_by_role("link", name="Class or club: ").click()
    page.get_by_role("button", name="Delete the tournament").click()
    expect(page.get_by_role("dialog")).to_contain_text("All names, results and games disappear")
    page.get_by_role("dialog").get_by_role("button", name="Delete the tournament").click()
    for shown in (page, wall, winner.page):
        shown.wait_for_selector(".page-home .card")
    expect(page.get_by_role("link", name="Class or club: ")).to_have_count(0)


# What stands on the wall below its edge or outside its box, and letters that are too small to be read.
_WALL = """() => {
  const found = [];
  const last = [...document.querySelectorAll(".of-table, .name, .standings tr")];
  for (const one of last) {
    const {right, bottom} = one.getBoundingClientRect();
    if (bottom > innerHeight || right > innerWidth) found.push(`out of sight: ${one.textContent}`);
  }
  for (const one of document.querySelectorAll(".of-table")) {
    if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1) {
      found.push(`does not fit: ${one.textContent}`);
    }
  }
  return found;
}"""
_SMALL = """() => [...document.querySelectorAll(".tournament-board :is(h1, h2, p, th, td, bdi, span, button)")]
  .filter((one) => one.checkVisibility() && one.textContent && parseFloat(getComputedStyle(one).fontSize) < 12)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("count", [10, 20, 30, 40])
def test_a_wall_has_everything_in_sight_and_turns_its_pages(visit: Visit, count: int) -> None:
    teacher = visit()
    page = teacher.open("/", ".card")
    names = [f"{NAMES[number % 6]} {number}" for number in range(count)]
    opened = teacher.post("/api/v1/tournaments", {"game": "hexrows?side=4&stones=18", "names": names})
    page.goto(f"/tournament/{opened['id']}/board")
    expect(page.locator(".name")).to_have_count(count)
    assert walls(page) == []
    teacher.post(f"/api/v1/tournaments/{opened['id']}/commands", {"command": {"kind": "begin_round", "round": 1}})
    expect(page.locator(".of-table .small-board svg").first).to_be_visible()
    seen: set[str] = set()
    pages = page.locator(".paging .n").inner_text().partition(" / ")[2] if count > 10 else "1"
    for number in range(int(pages)):
        if number:
            # They turn by hand where the system asks for less motion.
            page.get_by_role("button", name="Next page").press("Enter")
        seen |= {text.strip() for text in page.locator(".of-table bdi, .standings bdi").all_text_contents()}
        assert walls(page) == []
    assert seen == set(names)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".of-table")).to_have_count(count // 2)
    assert page.evaluate(_SMALL) == []
    assert teacher.overflow() <= 0


def walls(page: Page) -> list[str]:
    """Name what is not in sight on the screens of projectors."""
    found = []
    for width, height in [(1024, 768), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [f"{width}: {fault}" for fault in page.evaluate(_WALL) + page.evaluate(_SMALL)]
    return found


def test_pages_turn_by_themselves_until_they_are_held(visit: Visit) -> None:
    teacher = visit()
    page = teacher.page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    teacher.open("/", ".card")
    opened = teacher.post("/api/v1/tournaments", {"game": "4eyes", "names": [f"Mia {number}" for number in range(30)]})
    teacher.post(f"/api/v1/tournaments/{opened['id']}/commands", {"command": {"kind": "begin_round", "round": 1}})
    page.goto(f"/tournament/{opened['id']}/board")
    place = page.locator(".paging .n")
    expect(place).to_have_text("1 / 3")
    page.clock.run_for(8100)
    expect(place).to_have_text("2 / 3")
    page.get_by_role("button", name="Hold this page").press("Enter")
    page.clock.run_for(30_000)
    expect(place).to_have_text("2 / 3")
    page.get_by_role("button", name="Turn the pages").press("Enter")
    page.clock.run_for(8100)
    expect(place).to_have_text("3 / 3")


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_a_club_of_three_at_a_table(visit: Visit, language: str, tmp_path: Path) -> None:
    club, projector = visit(language=language), visit(1024, 768, language=language, theme="dark")
    page = club.open("/tournament", ".tournament-set-up")
    page.locator("textarea").fill("Mia\nTom\nZoé\nMaximilian-Alexander\nLéo")
    page.locator("select").first.select_option("4eyes-plus-3p-7x7")
    expect(page.locator(".plan .sum")).to_be_visible()
    assert faults(club) == []
    page.locator(".tournament-set-up .btn.primary").click()
    page.locator(".tournament-desk .btn.primary").click()
    wall = projector.open(f"{page.url}/board", ".of-table .small-board svg")
    expect(wall.locator(".of-table")).to_have_count(2)
    # The computer has the sixth seat.
    computer = {"en": "Computer", "de": "Computer", "fr": "Ordinateur", "lb": "Computer"}[language]
    expect(wall.locator(".of-table bdi").filter(has_text=computer)).to_have_count(1)
    assert wall.evaluate(_WALL) == []
    # At one table two share the first place; at the other the computer wins.
    fields = page.locator(".results select")
    of_two = fields.nth(0) if fields.nth(0).locator("option[value='0-0']").count() else fields.nth(1)
    of_three = page.locator(".results select:not(:has(option[value='0-0']))")
    of_two.select_option("0-0")
    of_three.select_option("1/3-1/3-1/3")
    expect(wall.locator(".standings tbody td:last-child")).to_have_text(["⅓", "⅓", "⅓", "0", "0"])
    expect(wall.locator(".standings tbody td:first-child")).to_have_text(["1", "1", "1", "4", "4"])
    assert faults(club, ".tournament-desk .btn.primary") == []
    assert faults(projector, ".tournament-board h1") == []
    page.locator("header .btn.big").filter(has_not=page.locator("svg")).click()
    expect(page.locator(".sheet.primary")).to_be_visible()
    with page.expect_download() as download:
        page.locator(".sheet.primary").click()
    download.value.save_as(tmp_path / "certificates.pdf")
    text = "".join(sheet.text for sheet in read_pdf((tmp_path / "certificates.pdf").read_bytes()))
    assert text.count("⅓") == 3
    assert "Maximilian-Alexander" in text


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
