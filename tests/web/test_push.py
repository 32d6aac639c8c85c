"""Messages for games with days a move: asked for once, sent by the server, shown by the service worker in its language.

Chromium has no push service here, so the address of a subscription is that of a push service of the tests; the server,
the encryption and the service worker are real, and Chromium delivers what was sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect
from server.push_service import PushService, Subscriber
from server.serving import until

from web.gestures import make_move
from web.visiting import Visitor, sit_together

Visit = Callable[..., Visitor]
DAYS = {"kind": "days", "initial_ms": 3 * 86_400_000}
# Whatever push service a browser has, this is where it takes messages.
SUBSCRIBE = """(subscription) => {
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedWith = options;
    return { toJSON: () => ({ expirationTime: null, ...subscription }) };
  };
}"""
TITLES = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((shown) => shown.map(({title, body, tag, lang}) => [title, body, tag, lang]))"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


class Delivery:
    """Hands messages to the service worker as the browser's own push service does."""

    def __init__(self, context: BrowserContext, visitor: Visitor) -> None:
        self._origin = visitor.page.evaluate("location.origin")
        self._session = context.new_cdp_session(visitor.page)
        self._registration: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._registration += [each["registrationId"] for each in event["registrations"] if not each["isDeleted"]]

    def deliver(self, message: dict[str, Any]) -> None:
        asked = {"origin": self._origin, "registrationId": self._registration[-1], "data": json.dumps(message)}
        self._session.send("ServiceWorker.deliverPushMessage", asked)


def test_a_message_calls_back_to_the_table(visit: Visit, service: PushService) -> None:
    host, guest = visit(language="lb"), visit()
    host.context.grant_permissions(["notifications"])
    table = sit_together(host, guest, clock=DAYS)
    browser = Subscriber(service, "/luc")
    host.page.evaluate(SUBSCRIBE, browser.subscription)
    question = host.page.get_by_text("Soll dësen Apparat dir soen, wann s du drun bass?")
    expect(question).to_be_hidden()
    make_move(host, "d4e4", "mouse")
    expect(question).to_be_visible()
    assert browser.messages() == []
    host.page.get_by_role("button", name="Jo, gär").click()
    expect(question).to_be_hidden()
    host.page.wait_for_function("() => localStorage.getItem('veier.push') === 'on'")
    key = host.page.evaluate("fetch('/api/v1/push/key').then((answer) => answer.json()).then(({key}) => key)")
    assert host.page.evaluate("subscribedWith") == {"userVisibleOnly": True, "applicationServerKey": key}

    delivery = Delivery(host.context, host)
    make_move(guest, "a1b1", "mouse")
    until(lambda: browser.messages() == [{"table": table, "kind": "turn"}])
    # Whoever looks at the table is not told what is seen anyway.
    delivery.deliver(browser.messages()[0])
    host.wait_for_turn()
    assert host.page.evaluate(TITLES) == []
    host.go("/", ".card")
    delivery.deliver(browser.messages()[0])
    until(lambda: host.page.evaluate(TITLES) == [["Du bass drun", "Bei den Dësch", f"/table/{table}", "lb"]])

    host.go(f"/table/{table}", "veier-board svg")
    host.page.get_by_role("button", name="Astellungen").click()
    host.page.get_by_role("switch", name="Message kréien, wann s du drun bass").uncheck()
    host.page.get_by_role("button", name="Fäerdeg").click()
    make_move(host, "g7f7", "mouse")
    guest.wait_for_turn()
    make_move(guest, "a3b3", "mouse")
    host.wait_for_turn()
    assert len(browser.messages()) == 1


def test_a_browser_that_allows_no_messages_says_so(visit: Visit) -> None:
    host, guest = visit(), visit()
    sit_together(host, guest, clock=DAYS)
    make_move(host, "d4e4", "mouse")
    host.page.get_by_role("button", name="Yes, please").click()
    expect(host.page.get_by_text("The browser does not allow messages from this page.")).to_be_visible()
    make_move(guest, "a1b1", "mouse")
    host.wait_for_turn()
