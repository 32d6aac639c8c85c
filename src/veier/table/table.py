"""A table: a game being played. A value that never changes; an event makes another one of it (`applying.py`).

    table = Table.start(setup, now)
    for event in decide(table, seat, command, now):
        table = apply(table, event)

Time is given in milliseconds by whoever keeps the table, from a clock that only goes forward.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from veier.core.game import Game
from veier.core.position import Position
from veier.messages import Message
from veier.table.commands import Matter
from veier.table.ending import Ending
from veier.table.events import Times
from veier.table.setup import SeatPlan, Setup


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: its notation, whose it was, and what it did as a sentence."""

    text: str
    seat: int
    told: Message


@dataclass(frozen=True, slots=True)
class Pending:
    """An offer that is not settled.

    seat     who made it
    agreed   all who have agreed so far, the offerer with them
    version  the table's version since which it stands
    """

    what: Matter
    seat: int
    agreed: tuple[int, ...]
    version: int


@dataclass(frozen=True)
class Table:
    """A game being played.

    version    how many events there have been
    turn       the version since which the game stands as it does
    holders    for each seat the number in `setup.seats` of who sits there: they differ once colours were swapped.
               Who may speak for a seat is best kept by this number, which stays
    seats      who sits on each seat now
    position   where the game stands
    remaining  each seat's time left when the turn began; None without a clock
    since      when the turn began
    swapped    whether the second player took over the first player's colour; None while that is not said
    result     how the game ended; None while it goes on
    rematch    the table of the next game
    """

    setup: Setup
    version: int
    holders: tuple[int, ...]
    seats: tuple[SeatPlan, ...]
    position: Position
    moves: tuple[Made, ...]
    remaining: Times | None
    since: int
    offers: tuple[Pending, ...] = ()
    swapped: bool | None = None
    result: Ending | None = None
    rematch: str | None = None
    turn: int = 0

    @staticmethod
    def start(setup: Setup, now: int = 0) -> Table:
        """Set up a table."""
        seats = len(setup.seats)
        remaining = (setup.clock.initial_ms,) * seats if setup.clock else None
        return Table(setup, 0, tuple(range(seats)), setup.seats, setup.first_position(), (), remaining, now)

    def resumed(self, now: int) -> Table:
        """Give the table as it goes on after a pause: the mover has the time that was left when the turn began."""
        return replace(self, since=now)

    # Who.

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.result else self.position.mover

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit, who are asked about offers."""
        return tuple(seat for seat, plan in enumerate(self.seats) if plan.kind == "human")

    def seat_of(self, holder: int) -> int:
        """Give the seat of somebody by the number in `setup.seats`."""
        return self.holders.index(holder)

    # What is open.

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may take over the other colour."""
        return self.setup.swap and len(self.moves) == 1 and self.swapped is None and self.result is None

    @property
    def wants_rematch(self) -> bool:
        """Whether all have agreed on another game, and its table is not there yet."""
        offer = self.offer("rematch")
        return offer is not None and self.rematch is None and set(self.people) <= set(offer.agreed)

    def offer(self, what: Matter) -> Pending | None:
        """Give the offer of this kind, if there is one."""
        return next((offer for offer in self.offers if offer.what == what), None)

    def plies_before_last_move(self, seat: int) -> int | None:
        """Count the plies before a seat's last move; None if it has none to take back.

        Nobody goes back behind an exchange of colours.
        """
        first = 1 if self.swapped else 0
        return next((ply for ply in range(len(self.moves) - 1, first - 1, -1) if self.moves[ply].seat == seat), None)

    # Time.

    @property
    def running(self) -> int | None:
        """The seat whose clock runs: none before everybody has made a first move."""
        return self.mover if self.setup.clock and len(self.moves) >= len(self.seats) else None

    def times(self, now: int) -> Times | None:
        """Give each seat's time left; None without a clock."""
        if self.remaining is None or self.running is None:
            return self.remaining
        spent = max(now - self.since, 0)
        return tuple(max(left - spent * (seat == self.running), 0) for seat, left in enumerate(self.remaining))

    def times_after_move(self, now: int) -> Times | None:
        """Give each seat's time left once the player to move has moved."""
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
        """Tell whether the time of the player to move is up."""
        return self.flag_at is not None and now >= self.flag_at
