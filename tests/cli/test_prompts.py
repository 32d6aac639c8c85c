"""Prompts: their words are the same everywhere, and their help says how a move is written now."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import veier as library
from cli.conftest import Run
from veier.core.descriptions import describe_notation
from veier.learn import read_lesson
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES, translate

# Small games, so that phase 2 comes soon.
GAMES = ("4eyes?side=3&a=1&b=1&d=1", "4eyes-plus-3p-7x7?tiles=2", "4eyes-pencil-2p-7x7", "hexrows?side=4&stones=9")
# The verb that shows something, and what must not be said in its place.
SHOW = {"en": ("show", "draw"), "fr": ("montrer", "dessin"), "de": ("zeigen", "zeichn"), "lb": ("weisen", "zeechn")}
WORDS = {
    "play": ("help", "moves", "hint", "undo", "show", "save", "resign", "quit"),
    "puzzle": ("help", "moves", "hint", "show", "solution", "quit"),
    "learn": ("help", "hint", "show", "skip", "quit"),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def in_phase_2(name: str) -> library.Record:
    """Return a game in which all pieces are placed and nobody has won."""
    for seed in range(100):
        chance, record = random.Random(seed), library.Record.from_moves(name)
        while record.result is None and record.final.phase == 1:
            record = record.play(chance.choice(record.final.legal_moves))
        if record.result is None:
            return record
    raise AssertionError(name)


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_help_in_a_game_says_how_moves_are_written_at_its_start(veier: Run, game: str, language: str) -> None:
    start = library.game(game).start()
    told = describe_notation(start)
    typed = translate("cli.word.help", language)
    out = one_line(veier("play", game, "--seat", "all", "--lang", language, stdin=f"{typed}\n").out)
    assert [each.params["move"] in start.legal_moves for each in told] == [True]
    assert all(one_line(each.text(language)) in out for each in told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "ways"), [(GAMES[0], {"slide", "right", "left"}), (GAMES[1], {"move"})])
def test_help_in_phase_2_has_examples_of_moving(
    veier: Run, home: Path, game: str, ways: set[str], language: str
) -> None:
    record = in_phase_2(game)
    file = home / "game.txt"
    file.write_text(library.format_record(record), encoding="utf-8")
    told = describe_notation(record.final)
    assert {each.key.rpartition("_")[2] for each in told} == ways
    assert all(each.params["move"] in record.final.legal_moves for each in told)
    out = one_line(veier("play", "--resume", str(file), "--lang", language, stdin="help\n").out)
    assert all(one_line(each.text(language)) in out for each in told)
    placing = describe_notation(record.game.start())[0]
    assert one_line(placing.text(language)) not in out


def test_who_must_pass_is_told_to_write_that() -> None:
    position = library.game("4eyes-plus-2p?side=3&tiles=2").start()
    told = describe_notation(position)
    assert told[0].params["move"] == "a1b1"
    passing = next(each for each in _positions() if [str(move) for move in each.legal_moves] == ["pass"])
    assert [str(each) for each in describe_notation(passing)] == ["Write pass: there is no legal move."]


def _positions() -> list[library.Position]:
    found: list[library.Position] = []
    for seed in range(300):
        chance, position = random.Random(seed), library.game("4eyes-plus-2p?side=3&tiles=2").start()
        while not position.is_over and len(found) < 100_000:
            found.append(position)
            position = position.play(chance.choice(position.legal_moves))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_in_a_lesson_follows_its_phase_and_gives_no_answer_away(veier: Run, language: str) -> None:
    tasks = read_lesson("4eyes").tasks
    sliding = next(number for number, task in enumerate(tasks) if task.position.phase == 2)
    skip = translate("cli.word.skip", language)
    out = one_line(veier("learn", "4eyes", "--lang", language, stdin=f"{skip}\n" * sliding).out)
    told = describe_notation(tasks[sliding].position, lambda move: move == tasks[sliding].answer)
    assert all(each.params["move"] != tasks[sliding].answer for each in told)
    assert any(one_line(each.text(language)) in out for each in told)
    assert describe_notation(tasks[0].position)[0].key == "eyes.notation_place"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_knows_help_moves_and_hint(veier: Run, language: str) -> None:
    puzzle = next(each for each in puzzles_of("4eyes-beginners") if each.moves == 1)
    field = puzzle.solution.partition("@")[2]
    words = [translate(f"cli.word.{name}", language) for name in ("help", "moves", "hint", "hint", "quit")]
    out = one_line(veier("puzzle", "--id", puzzle.id, "--lang", language, stdin="\n".join(words)).out)
    [told] = describe_notation(puzzle.start(), lambda move: move == puzzle.solution)
    assert one_line(told.text(language)) in out
    assert told.params["move"] != puzzle.solution
    look = translate("hint.field", language, field=field)
    move = translate("cli.play.hint", language, move=puzzle.solution)
    assert -1 < out.find(look) < out.find(one_line(move))
    assert translate("cli.play.refused", language, reason="")[:8] not in out


def test_a_hint_is_about_the_move_to_find_now(veier: Run) -> None:
    puzzle = next(each for each in puzzles_of("4eyes-pencil-2p-7x7") if (each.kind, each.moves) == ("win", 2))
    out = veier("puzzle", "--id", puzzle.id, stdin=f"hint\n{puzzle.line[0]}\nhint\nhint\n").out
    assert out.count("A good move is somewhere here: ") == 2
    assert f"How about {puzzle.line[2]}?" in out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", WORDS)
def test_the_help_of_a_command_names_the_words_of_its_prompt(veier: Run, command: str, language: str) -> None:
    words = [translate(f"cli.word.{name}", language) for name in WORDS[command]]
    told = one_line(veier(command, "--help", "--lang", language).out)
    assert ", ".join(words) in re.sub(" (FILE|FICHIER|DATEI)", "", told)
    arguments = {"play": ("4eyes", "--seat", "all"), "puzzle": (), "learn": ("4eyes",)}[command]
    out = one_line(veier(command, *arguments, "--lang", language, stdin=f"{words[0]}\n").out)
    assert all(f"{word} " in out for word in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_shows_things(veier: Run, language: str) -> None:
    show, other = SHOW[language]
    assert translate("cli.word.show", language) == show
    for key in ("cli.does.show", "cli.does.solution", "cli.show", "cli.option.trays", "cli.help"):
        told = translate(key, language).lower()
        assert show in told, key
        assert other not in told, key
    line = next(line for line in veier("--help", "--lang", language).out.splitlines() if line.startswith("  show "))
    assert show in line.lower().removeprefix("  show ")
