"""`veier games`: list the games, with what is assumed about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from veier.cli.console import console, echo
from veier.cli.framework import command, option
from veier.cli.language import language, translate
from veier.cli.table import Column, Table
from veier.core.game import Game
from veier.view.styled_text import BOLD, DIM, Style, StyledText, Tone, styled

# Yellow, whatever the terminal takes that for.
_MARK = Style(ink=Tone(3))


@command("games", "veier games", "veier games --lang lb", "veier games --json")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def games(as_json: bool) -> None:
    """List the games."""
    from veier.games import all_games

    if as_json:
        echo(json.dumps([_data(game) for game in all_games()], ensure_ascii=False, indent=2))
    else:
        _print_table(all_games())


def _data(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.text("title").text(language()),
        "author": game.author,
        "year": game.year,
        "credits": [credit.text(language()) for credit in game.credits],
        "ages": game.ages,
        "minutes": game.minutes,
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
                "reading": option.text.text(language()) if option.text else None,
                "usual": option.usual if option.reading else None,
            }
            for option in game.spec.options
        ],
        "assumptions": [assumption.text(language()) for assumption in game.assumptions],
    }


def _print_table(games: tuple[Game, ...]) -> None:
    notes = list(dict.fromkeys(note.text(language()) for game in games for note in game.assumptions))
    columns = [
        Column(translate(f"cli.games.{heading}"), wraps=heading != "game")
        for heading in ("game", "players", "ages", "board", "pieces", "author")
    ]
    screen = console()
    screen.print(*Table(columns, [_row(game, notes) for game in games]).lines(screen.width), "")
    for number, note in enumerate(notes, 1):
        screen.print(styled(f"[{number}] ", _MARK) + styled(f"{translate('cli.games.assumed')} {note}"))
    for credit in dict.fromkeys(credit.text(language()) for game in games for credit in game.credits):
        screen.print(credit)
    screen.print("", translate("cli.games.options"))
    for game in games:
        ranges = ", ".join(f"{option.name} {option.low}–{option.high}" for option in game.spec.options)
        screen.print(styled("  ") + styled(game.name, BOLD) + styled(f"  {ranges}"))
    screen.print(translate("cli.games.readings"))
    readings = {option.name: option.text for game in games for option in game.spec.options if option.text}
    for name, text in readings.items():
        screen.print(styled("  ") + styled(name, BOLD) + styled(f"  {text.text(language())}"))


def _row(game: Game, notes: Sequence[str]) -> list[StyledText]:
    """Return the cells of a game, which is marked with the numbers of the notes on it."""
    marks = "".join(f" [{notes.index(note.text(language())) + 1}]" for note in game.assumptions)
    title = styled(f"\n{game.text('title').text(language())}", DIM)
    return [
        styled(game.id, BOLD) + styled(marks, _MARK) + title,
        styled(str(game.players)),
        styled(", ".join(_ages_and_length(game))),
        styled(game.rules.board.text(language())),
        styled(game.rules.pieces.text(language())),
        styled(f"{game.author}, {game.year}" if game.year else game.author),
    ]


def _ages_and_length(game: Game) -> list[str]:
    """Return what the author's sheet says of them."""
    return [*([game.ages] if game.ages else []), *([game.length.text(language())] if game.length else [])]
