"""Remarks on moves and positions of hex rows: points, rows that lack a stone, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veier.core.descriptions import describe_outcome, describe_task
from veier.core.move import Move
from veier.core.patterns import Row, Threat
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.explain.tactics import turned
from veier.messages import Message, message
from veier.search.one_ply import winning_numbers

# The end is near when a player has so few loose stones left.
_FEW = 3


def explain_row_move(before: Position, move: Move, nodes: int) -> Iterator[Remark]:
    """Explain a legal move, the most important first."""
    after = before.play(move)
    mover, words = before.mover, _words(before)
    if after.is_over:
        yield Remark(message("explain.ends", outcome=describe_outcome(after)), (move.text,))
    for number in winning_numbers(after)[:1]:
        yield _explain_last_stone("explain.row_allows_end", after, number, words)
    made = [threat for threat in before.threats(mover) if threat.missing == move.text]
    if made:
        points = after.scores[mover] - before.scores[mover]
        yield _remark("explain.row_scores", made, count=points, **words)
    remarks = [*_explain_rest(before, move, after, words)] if not after.is_over else []
    if not made and not remarks and not after.threats(mover) and not after.is_over:
        yield Remark(message("explain.row_quiet", **words), (move.text,))
    yield from remarks
    if not made:
        for group in _by_cell(before.threats(mover))[:1]:
            yield _remark("explain.row_missed", group, **words)
    if not after.is_over:
        yield from _explain_loose(after, mover, words)


def _explain_rest(before: Position, move: Move, after: Position, words: dict[str, Message]) -> Iterator[Remark]:
    """Say what a move blocks, extends, threatens and leaves to the opponent."""
    mover, other = before.mover, 1 - before.mover
    blocked = [threat for threat in before.threats(other) if threat.missing == move.text]
    if blocked:
        yield _remark("explain.row_blocks", blocked, **words)
    earlier = {(threat.missing, threat.cells) for threat in before.threats(mover)}
    fresh = [threat for threat in after.threats(mover) if (threat.missing, threat.cells) not in earlier]
    yield from _explain_threats(after, fresh, words)
    scored = before.scores[mover] < after.scores[mover]
    for row in after.rows():
        if move.text in row.cells and row.seat == mover and len(row.cells) > row.points * 4 and not scored:
            text = message("explain.row_extends", row="-".join(row.cells), count=len(row.cells), **words)
            yield Remark(text, (move.text,), (row,))
    for group in _by_cell(after.threats(other)):
        yield _remark("explain.row_leaves", group, **words)


def _explain_threats(after: Position, fresh: list[Threat], words: dict[str, Message]) -> Iterator[Remark]:
    """Say where the player who has just moved newly threatens to score, and whether both places can be taken."""
    groups = _by_cell(fresh)
    cells = tuple(group[0].missing for group in groups)
    # A stone takes one cell only; the other is there to take unless that stone ends the game.
    if len(groups) > 1 and not any(after.play(move).is_over for move in after.legal_moves):
        yield Remark(message("explain.row_double", count=len(cells), cells=cells, **words), cells, _rows(fresh))
    else:
        yield from (_remark("explain.row_threatens", group, **words) for group in groups)


def _explain_last_stone(key: str, position: Position, number: int, words: dict[str, Message]) -> Remark:
    """Say that the mover can end the game with a move and win."""
    move, mover = position.game.notation.move_text(number), position.mover
    scores = position.play(move).scores
    return Remark(message(key, move=move, points=scores[mover], fewer=scores[1 - mover], **words), (move,), (), (move,))


def _explain_loose(position: Position, seat: int, words: dict[str, Message]) -> Iterator[Remark]:
    """Say how many stones a player has left when they are few, and that the other player has a turn after the last."""
    left = position.reserves[seat]["stone"]
    if left == 0:
        yield Remark(message("explain.row_out", **words))
    elif left == 1 and not _ends(position, seat):
        yield Remark(message("explain.row_last", **words))
    elif left <= _FEW:
        yield Remark(message("explain.row_loose", count=left, **words))


def _ends(position: Position, seat: int) -> bool:
    """Return whether a player's next stone ends the game, wherever it is placed, were it that player's turn."""
    there = turned(position, seat)
    return there.play(there.describe(there.legal_numbers[0])).is_over


def explain_row_position(position: Position, nodes: int) -> Iterator[Remark]:
    """Explain a position, the most important first."""
    if position.is_over:
        yield Remark(describe_outcome(position))
        return
    words, mover = _words(position), position.mover
    for number in winning_numbers(position)[:1]:
        yield _explain_last_stone("explain.row_can_end", position, number, words)
    own, theirs = _by_cell(position.threats(mover)), _by_cell(position.threats(1 - mover))
    yield from (_remark("explain.row_can_score", group, **words) for group in own)
    yield from (_remark("explain.row_is_threatened", group, **words) for group in theirs)
    if not own and not theirs:
        opens = len(position.stones) <= 1
        yield Remark(describe_task(position) if opens else message("explain.row_calm"))
    for seat in (mover, 1 - mover):
        yield from _explain_loose(position, seat, words if seat == mover else _swapped(words))


def _words(position: Position) -> dict[str, Message]:
    name = position.game.rules.seat_message
    return {"colour": name(position.mover), "other": name(1 - position.mover)}


def _swapped(words: dict[str, Message]) -> dict[str, Message]:
    return {"colour": words["other"], "other": words["colour"]}


def _by_cell(threats: Iterable[Threat]) -> list[list[Threat]]:
    groups: dict[str, list[Threat]] = {}
    for threat in threats:
        groups.setdefault(threat.missing, []).append(threat)
    return list(groups.values())


def _rows(threats: Iterable[Threat]) -> tuple[Row, ...]:
    return tuple(Row(threat.seat, threat.cells, len(threat.cells) // 4) for threat in threats)


def _remark(key: str, threats: list[Threat], **params: object) -> Remark:
    """Make a remark on rows that lack the same cell."""
    rows = tuple("-".join(threat.cells) for threat in threats)
    text = message(key, rows=rows, cell=threats[0].missing, **params)
    return Remark(text, (threats[0].missing,), _rows(threats))
