"""What the package's books prove about a position: for either side to move, under every symmetry.

A book has the positions where its winner is to move. A position where the loser is to move is lost if every reply
leads into the book or lets the winner complete a square at once; so a move of the winner wins if it leads to such a
position, whether or not the book would choose it. In phase 2, only wins at once are known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.kernels.arrays import copy_words, find_sorted, is_listed, place_of_least
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.one_ply import NO_MOVE, find_win, wins_by
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PHASE, SYMMETRIES, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.analysis import Proven
from veier.search.one_ply import winning_numbers
from veier.search.solve.book import BookMove, look_up, read_books
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import SYMMETRY_MAPS, SymmetryMaps, find_symmetry_maps, hash_move

# The states of a walk: the position, after a move, after a reply, and one more to look for a win at once.
_STATES = 4


class LookupMemory(NamedTuple):
    """What looking up works with.

    maps    how symmetries map placements
    keys    [k]: those of the book's positions, in order
    plies   [k]: the most plies that the win takes from there
    states  [ply]: the position that is asked about first
    hashes  [ply]: their hashes
    lists   [ply]: their legal moves
    quick   [ply]: the move that won at once the last time
    """

    maps: SymmetryMaps
    keys: Words
    plies: Words
    states: Words
    hashes: Words
    lists: Words
    quick: Words


LOOKUP_MEMORY = named_tuple((SYMMETRY_MAPS, WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D, WORDS), LookupMemory)


@inner
def _push(game: RulesBundle, memory: LookupMemory, ply: int, move: int) -> int:
    """Make a move in states[ply]; return the result."""
    copy_words(memory.states[ply], memory.states[ply + 1])
    hash_move(memory.maps, memory.hashes, ply + 1, memory.states[ply, MOVER], move)
    return game.push(game.tables, memory.states[ply + 1], move)


@inner
def _wins_at_once(game: RulesBundle, memory: LookupMemory, ply: int) -> bool:
    """Return whether the mover of states[ply] wins at once; most replies lose to the same move."""
    state, following, moves = memory.states[ply], memory.states[ply + 1], memory.lists[ply]
    n = game.moves(game.tables, state, moves)
    if is_listed(moves, n, memory.quick[ply]) and wins_by(game, state, memory.quick[ply], following):
        return True
    memory.quick[ply] = find_win(game, state, following, moves)
    return memory.quick[ply] != NO_MOVE


@inner
def _winner_plies(game: RulesBundle, memory: LookupMemory, ply: int) -> int:
    """Return the most plies in which the winner, who is to move in states[ply], wins; 0 if that is not known.

    In phase 2 nothing is placed: keys end there.
    """
    state = memory.states[ply]
    if state[PHASE] == 1:
        hashes = memory.hashes[ply]
        place = find_sorted(memory.keys, hashes[place_of_least(hashes)])
        if place >= 0:
            return memory.plies[place]
    return 1 if _wins_at_once(game, memory, ply) else 0


@inner
def _loser_plies(game: RulesBundle, memory: LookupMemory, ply: int, winner: int) -> int:
    """Return the most plies in which the loser, who is to move in states[ply], loses; 0 if a reply is not known to."""
    longest = 0
    replies = memory.lists[ply]
    for i in range(game.moves(game.tables, memory.states[ply], replies)):
        result = _push(game, memory, ply, replies[i])
        if result:
            plies = 1 if result % 8 == winner + 1 else 0
        else:
            plies = _winner_plies(game, memory, ply + 1)
            plies += plies > 0
        if plies == 0:
            return 0
        longest = max(longest, plies)
    return longest


@kernel(signature(RULES_BUNDLE, LOOKUP_MEMORY, INT, WORDS_2D))
def _list_known(game: RulesBundle, memory: LookupMemory, winner: int, out: Words) -> int:
    """Write each move of states[0] by which the winner is known to win, and in how many plies; return their number."""
    n, mover, moves = 0, memory.states[0, MOVER], memory.lists[0]
    for i in range(game.moves(game.tables, memory.states[0], moves)):
        result = _push(game, memory, 0, moves[i])
        if result:
            plies = 1 if result % 8 == winner + 1 else 0
        else:
            plies = _loser_plies(game, memory, 1, winner) if mover == winner else _winner_plies(game, memory, 1)
            plies += plies > 0
        if plies:
            out[n, 0], out[n, 1] = moves[i], plies
            n += 1
    return n


def known_moves(position: Position) -> dict[int, Proven]:
    """Return the moves whose results the books prove, by number."""
    known: dict[int, Proven] = {}
    books = read_books(position.game)
    if not books or position.is_over:
        return known
    if position.phase == 2:
        return {number: Proven(position.mover, 1) for number in winning_numbers(position)}
    if not _have_played_in_turn(position):
        return known
    for book in books:
        known |= {number: Proven(book.winner, plies) for number, plies in _look_up(book, position)}
    return known


def known_result(position: Position) -> Proven | None:
    """Return the result that the books prove for a position; None where they do not."""
    known = known_moves(position)
    wins = [proven for proven in known.values() if proven.winner == position.mover]
    if wins:
        return min(wins, key=lambda proven: proven.plies)
    if known and len(known) == len(position.legal_numbers):
        return max(known.values(), key=lambda proven: proven.plies)
    return None


def book_move(position: Position) -> BookMove | None:
    """Return the shortest win that the books know for the mover; None where they know none."""
    wins = {number: proven for number, proven in known_moves(position).items() if proven.winner == position.mover}
    if not wins:
        return None
    number = min(wins, key=lambda number: wins[number].plies)
    return BookMove(position.describe(number), wins[number].plies)


def known_line(position: Position, number: int) -> list[int]:
    """Return how a game goes on with a known move: the winner by the book, the loser resists as long as it knows."""
    line, after = [number], position.play(number)
    while (following := _following(after)) is not None:
        line.append(following)
        after = after.play(following)
    return line


def _following(position: Position) -> int | None:
    number = _book_number(position)
    return _longest_defence(position) if number is None else number


def _book_number(position: Position) -> int | None:
    """Return the move of a book whose winner is to move."""
    if position.is_over:
        return None
    books = [book for book in read_books(position.game) if book.winner == position.mover]
    found = next(filter(None, (look_up(book, position) for book in books)), None)
    return found.move.number if found else next(iter(winning_numbers(position)), None)


def _longest_defence(position: Position) -> int | None:
    """Return the move that the books know to lose latest; None where they do not know every move to lose."""
    known = known_moves(position)
    if not known or len(known) < len(position.legal_numbers):
        return None
    return max(known, key=lambda number: known[number].plies)


def _have_played_in_turn(position: Position) -> bool:
    """Return whether both players have as many pieces left as taking turns leaves them.

    In a position that was set up, one of them may run out of pieces before the win of the same stones in a game.
    """
    first, second = (sum(held.values()) for held in position.reserves)
    return not position.reserves[0] or second - first == position.mover


def _look_up(book: Strategy, position: Position) -> list[tuple[int, int]]:
    rules, support = position.game.rules, position.game.threat_support
    assert support is not None
    states = np.zeros((_STATES, rules.state_size), np.int64)
    hashes = np.zeros((_STATES, SYMMETRIES), np.int64)
    lists = np.zeros((_STATES, rules.move_limit), np.int64)
    states[0] = position.state
    support.kernels.hash_all(support.tables, states[0], hashes[0])
    maps = find_symmetry_maps(position.game)
    quick = np.full(_STATES, NO_MOVE, np.int64)
    memory = LookupMemory(maps, book.keys, book.plies.astype(np.int64), states, hashes, lists, quick)
    out = np.zeros((rules.move_limit, 2), np.int64)
    n = int(_list_known(rules_bundle(position.game), memory, book.winner, out))
    return [(number, plies) for number, plies in out[:n].tolist()]
