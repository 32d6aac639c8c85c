"""Whole tables under random commands: whatever people do, a table stays sound and is what its events make."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from table.samples import BLITZ, DAILY, TINY, people
from veier.table import (
    Answer,
    Clock,
    Command,
    Event,
    Flag,
    Move,
    Offer,
    OfferKind,
    Refusal,
    Rematch,
    Resign,
    Sit,
    Swap,
    Table,
    apply,
    command_from_data,
    decide,
    event_from_data,
    fold,
    state_data,
)

MATTERS: list[OfferKind] = ["draw", "takeback", "rematch"]
SEATS = st.integers(0, 2)


class Tables(RuleBasedStateMachine):
    """A table, its events as they would be kept, and a simple account of the moves beside it."""

    games: ClassVar[list[str]]
    table: Table

    @initialize(data=st.data(), swap=st.booleans(), clock=st.sampled_from([None, BLITZ, DAILY]))
    def set_up(self, data: st.DataObject, swap: bool, clock: Clock | None) -> None:
        game = data.draw(st.sampled_from(self.games))
        players = 3 if "3p" in game else 2
        kinds = data.draw(st.lists(st.sampled_from(["human"] * 4 + ["open"]), min_size=players, max_size=players))
        self.table = Table.start(people(game, *kinds, swap=swap and players == 2, clock=clock))
        self.kept: list[str] = []
        self.moves: list[tuple[int, str]] = []
        self.now = 0
        if self.table.setup.swap:
            self.move_once(data)

    def ask(self, seat: int | None, command: Command) -> tuple[Event, ...]:
        """Ask something of the table and keep what came of it; nothing if it was refused."""
        if not isinstance(command, Rematch):
            assert command_from_data(json.loads(json.dumps(command.to_data()))) == command
        before = self.table
        try:
            events = decide(before, seat, command, self.now)
        except Refusal:
            return ()
        assert events
        for event in events:
            self.kept.append(json.dumps(event.to_data()))
            self.table = apply(self.table, event)
        return events

    # What people do.

    @rule(seconds=st.integers(0, 40))
    def wait(self, seconds: int) -> None:
        self.now += 1000 * seconds

    @precondition(lambda self: self.table.flag_at is not None)
    @rule(late=st.sampled_from([-1, -1, 0, 5]))
    def wait_until_time_is_short(self, late: int) -> None:
        self.now = max(self.now, (self.table.flag_at or 0) + late)

    @precondition(lambda self: self.table.mover is not None)
    @rule(data=st.data(), count=st.integers(1, 8))
    def move(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            if self.table.mover is not None:
                self.move_once(data)

    def move_once(self, data: st.DataObject) -> None:
        seat = self.table.position.mover
        text = data.draw(st.sampled_from([move.text for move in self.table.position.legal_moves]))
        events = self.ask(seat, Move(text))
        is_late, is_open = self.table.result and self.table.result.why == "time", self.table.seats[seat].kind == "open"
        assert [event.kind for event in events] == ([] if is_open else ["ended"] if is_late else ["moved"])
        if events and not is_late:
            self.moves.append((seat, text))

    @rule(seat=SEATS, text=st.sampled_from(["pass", "a1a2", "A1r", "12@A1", "x", ""]))
    def try_a_move(self, seat: int, text: str) -> None:
        for event in self.ask(seat, Move(text)):
            if event.kind == "moved":
                self.moves.append((seat, self.table.moves[-1].text))

    @rule(seat=SEATS, name=st.sampled_from([None, "Léa", "<b>"]))
    def sit(self, seat: int, name: str | None) -> None:
        self.ask(seat, Sit(name))

    @precondition(lambda self: self.table.can_swap)
    @rule(take=st.booleans())
    def swap_in_time(self, take: bool) -> None:
        self.swap(self.table.position.mover, take)

    @rule(seat=SEATS, take=st.booleans())
    def swap(self, seat: int, take: bool) -> None:
        seats = self.table.seats
        if any(event.kind == "swapped" for event in self.ask(seat, Swap(take))):
            assert self.table.seats == (seats[::-1] if take else seats)
            assert len(self.moves) == 1

    @precondition(lambda self: self.table.moves)
    @rule(back=st.integers(1, 3))
    def want_back(self, back: int) -> None:
        self.offer(self.table.moves[-min(back, len(self.table.moves))].seat, "takeback")

    @rule(seat=SEATS, what=st.sampled_from(MATTERS))
    def offer(self, seat: int, what: OfferKind) -> None:
        asked = self.table.offer(what)
        self.follow(asked.seat if asked else seat, self.ask(seat, Offer(what)))

    @rule(seat=SEATS, what=st.sampled_from(MATTERS), yes=st.sampled_from([True, True, False]))
    def answer(self, seat: int, what: OfferKind, yes: bool) -> None:
        asked = self.table.offer(what)
        self.follow(asked.seat if asked else seat, self.ask(seat, Answer(what, yes)))

    @precondition(lambda self: any(set(self.table.people) - set(offer.agreed) for offer in self.table.offers))
    @rule(data=st.data())
    def agree(self, data: st.DataObject) -> None:
        offer = data.draw(st.sampled_from(self.table.offers))
        waiting = set(self.table.people) - set(offer.agreed)
        for seat in sorted(waiting):
            self.follow(offer.seat, self.ask(seat, Answer(offer.what, True)))
            if self.table.result and offer.what != "rematch":
                return
        assert offer.what == "rematch" or self.table.offer(offer.what) is None or not waiting

    def follow(self, offerer: int, events: tuple[Event, ...]) -> None:
        """Take back in the simple account too: all since the offerer's last move, and that move."""
        if any(event.kind == "taken_back" for event in events):
            while self.moves.pop()[0] != offerer:
                pass
            assert self.table.mover == offerer

    @rule(seat=SEATS, sure=st.integers(0, 9))
    def resign(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.ask(seat, Resign())

    @rule(seat=st.none() | SEATS)
    def flag(self, seat: int | None) -> None:
        was_late = self.table.is_out_of_time(self.now)
        assert bool(self.ask(seat, Flag())) == was_late

    @rule()
    def rematch(self) -> None:
        heard = self.table.wants_rematch or self.table.is_out_of_time(self.now)
        assert bool(self.ask(None, Rematch("next"))) == heard

    # What always holds.

    @invariant()
    def the_moves_lead_to_the_position(self) -> None:
        assert [(made.seat, made.text) for made in self.table.moves] == self.moves
        start = self.table.setup.first_position()
        assert start.play(*(text for _, text in self.moves)) == self.table.position
        assert self.table.history.final == self.table.position

    @invariant()
    def the_result_is_whole(self) -> None:
        result, outcome = self.table.result, self.table.position.outcome
        if result is None:
            assert outcome is None
        else:
            assert sum(result.shares) == 1
            assert result.why in ("resigned", "time", "agreed") or (outcome and outcome.why == result.why)
            assert all(offer.what == "rematch" for offer in self.table.offers)

    @invariant()
    def times_are_sound(self) -> None:
        times, clock = self.table.times(self.now), self.table.setup.clock
        assert (times is None) == (clock is None)
        assert times is None or min(times) >= 0
        if clock and clock.kind == "days" and times:
            assert max(times) <= clock.initial_ms

    @invariant()
    def everybody_has_a_seat(self) -> None:
        assert sorted(self.table.holders) == [*range(len(self.table.seats))]
        for offer in self.table.offers:
            assert offer.seat in offer.agreed
            assert set(offer.agreed) <= set(self.table.people)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            events = [event_from_data(json.loads(line)) for line in self.kept]
            assert fold(self.table.setup, events) == self.table
            assert self.table.version == len(events)
            seen: dict[str, Any] = state_data(self.table, self.now, name="x", mine=range(len(self.table.seats)))
            assert json.loads(json.dumps(seen)) == seen
            choices = {choice["text"] for choice in seen["board"]["view"]["choices"]}
            running = self.table.result is None
            assert choices == ({move.text for move in self.table.position.legal_moves} if running else set())


class TwoPlayers(Tables):
    """Short games that come to phase 2, passes and repetition, and a longer one."""

    games: ClassVar[list[str]] = [TINY, "4eyes-plus-2p?side=3&tiles=2", "4eyes-plus-2p-7x7", "hexrows?side=4&stones=5"]


class ThreePlayers(Tables):
    """The same with three players."""

    games: ClassVar[list[str]] = ["4eyes-plus-3p?side=4&tiles=2", "4eyes-pencil-3p?side=3", "4eyes-plus-3p-7x7"]


_SETTINGS = settings(max_examples=50, stateful_step_count=30, deadline=None)
TwoPlayers.TestCase.settings = _SETTINGS
ThreePlayers.TestCase.settings = _SETTINGS
TestTwoPlayers = TwoPlayers.TestCase
TestThreePlayers = ThreePlayers.TestCase
