"""Who else is at the table: players who are there or away, people who watch, and what players say to each other."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web.gestures import make_move
from web.visiting import BOARD, Visitor, sit_together

Visit = Callable[..., Visitor]
# Counts the tones that a page plays.
LISTEN = """() => {
  window.tones = 0;
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    tones += 1;
    return create.call(this);
  };
}"""


def test_players_see_who_is_there_and_how_many_watch(visit: Visit) -> None:
    host, guest, stranger = visit(), visit(), visit(width=360, height=740)
    table = sit_together(host, guest)
    anna = host.page.get_by_role("region", name="Anna, playing Blue")
    expect(anna.get_by_text("at the table")).to_be_attached()
    assert host.page.get_by_role("region", name="Luc, playing Red").get_by_text("at the table").count() == 0
    watching = host.page.locator(".watchers")
    expect(watching).to_be_hidden()

    stranger.open(f"/table/{table}", f"{BOARD} svg")
    for page in (host.page, stranger.page):
        expect(page.get_by_title("1 person is watching")).to_be_visible()
    stranger.page.goto("/")
    expect(watching).to_be_hidden()

    guest.page.goto("/")
    expect(anna).to_contain_text("Blue, away")
    expect(anna.get_by_text("at the table")).to_have_count(0)


def test_phrases_and_reminders(visit: Visit) -> None:
    host, guest = visit(language="de"), visit(width=360, height=740, touch=True)
    sit_together(host, guest)
    luc = guest.page.get_by_role("region", name="Luc, playing Red")
    host.page.get_by_role("button", name="Etwas sagen").click()
    host.page.get_by_role("button", name="Viel Glück!").click()
    # Everybody reads their own language.
    expect(luc.get_by_text("Good luck!")).to_be_visible()
    expect(guest.page.locator("#announcer")).to_have_text("Luc says: Good luck!")
    expect(host.page.get_by_text("Viel Glück!").and_(host.page.locator(".bubble"))).to_be_visible()
    expect(luc.get_by_text("Good luck!")).to_be_hidden(timeout=15_000)

    guest.page.get_by_role("button", name="Settings").tap()
    guest.page.get_by_role("switch", name="Show what the others say").uncheck()
    guest.page.get_by_role("button", name="Done").tap()

    guest.page.get_by_role("button", name="Say something").tap()
    assert guest.barriers() == []
    guest.page.get_by_role("button", name="Remind Luc").tap()
    expect(guest.page.get_by_text("Luc has been reminded.")).to_be_visible()
    expect(host.page.get_by_text("Anna erinnert dich: Du bist dran.")).to_be_visible()
    guest.page.get_by_role("button", name="Say something").tap()
    guest.page.get_by_role("button", name="Remind Luc").tap()
    expect(guest.page.get_by_text("you have reminded them already")).to_be_visible()

    host.page.get_by_role("button", name="Etwas sagen").click()
    expect(host.page.get_by_role("button", name="Anna erinnern")).to_have_count(0)
    host.page.get_by_role("button", name="Hoppla!").click()
    make_move(host, "d4e4", "mouse")
    guest.wait_for_turn()
    # Switched off: it was said before the move that has arrived.
    expect(luc.get_by_text("Oops!")).to_be_hidden()
    guest.complaints[:] = [text for text in guest.complaints if "429" not in text]


def test_sound_is_asked_for_once_and_calls_to_the_table(visit: Visit) -> None:
    host, guest = visit(), visit()
    sit_together(host, guest)
    for visitor in (host, guest):
        visitor.page.evaluate(LISTEN)
    question = host.page.get_by_text("Shall a soft sound tell you when it is your turn?")
    expect(question).to_be_hidden()
    make_move(host, "d4e4", "mouse")
    expect(question).to_be_visible()
    guest.wait_for_turn()
    assert [visitor.page.evaluate("tones") for visitor in (host, guest)] == [0, 0]
    host.page.get_by_role("button", name="Yes, please").click()
    expect(question).to_be_hidden()
    agreed = host.page.evaluate("tones")
    assert agreed > 0

    make_move(guest, "a1b1", "mouse")
    host.wait_for_turn()
    assert host.page.evaluate("tones") > agreed + 3
    expect(guest.page.get_by_text("Shall a soft sound tell")).to_be_visible()
    guest.page.get_by_role("button", name="No, thanks").click()
    host.page.reload()
    guest.page.reload()
    guest.page.wait_for_selector(f"{BOARD} svg")
    expect(guest.page.get_by_text("Shall a soft sound tell")).to_be_hidden()
