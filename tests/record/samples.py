"""Samples: random games of every kind, and random trees of comments and variations."""

from __future__ import annotations

import datetime
import random
from fractions import Fraction

from hypothesis import strategies as st

from veier.core.position import Position
from veier.games import all_games, game
from veier.kernels.state import PASS
from veier.record import MARKS, Line, Node, Record, Result

USUAL = [each.id for each in all_games()]
# Small ones that reach phase 2, passes and repetition soon, and odd ones.
ODD = [
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes?side=3&a=0&b=1&d=0",
    "4eyes?a=4&b=4&d=2",
    "4eyes-plus-2p?side=4&tiles=2",
    "4eyes-plus-2p?side=3&tiles=2",
    "4eyes-plus-3p?side=4&tiles=2",
    "4eyes-plus-3p?side=3&tiles=1",
    "4eyes-plus-2p?side=11&tiles=30",
    "4eyes-pencil-2p?side=3",
    "4eyes-pencil-3p?side=11",
    "hexrows?side=4&stones=1",
    "hexrows?side=4&stones=5",
    "hexrows?side=4&stones=18",
    "hexrows?side=7&stones=63",
]
ALL_GAMES = USUAL + ODD


def random_move(position: Position, rng: random.Random) -> str:
    """Return any legal move."""
    number = rng.choice(position.legal_numbers)
    return "pass" if number == PASS else position.game.notation.format_move(number)


def random_walk(game_id: str, seed: int, plies: int) -> list[Position]:
    """Play at random and return all positions."""
    rng = random.Random(seed)
    positions = [game(game_id).start()]
    while not positions[-1].is_over and len(positions) <= plies:
        positions.append(positions[-1].play(random_move(positions[-1], rng)))
    return positions


class RandomTrees:
    """Makes random trees of moves; `texts` are the comments in them."""

    def __init__(self, seed: int, texts: list[str]) -> None:
        self.rng = random.Random(seed)
        self.texts = ["", *texts]

    def line(self, position: Position, plies: int, depth: int) -> tuple[Line, Position]:
        """Return a random line with its final position."""
        nodes: list[Node] = []
        while not position.is_over and len(nodes) < plies:
            variations: list[Line] = []
            while depth and self.rng.random() < 0.15:
                variations.append(self.line(position, self.rng.randint(1, 3), depth - 1)[0])
            position = position.play(random_move(position, self.rng))
            comment, mark = self.rng.choice(self.texts), self.rng.choice(["", "", "", *MARKS])
            nodes.append(Node(str(position.last_move), comment, tuple(variations), mark))
        return tuple(nodes), position


def _result(rng: random.Random, players: int) -> Result:
    winners = rng.sample(range(players), rng.randint(1, players))
    return tuple(Fraction(seat in winners, len(winners)) for seat in range(players))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record of any game: finished or not, from any start, with names, comments, variations and tags."""
    game_id, seed = draw(st.sampled_from(ALL_GAMES)), draw(st.integers(0, 2**32))
    texts = st.text(max_size=30) | st.sampled_from(["{", "}", "\\", '"', "\n", "\r\n", "(a) [b] 1. c", "é" * 90])
    trees = RandomTrees(seed, draw(st.lists(texts, max_size=4)))
    start = random_walk(game_id, seed + 1, draw(st.integers(0, 12)))[-1]
    line, final = trees.line(start, draw(st.sampled_from([0, 1, 5, 30, 100])), 2)
    players, running = start.game.players, not final.is_over
    return Record(
        start.game,
        tuple(draw(st.lists(texts, min_size=players, max_size=players))),
        draw(st.none() | st.dates(min_value=datetime.date(1, 1, 1))),
        draw(st.none() | st.just(_result(trees.rng, players))) if running else None,
        draw(st.sampled_from([None, "resigned", "time", "agreed", "abandoned"])) if running else None,
        start,
        draw(texts),
        line,
        tuple(draw(st.dictionaries(st.sampled_from(["Event", "Site", "x_1", "Round"]), texts)).items()),
    )


def legal_tree(seed: int = 7) -> Record:
    """Return a 4EYES record with comments and variations."""
    line, _ = RandomTrees(seed, ["a comment", "two\nlines", "{braces}", "\\"]).line(game("4eyes").start(), 12, 2)
    return Record(game("4eyes"), ("Léa", 'M"ax\\'), datetime.date(2026, 11, 15), comment="The whole game.", line=line)
