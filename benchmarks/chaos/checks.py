"""The checks after a run: the players' logs against the database, and the database against the rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from benchmarks.chaos.journal import Journal, Sent
from benchmarks.chaos.replay import Replay, Step, replay_all
from benchmarks.chaos.stores import Rows
from benchmarks.chaos.violations import Violations
from veier.table import Rematched, Sat, position_hash

# The kinds of events that each command leads to.
_LEADS_TO = {
    "move": {"moved"},
    "swap": {"swapped"},
    "resign": {"ended"},
    "offer": {"offered", "answered", "taken_back", "ended", "rematched"},
    "answer": {"answered", "declined", "taken_back", "ended", "rematched"},
}


LOST = "acknowledged, but not stored"
DOUBLED = "executed or acknowledged twice"


@dataclass(frozen=True)
class Evidence:
    """What is compared.

    journals  the players' logs
    rows      what the database holds
    opened    the tables that players opened; all others were opened by the server
    served    the states that the server showed last, by table
    """

    journals: list[Journal]
    rows: Rows
    opened: set[str]
    served: dict[str, Any]


def check(evidence: Evidence, violations: Violations) -> dict[str, Replay]:
    """Check everything but the clocks; return the games played again."""
    for journal in evidence.journals:
        for kind, where in journal.wrong:
            violations.add(kind, f"{journal.name}: {where}")
    replays = replay_all(evidence.rows, violations)
    _check_commands(evidence.journals, replays, violations)
    _check_seen(evidence.journals, replays, violations)
    _check_served(evidence.served, replays, violations)
    _check_turns(evidence.rows, replays, violations)
    _check_rematches(evidence, replays, violations)
    return replays


# The players' commands.


def _check_commands(journals: list[Journal], replays: dict[str, Replay], violations: Violations) -> None:
    stored: dict[str, list[tuple[str, Step]]] = defaultdict(list)
    for replay in replays.values():
        for step in replay.steps:
            # Claims of seats have ids that the server makes.
            if step.command_id is not None and not isinstance(step.event, Sat):
                stored[step.command_id].append((replay.id, step))
    for journal in journals:
        for sent in journal.sent.values():
            _check_command(sent, stored.pop(sent.id, []), violations)
    for name in stored:
        violations.add("executed, but nobody sent it", name)


def _check_command(sent: Sent, found: list[tuple[str, Step]], violations: Violations) -> None:
    where = f"{sent.id} at {sent.table}: {sent.command}"
    versions = {answer.version for answer in sent.answers if answer.kind == "ack"}
    if len(found) > 1 or len(versions) > 1:
        violations.add(DOUBLED, f"{where}, {len(found)} times, at {sorted(map(str, versions))}")
        return
    if not sent.answers:
        violations.add("never answered", where)
    if versions and not found:
        violations.add(LOST, f"{where}, version {sent.acknowledged}")
    if not found:
        return
    table, step = found[0]
    if table != sent.table or (versions and versions != {step.after.version}):
        violations.add("stored elsewhere", f"{where}, at {table}, version {step.after.version}, not {versions}")
    if not _fits(sent, step):
        violations.add("acknowledged, but something else was done", f"{where}, {step.event}")
    if not versions and len(sent.refusals) >= sent.times:
        violations.add("refused, but stored", f"{where}, {sent.refusals}")


def _fits(sent: Sent, step: Step) -> bool:
    fits = step.event.kind in _LEADS_TO[sent.command["kind"]]
    if sent.command["kind"] == "move":
        return fits and getattr(step.event, "text", None) == sent.command["text"]
    return fits and getattr(step.event, "why", None) != "time"


# What the players saw.


def _check_seen(journals: list[Journal], replays: dict[str, Replay], violations: Violations) -> None:
    for journal in journals:
        for (table, version), shown in journal.seen.items():
            stored = replays[table].at(version) if table in replays else None
            if stored is None or position_hash(stored) != shown:
                violations.add("shown, but not stored", f"{journal.name}: version {version} of {table}")


def _check_served(served: dict[str, Any], replays: dict[str, Replay], violations: Violations) -> None:
    for name, state in served.items():
        stored = replays[name].at(state["version"]) if name in replays else None
        if stored is None:
            violations.add("served, but not stored", name)
            continue
        texts = [made["text"] for made in state["moves"]]
        shown = (state["version"], texts, state["result"] is not None, state["rematch"])
        is_same = shown == (
            stored.version,
            [made.text for made in stored.moves],
            stored.result is not None,
            stored.rematch,
        )
        # Nobody plays any more, but time may still run out.
        later = [step.event for step in replays[name].steps[stored.version :]]
        if not is_same or any(getattr(event, "why", None) != "time" for event in later):
            violations.add("served otherwise than stored", f"{name}, version {stored.version}")


# Work of the server.


def _check_turns(rows: Rows, replays: dict[str, Replay], violations: Violations) -> None:
    jobs = {row[0] for row in rows.jobs}
    for replay in replays.values():
        if replay.is_computers_turn:
            violations.add("a computer's turn was never played", replay.id)
        if (replay.id in jobs) != replay.is_computers_turn:
            violations.add("a computer's turn is noted wrongly", replay.id)


def _check_rematches(evidence: Evidence, replays: dict[str, Replay], violations: Violations) -> None:
    owners = {(table, seat): session for table, seat, session in evidence.rows.seats}
    links: Counter[str] = Counter()
    for replay in replays.values():
        if replay.end.wants_rematch:
            violations.add("an agreed rematch was never opened", replay.id)
        following = [step.event.table for step in replay.steps if isinstance(step.event, Rematched)]
        links.update(following)
        for table in following:
            if table not in replays or not _is_next_game(replay, replays[table], owners):
                violations.add("a rematch is missing or has other players", f"{replay.id}: {table}")
    for name in replays:
        if links[name] + (name in evidence.opened) != 1:
            violations.add("a rematch was opened that no game leads to, or several do", name)


def _is_next_game(before: Replay, after: Replay, owners: dict[tuple[str, int], str]) -> bool:
    """Return whether the players of a game sit at the next one, each a seat further on."""
    holders = before.end.holders
    players = [owners.get((before.id, holders[seat - 1])) for seat in range(len(holders))]
    return players == [owners.get((after.id, seat)) for seat in range(len(holders))]
