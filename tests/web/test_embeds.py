"""Boards on other sites: the example page from another origin, frames of every size, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from web.elsewhere import Elsewhere

EXAMPLE = (Path(__file__).parents[2] / "examples/embed.html").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8484"
GAME = "/embed/4eyes?moves=13@C3+24@B2+41@D4+34@B4+13@D2"


@pytest.fixture
def page(chromium: Browser, server: str, elsewhere: Elsewhere) -> Iterator[Page]:
    """A page of another site, or one for frames; in the end nothing has set a cookie."""
    elsewhere.pages["/"] = EXAMPLE.replace(ADDRESS, server)
    context = chromium.new_context(locale="en", reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(20_000)
    context.add_init_script("addEventListener('failed', (event) => { window.reason = event.detail.reason; });")
    yield context.new_page()
    assert context.cookies() == []
    context.close()


def in_frame(page: Page) -> Frame:
    """Return the frame of the page."""
    (frame,) = [frame for frame in page.frames if frame.parent_frame]
    return frame


def test_the_example_page_shows_boards_of_another_site(page: Page, elsewhere: Elsewhere, server: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(elsewhere.allowed)
    game = page.locator("#game")
    expect(game.locator(".said")).to_contain_text("Red wins: four stones stand in a square on d4, g4, g7 and d7.")
    picture = game.get_by_role("img")
    label = picture.get_attribute("aria-label") or ""
    assert label.startswith("4EYES. Move 5 of 5. Red wins")
    assert "Blue " in label.rpartition("Red ")[2]
    assert set(label.rpartition("Blue ")[2].split()) == {"c3", "f5", "g8", "c7", "h3"}
    # By keyboard: back and forth, to the ends, and no further; the focus stays.
    first = game.get_by_role("button", name="To the beginning")
    first.focus()
    page.keyboard.press("ArrowLeft")
    expect(game.locator(".where")).to_have_text("Move 4 of 5")
    expect(game.locator(".said")).to_contain_text("Red to move")
    page.keyboard.press("Enter")
    expect(game.locator(".where")).to_have_text("Move 0 of 5")
    expect(first).to_have_attribute("aria-disabled", "true")
    expect(first).to_be_focused()
    assert game.locator(".stone").count() == 0
    page.keyboard.press("End")
    expect(game.locator(".where")).to_have_text("Move 5 of 5")
    link = game.get_by_role("link")
    expect(link).to_have_attribute("href", f"{server}/analyse/4eyes?moves=13%40C3+24%40B2+41%40D4+34%40B4+13%40D2")
    expect(link).to_have_attribute("target", "_blank")
    # In another language and theme, without controls; a record, after its first move.
    position = page.locator("#position")
    expect(position.get_by_role("img")).to_have_attribute(
        "aria-label", "Sechseckeg Reien. Zuch 3 vun 3. Blo ass drun Rout: f6 f7 Blo: g6"
    )
    expect(position.get_by_role("button")).to_have_count(0)
    assert position.evaluate("(board) => getComputedStyle(board).colorScheme") == "dark"
    expect(page.locator("#record .where")).to_have_text("Move 1 of 3")
    # Attributes can be changed, and scripts of the page hear of it.
    heard = page.evaluate("""() => new Promise((heard) => {
      const board = document.getElementById("game");
      board.addEventListener("shown", ({detail}) => detail.plies === 1 && heard(detail), {once: false});
      board.setAttribute("moves", "13@C3");
    })""")
    assert heard == {"ply": 1, "plies": 1}
    # Nothing of the page has changed its look, and nothing of the board leaks out.
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')") == ""
    assert page.locator("body > svg").count() == 0
    page.locator("iframe").scroll_into_view_if_needed()
    page.frame_locator("iframe").get_by_text("Move 3 of 3").wait_for()
    in_frame(page).locator(".picture").click()
    page.keyboard.press("Home")
    page.frame_locator("iframe").get_by_text("Move 0 of 3").wait_for()
    assert errors == []


def test_a_site_that_is_not_allowed_is_told_so(page: Page, elsewhere: Elsewhere) -> None:
    page.goto(elsewhere.refused)
    game = page.locator("#game")
    expect(game.get_by_role("status")).to_have_text(
        f"The operator of this server does not let pages of {elsewhere.refused} show its boards."
    )
    # What the page's author wrote in its place stays.
    expect(game.get_by_role("link", name="look at it")).to_be_visible()
    expect(page.locator("#position").get_by_role("status")).to_contain_text("De Bedreiwer vun dësem Server")
    page.locator("iframe").scroll_into_view_if_needed()
    page.wait_for_function("() => window.reason")
    assert in_frame(page).locator("veier-board").count() == 0


def test_without_the_server_the_board_says_so_and_tries_again(page: Page, elsewhere: Elsewhere, server: str) -> None:
    page.route("**/api/v1/embeds", lambda route: route.abort())
    page.goto(elsewhere.allowed)
    game = page.locator("#game")
    host = server.partition("//")[2]
    expect(game.get_by_role("status")).to_have_text(f"The board could not be loaded: {host} does not answer.")
    page.unroute("**/api/v1/embeds")
    game.get_by_role("button", name="Try again").click()
    expect(game.locator(".where")).to_have_text("Move 5 of 5")


def test_a_game_that_is_played_is_followed_on_a_page_with_a_strict_policy(
    page: Page, elsewhere: Elsewhere, server: str
) -> None:
    policy = f"default-src 'none'; script-src {server}; connect-src {server}"
    session = {"Authorization": f"Bearer {'e' * 43}"}
    with httpx.Client(base_url=f"{server}/api/v1", headers=session, timeout=60) as players:
        seats = [{"kind": "me"}, {"kind": "device"}]
        table = players.post("/tables", json={"game": "4eyes", "seats": seats}).json()["id"]

        def play(text: str) -> None:
            version = players.get(f"/tables/{table}").json()["version"]
            command = {"kind": "move", "text": text}
            body = {"id": f"move-{version}", "version": version, "command": command}
            assert players.post(f"/tables/{table}/commands", json=body).status_code == 200
            # As when the reader comes back to the page; otherwise the board asks every ten seconds.
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        elsewhere.pages["/strict"] = (
            f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{policy}">'
            f'<script type="module" src="{server}/embed/veier-board.js"></script>'
            f'<veier-board table="{table}"></veier-board>'
        )
        page.goto(f"{elsewhere.allowed}/strict")
        board = page.locator("veier-board")
        expect(board.locator(".said")).to_have_text("Red to move")
        assert board.locator(".card").evaluate("(card) => getComputedStyle(card).paddingLeft") == "14px"
        play("13@C3")
        expect(board.locator(".where")).to_have_text("Move 1 of 1")
        # Whoever looks back stays there.
        board.get_by_role("button", name="To the beginning").click()
        play("24@B2")
        expect(board.locator(".where")).to_have_text("Move 0 of 2")
        expect(board.get_by_role("link")).to_have_attribute("href", f"{server}/table/{table}")


@pytest.mark.parametrize(
    ("width", "height", "language", "theme"),
    [(320, 420, "fr", "light"), (480, 560, "de", "dark"), (800, 600, "lb", "light"), (600, 300, "en", "dark")],
)
def test_a_frame_of_any_size_shows_all(
    page: Page, server: str, width: int, height: int, language: str, theme: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}{GAME}&lang={language}&theme={theme}")
    page.locator(".stone, .made").first.wait_for()
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    parts = [page.locator(name) for name in (".title", ".picture svg", ".said strong", ".steps", ".link")]
    boxes = [part.bounding_box() for part in parts]
    for box in boxes:
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    board = boxes[1]
    assert board
    assert min(board["width"], board["height"]) >= 0.5 * min(width, height)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme
    expect(page.get_by_role("button")).to_have_count(4)


def test_the_links_of_a_position_offer_the_code_for_a_web_page(page: Page, server: str) -> None:
    page.goto(f"{server}/analyse/4eyes?moves=13@C3")
    page.get_by_role("button", name="Link, picture").click()
    code = page.get_by_role("dialog").get_by_label("To show the board on a web page, put this code there.")
    expect(code).to_have_value(
        re.compile(rf'<iframe src="{server}/embed/4eyes/\w+\?lang=en" title="4EYES: A position" ')
    )
