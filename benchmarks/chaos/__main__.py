"""Kill everything at random moments under load, and check that nothing acknowledged is lost or doubled.

    python -m benchmarks.chaos
    python -m benchmarks.chaos --store postgres --kills 60 --seed 7
    python -m benchmarks.chaos --store postgres --servers 3
    python -m benchmarks.chaos --checkout ../before

Runs `veier serve` as a process, with players on sockets behind a proxy, and PostgreSQL behind another one; or several
on one PostgreSQL, behind nginx. The exit code is 1 if anything was violated. A seed repeats the tables, the order of
the faults and the players' choices; when a fault meets which step of the server's work is never the same twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
from pathlib import Path
from typing import Any, Literal

from benchmarks.chaos.checks import DOUBLED, LOST
from benchmarks.chaos.run import Outcome, Plan, all_sent, run
from benchmarks.chaos.stores import StoreKind
from benchmarks.server_process import ROOT, load_average

# Violations of each kind that are printed.
_SHOWN = 5
# Servers of the last run of `make chaos`.
_SEVERAL = 3


def main(arguments: list[str] | None = None) -> None:
    """Run on one store or on both, and print what happened."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--store", choices=("sqlite", "postgres", "all"), default="all")
    parser.add_argument("--servers", type=int, default=1, help="servers behind nginx, on PostgreSQL")
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--tables", type=int, default=24, help="tables played at the same time")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the folder whose server is run")
    parser.add_argument("--faults", type=lambda text: tuple(text.split(",")), default=(), help="only these, by name")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    asked = parser.parse_args(arguments)
    failed = False
    for store, servers in _stores(asked.store, asked.servers):
        seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
        print(f"{store}, {servers} servers: seed {seed}, load {load_average()}", file=sys.stderr)
        plan = Plan(store, asked.kills, asked.tables, seed, asked.checkout.resolve(), asked.faults, servers)
        outcome = asyncio.run(run(plan, _progress))
        print(json.dumps(summary(outcome)) if asked.json else _text(outcome))
        failed = failed or bool(outcome.violations)
    sys.exit(1 if failed else 0)


def _stores(store: StoreKind | Literal["all"], servers: int) -> tuple[tuple[StoreKind, int], ...]:
    """Return the stores of the runs that are asked for, and how many servers each has."""
    if store == "all":
        return (("sqlite", 1), ("postgres", 1), ("postgres", _SEVERAL))
    return ((store, servers),)


def summary(outcome: Outcome) -> dict[str, Any]:
    """Return the counts of a run."""
    sent = all_sent(outcome)
    acknowledged = [each for each in sent if each.acknowledged is not None]
    return {
        "store": outcome.plan.store,
        "servers": outcome.plan.servers,
        "seed": outcome.plan.seed,
        "kills": dict(sorted(outcome.kinds.items())),
        "tables": outcome.tables,
        "sent": len(sent),
        "acknowledged": len(acknowledged),
        "resent": sum(each.times > 1 for each in sent),
        "refused": sum(bool(each.refusals) for each in sent),
        "longest_outage": round(max((each.answered - each.first for each in sent if each.answered), default=0.0), 1),
        "slowest_recovery": round(outcome.slowest_recovery, 1),
        "turns_timed": outcome.turns_timed,
        "computer_moves": outcome.computer_moves,
        "notices": outcome.notices,
        "lost": outcome.violations.count(LOST),
        "doubled": outcome.violations.count(DOUBLED),
        "violations": outcome.violations.to_data(),
    }


def _text(outcome: Outcome) -> str:
    found = summary(outcome)
    kinds = ", ".join(f"{count} {kind}" for kind, count in found["kills"].items())
    what = f"{found['store']}, {found['servers']} servers, seed {found['seed']}"
    lines = [
        f"{what}: {sum(found['kills'].values())} kills ({kinds})",
        f"{found['tables']} tables, {found['turns_timed']} turns with a clock, {found['sent']} commands",
        f"{found['computer_moves']} moves of computers, changes that each server heard of: {found['notices']}",
        f"acknowledged {found['acknowledged']}, resent {found['resent']}, refused {found['refused']}",
        f"longest outage for a player {found['longest_outage']} s, for a table {found['slowest_recovery']} s",
        f"lost {found['lost']}, doubled {found['doubled']}, violations {len(outcome.violations)}",
    ]
    return "\n".join([*lines, *outcome.violations.lines(_SHOWN)])


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
