"""What the pages are made of: words as in Python, a shell that opens without the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter

import pytest
from playwright.sync_api import Route, expect

import veier
from veier.messages import LANGUAGES, catalogue, message
from veier.server.assets.files import is_for_pages
from veier.server.web_font import BOOK_FONT
from web.visiting import Visitor

WEB = Path(veier.__file__).parent / "web"


def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"style=|<style|<script(?![^>]* src=)|\son\w+=", page)
    assert not re.search(r"https?://", page)
    # The font is fetched with the page: a wrong name would cost a request and leave titles to jump.
    assert f'<link rel="preload" href="/static/{BOOK_FONT}" as="font"' in page


def test_the_shell_opens_without_the_server(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/", ".card")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => caches.match('/').then(Boolean)")
    visitor.context.set_offline(True)
    page.goto("/table/somewhere")
    expect(page.get_by_role("heading", name="The server is not there")).to_be_visible()
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="This is not here")).to_be_visible()
    # The browser itself complains of what could not be fetched.
    visitor.complaints.clear()


@pytest.mark.parametrize("path", ["/nowhere", "/constructor", "/table/%ff", "/rules/%"])
def test_addresses_that_lead_nowhere_say_so(path: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.goto(path)
    expect(visitor.page.get_by_role("heading", name="This is not here")).to_be_visible()
    # The browser itself notes that an address gave nothing.
    visitor.complaints[:] = [line for line in visitor.complaints if "404" not in line]
    visitor.page.locator(".empty").get_by_role("link").click()
    visitor.page.wait_for_selector(".card")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_filled_in_as_in_python(language: str, visit: Callable[..., Visitor]) -> None:
    page = visit().open("/load", "textarea")
    fillings = ("Rout", "a1", "f6", 5, 24, 25.5, ("a1", "b2", "c3"), message("colour.blue"))
    cases = []
    for key, sentence in catalogue("en").items():
        if not is_for_pages(key):
            continue
        forms = list(sentence.values()) if isinstance(sentence, dict) else [sentence]
        names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
        for filling in fillings if names else fillings[:1]:
            for count in (0, 1, 3) if isinstance(sentence, dict) else (3,):
                params = dict.fromkeys(names, filling) | {"count": count}
                cases.append((key, params, message(key, **params).text(language)))
    script = """async ([language, cases]) => {
      const {t, loadLanguage} = await import("/static/js/i18n.js");
      await loadLanguage(language);
      return cases.map(([key, params]) => t(key, params));
    }"""
    said = page.evaluate(script, [language, [(key, plain(params)) for key, params, _ in cases]])
    assert [(case[0], text) for case, text in zip(cases, said, strict=True) if text != case[2]] == []


def plain(params: Mapping[str, object]) -> dict[str, object]:
    """Write parameters as they travel."""
    blue = {"key": "colour.blue", "params": {}}
    return {name: blue if not isinstance(value, str | int | float | tuple) else value for name, value in params.items()}


def test_what_looks_the_same_is_not_drawn_again(visit: Callable[..., Visitor]) -> None:
    page = visit().open("/load", "textarea")
    script = """async () => {
      const {reconcile} = await import("/static/js/board/reconcile.js");
      const item = (letter) => Object.assign(document.createElement("li"), {textContent: letter});
      const list = document.createElement("ol");
      return ["abc", "abxc", "bxc", "bc", "bcd", "", "cab", "bac"].map((text) => {
        const before = new Set(list.children);
        reconcile(list, [...text].map(item));
        return [list.textContent, [...list.children].filter((child) => before.has(child)).length];
      });
    }"""
    drawn = page.evaluate(script)
    assert drawn == [["abc", 0], ["abxc", 3], ["bxc", 3], ["bc", 2], ["bcd", 2], ["", 0], ["cab", 0], ["bac", 1]]


def test_a_page_that_comes_late_is_not_shown(visit: Callable[..., Visitor]) -> None:
    """Go to a page and back before it has come."""
    visitor = visit()
    page = visitor.open("/puzzles", ".daily veier-board svg")
    held: list[Route] = []
    page.route("**/api/v1/lessons/4eyes", lambda route: held.append(route))
    with page.expect_request("**/api/v1/lessons/4eyes"):
        visitor.page.evaluate(
            "() => { history.pushState(null, '', '/learn/4eyes'); dispatchEvent(new Event('popstate')); }"
        )
    page.go_back()
    expect(page.locator(".daily veier-board svg")).to_be_visible()
    with page.expect_response("**/api/v1/lessons/4eyes"):
        held[0].continue_()
    # Whoever asks later is answered later.
    page.evaluate("() => fetch('/healthz').then(() => null)")
    expect(page.locator(".daily veier-board svg")).to_be_visible()
    expect(page.locator(".exercise")).to_have_count(0)
    expect(page).to_have_title(re.compile("Puzzles"))
