"""The computer at the table: its name in a record, which tells its level, and what it says after a game."""

from __future__ import annotations

import re
from collections.abc import Collection

from veier.cli.language import tell
from veier.cli.settings import read_level
from veier.core.game import Game
from veier.record import Record

_NAME = re.compile(r"veier, level ([0-9]+)")


def computer_name(level: int) -> str:
    """Give the name under which the computer plays at a level."""
    return f"veier, level {level}"


def level_of(name: str) -> str | None:
    """Read the level from the computer's name; None if it is somebody else's."""
    found = _NAME.fullmatch(name)
    return found[1] if found else None


def seat_everybody(record: Record, people: Collection[int], level: str | None) -> tuple[str, ...]:
    """Name who sits where: the computer at a level where no person does, or at the one that it had."""
    names = []
    for seat, name in enumerate(record.seats):
        had = level_of(name)
        if seat in people:
            names.append("" if had else name)
        else:
            wanted = level or had
            names.append(computer_name(read_level(record.game, wanted) if wanted else friendly_level(record.game)))
    return tuple(names)


def friendly_level(game: Game) -> int:
    """Give the level in the middle, where the computer plays unless asked otherwise."""
    from veier.search.levels import level_count

    return (level_count(game) + 1) // 2


def tell_levels(record: Record) -> list[str]:
    """Say which colours the computer plays, and at which level."""
    from veier.search.levels import level_count

    colours: dict[str, list[str]] = {}
    for colour, name in zip(record.game.colours, record.seats, strict=True):
        level = level_of(name)
        if level:
            colours.setdefault(level, []).append(tell(f"colour.{colour}"))
    last = level_count(record.game)
    return [tell("cli.play.level", colours=tuple(found), level=level, last=last) for level, found in colours.items()]


def tell_end(record: Record) -> str:
    """Say something kind after a game."""
    from veier.search.levels import level_count

    levels = [int(level) for level in map(level_of, record.seats) if level]
    if record.termination == "resigned" or len(levels) == len(record.seats):
        return tell("cli.play.end.thanks")
    outcome = record.final.outcome
    if outcome is None or outcome.winner is None:
        return tell("cli.play.end.drawn")
    if level_of(record.seats[outcome.winner]):
        return tell("cli.play.end.lost", undo=tell("cli.play.word.undo"))
    if levels and max(levels) < level_count(record.game):
        return tell("cli.play.end.won", level=max(levels) + 1)
    return tell("cli.play.end.well_played", colour=tell(f"colour.{record.game.colours[outcome.winner]}"))
