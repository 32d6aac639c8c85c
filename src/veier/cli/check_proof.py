"""`veier check-proof`: check a proof by the rules alone, without a search."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import command, option
from veier.cli.language import format_count, translate
from veier.cli.progress import clear_progress, show_check
from veier.cli.search_output import checked_counts
from veier.core.position import Position

if TYPE_CHECKING:
    from veier.search.solve.check import CheckResult
    from veier.search.solve.strategy import Strategy


@command("check-proof", "veier check-proof 4eyes.proof", "veier check-proof plus.proof --game 4eyes-pencil-2p")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@option("--game", text="cli.check-proof.game")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def check_proof(file: Path, game: str | None, as_json: bool) -> int:
    """Check a proof and print the result; exit with 1 if it fails."""
    with compile_progress():
        from veier.proofs import first_position, read_proof
        from veier.search.solve.check import check_strategy

        proof = read_proof(file)
        position = first_position(proof, game)
    checked = run_interruptibly(lambda: check_strategy(proof, position, show_check))
    clear_progress()
    if as_json:
        echo(json.dumps(_data(position, proof, checked)))
    else:
        for text in _sentences(position, proof, checked):
            echo(text)
    sys.stdout.flush()
    return 0 if checked.holds else 1


def _sentences(position: Position, proof: Strategy, checked: CheckResult) -> list[str]:
    colour = translate(f"colour.{position.game.colours[proof.winner]}")
    if not checked.holds:
        where = " ".join([position.game.id, *proof.moves, *checked.line])
        reason = translate(f"cli.check-proof.{checked.problem}", colour=colour)
        return [translate("cli.check-proof.fails", where=where, reason=reason)]
    where = proof.beginnings(position.game.id)
    lines = [translate("cli.check-proof.holds", colour=colour, where=where, count=checked.plies)]
    lines.append(translate("cli.check-proof.figures", **checked_counts(checked)))
    if checked.in_phase_2:
        lines.append(format_count("cli.check-proof.phase_2", checked.in_phase_2))
    return lines


def _data(position: Position, proof: Strategy, checked: CheckResult) -> dict[str, object]:
    return {
        "game": position.game.id,
        "moves": list(proof.moves),
        "lines": [list(line) for line in proof.lines],
        "winner": proof.winner,
        "holds": checked.holds,
        "plies": checked.plies,
        "positions": checked.positions,
        "replies": checked.replies,
        "won_in_phase_2": checked.in_phase_2,
        "problem": checked.problem,
        "line": list(checked.line),
    }
