"""The draw of a round: who plays whom, in which order, and who is free.

With two players at a table, an odd number leaves one free, who gets a point, and nobody is free twice before all have
been. With three, everybody plays: at one or two tables the computer takes the third seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, count, permutations
from math import inf
from random import Random

from veier.messages import message
from veier.table.refusal import Refusal
from veier.tournament.groups import group_up
from veier.tournament.matching import pair_up
from veier.tournament.model import FEWEST_PLAYERS, MOST_PLAYERS, Results, Tournament
from veier.tournament.standings import points_of, standings

# What it costs that players meet again, or sit with the computer again, beside a difference in points.
_AGAIN, _COMPUTER_AGAIN = 100, 60


@dataclass(frozen=True, slots=True)
class Draw:
    """A round to play: the players of each table in the order of the seats, and who is free."""

    tables: tuple[tuple[int, ...], ...]
    free: tuple[int, ...] = ()


def draw_round(tournament: Tournament, results: Results) -> Draw:
    """Draw the next round; raise Refusal if too few players are there."""
    present = tournament.present
    if len(present) < FEWEST_PLAYERS:
        raise Refusal(message("tournament.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, count=len(present)))
    if tournament.find_game().players == 2:
        return _circle_round(tournament) or _pairs(tournament, results)
    return Draw(_seated(tournament, _threes(tournament, results)))


# Two at a table.


def _circle_round(tournament: Tournament) -> Draw | None:
    """Return the next round of the circle method, while all rounds have followed it; None otherwise.

    A player who comes late takes the place of the one whom an odd number lacks.
    """
    players = len(tournament.players)
    if tournament.system != "round_robin" or len(tournament.present) < players:
        return None
    for number, round_ in enumerate(tournament.rounds):
        drawn = {frozenset(pairing.players) for pairing in round_.pairings}
        if not drawn <= set(map(frozenset, circle(players + players % 2, number))):
            return None
    pairs = circle(players + players % 2, len(tournament.rounds))
    free = tuple(min(pair) for pair in pairs if max(pair) == players)
    return Draw(tuple(pair for pair in pairs if max(pair) < players), free)


def circle(players: int, number: int) -> list[tuple[int, int]]:
    """Return a round of the circle method for an even number of players: the last one stays, all others move on.

    Everybody begins in every other game, and the next time the other of both.
    """
    moving = players - 1
    turn = number // moving
    pairs = [(number % moving, players - 1)] if (number + turn) % 2 else [(players - 1, number % moving)]
    for k in range(1, players // 2):
        one, other = (number + k) % moving, (number - k) % moving
        pairs.append((one, other) if (k + turn) % 2 else (other, one))
    return pairs


def _pairs(tournament: Tournament, results: Results) -> Draw:
    """Pair players who have not met, or as seldom as possible, in the order of the standings.

    If that can be avoided, two who have both begun twice more often than not, or both twice less often, do not meet.
    """
    order = _order(tournament, results)
    frees = Counter(player for round_ in tournament.rounds for player in round_.free)
    fewest = min(frees[player] for player in order)
    # Whoever stands lowest is free first.
    candidates: list[int | None] = [player for player in reversed(order) if frees[player] == fewest]
    met, begun = _meetings(tournament), _begun(tournament)
    for limit, uneven in ((limit, uneven) for limit in count() for uneven in (4, inf)):
        for free in candidates if len(order) % 2 else [None]:
            playing = [player for player in order if player != free]
            pairs = pair_up(playing, partial(_may_meet, met, begun, limit, uneven))
            if pairs is not None:
                return Draw(_seated(tournament, pairs), () if free is None else (free,))
    raise AssertionError("everybody can be paired")


def _may_meet(
    met: Counter[frozenset[int]], begun: Counter[int], limit: int, uneven: float, one: int, other: int
) -> bool:
    return met[frozenset((one, other))] <= limit and abs(begun[one] + begun[other]) < uneven


def _begun(tournament: Tournament) -> Counter[int]:
    """Count how much more often than not each player has begun."""
    begun: Counter[int] = Counter()
    for first, second in _tables(tournament):
        begun[first] += 1
        begun[second] -= 1
    return begun


# Three at a table.


def _threes(tournament: Tournament, results: Results) -> list[tuple[int, ...]]:
    met, points = _meetings(tournament), points_of(tournament, results)
    alone = Counter(player for table in _tables(tournament) if len(table) == 2 for player in table)
    weight = Fraction(tournament.system == "swiss")

    def cost(group: Sequence[int]) -> float:
        again = sum(met[frozenset(pair)] ** 2 for pair in combinations(group, 2))
        spread = sum(abs(points[one] - points[other]) for one, other in combinations(group, 2)) * weight
        with_computer = sum(alone[player] for player in group) if len(group) == 2 else 0
        return _AGAIN * again + _COMPUTER_AGAIN * with_computer + float(spread)

    return group_up(_order(tournament, results), cost)


# Both.


def _order(tournament: Tournament, results: Results) -> list[int]:
    """Return the players of the next round as they stand; by lot at the beginning, and where all play all."""
    present = set(tournament.present)
    if tournament.system == "swiss" and tournament.rounds:
        return [standing.player for standing in standings(tournament, results) if standing.player in present]
    order = sorted(present)
    Random(f"{tournament.seed}:{len(tournament.rounds)}").shuffle(order)
    return order


def _tables(tournament: Tournament) -> Iterable[tuple[int, ...]]:
    return (pairing.players for round_ in tournament.rounds for pairing in round_.pairings)


def _meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    """Count how often any two players have met."""
    return Counter(frozenset(pair) for table in _tables(tournament) for pair in combinations(table, 2))


def _seated(tournament: Tournament, tables: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the players of each table in an order in which everybody has had each seat as often as the others."""
    had = Counter((player, seat) for table in _tables(tournament) for seat, player in enumerate(table))

    def cost(order: tuple[int, ...]) -> int:
        return sum(had[player, seat] for seat, player in enumerate(order))

    return tuple(min(permutations(table), key=cost) for table in tables)
