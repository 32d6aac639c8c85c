"""What a search found, as plain data for programs and as sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from veier.cli.language import format_count, language, translate
from veier.core.move import Move
from veier.core.position import Position

if TYPE_CHECKING:
    from veier.search.analysis import Proven, Variation
    from veier.search.solve.check import CheckResult


def variation_data(variation: Variation) -> dict[str, Any]:
    """Return what is known of a move."""
    return {
        "move": variation.move.text,
        "chances": list(variation.chances),
        "draw": variation.draw,
        "proven": proven_data(variation.proven),
        "pv": list(variation.pv),
        "nodes": variation.nodes,
    }


def proven_data(proven: Proven | None) -> dict[str, Any] | None:
    """Return a proven result."""
    return None if proven is None else {"winner": proven.winner, "plies": proven.plies}


def describe_prospects(position: Position, variation: Variation) -> str:
    """Describe in a sentence what a move leads to: the proven result, or each seat's win probability."""
    if variation.proven:
        return f"{describe_proven(position, variation.proven)}."
    shares = list(zip(seat_names(position), variation.chances, strict=True))
    if variation.draw >= 0.005:
        shares.append((translate("cli.search.draw"), variation.draw))
    return translate("cli.search.chances", chances=", ".join(f"{name} {percent(share)}" for name, share in shares))


def describe_proven(position: Position, proven: Proven) -> str:
    """Describe a proven result."""
    if proven.winner is None:
        return translate("cli.search.drawn")
    return translate("cli.search.wins", colour=seat_names(position)[proven.winner], count=proven.plies)


def explanation_sentences(position: Position, move: Move) -> list[str]:
    """Describe in sentences what a move does."""
    from veier.explain.explainers import explain_move

    return [remark.text.text(language()) for remark in explain_move(position, move)]


def checked_counts(checked: CheckResult) -> dict[str, str]:
    """Return the numbers of positions and replies that were checked, as parameters of sentences."""
    return {
        "positions": format_count("cli.count.positions", checked.positions),
        "replies": format_count("cli.count.replies", checked.replies),
    }


def seat_names(position: Position) -> list[str]:
    """Name the seats by their colours."""
    return [translate(f"colour.{colour}") for colour in position.game.colours]


def percent(share: float) -> str:
    """Format a share as a whole percentage."""
    return translate("cli.search.percent", number=round(100 * share))
