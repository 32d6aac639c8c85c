"""Plays all games again from the rows of the database, event by event, by the rules."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from benchmarks.chaos.stores import Rows
from benchmarks.chaos.violations import Violations
from veier.table import Event, Moved, Rematched, Sat, Setup, Table, apply, event_from_data


@dataclass(frozen=True)
class Step:
    """A stored event with the table before and after it; `at` is when it was stored, in milliseconds since 1970."""

    event: Event
    before: Table
    after: Table
    command_id: str | None
    at: int


@dataclass
class Replay:
    """A table played again; `steps` ends before the first event that breaks a rule."""

    id: str
    start: Table
    steps: list[Step] = field(default_factory=list)

    @property
    def end(self) -> Table:
        """The table after all events."""
        return self.steps[-1].after if self.steps else self.start

    def at(self, version: int) -> Table | None:
        """Return the table at a version, None if there is no such version."""
        if not 0 <= version <= len(self.steps):
            return None
        return self.steps[version - 1].after if version else self.start

    @property
    def computer_moves(self) -> int:
        """The number of moves that computers have made, each of which is at a version of its own."""
        moved = [(step.before, step.event.seat) for step in self.steps if isinstance(step.event, Moved)]
        return sum(seat is not None and before.seats[seat].kind == "computer" for before, seat in moved)

    @property
    def waits_for_server(self) -> bool:
        """Whether the next step is the server's: a computer is to move, or a rematch is to be opened."""
        return self.end.wants_rematch or self.is_computers_turn

    @property
    def is_computers_turn(self) -> bool:
        """Whether a computer is to move."""
        return self.end.mover is not None and self.end.seats[self.end.mover].kind == "computer"


def replay_all(rows: Rows, violations: Violations) -> dict[str, Replay]:
    """Play all tables again, and note what does not fit the rules."""
    events: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows.events:
        events[row[0]].append(row)
    replays = {}
    for table, setup, version, over in rows.tables:
        replay = replays[table] = Replay(table, Table.start(Setup.from_data(json.loads(setup))))
        _play(replay, events.pop(table, []), violations)
        if [version, bool(over)] != [replay.end.version, replay.end.result is not None]:
            violations.add("a row differs from its events", f"{table}: version {version}, {replay.end.version}")
    for table in events:
        violations.add("events without a table", table)
    return replays


def _play(replay: Replay, rows: list[tuple[Any, ...]], violations: Violations) -> None:
    table = replay.start
    # The last event of a command carries its id; the agreement on a rematch has two.
    ids = [row[3] for row in rows]
    for number, (_, version, _, command_id, data, at) in enumerate(rows):
        if version != table.version + 1:
            violations.add("versions are not contiguous", f"{replay.id}: {version} follows {table.version}")
            return
        try:
            event = event_from_data(json.loads(data))
            following = ids[number + 1] if event.kind in ("offered", "answered") and number + 1 < len(ids) else None
            problem = _problem(table, event, command_id or following)
            after = apply(table, event)
        except (ValueError, KeyError, AssertionError) as error:
            problem, after = f"is illegal ({error})", table
        if problem:
            violations.add("a game cannot be replayed", f"{replay.id}: version {version} {problem}")
            return
        replay.steps.append(Step(event, table, after, command_id, at))
        table = after


def _problem(table: Table, event: Event, command_id: str | None) -> str | None:
    """Return what is wrong with an event that `apply`, which trusts its caller, would not notice."""
    if isinstance(event, Rematched):
        return None
    if isinstance(event, Sat):
        return None if table.seats[event.seat].kind == "open" else "seats somebody on a seat that is taken"
    if isinstance(event, Moved):
        if event.seat != table.mover:
            return f"is a move of seat {event.seat} out of turn"
        if (table.seats[event.seat].kind == "computer") != (command_id is None):
            return "is a person's move that nobody sent, or a computer's that somebody did"
    elif command_id is None and getattr(event, "why", None) != "time" and getattr(event, "take", None) is None:
        return f"was sent by nobody: {event.kind}"
    return None
