"""The legal moves of a position: a sequence that describes its moves when they are asked for."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence

import numpy as np
import pytest
from games.playing import GAMES, VARIANTS, both_phases, sample

import veier
from veier import BadNotation, BadType, IllegalMove, Move, Position
from veier.core.rules import Rules

# What nobody can mean by a move.
NONSENSE: list[object] = [None, 3.5, b"13@C3", [], (), {}, object(), True, float("nan"), "", " ", "\ud800", 10**30, -1]


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_legal_moves_are_a_sequence_of_moves(game: str) -> None:
    for position in sample(both_phases(game), 6):
        moves, numbers = position.legal_moves, position.legal_numbers
        assert isinstance(moves, Sequence)
        assert len(moves) == len(numbers)
        listed = [position.game.rules.describe_move(position.state, number) for number in numbers if number != 65535]
        listed = listed or list(moves)
        assert list(moves) == listed == [moves[k] for k in range(len(moves))]
        assert moves[:3] == tuple(listed[:3])
        assert moves[::-2] == tuple(listed[::-2])
        assert list(reversed(moves)) == listed[::-1]
        assert moves == tuple(listed)
        assert moves != tuple(listed[1:]) or not listed
        assert moves == position.play().legal_moves == pickle.loads(pickle.dumps(moves))
        assert hash(moves) == hash(pickle.loads(pickle.dumps(position)).legal_moves)
        if listed:
            assert moves[-1] == listed[-1]
            assert random.choice(moves) in moves
            assert moves.index(listed[-1]) == moves.index(listed[-1].text) == len(listed) - 1
            assert moves.count(listed[0]) == moves.count(numbers[0]) == 1
        with pytest.raises(IndexError):
            moves[len(moves)]
        with pytest.raises(ValueError, match="not legal"):
            moves.index("nonsense")


def test_moves_are_described_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    position = veier.game("4eyes").start().play("13@C3")
    described = []
    plainly: type[Rules] = type(position.game.rules)
    original = plainly.describe_move

    def describe(rules: Rules, state: np.ndarray[tuple[int], np.dtype[np.int64]], number: int) -> Move:
        described.append(number)
        return original(rules, state, number)

    monkeypatch.setattr(plainly, "describe_move", describe)
    moves = position.legal_moves
    assert len(moves) == 288
    assert "24@B2" in moves
    assert moves is position.legal_moves
    assert not described
    position.play(moves[7])
    position.play(moves[7])
    assert described == [position.legal_numbers[7]]


def test_text_numbers_and_moves_can_be_looked_for() -> None:
    position = veier.game("4eyes").start().play("13@C3")
    move = position.parse_move("24@B2")
    for there in ("24@B2", " 24 @ b2", move, move.number, np.int64(move.number)):
        assert there in position.legal_moves
        assert position.is_legal(there)
        assert position.parse_move(there) == move
        assert position.play(there) == position.play("24@B2")
    gone = veier.game("4eyes").start().parse_move("24@C3")
    for missing in ("24@C3", gone, gone.number, "C3D3", "pass", "c3c4", 65535):
        assert missing not in position.legal_moves
        assert not position.is_legal(missing)
        with pytest.raises((IllegalMove, BadNotation)):
            position.play(missing)
    assert position.why_illegal(gone) == position.why_illegal("24@C3") == position.why_illegal(gone.number)


@pytest.mark.parametrize("game", GAMES)
def test_nonsense_is_never_in_the_legal_moves(game: str) -> None:
    for position in sample(both_phases(game), 4):
        for nonsense in NONSENSE:
            assert nonsense not in position.legal_moves
            assert not position.is_legal(nonsense)  # type: ignore[arg-type]
            reason = position.why_illegal(nonsense)  # type: ignore[arg-type]
            assert reason
            assert reason.text("lb")
            with pytest.raises((BadNotation, BadType)):
                position.play(nonsense)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_every_number_is_a_move_of_the_game_or_refused(game: str) -> None:
    """A number is played exactly if it is legal; else its reason is that of the text, or that no move has it."""
    chance = random.Random(1)
    for position in sample(both_phases(game), 3):
        legal = set(position.legal_numbers)
        for number in {*range(-50, 800), *(chance.randrange(70_000) for _ in range(300))}:
            assert (number in position.legal_moves) == (number in legal)
            if number in legal:
                assert position.play(number) == position.play(position.describe(number))
                continue
            with pytest.raises((BadNotation, IllegalMove)) as refused:
                position.play(number)
            if isinstance(refused.value, IllegalMove) and number != 65535:
                text = position.game.notation.move_text(number)
                assert position.game.notation.parse_move(text) == number
                assert position.why_illegal(text) == refused.value.reason


def test_a_move_of_another_position_is_refused_with_the_right_reason() -> None:
    start = veier.game("4eyes").start()
    taken = start.parse_move("13@C3")
    with pytest.raises(IllegalMove, match="C3 is taken"):
        start.play("24@C3").play(taken)
    with pytest.raises(BadNotation):
        veier.game("hexrows").start().play(taken)
    # The numbers of a move differ between boards: its text counts.
    small = veier.game("4eyes-plus-2p-7x7").start()
    large = veier.game("4eyes-plus-2p").start()
    move = large.parse_move("b2b3")
    assert small.parse_move(move).number != move.number
    assert small.play(move) == small.play("b2b3")
    with pytest.raises(BadNotation):
        small.play(large.parse_move("i9i8"))


def test_a_move_of_another_position_is_remembered_as_it_was_made_here() -> None:
    one, other = turns("13@C3"), turns("24@C3")
    assert one.text == other.text == "C3r"
    assert one.number == other.number
    assert one.stones != other.stones
    assert position_with("24@C3").play(one).last_move == other


def position_with(tile: str) -> Position:
    """Return a position of phase 2 with one of Red's tiles on C3."""
    return veier.game("4eyes?side=3&a=1&b=0&d=1").start().play(tile, "13@A1", "12@B3", "12@B1")


def turns(tile: str) -> Move:
    return position_with(tile).parse_move("C3r")


def test_how_legal_moves_look() -> None:
    start = veier.game("hexrows").start()
    assert repr(start.play("f6").legal_moves) == "<6 legal moves: e5 e6 f5 f7 g6 g7>"
    assert repr(veier.game("4eyes").start().legal_moves).endswith("…>")
    assert len(repr(veier.game("4eyes").start().legal_moves)) < 100
