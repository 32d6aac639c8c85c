"""Every command answers as the library does: with the moves that it is told as history, and what the books prove."""

from __future__ import annotations

import json
from typing import Any

import pytest

import veier as library
from cli.conftest import Run
from veier.cli.search_output import variation_data
from veier.explain.hints import hint_data
from veier.search.solve.knowledge import known_moves

GAME = "4eyes-plus-3p-7x7"
MOVES = "f6f5 f1e1 b4b5 f2f3 c5d5 a5a4 e6e7"
NODES = 200


def expected(history: library.History) -> list[dict[str, Any]]:
    found = library.think(history.final, library.Limits(nodes=NODES), history=history)
    return [json.loads(json.dumps(variation_data(line))) for line in found.variations]


HISTORY = library.History(library.game(GAME).start(), tuple(MOVES.split()))
POSITION = library.format_position(HISTORY.final)
HALFWAY = library.History(library.game(GAME).start().play(*MOVES.split()[:3]), tuple(MOVES.split()[3:]))
# What is asked: a start and moves; and the history that it tells.
QUESTIONS = {
    "moves": (GAME, MOVES, HISTORY),
    "position": (POSITION, "", library.History(HISTORY.final)),
    "position and moves": (library.format_position(HALFWAY.start), " ".join(HALFWAY.moves), HALFWAY),
}


def test_the_questions_differ() -> None:
    answers = [expected(history) for _, _, history in QUESTIONS.values()]
    assert answers[0] != answers[1] != answers[2] != answers[0]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_command_answers_alike(veier: Run, question: str) -> None:
    start, moves, history = QUESTIONS[question]
    lines = expected(history)
    limit = ("--nodes", str(NODES))
    total = {"game": GAME, **lines[0], "nodes": NODES}
    best = json.loads(veier("best", start, *moves.split(), *limit, "--json").out)
    batch = json.loads(veier("best", "--batch", *limit, stdin=f"{start} {moves}\n").out)
    assert best | {"seconds": 0} == batch | {"seconds": 0} == total | {"seconds": 0}
    assert json.loads(veier("analyse", start, moves, *limit, "--json").out)["lines"] == lines
    request = {"id": "a", "game": start, "moves": moves.split(), "nodes": NODES}
    infos = json.loads(veier("engine", stdin=json.dumps(request)).out)["moveInfos"]
    assert [{name: info[name] for name in lines[0]} for info in infos] == lines
    begin = "startpos" if start == GAME else f"fen {start}"
    said = veier("ugi", GAME, stdin=f"position {begin} moves {moves}\ngo nodes {NODES}\n").out
    chances = " ".join(f"{chance:.4f}" for chance in lines[0]["chances"])
    assert f" chances {chances} " in said
    assert said.split()[-1] == lines[0]["move"]


def test_the_engine_takes_the_moves_up_to_a_turn_as_its_history(veier: Run) -> None:
    request = {"id": "a", "game": GAME, "moves": MOVES.split(), "analyzeTurns": [5], "nodes": NODES, "top": 1}
    (info,) = json.loads(veier("engine", stdin=json.dumps(request)).out)["moveInfos"]
    best = expected(library.History(HISTORY.start, HISTORY.moves[:5]))[0]
    assert {name: info[name] for name in best} == best


# Positions of the books: the loser to move at the start and after a winning first move, and the winner to move.
PROVED = {
    "the start of 4EYES, which Blue wins": ("4eyes", "", (1, 12)),
    "Blue to move": ("4eyes", "13@C3", (1, 11)),
    "4EYES+, lost for Blue": ("4eyes-plus-2p-7x7", "b1a1", (0, 10)),
    "4EYES+, won by Red": ("4eyes-plus-2p-7x7", "b1a1 b7b6", (0, 9)),
}


@pytest.mark.parametrize("name", PROVED)
def test_every_command_knows_what_the_books_prove(veier: Run, name: str) -> None:
    game, moves, (winner, plies) = PROVED[name]
    proven = {"winner": winner, "plies": plies}
    limit = ("--nodes", str(NODES))
    best = json.loads(veier("best", game, *moves.split(), *limit, "--json").out)
    line = json.loads(veier("analyse", game, moves, *limit, "--json").out)["lines"][0]
    assert best["proven"] == line["proven"] == proven
    request = {"id": "a", "game": game, "moves": moves.split(), "nodes": NODES}
    answer = json.loads(veier("engine", stdin=json.dumps(request)).out)
    assert answer["rootInfo"]["proven"] == answer["moveInfos"][0]["proven"] == proven
    said = veier("ugi", game, stdin=f"position startpos moves {moves}\ngo nodes {NODES}\n").out
    assert f" proven p{winner + 1}win {plies} " in said
    position = library.game(game).start().play(*moves.split())
    hint = hint_data(position, library.Limits(nodes=NODES))
    assert best["move"] == line["move"] == answer["moveInfos"][0]["move"] == said.split()[-1] == hint["move"]
    assert known_moves(position)[position.parse_move(hint["move"]).number] == library.Proven(winner, plies)
