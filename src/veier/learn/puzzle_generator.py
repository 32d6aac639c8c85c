"""The puzzle generator: computer players of differing levels play, and their games are searched for puzzles.

A game gives one puzzle at most, and no two are alike, however the board is turned. With the same seed the same puzzles
come out. Among three, players who look ahead leave nobody a forced win, so the last move before a puzzle is random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random

from veier.core.game import Game
from veier.core.position import Position
from veier.explain.explainers import explain_move
from veier.explain.hints import REMARKS
from veier.explain.remark import Remark
from veier.learn.promising import promising_positions
from veier.learn.puzzle import Kind, Puzzle, make_id, seat_names, won_by_points
from veier.learn.puzzle_candidates import LONGEST, Candidate, look_for, wins_otherwise
from veier.learn.puzzle_difficulty import rate_difficulty
from veier.learn.puzzle_proofs import is_proved, main_line
from veier.learn.symmetry import CanonicalStones, canonical_stones
from veier.messages import message
from veier.record import format_position
from veier.search.levels import think_at_level

# How many of 36 puzzles should be of each kind and number of moves; what is not found is made up for by the others.
_MIX: dict[tuple[Kind, int], int] = {("win", 1): 5, ("win", 2): 11, ("win", 3): 6, ("only", 1): 6, ("only", 2): 8}
_MIX_OF_POINTS: dict[tuple[Kind, int], int] = {
    ("score", 1): 4,
    ("score", 2): 8,
    ("stop", 1): 6,
    ("win", 1): 3,
    ("win", 2): 5,
    ("win", 3): 4,
    ("only", 1): 2,
    ("only", 2): 2,
    ("only", 3): 2,
}
_MIX_OF_THREE: dict[tuple[Kind, int], int] = {("win", 1): 1, ("win", 2): 2}
# The number of games without a puzzle after which every kind is welcome.
_PATIENCE = 100
# The levels that play: those by evaluation alone, because others are slow. Where only moves are left to be found, which
# are rare, better players play.
_LEVELS, _LEVELS_FOR_ONLY, _LEVELS_OF_POINTS = (1, 5), (5, 7), (1, 4)


def make_puzzles(
    game: Game, count: int, seed: int, watch: Callable[[int, int], None] | None = None
) -> Iterator[Puzzle]:
    """Make `count` puzzles; `watch` is called after each game with the numbers of games played and puzzles found."""
    mix = _MIX_OF_POINTS if won_by_points(game) else _MIX_OF_THREE if game.players == 3 else _MIX
    quota = {what: -(-share * count // sum(mix.values())) for what, share in mix.items()}
    made: Counter[tuple[Kind, int]] = Counter()
    known: set[CanonicalStones] = set()
    number = idle = 0
    while made.total() < count:
        if idle > _PATIENCE:
            quota = dict.fromkeys(quota, count)
        wanted = {what for what, most in quota.items() if made[what] < most}
        puzzle = _puzzle_of_game(game, f"{seed} {game.id} {number}", wanted, known)
        number, idle = number + 1, idle + 1
        if puzzle:
            made[puzzle.kind, puzzle.moves] += 1
            known.add(canonical_stones(puzzle.start()))
            idle = 0
            yield puzzle
        if watch:
            watch(number, made.total())


def sort_puzzles(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Sort puzzles as files keep them: the easiest first, then by kind and id."""
    return sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.kind, puzzle.moves, puzzle.id))


def _puzzle_of_game(game: Game, seed: str, wanted: set[tuple[Kind, int]], known: set[CanonicalStones]) -> Puzzle | None:
    """Play a game and return the first puzzle that is found in it, looking from its end."""
    random = Random(seed)
    lowest, highest = _levels(game, wanted)
    levels = tuple(random.randint(lowest, highest) for _ in range(game.players))
    line = [game.start()]
    while not line[-1].is_over:
        level = levels[line[-1].mover]
        line.append(line[-1].play(think_at_level(line[-1], level, seed=random.getrandbits(32)).best.move))
    for reached, ply in _positions(line, random):
        position = _first_time(reached)
        if canonical_stones(position) in known:
            continue
        for found in look_for(position, wanted):
            if (found.kind, found.moves) in wanted and _is_puzzle(position, found):
                return _make(position, found, levels, ply)
    return None


def _positions(line: list[Position], random: Random) -> Iterator[tuple[Position, int]]:
    """List positions of a game to look at, with their plies: from its end on, or among three after random moves."""
    if line[0].game.players == 3:
        yield from promising_positions(line, random)
    else:
        yield from ((line[ply], ply) for ply in range(len(line) - 2, 0, -1))


def _levels(game: Game, wanted: set[tuple[Kind, int]]) -> tuple[int, int]:
    """Return the weakest and the strongest level that plays."""
    if won_by_points(game):
        return _LEVELS_OF_POINTS
    return _LEVELS_FOR_ONLY if all(kind == "only" for kind, _ in wanted) else _LEVELS


def _is_puzzle(position: Position, found: Candidate) -> bool:
    """Prove it, and see that no other move wins as well, only later; what takes less time comes first."""
    if found.moves == LONGEST and wins_otherwise(position, found):
        return False
    if not is_proved(position, found.kind, found.moves, found.solution):
        return False
    return found.moves == LONGEST or not wins_otherwise(position, found)


def _first_time(position: Position) -> Position:
    """Return a position as one that stands for the first time."""
    return replace(position, seen=(position.digest,) if position.phase == 2 else (), last_move=None)


def _make(position: Position, found: Candidate, levels: tuple[int, ...], ply: int) -> Puzzle:
    text = format_position(position)
    return Puzzle(
        id=make_id(position.game.name, text, found.kind),
        game=position.game.name,
        position=text,
        kind=found.kind,
        moves=found.moves,
        line=main_line(position, found.kind, found.moves, found.solution),
        difficulty=rate_difficulty(position, found.kind, found.moves, found.solution),
        remarks=_remarks(position, found),
        levels=levels,
        ply=ply,
    )


def _remarks(position: Position, found: Candidate) -> tuple[Remark, ...]:
    """Say why the move is right; among three also that neither of the others can help it."""
    remarks = explain_move(position, found.solution)[:REMARKS]
    if position.game.players == 3 and found.moves == 2:
        return (*remarks, Remark(message("puzzle.wins_next", **seat_names(position, position.mover))))
    return remarks
