"""The address for other devices: it follows from the settings and the network, whatever a request claims."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from server.serving import Running, Visitor, sqlite
from server.test_errors import check
from veier.server.address import is_loopback, origin_for_others
from veier.server.settings import Settings

TABLE = "abcdefghijklmnop"
EVIL = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example", "X-Forwarded-Server": "evil.example"}


def test_a_server_for_this_computer_says_how_others_could_join(server: Running, ada: Visitor) -> None:
    for headers in ({}, EVIL):
        answer = ada.http.get("/api/v1/address", headers=headers).json()
        assert answer["origin"] is None
        assert answer["reason"]["key"] == "server.address.only_here"
        assert answer["reason"]["params"]["command"] == f"veier serve --host 0.0.0.0 --port {server.settings.port}"


def test_a_server_for_the_network_is_reached_at_its_address(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), host="0.0.0.0") as server, server.visitor() as ada:
        answer = ada.get("/address").json()
        if answer["origin"] is None:
            assert answer["reason"]["key"] == "server.address.no_network"
            pytest.skip("this machine is in no network")
        origin = httpx.URL(answer["origin"])
        assert not is_loopback(origin.host)
        assert origin.port == server.settings.port
        assert httpx.get(origin.join("/api/v1/address")).json() == answer
        assert ada.http.get("/api/v1/address", headers=EVIL).json() == answer
        # The page is open at 127.0.0.1, its QR code leads to the network.
        link = f"{answer['origin']}/table/{TABLE}#sit={'T' * 43}"
        assert ada.post("/qr", {"link": link}).status_code == 200
        check(ada.post("/qr", {"link": link.replace(origin.host, "192.0.2.77")}), 422, "server.field")


def test_behind_a_proxy_the_public_name_counts(tmp_path: Path) -> None:
    url = "https://play.example"
    with Running(sqlite(tmp_path), base_url=url) as server, server.visitor() as ada:
        for headers in ({"Host": "play.example"}, EVIL):
            assert ada.http.get("/api/v1/address", headers=headers).json() == {"origin": url, "reason": None}
        assert ada.post("/qr", {"link": f"{url}/table/{TABLE}"}, Origin=url).status_code == 200
        check(ada.post("/qr", {"link": f"{ada.url}/table/{TABLE}"}, Origin=url), 422, "server.field")


@pytest.mark.parametrize(
    ("settings", "origin"),
    [
        ({"host": "192.168.1.20"}, "http://192.168.1.20:8484"),
        ({"host": "fd00::20"}, "http://[fd00::20]:8484"),
        ({"host": "::1"}, None),
        ({"host": "localhost"}, None),
        ({"host": "127.0.0.2"}, None),
        ({"base_url": "http://localhost:8000"}, None),
        ({"base_url": "http://192.168.1.20:8000/", "host": "0.0.0.0"}, "http://192.168.1.20:8000"),
    ],
)
def test_addresses_by_settings(settings: dict[str, str], origin: str | None) -> None:
    found = origin_for_others(Settings(**settings))  # type: ignore[arg-type]
    assert found == origin if origin else not isinstance(found, str)


def test_an_invite_is_looked_at_before_it_is_used(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open("4eyes-plus-3p-7x7", "me", "friend", "friend")
    path = f"/tables/{opened['id']}"
    for invite in opened["invites"]:
        for _ in range(2):
            assert bob.post(f"{path}/invitation", {"token": invite["token"]}).json() == {"seat": invite["seat"]}
    token = opened["invites"][1]["token"]
    assert bob.post(f"{path}/claim", {"token": token, "name": "Bob"}).json()["seat"] == 2
    check(bob.post(f"{path}/invitation", {"token": token}), 403, "server.invite_used")
    check(bob.post(f"{path}/invitation", {"token": "guess"}), 403, "server.invite_used")
