"""`veier play`: a game in the terminal, against the computer or each other."""

from __future__ import annotations

from datetime import date
from random import Random

import click

from veier.cli.compiling import compiling
from veier.cli.framework import OneOf, WholeNumber, command, option
from veier.cli.language import Refusal, tell
from veier.cli.reading import read_text
from veier.cli.seats import find_seats
from veier.cli.session import Session


@command(
    "play",
    "veier play 4eyes-beginners",
    "veier play 4eyes-plus-3p --seat blue --against random",
    "veier play hexrows --seat all",
    "veier play --resume game.txt",
)
@click.argument("game", required=False, metavar="[GAME]")
@option("--seat", default="red", metavar="COLOURS")
@option("--against", type=OneOf("greedy", "random"), default="greedy")
@option("--seed", type=WholeNumber(0, 2**63 - 1))
@option("--resume", metavar="FILE")
def play(game: str | None, seat: str, against: str, seed: int | None, resume: str | None) -> None:
    """Play a game in the terminal."""
    from veier.games import game as find_game
    from veier.record import Record, parse_record

    if bool(game) == bool(resume):
        raise Refusal(tell("cli.error.play"))
    with compiling():
        if resume:
            record = parse_record(read_text(resume))
            people = find_seats(record.game, seat)
        else:
            chosen = find_game(game or "")
            people = find_seats(chosen, seat)
            names = tuple("" if number in people else against for number in range(chosen.players))
            record = Record.from_moves(chosen, (), seats=names, date=date.today())
        from veier.search import simple

        _ = record.game.rules.kernels
    player = {"greedy": simple.greedy_move, "random": simple.random_move}[against]
    Session(record, people, player, Random(seed)).run()
