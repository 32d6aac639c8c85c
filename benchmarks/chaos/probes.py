"""Questions to the server after the last fault: what it shows, and how it takes commands that it knows."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx

from benchmarks.chaos.player import Player
from benchmarks.chaos.tables import Group, client_of
from benchmarks.chaos.violations import Violations

# Newest tables of a group whose states are read, and commands of a player that are sent again.
_STATES, _RESENDS = 10, 2


async def read_states(groups: list[Group], url: str, violations: Violations) -> dict[str, Any]:
    """Return the states that the server shows of the newest tables."""
    served = {}
    for group in groups:
        async with client_of(group.players[0], url) as client:
            for table in group.tables[-_STATES:]:
                answer = await client.get(f"/api/v1/tables/{table}")
                if answer.status_code == 200:
                    served[table] = answer.json()
                else:
                    violations.add(f"a state was answered by {answer.status_code}", table)
    return served


async def probe_resends(groups: list[Group], url: str, random: Random, violations: Violations) -> None:
    """Send some acknowledged commands again, and other commands under their ids."""
    for player in (player for group in groups for player in group.players):
        known = [sent for sent in player.journal.sent.values() if sent.acknowledged is not None]
        async with client_of(player, url) as client:
            for sent in random.sample(known, min(len(known), _RESENDS)):
                answer = await _resend(client, player, sent.id, sent.command)
                if answer.status_code != 200 or answer.json()["version"] != sent.acknowledged:
                    violations.add("a known command was not acknowledged again", f"{sent.id}: {answer.status_code}")
                other = {"kind": "resign"} if sent.command["kind"] != "resign" else {"kind": "move", "text": "a1"}
                answer = await _resend(client, player, sent.id, other)
                if answer.status_code == 200:
                    violations.add("another command under a known id was acknowledged", sent.id)


async def _resend(client: httpx.AsyncClient, player: Player, name: str, command: dict[str, Any]) -> httpx.Response:
    sent = player.journal.sent[name]
    body = {"id": name, "version": sent.version, "command": command}
    return await client.post(f"/api/v1/tables/{sent.table}/commands", json=body)
