"""`veier solve`: who wins by force."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from veier.cli.compiling import compiling
from veier.cli.framework import WholeNumber, command, option
from veier.cli.interrupting import interruptibly
from veier.cli.language import tell
from veier.cli.reading import GAME, MOVES, read_position
from veier.core.position import Position

if TYPE_CHECKING:
    from veier.search.solving import Solution


@command("solve", "veier solve 4eyes-plus-2p", "veier solve 4eyes-pencil-2p-7x7 d4d3 --limit 120 --json")
@GAME
@MOVES
@option("--limit", type=WholeNumber(1, 10**6), default=60)
@option("--memory", type=WholeNumber(16, 10**5), default=256)
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def solve(game: str, moves: tuple[str, ...], limit: int, memory: int, as_json: bool) -> None:
    """Prove who wins and print it."""
    with compiling():
        position = read_position(game, moves)
        from veier.search import solving

        solving.threat_kernels(position)
    solution = interruptibly(lambda: solving.solve(position, limit, memory, _show_progress))
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    if as_json:
        click.echo(json.dumps(_data(solution)))
    else:
        click.echo(_sentence(position, solution))
        figures = {"nodes": f"{solution.nodes:,}", "threats": f"{solution.threat_nodes:,}"}
        click.echo(tell("cli.solve.figures", seconds=f"{solution.seconds:.1f}", **figures))


def _show_progress(nodes: int, threat_nodes: int) -> None:
    if sys.stderr.isatty():
        text = tell("cli.solve.progress", nodes=f"{nodes:,}", threats=f"{threat_nodes:,}")
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def _sentence(position: Position, solution: Solution) -> str:
    if solution.winner is None:
        return tell("cli.solve.nobody" if solution.decided else "cli.solve.open")
    colour = tell(f"colour.{position.game.colours[solution.winner]}")
    if solution.move:
        return tell("cli.solve.wins_with", colour=colour, move=solution.move)
    return tell("cli.solve.wins", colour=colour)


def _data(solution: Solution) -> dict[str, object]:
    return {
        "decided": solution.decided,
        "winner": solution.winner,
        "move": solution.move.text if solution.move else None,
        "plies": solution.plies if solution.winner is not None else None,
        "nodes": solution.nodes,
        "threat_nodes": solution.threat_nodes,
        "seconds": round(solution.seconds, 3),
    }
