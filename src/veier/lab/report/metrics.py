"""Metrics of games as they ended: pure functions of a list of games. docs/lab-report.md has the definitions.

They are named as in Ludii's `Evaluation/src/metrics` where it has them. Each returns an estimate with its interval, or
None where the games say nothing about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from veier.lab.report.estimates import Estimate, difference_of, mean_of, ratio_of, share_of
from veier.lab.report.sample import SampledGame

Games = Sequence[SampledGame]


def seat_points(games: Games) -> tuple[Estimate, ...]:
    """Estimate each seat's points per game, draws shared."""
    seats = range(games[0].seats) if games else ()
    found = (share_of(game.shares[seat] for game in games) for seat in seats)
    return tuple(estimate for estimate in found if estimate)


def balance(games: Games) -> Estimate | None:
    """Estimate 1 minus the largest difference between the points of two seats: 1 is fair."""
    difference = difference_of([game.shares for game in games])
    return difference.mirrored() if difference else None


def drawishness(games: Games) -> Estimate | None:
    """Estimate the share of games that nobody wins, without those that were cut off."""
    return share_of(game.winner is None and game.why != "length" for game in games)


def completion(games: Games) -> Estimate | None:
    """Estimate the share of games that the rules end."""
    return share_of(game.why != "length" for game in games)


def duration(games: Games) -> Estimate | None:
    """Estimate the number of plies of a game."""
    return mean_of(game.plies for game in games)


def branching_factor(games: Games) -> Estimate | None:
    """Estimate the number of legal moves that a player has, over all plies."""
    return ratio_of([(sum(game.choices), game.plies) for game in games], share=False)


def phase_2_share(games: Games) -> Estimate | None:
    """Estimate the share of games in which pieces are moved."""
    return share_of(game.phase_2 is not None for game in games)


def gift_share(games: Games) -> Estimate | None:
    """Estimate the share of won games that a player ended for another one."""
    return share_of(game.gift for game in games if game.winner is not None)


def ban_share(games: Games) -> Estimate | None:
    """Estimate the share of games in which the ban on two squares at once took a move from somebody."""
    return share_of(any(game.bans) for game in games)


def strong_points(games: Games) -> Estimate | None:
    """Estimate the points per game of the stronger player; a block is one game in each seat."""
    seats = games[0].seats if games else 1
    blocks = [games[first : first + seats] for first in range(0, len(games), seats)]
    pairs = [(sum(game.shares[game.strong or 0] for game in block), float(len(block))) for block in blocks]
    return ratio_of(pairs, share=True)


def branching_by_ply(games: Games) -> list[tuple[int, Estimate]]:
    """Estimate the number of legal moves at each ply that at least a tenth of the games reached."""
    longest = max((game.plies for game in games), default=0)
    found = []
    for ply in range(longest):
        choices = [game.choices[ply] for game in games if game.plies > ply]
        estimate = mean_of(choices) if 10 * len(choices) >= len(games) else None
        if estimate:
            found.append((ply + 1, estimate))
    return found


def count_lengths(games: Games) -> list[tuple[int, int]]:
    """Return how many games had each number of plies."""
    return sorted(Counter(game.plies for game in games).items())


def count_ends(games: Games) -> dict[str, int]:
    """Return how many games ended for each reason, the most frequent first."""
    return dict(Counter(game.why for game in games).most_common())


def distinct(games: Games) -> int:
    """Return the number of different games."""
    return len({game.moves for game in games})


def shortest_win(games: Games) -> SampledGame | None:
    """Return the won game with the fewest plies, the first of several."""
    return min((game for game in games if game.winner is not None), key=lambda game: game.plies, default=None)


def stone_heat(games: Games) -> dict[str, Estimate]:
    """Estimate for each cell the share of games in which a stone stands there at the end; nothing for those without."""
    return _shares(games, lambda game: [cell for cell, _ in game.stones])


def pattern_heat(games: Games) -> dict[str, Estimate]:
    """Estimate for each cell the share of games with squares or rows at the end in which it is part of one."""
    return _shares([game for game in games if game.pattern], lambda game: list(game.pattern))


def _shares(games: Games, cells: Callable[[SampledGame], list[str]]) -> dict[str, Estimate]:
    found = [frozenset(cells(game)) for game in games]
    shares = {cell: share_of(cell in there for there in found) for cell in sorted(frozenset().union(*found))}
    return {cell: share for cell, share in shares.items() if share}
