"""A tournament: players, rounds, pairings and standings. Pure: the caller passes the time and the results of tables.

tournament = Tournament.start(game, names, plan)
draw = draw_round(tournament, results)               # who plays whom next, and who is free
tournament = begin_round(tournament, draw, tables, now)
standings(tournament, results)
"""

from __future__ import annotations

from veier.tournament.changes import add_player, begin_round, new_link, remove_name, set_away, set_over, set_result
from veier.tournament.draw import Draw, draw_round
from veier.tournament.model import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Pairing,
    Player,
    Results,
    Round,
    System,
    Tournament,
    shares_of,
)
from veier.tournament.names import distinct_names
from veier.tournament.plan import Plan, make_plan
from veier.tournament.standings import Standing, points_text, standings

__all__ = [
    "FEWEST_PLAYERS",
    "MOST_PLAYERS",
    "Draw",
    "Pairing",
    "Plan",
    "Player",
    "Results",
    "Round",
    "Standing",
    "System",
    "Tournament",
    "add_player",
    "begin_round",
    "distinct_names",
    "draw_round",
    "make_plan",
    "new_link",
    "points_text",
    "remove_name",
    "set_away",
    "set_over",
    "set_result",
    "shares_of",
    "standings",
]
