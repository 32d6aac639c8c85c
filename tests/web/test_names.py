"""Tables of people far apart: long names, clocks that count days, all controls and a question, on every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from web.test_my_games import command
from web.test_screens import SCREENS, Screen
from web.visiting import Visitor, sit_together

Visit = Callable[..., Visitor]
DAYS = {"kind": "days", "initial_ms": 3 * 86_400_000}
LONG = "Grossmutter Elisabeth"
# What is wrong with a table: what is cut off, covered, broken into lines or on top of something else.
FAULTS = """() => {
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (element) => element.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const faults = [];
  if (document.documentElement.scrollWidth > screen.width) faults.push("the page is too wide");
  const board = box(document.querySelector(".page-table veier-board").scene.svg);
  for (const part of visible(".seat :is(h2, .clock, .speak, veier-tray)")) {
    if (meet(box(part), board)) faults.push(`${part.className || part.localName} lies on the board`);
  }
  for (const name of visible(".others h2")) {
    if (box(name).width < 70) faults.push(`only ${Math.round(box(name).width)} pixels for a name`);
    for (const other of visible(".others :is(.speak, .clock, veier-tray)")) {
      if (meet(box(name), box(other))) faults.push(`a name lies on ${other.className || other.localName}`);
    }
  }
  for (const clock of visible(".clock")) {
    if (clock.getClientRects().length > 1 || box(clock).height > 34) faults.push("a clock is broken");
  }
  const controls = visible(".ctl");
  if (new Set(controls.map((one) => Math.round(box(one).top))).size > 1) faults.push("controls in two rows");
  const words = visible(".ctl span").map(box);
  words.forEach((one, index) => {
    if (words.slice(index + 1).some((other) => meet(one, other))) faults.push("words of controls meet");
  });
  const asked = visible(".reminders .btn");
  const cut = (element) => box(element).bottom > innerHeight + 1 || box(element).right > innerWidth + 1;
  if (asked.length !== 2) faults.push("no question");
  for (const part of [...controls, ...asked]) if (cut(part)) faults.push(`${part.textContent} is cut off`);
  for (const button of [...asked, ...controls]) {
    const {x, y, width, height} = box(button);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!button.contains(hit)) faults.push(`${button.textContent} is covered`);
  }
  return faults;
}"""


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize(("language", "clock"), [("lb", DAYS), ("fr", None)])
def test_people_far_apart(touch: bool, language: str, clock: dict[str, object] | None, visit: Visit) -> None:
    host, guest = visit(touch=touch, language=language), visit()
    table = sit_together(host, guest, names=(LONG, LONG), **({"clock": clock} if clock else {}))
    command(host, table, kind="move", text="d4e4")
    host.page.wait_for_selector(".reminders .btn")
    screens = [screen for screen in SCREENS if screen.touch == touch]
    found = [f"{screen.width}x{screen.height}: {fault}" for screen in screens for fault in look(host, screen)]
    assert "\n".join(found) == ""


def look(visitor: Visitor, screen: Screen) -> list[str]:
    visitor.page.set_viewport_size({"width": screen.width, "height": screen.height})
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    faults: list[str] = visitor.page.evaluate(FAULTS)
    return faults
