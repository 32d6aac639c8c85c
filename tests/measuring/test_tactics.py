"""The tactical positions are right, by a slow search that shares nothing with the one that made them."""

from __future__ import annotations

from random import Random

import pytest

import veier
from benchmarks.tactics import Answer, Tactic, ask, format_tactic, parse_tactic, read_tactics, report
from veier.core.rules import Rules
from veier.kernels.state import MOVER, RESULT, Words

GAMES = [game.id for game in veier.all_games()]
# Deep lines are searched only where there are few moves.
FEW = 20


def after(rules: Rules, row: Words, move: int) -> Words:
    row = row.copy()
    rules.kernels.push(rules.tables, row, move)
    return row


def forces(rules: Rules, row: Words, seat: int, depth: int) -> bool:
    """Return whether a seat wins within a number of plies."""
    if row[RESULT]:
        return bool(row[RESULT] % 8 == seat + 1)
    if depth == 0:
        return False
    lines = (forces(rules, after(rules, row, move), seat, depth - 1) for move in rules.legal_numbers(row))
    return any(lines) if row[MOVER] == seat else all(lines)


def value(rules: Rules, row: Words, seat: int) -> int:
    """Return the final value of a two-player game for a seat."""
    if row[RESULT]:
        return 0 if row[RESULT] % 8 == 0 else 1 if row[RESULT] % 8 == seat + 1 else -1
    values = (value(rules, after(rules, row, move), seat) for move in rules.legal_numbers(row))
    return max(values) if row[MOVER] == seat else min(values)


def is_right(tactic: Tactic, move: int) -> bool:
    position = tactic.position
    rules, row, mover, players = position.game.rules, position.state, position.mover, position.game.players
    then = after(rules, row, move)
    if position.game.name == "hexrows":
        return value(rules, then, mover) == (tactic.kind == "win")
    if tactic.kind == "win":
        return forces(rules, then, mover, tactic.depth - 1)
    others = [(mover + step) % players for step in range(1, players)]
    given = any(forces(rules, then, other, 0) for other in others)
    return not given and not forces(rules, then, others[0], tactic.depth - 1)


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_what_they_say(name: str) -> None:
    tactics, random = read_tactics(name)[::10], Random(1)
    shallow = [tactic for tactic in tactics if tactic.depth <= 3 or len(tactic.position.legal_numbers) <= FEW]
    shallow = [tactic for tactic in shallow if tactic.depth <= 5]
    for tactic in random.sample(shallow, 5):
        notation = tactic.position.game.notation
        moves = {notation.move_text(number): number for number in tactic.position.legal_numbers}
        wrong = random.sample(sorted(set(moves) - set(tactic.right)), 4)
        assert all(is_right(tactic, moves[text]) for text in tactic.right)
        assert not any(is_right(tactic, moves[text]) for text in wrong)


@pytest.mark.parametrize("name", GAMES)
def test_files_hold_five_hundred_different_positions_in_little_room(name: str) -> None:
    tactics = read_tactics(name)
    assert len({tactic.position for tactic in tactics}) == 500
    assert {tactic.kind for tactic in tactics} == {"win", "only"}
    assert sum(len(format_tactic(tactic)) + 1 for tactic in tactics) < 100_000
    assert all(tactic.position.game.id == name and not tactic.position.is_over for tactic in tactics)
    assert all(parse_tactic(format_tactic(tactic)) == tactic for tactic in tactics[::50])


def test_answers_are_counted() -> None:
    tactics = [tactic for tactic in read_tactics("4eyes-beginners") if tactic.depth == 1][:10]
    answers = list(ask("greedy", None, tactics, seed=1))
    assert all(answer.is_right for answer in answers)
    shares = "10 of 10 right, 100.0%; 0 more win later"
    assert report(answers) == f"win 1: {shares}\nall: {shares}"
    wrong = next(move.text for move in tactics[0].position.legal_moves if move.text not in tactics[0].right)
    assert f"wrong: {wrong} instead of" in report([Answer(tactics[0], wrong, False)])


@pytest.mark.parametrize("name", GAMES)
def test_the_search_gets_them_right(name: str) -> None:
    answers = list(ask("veier#10000", None, read_tactics(name)[::10], seed=0))
    assert sum(answer.is_right or answer.later for answer in answers) >= 49
