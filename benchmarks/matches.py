"""Matches: two players play the same openings in every seating, and every move is timed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

from benchmarks.openings import make_openings
from benchmarks.players import Choose, Player, make_player, parse_player
from veier.core.game import Game
from veier.core.history import History
from veier.core.position import Position
from veier.record.position_string import format_position, parse_position

# Longer games count as drawn; well-played games are far shorter.
PLY_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match.

    opening  the first position, and `first`, the seat to move there
    seat     A's seat; B had every other seat
    winner   the seat that won; None for a draw
    moves    the moves after the opening
    seconds  the time that each of these moves took
    """

    opening: str
    first: int
    seat: int
    players: int
    winner: int | None
    why: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def score(self) -> float:
        """A's score: 1 for a win, an equal share for a draw, else 0."""
        return 1 / self.players if self.winner is None else float(self.winner == self.seat)

    def times(self, of_one: bool) -> list[float]:
        """Return the times of A's moves, or of B's."""
        movers = [(self.first + ply) % self.players for ply in range(len(self.moves))]
        return [spent for mover, spent in zip(movers, self.seconds, strict=True) if (mover == self.seat) == of_one]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The two players by name, and the seconds per move of those whose name has no limit."""

    one: str
    other: str
    movetime: float | None
    seed: int

    def players(self) -> tuple[Player, Player]:
        """Parse the names."""
        return parse_player(self.one, self.movetime), parse_player(self.other, self.movetime)


@cache
def _seated(player: Player, game: Game) -> Choose:
    """Return a player, made once per process, that has tried a move so that loading kernels is not timed.

    The move is from a position that is not in the book.
    """
    choose = make_player(player)
    choose(History(make_openings(game, 1, seed=0)[0]), 0)
    return choose


def play_game(begin: Position, choosers: list[Choose], seat: int, seed: int) -> Played:
    """Play a game to its end, each seat with its player."""
    history = History(begin)
    seconds: list[float] = []
    while not history.final.is_over and len(seconds) < PLY_LIMIT:
        begun = time.perf_counter()
        move = choosers[history.final.mover](history, seed + len(seconds))
        seconds.append(time.perf_counter() - begun)
        history = history.play(move)
    outcome = history.final.outcome
    winner, why = (outcome.winner, outcome.why) if outcome else (None, "length")
    game = begin.game
    return Played(format_position(begin), begin.mover, seat, game.players, winner, why, history.moves, tuple(seconds))


def play_block(pairing: Pairing, opening: str, number: int) -> list[Played]:
    """Play an opening once with A in each seat; the games of such a block are not independent."""
    begin = parse_position(opening)
    one, other = pairing.players()
    block = []
    for seat in range(begin.game.players):
        choosers = [_seated(one if seat == mine else other, begin.game) for mine in range(begin.game.players)]
        seed = 1_000_000 * pairing.seed + 10_000 * number + 1_000 * seat
        block.append(play_game(begin, choosers, seat, seed))
    return block


def play_match(pairing: Pairing, openings: list[Position], jobs: int = 1) -> Iterator[list[Played]]:
    """Play all openings in `jobs` processes, and yield each block when it is done."""
    texts = [format_position(opening) for opening in openings]
    if jobs == 1:
        for number, text in enumerate(texts):
            yield play_block(pairing, text, number)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play_block, pairing, text, number) for number, text in enumerate(texts)]
        for done in as_completed(waiting):
            yield done.result()
