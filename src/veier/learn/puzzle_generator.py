"""The puzzle generator: computer players of differing levels play, and their games are searched for puzzles.

A game gives one puzzle at most, and no two are alike, however the board is turned. With the same seed the same puzzles
come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from veier.core.game import Game
from veier.core.position import Position
from veier.explain.explainers import explain_move
from veier.explain.forced_wins import forced_win
from veier.explain.hints import REMARKS
from veier.explain.tactics import move_outcomes
from veier.learn.puzzle import Kind, Puzzle, make_id, won_by_points
from veier.learn.puzzle_difficulty import rate_difficulty
from veier.learn.puzzle_proofs import FAR, goal_of, is_proved, main_line, plies_left, right_moves
from veier.learn.symmetry import CanonicalStones, canonical_stones
from veier.record import format_position
from veier.search.levels import think_at_level
from veier.search.one_ply import wins_after_replies

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
# The number of games without a puzzle after which every kind is welcome.
_PATIENCE = 100
# The levels that play: those by evaluation alone, because others are slow. Where only moves are left to be found, which
# are rare, better players play.
_LEVELS, _LEVELS_FOR_ONLY, _LEVELS_OF_POINTS = (1, 5), (5, 7), (1, 4)
# Node limit of a search for wins by threats; short ones need no more.
_NODES = 500
# Node limit for other moves, tried for wins that only take longer: such puzzles would puzzle people in the wrong way.
_OTHER_NODES = 200
# Longer wins than that are no puzzles.
_LONGEST = 3
# Where pieces are moved, wins are looked for by trying everything if there are no more moves than that.
_FEW_MOVES = 90
# Only moves two moves deep are looked for if no more moves than that survive the first look.
_FEW_LEFT = 40


@dataclass(frozen=True, slots=True)
class _Found:
    kind: Kind
    moves: int
    solution: str


def make_puzzles(
    game: Game, count: int, seed: int, watch: Callable[[int, int], None] | None = None
) -> Iterator[Puzzle]:
    """Make `count` puzzles; `watch` is called after each game with the numbers of games played and puzzles found."""
    mix = _MIX_OF_POINTS if won_by_points(game) else _MIX
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
    levels = random.randint(lowest, highest), random.randint(lowest, highest)
    line = [game.start()]
    while not line[-1].is_over:
        level = levels[line[-1].mover]
        line.append(line[-1].play(think_at_level(line[-1], level, seed=random.getrandbits(32)).best.move))
    for ply in range(len(line) - 2, 0, -1):
        position = _first_time(line[ply])
        if canonical_stones(position) in known:
            continue
        for found in _look_for(position, wanted):
            if (found.kind, found.moves) in wanted and _is_puzzle(position, found):
                return _make(position, found, levels, ply)
    return None


def _levels(game: Game, wanted: set[tuple[Kind, int]]) -> tuple[int, int]:
    """Return the weakest and the strongest level that plays."""
    if won_by_points(game):
        return _LEVELS_OF_POINTS
    return _LEVELS_FOR_ONLY if all(kind == "only" for kind, _ in wanted) else _LEVELS


def _is_puzzle(position: Position, found: _Found) -> bool:
    """Prove it, and see that no other move wins as well, only later; what takes less time comes first."""
    if found.moves == _LONGEST and _wins_otherwise(position, found):
        return False
    if not is_proved(position, found.kind, found.moves, found.solution):
        return False
    return found.moves == _LONGEST or not _wins_otherwise(position, found)


def _first_time(position: Position) -> Position:
    """Return a position as one that stands for the first time."""
    return replace(position, seen=(position.digest,) if position.phase == 2 else (), last_move=None)


def _make(position: Position, found: _Found, levels: tuple[int, int], ply: int) -> Puzzle:
    text = format_position(position)
    return Puzzle(
        id=make_id(position.game.name, text, found.kind),
        game=position.game.name,
        position=text,
        kind=found.kind,
        moves=found.moves,
        line=main_line(position, found.kind, found.moves, found.solution),
        difficulty=rate_difficulty(position, found.kind, found.moves, found.solution),
        remarks=explain_move(position, found.solution)[:REMARKS],
        levels=levels,
        ply=ply,
    )


def _look_for(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[_Found]:
    """List what may be a puzzle, found with little work; nothing is proved yet."""
    if plies_left(position) is None:
        yield from _look_for_squares(position, wanted)
    else:
        yield from _look_at_end(position, wanted)
        yield from _look_for_points(position, wanted)


# Games that are won by a square.


def _look_for_squares(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[_Found]:
    text, outcomes = position.game.notation.move_text, move_outcomes(position)
    if outcomes.wins:
        if len(outcomes.wins) == 1:
            yield _Found("win", 1, text(outcomes.wins[0]))
        return
    if not outcomes.safe:
        return
    found = _look_for_win(position, wanted)
    if found and found.moves <= _LONGEST:
        yield found
    elif len(outcomes.safe) == 1:
        yield _Found("only", 1, text(outcomes.safe[0]))
    elif ("only", 2) in wanted and 1 < len(outcomes.safe) <= _FEW_LEFT:
        right = right_moves(position, "only", 2)
        if len(right) == 1:
            yield _Found("only", 2, text(*right))


def _look_for_win(position: Position, wanted: set[tuple[Kind, int]]) -> _Found | None:
    if position.phase == 1:
        line = forced_win(position, _NODES)
        return _Found("win", (len(line) + 1) // 2, line[0]) if line else None
    if len(position.legal_numbers) > _FEW_MOVES:
        return None
    for moves in (2, 3):
        right = right_moves(position, "win", moves) if ("win", moves) in wanted else frozenset()
        if right:
            return _Found("win", moves, position.game.notation.move_text(min(right)))
    return None


def _wins_otherwise(position: Position, found: _Found) -> bool:
    """Return whether another move than the right one wins by threats as well, only later."""
    if found.kind != "win" or found.moves == 1 or position.phase != 1 or plies_left(position) is not None:
        return False
    # Only moves that threaten to win next can do that.
    threats = wins_after_replies(position, position.mover) or {}
    moves = [position.game.notation.move_text(number) for number, wins in threats.items() if wins]
    return any(_wins_by_threats(position.play(move), position.mover) for move in moves if move != found.solution)


def _wins_by_threats(position: Position, seat: int) -> bool:
    return not position.is_over and forced_win(position, _OTHER_NODES, seat) is not None


# Games that are won by points.


def _look_at_end(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[_Found]:
    """Look for the one move that wins or saves the game at its end."""
    left = plies_left(position)
    assert left is not None
    ends: tuple[tuple[Kind, int], ...] = (("win", (left + 2) // 2), ("only", (left + 1) // 2))
    for kind, moves in ends:
        if (kind, moves) in wanted:
            right = right_moves(position, kind, moves)
            if len(right) == 1:
                yield _Found(kind, moves, position.game.notation.move_text(*right))


def _look_for_points(position: Position, wanted: set[tuple[Kind, int]]) -> Iterator[_Found]:
    """Look for the one stone that makes a point, makes it certain, or keeps the opponent from it."""
    text, mover, left = position.game.notation.move_text, position.mover, plies_left(position)
    if left is not None and left < FAR:
        return
    own, theirs = ({threat.missing for threat in position.threats(seat)} for seat in (mover, 1 - mover))
    if len(own) == 1:
        yield _Found("score", 1, *own)
    if own:
        return
    if len(theirs) == 1 and ("stop", 1) in wanted:
        yield _Found("stop", 1, *theirs)
    if not theirs and ("score", 2) in wanted:
        right = goal_of(position.game, "score").forced(position.state, mover, 3)
        if len(right) == 1:
            yield _Found("score", 2, text(*right))
