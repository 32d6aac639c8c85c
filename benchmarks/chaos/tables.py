"""The tables of a run: who sits there, with which clock, and how fast they play.

A group is the players of a table and of all its rematches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from benchmarks.chaos.journal import Journal
from benchmarks.chaos.player import Player

# Seconds before a command: of players in a hurry, and of some whose turns last long enough to be interrupted.
_QUICK, _SLOW = (0.05, 0.5), (0.3, 2.5)
# Seconds within which everybody takes a seat.
_MAX_CLAIM_PAUSE = 3.0


@dataclass(frozen=True)
class Plan:
    """A kind of table: "me" is the player who opens it, "friend" another one, a number a computer's level."""

    game: str
    seats: tuple[str, ...]
    pause: tuple[float, float] = _QUICK
    clock: dict[str, Any] | None = None
    swap: bool = False


PLANS = (
    Plan("hexrows?side=4&stones=4", ("me", "friend")),
    Plan("hexrows?side=4&stones=9", ("me", "1")),
    Plan("4eyes-plus-3p-7x7", ("me", "friend", "friend")),
    Plan("hexrows?side=4&stones=9", ("me", "friend"), _SLOW, {"kind": "minutes", "initial_ms": 60_000}),
    Plan("4eyes-pencil-3p-7x7", ("1", "me", "2")),
    Plan("hexrows?side=4&stones=4", ("me", "device")),
    Plan("hexrows?side=4&stones=6", ("me", "friend"), _SLOW, {"kind": "minutes", "initial_ms": 6_000}),
    Plan("4eyes-beginners", ("friend", "me"), swap=True),
    Plan("4eyes-beginners", ("1", "me"), swap=True),
    Plan("4eyes", ("me", "friend"), clock={"kind": "days", "initial_ms": 86_400_000}),
    Plan("4eyes-pencil-3p-7x7", ("me", "1", "friend"), _QUICK, {"kind": "minutes", "initial_ms": 90_000}),
    Plan("hexrows?side=4&stones=9", ("2", "me"), _SLOW, {"kind": "minutes", "initial_ms": 20_000, "increment_ms": 500}),
)


@dataclass
class Group:
    """The players of a table and its rematches; `tables` are all of them in order."""

    plan: Plan
    players: list[Player]
    tables: list[str] = field(default_factory=list)
    is_stuck: bool = False

    @property
    def last_acknowledged(self) -> float:
        """When a command was last acknowledged at the newest table or an earlier one."""
        return max(player.last_acknowledged for player in self.players)

    def note(self, table: str) -> None:
        """Note the table of the next game."""
        if table not in self.tables:
            self.tables.append(table)


def addresses() -> Iterator[str]:
    """Yield loopback addresses, because the server limits each."""
    for third in range(1, 255):
        for fourth in range(1, 255):
            yield f"127.1.{third}.{fourth}"


def make_groups(count: int, random: Random) -> list[Group]:
    """Make groups of all plans in turn."""
    free, groups = addresses(), []
    for number in range(count):
        plan = PLANS[number % len(PLANS)]
        people = 1 + plan.seats.count("friend")
        journals = [Journal(f"g{number}p{person}") for person in range(people)]
        players = [Player(each, next(free), plan.pause, Random(random.getrandbits(64))) for each in journals]
        groups.append(Group(plan, players))
    return groups


async def open_table(group: Group, url: str) -> list[str]:
    """Open a group's first table while nothing is being killed; return the invites of the other players."""
    kinds = [
        {"kind": "computer", "level": int(seat)} if seat.isdigit() else {"kind": seat} for seat in group.plan.seats
    ]
    asked = {"game": group.plan.game, "seats": kinds, "swap": group.plan.swap, "clock": group.plan.clock}
    async with client_of(group.players[0], url) as client:
        answer = await client.post("/api/v1/tables", json=asked)
        answer.raise_for_status()
    opened = answer.json()
    group.note(opened["id"])
    for player in group.players:
        player.table, player.on_rematch = opened["id"], group.note
    return [invite["token"] for invite in opened["invites"]]


async def sit_and_play(player: Player, invite: str | None, url: str, random: Random) -> None:
    """Take the seat of an invite at some moment, as often as it takes, then play."""
    if invite:
        await asyncio.sleep(random.uniform(0, _MAX_CLAIM_PAUSE))
        while not await _claim(player, invite, url):
            await asyncio.sleep(random.uniform(0.1, 0.4))
    await player.play(url)


async def _claim(player: Player, invite: str, url: str) -> bool:
    """Claim a seat; return whether the player has it."""
    try:
        async with client_of(player, url) as client:
            answer = await client.post(f"/api/v1/tables/{player.table}/claim", json={"token": invite})
    except httpx.TransportError:
        return False
    if answer.status_code not in (200, 429, 502, 503):
        player.journal.wrong.append((f"a claim was answered by {answer.status_code}", player.table))
    return answer.status_code not in (429, 502, 503)


def client_of(player: Player, url: str) -> httpx.AsyncClient:
    """Return an HTTP client with the player's session and address."""
    transport = httpx.AsyncHTTPTransport(local_address=player.address)
    return httpx.AsyncClient(base_url=url, transport=transport, headers=player.headers, timeout=5)
