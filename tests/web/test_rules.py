"""Rules to read in the browser: found from everywhere, and their figures can be played with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from veier.games import game
from veier.learn import read_page
from veier.messages import LANGUAGES
from web.visiting import Visitor

DIALOG_BOARD = "dialog veier-board"


def open_figure(page: Page, name: str) -> None:
    page.locator(f"[data-figure={name}] button").click()
    page.wait_for_function(f"() => document.querySelector('{DIALOG_BOARD}')?.board")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_all_that_the_library_says(language: str, visit: Callable[..., Visitor]) -> None:
    page = visit(language=language).open("/rules/4eyes", ".figures veier-board svg")
    written = read_page(game("4eyes"), language)
    expect(page.get_by_role("heading", level=1)).to_have_text(written.title)
    headings = [block.text for block in written.blocks if hasattr(block, "text")]
    assert page.get_by_role("heading", level=2).all_inner_texts() == headings
    assert page.locator(".toc a").all_inner_texts() == headings
    assert page.locator("article > *").count() == len(written.blocks) + 2


def test_the_rules_are_found_from_everywhere(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/", ".card")
    page.get_by_role("link", name="Rules: 4EYES+ on paper").click()
    page.get_by_role("heading", name="4EYES+ on paper", level=1).wait_for()
    page.get_by_role("link", name="4EYES+", exact=True).click()
    page.get_by_role("heading", name="4EYES+", exact=True, level=1).wait_for()
    visitor.go("/", ".card")
    page.get_by_role("navigation", name="Learn").get_by_role("link", name="Rules").click()
    page.locator(".rulelist").get_by_role("link", name="Hexagonal rows").click()
    page.get_by_role("heading", name="Hexagonal rows", level=1).wait_for()
    visitor.go("/new/4eyes-plus-3p", ".setup")
    assert page.get_by_role("link", name="Rules").get_attribute("href") == "/rules/4eyes-plus-3p"
    visitor.open_table("4eyes?side=4&a=2&b=2&d=2", {"kind": "me"}, {"kind": "device"})
    with visitor.context.expect_page() as opened:
        page.get_by_role("link", name="Rules: 4EYES").click()
    opened.value.get_by_text("a board of 4x4 large fields").wait_for()


def test_a_page_has_the_numbers_of_the_game_played_and_leads_to_its_variants(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/rules/4eyes-plus-2p?side=8&tiles=13", ".rulebook")
    article = page.locator("article")
    expect(article).to_contain_text("8x8 cells, and 13 dominoes for each player")
    article.get_by_role("link", name="4EYES+ for three", exact=True).click()
    expect(article).to_contain_text("9x9 cells, and 10 dominoes for each player")
    visitor.go("/new/4eyes", ".setup")
    expect(page.locator(".note")).to_contain_text("3+3+4")
    page.locator(".split button").first.click()
    expect(page.locator(".note")).not_to_contain_text("3+3+4")
    assert page.locator(".setup").get_by_role("link", name="Rules").get_attribute("href") == "/rules/4eyes?a=2"


@pytest.mark.parametrize("width", [360, 1280])
def test_cards_and_credits_say_what_the_sheets_say(width: int, visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=width)
    page = visitor.open("/", ".card")
    facts = {
        card.locator("h2").inner_text(): card.locator(".facts").inner_text() for card in page.locator(".card").all()
    }
    assert "Age 12+" in facts["4EYES"]
    assert "Age 12–99" in facts["4EYES+"]
    assert all("20 min" in said for title, said in facts.items() if title != "Hexagonal rows")
    assert not any(word in facts["Hexagonal rows"] for word in ("min", "Age"))
    visitor.go("/rules", ".rulelist")
    credits_ = page.get_by_role("region", name="Whose games these are")
    expect(credits_).to_contain_text("Idea and Copyright: Martin Dieterle")
    expect(credits_).to_contain_text("Thanks to François Haffner (JEUXSOC)")
    assert visitor.overflow() <= 0
    assert visitor.barriers() == []


def test_the_contents_lead_to_their_section(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/rules/4eyes", ".toc")
    heading = page.get_by_role("heading", name="What is forbidden")
    expect(heading).not_to_be_in_viewport()
    page.locator(".toc").get_by_role("link", name="What is forbidden").click()
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()


def test_a_figure_is_played_with(visit: Callable[..., Visitor]) -> None:
    """Take back the winning move, play another one, and start again."""
    page = visit().open("/rules/hexrows", "[data-figure=run-4]")
    open_figure(page, "run-4")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("button", name="Start again").is_disabled()
    dialog.get_by_role("button", name="Take back").click()
    page.wait_for_function(f"() => document.querySelector('{DIALOG_BOARD}').board.view.stones.length === 6")
    page.locator(f"{DIALOG_BOARD} [data-cell=e5].cell").click()
    page.locator(f"{DIALOG_BOARD} [data-handle=lay]").click()
    page.wait_for_function(f"() => document.querySelector('{DIALOG_BOARD}').board.view.stones.length === 7")
    expect(dialog.locator(".status")).to_have_text("Blue to move")
    dialog.get_by_role("button", name="Start again").click()
    page.wait_for_function(f"() => document.querySelector('{DIALOG_BOARD}').board.view.rows.length === 1")
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_a_forbidden_move_is_explained_on_its_figure(width: int, theme: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=width, theme=theme)
    page = visitor.open("/rules/4eyes-plus-2p", "[data-figure=forbidden] .ghost-stone")
    open_figure(page, "forbidden")
    expect(page.get_by_role("dialog").locator(".move-warning")).to_contain_text("a square of both colours at once")
    assert visitor.overflow() <= 0
    assert visitor.barriers() == []
