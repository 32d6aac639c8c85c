"""`veier ugi`: conversations as docs/engine.md has them."""

from __future__ import annotations

import pytest

import veier as library
from cli.conftest import Run, interrupt
from cli.talking import Talk

WON = "34@A1 32@B2 42@D3 32@A3 42@E2 13@D2 31@C5 23@D4 34@E3 14@C1 13@D5 42@A5 34@A4"


def talk(veier: Run, *lines: str, game: str = "4eyes") -> list[str]:
    """Say lines and give all that is answered."""
    done = veier("ugi", game, stdin="\n".join(lines))
    assert done.code == 0
    return done.out.splitlines()


def test_it_introduces_itself(veier: Run) -> None:
    lines = talk(veier, "ugi", "isready")
    assert lines[0] == f"id name veier {library.__version__}"
    assert lines[-2:] == ["ugiok", "readyok"]
    options = [line for line in lines if line.startswith("option name ")]
    names = [line.split()[2] for line in options]
    assert names == ["Game", "Level", "Threads", "Memory", "Seed", "Attitude"]
    # What it says of its options is what it takes.
    for line in options:
        words = line.split()
        for limit in ("min", "max"):
            if limit in words:
                assert talk(veier, f"setoption name {words[2]} value {words[words.index(limit) + 1]}") == []
    assert talk(veier, "setoption name Threads value 3") == ["info string “3” is no whole number from 1 to 2"]


CLOCKS = "p1time 1000 p2time 1000 p1inc 10 p2inc 10"
LIMITS = [(game, limit) for game in ("4eyes-plus-2p-7x7", "hexrows") for limit in ("depth 1", "movetime 50", CLOCKS)]


@pytest.mark.parametrize(("game", "limit"), [*((game.id, "nodes 100") for game in library.all_games()), *LIMITS])
def test_it_plays_every_game_within_every_limit(veier: Run, game: str, limit: str) -> None:
    info, best = talk(veier, "position startpos", f"go {limit}", game=game)
    position = library.game(game).start()
    words = info.split()
    assert words[:2] == ["info", "time"]
    begin = words.index("chances") + 1
    chances = [float(word) for word in words[begin : begin + position.game.players]]
    assert sum(chances) + float(words[words.index("draw") + 1]) == pytest.approx(1, abs=0.001)
    assert best == f"bestmove {words[words.index('pv') + 1]}"
    position.play(*words[words.index("pv") + 1 :])


def test_it_answers_questions(veier: Run) -> None:
    questions = ("query gameover", "query p1turn", "query p2turn", "query result")
    lines = talk(veier, "position startpos moves 34@A1", *questions, f"position startpos moves {WON}", *questions)
    assert lines[:4] == ["response false", "response false", "response true", "response none"]
    assert lines[4] == "response true"
    assert lines[7] == "response p1win"
    assert talk(veier, "query weather", "query p3turn") == ["response unknown"] * 2


def test_it_plays_for_three(veier: Run) -> None:
    setup = ("setoption name Game value 4eyes-plus-3p-7x7", "position startpos moves a5a6 e5e6")
    lines = talk(veier, *setup, "query p1turn", "query p2turn", "query p3turn", "go p3time 2000 p3inc 0 p1time 1")
    assert lines[:3] == ["response false", "response false", "response true"]
    position = library.game("4eyes-plus-3p-7x7").start().play("a5a6", "e5e6")
    assert position.is_legal(lines[-1].split()[1])


def test_it_takes_position_strings_and_options(veier: Run) -> None:
    position = library.game("hexrows").start().play("f6")
    string = library.format_position(position)
    settings = ("Level value 1", "Memory value 16", "Seed value 3", "Threads value 1", "Attitude value own")
    options = [f"setoption name {setting}" for setting in settings]
    *_, best = talk(veier, *options, f"position fen {string} moves g6", "query p1turn", "go nodes 50")
    assert position.play("g6").is_legal(best.split()[1])


def test_it_wins_when_it_can(veier: Run) -> None:
    *moves, _ = WON.split()
    best = talk(veier, f"position startpos moves {' '.join(moves)}", "go nodes 500")[-1]
    outcome = library.game("4eyes").start().play(*moves, best.split()[1]).outcome
    assert outcome
    assert outcome.winner == 0


def test_what_cannot_be_followed_is_explained_and_changes_nothing(veier: Run) -> None:
    bad = (
        "position startpos moves 34@A1 34@A1",
        "position",
        "setoption name Game value chess",
        "setoption name Level value 99",
        "setoption name Attitude value mean",
        "go nodes many",
        "go movetime 0",
        "go p2time x",
    )
    lines = talk(veier, "position startpos moves 13@C3", *bad, "dance", "", "setoption", "query p2turn")
    assert [line.split()[:2] for line in lines[:-1]] == [["info", "string"]] * len(bad)
    assert "move 2, 34@A1: A1 is taken" in lines[0]
    assert lines[-1] == "response true"


def test_after_the_end_there_is_no_move(veier: Run) -> None:
    assert talk(veier, f"position startpos moves {WON}", "go nodes 10") == [
        "info string the game is over",
        "bestmove none",
    ]


def test_infinite_ends_on_stop_and_it_hears_meanwhile() -> None:
    with Talk("ugi", "hexrows") as engine:
        engine.say("isready", "position startpos", "go infinite", "isready")
        assert engine.hear_until("readyok") == ["readyok"]
        assert engine.hear() == "readyok"
        engine.say("stop", "isready")
        info, best, ready = engine.hear(), engine.hear(), engine.hear()
        assert info.startswith("info ")
        assert library.game("hexrows").start().is_legal(best.split()[1])
        assert ready == "readyok"
        engine.say("stop", "go infinite", "quit")
        code, out, err = engine.end()
        assert code == 0
        assert "bestmove" in out
        assert "Traceback" not in err


def test_a_search_without_end_ends_with_the_input(veier: Run) -> None:
    assert talk(veier, "go infinite", game="hexrows")[-1].startswith("bestmove ")


def test_ctrl_c_ends_it() -> None:
    with Talk("ugi", "hexrows") as engine:
        engine.say("isready")
        engine.hear()
        engine.say("go infinite", "isready")
        engine.hear()
        assert interrupt(engine.process) == 130


def test_an_unknown_game_is_refused(veier: Run) -> None:
    assert "there is no game “chess”" in veier("ugi", "chess").err
