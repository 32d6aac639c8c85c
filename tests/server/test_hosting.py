"""The files of docs/hosting work: nginx with TLS and sockets, the units of systemd, PostgreSQL's settings, alarms."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from benchmarks.nginx_process import NginxProcess, NoNginx, self_signed
from benchmarks.server_process import ROOT, free_port
from server.serving import Running, sqlite
from veier.server.metrics import Metrics
from veier.server.settings import Settings

HOSTING = ROOT / "docs" / "hosting"
GAME = "hexrows?side=4&stones=9"


@dataclass
class Site:
    """A server behind nginx with TLS."""

    url: str
    server: Running
    trust: ssl.SSLContext

    def visitor(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers={"Origin": self.url}, verify=self.trust, timeout=60)

    def socket(self, visitor: httpx.Client, table: str) -> ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies.jar)
        address = f"{self.url.replace('https', 'wss')}/api/v1/tables/{table}/socket"
        given = {"Cookie": cookies, "Origin": self.url}
        return connect(address, additional_headers=given, ssl=self.trust, compression=None, proxy=None)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("site"), free_port()
    certificate = self_signed(folder)
    url = f"https://localhost:{port}"
    try:
        with (
            Running(sqlite(folder), base_url=url) as server,
            NginxProcess([int(server.url.rpartition(":")[2])], certificate, port) as nginx,
        ):
            assert "test is successful" in nginx.check()
            yield Site(url, server, ssl.create_default_context(cafile=str(certificate.certificate)))
    except NoNginx as error:
        pytest.skip(str(error))


def test_a_game_is_played_behind_nginx(site: Site) -> None:
    with site.visitor() as ada, site.visitor() as bob:
        assert "veier" in ada.get("/").text
        seats = [{"kind": "me"}, {"kind": "friend"}]
        answer = ada.post("/api/v1/tables", json={"game": GAME, "seats": seats})
        assert answer.headers["set-cookie"].startswith("__Host-veier=")
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        # The id is nginx's.
        assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])
        opened = answer.json()
        with site.socket(ada, opened["id"]) as socket:
            assert hear(socket, "state")["state"]["version"] == 0
            claim = {"token": opened["invites"][0]["token"]}
            assert bob.post(f"/api/v1/tables/{opened['id']}/claim", json=claim).status_code == 200
            move = {"kind": "move", "text": "d4"}
            socket.send(json.dumps({"type": "command", "id": "one", "version": 1, "command": move}))
            assert hear(socket, "ack")["version"] == 2
            assert bob.get(f"/api/v1/tables/{opened['id']}").json()["version"] == 2


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while (heard := json.loads(socket.recv(20)))["type"] != kind:
        pass
    found: dict[str, Any] = heard
    return found


def test_nginx_lets_through_what_veier_should_refuse_and_nothing_else(site: Site) -> None:
    with site.visitor() as ada:
        assert ada.get("/metrics").status_code == 404
        assert ada.get("/readyz").json() == {"ready": True}
        # A page of another site, and an address that a visitor has invented.
        foreign = ada.post("/api/v1/tables", json={"game": GAME}, headers={"Origin": "https://evil.example"})
        assert foreign.json()["reason"]["key"] == "server.foreign"
        assert ada.get("/", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 200
        assert "203.0.113.7" not in str(site.server.services.limits.requests.__dict__)
        assert ada.post("/api/v1/records", content=b" " * 200_000).status_code == 413


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze on this machine")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    veier = str(Path(sys.executable).with_name("veier"))
    names = [path.name for path in HOSTING.glob("*.service")] + [path.name for path in HOSTING.glob("*.timer")]
    for name in names:
        (tmp_path / name).write_text((HOSTING / name).read_text().replace("/opt/veier/bin/veier", veier))
    units = [str(tmp_path / name) for name in names]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if any(name in line for name in names)]
    assert ours == []


def test_postgresql_runs_with_the_documented_settings(postgres: str) -> None:
    asked = re.findall(r"^(\w+) = (\S+)", (HOSTING / "postgresql.conf").read_text(), re.MULTILINE)
    assert asked
    with psycopg.connect(postgres) as connection:
        for name, value in asked:
            source = connection.execute("SELECT source FROM pg_settings WHERE name = %s", (name,)).fetchone()
            assert source == ("configuration file",)
            # As it was understood: "on" may be another word for a method.
            row = connection.execute(
                "SELECT applied FROM pg_file_settings WHERE name = %s AND setting = %s", (name, value)
            )
            assert row.fetchone() == (True,)


def test_settings_in_the_files_exist() -> None:
    known = {f"VEIER_{field.name.upper()}" for field in fields(Settings)}
    used = {name for path in HOSTING.iterdir() for name in re.findall(r"VEIER_[A-Z_]+", path.read_text())}
    assert used
    assert used <= known
    lines = (HOSTING / "veier.env").read_text().splitlines()
    settings = Settings.from_environment(dict(line.split("=", 1) for line in lines if line.startswith("VEIER_")))
    assert settings.secure


def test_alarms_ask_for_metrics_that_exist() -> None:
    metrics = Metrics()
    metrics.count_request("GET", "/", 500, 0.1)
    there = metrics.text()
    asked = set(re.findall(r"\bveier_\w+", (HOSTING / "alarms.yml").read_text()))
    assert len(asked) > 5
    assert {name for name in asked if name not in there} == set()
