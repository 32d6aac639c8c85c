"""Bots in the browser: chosen in the set-up while they are connected, and marked at the table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from server.serving import until

from veier.client import AsyncClient, Client, Registration
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


@contextmanager
def connected_bot(url: str, registration: Registration) -> Iterator[None]:
    """A bot that plays the first legal move, in a thread of its own."""
    stopping = threading.Event()

    async def play() -> None:
        async for event in AsyncClient(url, bot=True).events(registration):
            if event.kind == "turn":
                await event.table.play(event.state, event.state.board.legal_moves[0].text)

    async def run() -> None:
        playing = asyncio.create_task(play())
        while not stopping.is_set():
            await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(asyncio.run, run())
        try:
            until(lambda: any(bot["name"] == registration.name for bot in Client(url).bots()))
            yield
        finally:
            stopping.set()
            done.result(20)


def test_without_bots_nobody_is_offered_one(visit: Visit) -> None:
    page = visit().open("/new/hexrows", ".setup veier-board svg")
    expect(page.get_by_label("Computer", exact=True).first).to_be_attached()
    expect(page.get_by_label("Bot", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "mark", "size"),
    [
        ("en", "a program plays here", (1280, 800)),
        ("lb", "hei spillt e Programm", (360, 740)),
    ],
)
def test_a_bot_is_chosen_and_marked(visit: Visit, server: str, language: str, mark: str, size: tuple[int, int]) -> None:
    with connected_bot(server, Registration("Rex", ["hexrows"], tables=50)):
        visitor = visit(width=size[0], height=size[1], language=language)
        page = visitor.open("/new/hexrows", ".setup veier-board svg")
        page.get_by_text("Bot", exact=True).last.click()
        expect(page.get_by_role("combobox")).to_have_value("Rex")
        page.locator("button[type=submit]").click()
        page.wait_for_selector(f"{BOARD} svg")
        seat = page.locator("section.seat").filter(has_text="Rex")
        expect(seat.locator(".botmark")).to_have_attribute("title", mark)
        expect(seat.locator(".botmark .icon")).to_be_visible()
