"""What the organiser does: each returns the next tournament, or raises Refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from veier.core.errors import VeierError
from veier.messages import message
from veier.record.result import parse_result
from veier.table.refusal import Refusal
from veier.tournament.draw import Draw
from veier.tournament.model import MOST_PLAYERS, Pairing, Player, Results, Round, Tournament, shares_of
from veier.tournament.names import distinct_names

# What stands where a name was.
_NAMELESS = "-"


def add_player(tournament: Tournament, name: str) -> Tournament:
    """Enter a player who comes late, and plays from the next round on."""
    count = len(tournament.players) + 1
    if count > MOST_PLAYERS:
        raise Refusal(message("tournament.full", most=MOST_PLAYERS))
    [distinct] = distinct_names([name], [player.name for player in tournament.players])
    return replace(tournament, players=(*tournament.players, Player(distinct)))


def set_away(tournament: Tournament, player: int, away: bool) -> Tournament:
    """Leave a player out of the next rounds, or not any more."""
    return _with_player(tournament, player, away=away)


def remove_name(tournament: Tournament, player: int) -> Tournament:
    """Take the name of a player away, who is left out of the next rounds, and whose link ends."""
    others = [each.name for number, each in enumerate(tournament.players) if number != player]
    [name] = distinct_names([_NAMELESS], others)
    links = _player(tournament, player).links + 1
    return _with_player(tournament, player, name=name, away=True, links=links)


def new_link(tournament: Tournament, player: int) -> Tournament:
    """Replace the link of a player; the older one ends."""
    return _with_player(tournament, player, links=_player(tournament, player).links + 1)


def begin_round(tournament: Tournament, draw: Draw, tables: Sequence[str], results: Results, now: int) -> Tournament:
    """Begin a round at some tables. Games of earlier rounds that are not finished are drawn."""
    if tournament.over:
        raise Refusal(message("tournament.over"))
    pairings = tuple(Pairing(players, table) for players, table in zip(draw.tables, tables, strict=True))
    return replace(tournament, rounds=(*_settled(tournament, results), Round(now, pairings, draw.free)))


def set_over(tournament: Tournament, over: bool, results: Results) -> Tournament:
    """End the tournament, or go on with it. Games that are not finished at its end are drawn."""
    if not over:
        return replace(tournament, over=False)
    return replace(tournament, rounds=_settled(tournament, results), over=True)


def set_result(tournament: Tournament, table: str, result: str | None) -> Tournament:
    """Set the result of a game, in the order of the seats: 1-0, 1/2-1/2; None: as the table says."""
    for number, round_ in enumerate(tournament.rounds):
        for place, pairing in enumerate(round_.pairings):
            if pairing.table == table:
                shares = None if result is None else _read_result(result, len(pairing.players))
                pairings = list(round_.pairings)
                pairings[place] = replace(pairing, result=shares)
                rounds = list(tournament.rounds)
                rounds[number] = replace(round_, pairings=tuple(pairings))
                return replace(tournament, rounds=tuple(rounds))
    raise Refusal(message("tournament.no_game"))


def _read_result(text: str, players: int) -> tuple[str, ...]:
    """Return the shares of players; where the computer wins they have none."""
    if text == "-".join("0" * players):
        return ("0",) * players
    try:
        shares = parse_result(text, players)
    except VeierError as error:
        raise Refusal(error.reason) from error
    if shares is None:
        raise Refusal(message("record.result", text=text))
    return tuple(map(str, shares))


def _settled(tournament: Tournament, results: Results) -> tuple[Round, ...]:
    """Return the rounds so far with all results settled; a game that is not finished counts as drawn."""
    return tuple(
        replace(round_, pairings=tuple(_settled_pairing(pairing, results) for pairing in round_.pairings))
        for round_ in tournament.rounds
    )


def _settled_pairing(pairing: Pairing, results: Results) -> Pairing:
    drawn = (Fraction(1, len(pairing.players)),) * len(pairing.players)
    return replace(pairing, result=tuple(map(str, shares_of(pairing, results) or drawn)))


def _player(tournament: Tournament, player: int) -> Player:
    if not 0 <= player < len(tournament.players):
        raise Refusal(message("tournament.no_player"))
    return tournament.players[player]


def _with_player(tournament: Tournament, player: int, **changed: object) -> Tournament:
    players = list(tournament.players)
    players[player] = replace(_player(tournament, player), **changed)  # type: ignore[arg-type]
    return replace(tournament, players=tuple(players))
