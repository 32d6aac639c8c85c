"""Several people at one table: by link, watching, around one screen; what they ask of each other."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web.gestures import make_move, play_carelessly
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]


def test_two_by_link_and_one_who_watches(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(language="fr"), visit(language="de")
    page = host.open("/new/4eyes", ".setup veier-board svg")
    page.get_by_role("radiogroup", name="Blue").get_by_text("By link").click()
    page.get_by_role("button", name="Start the game").click()
    [link] = invite(host, 1)

    guest.page.goto(link)
    guest.page.get_by_label("Nom").fill("Léa")
    guest.page.get_by_role("button", name="Prendre place").click()
    guest.page.wait_for_selector(f"{BOARD} svg")
    assert "#" not in guest.page.url
    expect(page.get_by_role("heading", name="Léa")).to_be_visible()
    watcher.open(guest.page.url, f"{BOARD} svg")
    assert watcher.choices() == []

    make_move(host, "13@C3", "mouse")
    for visitor in (guest, watcher):
        expect(visitor.page.locator(".moves button.mv")).to_have_count(1)
    assert guest.wait_for_turn()
    assert watcher.page.get_by_role("button", name="Aufgeben").count() == 0

    page.get_by_role("button", name="Take back").click()
    guest.page.get_by_role("button", name="D’accord").click()
    expect(page.locator(".moves button.mv")).to_have_count(0)

    guest.page.get_by_role("button", name="Abandonner").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(watcher.page.get_by_role("heading", name="Rot gewinnt")).to_be_visible()


def test_three_browsers_at_one_table_agree_on_a_draw_and_a_rematch(visit: Visit) -> None:
    host, second, third = players = visit(), visit(), visit()
    host.open_table("4eyes-plus-3p-7x7", {"kind": "me"}, {"kind": "friend"}, {"kind": "friend"})
    for guest, link in zip((second, third), invite(host, 2), strict=True):
        guest.page.goto(link)
        guest.page.get_by_role("button", name="Sit down").click()
        guest.page.wait_for_selector(f"{BOARD} svg")
    for player, move in zip(players, ("a1b1", "c1d1", "e1f1"), strict=True):
        make_move(player, move, "mouse")
    for player in players:
        expect(player.page.locator(".moves button.mv")).to_have_text(["a1b1", "c1d1", "e1f1"])

    second.page.get_by_role("button", name="Draw").click()
    expect(second.page.get_by_text("Waiting for an answer from Red and Blue.")).to_be_visible()
    host.page.get_by_role("button", name="Agree").click()
    assert not third.is_over
    third.page.get_by_role("button", name="Agree").click()
    for player in players:
        expect(player.page.get_by_role("heading", name="Drawn")).to_be_visible()

    before = host.page.url
    third.page.get_by_role("button", name="Rematch").click()
    for player in (host, second):
        player.page.get_by_role("button", name="Agree").click()
    for player in players:
        player.page.wait_for_url(lambda url: "/table/" in url and url != before)
        expect(player.page.get_by_role("region", name="Result")).to_be_hidden()
    assert len({player.page.url for player in players}) == 1


def test_three_with_a_friend_by_link_and_a_computer(visit: Visit) -> None:
    """What a newcomer does without reading: from the first page to the end of a game of three."""
    host, guest = visit(), visit(language="lb")
    page = host.open("/", ".card")
    page.locator(".card", has_text="2 or 3 players").first.get_by_role("link", name="More").click()
    page.get_by_text("3 players", exact=True).click()
    page.get_by_text("7 × 7").click()
    page.get_by_role("radiogroup", name="Brown").get_by_text("By link").click()
    page.get_by_role("slider", name="Level of Blue").fill("1")
    page.get_by_role("button", name="Start the game").click()
    [link] = invite(host, 1)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Plaz huelen").click()
    guest.page.wait_for_selector(f"{BOARD} svg")

    for turn in range(60):
        player = (host, guest)[turn % 2]
        if not player.wait_for_turn():
            break
        play_carelessly(player, turn, "mouse")
    for player in (host, guest):
        expect(player.page.locator(".result h1")).to_be_visible()
    assert host.moves() == guest.moves()
    assert len(host.moves()) >= 4


def test_the_second_player_may_take_over_the_first_colour(visit: Visit) -> None:
    player = visit()
    seats = {"kind": "me", "name": "Ada"}, {"kind": "device", "name": "Ben"}
    player.open_table("4eyes-plus-2p-7x7", *seats, swap=True)
    expect(player.page.get_by_role("region", name="Ada, playing Red")).to_be_visible()
    make_move(player, "d4e4", "mouse")
    expect(player.page.get_by_role("dialog", name="Swap colours?")).to_contain_text("Ada made the first move.")
    player.page.get_by_role("button", name="Take the colour").click()
    expect(player.page.get_by_role("region", name="Ben, playing Red")).to_be_visible()
    expect(player.page.get_by_role("region", name="Ada, playing Blue")).to_be_visible()
    expect(player.page.get_by_role("heading", name="Ada to move")).to_be_visible()


def test_a_seat_moves_to_another_device(visit: Visit) -> None:
    here, there = visit(), visit(width=360, height=740, touch=True)
    here.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "computer", "level": 1})
    make_move(here, "d4e4", "mouse", answered=True)
    here.page.get_by_role("button", name="Share").click()
    here.page.get_by_role("button", name="To another device").click()
    link = here.page.get_by_role("textbox", name="Address").input_value()
    there.page.goto(link)
    there.page.wait_for_selector(f"{BOARD} svg")
    assert there.wait_for_turn()
    # The computer may have answered on any cells, so the next move is one that is legal now.
    text = there.choices()[0].text
    make_move(there, text, "touch", answered=True)
    here.page.get_by_role("button", name="Done").click()
    expect(here.page.locator(".moves button.mv").nth(2)).to_have_text(text)
    expect(here.page.get_by_role("button", name="Resign")).to_be_hidden()


def test_a_guest_whose_name_is_refused_is_asked_again(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "friend"})
    guest.page.goto(invite(host, 1)[0])
    name, play = guest.page.get_by_label("Name"), guest.page.get_by_role("button", name="Sit down")
    name.fill("Oma & Opa")
    play.click()
    expect(guest.page.get_by_role("alert")).to_contain_text("“&” cannot stand in a name")
    expect(name).to_have_value("Oma & Opa")
    assert guest.page.evaluate("localStorage.getItem('veier.name')") is None
    name.fill("Oma")
    guest.context.set_offline(True)
    play.click()
    expect(guest.page.get_by_role("alert")).to_contain_text("server")
    guest.context.set_offline(False)
    play.click()
    guest.page.wait_for_selector(f"{BOARD} svg")
    expect(host.page.get_by_role("heading", name="Oma")).to_be_visible()
    guest.complaints[:] = [text for text in guest.complaints if "422" not in text]


def test_an_invite_is_the_same_in_every_tab(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "friend"})
    sent = invite(host, 1)
    table, host.page = host.page, host.context.new_page()
    host.open(table.url, ".invitation")
    assert invite(host, 1) == sent
    guest.page.goto(sent[0])
    guest.page.get_by_role("button", name="Sit down").click()
    expect(table.get_by_role("button", name="Invite")).to_be_hidden()
    assert host.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('invites'))") == []


def test_a_declined_offer_is_told_and_a_withdrawn_one_is_not(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.open_table("4eyes-plus-2p-7x7", {"kind": "me"}, {"kind": "friend"})
    guest.page.goto(invite(host, 1)[0])
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(f"{BOARD} svg")
    declined = host.page.get_by_role("status").filter(has_text="Blue plays on: no draw.")
    host.page.get_by_role("button", name="Draw").click()
    host.page.get_by_role("button", name="Withdraw").click()
    expect(host.page.get_by_role("button", name="Withdraw")).to_have_count(0)
    assert declined.count() == 0
    host.page.get_by_role("button", name="Draw").click()
    guest.page.get_by_role("button", name="No thanks").click()
    expect(declined).to_be_visible()
    assert guest.page.get_by_role("status").filter(has_text="no draw").count() == 0


def invite(host: Visitor, seats: int) -> list[str]:
    """Read the links to the open seats, and go on to the board."""
    page = host.page
    page.wait_for_selector(f".invitation, {BOARD} svg")
    if not page.locator(".invitation").count():
        page.get_by_role("button", name="Invite").click()
    addresses = page.get_by_role("textbox", name="Address")
    expect(addresses).to_have_count(seats)
    links = [address.input_value() for address in addresses.all()]
    page.get_by_role("button", name="To the board").click()
    page.wait_for_selector(f"{BOARD} svg")
    return links
