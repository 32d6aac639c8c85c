"""Wins that nobody can prevent, among three players: the mover's move, a reply of each of the others, then its win.

A tree of simulations finds such a win late: it must try every pair of replies. Here they are tried exhaustively, by the
plain rules. That takes little time where there is no such win, because most moves are refuted by the same replies as
the move before: these are tried first.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.kernels.arrays import bring_forward, copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import digest
from veier.kernels.one_ply import NO_MOVE, find_win, wins_by
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PHASE, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.analysis import Analysis, Proven, Variation
from veier.search.limits import Limits, Stop
from veier.search.one_ply import winning_move

# The plies of such a win, and the share of the time that may be spent on it: it takes a few milliseconds.
PLIES = 4
_SHARE = 0.25


class ForcedWinMemory(NamedTuple):
    """Working memory of the search.

    states  [ply]: the line of play being tried
    lists   [ply]: its legal moves
    first   [ply]: the move that decided last, which is tried first
    seen    digests of the positions that have stood since pieces can be moved
    stop    a word that any thread may set to end the search
    """

    states: Words
    lists: Words
    first: Words
    seen: Words
    stop: Words


FORCED_WIN_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS, WORDS, WORDS), ForcedWinMemory)


@inner
def _repeats(game: RulesBundle, memory: ForcedWinMemory, state: Words) -> bool:
    """Return whether a position stands for the third time: nobody can bring back one of this search's own."""
    times = 0
    if state[PHASE] == 2 and memory.seen.size:
        code = digest(game.tables, state)
        for k in range(memory.seen.size):
            times += memory.seen[k] == code
    return times >= 2


@inner
def _wins_at_once(game: RulesBundle, memory: ForcedWinMemory) -> bool:
    """Return whether the mover of states[3] wins at once."""
    state, moves = memory.states[PLIES - 1], memory.lists[PLIES - 1]
    n = game.moves(game.tables, state, moves)
    bring_forward(moves, n, memory.first[PLIES - 1])
    for k in range(n):
        if wins_by(game, state, moves[k], memory.states[PLIES]):
            memory.first[PLIES - 1] = moves[k]
            return True
    return False


@kernel(signature(RULES_BUNDLE, FORCED_WIN_MEMORY, INT, INT))
def _wins_against_replies(game: RulesBundle, memory: ForcedWinMemory, ply: int, seat: int) -> int:
    """Return 1 if a seat wins whatever the players of states[ply] and of the plies before its next turn do, else 0."""
    if ply == PLIES - 1:
        return int(memory.states[ply, MOVER] == seat and _wins_at_once(game, memory))
    state, after, moves = memory.states[ply], memory.states[ply + 1], memory.lists[ply]
    n = game.moves(game.tables, state, moves)
    bring_forward(moves, n, memory.first[ply])
    for k in range(n):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[k])
        won = result % 8 == seat + 1
        if result == 0 and not memory.stop[0] and not _repeats(game, memory, after):
            won = _wins_against_replies(game, memory, ply + 1, seat) == 1
        if not won:
            memory.first[ply] = moves[k]
            return 0
    return 1


@kernel(signature(RULES_BUNDLE, FORCED_WIN_MEMORY))
def _find(game: RulesBundle, memory: ForcedWinMemory) -> int:
    """Return a move of states[0] that wins within four plies whatever the others do, or NO_MOVE.

    Where a move wins at once, there is nothing to find.
    """
    state, after, moves = memory.states[0], memory.states[1], memory.lists[0]
    if find_win(game, state, after, moves) != NO_MOVE:
        return NO_MOVE
    for k in range(game.moves(game.tables, state, moves)):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[k])
        if result or _repeats(game, memory, after):
            continue
        if _wins_against_replies(game, memory, 1, state[MOVER]):
            return moves[k]
    return NO_MOVE


def answer_by_force(position: Position, limits: Limits, stop: Stop) -> Analysis | None:
    """Return the move by which the mover of three wins within four plies, whatever the others do; None if none does.

    It takes at most a share of the time.
    """
    if position.game.players != PLIES - 1 or (limits.depth or PLIES) < PLIES:
        return None
    begun, stage = time.monotonic(), Stop()
    stop.tie(stage.word)
    with stage.after(limits.seconds and _SHARE * limits.seconds):
        number = find_forced_win(position, stage)
    if number is None:
        return None
    move, mover = position.describe(number), position.mover
    pv = (move.text, *_longest_line(position.play(move), mover, PLIES - 1))
    chances = tuple(float(seat == mover) for seat in range(position.game.players))
    variation = Variation(move, chances, 0.0, Proven(mover, len(pv)), pv, 1)
    return Analysis(position, (variation,), 1, time.monotonic() - begun)


def _longest_line(position: Position, seat: int, plies: int) -> tuple[str, ...]:
    """Return moves that put a win off as long as possible, at most this many, from where it cannot be prevented."""
    if position.is_over:
        return ()
    if position.mover == seat:
        win = winning_move(position)
        return (win.text,) if win else ()
    longest: tuple[str, ...] = ()
    for move in position.legal_moves:
        longest = max(longest, (move.text, *_longest_line(position.play(move), seat, plies - 1)), key=len)
        if len(longest) == plies:
            break
    return longest


def find_forced_win(position: Position, stop: Stop) -> int | None:
    """Return the number of such a move; None if there is none, if one wins at once, or if it is stopped."""
    rules = position.game.rules
    memory = ForcedWinMemory(
        np.empty((PLIES + 1, rules.state_size), np.int64),
        np.empty((PLIES, rules.move_limit), np.int64),
        np.full(PLIES, NO_MOVE, np.int64),
        np.array(position.seen, np.uint64).view(np.int64),
        stop.word,
    )
    memory.states[0] = position.state
    found = int(_find(rules_bundle(position.game), memory))
    return None if found == NO_MOVE else found
