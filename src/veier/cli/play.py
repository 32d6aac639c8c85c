"""`veier play`: a game in the terminal, against the computer or each other."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import TYPE_CHECKING

import click

from veier.cli.compiling import compiling
from veier.cli.framework import OneOf, WholeNumber, command, option
from veier.cli.language import Refusal, tell
from veier.cli.reading import read_text
from veier.cli.seats import find_seats
from veier.cli.session import Session

if TYPE_CHECKING:
    from veier.record import Record

# The computer's players; the first one plays unless another is asked for.
PLAYERS = ("greedy", "random")


@command(
    "play",
    "veier play 4eyes-beginners",
    "veier play 4eyes-plus-3p --seat blue --against random",
    "veier play hexrows --seat all",
    "veier play --resume game.txt",
)
@click.argument("game", required=False, metavar="[GAME]")
@option("--seat", metavar="COLOURS")
@option("--against", type=OneOf(*PLAYERS))
@option("--seed", type=WholeNumber(0, 2**63 - 1))
@option("--resume", metavar="FILE")
def play(game: str | None, seat: str | None, against: str | None, seed: int | None, resume: str | None) -> None:
    """Play a game in the terminal."""
    if bool(game) == bool(resume):
        raise Refusal(tell("cli.error.play"))
    with compiling():
        record = _resumed(resume) if resume else _fresh(game or "", seat or "red", against or PLAYERS[0])
        from veier.search import simple

        _ = record.game.rules.kernels
    # Who plays what is written in the record: the computer's seats have its players' names.
    sits = [number for number, name in enumerate(record.seats) if name not in PLAYERS]
    people = find_seats(record.game, seat) if seat else frozenset(sits)
    names = [against or "", *record.seats, PLAYERS[0]]
    player = {"greedy": simple.greedy_move, "random": simple.random_move}
    chosen = next(name for name in names if name in PLAYERS)
    Session(record, people, player[chosen], Random(seed)).run()


def _resumed(file: str) -> Record:
    from veier.record import parse_record

    return parse_record(read_text(file))


def _fresh(name: str, seat: str, against: str) -> Record:
    from veier.games import game as find_game
    from veier.record import Record

    game = find_game(name)
    people = find_seats(game, seat)
    names = tuple("" if number in people else against for number in range(game.players))
    return Record.from_moves(game, (), seats=names, date=date.today())
