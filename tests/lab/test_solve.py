"""`veier solve --jobs`: opening by opening, with a ledger and one proof at the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.conftest import Run

from veier.lab import solve
from veier.lab.run.ledger import Ledger
from veier.lab.run.local import LocalExecutor
from veier.lab.solve import OpeningProofs, ProofPlan, list_openings

SMALL = "4eyes-pencil-2p?side=5"


def test_the_mover_wins_and_the_proof_holds(tmp_path: Path, veier: Run) -> None:
    proof = tmp_path / "small.proof"
    solved = veier("solve", SMALL, "--jobs", "2", "--proof", str(proof), "--json", "--memory", "64")
    assert solved.code == 0
    data = json.loads(solved.out)
    assert (data["winner"], data["move"], data["decided"]) == (0, "b1a1", True)
    assert veier("check-proof", str(proof)).code == 0
    assert list(tmp_path.iterdir()) == [proof]
    again = veier("solve", SMALL, "--jobs", "2", "--proof", str(proof))
    assert "proves it already" in again.err


def test_the_other_player_wins_with_a_strategy_of_all_openings(tmp_path: Path, veier: Run) -> None:
    proof = tmp_path / "lost.proof"
    solved = veier("solve", SMALL, "b2b3", "--jobs", "2", "--proof", str(proof), "--json", "--memory", "64")
    without = veier("solve", SMALL, "b2b3", "--json", "--memory", "64")
    keys = ("winner", "decided", "move")
    assert [json.loads(solved.out)[key] for key in keys[:2]] == [json.loads(without.out)[key] for key in keys[:2]]
    assert veier("check-proof", str(proof)).code == 0


def test_it_goes_on_from_its_ledger(tmp_path: Path) -> None:
    plan = ProofPlan(SMALL, ("b1b2",), 32)
    openings = list_openings(plan.position)
    job = plan.job(len(openings))
    with Ledger(tmp_path, job) as ledger:
        proofs = OpeningProofs(plan, ledger, openings)
        steps = proofs.run(LocalExecutor(2))
        while proofs.decided[0] < 2:
            next(steps)
        steps.close()
    with Ledger(tmp_path, job) as ledger:
        proofs = OpeningProofs(plan, ledger, openings)
        assert proofs.decided[0] >= 2
        for _ in proofs.run(LocalExecutor(2)):
            pass
        solution = proofs.solution(0.0)
        assert solution.decided
        assert solution.winner is not None
        made = proofs.strategy(solution.winner)
        assert made
        assert made[1].holds


def test_rounds_search_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few nodes an opening stays open; the next round decides it."""
    monkeypatch.setattr(solve, "_FIRST_NODES", 50)
    plan = ProofPlan(SMALL, (), 32)
    openings = list_openings(plan.position)
    results = [
        solve.OpeningResult.decode(solve.prove_opening(round_ * len(openings), **plan.job(1).params))
        for round_ in range(8)
    ]
    assert not results[0].decided
    assert results[-1].decided
    assert [result.decided for result in results] == sorted(result.decided for result in results)


def test_a_limit_ends_it_and_keeps_what_is_done(tmp_path: Path, veier: Run) -> None:
    proof = tmp_path / "4eyes.proof"
    asked = ("solve", "4eyes", "--jobs", "2", "--limit", "3", "--memory", "32", "--proof", str(proof))
    limited = veier(*asked)
    assert limited.code == 0
    assert "Not decided in this time" in limited.out
    assert f"Kept in {proof}.ledger" in limited.err
    other = veier(*asked[:-3], "64", "--proof", str(proof))
    assert other.code == 2
    assert "memory is 32, here 64" in other.err
