"""Messages for games with days a move: asked for once, sent by the server, shown on the desktop, and clicked.

Chromium subscribes at a push service on loopback (`cloud_messaging.py`), decrypts what the server sends there, and
shows it on a desktop of the tests (`desktop.py`). Chromium names Google's host in the endpoint of a subscription,
whatever service it has: only that host is replaced, where the page hands the subscription over to the server.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Route, expect
from server.serving import until

from benchmarks.browsers import CHROMIUM
from web.cloud_messaging import CloudMessaging
from web.desktop import Desktop
from web.gestures import make_move
from web.test_my_games import command
from web.visiting import BOARD, Visitor, sit_together

Visit = Callable[..., Visitor]
DAYS = {"kind": "days", "initial_ms": 3 * 86_400_000}
SUBSCRIPTION = """() => navigator.serviceWorker.ready.then((worker) => worker.pushManager.getSubscription())
  .then((subscription) => subscription?.toJSON() ?? null)"""
TITLES = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((shown) => shown.map(({title, body, tag, lang}) => [title, body, tag, lang]))"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[CloudMessaging]:
    with CloudMessaging(tmp_path) as running:
        yield running


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    with Desktop() as running:
        yield running


@pytest.fixture
def profile(
    chromium: Browser, server: str, service: CloudMessaging, desktop: Desktop, tmp_path: Path
) -> Iterator[BrowserContext]:
    """A browser with a profile that stays: in others Chromium does not subscribe."""
    if CHROMIUM is None:
        pytest.skip("there is no whole Chromium on this machine")
    context = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=CHROMIUM,
        args=["--no-sandbox", *service.switches],
        env={**os.environ, **desktop.environment},
        base_url=server,
        locale="lb",
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        permissions=["notifications"],
    )
    context.set_default_timeout(20_000)

    def replace_host(route: Route) -> None:
        body: dict[str, str] = route.request.post_data_json or {}
        path = urlsplit(body["endpoint"]).path
        route.continue_(post_data={**body, "endpoint": service.url + path})

    context.route(
        "**/api/v1/push/subscriptions",
        lambda route: replace_host(route) if route.request.method == "POST" else route.continue_(),
    )
    yield context
    context.close()


def agree_to_messages(visitor: Visitor, service: CloudMessaging) -> None:
    """Answer the question about messages, and wait until the browser and the server are ready for them."""
    visitor.page.get_by_role("button", name="Jo, gär").click()
    visitor.page.wait_for_function("() => localStorage.getItem('veier.push') === 'on'")
    until(lambda: service.connected)


def window_ids(browser: CDPSession) -> set[str]:
    targets = browser.send("Target.getTargets")["targetInfos"]
    return {target["targetId"] for target in targets if target["type"] == "page"}


def test_a_message_calls_back_to_the_table(
    visit: Visit, profile: BrowserContext, service: CloudMessaging, desktop: Desktop
) -> None:
    host, guest = Visitor(profile), visit()
    table = sit_together(host, guest, clock=DAYS)
    question = host.page.get_by_text("Soll dësen Apparat dir soen, wann s du dru bass?")
    expect(question).to_be_hidden()
    make_move(host, "d4e4", "mouse")
    expect(question).to_be_visible()
    assert host.page.evaluate(SUBSCRIPTION) is None
    agree_to_messages(host, service)
    expect(question).to_be_hidden()
    key = host.page.evaluate("fetch('/api/v1/push/key').then((answer) => answer.json()).then(({key}) => key)")
    [token] = [token for token, form in service.registrations.items() if form["sender"] == key]
    assert host.page.evaluate(SUBSCRIPTION)["endpoint"].endswith(f"/{token}")

    # A player who looks at the table is not told what is seen anyway.
    host.page.evaluate("navigator.serviceWorker.addEventListener('message', () => (window.asked = true))")
    make_move(guest, "a1b1", "mouse")
    host.page.wait_for_function("() => window.asked")
    host.go("/", ".card")
    guest.post(f"/api/v1/tables/{table}/nudge", {})
    reminder = [["Kleng Erënnerung: Du bass drun", "Bei den Dësch", f"/table/{table}", "lb"]]
    until(lambda: host.page.evaluate(TITLES) == reminder)
    until(lambda: [shown.title for shown in desktop.shown] == [reminder[0][0]])
    assert [token for token, _, _ in service.received] == [token, token]
    assert table.encode() not in service.received[0][2]

    host.go(f"/table/{table}", "veier-board svg")
    host.page.get_by_role("button", name="Astellungen").click()
    host.page.get_by_role("switch", name="Messagë kréien, wann s du dru bass").uncheck()
    host.page.get_by_role("button", name="Fäerdeg").click()
    until(lambda: token not in service.registrations)
    assert host.page.evaluate(SUBSCRIPTION) is None
    make_move(host, "g7f7", "mouse")
    guest.wait_for_turn()
    make_move(guest, "a3b3", "mouse")
    host.wait_for_turn()
    assert len(service.received) == 2
    assert host.complaints == []


def test_a_click_on_a_message_leads_to_the_table(
    visit: Visit, profile: BrowserContext, service: CloudMessaging, desktop: Desktop
) -> None:
    host, guest = Visitor(profile), visit()
    table = sit_together(host, guest, clock=DAYS)
    make_move(host, "d4e4", "mouse")
    agree_to_messages(host, service)
    host.go("/", ".card")
    make_move(guest, "a1b1", "mouse")
    until(lambda: [shown.title for shown in desktop.shown] == ["Du bass drun"])

    # No window shows the table: a new one does.
    with profile.expect_page() as opened:
        desktop.click(desktop.shown[0])
    elsewhere: Page = opened.value
    elsewhere.wait_for_selector(f"{BOARD} svg")
    assert urlsplit(elsewhere.url).path == f"/table/{table}"
    until(lambda: host.page.evaluate(TITLES) == [])

    # A window shows it, and the user is at another: that one loses the focus, and none is opened.
    elsewhere.evaluate("history.pushState(null, '', '/'); dispatchEvent(new Event('popstate'))")
    elsewhere.wait_for_selector(".card")
    guest.post(f"/api/v1/tables/{table}/nudge", {})
    until(lambda: len(desktop.shown) == 2)
    host.go(f"/table/{table}", f"{BOARD} svg")
    browser = profile.new_cdp_session(elsewhere)
    browser.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    elsewhere.bring_to_front()
    elsewhere.wait_for_function("() => document.hasFocus()")
    windows = window_ids(browser)
    desktop.click(desktop.shown[1])
    elsewhere.wait_for_function("() => !document.hasFocus()")
    until(lambda: host.page.evaluate(TITLES) == [])
    assert window_ids(browser) == windows

    # The end of the game is told, too.
    host.go("/", ".card")
    command(guest, table, kind="resign")
    until(lambda: [shown.title for shown in desktop.shown[2:]] == ["Däi Spill ass eriwwer"])
    replaced, reported = renew_subscription(profile)
    assert reported == {"path": "/api/v1/push/subscriptions", "method": "POST", "endpoint": replaced}
    assert host.complaints == []


def renew_subscription(profile: BrowserContext) -> tuple[str, dict[str, str]]:
    """End the subscription as a push service may; return the new endpoint, and what the worker says to the server.

    What the browser itself would dispatch then is made by hand; Chromium's endpoints are not this test's service.
    """
    [worker] = profile.service_workers
    replaced, reported = worker.evaluate(
        """async () => {
          const {pushManager} = self.registration;
          const old = await pushManager.getSubscription();
          const {options} = old;
          await old.unsubscribe();
          const fetch = self.fetch;
          const reported = new Promise((resolve) => {
            self.fetch = (path, {method, body}) => {
              resolve({path, method, endpoint: JSON.parse(body).endpoint});
              return Promise.resolve(new Response());
            };
          });
          const event = new ExtendableEvent("pushsubscriptionchange");
          Object.assign(event, {oldSubscription: {options}, waitUntil: () => {}});
          self.dispatchEvent(event);
          const said = await reported;
          self.fetch = fetch;
          return [(await pushManager.getSubscription()).endpoint, said];
        }"""
    )
    return replaced, reported


def test_a_browser_that_allows_no_messages_says_so(visit: Visit) -> None:
    host, guest = visit(theme="dark"), visit()
    sit_together(host, guest, clock=DAYS)
    make_move(host, "d4e4", "mouse")
    expect(host.page.get_by_role("heading", name="Shall this device tell you")).to_be_visible()
    assert host.barriers() == []
    host.page.get_by_role("button", name="Yes, please").click()
    expect(host.page.get_by_text("The browser does not allow messages from this page.")).to_be_visible()
    make_move(guest, "a1b1", "mouse")
    host.wait_for_turn()
