"""What is served to whom: known hosts, metrics for this computer, two visitors behind one proxy, odd requests."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.raw_requests import ask, head, status_of
from server.serving import Running, Visitor, sqlite
from server.test_errors import check
from veier.core.errors import VeierError
from veier.server.http.addresses import visitor_key
from veier.server.settings import Settings

BODY = {"game": "hexrows", "seats": [{"kind": "me"}, {"kind": "device"}]}


def client(server: Running, source: str = "127.0.0.1", **headers: str) -> httpx.Client:
    """Return a client with some headers that connects from a loopback address."""
    return httpx.Client(
        base_url=server.url, headers=headers, transport=httpx.HTTPTransport(local_address=source), timeout=20
    )


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8484", "192.0.2.77", "[2001:db8::1]", "a@localhost", ""]
)
def test_another_host_is_not_served(server: Running, ada: Visitor, host: str) -> None:
    for path in ("/", "/api/v1/games", "/static/locale/en.json", "/healthz"):
        answer = ada.http.get(path, headers={"Host": host, "Accept": "text/html"})
        check(answer, 421, "server.host")
    table = ada.open()["id"]
    if host:
        with pytest.raises(InvalidStatus) as refused:
            ada.socket(table, Host=host, Origin=f"http://{host}")
        assert refused.value.response.status_code == 421


def test_two_hosts_or_none_are_refused(server: Running) -> None:
    for line in (b"Host: localhost\r\nHost: localhost\r\n", b""):
        assert status_of(ask(server.url, b"GET /healthz HTTP/1.1\r\n" + line + b"Connection: close\r\n\r\n")) == 421


def test_the_names_of_this_computer_are_known(server: Running, ada: Visitor) -> None:
    port = server.settings.port
    name = socket.gethostname().partition(".")[0]
    for host in ("localhost", "LOCALHOST.", "127.0.0.1", "[::1]", "games.localhost", name, f"{name}.local"):
        assert ada.http.get("/healthz", headers={"Host": f"{host}:{port}"}).status_code == 200, host
        origin = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{port}"}
        assert ada.post("/qr", {"link": "x"}, **origin).status_code == 422, host


def test_names_that_an_operator_allows(tmp_path: Path) -> None:
    allowed = {"base_url": "https://play.example", "allowed_hosts": "games.example, 192.0.2.7"}
    with Running(sqlite(tmp_path), **allowed) as server, server.visitor() as ada:
        for host in ("play.example", "games.example", "192.0.2.7:80", "127.0.0.1"):
            assert ada.http.get("/healthz", headers={"Host": host}).status_code == 200, host
        check(ada.http.get("/healthz", headers={"Host": "example"}), 421, "server.host")


# Metrics.


def test_metrics_are_for_this_computer(server: Running, tmp_path: Path) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        check(httpx.get(f"{server.url}/metrics", headers={header: "127.0.0.1"}), 403, "server.metrics")
    with Running(sqlite(tmp_path), base_url="https://play.example") as public:
        check(httpx.get(f"{public.url}/metrics"), 403, "server.metrics")
        check(httpx.get(f"{public.url}/metrics", headers={"Authorization": "Bearer"}), 403, "server.metrics")


def test_metrics_by_token(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), base_url="https://play.example", metrics_token="secret-token") as server:
        for given in ("Bearer secret", "Bearer", "secret-token", "Bearer secret-tokens"):
            check(httpx.get(f"{server.url}/metrics", headers={"Authorization": given}), 403)
        right = {"Authorization": "Bearer secret-token"}
        assert httpx.get(f"{server.url}/metrics", headers=right).status_code == 200


def test_invented_methods_count_as_one(server: Running, ada: Visitor) -> None:
    for method in ("PURGE", "LOCK", "PROPFIND", "SEARCH", "REPORT"):
        assert ada.http.request(method, "/api/v1/games").status_code in (403, 405)
    text = ada.http.get("/metrics").text
    assert 'method="other"' in text
    assert "PURGE" not in text


# Proxies.


def test_visitors_behind_a_trusted_proxy_are_several(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    settings = {"base_url": "https://play.example"}
    with (
        Running(sqlite(tmp_path / "a"), trusted_proxies="127.0.0.5,10.0.0.0/8", **settings) as trusting,
        Running(sqlite(tmp_path / "b"), **settings) as plain,
    ):
        for server, rest in ((trusting, {201}), (plain, {201, 429})):
            with client(server, "127.0.0.5", Origin="https://play.example") as proxy:
                codes = [_open(proxy, f"192.0.2.{1 + number % 2}").status_code for number in range(40)]
            assert codes[:20] == [201] * 20
            # While a slow machine asks, some are allowed again.
            assert set(codes[20:]) | {201} == rest
        # What stands before the proxy's own entry was sent by the visitor.
        with client(trusting, "127.0.0.5", Origin="https://play.example") as proxy:
            codes = [_open(proxy, f"198.51.100.{number}, 192.0.2.9").status_code for number in range(40)]
        assert codes[:20] == [201] * 20
        assert 429 in codes


def _open(proxy: httpx.Client, forwarded: str) -> httpx.Response:
    return proxy.post("/api/v1/tables", json=BODY, headers={"X-Forwarded-For": forwarded})


def test_proxies_that_cannot_be_read_are_refused() -> None:
    for text in ("proxy.example", "10.0.0.0/99", "1.2.3.4;5"):
        with pytest.raises(VeierError) as refused:
            Settings(trusted_proxies=text)
        assert refused.value.reason.key == "server.settings.trusted_proxies"
    for text in ("none", "", "::1, 10.0.0.0/8"):
        assert Settings(trusted_proxies=text).trusted_proxies == text


def test_what_counts_as_one_visitor() -> None:
    assert visitor_key("192.0.2.1") == visitor_key("::ffff:192.0.2.1") != visitor_key("192.0.2.2")
    assert visitor_key("2001:db8:1:2::1") == visitor_key("2001:db8:1:2:ffff::9") != visitor_key("2001:db8:1:3::1")
    assert visitor_key("fe80::1%eth0") != visitor_key("fe80::2%eth0")
    assert visitor_key("unknown") == visitor_key("x" * 5000) == visitor_key("")


# Odd requests.

_LONG = "a" * 5000
_PATHS = [
    f"/static/{_LONG}",
    f"/static/js/{_LONG}.js",
    "/static/" + "a/" * 3000,
    "/static/%00",
    "/static/js%2f..%2f..%2fmessages%2fen.json",
    "/static/v-x/" + _LONG,
    f"/table/{_LONG}",
    f"/{_LONG}",
    f"/api/v1/tables/{_LONG}",
    f"/api/v1/games/{_LONG}?{_LONG}={_LONG}",
    f"/api/v1/games/4eyes?side={'9' * 4000}",
    f"/api/v1/lessons/{_LONG}",
    f"/api/v1/puzzles/{_LONG}",
    f"/api/v1/reviews/{_LONG}",
    f"/api/v1/print/{_LONG}.pdf?parts={_LONG}",
    f"/api/v1/positions.svg?game=4eyes&moves={'%20' * 3000}",
    "/api/v1/games/%ff%fe%00",
    "/api/v1/games/4eyes?%ff=%fe&=&&&",
    "/api/v1/trainer?seed=1e99",
    "/api/v1/puzzles/daily?day=9999-99-99",
    "//evil.example/",
    "http://evil.example/x",
    "*",
    "/%",
    "/\xff",
]
_HEADERS = [
    "Cookie: veier=" + "x" * 9000,
    "Cookie: " + "a=b; " * 2000,
    "Cookie: veier=\x80\xff",
    "Authorization: Bearer " + "\xff" * 43,
    "Accept-Language: " + "lb;q=0.5," * 900,
    "Accept-Encoding: gzip;q=nan",
    "If-None-Match: \xff",
    "X-Forwarded-For: " + "1.2.3.4, " * 900,
    "X-Forwarded-For: [::1",
    "Content-Length: -1",
    "Content-Length: " + "9" * 400,
    "Transfer-Encoding: gzip, chunked",
    "Upgrade: h2c\r\nConnection: Upgrade",
    "Expect: 100-continue",
    "Range: bytes=0-1,5-9,-1",
]


def test_odd_requests_are_no_faults(server: Running) -> None:
    requests = [
        head(server.url, path, "Connection: close", method=method) for path in _PATHS for method in ("GET", "POST")
    ]
    requests += [
        head(server.url, path, line, "Connection: close") for line in _HEADERS for path in ("/", "/api/v1/tables")
    ]
    statuses = {request[:60]: status_of(ask(server.url, request)) for request in requests}
    assert {line: status for line, status in statuses.items() if not 200 <= status < 500} == {}
    assert status_of(ask(server.url, head(server.url, f"/static/{_LONG}", "Connection: close"))) == 404
