"""Push: real messages to a real push service, read by their subscriber; and nowhere that a server must not go."""

from __future__ import annotations

import asyncio
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_vapid import Vapid02

from server.push_service import Data, PushService, Subscriber
from server.serving import Running, Visitor, sqlite, until
from veier.server.logs import JsonLines
from veier.server.push.endpoints import is_endpoint, is_public
from veier.server.push.sender import public_resolver

GAME = "hexrows?side=4&stones=9"
DAYS = {"kind": "days", "initial_ms": 3 * 86_400_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite(tmp_path_factory.mktemp("push")), push_loopback=1) as running:
        yield running


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


def subscribed(visitor: Visitor, service: PushService, path: str) -> Subscriber:
    subscriber = Subscriber(service, path)
    answer = visitor.post("/push/subscriptions", subscriber.subscription)
    assert answer.status_code == 201, answer.text
    return subscriber


def sit_together(ada: Visitor, bob: Visitor, clock: Data | None) -> str:
    opened = ada.open(GAME, "me", "friend", **({"clock": clock} if clock else {}))
    name: str = opened["id"]
    assert bob.post(f"/tables/{name}/claim", {"token": opened["invites"][0]["token"]}).status_code == 200
    return name


def test_whose_turn_it_is_and_the_end_are_told(ada: Visitor, bob: Visitor, service: PushService) -> None:
    his, hers = subscribed(bob, service, "/bob"), subscribed(ada, service, "/ada")
    table = sit_together(ada, bob, DAYS)
    ada.move(table, "d4")
    until(lambda: his.messages() == [{"table": table, "kind": "turn"}])
    bob.move(table, "d5")
    until(lambda: hers.messages() == [{"table": table, "kind": "turn"}])
    ada.command(table, ada.state(table)["version"], kind="resign")
    until(lambda: his.messages()[1:] == [{"table": table, "kind": "over"}])
    headers = his.headers[0]
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["topic"] == table
    assert int(headers["ttl"]) > 86_400
    # The push service knows by the signature who sends.
    assert headers["authorization"].endswith(f"k={ada.get('/push/key').json()['key']}")
    assert Vapid02.verify(headers["authorization"])


def test_other_clocks_send_only_reminders(ada: Visitor, bob: Visitor, service: PushService) -> None:
    hers = subscribed(ada, service, "/reminded")
    table = sit_together(ada, bob, None)
    ada.move(table, "d4")
    bob.move(table, "d5")
    assert bob.post(f"/tables/{table}/nudge").status_code == 200
    until(lambda: hers.messages() == [{"table": table, "kind": "nudge"}])


def test_a_subscription_that_has_ended_is_forgotten(ada: Visitor, bob: Visitor, service: PushService) -> None:
    service.answers |= {"/gone": 410, "/moved": 302}
    gone, moved = subscribed(bob, service, "/gone"), subscribed(bob, service, "/moved")
    hers = subscribed(ada, service, "/hers")
    table = sit_together(ada, bob, DAYS)
    ada.move(table)
    until(lambda: gone.headers and moved.headers)
    bob.move(table)
    ada.move(table)
    until(lambda: len(moved.headers) == 2)
    assert len(gone.headers) == 1
    # A redirect is not followed.
    assert not any(path == "/elsewhere" for path, _, _ in service.received)

    assert bob.http.delete("/api/v1/push/subscriptions").json() == {"subscribed": False}
    bob.move(table)
    ada.move(table)
    bob.move(table)
    until(lambda: len(hers.headers) == 3)
    assert len(moved.headers) == 2


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://10.0.0.7/a",
        "https://192.168.1.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/a",
        "https://[fd00::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://localhost/a",
        "https://push.example.org:8080/a",
        "https://user@push.example.org/a",
        "https://push.example.org/a b",
        "ftp://push.example.org/a",
        "https://[broken/a",
        "",
    ],
)
def test_messages_go_to_push_services_alone(endpoint: str) -> None:
    assert not is_endpoint(endpoint)
    assert not is_endpoint(endpoint, loopback=True)


def test_an_endpoint_in_the_private_network_is_refused(ada: Visitor, service: PushService) -> None:
    asked = Subscriber(service, "/x").subscription | {"endpoint": "https://192.168.1.1/a"}
    answer = ada.post("/push/subscriptions", asked)
    assert (answer.status_code, answer.json()["reason"]["key"]) == (422, "server.push_endpoint")
    assert not is_endpoint(service.url)


def test_public_addresses() -> None:
    assert is_endpoint("https://fcm.googleapis.com/fcm/send/abc")
    assert is_public("2606:4700::1111")
    private = ["127.0.0.1", "10.1.2.3", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1%eth0", "::ffff:127.0.0.1"]
    assert [address for address in private if is_public(address)] == []


def test_a_name_does_not_lead_into_the_private_network() -> None:
    async def look_up() -> None:
        await public_resolver().resolve("localhost", 443)

    with pytest.raises(OSError, match="no public address"):
        asyncio.run(look_up())


def test_a_push_service_that_cannot_be_reached_harms_nobody_and_is_not_named(
    ada: Visitor, bob: Visitor, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Subscriber(service, "/x").subscription | {"endpoint": f"{service.url.rpartition(':')[0]}:1/secret"}
    assert bob.post("/push/subscriptions", asked).status_code == 201
    reachable = subscribed(bob, service, "/after")
    table = sit_together(ada, bob, DAYS)
    with caplog.at_level(logging.INFO, "veier.server"):
        ada.move(table)
        until(lambda: reachable.messages() == [{"table": table, "kind": "turn"}])
        until(lambda: "push failed" in caplog.messages)
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "veier.server"]
    assert [line for line in lines if "secret" in line or "127.0.0.1" in line or table in line] == []


@pytest.mark.parametrize("keys", [{}, {"p256dh": "A" * 87}, {"p256dh": "short", "auth": "A" * 22}])
def test_keys_must_be_keys(ada: Visitor, keys: Data) -> None:
    answer = ada.post("/push/subscriptions", {"endpoint": "https://push.example.org/a", "keys": keys})
    assert answer.status_code == 422


def test_the_key_is_made_once_and_private(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with Running(sqlite(tmp_path)) as running, running.visitor() as visitor:
            keys.append(visitor.get("/push/key").json()["key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87
    assert stat.S_IMODE((tmp_path / "games.sqlite3").stat().st_mode) == 0o600
