"""`veier solve`: who wins by force."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.cli.compiling import compiling
from veier.cli.framework import WholeNumber, command, option
from veier.cli.interrupting import interruptibly
from veier.cli.language import tell
from veier.cli.progress import clear_progress, show_progress
from veier.cli.reading import GAME, MOVES, move_texts, read_line
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.locale import message

if TYPE_CHECKING:
    from veier.search.solving import Solution, Solver


@command(
    "solve",
    "veier solve 4eyes-plus-2p",
    "veier solve 4eyes-pencil-2p-7x7 d4d3 --limit 120 --json",
    "veier solve 4eyes-plus-2p-7x7 --within 11",
    "veier solve 4eyes --limit 3600 --memory 4000 --proof 4eyes.proof",
)
@GAME
@MOVES
@option("--limit", type=WholeNumber(1, 10**6), default=60)
@option("--memory", type=WholeNumber(16, 10**5), default=256)
@option("--within", type=WholeNumber(2, 100))
@option("--proof", type=click.Path(dir_okay=False, path_type=Path))
@option("--json", "as_json", is_flag=True, text="cli.option.json")
def solve(
    game: str, moves: tuple[str, ...], limit: int, memory: int, within: int | None, proof: Path | None, as_json: bool
) -> int:
    """Prove who wins and print it."""
    with compiling():
        line = read_line(game, " ".join(moves).split())
        from veier.search import solving
        from veier.search.limits import Stop
    position = line[-1]
    begin = game if " " in game else position.game.id, tuple(move_texts(line))
    solver = solving.Solver(position, memory, keep_strategy=proof is not None, within=within or 0)
    if proof and proof.exists() and _go_on(proof, begin, solver):
        click.echo(tell("cli.solve.known", file=proof))
        return 0
    stop = Stop()
    solution = interruptibly(lambda: solver.run(limit, lambda *nodes: _show(solver, *nodes), stop), stop.set)
    clear_progress()
    if as_json:
        click.echo(json.dumps(_data(solution)))
    else:
        for text in _sentences(position, solution, within):
            click.echo(text)
    if proof:
        interruptibly(lambda: _keep(proof, begin, solver, solution))
    return 130 if stop.is_set else 0


def _go_on(proof: Path, begin: tuple[str, tuple[str, ...]], solver: Solver) -> bool:
    """Take over what a file holds; tell whether that is the whole proof."""
    from veier.search.proof_file import Unfinished, read_proof_file

    earlier = read_proof_file(proof)
    if (earlier.game, earlier.moves) != begin:
        raise VeierError(message("proof.other", file=proof.name, game=" ".join([earlier.game, *earlier.moves])))
    if isinstance(earlier, Unfinished):
        if earlier.within != solver.within:
            raise VeierError(message("proof.within", file=proof.name))
        solver.learn(earlier.found, earlier.seconds)
        return False
    if solver.within and earlier.longest(solver.position.mover) > solver.within:
        raise VeierError(message("proof.longer", file=proof.name, plies=earlier.longest(solver.position.mover)))
    return True


def _keep(proof: Path, begin: tuple[str, tuple[str, ...]], solver: Solver, solution: Solution) -> None:
    """Write the proof, or how far the search has come; say so on standard error."""
    from veier.search.proof_file import Unfinished, write_strategy, write_unfinished

    if solution.winner is not None:
        made = solver.strategy(*begin, _show_check)
        clear_progress()
        if made and made[1].holds:
            write_strategy(proof, made[0])
            figures = {"positions": f"{made[1].positions:,}", "replies": f"{made[1].replies:,}"}
            click.echo(tell("cli.solve.written", file=proof, **figures), err=True)
            return
        click.echo(tell("cli.solve.no_room"), err=True)
    elif solution.decided:
        click.echo(tell("cli.solve.no_strategy"), err=True)
        return
    write_unfinished(proof, Unfinished(*begin, solver.found(), solution.seconds, solver.within))
    click.echo(tell("cli.solve.kept", file=proof), err=True)


def _show(solver: Solver, nodes: int, threat_nodes: int) -> None:
    lost, openings = solver.openings
    figures = {"nodes": f"{nodes:,}", "threats": f"{threat_nodes:,}", "lost": lost, "openings": openings}
    show_progress(tell("cli.solve.progress", **figures))


def _show_check(positions: int, replies: int) -> None:
    show_progress(tell("cli.check-proof.progress", positions=f"{positions:,}", replies=f"{replies:,}"))


def _sentences(position: Position, solution: Solution, within: int | None) -> list[str]:
    figures = {"nodes": f"{solution.nodes:,}", "threats": f"{solution.threat_nodes:,}"}
    last = tell("cli.solve.figures", seconds=f"{solution.seconds:.1f}", **figures)
    if solution.winner is None and solution.decided and within:
        return [tell("cli.solve.nobody_within", plies=within), last]
    if solution.winner is None:
        nobody = "cli.solve.nobody_phase_2" if position.game.rules.sees_phase_2 else "cli.solve.nobody"
        return [tell(nobody if solution.decided else "cli.solve.open"), last]
    colour = tell(f"colour.{position.game.colours[solution.winner]}")
    first = tell("cli.solve.wins", colour=colour)
    if solution.move:
        first = tell("cli.solve.wins_with", colour=colour, move=solution.move)
    left = sum(sum(held.values()) for held in position.reserves)
    bound = "cli.solve.plies_phase_2" if 0 < left < solution.plies else "cli.solve.plies"
    return [first, tell(bound, plies=solution.plies), last]


def _data(solution: Solution) -> dict[str, object]:
    return {
        "decided": solution.decided,
        "winner": solution.winner,
        "move": solution.move.text if solution.move else None,
        "plies": solution.plies,
        "nodes": solution.nodes,
        "threat_nodes": solution.threat_nodes,
        "seconds": round(solution.seconds, 3),
    }
