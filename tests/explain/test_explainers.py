"""Explanations: the sentences, the same facts in every language, and forced wins that are forced."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import veier
from benchmarks.sentences import random_positions
from veier.explain.forced_wins import forced_win
from veier.explain.tactics import can_move, move_outcomes, turned
from veier.messages import LANGUAGES, catalogue
from veier.search.simple_players import safest_moves

GOLDEN = Path(__file__).with_name("explanations.txt").read_text(encoding="utf-8")
_CASE = re.compile(r"(?P<line>[^:;]*)(?: : (?P<move>\S+))?(?: ; (?P<nodes>\d+) nodes)?")
# Names of cells, fields and moves, and numbers: what a sentence says in any language.
_FACT = re.compile(r"\b[a-kA-E]\d+[\w@-]*|\b\d+@\w+|\b\d+\b")

CASES = [part.split("\n    ") for part in GOLDEN.strip().split("\n\n")[1:]]


def read_case(case: str) -> tuple[veier.Position, str | None, int]:
    """Read the position of a case, the move if it is about one, and the nodes."""
    found = _CASE.fullmatch(case)
    assert found
    game, *moves = found["line"].split()
    return veier.game(game).start().play(*moves), found["move"], int(found["nodes"] or 0)


def explain(case: str) -> tuple[veier.Remark, ...]:
    position, move, nodes = read_case(case)
    return veier.explain_move(position, move, nodes) if move else veier.explain_position(position, nodes)


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
    ("language", "beginning"),
    [
        ("lb", "Rout hëlt g3, wat Blo nach zu dem schréie Quadrat d1-g3-e6-b4 (3 riichtaus, 2 op d’Säit) feelt."),
        (
            "fr",
            "Rouge prend g3, le coin qui manque à Bleu pour le carré incliné d1-g3-e6-b4 (3 tout droit, 2 de travers).",
        ),
        (
            "de",
            "Rot besetzt g3, die Ecke, die Blau noch für das schräge Quadrat d1-g3-e6-b4 (3 geradeaus, 2 zur Seite)",
        ),
    ],
)
def test_a_block_in_other_languages(language: str, beginning: str) -> None:
    remarks = explain("4eyes-plus-2p-7x7 g7f7 e3e2 d6e6 b4a4 c2c1 g1f1 f2f3 d1d2 : g3g2")
    assert any(remark.text.text(language).startswith(beginning) for remark in remarks)


def test_a_remark_as_data() -> None:
    block = explain("4eyes-plus-2p-7x7 g7f7 e3e2 d6e6 b4a4 c2c1 g1f1 f2f3 d1d2 : g3g2")[2]
    data = json.loads(json.dumps(block.to_data("en")))
    assert data["message"]["key"] == "explain.blocks"
    assert data["message"]["params"]["colour"] == {"key": "colour.red", "params": {}}
    assert data["message"]["params"]["squares"][0]["key"] == "explain.square_tilted"
    assert data["cells"] == ["g3"]
    assert data["squares"] == [{"seat": 1, "cells": ["d1", "g3", "e6", "b4"], "missing": ["g3"], "step": [3, 2]}]
    assert data["text"] == str(block)
    assert "text" not in block.to_data()


def wins_at_once(position: veier.Position, seat: int) -> set[str]:
    """Give the moves by which the mover brings about a seat's win."""
    after = {move.text: position.play(move).outcome for move in position.legal_moves}
    return {text for text, outcome in after.items() if outcome and outcome.winner == seat}


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


def test_a_move_can_be_given_by_its_number() -> None:
    """Also a forbidden one, with the squares for which it is forbidden."""
    position = next(
        position
        for position in random_positions("4eyes-beginners", Random(1), 200)
        if any(number not in position.legal_numbers for number in pseudo_legal(position))
    )
    forbidden = next(number for number in pseudo_legal(position) if number not in position.legal_numbers)
    for number in (forbidden, position.legal_numbers[0]):
        by_number = veier.explain_move(position, number, 0)
        by_text = veier.explain_move(position, position.game.notation.move_text(number), 0)
        assert [remark.squares for remark in by_number] == [remark.squares for remark in by_text]
    assert veier.explain_move(position, forbidden, 0)[0].squares


def pseudo_legal(position: veier.Position) -> list[int]:
    return [*position.game.patterns.pseudo_legal(position.state)]
