"""`veier convert`: one game or many, from any format to any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from veier.record import Record, format_records, read_records, record_to_data

GAMES = [
    Record.from_moves("4eyes", "13@C3 24@A1").annotate(1, mark="!").add_variation(1, "24@A2"),
    Record.from_moves("hexrows"),
    Record.from_moves("4eyes-plus-2p?side=8&tiles=13", "c3c4"),
]


def test_many_games_are_converted_and_back(veier: Run, tmp_path: Path) -> None:
    text, data = tmp_path / "games.txt", tmp_path / "games.json"
    text.write_text(format_records(GAMES), encoding="utf-8")
    assert veier("convert", str(text), "--to", "json", "--out", str(data)).code == 0
    assert json.loads(data.read_text(encoding="utf-8")) == [record_to_data(game) for game in GAMES]
    assert list(read_records(veier("convert", str(data), "--to", "record").out)) == GAMES
    lines = veier("convert", str(text), "--to", "moves").out
    assert lines == "4eyes 13@C3 24@A1\nhexrows\n4eyes-plus-2p?side=8&tiles=13 c3c4\n"
    assert veier("convert", "-", "--to", "moves", stdin=lines).out == lines
    positions = veier("convert", str(text), "--to", "position").out
    assert positions.count("\n") == 3
    assert veier("convert", "-", "--to", "position", stdin=positions).out == positions


def test_one_game_stays_one(veier: Run) -> None:
    assert veier("convert", "-", "--to", "moves", stdin="4eyes 13@C3\n24@A1\n").out == "4eyes 13@C3 24@A1\n"
    loose = '[Game "4eyes"]\n\n[Red "Léa"]\n\n13@C3'
    assert json.loads(veier("convert", "-", "--to", "json", stdin=loose).out)["seats"] == ["Léa", ""]
    assert veier("convert", "-", "--to", "json", stdin="[]").out == "[]\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[Game "4eyes"]\n13@C3 24@C3', "line 2, column 7: 24@C3 cannot"),
        ('[Game "4eyes"]\n13@C3\n\n[Game "4eyes"]\n13@C3 24@C3', "line 5, column 7: game 2: 24@C3 cannot"),
        ('[{"game": "4eyes"}, {"game": "4eyes", "moves": [{"move": "x"}]}]', "game 2: moves[0].move: "),
        ("4eyes 13@C3\nhexrows a1", "game 2: move 1, a1: the first stone"),
    ],
)
def test_errors_say_which_game(veier: Run, text: str, told: str) -> None:
    done = veier("convert", "-", stdin=text)
    assert done.code == 2
    assert told in done.err
