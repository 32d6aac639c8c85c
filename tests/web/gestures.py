"""Making a move as people do: by mouse, by finger, or by keys alone. Nothing here reaches past the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from playwright.sync_api import expect

from web.visiting import Choice, Visitor

Way = Literal["mouse", "touch", "keys"]
WAYS: tuple[Way, ...] = get_args(Way)
# A domino has four neighbours, a tile that lies two quarters to turn by.
_TURNS = 4


def make_move(player: Visitor, text: str, way: Way, *, answered: bool = False) -> None:
    """Make a move and wait until the table has it; where a computer answers, its move may be there as soon."""
    assert player.wait_for_turn()
    before = len(player.moves())
    lay(player, text, way)
    expect(player.page.locator(".moves button.mv").nth(before)).to_have_text(text)
    if not answered:
        expect(player.page.locator(".moves button.mv")).to_have_count(before + 1)


def lay(player: Visitor, text: str, way: Way) -> None:
    """Make a move as far as the player does it."""
    {"mouse": _by_mouse, "touch": _by_touch, "keys": _by_keys}[way](player, player.choice(text))


def play_carelessly(player: Visitor, turn: int, way: Way) -> None:
    """Make a move, and after two turns one that hands over a square wherever that is possible, so that games end."""
    choices = player.choices()
    wanted = [choice for choice in choices if choice.gives == (turn >= 2)] or choices
    make_move(player, wanted[0].text, way, answered=True)


def _by_mouse(player: Visitor, choice: Choice) -> None:
    """Take the piece, point to where the own stone goes, turn it by wheel or handle, lay it by its handle."""
    _take(player, choice, "mouse")
    if choice.stays:
        _turn(player, choice, lambda: player.page.locator("[data-handle=right]").click())
    else:
        player.point(choice.cells[0], "mouse")
        _turn(player, choice, lambda: player.page.mouse.wheel(0, 100))
    player.page.locator("[data-handle=lay]").click()


def _by_touch(player: Visitor, choice: Choice) -> None:
    """Take the piece, tap the cell; the buttons of the tray turn and lay it."""
    _take(player, choice, "touch")
    tray = player.page.locator("veier-tray.acting")
    if not choice.stays:
        player.point(choice.cells[0], "touch")
    _turn(player, choice, lambda: tray.get_by_role("button", name="Turn right").tap())
    tray.locator(".do-lay").tap()


def _by_keys(player: Visitor, choice: Choice) -> None:
    """Walk to the board and over it, take the piece by its letter or where it lies; R turns it, Enter lays it."""
    keyboard = player.page.keyboard
    player.press_until("Tab", "document.activeElement.closest('veier-board') !== null")
    if choice.lies_at:
        player.walk_to(choice.lies_at)
        keyboard.press("Enter")
    elif choice.kind == "place" and len(choice.piece) == 1 and choice.piece.isupper() and player.held() != choice.piece:
        keyboard.press(choice.piece)
    if not choice.stays:
        player.walk_to(choice.cells[0])
        if player.considered() is None:
            keyboard.press("Enter")
    _turn(player, choice, lambda: keyboard.press("r"))
    keyboard.press("Enter")
    if choice.gives:
        # What hands somebody the game asks twice.
        keyboard.press("Enter")


def _take(player: Visitor, choice: Choice, way: Literal["mouse", "touch"]) -> None:
    """Take the piece from where it lies, or from the tray, unless it is in hand already."""
    if player.held() == choice.piece:
        return
    if choice.lies_at:
        player.point(choice.lies_at, way)
        return
    button = player.page.locator(f"veier-tray.acting [data-piece='{choice.piece}']")
    button.click() if way == "mouse" else button.tap()


def _turn(player: Visitor, choice: Choice, once: Callable[[], None]) -> None:
    """Turn until the ghost shows the move."""
    for _ in range(_TURNS):
        if player.considered() == choice.text:
            return
        once()
    assert player.considered() == choice.text
