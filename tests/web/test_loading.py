"""How the pages come: the cold home page in few requests and bytes, errors by their own file, a new version at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect
from server.source_maps import mapped_lines

import veier

WEB = Path(veier.__file__).parent / "web"
REQUESTS, BYTES = 25, 120_000


@pytest.fixture
def cold(chromium: Browser, server: str) -> Iterator[Page]:
    """A page of a browser that was never here and has no service worker, so that every request is seen."""
    context = chromium.new_context(base_url=server, locale="lb", service_workers="block")
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


def test_a_cold_home_page_is_few_requests_and_few_bytes(cold: Page) -> None:
    requests: list[Request] = []
    cold.on("requestfinished", lambda request: requests.append(request))
    cold.goto("/")
    cold.wait_for_selector(".card veier-board svg")
    cold.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in requests]
    received = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    addresses = [re.sub(r".*?//[^/]+", "", request.url) for request in requests]
    assert len(requests) <= REQUESTS, addresses
    assert received <= BYTES
    # Nothing that is asked for ahead is asked for again.
    assert len(set(addresses)) == len(addresses)


def test_an_error_is_reported_by_the_file_and_the_line_of_its_source(cold: Page) -> None:
    def broken(route: Route) -> None:
        text = route.fetch().text()
        assert text.count("function drawHeader(page, shell) {\n") == 1
        route.fulfill(
            body=text.replace("drawHeader(page, shell) {\n", 'drawHeader(page, shell) { throw new Error("broken");\n'),
            content_type="text/javascript",
        )

    cold.route("**/js/app.js", broken)
    with cold.expect_event("pageerror") as error:
        cold.goto("/")
    place = re.search(r"at drawHeader \(\S+(/static/v-\w+/js/app\.js):(\d+):", error.value.stack or "")
    assert place
    lines = list(mapped_lines(cold.request.get(f"{place[1]}.map").text()))
    source, line = lines[int(place[2]) - 1] or ("", 0)
    assert source == "/static/js/header.js"
    assert "function drawHeader" in (WEB / "js/header.js").read_text(encoding="utf-8").splitlines()[line]


def test_a_page_of_an_earlier_version_begins_again_with_the_present_one(cold: Page) -> None:
    cold.goto("/")
    cold.wait_for_selector(".card")
    gone = []

    def vanish(route: Route) -> None:
        gone.append(route.request.url)
        if len(gone) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    cold.route("**/js/rest.js", vanish)
    cold.locator("header a[href='/load']").first.click()
    cold.wait_for_selector("#load-text")
    assert len(gone) == 2


def test_the_first_paint_waits_for_no_module(cold: Page) -> None:
    held: list[Route] = []
    cold.route("**/js/app.js", lambda route: held.append(route))
    cold.goto("/", wait_until="commit")
    cold.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    expect(cold.locator(".waiting .logo")).to_be_visible()
    # The catalogue and the games are asked for meanwhile.
    cold.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('/api/v1/games'))"
    )
    cold.wait_for_function("() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('/lb.json'))")
    for route in held:
        route.continue_()
    cold.wait_for_selector(".card")
    assert held
