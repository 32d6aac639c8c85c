"""`veier games`: list the games, with what is assumed about them."""

from __future__ import annotations

import json
from typing import Any

import click

from veier.cli.framework import command, option
from veier.cli.language import language, translate
from veier.cli.terminal import console
from veier.core.game import Game


@command("games", "veier games", "veier games --lang lb", "veier games --json")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def games(as_json: bool) -> None:
    """List the games."""
    from veier.games import all_games

    if as_json:
        click.echo(json.dumps([_data(game) for game in all_games()], ensure_ascii=False, indent=2))
    else:
        _print_table(all_games())


def _data(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.text("title").text(language()),
        "author": game.author,
        "year": game.year,
        "players": game.players,
        "colours": list(game.colours),
        "board": game.rules.board.text(language()),
        "pieces": game.pieces,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "low": option.low,
                "high": option.high,
                "assumed": option.assumed is not None,
            }
            for option in game.spec.options
        ],
        "assumptions": [assumption.text(language()) for assumption in game.assumptions],
    }


def _print_table(games: tuple[Game, ...]) -> None:
    from rich.table import Table
    from rich.text import Text

    notes = list(dict.fromkeys(note.text(language()) for game in games for note in game.assumptions))
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("game", "players", "board", "pieces", "author"):
        table.add_column(translate(f"cli.games.{heading}"), no_wrap=heading == "game")
    for game in games:
        marks = "".join(f" [{notes.index(note.text(language())) + 1}]" for note in game.assumptions)
        name = Text.assemble((game.id, "bold"), (marks, "yellow"), "\n", (game.text("title").text(language()), "dim"))
        table.add_row(
            name,
            str(game.players),
            game.rules.board.text(language()),
            game.rules.pieces.text(language()),
            f"{game.author}, {game.year}" if game.year else game.author,
        )
    screen = console()
    screen.print(table)
    screen.print()
    for number, note in enumerate(notes, 1):
        screen.print(Text.assemble((f"[{number}] ", "yellow"), translate("cli.games.assumed"), " ", note))
    screen.print(translate("cli.games.options"), markup=False, highlight=False)
    for game in games:
        ranges = ", ".join(f"{option.name} {option.low}–{option.high}" for option in game.spec.options)
        screen.print(Text.assemble("  ", (game.name, "bold"), f"  {ranges}"))
