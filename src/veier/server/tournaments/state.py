"""A tournament as its pages see it: what all see, and what a session may do."""

from __future__ import annotations

from typing import Any

from veier.server.clocks import wall_ms
from veier.server.tournaments.session import TournamentSession
from veier.tournament import Results, Round, Standing, shares_of, standings


def tournament_state(found: TournamentSession, session: str | None) -> dict[str, Any]:
    """Return a tournament as a session sees it."""
    return common_state(found) | own_state(found, session)


def own_state(found: TournamentSession, session: str | None) -> dict[str, Any]:
    """Return what is a session's own: whether it is the organiser's, its players, and the time by which clocks go."""
    return {
        "organiser": found.is_organiser(session),
        "mine": list(found.players_of(session)),
        "now": wall_ms(),
    }


def common_state(found: TournamentSession) -> dict[str, Any]:
    """Return what all see."""
    tournament, game = found.tournament, found.tournament.find_game()
    results = found.results
    return {
        "id": found.id,
        "game": {
            "id": game.id,
            "title": game.text("title").to_data(),
            "players": game.players,
            "colours": list(game.colours),
        },
        "system": tournament.system,
        "planned": tournament.planned,
        "minutes": tournament.minutes,
        "over": tournament.over,
        "players": [
            {"name": player.name, "away": player.away, "arrived": number in found.sessions}
            for number, player in enumerate(tournament.players)
        ],
        "rounds": [_round(round_, results) for round_ in tournament.rounds],
        "standings": [_standing(each) for each in standings(tournament, results)],
    }


def _round(round_: Round, results: Results) -> dict[str, Any]:
    pairings = []
    for pairing in round_.pairings:
        shares = shares_of(pairing, results)
        result = None if shares is None else [str(share) for share in shares]
        pairings.append({"table": pairing.table, "players": list(pairing.players), "result": result})
    return {"began": round_.began, "pairings": pairings, "free": list(round_.free)}


def _standing(standing: Standing) -> dict[str, Any]:
    numbers = {"player": standing.player, "place": standing.place, "games": standing.games, "wins": standing.wins}
    fractions = {"points": standing.points, "opponents": standing.opponents, "beaten": standing.beaten}
    return numbers | {name: str(value) for name, value in fractions.items()}
