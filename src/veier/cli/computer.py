"""Computer players in a terminal game: their seats and levels, and the sentences about them."""

from __future__ import annotations

from collections.abc import Collection

from veier.cli.language import translate
from veier.cli.settings import read_level
from veier.core.game import Game
from veier.record import Record
from veier.record.computer import computer_level, computer_name


def assign_seats(record: Record, people: Collection[int], level: str | None) -> tuple[str, ...]:
    """Return the names of all seats: people keep theirs, the computer has the rest at `level` or its former level."""
    names = []
    for seat, name in enumerate(record.seats):
        had = computer_level(name)
        if seat in people:
            names.append("" if had else name)
        else:
            wanted = level or had
            names.append(computer_name(read_level(record.game, wanted) if wanted else default_level(record.game)))
    return tuple(names)


def default_level(game: Game) -> int:
    """Return the middle level, the computer's default."""
    from veier.search.levels import level_count

    return (level_count(game) + 1) // 2


def describe_levels(record: Record) -> list[str]:
    """Describe which colours the computer plays, and at which level."""
    from veier.search.levels import level_count

    colours: dict[str, list[str]] = {}
    for colour, name in zip(record.game.colours, record.seats, strict=True):
        level = computer_level(name)
        if level:
            colours.setdefault(level, []).append(translate(f"colour.{colour}"))
    last = level_count(record.game)
    return [
        translate("cli.play.level", colours=tuple(found), level=level, last=last) for level, found in colours.items()
    ]


def describe_end(record: Record) -> str:
    """Return a closing sentence after a game."""
    from veier.search.levels import level_count

    levels = [int(level) for level in map(computer_level, record.seats) if level]
    if record.termination == "resigned" or len(levels) == len(record.seats):
        return translate("cli.play.end.thanks")
    outcome = record.final.outcome
    if outcome is None or outcome.winner is None:
        return translate("cli.play.end.drawn")
    if computer_level(record.seats[outcome.winner]):
        return translate("cli.play.end.lost", undo=translate("cli.word.undo"))
    if levels and max(levels) < level_count(record.game):
        return translate("cli.play.end.won", level=max(levels) + 1)
    return translate("cli.play.end.well_played", colour=translate(f"colour.{record.game.colours[outcome.winner]}"))
