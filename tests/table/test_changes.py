"""What changed in a state: a client that makes the changes has what it would get as a whole, and they are short."""

from __future__ import annotations

import json
from collections.abc import Collection
from random import Random
from statistics import mean
from typing import Any

import pytest

import veier
from table.samples import BLITZ
from veier.core.json_patch import apply_patch
from veier.table import (
    Answer,
    Attendance,
    Command,
    Move,
    Offer,
    Refusal,
    Rematch,
    Resign,
    SeatPlan,
    Seen,
    Setup,
    Sit,
    Swap,
    Table,
    apply,
    board_changes,
    board_data,
    changing_board,
    decide,
    moves_changes,
    other_changes,
    state_data,
)

GAMES = [game.id for game in veier.all_games()]
# Boards where phase 2, passes and the ends of games come soon.
SMALL = [
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes-plus-2p?side=5&tiles=3",
    "4eyes-plus-3p?side=5&tiles=3",
    "hexrows?side=4&stones=4",
]


class Viewer:
    """A client with some seats, who gets a state once, then changes."""

    def __init__(self, table: Table, mine: Collection[int]) -> None:
        self.seen = Seen(table, mine)
        self.state = whole(self.seen, 0)
        self.sizes: list[int] = []

    def receive(self, after: Seen, now: int) -> None:
        before = self.seen.table
        changes = board_changes(changing_board(before.position), changing_board(after.table.position))
        changes += moves_changes(before.moves, after.table.moves) + other_changes(self.seen, after, now)
        text = json.dumps(changes, separators=(",", ":"), ensure_ascii=False)
        self.sizes.append(len(text.encode()))
        self.seen, self.state = after, apply_patch(self.state, json.loads(text))
        assert self.state == whole(after, now)


def whole(seen: Seen, now: int) -> dict[str, Any]:
    board = board_data(seen.table.position, choices=False, aids=False)
    state = state_data(seen.table, now, name="x", mine=seen.mine, attendance=seen.attendance, board=board)
    found: dict[str, Any] = json.loads(json.dumps(state))
    return found


def some_command(table: Table, random: Random) -> tuple[int | None, Command]:
    """Choose what a player could do: mostly a move, sometimes an offer, an answer, or the end."""
    seats = range(len(table.seats))
    if table.wants_rematch:
        return None, Rematch("following")
    if table.result:
        return random.choice(seats), Offer("rematch")
    opened = [seat for seat in seats if table.seats[seat].kind == "open"]
    if opened and random.random() < 0.3:
        return opened[0], Sit("Zoé")
    if table.offers and random.random() < 0.7:
        return random.choice(seats), Answer(table.offers[0].what, yes=random.random() < 0.8)
    if random.random() < 0.15:
        rare: list[Command] = [Swap(True), Swap(False), Offer("takeback"), Offer("takeback"), Offer("draw")]
        return random.choice(seats), random.choice(rare)
    if random.random() < 0.002:
        return random.choice(seats), Resign()
    return table.mover, Move(random.choice(table.position.legal_moves).text)


@pytest.mark.parametrize("game", GAMES + SMALL)
def test_a_state_follows_from_the_one_before_and_the_changes(game: str) -> None:
    random, players = Random(game), veier.game(game).players
    sizes: list[int] = []
    for clock in (None, BLITZ):
        plans = (*(SeatPlan("human", "Ada"),) * (players - 1), SeatPlan("open"))
        table = Table.start(Setup(game, plans, swap=players == 2, clock=clock))
        viewers = [Viewer(table, mine) for mine in ((), *((seat,) for seat in range(players)), range(players))]
        now = 0
        for _ in range(150):
            now += random.randrange(1500)
            try:
                events = decide(table, *some_command(table, random), now)
            except Refusal:
                continue
            for event in events:
                table = apply(table, event)
            attendance = Attendance({random.randrange(players)}, (), random.randrange(3))
            for viewer in viewers:
                # Exchanged colours exchange the seats.
                mine = [table.seat_of(number) for number in viewer.seen.mine] if events[0].kind == "swapped" else None
                viewer.receive(Seen(table, viewer.seen.mine if mine is None else mine, attendance), now)
            if table.rematch:
                break
        sizes += viewers[0].sizes
    assert mean(sizes) < 1500
