"""Reviews and hints: true about games whose turning points are known."""

from __future__ import annotations

import json
from random import Random

import pytest
from search.exhaustive import wins_within
from table.samples import TWO, WON

import veier
from benchmarks.proved import play_along, solved_games
from veier.explain.review import Ply, Review, look_through, review
from veier.explain.review_story import TURNING_LOSS, Step, tell_story
from veier.messages import Message
from veier.search.one_ply import winning_numbers
from veier.search.simple_players import greedy_move, random_move
from veier.table import hint_data

LIMITS = veier.Limits(nodes=300)
# The kinds of turning points with squares or rows to draw.
DRAWN = {"missed_win", "gift", "allowed_win", "missed_force_square", "allowed_force_square", "missed_row"}


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
    assert last.proven == veier.Proven(0, 0)
    assert 1 <= len(found.turning) <= 3
    costs = sorted((ply.loss for ply in found.plies), reverse=True)
    assert sorted((found.plies[number].loss for number in found.turning), reverse=True) == costs[: len(found.turning)]
    data = found.to_data()
    assert json.loads(json.dumps(data)) == data
    assert set(data["plies"][0]) >= {
        "move",
        "mover",
        "was",
        "proven",
        "chances",
        "best",
        "bestChances",
        "loss",
        "remarks",
        "bestRemarks",
        "point",
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


@pytest.mark.parametrize("game", solved_games())
def test_along_a_book_nobody_is_blamed(game: str) -> None:
    """The winner keeps its win, and the loser could do nothing about it."""
    for seed in range(2):
        positions = play_along(veier.game(game), seed)
        outcome = positions[-1].outcome
        assert outcome is not None
        moves = [position.last_move.text for position in positions if position.last_move]
        found = review(positions[0], moves, LIMITS)
        assert found.turning == ()
        assert [ply.loss for ply in found.plies] == [0] * len(moves)
        assert {ply.proven.winner for ply in found.plies if ply.proven} == {outcome.winner}
        assert all(ply.proven for ply in found.plies)
        assert [told.key for told in found.story] == ["review.from_start"]


def careless_game(game: str, seed: int) -> list[str]:
    position, random = veier.game(game).start(), Random(seed)
    moves: list[str] = []
    while not position.is_over and len(moves) < 60:
        chosen = greedy_move(position, random) if random.random() < 0.7 else random_move(position, random)
        moves.append(chosen.text)
        position = position.play(chosen)
    return moves


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-2p-7x7", "4eyes-plus-3p-7x7", "hexrows"])
def test_what_is_told_of_turning_points_holds(game: str) -> None:
    told = 0
    for seed in range(2 if game == "hexrows" else 4):
        moves = careless_game(game, seed)
        found = review(veier.game(game).start(), moves, veier.Limits(nodes=100))
        assert len(found.turning) <= 3
        for number in found.turning:
            ply = found.plies[number]
            assert ply.point is not None
            before = veier.game(game).start().play(*moves[:number])
            check_point(ply, before, before.play(ply.move), before.play(ply.best))
            told += 1
        check_story(found)
    assert told


def check_point(ply: Ply, before: veier.Position, after: veier.Position, better: veier.Position) -> None:
    """Play out what a sentence says."""
    point = ply.point
    assert point is not None
    kind = point.text.key.removeprefix("review.turn.")
    if kind in ("missed_win", "missed_win_plain"):
        assert better.outcome is not None
        assert better.outcome.winner == before.mover
    elif kind in ("gift", "gift_plain"):
        assert after.outcome is not None
        assert after.outcome.winner not in (None, before.mover)
    elif kind in ("allowed_win", "allowed_win_plain"):
        assert winning_numbers(after)
        assert not winning_numbers(better)
    elif kind in ("missed_force", "missed_force_square"):
        check_force(before, int(str(point.text.params["count"])))
    elif kind in ("allowed_force", "allowed_force_square"):
        check_force(after, int(str(point.text.params["count"])))
    elif kind == "missed_row":
        assert better.scores[before.mover] > before.scores[before.mover] == after.scores[before.mover]
    else:
        assert kind == "better"
        check_better(ply)
    assert bool(point.squares) == (kind in DRAWN)


def check_better(ply: Ply) -> None:
    """Players like these win more often with another move, and nothing that is proved says that it changes nothing."""
    assert ply.best != ply.move
    assert ply.best_chances[ply.mover] >= ply.chances[ply.mover] + TURNING_LOSS
    assert ply.was is None or ply.was != ply.proven


def check_force(position: veier.Position, moves: int) -> None:
    """Try every defence against a short win; a longer one is left to the tests of proofs."""
    assert moves > 1
    if moves == 2 and position.game.players == 2:
        assert wins_within(position, position.mover, 3)


def check_story(found: Review) -> None:
    """The winner is certain from the told move on, and not before it."""
    for told in found.story:
        number = int(str(told.params.get("number", 0)))
        winners = [ply.proven and ply.proven.winner for ply in found.plies]
        last = found.plies[-1].proven
        assert last is not None
        assert set(winners[max(number - 1, 0) :]) == {last.winner}
        if told.key == "review.last_moment":
            ply = found.plies[number - 1]
            assert ply.was is not None
            assert ply.was.winner in (None, ply.mover)
            assert ply.mover != last.winner


RED, BLUE, DRAWN_BY_FORCE = veier.Proven(0, 5), veier.Proven(1, 5), veier.Proven(None, 5)
# What is told of moves, each with who made it and what was proved before and after it.
STORIES: dict[str, tuple[list[Step], tuple[str, int] | None]] = {
    "nothing was played": ([], None),
    "nothing is proved": ([(0, None, None), (1, None, None)], None),
    "proved once, and no longer at the end": ([(0, None, RED), (1, RED, None)], None),
    "a draw": ([(0, None, DRAWN_BY_FORCE), (1, DRAWN_BY_FORCE, DRAWN_BY_FORCE)], None),
    "won from the start on": ([(0, RED, RED), (1, RED, RED)], ("from_start", 0)),
    "won by the second player from the start on": ([(0, BLUE, BLUE), (1, BLUE, BLUE)], ("from_start", 0)),
    "won, given away and won again": ([(0, RED, BLUE), (1, BLUE, RED), (0, RED, RED)], ("last_moment", 2)),
    "a win given away": ([(0, None, None), (1, BLUE, RED), (0, RED, RED)], ("last_moment", 2)),
    "a draw given away": ([(0, None, None), (1, DRAWN_BY_FORCE, RED), (0, RED, RED)], ("last_moment", 2)),
    "given away by the last move": ([(0, None, BLUE), (1, BLUE, RED)], ("last_moment", 2)),
    "given away by the first move": ([(0, RED, BLUE), (1, BLUE, BLUE)], ("last_moment", 1)),
    "certain after a move of the loser": ([(0, None, None), (1, None, RED), (0, RED, RED)], ("unstoppable", 2)),
    "certain after a move of the winner": ([(0, None, None), (1, None, BLUE), (0, BLUE, BLUE)], ("unstoppable", 2)),
    "certain after the first move": ([(0, None, RED), (1, RED, RED)], ("unstoppable", 1)),
    "only the last move won": ([(1, None, None), (0, None, RED)], None),
    "the loser ended the game": ([(0, None, None), (1, None, RED)], None),
}


@pytest.mark.parametrize("name", STORIES)
def test_the_story_tells_from_when_on_the_winner_was_certain(name: str) -> None:
    steps, wanted = STORIES[name]
    told = tell_story(veier.game("4eyes"), steps)
    if wanted is None:
        assert told == ()
        return
    key, number = wanted
    assert [(one.key, one.params.get("number", 0)) for one in told] == [(f"review.{key}", number)]
    proven = steps[-1][2]
    assert proven is not None
    assert proven.winner is not None
    seat = 1 - proven.winner if key == "last_moment" else proven.winner
    assert told[0].params["colour"] == veier.game("4eyes").rules.seat_message(seat)
    assert ("Red", "Blue")[seat] in told[0].text("en")


def test_among_three_a_win_that_a_third_player_gives_away_is_no_last_moment_of_the_mover() -> None:
    """Brown moves while Red wins by force, and then Blue does: Brown itself had nothing to save."""
    steps: list[Step] = [(0, None, veier.Proven(0, 6)), (1, veier.Proven(0, 6), veier.Proven(2, 5))]
    steps.append((2, veier.Proven(2, 5), veier.Proven(2, 4)))
    (told,) = tell_story(veier.game("4eyes-plus-3p"), steps)
    assert (told.key, told.params["number"]) == ("review.unstoppable", 2)


def test_the_plies_reviewed_so_far_can_be_continued() -> None:
    whole = [ply.to_data() for ply in look_through(veier.game(TWO).start(), WON, LIMITS)]
    rest = [ply.to_data() for ply in look_through(veier.game(TWO).start(), WON, LIMITS, first=3)]
    assert whole[3:] == rest


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


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-2p-7x7", "hexrows"])
def test_a_hint_begins_with_a_region_that_does_not_give_the_move_away(game: str) -> None:
    position = veier.game(game).start()
    hint = hint_data(position, LIMITS)
    move = position.parse_move(hint["move"])
    region = hint["region"]
    assert {cell for cell, _ in move.stones} <= set(region["cells"])
    inside = [other for other in position.legal_moves if {cell for cell, _ in other.stones} <= set(region["cells"])]
    assert len(inside) >= 7
    assert hint["piece"] == move.piece
    assert (region["field"] is not None) == (game == "4eyes")


@pytest.mark.parametrize("game", ["4eyes", "hexrows"])
def test_a_hint_for_the_first_move_gives_a_reason_to_play_it(game: str) -> None:
    said = {remark["message"]["key"] for remark in hint_data(veier.game(game).start(), LIMITS)["remarks"]}
    assert said
    assert said <= {"hint.quiet", "hint.no_better"}
