"""From a position to its View: the one way from the rules to every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veier.core.move import Move
from veier.core.patterns import Square, Threat
from veier.view import Choice, Colour, RowMark, SquareMark, Stone, Tray, View

if TYPE_CHECKING:
    from veier.core.position import Position


def make_view(position: Position, threats: int | None, choices: bool) -> View:
    """Draw a position as data; on demand with a seat's threats and with the legal moves."""
    rules, outcome = position.game.rules, position.outcome
    drawing = position.game.drawing
    board = drawing.board
    places = {cell.name: cell for cell in board.cells}
    last = position.last_move
    return View(
        game=position.game.id,
        title=position.game.title,
        surface=board.surface,
        frame=board.frame,
        cells=board.cells,
        fields=board.fields,
        labels=board.labels,
        plates=tuple(drawing.plates(position.state)),
        stones=tuple(
            Stone(name, places[name].x, places[name].y, rules.colours[seat]) for name, seat in position.stones.items()
        ),
        trays=tuple(_tray(position, seat) for seat in range(rules.players)),
        colours=rules.colours,
        mover=position.mover,
        phase=position.phase,
        winner=outcome.winner if outcome else None,
        why=outcome.why if outcome else None,
        last=tuple(cell for cell, _ in last.stones) if last else (),
        squares=_square_marks(position, threats),
        rows=(*_row_marks(position), *_lacking_rows(position, threats)),
        choices=tuple(make_choice(move, rules.colours) for move in position.legal_moves) if choices else (),
    )


def _tray(position: Position, seat: int) -> Tray:
    drawing, state = position.game.drawing, position.state
    colour = position.game.colours[seat]
    return Tray(seat, colour, drawing.slots(state, seat), position.scores[seat], drawing.aside(state, seat))


def _square_marks(position: Position, threats: int | None) -> tuple[SquareMark, ...]:
    """Mark the finished squares, or a seat's threats that its next move could carry out."""
    if position.outcome and position.outcome.why == "square":
        return tuple(_made_mark(position, square) for square in position.squares(made=True))
    if threats is None:
        return ()
    return tuple(_threat_mark(position, threat) for threat in position.threats(threats) if threat.moves and threat.step)


def _made_mark(position: Position, square: Square) -> SquareMark:
    return SquareMark("made", position.game.colours[square.seat], square.cells, square.step)


def _threat_mark(position: Position, threat: Threat) -> SquareMark:
    one, two, three, four = threat.cells
    colour = position.game.colours[threat.seat]
    return SquareMark("threat", colour, (one, two, three, four), threat.step or (0, 0), threat.missing)


def _row_marks(position: Position) -> tuple[RowMark, ...]:
    """Mark each full four of every row, counted from the row's beginning."""
    last = position.last_move.stones[0][0] if position.last_move and position.last_move.stones else ""
    marks = []
    for row in position.rows():
        scored = last in row.cells and _scored(len(row.cells), row.cells.index(last))
        for k in range(row.points):
            cells = row.cells[4 * k : 4 * k + 4]
            marks.append(RowMark(position.game.colours[row.seat], cells, scored and last in cells))
    return tuple(marks)


def _scored(length: int, place: int) -> bool:
    """Return whether the stone at a place of a row made a point, given the rows that it joined."""
    return length // 4 > place // 4 + (length - 1 - place) // 4


def _lacking_rows(position: Position, threats: int | None) -> tuple[RowMark, ...]:
    """Mark the rows of four that a seat's next move could complete."""
    if threats is None:
        return ()
    colour = position.game.colours[threats]
    lacking = [threat for threat in position.threats(threats) if threat.moves and not threat.step]
    return tuple(RowMark(colour, _four_around(threat), False, threat.missing) for threat in lacking)


def _four_around(threat: Threat) -> tuple[str, ...]:
    """Take four cells of a row as it would be, with the missing one among them."""
    first = min(threat.cells.index(threat.missing) // 4 * 4, len(threat.cells) - 4)
    return threat.cells[first : first + 4]


def make_choice(move: Move, colours: tuple[Colour, ...]) -> Choice:
    """Return a legal move as a View has it."""
    return Choice(move.text, move.kind, move.piece, tuple((cell, colours[seat]) for cell, seat in move.stones))
