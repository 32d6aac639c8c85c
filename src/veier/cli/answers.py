"""What a search found, as plain data for programs and as sentences for people."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from veier.cli.interrupting import interruptibly
from veier.cli.language import language, tell, tell_count
from veier.core.move import Move
from veier.core.position import Position
from veier.search.limits import Stop

if TYPE_CHECKING:
    from veier.cli.settings import Settings
    from veier.search.analysis import Analysis, Line, Proven
    from veier.search.solve.check import Verdict

T = TypeVar("T")


def thinking(work: Callable[[], T]) -> T:
    """Wait for a search, with a sign of life on a terminal; Ctrl-C ends it."""
    from rich.console import Console

    if not sys.stderr.isatty():
        return interruptibly(work)
    with Console(stderr=True).status(tell("cli.search.thinking")):
        return interruptibly(work)


def search(settings: Settings, position: Position, *, widely: bool = False) -> Analysis:
    """Look for the best move, or `widely` at others too.

    Ctrl-C stops the search as well, since the program ends only after its threads.
    """
    stop = Stop()
    try:
        return thinking(partial(settings.think, position, stop, widely=widely))
    except KeyboardInterrupt:
        stop.set()
        raise


def line_data(line: Line) -> dict[str, Any]:
    """Give what is known of a move."""
    return {
        "move": line.move.text,
        "chances": list(line.chances),
        "draw": line.draw,
        "proven": proven_data(line.proven),
        "pv": list(line.pv),
        "nodes": line.nodes,
    }


def proven_data(proven: Proven | None) -> dict[str, Any] | None:
    """Give a certain result."""
    return None if proven is None else {"winner": proven.winner, "plies": proven.plies}


def tell_prospects(position: Position, line: Line) -> str:
    """Say in a sentence what comes of a move: the certain result, or everybody's chances."""
    if line.proven:
        return f"{tell_proven(position, line.proven)}."
    shares = list(zip(seat_names(position), line.chances, strict=True))
    if line.draw >= 0.005:
        shares.append((tell("cli.search.draw"), line.draw))
    return tell("cli.search.chances", chances=", ".join(f"{name} {percent(share)}" for name, share in shares))


def tell_proven(position: Position, proven: Proven) -> str:
    """Say what is certain."""
    if proven.winner is None:
        return tell("cli.search.drawn")
    return tell("cli.search.wins", colour=seat_names(position)[proven.winner], count=proven.plies)


def tell_reasons(position: Position, move: Move) -> list[str]:
    """Say in sentences what a move does."""
    from veier.explain.explainers import explain_move

    return [remark.text.text(language()) for remark in explain_move(position, move)]


def tell_checked(verdict: Verdict) -> dict[str, str]:
    """Say how many positions and replies were walked, for the sentences that tell of it."""
    return {
        "positions": tell_count("cli.count.positions", verdict.positions),
        "replies": tell_count("cli.count.replies", verdict.replies),
    }


def seat_names(position: Position) -> list[str]:
    """Name the seats by their colours."""
    return [tell(f"colour.{colour}") for colour in position.game.colours]


def percent(share: float) -> str:
    """Write a share as people do."""
    return tell("cli.search.percent", number=round(100 * share))
