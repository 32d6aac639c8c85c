"""Standings: points, then those of the opponents, then those of the opponents that were beaten."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

from veier.tournament.model import Results, Tournament, shares_of

_PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands.

    place      from 1; players who have the same in everything share it
    points     1 for a win and for a free round, a share of a game that was shared
    opponents  the points of all opponents, once for each game
    beaten     the points of the opponents, each times what was won against them
    games      the number of games that are finished
    wins       the number of games that were won
    """

    player: int
    place: int
    points: Fraction
    opponents: Fraction
    beaten: Fraction
    games: int
    wins: int


def points_text(points: Fraction) -> str:
    """Return points as people write them: 2½."""
    whole, rest = divmod(points, 1)
    part = _PARTS.get(rest, f" {rest}") if rest else ""
    return (f"{whole}" if whole or not rest else "") + part


def points_of(tournament: Tournament, results: Results) -> dict[int, Fraction]:
    """Return the points of all players."""
    points = dict.fromkeys(range(len(tournament.players)), Fraction(0))
    for round_ in tournament.rounds:
        for player in round_.free:
            points[player] += 1
        for pairing in round_.pairings:
            for player, share in zip(pairing.players, shares_of(pairing, results) or (), strict=False):
                points[player] += share
    return points


def standings(tournament: Tournament, results: Results) -> list[Standing]:
    """Return how all players stand, the first one first."""
    points = points_of(tournament, results)
    opponents: defaultdict[int, Fraction] = defaultdict(Fraction)
    beaten: defaultdict[int, Fraction] = defaultdict(Fraction)
    games: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    for pairing in (pairing for round_ in tournament.rounds for pairing in round_.pairings):
        shares = shares_of(pairing, results)
        if shares is None:
            continue
        for player, share in zip(pairing.players, shares, strict=True):
            others = sum((points[other] for other in pairing.players if other != player), Fraction(0))
            opponents[player] += others
            beaten[player] += share * others
            games[player] += 1
            wins[player] += share == 1
    keys = {player: (points[player], opponents[player], beaten[player]) for player in points}
    order = sorted(points, key=lambda player: (*(-value for value in keys[player]), player))
    places: dict[tuple[Fraction, ...], int] = {}
    for place, player in enumerate(order, 1):
        places.setdefault(keys[player], place)
    return [Standing(player, places[keys[player]], *keys[player], games[player], wins[player]) for player in order]
