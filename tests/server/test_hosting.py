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
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
import yaml
from websockets.sync.client import ClientConnection, connect

from benchmarks.nginx_process import NginxProcess, NoNginx, self_signed
from benchmarks.postgres_process import programs
from benchmarks.server_process import ROOT, free_port
from server.serving import Running, sqlite
from veier.server.metrics import Metrics
from veier.server.settings import Settings
from veier.server.store.database import database_file

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


def test_server_and_backups_are_one_user_who_has_the_games() -> None:
    server, backup = map(service, ("veier.service", "veier-backup.service"))
    assert server["User"] == backup["User"] == "veier"
    assert "DynamicUser" not in server | backup
    # Nothing else can be written: the games, beside which SQLite writes also when it reads, and the backup.
    assert (server["ProtectSystem"], backup["ProtectSystem"]) == ("strict", "strict")
    assert set(backup["StateDirectory"].split()) == {server["StateDirectory"], "veier-backup"}
    assert backup["ExecStart"].endswith(" backup /var/lib/veier-backup/games.backup")
    in_postgresql, in_file = re.findall(r"^#?VEIER_DATABASE=(.+)", (HOSTING / "veier.env").read_text(), re.MULTILINE)
    assert urlsplit(in_postgresql).username == server["User"]
    assert database_file(in_file) == Path(f"/var/lib/{server['StateDirectory']}/games.sqlite3")
    guide = (ROOT / "docs" / "how-to" / "self-hosting.md").read_text()
    for line in ("useradd --system ", "createuser veier", "createdb --owner=veier ", "docs/hosting/postgresql.conf "):
        assert line in guide


def service(name: str) -> dict[str, str]:
    lines = (HOSTING / name).read_text().partition("[Service]")[2].partition("[Install]")[0].splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_a_role_and_a_database_as_documented_hold_the_games(postgres: str) -> None:
    # By the commands of the guide; the role is named as the user of this test, whom PostgreSQL trusts.
    names = psycopg.conninfo.conninfo_to_dict(postgres.replace("postgresql+psycopg", "postgresql"))
    guide = (ROOT / "docs" / "how-to" / "self-hosting.md").read_text()
    for line in re.findall(r"^runuser -u postgres -- (create\w+ .+)$", guide, re.MULTILINE):
        program, *arguments = line.replace("veier", "guide").split()
        command = [str(programs() / program), "-h", names["host"], "-p", names["port"], "-U", names["user"], *arguments]
        subprocess.run(list(map(str, command)), check=True)
    database = f"postgresql://guide@{names['host']}:{names['port']}/guide"
    with Running(database) as server, server.visitor() as ada:
        assert ada.move(ada.open(GAME)["id"], "d4")["version"] == 1
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE guide WITH (FORCE)")
        connection.execute("DROP ROLE guide")


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


def alarm_rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((HOSTING / "alarms.yml").read_text())["groups"]
    assert group["name"] == "veier"
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def test_alarms_are_rules_on_metrics_that_exist() -> None:
    metrics = Metrics()
    metrics.count_request("GET", "/", 500, 0.1)
    there = metrics.text()
    rules = alarm_rules()
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    for rule in rules:
        assert set(rule) <= {"alert", "expr", "for", "annotations"}
        assert rule["expr"].count("(") == rule["expr"].count(")")
        assert re.fullmatch(r"\d+[sm]", rule.get("for", "0s"))
        assert rule["annotations"]["summary"]
        asked = set(re.findall(r"\bveier_\w+", rule["expr"]))
        assert asked
        assert {name for name in asked if name not in there} == set()


@pytest.mark.skipif(not shutil.which("promtool"), reason="there is no promtool on this machine")
def test_prometheus_takes_the_alarms() -> None:
    subprocess.run(["promtool", "check", "rules", HOSTING / "alarms.yml"], check=True)
