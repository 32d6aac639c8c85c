"""`veier play`: whole games typed at its prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

import veier as library
from cli.conftest import Result, Run
from veier.messages import LANGUAGES, translate


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep unfinished games in a place of their own."""
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


@pytest.mark.parametrize(
    "game", ["4eyes-beginners", "4eyes-plus-3p-7x7", "4eyes-pencil-2p-7x7", "hexrows?side=4&stones=9"]
)
def test_the_computer_plays_every_game_to_its_end(veier: Run, game: str) -> None:
    done = type_in(veier, arguments=(game, "--seat", "none", "--level", "1", "--nodes", "50", "--seed", "5"))
    assert done.code == 0
    assert "wins" in done.out or "Drawn" in done.out
    assert "Thank you for the game!" in done.out


def test_the_same_seed_gives_the_same_game(veier: Run) -> None:
    def play() -> str:
        arguments = ("4eyes-plus-2p-7x7", "--seat", "none", "--seed", "1", "--nodes", "50")
        return type_in(veier, "quit", arguments=arguments).out.split("Kept")[0]

    assert play() == play()


def test_the_computer_says_at_which_level_it_plays(veier: Run) -> None:
    from veier.search.levels import level_count

    last = level_count(library.game("4eyes-plus-3p"))
    out = type_in(veier, "quit", arguments=("4eyes-plus-3p", "--level", "2")).out
    assert f"The computer plays Brown and Blue, at level 2 of {last}." in out
    usual = type_in(veier, "quit", arguments=("4eyes-plus-3p",)).out
    assert f", at level {(last + 1) // 2} of {last}." in usual
    assert "The computer" not in type_in(veier, "quit", arguments=("4eyes-plus-3p", "--seat", "all")).out


def test_the_computer_tells_its_move_in_words(veier: Run, home: Path) -> None:
    def told(game: str, *lines: str, **settings: str) -> tuple[str, library.Move]:
        file = home / "told.txt"
        typed = (*lines, f"save {file}", "quit")
        arguments = (game, "--nodes", "50", *(f"--{name}={value}" for name, value in settings.items()))
        out = type_in(veier, *typed, arguments=arguments).out
        move = library.parse_record(file.read_text(encoding="utf-8")).positions()[len(lines) + 1].last_move
        assert move
        return out, move

    out, move = told("4eyes-plus-2p", "c3c4")
    own, other = (cell for cell, _ in move.stones)
    assert f"Blue plays {move}: Blue on {own} and Red on {other}." in out
    out, move = told("hexrows", seat="blue")
    assert f"Red plays {move}." in out
    out, move = told("4eyes-beginners", seat="blue", lang="fr")
    assert f"Rouge joue {move}\u00a0: Rouge en {move.stones[0][0]} et Bleu en {move.stones[1][0]}." in out


WON = ["34@A1", "32@B2", "42@D3", "32@A3", "42@E2", "13@D2", "31@C5", "23@D4", "34@E3", "14@C1", "13@D5", "42@A5"]


def resume(veier: Run, home: Path, seats: tuple[str, str], *lines: str) -> Result:
    """Go on with a game that Red wins with the next move."""
    file = home / "nearly.txt"
    record = library.Record.from_moves(library.game("4eyes"), WON, seats=seats)
    file.write_text(library.format_record(record), encoding="utf-8")
    return type_in(veier, *lines, arguments=("--resume", str(file), "--nodes", "500"))


def test_it_is_kind_after_the_game(veier: Run, home: Path) -> None:
    won = resume(veier, home, ("Léa", "veier, level 2"), "34@A4", "quit").out
    assert "Well played! Level 3 is waiting for you." in won
    assert "Well played, Red!" in resume(veier, home, ("Léa", "Tom"), "34@A4", "quit").out
    given_up = resume(veier, home, ("Léa", "veier, level 2"), "resign", "quit").out
    assert "Thank you for the game!" in given_up
    drawn = type_in(veier, "d4", arguments=("hexrows?side=4&stones=1", "--seat", "all"))
    assert "A draw: well held!" in drawn.out


def test_when_the_computer_wins_it_offers_another_try(veier: Run, home: Path) -> None:
    from veier.search.levels import level_count

    last = level_count(library.game("4eyes"))
    lost = resume(veier, home, (f"veier, level {last}", "Tom"), "quit").out
    assert "Red wins: " in lost
    assert "with “undo” you can try it another way." in lost


def test_a_hint_says_what_comes_of_it(veier: Run, home: Path) -> None:
    out = resume(veier, home, ("Léa", "veier, level 1"), "hint", "quit").out
    assert "How about 34@A4?" in out or "How about 32@A4?" in out
    assert "Red wins at once." in out or "Chances: Red " in out
    assert "completes" in out


def test_the_last_seed_will_do_for_every_move(veier: Run) -> None:
    arguments = ("hexrows", "--seat", "all", "--seed", str(2**63 - 1), "--nodes", "50")
    done = type_in(veier, "f6", "hint", "quit", arguments=arguments)
    assert done.code == 0
    assert "How about " in done.out


def test_a_level_that_does_not_exist_is_refused(veier: Run, home: Path) -> None:
    assert "there is no level “0”; hexrows has levels 1 to" in veier("play", "hexrows", "--level", "0").err
    assert "there is no level “99”" in resume(veier, home, ("Léa", "veier, level 99")).err


def test_undo_goes_back_to_my_own_move(veier: Run, home: Path) -> None:
    file = home / "game.txt"
    lines = ("13@B2", "undo", "24@C3", f"save {file}", "undo", "undo", "quit")
    done = type_in(veier, *lines, arguments=("4eyes-beginners", "--nodes", "50"))
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
    done = type_in(veier, "moves f", "hint", "moves zz", "quit", arguments=("hexrows", "--nodes", "50"))
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
    words = [translate(f"cli.word.{name}", language) for name in ("help", "hint", "undo", "quit")]
    done = type_in(veier, *words, arguments=("4eyes", "--lang", language, "--nodes", "50"))
    assert done.code == 0
    assert translate("cli.does.hint", language) in done.out
    assert translate("cli.play.nothing_to_undo", language) in done.out


def test_a_resumed_game_has_the_same_people_on_the_same_seats(veier: Run, home: Path) -> None:
    file = home / "three.txt"
    type_in(veier, f"save {file}", "quit", arguments=("4eyes-plus-3p-7x7", "--seat", "brown", "--level", "2"))
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert record.seats == ("veier, level 2", "", "veier, level 2")
    again = type_in(veier, "quit", arguments=("--resume", str(file)))
    assert "The computer plays Red and Blue, at level 2" in again.out
    assert "Brown> " in again.out
    assert "Brown plays" not in again.out
    stronger = type_in(
        veier, f"save {file}", "quit", arguments=("--resume", str(file), "--seat", "red", "--level", "3")
    )
    assert "The computer plays Brown and Blue, at level 3" in stronger.out
    record = library.parse_record(file.read_text(encoding="utf-8"))
    assert record.seats == ("", "veier, level 3", "veier, level 3")


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
