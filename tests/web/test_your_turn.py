"""Whose turn it is, told where players look: the window's title and its icon, and the line at once."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.gestures import make_move
from web.visiting import Visitor, sit_together

Visit = Callable[..., Visitor]
LINE = "The line is broken. It is being built up again."


def icon(page: Page) -> str:
    """Name the picture that the window has in the browser's bar."""
    source = page.locator("link[rel=icon]").get_attribute("href")
    assert source
    assert page.request.get(source).ok
    return source.rpartition("/")[2]


def test_title_and_icon_say_whose_turn_it_is(visit: Visit) -> None:
    host, guest = visit(), visit()
    sit_together(host, guest)
    expect(host.page).to_have_title("Your turn · 4EYES+ for two, small board")
    assert icon(host.page) == "turn.svg"
    expect(guest.page).to_have_title("Luc’s turn · 4EYES+ for two, small board")
    assert icon(guest.page) == "icon.svg"

    make_move(host, "d4e4", "mouse")
    expect(host.page).to_have_title("Anna’s turn · 4EYES+ for two, small board")
    expect(guest.page).to_have_title("Your turn · 4EYES+ for two, small board")
    assert [icon(visitor.page) for visitor in (host, guest)] == ["icon.svg", "turn.svg"]

    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.page).to_have_title("You win · 4EYES+ for two, small board")
    assert icon(guest.page) == "icon.svg"

    guest.go("/", ".card")
    expect(guest.page).to_have_title("Play · veier")


def test_a_line_that_the_browser_knows_to_be_broken_is_told_at_once(visit: Visit) -> None:
    player = visit()
    player.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "device"})
    # The page itself measures, so that a busy machine does not count.
    player.page.evaluate(
        """() => {
          const banner = document.querySelector('.banner');
          window.told = {};
          for (const name of ['offline', 'online']) addEventListener(name, () => (told[name] = performance.now()));
          new MutationObserver(() => (told[banner.hidden ? 'gone' : 'shown'] = performance.now()))
            .observe(banner, {attributes: true});
        }"""
    )
    banner = player.page.locator(".banner")
    player.context.set_offline(True)
    expect(banner).to_have_text(LINE)
    player.context.set_offline(False)
    expect(banner).to_be_hidden()
    told = player.page.evaluate("told")
    assert told["shown"] - told["offline"] < 1000
    assert told["gone"] - told["online"] < 1000
    make_move(player, "d4e4", "mouse")
