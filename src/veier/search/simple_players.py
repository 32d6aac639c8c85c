"""Two simple players: one that plays at random, one that sees a single move ahead."""

from __future__ import annotations

from random import Random

from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.one_ply import NO_MOVE
from veier.search.one_ply import MoveResult, look_at_moves

# What a move comes to, worst first.
_GIVES, _ALLOWS, _QUIET, _WINS = 0, 1, 2, 3


def random_move(position: Position, random: Random) -> Move:
    """Return a random legal move."""
    return random.choice(position.legal_moves)


def greedy_move(position: Position, random: Random) -> Move:
    """Return a move that wins at once; else one that gives nothing away, preferably for a point, or as a block."""
    best = safest_moves(position)
    mover = position.mover
    takes = {text for threat in position.threats(mover) for text in threat.moves}
    others = [seat for seat in range(position.game.players) if seat != mover]
    lacking = {threat.missing for seat in others for threat in position.threats(seat)}
    blocks = [move for move in best if move.stones and move.stones[0][0] in lacking]
    return random.choice([move for move in best if move.text in takes] or blocks or best)


def safest_moves(position: Position) -> list[Move]:
    """List the moves that come to the best, looking one reply ahead."""
    results = look_at_moves(position)
    worths = [_worth(result, position.mover) for result in results]
    best = max(worths)
    return [position.describe(result.number) for result, worth in zip(results, worths, strict=True) if worth == best]


def _worth(move: MoveResult, mover: int) -> int:
    if move.result:
        return _WINS if move.result % 8 == mover + 1 else _GIVES if move.result % 8 else _QUIET
    return _QUIET if move.reply == NO_MOVE else _ALLOWS
