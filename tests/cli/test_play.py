"""`veier play`: whole games typed at its prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

import veier as library
from cli.conftest import Result, Run
from veier.locale import LANGUAGES, say


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep unfinished games in a place of their own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def type_in(veier: Run, *lines: str, arguments: tuple[str, ...]) -> Result:
    return veier("play", *arguments, stdin="".join(f"{line}\n" for line in lines))


def test_a_whole_game_for_two_people_is_played_and_saved(veier: Run, home: Path) -> None:
    moves = [
        "34@A1",
        "32@B2",
        "42@D3",
        "32@A3",
        "42@E2",
        "13@D2",
        "31@C5",
        "23@D4",
        "34@E3",
        "14@C1",
        "13@D5",
        "42@A5",
        "34@A4",
    ]
    file = home / "won.txt"
    done = type_in(veier, *moves, "12@E5", f"save {file}", "quit", arguments=("4eyes", "--seat", "all"))
    assert "Red wins: four stones stand in a square on e2, j5, g10 and b7." in done.out
    assert "the game is over" in done.out
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert record.moves == tuple(moves)
    assert record.final.outcome is not None


@pytest.mark.parametrize("against", ["greedy", "random"])
@pytest.mark.parametrize(
    "game", ["4eyes-beginners", "4eyes-plus-3p-7x7", "4eyes-pencil-2p-7x7", "hexrows?side=4&stones=9"]
)
def test_the_computer_plays_every_game_to_its_end(veier: Run, game: str, against: str) -> None:
    done = type_in(veier, arguments=(game, "--seat", "none", "--against", against, "--seed", "5"))
    assert done.code == 0
    assert "wins" in done.out or "Drawn" in done.out


def test_the_same_seed_gives_the_same_game(veier: Run) -> None:
    def play(seed: str) -> str:
        return type_in(veier, "quit", arguments=("4eyes-plus-2p", "--seat", "none", "--seed", seed)).out.split("Kept")[
            0
        ]

    assert play("1") == play("1")
    assert play("1") != play("2")


def test_undo_goes_back_to_my_own_move(veier: Run, home: Path) -> None:
    file = home / "game.txt"
    lines = ("13@B2", "undo", "24@C3", f"save {file}", "undo", "undo", "quit")
    done = type_in(veier, *lines, arguments=("4eyes-beginners", "--seed", "1"))
    assert "There is nothing to take back." in done.out
    assert library.parse_record(file.read_text(encoding="utf-8")).moves[0] == "24@C3"


def test_wrong_input_is_explained_and_nothing_is_lost(veier: Run, home: Path) -> None:
    nowhere = home / "no-such-directory" / "game.txt"
    lines = ("13@B2", "13@B2", "castle", "pass", "save", f"save {nowhere}", "quit")
    done = type_in(veier, *lines, arguments=("4eyes-beginners", "--seat", "all"))
    assert "That will not do: B2 is taken." in done.out
    assert "That will not do: “castle” is no move" in done.out
    assert "That will not do: passing is only allowed when there is no other move." in done.out
    assert "Say where: save game.txt" in done.out
    assert f"Not saved as {nowhere}: No such file or directory." in done.out


def test_an_unsaved_game_is_kept_and_goes_on_where_it_was(veier: Run, home: Path) -> None:
    first = type_in(veier, "f6", "g6", arguments=("hexrows", "--seat", "all"))
    (kept,) = (home / "data" / "veier" / "games").iterdir()
    assert f"go on with: veier play --resume {kept}" in first.out
    again = type_in(veier, "f7", f"save {home / 'on.txt'}", "quit", arguments=("--resume", str(kept)))
    assert again.code == 0
    assert library.parse_record((home / "on.txt").read_text(encoding="utf-8")).moves == ("f6", "g6", "f7")


def test_moves_and_hint_name_legal_moves(veier: Run) -> None:
    done = type_in(veier, "moves f", "hint", "moves zz", "quit", arguments=("hexrows", "--seed", "1"))
    assert "f10" in done.out
    assert "How about " in done.out
    assert "There is no such move." in done.out
    hint = done.out.split("How about ")[1].split("?")[0]
    assert library.game("hexrows").start().is_legal(hint)


def test_resigning_gives_the_point_to_the_others(veier: Run, home: Path) -> None:
    file = home / "given-up.txt"
    done = type_in(veier, "resign", "resign", f"save {file}", "quit", arguments=("4eyes-plus-3p",))
    assert "Red gives up." in done.out
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert [str(share) for share in record.result or ()] == ["0", "1/2", "1/2"]
    assert record.termination == "resigned"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_listens_and_speaks_in_every_language(veier: Run, language: str) -> None:
    words = [say(f"cli.play.word.{name}", language) for name in ("help", "hint", "undo", "quit")]
    done = type_in(veier, *words, arguments=("4eyes", "--lang", language, "--seed", "1"))
    assert done.code == 0
    assert say("cli.play.does.hint", language) in done.out
    assert say("cli.play.nothing_to_undo", language) in done.out


def test_a_resumed_game_has_the_same_people_on_the_same_seats(veier: Run, home: Path) -> None:
    file = home / "three.txt"
    type_in(veier, f"save {file}", "quit", arguments=("4eyes-plus-3p-7x7", "--seat", "brown", "--seed", "1"))
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert record.seats == ("greedy", "", "greedy")
    again = type_in(veier, "quit", arguments=("--resume", str(file)))
    assert "Brown> " in again.out
    assert "Brown plays" not in again.out


def test_undo_takes_back_a_resignation_before_a_move(veier: Run, home: Path) -> None:
    file = home / "undone.txt"
    lines = ("f6", "resign", "undo", f"save {file}", "quit")
    type_in(veier, *lines, arguments=("hexrows", "--seat", "all"))
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert record.moves == ("f6",)
    assert record.result is None


def test_a_saved_game_is_not_kept_twice(veier: Run, home: Path) -> None:
    type_in(veier, "f6", f"save {home / 'saved.txt'}", "quit", arguments=("hexrows", "--seat", "all"))
    assert list((home / "data" / "veier" / "games").iterdir()) == []
