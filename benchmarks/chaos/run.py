"""A run: players play, faults strike one after the other, and in the end everything is checked."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.chaos.checks import Evidence, check
from benchmarks.chaos.clock_check import Window, check_clocks
from benchmarks.chaos.faults import Fault, Scene, faults_of
from benchmarks.chaos.journal import Sent, wall_ms
from benchmarks.chaos.probes import probe_resends, read_states
from benchmarks.chaos.proxy import Proxy
from benchmarks.chaos.replay import replay_all
from benchmarks.chaos.stores import Store, StoreKind, run_store
from benchmarks.chaos.tables import Group, make_groups, open_table, sit_and_play
from benchmarks.chaos.violations import Violations
from benchmarks.nginx_process import NginxProcess
from benchmarks.server_group import ServerGroup
from benchmarks.server_process import ROOT, load_average

# Seconds within which every table goes on after a fault.
_PATIENCE = 20.0
# The share of faults that do not wait until the players have recovered from the one before.
_AT_ONCE = 0.2


@dataclass(frozen=True)
class Plan:
    """What is asked of a run.

    groups    the number of tables played at the same time
    servers   the number of servers; several are behind nginx
    checkout  the folder whose server is run
    faults    the names of the faults; all of the store if there are none
    """

    store: StoreKind = "sqlite"
    kills: int = 60
    groups: int = 24
    seed: int = 0
    checkout: Path = ROOT
    faults: tuple[str, ...] = ()
    servers: int = 1


@dataclass
class Outcome:
    """What happened."""

    plan: Plan
    groups: list[Group]
    windows: list[Window] = field(default_factory=list)
    violations: Violations = field(default_factory=Violations)
    slowest_recovery: float = 0.0
    turns_timed: int = 0
    computer_moves: int = 0
    tables: int = 0
    notices: list[int] = field(default_factory=list)

    @property
    def kinds(self) -> Counter[str]:
        """The number of faults of each kind."""
        return Counter(window.kind for window in self.windows)


async def run(plan: Plan, say: Callable[[str], None]) -> Outcome:
    """Run, and report each fault on the way."""
    random = Random(plan.seed)
    outcome = Outcome(plan, make_groups(plan.groups, random))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="veier-chaos-")))
        store = await asyncio.to_thread(stack.enter_context, run_store(plan.store, folder))
        scene = await _start(stack, plan, store, folder, random)
        url = f"http://127.0.0.1:{scene.clients.port}"
        await _seat_all(stack, outcome.groups, url, random)
        await _recover(outcome, time.monotonic(), "the start", say)
        await _strike_all(scene, outcome, say)
        await _settle(outcome, store)
        served = await read_states(outcome.groups, url, outcome.violations)
        await probe_resends(outcome.groups, url, random, outcome.violations)
        outcome.notices = await asyncio.to_thread(scene.server.notices)
        await asyncio.to_thread(scene.stop_all)
        for seconds in scene.late_stops:
            outcome.violations.add("the server did not stop in time", f"{seconds:.0f} s")
        await asyncio.to_thread(_check, outcome, store, served)
    return outcome


async def _start(stack: AsyncExitStack, plan: Plan, store: Store, folder: Path, random: Random) -> Scene:
    database = Proxy(store.postgres.port) if store.postgres else None
    if database:
        await database.start()
        stack.push_async_callback(database.close)
    address = store.url(database.port if database else None)
    victims = Random(random.getrandbits(64))
    server = ServerGroup(plan.servers, address, folder, victims, plan.checkout, think_ms="0", thinkers="1")
    stack.callback(server.stop_all)
    await asyncio.to_thread(server.start)
    [port] = server.ports if plan.servers == 1 else [stack.enter_context(NginxProcess(server.ports)).port]
    clients = Proxy(port)
    await clients.start()
    stack.push_async_callback(clients.close)
    return Scene(server, store, clients, database, random, asyncio.get_running_loop(), [])


async def _seat_all(stack: AsyncExitStack, groups: list[Group], url: str, random: Random) -> None:
    """Open the tables and let everybody play until the end of the run."""
    tasks = []
    for group in groups:
        invites = [None, *await open_table(group, url)]
        for player, invite in zip(group.players, invites, strict=True):
            tasks.append(asyncio.create_task(sit_and_play(player, invite, url, Random(random.getrandbits(64)))))

    async def end() -> None:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    stack.push_async_callback(end)


# Faults.


async def _strike_all(scene: Scene, outcome: Outcome, say: Callable[[str], None]) -> None:
    bag: list[Fault] = []
    for number in range(outcome.plan.kills):
        if not bag:
            bag = _bag(scene, outcome.plan.faults)
        fault = bag.pop()
        await asyncio.sleep(scene.random.uniform(0, 0.7))
        begun = wall_ms()
        await asyncio.to_thread(fault, scene)
        await _wait_until_healthy(scene, outcome, fault.__name__)
        window = Window(fault.__name__, begun, wall_ms())
        outcome.windows.append(window)
        head = f"{number + 1}/{outcome.plan.kills} {window.kind}, {(window.healed - begun) / 1000:.1f} s"
        if number + 1 < outcome.plan.kills and scene.random.random() < _AT_ONCE:
            say(f"{head}; the next one follows at once")
        else:
            await _recover(outcome, time.monotonic(), head, say)


def _bag(scene: Scene, names: tuple[str, ...]) -> list[Fault]:
    """Return all faults of the store in random order, or those of some names."""
    faults = [fault for fault in faults_of(scene.store) if not names or fault.__name__ in names]
    scene.random.shuffle(faults)
    return faults


async def _wait_until_healthy(scene: Scene, outcome: Outcome, kind: str) -> None:
    end = time.monotonic() + _PATIENCE
    while not await asyncio.to_thread(scene.server.answers):
        if not scene.server.is_running or time.monotonic() > end:
            outcome.violations.add("the server is not healthy", f"after {kind}")
            return
        await asyncio.sleep(0.05)


async def _recover(outcome: Outcome, healed: float, head: str, say: Callable[[str], None]) -> None:
    """Wait until a command was acknowledged at every table since a fault; note those where none was."""
    playing = [group for group in outcome.groups if not group.is_stuck]
    while any(group.last_acknowledged < healed for group in playing):
        if time.monotonic() > healed + _PATIENCE:
            for group in playing:
                group.is_stuck = group.last_acknowledged < healed
                if group.is_stuck:
                    outcome.violations.add("a table is stuck", f"{group.tables[-1]} after {head}, {group.plan}")
            break
        await asyncio.sleep(0.05)
    seconds = time.monotonic() - healed
    outcome.slowest_recovery = max(outcome.slowest_recovery, seconds)
    count = sum(sent.acknowledged is not None for sent in all_sent(outcome))
    say(f"{head}; all play after {seconds:.1f} s, {count} acknowledged, load {load_average()}")


# The end.


async def _settle(outcome: Outcome, store: Store) -> None:
    """Let players get the answers to what they have sent, and computers end their turns."""
    players = [player for group in outcome.groups for player in group.players]
    for player in players:
        player.acts = False
    end = time.monotonic() + _PATIENCE
    while not all(player.is_settled for player in players) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    # Computers and rematches need no player.
    while await asyncio.to_thread(_is_busy, store) and time.monotonic() < end:
        await asyncio.sleep(0.5)


def _is_busy(store: Store) -> bool:
    return any(replay.waits_for_server for replay in replay_all(store.read(), Violations()).values())


def _check(outcome: Outcome, store: Store, served: dict[str, Any]) -> None:
    rows = store.read()
    journals = [player.journal for group in outcome.groups for player in group.players]
    opened = {group.tables[0] for group in outcome.groups}
    replays = check(Evidence(journals, rows, opened, served), outcome.violations)
    sent = {each.id: each for each in all_sent(outcome)}
    outcome.turns_timed = check_clocks(replays.values(), sent, outcome.windows, outcome.violations)
    outcome.tables = len(rows.tables)
    outcome.computer_moves = sum(replay.computer_moves for replay in replays.values())


def all_sent(outcome: Outcome) -> list[Sent]:
    """Return all commands of all players."""
    return [sent for group in outcome.groups for player in group.players for sent in player.journal.sent.values()]
