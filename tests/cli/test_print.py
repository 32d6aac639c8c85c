"""The command that prints: sets, games and positions as PDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from record.test_study import sample_study
from sheets.pdf_reader import read_pdf

from cli.conftest import Run
from veier.record.study import format_study

RECORD = '[Game "4eyes"]\n[Red "Léa"]\n\n1. 13@C3 {Ça menace.} 1... 24@B2\n'


def test_the_command_writes_a_set(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = veier("print", "4eyes-beginners", "--parts", "board,pieces", "--paper", "letter")
    assert done.code == 0, done.err
    sheets = read_pdf((tmp_path / "4eyes-beginners.pdf").read_bytes())
    assert len(sheets) == 3
    assert sheets[0].width == pytest.approx(215.9, abs=0.01)


def test_the_command_writes_a_combined_set(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = veier("print", "4eyes-plus-2p-7x7", "--combined", "--parts", "board,pieces")
    assert done.code == 0, done.err
    sheets = read_pdf((tmp_path / "4eyes-plus-combined.pdf").read_bytes())
    assert sum("· board" in sheet.text for sheet in sheets) == 2
    assert "Which pieces for which game" in sheets[0].text


def test_the_command_prints_records(veier: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "my game.txt", tmp_path / "sheet.pdf"
    file.write_text(RECORD, encoding="utf-8")
    assert veier("print", str(file), "--out", str(out)).code == 0
    assert "Léa" in read_pdf(out.read_bytes())[0].text
    assert veier("print", "4eyes", "13@C3", "24@B2", "--out", str(out)).code == 0
    assert "24@B2" in read_pdf(out.read_bytes())[0].text


def test_the_command_prints_every_game_of_a_file(veier: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "games.txt", tmp_path / "sheets.pdf"
    file.write_text(RECORD + '[Game "hexrows"]\n\n1. f6!? g6\n', encoding="utf-8")
    assert veier("print", str(file), "--out", str(out)).code == 0
    first, second = read_pdf(out.read_bytes())
    assert "13@C3" in first.text
    assert "f6!?" in second.text


def test_the_command_prints_a_study(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.txt").write_text(format_study(sample_study()), encoding="utf-8")
    done = veier("print", "study.txt")
    assert done.code == 0, done.err
    sheets = read_pdf(Path("study.pdf").read_bytes())
    assert sample_study().title in sheets[0].text
    assert "Solutions" in sheets[-1].text


def test_the_command_draws_positions_as_pdf(veier: Run, tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    assert veier("show", "4eyes", "13@C3", "--pdf", str(out), "--width", "378").code == 0
    assert read_pdf(out.read_bytes())[0].width == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chess",), "there is no game “chess”"),
        (("4eyes", "--parts", "board,lid"), "there is no part “lid”; there are board, pieces, sheets, rules, puzzles"),
        (("4eyes", "--parts", ""), "choose at least one part: board, pieces, sheets, rules, puzzles"),
        (
            ("4eyes-pencil-2p", "--parts", "pieces"),
            "there is no part “pieces” for 4EYES+ with two pencils; there are board, sheets, rules, puzzles",
        ),
        (("hexrows", "--combined"), "the pieces of Hexagonal rows serve no other game"),
        (("4eyes", "--paper", "a3"), "a4, letter"),
        (("4eyes?side=9",), "side"),
        (("4eyes", "99@C3"), "99@C3"),
    ],
)
def test_what_cannot_be_printed_is_told(
    veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = veier("print", *arguments)
    assert done.code == 2
    assert told in done.err
    assert list(tmp_path.iterdir()) == []
