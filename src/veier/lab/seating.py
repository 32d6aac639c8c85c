"""Who sits where: the seatings in which the players of a match play each opening."""

from __future__ import annotations

from itertools import permutations, product

# The player of each seat, by its place in the list of players.
Seating = tuple[int, ...]


def seatings(players: int, seats: int) -> list[Seating]:
    """Return all seatings of different players; with fewer players than seats, all in which every player sits.

    Two players of a game for two sit both ways; four of them make twelve games. Two players of a game for three sit in
    six ways: each of them once in each seat against two of the other.
    """
    if players >= seats:
        return list(permutations(range(players), seats))
    return [seating for seating in product(range(players), repeat=seats) if len(set(seating)) == players]


def seatings_of_first(seats: int) -> list[Seating]:
    """Return the seatings of the first of two players in each seat, all other seats being the second's."""
    return [tuple(int(seat != first) for seat in range(seats)) for first in range(seats)]
