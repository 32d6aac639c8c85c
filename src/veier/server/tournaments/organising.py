"""What the organiser of a tournament asks for. The same sent again is done once, because an answer may be lost."""

from __future__ import annotations

from functools import partial

from veier.messages import message
from veier.server.http.problems import Problem
from veier.server.schemas.tournaments import (
    AddPlayer,
    BeginRound,
    OrganiserCommand,
    ReplaceLink,
    SetAway,
    SetOver,
    SetResult,
)
from veier.server.tournaments.registry import Change, TournamentRegistry
from veier.server.tournaments.session import TournamentSession
from veier.table import clean_name
from veier.tournament import Tournament, add_player, new_link, set_away, set_over, set_result


async def organise(registry: TournamentRegistry, found: TournamentSession, command: OrganiserCommand) -> None:
    """Execute a command of the organiser; raise Refusal, Problem or StoreError."""
    if isinstance(command, BeginRound):
        await registry.begin_round(found, command.round)
    else:
        await registry.change(found, partial(_decide, command))


async def _decide(command: OrganiserCommand, found: TournamentSession) -> Change | None:
    following = _changed(found, command)
    return None if following == found.tournament else Change(following)


def _changed(found: TournamentSession, command: OrganiserCommand) -> Tournament:
    tournament = found.tournament
    match command:
        case SetResult():
            return set_result(tournament, command.table, command.result)
        case SetAway():
            return set_away(tournament, command.player, command.away)
        case ReplaceLink():
            return new_link(tournament, command.player)
        case SetOver():
            return set_over(tournament, command.over, found.results)
        case AddPlayer():
            return _with_player(tournament, command.number, command.name)
    raise ValueError(command)


def _with_player(tournament: Tournament, number: int, name: str) -> Tournament:
    """Enter a player under a number, unless that has happened; raise Problem if somebody else has it."""
    if number == len(tournament.players):
        return add_player(tournament, name)
    if number > len(tournament.players) or not tournament.players[number].name.startswith(clean_name(name)[:20]):
        raise Problem(409, message("tournament.moved_on"))
    return tournament
