"""Matches: two players meet from the same openings in every seating, and every move is timed."""

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
from veier.core.position import Position
from veier.record.position_string import format_position, parse_position

# A game that goes on for longer counts as drawn; strong play of any of the games is far shorter.
PLY_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match.

    opening  where it began, and `first`, the seat that moved then
    seat     where A sat; B had every other seat
    winner   the seat that won; None if it was drawn
    moves    what was played after the opening
    seconds  how long each of these moves took
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
        """Give how long the moves of A, or of B, took."""
        movers = [(self.first + ply) % self.players for ply in range(len(self.moves))]
        return [spent for mover, spent in zip(movers, self.seconds, strict=True) if (mover == self.seat) == of_one]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom: two names, and the seconds a move of those that name no limit themselves."""

    one: str
    other: str
    movetime: float | None
    seed: int

    def players(self) -> tuple[Player, Player]:
        """Read the names."""
        return parse_player(self.one, self.movetime), parse_player(self.other, self.movetime)


@cache
def _seated(player: Player, game: Game) -> Choose:
    """Make a player, once in a process, and let it try a move, so that no time is counted for loading kernels.

    The move is one that no book knows.
    """
    choose = make_player(player)
    choose(make_openings(game, 1, seed=0)[0], 0)
    return choose


def play_game(begin: Position, choosers: list[Choose], seat: int, seed: int) -> Played:
    """Play a game to its end, each seat with its chooser."""
    position = begin
    moves: list[str] = []
    seconds: list[float] = []
    while not position.is_over and len(moves) < PLY_LIMIT:
        begun = time.perf_counter()
        move = choosers[position.mover](position, seed + len(moves))
        seconds.append(time.perf_counter() - begun)
        moves.append(move.text)
        position = position.play(move)
    outcome = position.outcome
    winner, why = (outcome.winner, outcome.why) if outcome else (None, "length")
    game = begin.game
    return Played(format_position(begin), begin.mover, seat, game.players, winner, why, tuple(moves), tuple(seconds))


def play_block(pairing: Pairing, opening: str, number: int) -> list[Played]:
    """Play an opening once for each seat that A can have; the games of a block depend on each other."""
    begin = parse_position(opening)
    one, other = pairing.players()
    block = []
    for seat in range(begin.game.players):
        choosers = [_seated(one if seat == mine else other, begin.game) for mine in range(begin.game.players)]
        seed = 1_000_000 * pairing.seed + 10_000 * number + 1_000 * seat
        block.append(play_game(begin, choosers, seat, seed))
    return block


def play_match(pairing: Pairing, openings: list[Position], jobs: int = 1) -> Iterator[list[Played]]:
    """Play all openings and give each block as it is done, with `jobs` processes side by side."""
    texts = [format_position(opening) for opening in openings]
    if jobs == 1:
        for number, text in enumerate(texts):
            yield play_block(pairing, text, number)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play_block, pairing, text, number) for number, text in enumerate(texts)]
        for done in as_completed(waiting):
            yield done.result()
