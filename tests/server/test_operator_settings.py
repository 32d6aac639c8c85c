"""What the operator sets: limits, origins of other sites, frames. By default everything is closed, as before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from server.serving import Running, Visitor, sqlite
from server.test_errors import check
from veier.core.errors import VeierError
from veier.server.http.allowed import LIMITS, AllowedRates
from veier.server.http.limits import SHARED
from veier.server.settings import Settings

CLUB, EVIL = "https://club.example", "https://evil.example"
BODY = {"game": "hexrows", "seats": [{"kind": "me"}, {"kind": "device"}]}
BEARER = {"Authorization": "Bearer " + "c" * 43}
ASKS = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that one club may use and show."""
    folder = tmp_path_factory.mktemp("opened")
    with Running(sqlite(folder), allowed_origins=f"{CLUB},http://localhost:3000", frame_ancestors=CLUB) as running:
        yield running


# Limits.


def test_the_operator_sets_how_many_tables_a_minute(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), limits="tables=2") as server, server.visitor() as ada:
        assert [ada.post("/tables", BODY).status_code for _ in range(3)] == [201, 201, 429]


def test_people_multiply_what_is_counted_by_address_only() -> None:
    allowed = AllowedRates.from_text("tables=5, guesses=7", people=3)
    assert (allowed.count("tables"), allowed.count("guesses"), allowed.count("reads")) == (15, 7, 3600)
    assert allowed.rate("tables") == (15, 60)


@pytest.mark.parametrize("text", ["tables", "tables=", "tables=0", "tables=-1", "tables=x", "chairs=3", "tables=1e9"])
def test_a_limit_that_is_none_is_refused_with_the_names(text: str) -> None:
    with pytest.raises(VeierError) as refused:
        Settings(limits=text)
    assert "sockets_per_session" in refused.value.text("en")


def test_the_documentation_lists_every_limit_as_it_is() -> None:
    text = (Path(__file__).parents[2] / "docs/api.md").read_text()
    listed = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+)\b", text, re.MULTILINE))
    assert {name: int(count.replace(",", "")) for name, count in listed.items()} == {
        name: limit.count for name, limit in LIMITS.items()
    }
    [together] = re.findall(r"counted for all together: ([^.]+)\.", text)
    assert set(re.findall(r"`(\w+)`", together)) == set(SHARED)


# Closed by default.


def test_by_default_no_other_site_reads_or_frames_anything(ada: Visitor) -> None:
    table = ada.open()["id"]
    for path in ("/", f"/table/{table}", f"/api/v1/tables/{table}", "/api/v1/games"):
        answer = ada.http.get(path, headers={"Origin": CLUB})
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    asked = ada.http.options("/api/v1/tables", headers={"Origin": CLUB, **ASKS})
    assert asked.status_code == 405
    check(ada.post("/tables", BODY, Origin=CLUB), 403, "server.foreign")
    check(ada.post("/tables", BODY, Origin=CLUB, **BEARER), 403, "server.foreign")


# Opened to one site.


def test_pages_of_an_allowed_origin_use_the_api_as_programs(opened: Running) -> None:
    with httpx.Client(base_url=f"{opened.url}/api/v1", headers={"Origin": CLUB}) as page:
        asked = page.options("/tables", headers=ASKS)
        assert asked.status_code == 204
        assert asked.headers["access-control-allow-origin"] == CLUB
        assert "authorization" in asked.headers["access-control-allow-headers"].lower()
        answer = page.post("/tables", json=BODY, headers=BEARER)
        assert answer.status_code == 201
        assert answer.headers["access-control-allow-origin"] == CLUB
        assert "origin" in answer.headers["vary"].lower()
        # Never with cookies: the page could act as our visitor.
        assert "access-control-allow-credentials" not in answer.headers
        table = answer.json()["id"]
        assert page.get(f"/tables/{table}", headers=BEARER).json()["mine"] == [0, 1]
        refused = page.post("/tables", json={"game": "none"}, headers=BEARER)
        assert refused.status_code == 422
        assert refused.headers["access-control-allow-origin"] == CLUB


def test_an_allowed_origin_never_acts_with_the_visitors_cookie(opened: Running) -> None:
    with opened.visitor() as ada:
        table = ada.open()["id"]
        check(ada.post("/tables", BODY, Origin=CLUB), 403, "server.foreign")
        address = f"{opened.url.replace('http', 'ws')}/api/v1/tables/{table}/socket"
        cookie = "; ".join(f"{each.name}={each.value}" for each in ada.http.cookies.jar)
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers={"Origin": CLUB, "Cookie": cookie}, proxy=None)
        assert refused.value.response.status_code == 403
        # Without it, a page there watches.
        with connect(address, additional_headers={"Origin": CLUB}, proxy=None) as socket:
            assert '"mine":[]' in str(socket.recv(20))
        assert ada.state(table)["version"] == 0


@pytest.mark.parametrize(
    "origin", [EVIL, "null", "https://club.example.evil.example", "http://club.example", f"{CLUB}:1"]
)
def test_every_other_origin_stays_outside(opened: Running, origin: str) -> None:
    with httpx.Client(base_url=f"{opened.url}/api/v1", headers={"Origin": origin}) as page:
        check(page.post("/tables", json=BODY, headers=BEARER), 403, "server.foreign")
        assert page.options("/tables", headers=ASKS).status_code == 405
        read = page.get("/games")
        assert "access-control-allow-origin" not in read.headers


def test_only_named_sites_show_a_table_in_a_frame(opened: Running) -> None:
    answer = httpx.get(opened.url)
    policy = answer.headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors 'self' {CLUB}")
    assert policy.startswith("default-src 'none'; script-src 'self'")


@pytest.mark.parametrize("name", ["allowed_origins", "frame_ancestors"])
@pytest.mark.parametrize("text", ["*", "club.example", "https://", f"{CLUB}/", "https://*.example", "null"])
def test_what_is_no_origin_is_refused(name: str, text: str) -> None:
    with pytest.raises(VeierError) as refused:
        Settings.from_environment({f"VEIER_{name.upper()}": text})
    assert refused.value.reason.key == "server.settings.origin"
