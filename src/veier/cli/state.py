"""`veier state`: the state of a position by the rules, as JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import Refusal, language, translate
from veier.cli.terminal import status_text
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.record.input_formats import move_texts, read_line
from veier.record.move_numbers import split_moves


@command(
    "state",
    'veier state 4eyes "13@C3 24@B2" --json',
    'echo "hexrows f6 g6 f7" | veier state --batch',
)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@click.argument("moves", nargs=-1, metavar="[MOVES]...")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--batch", is_flag=True)
def state(game: str | None, moves: tuple[str, ...], as_json: bool, batch: bool) -> None:
    """Print the state of one game or of many."""
    if batch == bool(game):
        raise Refusal(translate("cli.error.state"))
    with compile_progress():
        if game is None:
            _answer_lines(sys.stdin.buffer)
            return
        line = read_line(game, split_moves(" ".join(moves)))
        data = _state(line)
    if as_json:
        echo(json.dumps(data))
    else:
        echo(status_text(line[-1]))
        echo("\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items()))


def _state(line: Sequence[Position]) -> dict[str, Any]:
    """Return the state at the end of a line as plain data."""
    position = line[-1]
    outcome = position.outcome
    return {
        "game": position.game.id,
        "moves": move_texts(line),
        "over": outcome is not None,
        "winner": outcome.winner if outcome else None,
        "why": outcome.why if outcome else None,
        "mover": position.mover,
        "phase": position.phase,
        "legal": sorted(position.game.notation.move_text(number) for number in position.legal_numbers),
        "scores": list(position.scores),
        "reserves": [dict(held) for held in position.reserves],
    }


def _answer_lines(lines: Iterable[bytes]) -> None:
    """Answer each line with one JSON object; a wrong line with its error."""
    for line in lines:
        game, *moves = line.decode("utf-8", errors="replace").split() or [""]
        try:
            answer = _state(read_line(game, split_moves(" ".join(moves))))
        except VeierError as error:
            answer = {"error": error.text(language())}
        sys.stdout.write(json.dumps(answer) + "\n")
