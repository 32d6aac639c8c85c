"""`veier solve --jobs` and `--cluster`: opening by opening in processes or on a cluster, with a ledger."""

from __future__ import annotations

import _thread
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from veier.cli.console import echo
from veier.cli.lab.running import Place
from veier.cli.language import translate
from veier.cli.progress import clear_progress, show_progress
from veier.cli.search_output import checked_counts

if TYPE_CHECKING:
    from veier.lab.solve import OpeningProofs, ProofPlan
    from veier.search.solve.solver import Solution


def prove_openings(
    plan: ProofPlan, place: Place, seconds: float, proof: Path | None, show: Callable[[Solution], None]
) -> bool:
    """Prove opening by opening for a number of seconds and show what was found; return whether Ctrl-C ended it.

    The proof is written in the end; until then what is done is kept beside its place.
    """
    from veier.lab.run.ledger import Ledger
    from veier.lab.solve import OpeningProofs, list_openings

    begun = time.monotonic()
    openings = list_openings(plan.position)
    directory = proof.with_name(f"{proof.name}.ledger") if proof else None
    with Ledger(directory, plan.job(len(openings))) as ledger:
        proofs = OpeningProofs(plan, ledger, openings)
        interrupted = _run(proofs, place, seconds)
        solution = proofs.solution(time.monotonic() - begun)
        show(solution)
        is_written = proof is not None and _save(proofs, proof, solution)
    if directory and is_written:
        shutil.rmtree(directory)
    return interrupted


def _run(proofs: OpeningProofs, place: Place, seconds: float) -> bool:
    """Run until the winner is known or the time is over; return whether it was Ctrl-C that ended it."""
    is_over: list[bool] = []

    def end() -> None:
        is_over.append(True)
        _thread.interrupt_main()

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    steps = proofs.run(place.executor())
    try:
        for _ in steps:
            decided, openings = proofs.decided
            show_progress(translate("cli.solve.openings", decided=decided, openings=openings))
    except KeyboardInterrupt:
        return not is_over
    finally:
        timer.cancel()
        steps.close()
        clear_progress()
    return False


def _save(proofs: OpeningProofs, proof: Path, solution: Solution) -> bool:
    """Write the proof and say so; return whether it was written."""
    from veier.search.solve.proof_file import write_strategy

    if solution.winner is None:
        key = "cli.solve.no_strategy" if solution.decided else "cli.solve.kept"
        echo(translate(key, file=f"{proof}.ledger"), err=True)
        return False
    made = proofs.strategy(solution.winner)
    if not made or not made[1].holds:
        echo(translate("cli.solve.no_room"), err=True)
        return False
    write_strategy(proof, made[0])
    echo(translate("cli.solve.written", file=proof, **checked_counts(made[1])), err=True)
    return True
