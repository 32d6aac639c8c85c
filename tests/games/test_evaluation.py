"""Evaluation kernels: candidates are legal and safe as the plain rules say, evaluations count what they claim."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import veier
from veier.games.squares.rules import SquareRules
from veier.games.squares.weights import CONSTANT, PHASE_1, PHASE_2
from veier.kernels.scores import ALLOWS, GIVES, WINS
from veier.kernels.state import MOVER, PHASE, RESULT, Words
from veier.search.simple_players import safest_moves

SQUARE_GAMES = [
    "4eyes",
    "4eyes-beginners",
    "4eyes?side=3&a=1&b=1&d=2",
    "4eyes-plus-3p-7x7",
    "4eyes-plus-3p?side=5&tiles=3",
    "4eyes-plus-3p?side=6&tiles=5",
    "4eyes-plus-2p-7x7",
    "4eyes-plus-2p?side=5&tiles=4",
    "4eyes-plus-2p?side=5&tiles=4&elsewhere=1",
    "4eyes-plus-3p?side=5&tiles=3&elsewhere=1",
    "4eyes-plus-2p?side=5&tiles=4&nogifts=1",
    "4eyes-plus-3p?side=5&tiles=3&elsewhere=1&nogifts=1",
    "4eyes?side=3&a=1&b=1&d=2&nogifts=1",
    "4eyes-pencil-2p?side=5&turns=4",
    "4eyes-pencil-2p?side=4&turns=3&nogifts=1",
    "4eyes-pencil-3p?side=5&turns=3",
    "4eyes-pencil-3p",
    "4eyes-pencil-3p?side=4",
    "4eyes-pencil-2p-7x7",
    "4eyes-pencil-2p?side=4",
]
HEXROWS = [
    "hexrows",
    "hexrows?side=4&stones=18",
    "hexrows?side=5&stones=30",
    "hexrows?side=5&stones=25&round=1",
    "hexrows?side=7&stones=63",
]


def careful_walk(game: str, seed: int, plies: int) -> list[veier.Position]:
    """Give the positions of a game of moves that mostly do not lose at once."""
    position, random = veier.game(game).start(), Random(seed)
    walk: list[veier.Position] = []
    while len(walk) < plies and not position.is_over:
        walk.append(position)
        moves = safest_moves(position) if random.random() < 0.9 else position.legal_moves
        position = position.play(random.choice(moves))
    return walk


def candidates(position: veier.Position) -> dict[str, float]:
    rules, evaluation = position.game.rules, position.game.evaluation
    moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
    state = position.state
    n = evaluation.kernels.candidates(rules.tables, evaluation.tables, state, moves, scores)
    assert (state == position.state).all()
    texts = {move.number: move.text for move in position.legal_moves}
    found = {texts[number]: float(score) for number, score in zip(moves[:n], scores[:n], strict=True)}
    assert len(found) == n
    assert (np.diff(scores[:n]) < 1e-4).all()
    return found


def wins_at_once(position: veier.Position) -> bool:
    if position.phase == 1:
        return any(threat.moves for threat in position.threats(position.mover))
    after = (position.play(move) for move in position.legal_moves)
    return any(reached.outcome and reached.outcome.winner == position.mover for reached in after)


def judge(position: veier.Position, move: veier.Move) -> float:
    """Say by the plain rules what a move comes to: one of the scores with a meaning, or 0."""
    after = position.play(move)
    if after.outcome and not after.outcome.drawn:
        return WINS if after.outcome.winner == position.mover else GIVES
    return ALLOWS if not after.is_over and wins_at_once(after) else 0


def assert_candidates_are_right(position: veier.Position) -> None:
    found = candidates(position)
    truth = {move.text: judge(position, move) for move in position.legal_moves}
    if WINS in truth.values():
        assert len(found) == 1
        assert {text: truth[text] for text in found} == found
    elif 0 in truth.values():
        assert set(found) == {text for text, worth in truth.items() if worth == 0}
    else:
        assert found == truth


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_candidates_win_or_are_safe(game: str) -> None:
    random = Random(game)
    for seed in range(2):
        walk = careful_walk(game, seed, 40)
        for position in random.sample(walk, min(2, len(walk))):
            assert_candidates_are_right(position)


@pytest.mark.parametrize(
    "game",
    [
        "4eyes?side=3&a=1&b=1&d=2",
        "4eyes-plus-3p?side=5&tiles=3",
        "4eyes-plus-2p?side=5&tiles=4",
        "4eyes-plus-3p?side=5&tiles=3&elsewhere=1",
        "4eyes-plus-2p?side=5&tiles=4&elsewhere=1",
        "4eyes-plus-2p?side=5&tiles=4&nogifts=1",
        "4eyes?side=3&a=1&b=1&d=2&nogifts=1",
    ],
)
def test_candidates_see_across_the_phases(game: str) -> None:
    looked = {1: 0, 2: 0}
    for seed in range(60):
        walk = careful_walk(game, seed, 14)
        for position, after in pairwise(walk):
            if after.phase == 2 and looked[position.phase] < 12:
                looked[position.phase] += 1
                assert_candidates_are_right(position)
    assert min(looked.values()) >= 6


@pytest.mark.parametrize("game", HEXROWS)
def test_hexrows_candidates_hold_every_point_to_be_made(game: str) -> None:
    random, position = Random(game), veier.game(game).start()
    while not position.is_over:
        found = list(candidates(position))
        assert len(found) == min(20, len(position.legal_moves))
        assert {threat.missing for threat in position.threats(position.mover)} <= set(found)
        position = position.play(random.choice(found[:5]))


def evaluate(position: veier.Position) -> list[float]:
    game, worths = position.game, np.empty(position.game.players + 1)
    game.evaluation.kernels.evaluate(game.rules.tables, game.evaluation.tables, position.state, worths)
    return [float(worth) for worth in worths]


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_evaluations_count_the_live_squares(game: str) -> None:
    """Among three, and when pieces are moved; of the grid, also those that no pieces can make.

    Where turns are limited, those that lack more stones than can still be drawn are left out.
    """
    for position in careful_walk(game, 3, 40)[::3]:
        if position.game.players == 2 and position.phase == 1:
            continue
        players, weights = position.game.players, position.game.evaluation.tables.weights
        counts = np.zeros(9)
        rules, stones = position.game.rules, position.game.rules.stones(position.state)
        assert isinstance(rules, SquareRules)
        for corners in rules.all_squares:
            seats = [stones[cell] for cell in corners if cell in stones]
            if len({*seats}) == 1 and len(seats) + stones_to_come(position, seats[0]) >= 4:
                counts[3 * ((seats[0] - position.mover) % players) + len(seats) - 1] += 1
        rows = weights[PHASE_1 if position.phase == 1 else PHASE_2 :][: players + 1]
        expected = [float(row[:9] @ counts + row[CONSTANT]) for row in rows]
        turned = [expected[(seat - position.mover) % players] for seat in range(players)]
        assert evaluate(position) == pytest.approx([*turned, expected[players]])


def stones_to_come(position: veier.Position, seat: int) -> int:
    """Return how many stones of a colour can still be drawn: its player and the one before draw one each turn."""
    turns = [held.get("turn", 4) for held in position.reserves]
    return turns[seat] + turns[seat - 1]


def can_win(position: veier.Position, state: Words, seat: int) -> bool:
    rules, now = position.game.rules, state.copy()
    now[MOVER] = seat
    moves = rules.legal_numbers(now)
    return any(rules.kernels.push(rules.tables, now.copy(), move) % 8 == seat + 1 for move in moves)


def count_attacks(position: veier.Position, seat: int) -> int:
    """Count the moves after which a seat, if it were its turn, could win next and the other could not."""
    rules, state = position.game.rules, position.state
    state[MOVER] = seat
    found = 0
    for move in rules.legal_numbers(state):
        after = state.copy()
        if rules.kernels.push(rules.tables, after, move) == 0:
            found += can_win(position, after, seat) and not can_win(position, after, 1 - seat)
    return found


@pytest.mark.parametrize(
    "game",
    [
        "4eyes-beginners",
        "4eyes-beginners?nogifts=1",
        "4eyes-plus-2p-7x7",
        "4eyes-pencil-2p?side=5",
        "4eyes-pencil-2p?side=5&turns=4",
        "4eyes-pencil-2p?side=5&turns=5&nogifts=1",
    ],
)
def test_positions_of_two_are_judged_by_their_attacks(game: str) -> None:
    looked = 0
    for seed in range(6):
        for position in careful_walk(game, seed, 9)[3:]:
            if position.phase == 2 or any(can_win(position, position.state, seat) for seat in (0, 1)):
                continue
            looked += 1
            mover = position.mover
            worths = evaluate(position)
            ahead = 0.4 * count_attacks(position, mover) - 0.17 * count_attacks(position, 1 - mover)
            assert worths[mover] - worths[1 - mover] == pytest.approx(ahead / 3)
    assert looked > 10


def live_windows(position: veier.Position, seat: int) -> list[int]:
    """Count a seat's windows with one and two stones, and in each direction the cells that complete one of three.

    Nothing else stands in these windows, and no four reaches into them.
    """
    rules = position.game.rules
    steps, stones = rules.tables.steps, {rules.cell_numbers[name]: owner for name, owner in position.stones.items()}
    counts = [0, 0, 0]
    for direction in range(3):
        fours, last = set(), set()
        windows = []
        for cell in range(len(rules.cell_names)):
            window = [cell]
            while len(window) < 4 and window[-1] >= 0:
                window.append(int(steps[window[-1], direction]))
            if window[-1] >= 0:
                windows.append(window)
                if {stones.get(each) for each in window} in ({0}, {1}):
                    fours.update(window)
        for window in windows:
            held = [stones[each] for each in window if each in stones]
            if set(held) != {seat} or fours & set(window):
                continue
            if len(held) == 3:
                last.update(set(window) - set(stones))
            else:
                counts[len(held) - 1] += 1
        counts[2] += len(last)
    return counts


@pytest.mark.parametrize("game", HEXROWS)
def test_evaluations_count_the_live_windows(game: str) -> None:
    random, position = Random(game), veier.game(game).start()
    looked = 0
    while not position.is_over:
        if len(position.stones) % 9 == 2:
            looked += 1
            loose = min(held["stone"] for held in position.reserves)
            weights = position.game.evaluation.tables.weights[sum(loose <= step for step in (32, 24, 16, 8))]
            mover, other = position.mover, 1 - position.mover
            mine, theirs = live_windows(position, mover), live_windows(position, other)
            terms = [position.scores[mover] - position.scores[other], mine[0] - theirs[0], mine[1] - theirs[1]]
            expected = weights @ [*terms, mine[2], -theirs[2], 1]
            worths = evaluate(position)
            assert worths[mover] - worths[other] == pytest.approx(float(expected))
        position = position.play(random.choice(list(candidates(position))[:4]))
    assert looked >= 3


@pytest.mark.parametrize("game", [*SQUARE_GAMES, *HEXROWS])
def test_rollouts_end_or_stop_where_they_should(game: str) -> None:
    rules, evaluation = veier.game(game).rules, veier.game(game).evaluation
    rng = np.array([1], np.int64)
    for position in careful_walk(game, 5, 30)[::4]:
        for plies in (0, 1, 4, 200):
            state = position.state
            made = evaluation.kernels.rollout(rules.tables, evaluation.tables, state, rng, plies)
            # A win at hand is taken even after the last ply.
            assert made <= plies + 1
            assert state[RESULT] or made >= plies or state[PHASE] == 2
