"""`veier explain`: a position or a move explained in sentences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from veier.cli.arguments import GAME, MOVES, read_position
from veier.cli.background import run_with_spinner
from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo, supports_unicode
from veier.cli.framework import command, option
from veier.cli.language import language
from veier.cli.settings import Settings, search_options
from veier.core.errors import IllegalMove
from veier.core.patterns import Square
from veier.core.position import Position
from veier.view import SquareMark, View, to_styled

if TYPE_CHECKING:
    from veier.explain.remark import Remark


@command(
    "explain",
    "veier explain 4eyes-plus-2p-7x7 d3c3 e6f6 c4b4 a4a3 c5c6 g7f7 c2d2 c1b1",
    "veier explain 4eyes-plus-2p-7x7 d3c3 e6f6 c4b4 a4a3 c5c6 g7f7 c2d2 c1b1 --move a2a1",
    "veier explain hexrows f6 g6 f7 --json --lang lb",
)
@GAME
@MOVES
@option("--move", metavar="MOVE", text="cli.explain.move")
@search_options("nodes")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@option("--ascii", is_flag=True)
def explain(
    game: str,
    moves: tuple[str, ...],
    move: str | None,
    settings: Settings,
    as_json: bool,
    ascii: bool,  # noqa: A002 - the option's name
) -> None:
    """Explain a position, or a move in it."""
    with compile_progress():
        position = read_position(game, moves)
        from veier.explain import explainers
    nodes = settings.limits.nodes or explainers.DEFAULT_NODES
    if move is None:
        work = partial(explainers.explain_position, position, nodes)
    else:
        work = partial(explainers.explain_move, position, move, nodes)
    after = position if move is None else _after(position, move)
    remarks = run_with_spinner(work)
    if as_json:
        found = [remark.to_data(language()) for remark in remarks]
        echo(json.dumps({"game": position.game.id, "move": move, "remarks": found}, ensure_ascii=False))
    else:
        _print_remarks(after, remarks, supports_unicode() and not ascii)


def _after(position: Position, move: str) -> Position:
    """Return the position after a move, or the same one if the move is illegal, which is explained then."""
    try:
        return position.play(move)
    except IllegalMove:
        return position


def _print_remarks(position: Position, remarks: Sequence[Remark], unicode: bool) -> None:
    """Draw the position with the squares of the first remark, and print all remarks."""
    bullet = "•" if unicode else "-"
    sentences = [f"{bullet} {remark.text.text(language())}" for remark in remarks]
    console().print(to_styled(_marked(position, remarks[:1]), unicode=unicode), "", *sentences)


def _marked(position: Position, remarks: Sequence[Remark]) -> View:
    """Return a view with the squares of the remarks marked."""
    view, colours = position.view(), position.game.colours
    marks = tuple(
        SquareMark(
            "made" if square.made else "threat", colours[square.seat], square.cells, square.step, *square.missing[:1]
        )
        for remark in remarks
        for square in remark.squares
        if isinstance(square, Square)
    )
    return replace(view, squares=view.squares or marks)
