"""Plays out what explanations say: counts the sentences of each kind, and the false ones, in random positions.

    python -m benchmarks.sentences
    python -m benchmarks.sentences 4eyes-plus-2p-7x7 --positions 2000 --seed 3

In a third of the games the players win where they can and avoid moves that lose at once; in the others they end
nothing, so that pieces are moved at last. In each position the explanations of the position are checked, and those of
some moves: any, safe ones, forbidden ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

import veier
from benchmarks.played_out import winning_moves
from benchmarks.sentence_checks import holds
from benchmarks.told import Told
from veier.core.move import Move
from veier.core.position import Position
from veier.explain.plain import explain_plain_move, explain_plain_position
from veier.kernels.one_ply import NO_MOVE
from veier.search.one_ply import look_at_moves
from veier.search.simple_players import safest_moves

# Boards on which phase 2 and the ends of games come soon, beside the games as they are.
SMALL = (
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes?side=3&a=1&b=1&d=2",
    "4eyes?side=4&a=2&b=1&d=3",
    "4eyes-plus-2p?side=4&tiles=3",
    "4eyes-plus-2p?side=5&tiles=5",
    "4eyes-plus-2p?side=6&tiles=7",
    "4eyes-plus-3p?side=4&tiles=2",
    "4eyes-plus-3p?side=6&tiles=5",
    "4eyes-pencil-2p?side=4",
    "4eyes-pencil-3p?side=5",
    "hexrows?side=4&stones=9",
)
# Other readings of the rules.
READINGS = (
    "4eyes-beginners?nogifts=1",
    "4eyes-plus-2p?side=4&tiles=4&elsewhere=1",
    "4eyes-plus-2p?side=5&tiles=5&nogifts=1",
    "4eyes-plus-3p?side=4&tiles=2&elsewhere=1&nogifts=1",
    "4eyes-pencil-2p?side=4&nogifts=1",
    "4eyes-pencil-2p?side=5&turns=4",
    "4eyes-pencil-2p?side=4&turns=4&nogifts=1",
    "4eyes-pencil-3p?side=5&turns=3",
    "hexrows?side=4&stones=9&round=1",
)
# Moves of a game at most: some games of phase 2 do not end.
_LONGEST = 80
# Positions of one game in which pieces are moved.
_LATER = 4
# False sentences of one kind that are shown.
_SHOWN = 3


@dataclass
class Tally:
    """How many sentences of each kind were told of a game, and which of them are false."""

    told: Counter[str] = field(default_factory=Counter)
    false: list[Told] = field(default_factory=list)

    def add(self, told: Told) -> None:
        """Count a sentence and check it."""
        self.told[told.key] += 1
        if not holds(told):
            self.false.append(told)

    def add_all(self, all_told: Iterable[Told]) -> None:
        """Count sentences and check them."""
        for told in all_told:
            self.add(told)


def random_positions(game: str, random: Random, count: int) -> Iterator[Position]:
    """Yield positions of random games, one after the other, with how they ended; each style plays in turn."""
    styles = cycle((_patient, safest_moves, _peaceful))
    position, style, ply = veier.game(game).start(), next(styles), 0
    for _ in range(count):
        yield position
        ply += 1
        if position.is_over or ply == _LONGEST:
            position, style, ply = veier.game(game).start(), next(styles), 0
        else:
            position = position.play(random.choice(style(position)))


def later_positions(game: str, random: Random, count: int) -> Iterator[Position]:
    """Yield positions in which pieces are moved, of random games of a game that has such a phase."""
    position, ply = veier.game(game).start(), 0
    while count:
        if position.phase == 2:
            yield position
            count -= 1
            ply += 1
        if position.is_over or ply == _LATER:
            position, ply = veier.game(game).start(), 0
        else:
            position = position.play(random.choice(_peaceful(position)))


def _peaceful(position: Position) -> list[Move]:
    """List the moves that end nothing, else all: so games last until pieces are moved, and threats gather."""
    numbers = [result.number for result in look_at_moves(position) if not result.result]
    return [position.describe(number) for number in numbers or position.legal_numbers]


def _patient(position: Position) -> list[Move]:
    """List the moves that end nothing and let nobody win at once, else those that end nothing: few threats stand."""
    numbers = [result.number for result in look_at_moves(position) if not result.result and result.reply == NO_MOVE]
    return [position.describe(number) for number in numbers] or _peaceful(position)


def moves_to_explain(position: Position, random: Random) -> list[str]:
    """Choose moves: one at random, one that wins or does not lose at once, one that is forbidden, one that is none."""
    legal = set(position.legal_numbers)
    illegal = [number for number in position.game.patterns.pseudo_legal(position.state) if number not in legal]
    chosen = [random.choice(position.legal_moves).text, random.choice(safest_moves(position)).text]
    if illegal:
        chosen.append(position.game.notation.move_text(random.choice(illegal)))
    others = [move.text for move in position.legal_moves if move.text not in winning_moves(position, position.mover)]
    return [*dict.fromkeys([*chosen, *random.sample(others, min(2, len(others)))])]


def sentences(position: Position, random: Random, nodes: int) -> Iterator[Told]:
    """Yield what explanations say of a position and of some moves in it."""
    for remark in (*veier.explain_position(position, nodes), *explain_plain_position(position, 0)):
        yield Told(position, None, position, remark)
    for text in () if position.is_over else moves_to_explain(position, random):
        after = position.play(text) if position.is_legal(text) else position
        remarks = veier.explain_move(position, text, nodes)
        if after is not position:
            remarks = (*remarks, *explain_plain_move(position, position.parse_move(text), 0))
        yield from (Told(position, text, after, remark) for remark in remarks)


def check_game(game: str, positions: int, seed: int, nodes: int = 200) -> Tally:
    """Check the sentences of random positions."""
    random, tally = Random(f"{game} {seed}"), Tally()
    for done, position in enumerate(random_positions(game, random, positions), start=1):
        tally.add_all(sentences(position, random, nodes))
        if sys.stderr.isatty():
            print(f"\r{game}: {done}/{positions} positions", end="" if done < positions else "\n", file=sys.stderr)
    return tally


def report(game: str, tally: Tally) -> str:
    """Describe a tally: some false sentences of each kind with their positions, then the counts by key."""
    lines = []
    shown: Counter[str] = Counter()
    for told in tally.false:
        shown[told.key] += 1
        if shown[told.key] > _SHOWN:
            continue
        lines += [f"false: {veier.format_position(told.before)} : {told.move or ''}", f"    {told.key} {told.remark}"]
    wrong = Counter(told.key for told in tally.false)
    lines += [f"{game} {key}: {told}, {wrong[key]} false" for key, told in sorted(tally.told.items())]
    return "\n".join([*lines, f"{game}: {tally.told.total()} sentences, {len(tally.false)} false"])


def main() -> None:
    """Check the games of the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games (all games, and some small boards)")
    parser.add_argument("--positions", type=int, default=1000, help="positions of each game (1000)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    told = false = 0
    for game in arguments.games or [*(game.id for game in veier.all_games()), *SMALL, *READINGS]:
        tally = check_game(game, arguments.positions, arguments.seed)
        print(report(game, tally), flush=True)
        told, false = told + tally.told.total(), false + len(tally.false)
    print(f"all: {told} sentences, {false} false")
    sys.exit(1 if false else 0)


if __name__ == "__main__":
    main()
