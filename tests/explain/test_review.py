"""Reviews and hints: true about games whose turning points are known."""

from __future__ import annotations

import json

import pytest
from table.samples import TWO, WON

import veier
from veier.explain.review import review
from veier.messages import Message
from veier.table import hint_data

LIMITS = veier.Limits(nodes=300)


def test_a_review_finds_where_the_game_turned() -> None:
    heard: list[tuple[int, int]] = []
    found = review(veier.game(TWO).start(), WON, LIMITS, progress=lambda done, total: heard.append((done, total)))
    assert found.complete
    assert heard == [(number, len(WON)) for number in range(1, len(WON) + 1)]
    assert [ply.move for ply in found.plies] == WON
    assert [ply.mover for ply in found.plies] == [0, 1, 0, 1, 0, 1, 0]
    for ply in found.plies:
        for chances in (ply.chances, ply.best_chances):
            assert sum(chances) == pytest.approx(1)
        assert 0 <= ply.loss <= 1
        assert ply.remarks
        assert ply.loss == 0 or ply.best != ply.move
    last = found.plies[-1]
    assert (last.chances, last.loss) == ((1.0, 0.0), 0)
    assert set(found.turning) == {number for number, ply in enumerate(found.plies) if ply.loss >= 0.2}
    data = found.to_data()
    assert json.loads(json.dumps(data)) == data
    assert set(data["plies"][0]) >= {
        "move",
        "mover",
        "chances",
        "best",
        "bestChances",
        "loss",
        "remarks",
        "bestRemarks",
    }


def test_a_missed_win_turns_the_game_and_the_better_move_is_explained() -> None:
    moves = [*WON[:-1], "a6a7", "b4a4"]
    found = review(veier.game(TWO).start(), moves, LIMITS)
    assert len(moves) - 2 in found.turning
    missed = found.plies[-2]
    better = veier.game(TWO).start().play(*moves[:-2], missed.best).outcome
    assert better is not None
    assert better.winner == missed.mover
    assert missed.best_remarks[0].text.key == "explain.wins"
    assert missed.best_remarks[0].squares


@pytest.mark.parametrize(
    ("game", "moves"),
    [("4eyes", "24@C3 14@E4"), ("4eyes-plus-2p", "e5e6"), ("4eyes-beginners", "13@A1")],
)
def test_quiet_first_moves_do_not_turn_a_game(game: str, moves: str) -> None:
    """Who wins from the first move is in the book, but nobody can be blamed for not knowing it."""
    assert review(veier.game(game).start(), moves.split(), veier.Limits(nodes=2000)).turning == ()


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p-7x7", "hexrows"])
def test_every_family_can_be_reviewed(game: str) -> None:
    position = veier.game(game).start()
    moves: list[str] = []
    for _ in range(5):
        moves.append(position.legal_moves[len(moves) * 7 % len(position.legal_moves)].text)
        position = position.play(moves[-1])
    found = review(veier.game(game).start(), moves, veier.Limits(nodes=100))
    assert found.complete
    assert len(found.plies) == 5
    assert json.dumps(found.to_data())


def test_a_review_can_be_stopped() -> None:
    stop = veier.Stop()

    def listen(done: int, total: int) -> None:
        if done == 2:
            stop.set()

    found = review(veier.game(TWO).start(), WON, LIMITS, stop=stop, progress=listen)
    assert not found.complete
    assert len(found.plies) == 2


def test_a_timed_review_goes_to_the_end() -> None:
    found = review(veier.game("hexrows").start(), ["f6", "f7", "e6"], veier.Limits(movetime=0.02))
    assert found.complete


def test_no_moves_are_reviewed_at_once() -> None:
    assert review(veier.game(TWO).start(), [], LIMITS).plies == ()


def test_a_hint_wins_where_one_can_and_says_why() -> None:
    position = veier.game(TWO).start().play(*WON[:-1])
    hint = hint_data(position, LIMITS)
    outcome = position.play(hint["move"]).outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert hint["squares"]
    assert hint["line"][0] == hint["move"]
    for remark in hint["remarks"]:
        assert Message.from_data(remark["message"]).text("lb")
    assert json.loads(json.dumps(hint)) == hint
