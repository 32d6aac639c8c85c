"""`veier moves`: the legal moves of a position."""

from __future__ import annotations

import json

from veier.cli.arguments import GAME, MOVES, read_position
from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo
from veier.cli.framework import command, option
from veier.cli.table import in_columns


@command("moves", "veier moves hexrows f6", "veier moves 4eyes --count", "veier moves 4eyes-plus-2p c3c4 --json")
@GAME
@MOVES
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--count", is_flag=True)
def moves(game: str, moves: tuple[str, ...], as_json: bool, count: bool) -> None:
    """List the legal moves."""
    with compile_progress():
        position = read_position(game, moves)
        texts = sorted(move.text for move in position.legal_moves)
    if as_json:
        echo(json.dumps(texts))
    elif count:
        echo(len(texts))
    elif (screen := console()).wraps:
        screen.print(*in_columns(texts, screen.width))
    else:
        echo("\n".join(texts))
