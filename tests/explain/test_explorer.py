"""The explorer: every move once, with a value that holds when it is played out."""

from __future__ import annotations

from random import Random

import pytest
from search.exhaustive import wins_within

import veier
from veier.explain.explorer import Exploration, explore
from veier.search.analysis import Proven
from veier.search.solve.knowledge import known_moves, known_result

SOLVED = [game.id for game in veier.all_games() if game.books]


@pytest.mark.parametrize("game", SOLVED)
def test_all_first_moves_stand_in_groups_of_symmetric_ones(game: str) -> None:
    position = veier.game(game).start()
    explored = explore(position)
    listed = [move for group in explored.groups for move in group.moves]
    assert sorted(listed) == sorted(move.text for move in position.legal_moves)
    for group in explored.groups:
        assert len({position.play(move).canonical() for move in group.moves}) == 1
    assert explored.proven == known_result(position)


@pytest.mark.parametrize("game", SOLVED)
def test_the_proof_wins_against_any_defence(game: str) -> None:
    random = Random(game)
    position = veier.game(game).start()
    explored = explore(position)
    assert explored.proven is not None
    winner, plies = explored.proven.winner, explored.proven.plies
    while not position.is_over:
        explored = explore(position)
        assert explored.proven is not None
        assert explored.proven.winner == winner
        assert explored.proven.plies <= plies
        plies -= 1
        # The proof answers; whoever defends tries one of the three moves that lose latest, or any other.
        defences = [group.moves[0] for group in explored.groups]
        move = explored.answer or random.choice([*defences[:3], random.choice(defences)])
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == winner


def test_what_is_proved_of_one_move_holds_for_those_like_it() -> None:
    position = veier.game("4eyes-beginners").start()
    known = known_moves(position)
    for group in explore(position).groups:
        proved = {known.get(position.parse_move(move).number) for move in group.moves}
        assert proved == {group.proven}


def test_a_search_finds_what_the_books_do_not_know() -> None:
    # Red leaves the path of the book.
    position = veier.game("4eyes-plus-2p").start().play("b1a1", "e5e6", "i9h9")
    before, after = explore(position), explore(position, seconds=20.0)
    assert before.proven is None
    assert after.proven is not None
    assert after.proven.winner == position.mover
    assert all(group.proven for group in after.groups)
    assert after.answer is not None
    assert _wins(position, after)


def _wins(position: veier.Position, explored: Exploration) -> bool:
    """Play the answers of searches against the longest resistance."""
    winner = position.mover
    while not position.is_over:
        move = explored.answer or explored.groups[0].moves[0]
        position = position.play(move)
        explored = explore(position, seconds=5.0)
    return position.outcome is not None and position.outcome.winner == winner


def test_what_two_plies_decide_is_known_by_the_rules_alone() -> None:
    random, decided = Random(3), 0
    for _ in range(8):
        position = veier.game("4eyes-pencil-2p?side=5").start()
        while len(position.stones) < 12 and not position.is_over:
            position = position.play(random.choice(position.legal_moves))
        other = 1 - position.mover
        for group in explore(position).groups:
            after = position.play(group.moves[0])
            winner = after.outcome.winner if after.outcome else other if wins_within(after, other, 1) else None
            assert (group.proven.winner if group.proven else None) == winner
            decided += winner is not None
    assert decided > 40


def test_best_moves_come_first_and_losses_by_the_longest_resistance() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start()
    groups = explore(position).groups
    assert groups[0].proven == Proven(0, 11)
    losses = [group.proven.plies for group in groups if group.proven and group.proven.winner == 1]
    assert losses == sorted(losses, reverse=True)


def test_a_game_that_is_over_has_no_moves() -> None:
    position = veier.game("4eyes-pencil-2p-7x7").start()
    random = Random(1)
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves))
    assert explore(position).groups == ()


def test_three_players_are_promised_only_what_wins_at_once() -> None:
    random, won = Random(5), 0
    position = veier.game("4eyes-plus-3p-7x7").start()
    while not position.is_over:
        explored = explore(position)
        for group in explored.groups:
            if group.proven:
                outcome = position.play(group.moves[0]).outcome
                assert outcome is not None
                assert outcome.winner == group.proven.winner == position.mover
                won += 1
        position = position.play(random.choice(position.legal_moves))
    assert won > 0
