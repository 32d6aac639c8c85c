"""Many games in one text or file: read one by one, written back, errors with the number of the game."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import veier
from veier.core.errors import BadRecord, VeierError
from veier.record import Record, format_record, format_records, read_records, write_records
from veier.record.location import TEXT_LIMIT

from .samples import legal_tree, records

GAMES = [legal_tree(), Record.from_moves("hexrows"), Record.from_moves("4eyes", "13@C3 24@A1", seats=("Léa", "Max"))]


@settings(max_examples=60, deadline=None)
@given(st.lists(records(), max_size=4))
def test_any_games_read_back(games: list[Record]) -> None:
    assert list(read_records(format_records(games))) == games


def test_paths_texts_and_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_records(path, GAMES)
    assert list(read_records(path)) == list(read_records(str(path))) == GAMES
    assert list(read_records(path.read_text(encoding="utf-8"))) == GAMES
    with path.open(encoding="utf-8") as file:
        assert list(read_records(file)) == GAMES
    with path.open("rb") as raw:
        assert list(read_records(raw)) == GAMES
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert [record.line for record in read_records(path)][1:] == [record.line for record in GAMES][1:]


def test_games_can_be_appended_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for game in GAMES:
        with path.open("a", encoding="utf-8") as file:
            write_records(file, [game])
    assert list(read_records(path)) == GAMES


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n\n\t\n", 0),
        ('[Game "4eyes"]', 1),
        ('[Game "4eyes"] 13@C3\n[Game "4eyes"] 13@C3', 2),
        ('[Game "4eyes"]\n[Red "Léa"]\n13@C3\n[Red "Max"]\n[Game "4eyes"]', 2),
        ('[Game "4eyes"]\n\n\n[Game "hexrows"]\n\n', 2),
        # What looks like a game within a comment or a tag is none.
        ('[Game "4eyes"]\n\n{\n\n[Game "hexrows"]\n}\n13@C3', 1),
        ('[Game "4eyes"]\n13@C3 {\\}\n[Game "hexrows"]\\{\n}\n', 1),
        ('[Game "4eyes"] [Red "{"]\n[Blue "\\"{["]\n\n13@C3\n[Game "4eyes"]', 2),
    ],
)
def test_where_games_begin(text: str, count: int) -> None:
    assert len(list(read_records(text))) == count


def test_errors_have_the_number_of_the_game_and_the_line_of_the_file() -> None:
    text = '\n\n[Game "4eyes"]\n\n1. 13@C3 24@A1\n\n[Game "4eyes"]\n\n1. 13@C3 24@C3\n\n[Game "hexrows"]\n'
    games = read_records(text)
    assert next(games).moves == ("13@C3", "24@A1")
    with pytest.raises(BadRecord) as caught:
        next(games)
    assert str(caught.value) == "line 9, column 10: game 2: 24@C3 cannot be played: C3 is taken"
    assert (caught.value.line, caught.value.column) == (9, 10)
    assert caught.value.text("de").startswith("Zeile 9, Spalte 10: Partie 2: ")
    # One bad game does not hide those after it.
    assert [record.game.id for record in games] == ["hexrows"]


def test_bytes_that_are_no_text_are_refused_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b'[Game "4eyes"]\n[Red "L\xe9a"]\n')
    with pytest.raises(BadRecord, match="line 2, column 8: this is no text in UTF-8"):
        list(read_records(path))


def test_games_are_read_when_they_are_asked_for() -> None:
    def endless() -> Iterator[str]:
        yield from itertools.cycle(format_record(GAMES[2]).splitlines(keepends=True))

    assert list(itertools.islice(read_records(endless()), 50)) == GAMES[2:] * 50


def test_a_comment_without_end_is_refused_and_not_kept() -> None:
    lines = itertools.chain(['[Game "4eyes"]\n', "{\n"], itertools.repeat("x" * 99 + "\n", TEXT_LIMIT // 20))
    with pytest.raises(BadRecord, match="game 1: the record is longer than"):
        next(read_records(lines))


@pytest.mark.parametrize("source", [None, 7, b"[Game]", [7], 1.5])
def test_what_is_no_source_is_refused(source: object) -> None:
    with pytest.raises(BadRecord, match="source must be of the type"):
        list(read_records(source))  # type: ignore[arg-type]


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VeierError, match="target must be of the type"):
        write_records(7, GAMES)  # type: ignore[arg-type]
    with pytest.raises(VeierError, match="record must be of the type Record, but this is of the type str"):
        write_records(io.StringIO(), ["4eyes"])  # type: ignore[list-item]
    with pytest.raises(VeierError, match="records must be of the type"):
        format_records(7)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        list(veier.read_records(tmp_path / "missing.txt"))
