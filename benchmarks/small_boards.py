"""Solves small boards of 4EYES+, pencils and hex rows by trying every move: what each player can make sure of.

    python -m benchmarks.small_boards "4eyes-pencil-3p?side=4"
    python -m benchmarks.small_boards "hexrows?side=4&stones=5"

For each seat: does it win by force, and can it at least avoid that somebody else wins? Among three, the other two play
together. With dominoes the question ends with the placing: phase 2 counts as won by nobody. A position that came
before, turned or mirrored too, is known again.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np

import veier
from veier.core.bundles import rules_bundle
from veier.core.game import Game
from veier.core.position import Position
from veier.games import all_specs
from veier.games.hexrows.rules import HexrowsRules
from veier.games.plus.rules import PlusRules
from veier.games.squares.symmetry import zobrist_table
from veier.kernels.arrays import copy_words, place_of_least
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.rng import mix
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, PASS, PASSES, PHASE, Words
from veier.kernels.types import INT, named_tuple, signature

# What is asked for a seat, and the answers.
WIN, SAFE = 1, 0
NO, YES, UNKNOWN = 0, 1, -1


class SmallMemory(NamedTuple):
    """Working memory of the search.

    states  [ply]: the line of play
    lists   [ply]: its moves
    hashes  [ply]: the hashes of its positions, one per symmetry
    words   [seat, move, symmetry]: what a seat's move flips in the hashes
    table   what is known: keys with the answer as their lowest bit
    budget  [0]: the number of positions that may still be searched
    """

    states: Words
    lists: Words
    hashes: Words
    words: Words
    table: Words
    budget: Words


SMALL_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS_2D, WORDS_3D, WORDS, WORDS), SmallMemory)


@inner
def _push(game: RulesBundle, memory: SmallMemory, ply: int, move: int) -> int:
    """Make a move of states[ply]; write the next state and its hashes, and return the result."""
    state, after = memory.states[ply], memory.states[ply + 1]
    for symmetry in range(memory.hashes.shape[1]):
        word = 0 if move == PASS else memory.words[state[MOVER], move, symmetry]
        memory.hashes[ply + 1, symmetry] = memory.hashes[ply, symmetry] ^ word
    copy_words(state, after)
    return int(game.push(game.tables, after, move))


@inner
def _key(memory: SmallMemory, ply: int, seat: int, goal: int) -> int:
    """Return the key of the question about states[ply], without its lowest bit; 0 stands for an empty place."""
    state, hashes = memory.states[ply], memory.hashes[ply]
    code = mix(state[MOVER] + 4 * state[PASSES] + 16 * seat + 64 * goal + 1)
    return int(hashes[place_of_least(hashes)] ^ code) & ~1


@inner
def _decided(state: Words, result: int, seat: int, goal: int) -> int:
    """Return the answer where a move ends the game or the placing, else UNKNOWN."""
    if result % 8:
        return int(result % 8 == seat + 1)
    return int(goal == SAFE) if result or state[PHASE] == 2 else UNKNOWN


@kernel(signature(RULES_BUNDLE, SMALL_MEMORY, INT, INT, INT))
def _forces(game: RulesBundle, memory: SmallMemory, ply: int, seat: int, goal: int) -> int:
    """Return whether a seat reaches its goal from states[ply] whatever the others do; UNKNOWN beyond the budget."""
    table, moves, budget = memory.table, memory.lists[ply], memory.budget
    key = _key(memory, ply, seat, goal)
    place = (key >> 1) & (table.size - 1)
    if key and table[place] & ~1 == key:
        return int(table[place] & 1)
    budget[0] -= 1
    if budget[0] < 0:
        return UNKNOWN
    mine = int(memory.states[ply, MOVER] == seat)
    n = game.moves(game.tables, memory.states[ply], moves)
    found = 1 - mine
    # First what a move decides at once, then what lies deeper.
    for deeper in range(2):
        for k in range(n):
            answer = _decided(memory.states[ply + 1], _push(game, memory, ply, moves[k]), seat, goal)
            if answer == UNKNOWN and deeper:
                answer = _forces(game, memory, ply + 1, seat, goal)
                if answer == UNKNOWN:
                    return UNKNOWN
            if answer == mine:
                found = mine
                break
        if found == mine:
            break
    table[place] = key | found
    return found


def stone_words(game: Game) -> Words:
    """Return random words for stones, [seat, cell, symmetry], equal for those that a symmetry maps to each other."""
    rules = game.rules
    if isinstance(rules, HexrowsRules):
        words = _hexagon_words(rules)
    else:
        assert isinstance(rules, PlusRules)
        words = zobrist_table(rules.points, game.players)
    return words.reshape(game.players, len(rules.cell_names), -1)


def _hexagon_words(rules: HexrowsRules) -> Words:
    """Return the words for a hexagon, [seat * cells + cell, symmetry]: six turns, each also mirrored."""
    words = np.random.default_rng(1).integers(-(2**63), 2**63, (2, len(rules.points)), np.int64)
    middle = rules.side - 1
    turned = centred = [(x - middle, y - middle) for x, y in rules.points]
    index = {point: cell for cell, point in enumerate(centred)}
    columns = []
    for _ in range(6):
        turned = [(x - y, x) for x, y in turned]
        for image in (turned, [(y, x) for x, y in turned]):
            columns.append(words[:, [index[point] for point in image]].reshape(-1))
    return np.ascontiguousarray(np.stack(columns, axis=1))


def move_words(game: Game, stones: Words) -> Words:
    """Return what each seat's placements flip: a stone of its own, in 4EYES+ also one of the next player's."""
    if game.name == "hexrows":
        return stones
    players, cells, symmetries = stones.shape
    words, steps = np.zeros((players, 4 * cells, symmetries), np.int64), game.rules.tables.steps
    for seat in range(players):
        for number in game.start().legal_numbers:
            words[seat, number] = (
                stones[seat, number >> 2] ^ stones[(seat + 1) % players, steps[number >> 2, number & 3]]
            )
    return words


class SmallBoard:
    """The search from one position."""

    def __init__(self, position: Position, megabytes: int = 64) -> None:
        game = position.game
        rules, stones = game.rules, stone_words(game)
        plies = len(rules.cell_names) + game.players + 1
        self._position = position
        self._memory = SmallMemory(
            np.zeros((plies, rules.state_size), np.int64),
            np.zeros((plies, rules.move_limit), np.int64),
            np.zeros((plies, stones.shape[2]), np.int64),
            move_words(game, stones),
            np.zeros(1 << (megabytes * 2**17).bit_length() - 1, np.int64),
            np.zeros(1, np.int64),
        )
        for name, seat in position.stones.items():
            self._memory.hashes[0] ^= stones[seat, rules.cell_names.index(name)]

    def forces(self, seat: int, goal: int, budget: int) -> int:
        """Return whether a seat reaches a goal, with at most so many positions searched."""
        self._memory.states[0] = self._position.state
        self._memory.budget[0] = budget
        return int(_forces(rules_bundle(self._position.game), self._memory, 0, seat, goal))

    def left(self) -> int:
        """Return what the last search has left of its budget."""
        return int(self._memory.budget[0])


def find_game(text: str) -> Game:
    """Find a game by its id; a hexagon of side 3, too small to be an option, is asked for by the same words."""
    if not text.startswith("hexrows?side=3&stones="):
        return veier.game(text)
    spec = all_specs()["hexrows"]
    side, stones = spec.options
    smaller = replace(spec, options=(replace(side, low=3), stones))
    return smaller.game({"side": 3, "stones": int(text.rpartition("=")[2])})


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--budget", type=int, default=10**8, help="positions searched for each question")
    parser.add_argument("--memory", type=int, default=1000, help="megabytes of the table")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    board, words = SmallBoard(game.start(), arguments.memory), {YES: "yes", NO: "no", UNKNOWN: "not known"}
    for seat, colour in enumerate(game.colours):
        for goal, what in ((WIN, "wins by force"), (SAFE, "avoids a loss")):
            begun = time.monotonic()
            answer = board.forces(seat, goal, arguments.budget)
            spent = arguments.budget - max(board.left(), 0)
            print(
                f"{colour} {what}: {words[answer]}, {spent:,} positions, {time.monotonic() - begun:.1f} s", flush=True
            )


if __name__ == "__main__":
    main()
