"""What each command prints, and the pictures it writes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import veier as library
from cli.conftest import Run
from veier.cli.app import COMMANDS

GAMES = [game.id for game in library.all_games()]
WON = "34@A1 32@B2 42@D3 32@A3 42@E2 13@D2 31@C5 23@D4 34@E3 14@C1 13@D5 42@A5 34@A4"


def test_its_help_lists_every_command(veier: Run) -> None:
    asked = veier("--help")
    assert asked.code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in asked.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(veier: Run, command: str) -> None:
    done = veier(command, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: veier {command}")
    assert "veier" in done.out.partition("Examples:")[2]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_french_colons_have_their_space(veier: Run, command: str) -> None:
    out = veier(*command.split(), "--help", "--lang", "fr").out
    assert re.findall(r"\w+:(?=\s)", out) == []


def test_version(veier: Run) -> None:
    assert veier("--version").out == f"veier {library.__version__}\n"


def test_games_lists_every_game_and_what_is_assumed(veier: Run) -> None:
    out = veier("games").out
    for name in GAMES:
        assert name in out
    assert "Gérard Pierson" in out
    assert "Martin Dieterle" in out
    for game in library.all_games():
        for assumption in game.assumptions:
            assert str(assumption) in " ".join(out.split())


def test_games_as_json_marks_the_assumed_options(veier: Run) -> None:
    games = {game["id"]: game for game in json.loads(veier("games", "--json").out)}
    assert list(games) == GAMES
    assumed = {id_: {option["name"] for option in game["options"] if option["assumed"]} for id_, game in games.items()}
    assert assumed["4eyes"] == {"a", "b", "d"}
    assert assumed["4eyes-plus-3p"] == assumed["4eyes-pencil-2p"] == {"side"}
    assert assumed["hexrows"] == {"side", "stones"}
    assert assumed["4eyes-plus-2p-7x7"] == set()
    assert all(bool(game["assumptions"]) == bool(assumed[id_]) for id_, game in games.items())


def test_games_tells_age_length_and_credits_as_the_sheets_do(veier: Run) -> None:
    out = veier("games").out
    rows = {name: line for line in out.splitlines() for name in GAMES if line.startswith(f"{name} ")}
    assert "12+, 20 min" in rows["4eyes"]
    assert "12–99, 20" in rows["4eyes-plus-2p"]
    assert "20" not in rows["hexrows"]
    assert "Thanks to François Haffner (JEUXSOC) for having helped" in out
    listed = {game["id"]: game for game in json.loads(veier("games", "--json").out)}
    assert (listed["4eyes"]["ages"], listed["4eyes"]["minutes"]) == ("12+", 20)
    assert (listed["hexrows"]["ages"], listed["hexrows"]["minutes"]) == (None, None)
    assert listed["hexrows"]["credits"] == ["Idea and Copyright: Martin Dieterle"]


def test_rules_are_those_of_the_chosen_options(veier: Run) -> None:
    def rules(game: str) -> str:
        return " ".join(veier("rules", game).out.split())

    chosen = rules("4eyes?a=4&b=4&d=2")
    assert "A, 4 of them" in chosen
    assert "3+3+4" not in chosen
    assert "8x8 cells, and 13 dominoes for each player" in rules("4eyes-plus-2p?side=8&tiles=13")
    assert "5 cells a side, 61 in all. And 30 stones" in rules("hexrows?side=5&stones=30")
    beginners = rules("4eyes-beginners")
    assert "2+2+3" in beginners
    assert "3+3+4" not in beginners


@pytest.mark.parametrize("game", GAMES)
def test_show_draws_every_game(veier: Run, game: str) -> None:
    done = veier("show", game)
    assert done.code == 0
    assert "a   b" in done.out or game == "hexrows"
    assert "Red to move." in done.out


def test_show_tells_who_has_won_and_where(veier: Run) -> None:
    out = veier("show", "4eyes", WON).out
    assert "Red wins: four stones stand in a square on e2, j5, g10 and b7." in out


def test_show_takes_moves_in_one_word_or_many(veier: Run) -> None:
    assert veier("show", "hexrows", "f6 g6").out == veier("show", "hexrows", "f6", "g6").out


def test_show_takes_a_position_string(veier: Run) -> None:
    line = veier("convert", "-", "--to", "position", stdin="4eyes 13@C3 24@B2").out.strip()
    plain = veier("show", "--ascii", line).out
    assert plain.isascii()
    assert "Red to move." in plain


def test_show_writes_pictures(veier: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "won.svg", tmp_path / "won.png"
    done = veier(
        "show", "4eyes", WON, "--svg", str(svg), "--png", str(png), "--trays", "--theme", "dark", "--width", "600"
    )
    assert (done.code, done.out) == (0, "")
    assert ElementTree.fromstring(svg.read_text(encoding="utf-8")).get("width") == "600"
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 600


def test_threats_are_shown_in_the_picture(veier: Run, tmp_path: Path) -> None:
    line = " ".join(WON.split()[:-1])
    with_threats, without = tmp_path / "a.svg", tmp_path / "b.svg"
    veier("show", "4eyes", line, "--threats", "red", "--svg", str(with_threats))
    veier("show", "4eyes", line, "--svg", str(without))
    assert 'class="missing"' in with_threats.read_text(encoding="utf-8")
    assert 'class="missing"' not in without.read_text(encoding="utf-8")


def test_moves(veier: Run) -> None:
    assert veier("moves", "hexrows", "f6").out.split() == ["e5", "e6", "f5", "f7", "g6", "g7"]
    assert veier("moves", "4eyes", "--count").out == "300\n"
    assert json.loads(veier("moves", "hexrows", "f6", "--json").out) == ["e5", "e6", "f5", "f7", "g6", "g7"]


def test_perft(veier: Run) -> None:
    assert veier("perft", "4eyes", "2").out == "86400\n"
    assert veier("perft", "hexrows", "0").out == "1\n"
    divided = veier("perft", "4eyes-beginners", "2", "--divide").out.split("\n")
    assert divided[-2] == "34560"
    assert sum(int(line.split()[1]) for line in divided[:-2]) == 34560
    after = veier("perft", "4eyes-beginners", "1", "--after", divided[0].split()[0]).out
    assert int(after) == int(divided[0].split()[1])


def test_bench_gives_one_object_with_rates(veier: Run) -> None:
    figures = json.loads(veier("bench", "hexrows?side=4&stones=18", "--json", "--repeat", "1").out)
    assert figures["game"] == "hexrows?side=4&stones=18"
    assert all(figures[name] > 1000 for name in ("playouts_per_s", "plies_per_s", "perft_per_s"))
    assert figures["plies_per_s"] > 4 * figures["playouts_per_s"]


def test_warmup_has_nothing_to_do_where_kernels_come_compiled(veier: Run) -> None:
    assert "Nothing to compile" in veier("warmup").out
    assert veier("warmup", "hexrows", "--json").out == ""
    assert veier("warmup", "chess").code == 2


def test_warmup_by_numba_counts_kernels_and_says_where_it_keeps_them() -> None:
    environment = os.environ | {"VEIER_KERNELS": "numba", "VEIER_LANG": "en"}
    command = [sys.executable, "-m", "veier", "warmup", "hexrows"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Ready after")
    told = subprocess.run([*command, "--json"], env=environment, capture_output=True, text=True, check=True)
    progress = [json.loads(line) for line in told.stdout.splitlines()]
    assert [each["done"] for each in progress] == list(range(len(progress)))
    assert progress[-1]["done"] == progress[-1]["total"]


def test_moves_alone_do_not_tell_a_game_with_another_start(veier: Run) -> None:
    position = veier("convert", "-", "--to", "position", stdin="4eyes 13@C3").out
    done = veier("convert", "-", "--to", "moves", stdin=position)
    assert done.code == 2
    assert "does not begin at the usual start" in done.err


def test_threats_of_hex_rows_are_drawn(veier: Run, tmp_path: Path) -> None:
    line, picture = "f6 g6 f5 a1 f7 a2", tmp_path / "threats.svg"
    assert veier("show", "hexrows", line, "--threats", "red").out != veier("show", "hexrows", line).out
    veier("show", "hexrows", line, "--threats", "red", "--svg", str(picture))
    assert picture.read_text(encoding="utf-8").count('class="missing"') == 2


def test_rules_are_printed_with_their_figures(veier: Run) -> None:
    out = veier("rules", "4eyes").out
    assert out.startswith("4EYES\n")
    assert "Phase 2: slide or turn" in out
    assert "- Turn it where it lies" in out
    assert "│ ◉   ◎ │" in out
    assert "<◉>" in out
    plain = " ".join(veier("rules", "hexrows?side=5&stones=30", "--ascii", "--lang", "lb").out.split())
    assert "dat sinn der 61. Jidderee kritt 30 Däppercher" in plain
    assert "◉" not in plain
    assert veier("rules", "chess").code == 2
