"""Explanations: the sentences, the same facts in every language, and each statement checked by playing it out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import veier
from veier.explain.forced_wins import forced_win
from veier.explain.tactics import can_move, move_outcomes, turned
from veier.kernels.state import PASS
from veier.messages import LANGUAGES, catalogue
from veier.search.simple_players import safest_moves

GOLDEN = Path(__file__).with_name("explanations.txt").read_text(encoding="utf-8")
_CASE = re.compile(r"(?P<line>[^:;]*)(?: : (?P<move>\S+))?(?: ; (?P<nodes>\d+) nodes)?")
# Names of cells, fields and moves, and numbers: what a sentence says in any language.
_FACT = re.compile(r"\b[a-kA-E]\d+[\w@-]*|\b\d+@\w+|\b\d+\b")

CASES = [part.split("\n    ") for part in GOLDEN.strip().split("\n\n")[1:]]


def explain(case: str) -> tuple[veier.Remark, ...]:
    found = _CASE.fullmatch(case)
    assert found
    game, *moves = found["line"].split()
    position = veier.game(game).start().play(*moves)
    nodes = int(found["nodes"] or 0)
    return (
        veier.explain_move(position, found["move"], nodes) if found["move"] else veier.explain_position(position, nodes)
    )


@pytest.mark.parametrize(("case", "expected"), [(case, remarks) for case, *remarks in CASES])
def test_what_is_said(case: str, expected: list[str]) -> None:
    assert [str(remark) for remark in explain(case)] == expected


def test_every_kind_of_remark_is_among_them() -> None:
    keys = {remark.text.key for case, *_ in CASES for remark in explain(case)}
    keys |= {f"explain.square_{kind}" for kind in ("upright", "diamond", "tilted")}
    # Those for any game are seen in tests/toy.
    known = {key for key in catalogue("en") if key.startswith("explain.") and not key.startswith("explain.plain_")}
    assert known - keys == set()


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_language_tells_the_same_facts(language: str) -> None:
    for case, *_ in CASES:
        for remark in explain(case):
            english, other = str(remark), remark.text.text(language)
            assert sorted(set(_FACT.findall(english)) - {"1"}) == sorted(set(_FACT.findall(other)) - {"1"}), other
            assert "{" not in other


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("lb", "Rout hëlt g3, wat Blo nach zu dem schréie Quadrat d1-g3-e6-b4 (3 riichtaus, 2 op d’Säit) feelt."),
        (
            "fr",
            "Rouge prend g3, le coin qui manque à Bleu pour le carré incliné d1-g3-e6-b4 (3 en long, 2 en travers).",
        ),
        ("de", "Rot besetzt g3, die Ecke, die Blau noch für das schräge Quadrat d1-g3-e6-b4 (3 längs, 2 quer) fehlt."),
    ],
)
def test_a_block_in_other_languages(language: str, sentence: str) -> None:
    remarks = explain("4eyes-plus-2p-7x7 g7f7 e3e2 d6e6 b4a4 c2c1 g1f1 f2f3 d1d2 : g3g2")
    assert sentence in [remark.text.text(language) for remark in remarks]


def test_a_remark_as_data() -> None:
    block = explain("4eyes-plus-2p-7x7 g7f7 e3e2 d6e6 b4a4 c2c1 g1f1 f2f3 d1d2 : g3g2")[1]
    data = json.loads(json.dumps(block.to_data("en")))
    assert data["message"]["key"] == "explain.blocks"
    assert data["message"]["params"]["colour"] == {"key": "colour.red", "params": {}}
    assert data["message"]["params"]["squares"][0]["key"] == "explain.square_tilted"
    assert data["cells"] == ["g3"]
    assert data["squares"] == [{"seat": 1, "cells": ["d1", "g3", "e6", "b4"], "missing": ["g3"], "step": [3, 2]}]
    assert data["text"] == str(block)
    assert "text" not in block.to_data()


# Each statement, played out by the plain rules.


def wins_at_once(position: veier.Position, seat: int) -> set[str]:
    """Give the moves by which the mover brings about a seat's win."""
    after = {move.text: position.play(move).outcome for move in position.legal_moves}
    return {text for text, outcome in after.items() if outcome and outcome.winner == seat}


def loses_at_once(position: veier.Position, move: str) -> bool:
    after = position.play(move)
    if after.outcome:
        return after.outcome.winner not in (None, position.mover)
    return bool(wins_at_once(after, after.mover))


def every_reply_loses(after: veier.Position) -> bool:
    return all(loses_at_once(after, move.text) for move in after.legal_moves)


def can_complete(position: veier.Position, square: veier.Square | veier.Row) -> bool:
    """Tell whether the seat of a square would complete it with some move, were it its turn."""
    there = turned(position, square.seat)
    after = [there.play(move) for move in wins_at_once(there, square.seat)]
    return any(all(reached.stones.get(cell) == square.seat for cell in square.cells) for reached in after)


def names_something_new(position: veier.Position, remark: veier.Remark) -> bool:
    """Tell whether a remark on a move names a square that was no threat before it."""
    return not all(can_complete(position, square) for square in remark.squares)


def check_move(position: veier.Position, move: str, remark: veier.Remark) -> None:
    """Check what a remark on a move claims."""
    after, kind, params = position.play(move), remark.text.key.removeprefix("explain."), remark.text.params
    mover, following = position.mover, after.mover
    if kind in ("allows", "ignores"):
        assert params["move"] in wins_at_once(after, following)
    elif kind == "missed_win":
        assert params["move"] in wins_at_once(position, mover)
    elif kind == "hopeless":
        assert every_reply_loses(position)
    elif kind == "only":
        safe = [each.text for each in position.legal_moves if not loses_at_once(position, each.text)]
        assert move in safe
        assert len(safe) == params["count"]
    elif kind in ("fork", "no_answer", "gives_all"):
        assert every_reply_loses(after)
        assert kind != "fork" or names_something_new(position, remark)
        if remark.line:
            reply, win = remark.line
            assert win in wins_at_once(after.play(reply), mover)
    elif kind == "fork_of_three":
        assert names_something_new(position, remark)
    elif kind == "third_wins":
        third = (following + 1) % position.game.players
        assert every_reply_loses(after)
        for each in after.legal_moves:
            reached = after.play(each)
            assert third in ([reached.outcome.winner] if reached.outcome else [reached.mover])
    elif kind == "threatens":
        assert params["move"] in wins_at_once(turned(after, mover), mover)
    elif kind in ("blocks", "breaks", "spoils", "leaves_no_room"):
        square = remark.squares[0]
        assert can_complete(position, square)
        assert not can_complete(after, square)
        reason = turned(after, square.seat).why_illegal(str(params["move"]))
        assert kind != "spoils" or (reason and reason.key == "illegal.both")
    elif kind in ("leaves", "helps"):
        assert can_complete(after, remark.squares[0])
        assert not every_reply_loses(after)
    elif kind == "no_win":
        assert not wins_at_once(after, following)
    elif kind == "quiet":
        assert not wins_at_once(after, following)
        assert not wins_at_once(turned(after, mover), mover)
    elif kind in ("force", "allows_force"):
        line = after.play(*remark.line)
        assert line.outcome
        assert line.outcome.winner == (mover if kind == "force" else following)


def check_position(position: veier.Position, remark: veier.Remark) -> None:
    """Check what a remark on a position claims."""
    kind, params, mover = remark.text.key.removeprefix("explain."), remark.text.params, position.mover
    following = (mover + 1) % position.game.players
    if kind == "can_win":
        assert params["move"] in wins_at_once(position, mover)
    elif kind == "cannot_stop":
        assert every_reply_loses(position)
    elif kind in ("stops", "stops_many"):
        safe = {each.text for each in position.legal_moves if not loses_at_once(position, each.text)}
        assert set(params["moves"]) == safe  # type: ignore[call-overload]
        assert params["count"] == len(safe)
    elif kind == "is_threatened":
        assert params["move"] in wins_at_once(turned(position, following), following)
    elif kind == "calm":
        assert not any(wins_at_once(turned(position, seat), seat) for seat in range(position.game.players))
    elif kind == "no_win":
        assert not wins_at_once(position, mover)
    elif kind == "must_pass":
        assert position.legal_numbers == (PASS,)
    elif kind in ("has_force", "is_lost"):
        outcome = position.play(*remark.line).outcome
        assert outcome
        assert outcome.winner == (mover if kind == "has_force" else following)


@pytest.mark.parametrize(
    "game",
    [
        "4eyes-pencil-2p?side=4",
        "4eyes-plus-2p?side=4&tiles=3",
        "4eyes-plus-3p?side=4&tiles=2",
        "4eyes-pencil-3p?side=5",
        "4eyes?side=3&a=1&b=1&d=1",
        "4eyes?side=3&a=1&b=1&d=2",
    ],
)
def test_every_statement_is_true(game: str) -> None:
    random, kinds = Random(game), set()
    for _ in range(6):
        position = veier.game(game).start()
        for _ in range(14):
            if position.is_over:
                break
            for remark in veier.explain_position(position, 200):
                kinds.add(remark.text.key)
                check_position(position, remark)
            move = random.choice(position.legal_moves).text
            for remark in veier.explain_move(position, move, 200):
                kinds.add(remark.text.key)
                check_move(position, move, remark)
            position = position.play(random.choice(safest_moves(position)))
    assert len(kinds) > 6


def test_a_fork_names_a_threat_that_the_move_makes() -> None:
    """Red has two threats already: a fork after the next move is told with what is new in it."""
    line = "21@D3 43@A3 23@D1 42@B4 23@B1 34@A2 32@A1 42@C3 42@A4 41@C1"
    position, forks = veier.game("4eyes-beginners").start().play(*line.split()), 0
    for move in position.legal_moves:
        for remark in veier.explain_move(position, move, 0):
            if remark.text.key == "explain.fork":
                forks += 1
                check_move(position, move.text, remark)
    assert forks > 1


@pytest.mark.parametrize(
    "game",
    [
        *(game.id for game in veier.all_games()),
        "4eyes?side=3&a=1&b=1&d=1",
        "4eyes-plus-2p?side=3&tiles=1",
        "4eyes-plus-3p?side=4&tiles=2",
        "hexrows?side=4&stones=5",
    ],
)
def test_something_is_always_said(game: str) -> None:
    random = Random(game)
    for _ in range(4):
        position = veier.game(game).start()
        for _ in range(40):
            assert veier.explain_position(position, 0)
            if position.is_over:
                break
            move = random.choice(position.legal_moves)
            assert veier.explain_move(position, move, 0), move
            position = position.play(random.choice(safest_moves(position)))


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4eyes-plus-2p-7x7", 5),
        ("4eyes-pencil-2p", 5),
        ("4eyes-beginners", 5),
        ("4eyes-beginners", 10),
        ("4eyes?side=3&a=1&b=1&d=2", 4),
        ("4eyes", 5),
    ],
)
def test_a_forced_win_is_forced(game: str, plies: int) -> None:
    random, lengths = Random(game), set()
    for _ in range(8):
        position = veier.game(game).start()
        for _ in range(plies):
            if not position.is_over:
                position = position.play(random.choice(safest_moves(position)))
        line = None if position.is_over else forced_win(position, 2000)
        if line:
            lengths.add(len(line))
            check_line(position, line)
    assert len(lengths) > 1


def check_line(position: veier.Position, line: tuple[str, ...]) -> None:
    """Every move of the winner but the last is a threat, the last one completes, and no other defence is longer."""
    attacker = position.mover
    for ply, move in enumerate(line):
        after = position.play(move)
        if ply == len(line) - 1:
            assert after.outcome
            assert after.outcome.winner == attacker
        elif position.mover == attacker:
            # With the last piece laid, the threat is a move of phase 2, which has not begun yet.
            assert wins_at_once(turned(after, attacker), attacker) or not can_move(after, attacker)
            assert not wins_at_once(after, after.mover)
            left = len(line) - ply - 2
            for reply in after.legal_moves if left <= 3 else after.legal_moves[::20]:
                check_reply(after.play(reply), attacker, left)
        position = after


def check_reply(position: veier.Position, attacker: int, left: int) -> None:
    """The attacker still wins after any reply; where few plies are left, within these."""
    if position.outcome:
        assert position.outcome.winner == attacker
    else:
        line = forced_win(position, 5000)
        assert line
        assert left > 3 or len(line) <= left


@pytest.mark.parametrize("game", ["hexrows", "4eyes-plus-3p"])
def test_forced_wins_are_left_out_where_threat_search_does_not_apply(game: str) -> None:
    assert forced_win(veier.game(game).start(), 100) is None


def test_a_move_that_cannot_be_read_is_told() -> None:
    (remark,) = veier.explain_move(veier.game("hexrows").start(), "z99")
    assert str(remark) == "z99 is not allowed: there is no cell z99 on a hexagon of side 6."


def test_a_draw_by_repetition_is_an_escape() -> None:
    """Turning a tile back draws at the third time, although the next player would otherwise win at once."""
    start = veier.game("4eyes?side=3&a=1&b=1&d=1").start()
    position = first = start.play("34@B3", "42@C1", "24@A2", "34@B2", "32@A3", "43@C3")
    for move in ("A3r", "C1r", "A3l", "C1l", "A3r", "C1r", "A3l"):
        position = position.play(move)
    assert not position.is_over
    (remark,) = veier.explain_move(position, "C1l", 0)
    assert str(remark) == "This ends the game. Drawn: this position stood for the third time."
    assert wins_at_once(first, 0)
    number = position.parse_move("C1l").number
    assert number in move_outcomes(position).safe
