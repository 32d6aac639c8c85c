"""Playing the games of a report. A chunk is a pure function of the plan's seed and its number.

Players are `random` or a level. A level that searches would play the same game again and again where the search leaves
nothing to chance. So the first move of each seat is sampled by evaluation, as the best level without a search does it;
from then on the level plays by itself, and without the book, which would only tell what is proved anyway.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.core.position import Position
from veier.games import game as find_game
from veier.kernels.state import PASS
from veier.lab.match import PLY_LIMIT
from veier.lab.report.plan import RANDOM, Group, Plan
from veier.lab.report.sample import SampledGame, Shares, write_games
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits
from veier.search.simple_players import random_move
from veier.search.think import think

# Nodes of the last level, which has no limit of its own.
_LAST_LEVEL_NODES = 2000
_DECIMALS = 4


def play_chunk(number: int, plan: dict[str, Any]) -> bytes:
    """Play the games of a chunk."""
    group, numbers = Plan.from_data(plan).chunk(number)
    return write_games([play_game(group, k, plan["seed"]) for k in numbers])


def play_game(group: Group, number: int, seed: int) -> SampledGame:
    """Play a game of a group; where players differ, the first of them sits in each seat in turn."""
    game = find_game(group.game)
    strong = number % game.players if len(set(group.players)) > 1 else None
    # Games that differ in who sits where begin with the same random numbers.
    block = number // game.players if strong is not None else number
    base = _seed(seed, group.key, block)
    positions = [game.start(), *([game.start().play(group.first)] if group.first else [])]
    values: list[Shares] = []
    while not positions[-1].is_over and len(positions) <= PLY_LIMIT:
        player = group.players[0] if strong in (None, positions[-1].mover) else group.players[1]
        move, value = _choose(positions, player, base + len(positions))
        values += [value] if value else []
        positions.append(positions[-1].play(move))
    return _describe(positions, strong, values)


def _choose(positions: Sequence[Position], player: str, seed: int) -> tuple[Move, Shares | None]:
    """Return a player's move, and what it expects if it searched for it."""
    position = positions[-1]
    game = position.game
    if player == RANDOM:
        return random_move(position, Random(seed)), None
    level = int(player)
    searches = level == level_count(game) or game.evaluation.level_scale.level(level).search_share > 0
    if searches and len(positions) <= game.players:
        return think_at_level(position, _opening_level(game), seed=seed).best.move, None
    # What the moves so far say of the opponents matters among three only.
    history = History(positions[0], _moves(positions)) if searches and game.players > 2 else None
    if level < level_count(game):
        best = think_at_level(position, level, seed=seed, history=history).best
    else:
        best = think(position, Limits(nodes=_LAST_LEVEL_NODES), seed=seed, history=history, book=False).best
    shared = best.draw / game.players
    return best.move, tuple(round(chance + shared, _DECIMALS) for chance in best.chances) if searches else None


@cache
def _opening_level(game: Game) -> int:
    """Return the highest level that never searches; 1 if all do."""
    scale = game.evaluation.level_scale
    return max((k for k in range(1, scale.count) if not scale.level(k).search_share), default=1)


def _moves(positions: Sequence[Position]) -> tuple[str, ...]:
    """Return the moves that led from each position to the next."""
    return tuple(position.last_move.text for position in positions if position.last_move)


def _describe(all_positions: Sequence[Position], strong: int | None, values: list[Shares]) -> SampledGame:
    *positions, final = all_positions
    outcome = final.outcome
    winner = outcome.winner if outcome else None
    phase_2 = next((ply for ply, position in enumerate(positions) if position.phase == 2), None)
    return SampledGame(
        final.game.players,
        strong,
        winner,
        str(outcome.why) if outcome else "length",
        _moves(all_positions),
        tuple(len(position.legal_numbers) for position in positions),
        tuple(_bans(position) for position in positions),
        winner is not None and bool(final.game.patterns.shapes) and winner != positions[-1].mover,
        phase_2,
        tuple(final.stones.items()),
        _pattern(final, winner),
        tuple(values),
    )


def _bans(position: Position) -> int:
    """Count the moves that the ban on two squares at once forbids."""
    patterns = position.game.patterns
    if not patterns.shapes:
        return 0
    legal = sum(number != PASS for number in position.legal_numbers)
    return len(patterns.pseudo_legal(position.state)) - legal


def _pattern(final: Position, winner: int | None) -> tuple[str, ...]:
    """Return the cells of the winner's squares, or of all rows, each once."""
    squares = final.squares(made=True, seat=winner) if winner is not None else ()
    cells = [cell for square in squares for cell in square.cells] + [cell for row in final.rows() for cell in row.cells]
    return tuple(dict.fromkeys(cells))


def _seed(seed: int, key: str, number: int) -> int:
    """Return a seed for a game, different for each game of each group."""
    digest = sha256(json.dumps([seed, key, number]).encode()).digest()
    return int.from_bytes(digest[:5], "big") * 1000
