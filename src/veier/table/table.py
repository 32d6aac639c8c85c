"""A table: a game being played, as an immutable value; `apply.py` makes the next one from an event.

    table = Table.start(setup, now)
    for event in decide(table, seat, command, now):
        table = apply(table, event)

The caller passes the time, in milliseconds of a clock that only runs forward.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from veier.core.game import Game
from veier.core.history import History
from veier.core.position import Position
from veier.messages import Message
from veier.table.commands import OfferKind
from veier.table.ending import Ending
from veier.table.events import Times
from veier.table.setup import SeatPlan, Setup


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played: its notation, its seat, and a sentence that describes it."""

    text: str
    seat: int
    description: Message


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """An offer that is neither accepted nor declined yet.

    seat     the seat that made it
    agreed   the seats that have agreed so far, the offering one included
    version  the table's version when it was made
    """

    what: OfferKind
    seat: int
    agreed: tuple[int, ...]
    version: int


@dataclass(frozen=True)
class Table:
    """A game being played.

    version    the number of events
    turn       the version at which the position or the turn last changed
    holders    for each seat, its player's number in `setup.seats`, which differs after a swap of colours. The number
               stays the same for a player, so ownership is best stored by it
    seats      the player of each seat now
    position   the current position
    remaining  each seat's remaining time at the start of the turn; None without a clock
    since      when the turn began
    swapped    whether the second player took over the first player's colour; None while undecided
    result     how the game ended; None while it is running
    rematch    the table of the next game
    """

    setup: Setup
    version: int
    holders: tuple[int, ...]
    seats: tuple[SeatPlan, ...]
    position: Position
    moves: tuple[PlayedMove, ...]
    remaining: Times | None
    since: int
    offers: tuple[PendingOffer, ...] = ()
    swapped: bool | None = None
    result: Ending | None = None
    rematch: str | None = None
    turn: int = 0

    @staticmethod
    def start(setup: Setup, now: int = 0) -> Table:
        """Return a new table."""
        seats = len(setup.seats)
        remaining = (setup.clock.initial_ms,) * seats if setup.clock else None
        return Table(setup, 0, tuple(range(seats)), setup.seats, setup.first_position(), (), remaining, now)

    def resumed(self, now: int, flag_at: int | None = None) -> Table:
        """Return the table as it is loaded: the time of the player to move is up at `flag_at`.

        If that is not known, the turn begins now, with the time that remained at its start.
        """
        if self.remaining is None or self.running is None or flag_at is None:
            return replace(self, since=now)
        return replace(self, since=flag_at - self.remaining[self.running])

    def delayed(self, spent: int) -> Table:
        """Return the table after milliseconds that cost nobody time."""
        return replace(self, since=self.since + spent)

    # Players.

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.result else self.position.mover

    @property
    def history(self) -> History:
        """The moves so far."""
        return History(self.setup.first_position(), [move.text for move in self.moves])

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, whose agreement offers need."""
        return tuple(seat for seat, plan in enumerate(self.seats) if plan.kind == "human")

    def seat_of(self, holder: int) -> int:
        """Return the seat of a player, given by the number in `setup.seats`."""
        return self.holders.index(holder)

    # Offers.

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may take over the other colour."""
        return self.setup.swap and len(self.moves) == 1 and self.swapped is None and self.result is None

    @property
    def wants_rematch(self) -> bool:
        """Whether all have agreed on a rematch whose table is not open yet."""
        offer = self.offer("rematch")
        return offer is not None and self.rematch is None and set(self.people) <= set(offer.agreed)

    def offer(self, what: OfferKind) -> PendingOffer | None:
        """Return the pending offer of a kind, if there is one."""
        return next((offer for offer in self.offers if offer.what == what), None)

    def plies_before_last_move(self, seat: int) -> int | None:
        """Count the plies before a seat's last move; None if it has none to take back.

        Moves before an exchange of colours cannot be taken back.
        """
        first = 1 if self.swapped else 0
        return next((ply for ply in range(len(self.moves) - 1, first - 1, -1) if self.moves[ply].seat == seat), None)

    # Clocks.

    @property
    def running(self) -> int | None:
        """The seat whose clock runs; None until every player has made a first move."""
        return self.mover if self.setup.clock and len(self.moves) >= len(self.seats) else None

    def times(self, now: int) -> Times | None:
        """Return each seat's remaining time; None without a clock."""
        if self.remaining is None or self.running is None:
            return self.remaining
        spent = max(now - self.since, 0)
        return tuple(max(left - spent * (seat == self.running), 0) for seat, left in enumerate(self.remaining))

    def times_after_move(self, now: int) -> Times | None:
        """Return each seat's remaining time after a move of the player to move."""
        times, clock = self.times(now), self.setup.clock
        if times is None or clock is None or self.running is None:
            return times
        fresh = clock.initial_ms if clock.kind == "days" else times[self.running] + clock.increment_ms
        return tuple(fresh if seat == self.running else left for seat, left in enumerate(times))

    @property
    def flag_at(self) -> int | None:
        """When the time of the player to move is up; None if no clock runs."""
        if self.remaining is None or self.running is None:
            return None
        return self.since + self.remaining[self.running]

    def is_out_of_time(self, now: int) -> bool:
        """Return whether the time of the player to move is up."""
        return self.flag_at is not None and now >= self.flag_at
