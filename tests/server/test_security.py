"""Who may do what: origins, cookies, headers, limits; and nothing of anybody in a log."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.serving import Running, Socket, Visitor, sqlite
from server.test_errors import check

BODY = {"game": "hexrows", "seats": [{"kind": "me"}, {"kind": "device"}]}


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1", "http://["]
)
def test_pages_of_other_sites_change_nothing(ada: Visitor, origin: str) -> None:
    table = ada.open()["id"]
    check(ada.post("/tables", BODY, Origin=origin), 403, "server.foreign")
    body = {"id": "x", "version": 0, "command": {"kind": "resign"}}
    check(ada.post(f"/tables/{table}/commands", body, Origin=origin), 403, "server.foreign")
    with pytest.raises(InvalidStatus) as refused:
        ada.socket(table, Origin=origin)
    assert refused.value.response.status_code == 403
    assert ada.state(table)["version"] == 0


def test_a_cookie_without_an_origin_speaks_for_nobody(ada: Visitor) -> None:
    table = ada.open()["id"]
    del ada.http.headers["origin"]
    check(ada.post("/tables", BODY), 403, "server.foreign")
    with pytest.raises(InvalidStatus) as refused:
        ada.socket(table, Origin="")
    assert refused.value.response.status_code == 403


def test_a_name_that_was_pointed_here_is_another_site(ada: Visitor) -> None:
    port = ada.url.rpartition(":")[2]
    headers = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    check(ada.post("/tables", BODY, **headers), 421, "server.host")
    local = {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"}
    assert ada.post("/tables", BODY, **local).status_code == 201


def test_programs_use_a_bearer_token(server: Running) -> None:
    with httpx.Client(base_url=server.url, headers={"Authorization": "Bearer " + "t" * 43}) as program:
        answer = program.post("/api/v1/tables", json=BODY)
        assert answer.status_code == 201
        assert "set-cookie" not in answer.headers
        table = answer.json()["id"]
        assert program.get(f"/api/v1/tables/{table}").json()["mine"] == [0, 1]
        with Socket(server.url, table, {"Authorization": program.headers["authorization"]}) as socket:
            assert socket.hear("state")["state"]["mine"] == [0, 1]
    with httpx.Client(base_url=server.url, headers={"Authorization": "Bearer short"}) as other:
        assert other.get(f"/api/v1/tables/{table}").json()["mine"] == []


def test_the_cookie(ada: Visitor) -> None:
    cookie = ada.post("/tables", BODY).headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/"} <= parts
    assert "secure" not in parts
    name, _, value = cookie.partition(";")[0].partition("=")
    assert name == "veier"
    assert len(value) == 43


def test_the_cookie_and_the_origin_behind_tls(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), base_url="https://play.example") as server, server.visitor() as ada:
        check(ada.post("/tables", BODY), 403, "server.foreign")
        answer = ada.post("/tables", BODY, Origin="https://play.example")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-veier=")
        assert "; Secure" in cookie
        assert "domain" not in cookie.lower()
        assert answer.headers["strict-transport-security"]


@pytest.mark.parametrize("path", ["/", "/api/v1/games", "/static/locale/en.json", "/healthz", "/nothing", "/api/v1/x"])
def test_security_headers_are_everywhere(ada: Visitor, path: str) -> None:
    headers = ada.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_get_claims_nothing(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open("hexrows", "me", "friend")
    token = opened["invites"][0]["token"]
    bob.http.get(f"/table/{opened['id']}")
    bob.http.get(f"/api/v1/tables/{opened['id']}/claim", params={"token": token})
    assert bob.state(opened["id"])["seats"][1]["kind"] == "open"


def test_new_tables_are_limited(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        for _ in range(20):
            assert ada.post("/tables", BODY).status_code == 201
        # While a slow machine asks, some are allowed again.
        answers = (ada.post("/tables", BODY) for _ in range(40))
        answer = next(answer for answer in answers if answer.status_code != 201)
        assert check(answer, 429, "server.too_often")["retry"] >= 1
        assert int(answer.headers["retry-after"]) >= 1


def test_guesses_are_limited(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as eve:
        statuses = {eve.post("/transfers", {"token": "x" * 43}).status_code for _ in range(60)}
        assert statuses == {403, 429}


def test_nothing_of_anybody_is_in_a_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    from veier.server.logs import JsonLines

    with (
        caplog.at_level(logging.DEBUG),
        Running(sqlite(tmp_path)) as server,
        server.visitor() as ada,
        server.visitor() as bob,
    ):
        opened = ada.post(
            "/tables", {"game": "hexrows", "seats": [{"kind": "me", "name": "Canary"}, {"kind": "friend"}]}
        ).json()
        token = opened["invites"][0]["token"]
        bob.post(f"/tables/{opened['id']}/claim", {"token": token, "name": "Canary"})
        bob.post(f"/tables/{opened['id']}/claim", {"token": token, "name": "Canary"})
        assert ada.post("/tables/search", {"opponent": "Canary"}).json()["total"] == 1
        moved = bob.post(f"/tables/{opened['id']}/transfer").json()["token"]
        assert ada.post("/qr", {"link": f"{ada.url}/table/{opened['id']}#sit={token}"}).status_code == 200
        with ada.socket(opened["id"]) as socket:
            socket.hear("state")
            socket.say(type="Canary")
            socket.hear("refused")
        secrets = [token, moved, "Canary", opened["id"], *ada.http.cookies.values(), *bob.http.cookies.values()]
    ours = [record for record in caplog.records if record.name.startswith("veier")]
    lines = "\n".join(JsonLines().format(record) for record in ours)
    assert '"event": "request"' in lines
    for line in lines.splitlines():
        assert json.loads(line)["event"]
    everything = lines + capfd.readouterr().err
    assert [secret for secret in secrets if secret in everything] == []
    assert "127.0.0.1" not in lines


def test_secrets_are_kept_as_digests_only(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        opened = ada.open("hexrows", "me", "friend")
        moved = ada.post(f"/tables/{opened['id']}/transfer").json()["token"]
        secrets = [opened["invites"][0]["token"], moved, *ada.http.cookies.values()]
    for file in tmp_path.iterdir():
        for secret in secrets:
            assert secret.encode() not in file.read_bytes()
