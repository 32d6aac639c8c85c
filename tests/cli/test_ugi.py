"""`veier ugi`: conversations as docs/engine.md has them."""

from __future__ import annotations

import time

import pytest

import veier as library
from cli.conftest import Run, interrupt
from cli.process import VeierProcess

WON = "34@A1 32@B2 42@D3 32@A3 42@E2 13@D2 31@C5 23@D4 34@E3 14@C1 13@D5 42@A5 34@A4"


def talk(veier: Run, *lines: str, game: str = "4eyes") -> list[str]:
    """Send lines and return all answers."""
    done = veier("ugi", game, stdin="\n".join(lines))
    assert done.code == 0
    return done.out.splitlines()


def test_it_introduces_itself(veier: Run) -> None:
    lines = talk(veier, "ugi", "isready")
    assert lines[0] == f"id name veier {library.__version__}"
    assert lines[-2:] == ["ugiok", "readyok"]
    options = [line for line in lines if line.startswith("option name ")]
    names = [line.split()[2] for line in options]
    assert names == ["Game", "Level", "Threads", "Memory", "MultiPV", "Seed", "Attitude"]
    assert talk(veier, "setoption name Threads value 3") == ["info string “3” is no whole number from 1 to 2"]


def test_what_it_says_of_its_options_is_what_it_plays_with(veier: Run) -> None:
    position = library.game("4eyes-plus-3p-7x7").start().play("a5a6")
    for line in talk(veier, "ugi"):
        words = line.split()
        values = [words[place + 1] for place, word in enumerate(words) if word in ("default", "min", "max", "var")]
        for value in values if line.startswith("option name ") and words[2] != "Game" else ():
            setup = ("setoption name Game value 4eyes-plus-3p-7x7", f"setoption name {words[2]} value {value}")
            *_, info, best = talk(veier, *setup, "position startpos moves a5a6", "go nodes 50")
            # Not every computer has the largest memory; then it says so.
            assert position.is_legal(best.split()[1]) or f"info string {value} megabytes of memory" in info


@pytest.mark.parametrize("error", [RuntimeError("/home/somebody"), MemoryError(), KeyError(5)])
def test_a_search_that_fails_is_answered_and_the_talk_goes_on(
    veier: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("veier.search.think.think", fail)
    info, best, ready = talk(veier, "go nodes 10", "stop", "isready", game="hexrows")
    assert info.startswith("info string ")
    assert "somebody" not in info
    assert (best, ready) == ("bestmove none", "readyok")


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
        "position startpos 34@A1",
        "position 4eyes moves 34@A1",
        "position fen",
        "go nodes",
        "go movetime 100 nodes",
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


@pytest.mark.parametrize("clock", ["p1time 0 p2time 500", "p1time -30 p1inc 5000"])
@pytest.mark.parametrize("game", ["hexrows", "4eyes", "4eyes-plus-3p"])
def test_when_the_flag_has_fallen_it_moves_at_once(veier: Run, game: str, clock: str) -> None:
    info, best = talk(veier, f"go {clock}", game=game)
    assert library.game(game).start().is_legal(best.split()[1])
    assert int(info.split()[2]) < 900


def test_a_go_that_cannot_be_followed_lets_the_search_go_on() -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        engine.send("isready", "go infinite", "go nodes x", "go nodes", "isready")
        assert [engine.read_line().split()[0] for _ in range(4)] == ["readyok", "info", "info", "readyok"]
        engine.send("stop")
        assert [engine.read_line().split()[0] for _ in range(2)] == ["info", "bestmove"]


def ponder(engine: VeierProcess, *limits: str) -> None:
    """Let it ponder for a while, and check that it does not answer."""
    engine.send("isready", "position startpos moves f6", " ".join(["go ponder", *limits]))
    assert engine.read_line() == "readyok"
    time.sleep(0.5)
    engine.send("isready")
    assert engine.read_line() == "readyok"


@pytest.mark.parametrize("limits", ["nodes 20", "depth 1 nodes 20", "movetime 100", "p2time 2000 p1time 9", ""])
def test_it_ponders_until_the_move_has_come(limits: str) -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        ponder(engine, limits)
        begun = time.monotonic()
        engine.send("ponderhit")
        lines = [engine.read_line().split()]
        while lines[-1][0] != "bestmove":
            lines.append(engine.read_line().split())
        info, best = lines[-2:]
        assert library.game("hexrows").start().play("f6").is_legal(best[1])
        if "nodes" in limits:
            assert info[info.index("nodes") + 1] == "20"
        else:
            # The time begins with the hit, and what was thought before it counts all the same.
            assert time.monotonic() - begun >= 0.09
            assert int(info[2]) >= 400


def test_pondering_ends_on_stop_or_with_the_input(veier: Run) -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        ponder(engine)
        engine.send("stop", "ponderhit", "isready")
        assert [engine.read_line().split()[0] for _ in range(3)] == ["info", "bestmove", "readyok"]
        engine.send("go infinite", "ponderhit", "isready")
        assert engine.read_line() == "readyok"
    assert talk(veier, "ponderhit", "go ponder", game="hexrows")[-1].startswith("bestmove ")


def test_infinite_ends_on_stop_and_it_hears_meanwhile() -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        engine.send("isready", "position startpos", "go infinite", "isready")
        assert engine.read_until("readyok") == ["readyok"]
        assert engine.read_line() == "readyok"
        engine.send("stop", "isready")
        info, best, ready = engine.read_line(), engine.read_line(), engine.read_line()
        assert info.startswith("info ")
        assert library.game("hexrows").start().is_legal(best.split()[1])
        assert ready == "readyok"
        engine.send("stop", "go infinite", "quit")
        code, out, err = engine.end()
        assert code == 0
        assert "bestmove" in out
        assert "Traceback" not in err


def test_a_search_without_end_ends_with_the_input(veier: Run) -> None:
    assert talk(veier, "go infinite", game="hexrows")[-1].startswith("bestmove ")


def test_ctrl_c_ends_it() -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        engine.send("isready")
        engine.read_line()
        engine.send("go infinite", "isready")
        engine.read_line()
        assert interrupt(engine.process) == 130


def test_an_unknown_game_is_refused(veier: Run) -> None:
    assert "there is no game “chess”" in veier("ugi", "chess").err


def test_a_long_search_reports_and_several_moves_have_numbers() -> None:
    with VeierProcess("ugi", "hexrows") as engine:
        engine.send("setoption name MultiPV value 2", "isready")
        assert engine.read_line() == "readyok"
        engine.send("go movetime 2500")
        lines = [engine.read_line().split()]
        while lines[-1][0] != "bestmove":
            lines.append(engine.read_line().split())
    infos = lines[:-1]
    assert len(infos) >= 4
    assert [line[:3] for line in infos] == [["info", "multipv", "1"], ["info", "multipv", "2"]] * (len(infos) // 2)
    moves = [line[line.index("pv") + 1] for line in infos[-2:]]
    assert moves[0] == lines[-1][1] != moves[1]
