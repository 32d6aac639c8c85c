"""Invitations: the host's page until friends sit down, addresses that lead here, and what a guest sees first."""

from __future__ import annotations

import io
import os
import re
import socket
from collections.abc import Callable, Iterator

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from veier.server.address import origin_for_others
from veier.server.settings import Settings
from web.conftest import ELSEWHERE_NAME, serving
from web.gestures import make_move
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]

SIZES = [(1280, 800), (1024, 768), (820, 1180), (740, 360), (640, 400), (320, 640), (360, 740)]
PHONE = ViewportSize(width=360, height=740)
# No device of this machine takes links, so what is handed to it is only noted.
SHARE = "async (sent) => { window.sent = sent; }"
# Browsers complain of it on each page that comes without TLS from another computer.
PLAIN_HTTP = "Cross-Origin-Opener-Policy"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, server: str) -> Iterator[str]:
    """Start a server that listens to the whole house; give its address on this computer.

    A computer in no network stands behind a name instead, as with a proxy.
    """
    environment, port = os.environ | {"VEIER_LANG": "en", "VEIER_HOST": "0.0.0.0"}, 0
    if not isinstance(origin_for_others(Settings(host="0.0.0.0")), str):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        environment |= {"VEIER_HOST": "127.0.0.1", "VEIER_BASE_URL": f"http://{ELSEWHERE_NAME}:{port}"}
    with serving(tmp_path_factory.mktemp("house"), environment, port) as address:
        yield address


def start(page: Page, *friends: str) -> None:
    """Begin a game as Anna, with friends on some seats."""
    page.get_by_label("Name of Red").fill("Anna")
    for colour in friends:
        page.get_by_role("radiogroup", name=colour).get_by_text("By link").click()
    page.get_by_role("button", name="Start the game").click()


def test_the_invitation_is_the_page_until_the_friend_sits(house: str, chromium: Browser) -> None:
    host = Visitor(chromium.new_context(locale="en", reduced_motion="reduce"))
    host.context.add_init_script(f"navigator.share = {SHARE}")
    guest = Visitor(chromium.new_context(locale="en", viewport=PHONE, has_touch=True, is_mobile=True))
    page = host.open(f"{house}/new/4eyes-beginners", ".setup veier-board svg")
    page.get_by_text("10 min + 5 s").click()
    start(page, "Blue")
    expect(page.get_by_role("heading", name="Invite a friend")).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)
    address = page.get_by_role("textbox", name="Address")
    link = address.input_value()
    assert "127.0.0.1" not in link
    assert re.fullmatch(r"http://[\w.]+:\d+/table/[\w-]{16}#sit=[\w-]{43}", link)
    code = page.get_by_role("img", name="QR code of the address")
    expect(code).to_have_attribute("src", re.compile("^data:image/svg"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(address).to_be_in_viewport(ratio=1)
        expect(code).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
        assert host.overflow() <= 0
    page.set_viewport_size({"width": 1280, "height": 800})
    picture = Image.open(io.BytesIO(code.screenshot())).convert("RGB")
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [link]
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("sent.url") == link
    assert host.barriers() == []
    page.reload()
    expect(address).to_have_value(link)

    look_as_a_guest(guest, link)
    guest.page.get_by_label("Name").fill("Léa 🦊")
    guest.page.get_by_role("button", name="Sit down").click()
    for visitor in (host, guest):
        visitor.page.wait_for_selector(f"{BOARD} svg")
    expect(page.get_by_role("heading", name="Léa 🦊")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="Anna to move")).to_be_visible()
    assert "#" not in guest.page.url
    make_move(host, "13@C3", "mouse")
    assert guest.wait_for_turn()

    for link_to in ("Link to watch", "To another device"):
        page.get_by_role("button", name="Share").click()
        page.get_by_role("button", name=link_to).click()
        assert address.input_value().startswith(link.partition("#")[0])
        page.get_by_role("button", name="Done").click()
    assert [text for text in host.complaints if PLAIN_HTTP not in text] == []
    assert [text for text in guest.complaints if PLAIN_HTTP not in text] == []
    for visitor in (host, guest):
        visitor.context.close()


def look_as_a_guest(guest: Visitor, link: str) -> None:
    """See what matters before sitting down, on the first screen of a phone; it survives a reload and a language."""
    page = guest.page
    page.goto(link)
    page.wait_for_selector(".short-rules figure veier-board svg")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Anna invites you to play 4EYES, beginners' board")).to_be_visible()
        expect(page.get_by_text("You play Blue.")).to_be_in_viewport()
        expect(page.get_by_text("Clock: 10:00 each, and 5 s more with every move.")).to_be_in_viewport()
        expect(page.locator(".invited > .pic veier-board svg")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
        page.reload()
    rules = page.locator(".short-rules")
    expect(rules).to_contain_text("four stones of your colour at the corners of a square win")
    expect(rules).to_contain_text("place a tile on any empty field")
    expect(rules.locator("figure")).to_have_count(3)
    assert guest.barriers() == []
    for title, sit in (("Français", "Prendre place"), ("English", "Sit down")):
        page.locator("[popovertarget=menu-language]").click()
        page.get_by_role("menuitemradio", name=title).click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("button", name=sit)).to_be_in_viewport(ratio=1)
            assert guest.overflow() <= 0


def test_a_server_for_one_computer_says_how_to_open_it(visit: Visit) -> None:
    host = visit(width=320, height=640)
    page = host.open("/new/4eyes-beginners", ".setup veier-board svg")
    start(page, "Blue")
    expect(page.locator(".invitation")).to_contain_text("veier serve --host 0.0.0.0")
    assert page.get_by_role("textbox", name="Address", exact=True).count() == 0
    assert page.get_by_role("img", name="QR code of the address").count() == 0
    # Another browser here can still be used.
    expect(page.get_by_role("textbox", name="Address on this computer")).to_have_value(re.compile("127.0.0.1"))
    assert host.overflow() <= 0
    page.get_by_role("button", name="To the board").click()
    page.wait_for_selector(f"{BOARD} svg")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Link to watch").click()
    expect(page.get_by_role("dialog")).to_contain_text("veier serve --host 0.0.0.0")
    assert page.get_by_role("dialog").get_by_role("img").count() == 0


def test_two_friends_are_invited_on_one_page(visit: Visit) -> None:
    host, second, third = visit(), visit(width=360, height=740), visit()
    page = host.open("/new/4eyes-plus-3p-7x7", ".setup veier-board svg")
    start(page, "Brown", "Blue")
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    addresses = page.get_by_role("textbox", name="Address")
    expect(addresses).to_have_count(2)
    brown, blue = (address.input_value() for address in addresses.all())
    second.page.goto(blue)
    expect(second.page.get_by_text("You play Blue.")).to_be_visible()
    second.page.get_by_label("Name").fill("Ben")
    second.page.get_by_role("button", name="Sit down").click()
    second.page.wait_for_selector(f"{BOARD} svg")
    expect(page.get_by_role("heading", name="Ben is at the table.")).to_be_visible()
    expect(addresses).to_have_value(brown)
    # Whoever only watches leaves the seat open, and the link valid.
    third.page.goto(brown)
    expect(third.page.get_by_text("Ben, playing Blue")).to_be_visible()
    third.page.get_by_role("button", name="Only watch").click()
    third.page.wait_for_selector(f"{BOARD} svg")
    third.page.goto("about:blank")
    third.page.goto(brown)
    third.page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(f"{BOARD} svg")
    # Who sits may open the link again; for others it is used up.
    late = visit()
    for visitor, told in ((third, 0), (late, 1)):
        visitor.page.goto("about:blank")
        visitor.page.goto(brown)
        visitor.page.wait_for_selector(f"{BOARD} svg")
        assert visitor.page.get_by_role("status").filter(has_text="this invite has been used").count() == told
        visitor.complaints[:] = [text for text in visitor.complaints if "403" not in text]
    expect(third.page.get_by_role("button", name="Resign")).to_be_visible()
