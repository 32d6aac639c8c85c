"""What every game promises, under random play: moves and their texts, values that never change, and an end."""

from __future__ import annotations

import copy
import pickle

import pytest

import veier
from games.playing import GAMES, VARIANTS, both_phases, random_game, sample
from veier import IllegalMove, Position

every_game = pytest.mark.parametrize("game", [*GAMES, *VARIANTS])


def spaced(text: str) -> str:
    return f"  {' '.join(text)}\t"


@every_game
def test_texts_of_legal_moves_are_read_as_the_same_moves(game: str) -> None:
    for position in sample(both_phases(game), 8):
        for move in position.legal_moves[::7]:
            assert str(move) == move.text == position.game.notation.move_text(move.number)
            assert position.parse_move(move.text) == position.parse_move(move) == move
            assert position.parse_move(move.text.lower()) == move
            assert position.parse_move(move.text.upper()) == move
            if move.kind != "pass":
                assert position.parse_move(spaced(move.text)) == move


@every_game
def test_moves_are_listed_once_and_counted_right(game: str) -> None:
    for position in both_phases(game):
        rules = position.game.rules
        texts = [position.game.notation.move_text(number) for number in position.legal_numbers]
        assert len(texts) == len(set(texts)) == rules.kernels.count(rules.tables, position.state)
        assert len(texts) <= rules.move_limit
        assert bool(texts) is not position.is_over


@every_game
def test_listed_moves_are_legal_and_can_be_played_as_text_or_move(game: str) -> None:
    for position in sample(both_phases(game), 8):
        for move in position.legal_moves[::11]:
            assert position.is_legal(move.text)
            assert position.is_legal(move)
            assert position.why_illegal(move.text) is None
            child = position.play(move)
            assert child == position.play(move.text)
            assert child.last_move == move


@every_game
def test_a_move_lays_and_lifts_the_stones_it_tells_of(game: str) -> None:
    for position in sample(both_phases(game), 8):
        for move in position.legal_moves[::11]:
            expected = {cell: seat for cell, seat in position.stones.items() if cell not in move.lifted}
            assert set(move.lifted) <= set(position.stones)
            assert not {cell for cell, _ in move.stones} & set(expected)
            assert position.play(move).stones == expected | dict(move.stones)
            assert move.kind == "pass" or move.stones[0][1] == position.mover


@every_game
def test_playing_changes_nothing_but_gives_another_position(game: str) -> None:
    for position in sample(both_phases(game), 6):
        packed, seen, stones, moves = position.packed, position.seen, dict(position.stones), position.legal_moves
        for move in moves[:5]:
            assert position.play(move) != position
        position.state[:] = 7
        assert (position.packed, position.seen, position.stones, position.legal_moves) == (packed, seen, stones, moves)


@every_game
def test_positions_are_values(game: str) -> None:
    for position in sample(both_phases(game), 6):
        for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
            assert isinstance(twin, Position)
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin.last_move == position.last_move
            assert twin.digest == position.digest
            assert [move.text for move in twin.legal_moves] == [move.text for move in position.legal_moves]
            assert twin.outcome == position.outcome
        played = [position.play(move) for move in position.legal_moves[:30]]
        assert len({*played, position}) == len(played) + 1


@every_game
def test_a_position_does_not_know_how_it_came_about(game: str) -> None:
    """Two moves of Red in the other order give an equal position, though another move was the last."""
    start = veier.game(game).start()
    players = start.game.players
    for seed in range(200):
        *_, position = random_game(game, seed, players + 1)
        moves = moves_of(game, seed, players + 1)
        other_order = [moves[-1], *moves[1:-1], moves[0]]
        if len(moves) == players + 1 and position.phase == 1 and can_play(start, other_order):
            other = start.play(*other_order)
            assert other == position
            assert hash(other) == hash(position)
            assert other.last_move != position.last_move
            return
    pytest.fail("no two moves could change places")


def moves_of(game: str, seed: int, plies: int) -> list[str]:
    return [str(position.last_move) for position in random_game(game, seed, plies)][1:]


def can_play(position: Position, moves: list[str]) -> bool:
    try:
        position.play(*moves)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("game", [*GAMES, "4eyes?side=3&a=1&b=1&d=1", "4eyes-plus-2p?side=3&tiles=2"])
def test_nothing_can_be_played_after_the_end(game: str) -> None:
    *_, over = random_game(game, 3, 3000)
    assert over.is_over
    assert over.outcome is not None
    assert over.legal_moves == ()
    for text in ("pass", str(over.last_move)):
        assert str(over.why_illegal(text)) == "the game is over"
        with pytest.raises(IllegalMove, match="the game is over"):
            over.play(text)
    assert veier.perft(over, 1) == 0


@every_game
def test_turns_go_round_and_phase_2_begins_when_the_reserves_are_empty(game: str) -> None:
    for seed in range(4):
        positions = list(random_game(game, seed, lasting=60 * (seed % 2)))
        players = positions[0].game.players
        pieces = positions[0].game.pieces
        two_phases = bool(pieces) and not {"stone", "turn"} & set(pieces)
        for ply, position in enumerate(positions):
            assert position.mover == ply % players
            empty = not any(sum(held.values()) for held in position.reserves)
            assert position.phase == (2 if two_phases and empty else 1)


@pytest.mark.parametrize("game", GAMES)
def test_random_games_end(game: str) -> None:
    start = veier.game(game).start()
    random_games = veier.play_randomly(start, 300, seed=1)
    assert random_games.unfinished == 0
    assert sum(random_games.wins) + random_games.draws == 300
    assert all(wins > 0 for wins in random_games.wins)
    assert 300 < random_games.plies < 300 * 1000
