"""Where the system chooses the colours, one still sees what is on and what is chosen."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import Locator

from web.visiting import Visitor


def colours(of: Locator) -> Counter[object]:
    """Count the pixels of each colour in the middle of an element, without its frame."""
    return pixels(of.screenshot())


def pixels(png: bytes) -> Counter[object]:
    with Image.open(io.BytesIO(png)) as picture:
        width, height = picture.size
        middle = picture.convert("RGB").crop((4, 4, width - 4, height - 4))
        return Counter(middle.get_flattened_data())


def test_switches_and_choices_are_seen(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.emulate_media(forced_colors="active")
    page = visitor.open("/new/4eyes", ".switch input")
    switch = page.locator(".switch").first
    box = switch.locator("input")
    box.uncheck()
    off = colours(switch)
    box.check()
    on = colours(switch)
    for seen in (off, on):
        assert len([count for count in seen.values() if count > 40]) >= 2, "the knob and what it slides on differ"
    assert on.most_common(1)[0][0] != off.most_common(1)[0][0]
    row = page.locator(".seg").first
    chosen, other = (
        colours(row.locator(f"label{which}").first) for which in (":has(:checked)", ":not(:has(:checked))")
    )
    assert chosen.most_common(1)[0][0] != other.most_common(1)[0][0]


def test_the_chosen_tab_the_current_move_and_chances_are_seen(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.emulate_media(forced_colors="active")
    page = visitor.open("/analyse/4eyes-plus-3p?moves=e4d4+a1a2", ".best li")
    tabs = page.get_by_role("tab")
    chosen, other = (colours(tabs.nth(number)).most_common(1)[0][0] for number in (0, 2))
    assert chosen != other
    # The computer goes on looking and draws its lines anew.
    bar = pixels(page.screenshot(clip=page.locator(".chances .bar").first.bounding_box()))
    assert len([count for count in bar.values() if count > 20]) == 3, "a part for each player"
    tabs.nth(2).click()
    moves = page.locator(".tree-move")
    current, earlier = (colours(moves.nth(number)).most_common(1)[0][0] for number in (1, 0))
    assert current != earlier
