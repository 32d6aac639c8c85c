"""`veier solve`: prove who wins by force."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from veier.cli.arguments import GAME, MOVES
from veier.cli.background import run_interruptibly
from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import WholeNumber, bundle, command, option
from veier.cli.lab.running import Place, place_options
from veier.cli.language import format_count, format_number, translate
from veier.cli.progress import clear_progress, show_check, show_progress
from veier.cli.search_output import checked_counts
from veier.cli.settings import memory_errors
from veier.cli.solve_openings import prove_openings
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
from veier.record.input_formats import move_texts, read_line
from veier.record.move_numbers import split_moves

if TYPE_CHECKING:
    from veier.search.solve.solver import Solution, Solver


class _Effort(NamedTuple):
    """Seconds and megabytes for the search, and the plies within which the win must come; None: any number."""

    limit: int
    memory: int
    within: int | None


@command(
    "solve",
    "veier solve 4eyes-plus-2p",
    "veier solve 4eyes-pencil-2p-7x7 d4d3 --limit 120 --json",
    "veier solve 4eyes-plus-2p-7x7 --within 11",
    "veier solve 4eyes --limit 3600 --memory 4000 --proof 4eyes.proof",
    "veier solve 4eyes --limit 86400 --memory 2000 --proof 4eyes.proof --cluster 10.0.0.5:6379",
)
@GAME
@MOVES
@option("--limit", type=WholeNumber(1, 10**6), default=60)
@option("--memory", type=WholeNumber(16, 10**5), default=256)
@option("--within", type=WholeNumber(2, 100))
@option("--proof", type=click.Path(path_type=Path))
@place_options
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@bundle("effort", _Effort, "limit", "memory", "within")
def solve(game: str, moves: tuple[str, ...], effort: _Effort, proof: Path | None, place: Place, as_json: bool) -> int:
    """Prove who wins and print it."""
    with compile_progress():
        line = read_line(game, split_moves(" ".join(moves)))
        from veier.lab.solve import ProofPlan
        from veier.search.limits import Stop
        from veier.search.solve.proof_file import check_place
        from veier.search.solve.solver import Solver
    position = line[-1]
    begin = game if " " in game else position.game.id, tuple(move_texts(line))
    with memory_errors(effort.memory):
        solver = Solver(position, effort.memory, keep_strategy=proof is not None, within=effort.within or 0)
    if proof and proof.exists() and (known := _load_earlier(proof, begin, solver)):
        _print(position, known, effort.within, as_json)
        echo(translate("cli.solve.known", file=proof), err=True)
        return 0
    if proof:
        check_place(proof)
    if (place.jobs or place.cluster) and _has_openings(position):
        plan = ProofPlan(*begin, effort.memory, effort.within or 0, proof is not None)
        show = partial(_print, position, within=effort.within, as_json=as_json)
        return 130 if prove_openings(plan, place, effort.limit, proof, show) else 0
    stop = Stop()
    solution = run_interruptibly(
        lambda: solver.run(effort.limit, lambda *nodes: _show_progress(solver, *nodes), stop), stop.set
    )
    clear_progress()
    _print(position, solution, effort.within, as_json)
    if not as_json:
        echo(_figures(solution))
    if proof:
        run_interruptibly(lambda: _save(proof, begin, solver, solution))
    return 130 if stop.is_set else 0


def _has_openings(position: Position) -> bool:
    """Return whether there is work to divide: moves that do not lose at once, and none that wins at once."""
    from veier.lab.solve import list_openings
    from veier.search.one_ply import winning_move

    return not winning_move(position) and bool(list_openings(position))


def _load_earlier(proof: Path, begin: tuple[str, tuple[str, ...]], solver: Solver) -> Solution | None:
    """Load an earlier proof file into the solver; return its solution if it is complete."""
    from veier.search.solve.proof_file import UnfinishedSearch, read_proof_file
    from veier.search.solve.solver import read_solution

    earlier = read_proof_file(proof)
    where = " ".join([earlier.game, *earlier.moves])
    if not isinstance(earlier, UnfinishedSearch):
        where = earlier.beginnings(earlier.game)
    if where != " ".join([begin[0], *begin[1]]):
        raise VeierError(message("proof.other", file=proof.name, game=where))
    if isinstance(earlier, UnfinishedSearch):
        if earlier.within != solver.within:
            raise VeierError(message("proof.within", file=proof.name))
        solver.add_proofs(earlier.found, earlier.seconds)
        return None
    if solver.within and earlier.longest(solver.position.mover) > solver.within:
        raise VeierError(message("proof.longer", file=proof.name, plies=earlier.longest(solver.position.mover)))
    try:
        return read_solution(earlier, solver.position)
    except LookupError as error:
        raise VeierError(message("proof.damaged", file=proof.name)) from error


def _save(proof: Path, begin: tuple[str, tuple[str, ...]], solver: Solver, solution: Solution) -> None:
    """Write the proof, or the state of an unfinished search, and report it on standard error."""
    from veier.search.solve.proof_file import UnfinishedSearch, write_strategy, write_unfinished

    if solution.winner is not None:
        made = solver.strategy(*begin, show_check)
        clear_progress()
        if made and made[1].holds:
            write_strategy(proof, made[0])
            echo(translate("cli.solve.written", file=proof, **checked_counts(made[1])), err=True)
            return
        echo(translate("cli.solve.no_room"), err=True)
    elif solution.decided:
        echo(translate("cli.solve.no_strategy"), err=True)
        return
    write_unfinished(proof, UnfinishedSearch(*begin, solver.known_proofs(), solution.seconds, solver.within))
    echo(translate("cli.solve.kept", file=proof), err=True)


def _show_progress(solver: Solver, nodes: int, threat_nodes: int) -> None:
    lost, openings = solver.openings
    figures = {
        "nodes": format_number(nodes),
        "threats": format_number(threat_nodes),
        "lost": lost,
        "openings": openings,
    }
    show_progress(translate("cli.solve.progress", **figures))


def _print(position: Position, solution: Solution, within: int | None, as_json: bool) -> None:
    if as_json:
        echo(json.dumps(_data(solution)))
    else:
        for text in _sentences(position, solution, within):
            echo(text)


def _sentences(position: Position, solution: Solution, within: int | None) -> list[str]:
    if solution.winner is None and solution.decided and within:
        return [translate("cli.solve.nobody_within", plies=within)]
    if solution.winner is None:
        support = position.game.threat_support
        nobody = "cli.solve.nobody_phase_2" if support and support.sees_phase_2 else "cli.solve.nobody"
        return [translate(nobody if solution.decided else "cli.solve.open")]
    colour = translate(f"colour.{position.game.colours[solution.winner]}")
    first = translate("cli.solve.wins", colour=colour)
    if solution.move:
        first = translate("cli.solve.wins_with", colour=colour, move=solution.move)
    left = sum(sum(held.values()) for held in position.reserves)
    bound = "cli.solve.plies_phase_2" if 0 < left < solution.plies else "cli.solve.plies"
    return [first, translate(bound, count=solution.plies)]


def _figures(solution: Solution) -> str:
    nodes, threats = format_count("cli.count.positions", solution.nodes), format_number(solution.threat_nodes)
    return translate("cli.solve.figures", nodes=nodes, threats=threats, seconds=format_number(solution.seconds))


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
