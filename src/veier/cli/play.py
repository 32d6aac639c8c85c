"""`veier play`: a game in the terminal, against the computer or each other."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import click

from veier.cli.arguments import read_text
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.computer import assign_seats
from veier.cli.framework import command, option
from veier.cli.language import Refusal, translate
from veier.cli.seats import find_seats
from veier.cli.session import Session
from veier.cli.settings import Settings, prepare, search_options
from veier.record.computer import computer_level

if TYPE_CHECKING:
    from veier.record import Record


@command(
    "play",
    "veier play 4eyes-beginners",
    "veier play 4eyes --level 5",
    "veier play 4eyes-plus-3p --seat blue --movetime 2",
    "veier play hexrows --seat all",
    "veier play --resume game.txt",
    "veier play 4eyes --server http://127.0.0.1:8484",
)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@option("--seat", metavar="COLOURS")
@option("--resume", metavar="FILE")
@option("--server", metavar="URL")
@search_options("level", "movetime", "nodes", "depth", "seed", "threads", "memory")
def play(game: str | None, seat: str | None, resume: str | None, server: str | None, settings: Settings) -> None:
    """Play a game in the terminal."""
    if server and not resume:
        _play_at(server, game, seat, settings)
        return
    if bool(game) == bool(resume):
        raise Refusal(translate("cli.error.play"))
    with compile_progress():
        record = _resumed(resume) if resume else _fresh(game or "")
        prepare(record.game)
        # The record says who has which seat: the computer's name includes its level.
        sits = [number for number, name in enumerate(record.seats) if not computer_level(name)]
        people = frozenset(sits) if resume and not seat else find_seats(record.game, seat or "red")
        record = replace(record, seats=assign_seats(record, people, settings.level))
    seed = secrets.randbelow(2**32) if settings.seed is None else settings.seed
    Session(record, replace(settings, seed=seed)).run()


def _play_at(server: str, game: str | None, seat: str | None, settings: Settings) -> None:
    """Play on a server: open a game there, or join the table that a link names."""
    from veier.cli.computer import default_level
    from veier.cli.remote import RemoteSession, find_table
    from veier.cli.settings import read_level
    from veier.games import game as find_game

    with compile_progress():
        found = find_game(game) if game else None
        people = find_seats(found, seat or "red") if found else frozenset()
        level = 1
        if found:
            prepare(found)
            level = read_level(found, settings.level) if settings.level else default_level(found)
    RemoteSession(find_table(server, found, people, level)).run()


def _resumed(file: str) -> Record:
    from veier.record import parse_record

    return parse_record(read_text(file))


def _fresh(name: str) -> Record:
    from veier.games import game as find_game
    from veier.record import Record

    return Record.from_moves(find_game(name), (), date=date.today())
