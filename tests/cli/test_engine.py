"""`veier engine`: requests and responses as docs/engine.md has them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import veier as library
from cli.conftest import Run, interrupt
from cli.process import VeierProcess
from veier.cli.engine_jobs import Job, Jobs
from veier.cli.engine_requests import FIELDS
from veier.cli.settings import Settings

END = [
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


def ask(veier: Run, *requests: Any) -> list[dict[str, Any]]:
    """Send requests and return all responses."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    done = veier("engine", stdin="\n".join(lines))
    assert done.code == 0
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.mark.parametrize("game", [game.id for game in library.all_games()])
def test_a_request_is_answered_with_moves_and_chances(veier: Run, game: str) -> None:
    (answer,) = ask(veier, {"id": "x", "game": game, "nodes": 100})
    position = library.game(game).start()
    assert list(answer) == ["id", "turnNumber", "isDuringSearch", "rootInfo", "moveInfos"]
    assert (answer["id"], answer["turnNumber"], answer["isDuringSearch"]) == ("x", 0, False)
    root, infos = answer["rootInfo"], answer["moveInfos"]
    assert list(root) == ["mover", "chances", "draw", "proven", "nodes", "seconds"]
    assert root["mover"] == 0
    assert root["chances"] == infos[0]["chances"]
    assert [info["order"] for info in infos] == list(range(len(infos)))
    for info in infos:
        assert set(info) == {"order", "move", "chances", "draw", "proven", "pv", "nodes"}
        assert len(info["chances"]) == position.game.players
        assert sum(info["chances"]) + info["draw"] == pytest.approx(1)
        assert info["pv"][0] == info["move"]
        position.play(*info["pv"])


def test_a_whole_game_is_analysed_to_its_end(veier: Run) -> None:
    turns = list(range(len(END) + 1))
    request = {"id": "g", "game": "4eyes", "moves": END, "analyzeTurns": turns, "nodes": 20, "top": 1}
    answers = ask(veier, request | {"includePV": False})
    assert [answer["turnNumber"] for answer in answers] == turns
    for turn, answer in zip(turns[:-1], answers, strict=False):
        (info,) = answer["moveInfos"]
        assert "pv" not in info
        assert library.game("4eyes").start().play(*END[:turn]).is_legal(info["move"])
    root = answers[-1]["rootInfo"]
    assert answers[-1]["moveInfos"] == []
    assert (root["chances"], root["draw"], root["proven"]) == ([1, 0], 0, {"winner": 0, "plies": 0})


def test_a_position_string_katagos_names_and_levels_will_do(veier: Run) -> None:
    position = library.game("4eyes-plus-3p").start().play("c3c4")
    string = library.format_position(position)
    requests = (
        {"id": "a", "game": string, "moves": ["e5e6"], "maxVisits": 50, "maxTime": 5},
        {"id": "b", "game": string, "level": 1, "nodes": 50},
        {"id": "c", "game": string, "attitude": "fair", "nodes": 50, "threads": 1, "memory": 16, "depth": 2},
    )
    answers = ask(veier, *requests)
    assert [answer["rootInfo"]["mover"] for answer in answers] == [2, 1, 1]
    assert position.is_legal(answers[1]["moveInfos"][0]["move"])


def test_the_same_seed_and_nodes_give_the_same_answer(veier: Run) -> None:
    request = {"id": "a", "game": "hexrows", "moves": ["f6"], "nodes": 200, "seed": 5}
    one, two = ask(veier, request, request)
    assert one["moveInfos"] == two["moveInfos"]


BAD: list[tuple[Any, str | None, str]] = [
    ("{", None, "this is no JSON"),
    ("[" * 100_000, None, "this is no JSON"),
    ("[]", None, "an object is needed here"),
    ({"game": "4eyes"}, "id", "a string is needed here"),
    ({"id": 5, "game": "4eyes"}, "id", "a string is needed here"),
    ({"id": "a"}, "game", "a string is needed here"),
    ({"id": "a", "game": "chess"}, "game", "there is no game “chess”"),
    ({"id": "a", "game": "4eyes x/y"}, "game", "the position ends too early"),
    ({"id": "a", "game": "4eyes", "moves": "13@C3"}, "moves", "a list of moves is needed here"),
    ({"id": "a", "game": "4eyes", "moves": [5]}, "moves", "a list of moves is needed here"),
    ({"id": "a", "game": "4eyes", "moves": ["13@C3", "24@C3"]}, "moves", "move 2, 24@C3: C3 is taken"),
    ({"id": "a", "game": "4eyes", "analyzeTurns": 1}, "analyzeTurns", "a list is needed here"),
    ({"id": "a", "game": "4eyes", "analyzeTurns": [1]}, "analyzeTurns", "“1” is no whole number from 0 to 0"),
    ({"id": "a", "game": "4eyes", "movetime": -1}, "movetime", "“-1” is no number from 0.001 to 1000000"),
    ({"id": "a", "game": "4eyes", "maxTime": True}, "maxTime", "“True” is no number"),
    ({"id": "a", "game": "4eyes", "nodes": 1.5}, "nodes", "“1.5” is no whole number from 1"),
    ({"id": "a", "game": "4eyes", "maxVisits": []}, "maxVisits", "“[]” is no whole number from 1"),
    ({"id": "a", "game": "4eyes", "level": 99}, "level", "4eyes has levels 1 to"),
    ({"id": "a", "game": "4eyes", "attitude": "mean"}, "attitude", "none of own, paranoid, fair"),
    ({"id": "a", "game": "4eyes", "priority": "high"}, "priority", "is no whole number"),
    ({"id": "a", "game": "4eyes", "priorities": [1, 2]}, "priorities", "1 number is needed here"),
    ({"id": "a", "game": "4eyes", "includePV": 1}, "includePV", "true or false is needed here"),
    ({"id": "a", "game": "4eyes", "top": 0}, "top", "is no whole number from 1"),
    ({"id": "a", "action": "dance"}, "action", "none of query_version, terminate, terminate_all, clear_cache"),
    ({"id": "a", "action": "terminate"}, "terminateId", "a string is needed here"),
    ({"action": "query_version"}, "id", "a string is needed here"),
]


def test_errors_name_the_field_and_the_rest_is_still_answered(veier: Run) -> None:
    good = {"id": "good", "game": "hexrows", "nodes": 20}
    answers = ask(veier, *(request for request, _, _ in BAD), good)
    errors = [answer for answer in answers if "error" in answer]
    assert len(answers) == len(BAD) + 1
    for (request, field, text), answer in zip(BAD, errors, strict=True):
        assert text in answer["error"], request
        assert answer.get("field") == field
        assert answer.get("id") == ("a" if isinstance(request, dict) and request.get("id") == "a" else None)


def test_a_field_that_is_not_known_is_answered_with_a_warning(veier: Run) -> None:
    warning, answer = ask(veier, {"id": "a", "game": "hexrows", "nodes": 20, "overrideSettings": {}})
    assert (warning["field"], warning["id"]) == ("overrideSettings", "a")
    assert "is not known here" in warning["warning"]
    assert answer["moveInfos"]


def test_reports_during_the_search_are_asked_for(veier: Run) -> None:
    request = {"id": "a", "game": "hexrows", "movetime": 1.5, "top": 1}
    *reports, answer = ask(veier, request | {"reportDuringSearchEvery": 0.1})
    assert reports
    assert all(report["isDuringSearch"] for report in reports)
    assert answer["isDuringSearch"] is False
    nodes = [each["rootInfo"]["nodes"] for each in (*reports, answer)]
    assert nodes == sorted(nodes)
    assert {len(each["moveInfos"]) for each in (*reports, answer)} == {1}
    assert [each["isDuringSearch"] for each in ask(veier, request | {"movetime": 0.3})] == [False]
    refused = ask(veier, request | {"reportDuringSearchEvery": "often"})
    assert refused[0]["field"] == "reportDuringSearchEvery"


def test_actions_are_answered_with_themselves(veier: Run) -> None:
    version, cache = {"id": "v", "action": "query_version"}, {"id": "c", "action": "clear_cache"}
    everything = {"id": "t", "action": "terminate_all"}
    assert ask(veier, version, cache, everything) == [version | {"version": library.__version__}, cache, everything]


def test_a_process_answers_while_its_input_is_open_and_stops_when_told() -> None:
    with VeierProcess("engine") as engine:
        engine.send({"id": "first", "game": "hexrows", "nodes": 50})
        assert engine.read_object()["id"] == "first"
        engine.send({"id": "long", "game": "hexrows", "movetime": 1000, "analyzeTurns": [0, 0, 0]})
        engine.send({"id": "stop", "action": "terminate", "terminateId": "long"})
        answers = [engine.read_object() for _ in range(4)]
        assert [answer["id"] for answer in answers].count("long") == 3
        for answer in answers:
            assert "moveInfos" in answer or "noResults" in answer or "action" in answer
        engine.send({"id": "last", "game": "hexrows", "nodes": 50})
        code, out, err = engine.end()
        assert code == 0
        assert json.loads(out)["id"] == "last"
        assert "Traceback" not in err


def test_ctrl_c_ends_it_cleanly() -> None:
    with VeierProcess("engine", "--threads", "2") as engine:
        engine.send({"id": "first", "game": "hexrows", "nodes": 50})
        engine.read_line()
        engine.send({"id": "long", "game": "hexrows", "movetime": 1000})
        time.sleep(0.3)
        assert interrupt(engine.process) == 130
        assert engine.process.stderr
        assert "Traceback" not in engine.process.stderr.read()


def test_every_field_is_in_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    for field in FIELDS:
        assert f"`{field}`" in text


def job(name: str) -> Job:
    return Job(name, 0, library.History(library.game("hexrows").start()), Settings(), True, None)


def test_jobs_go_by_priority_then_by_age() -> None:
    done, gate = [], Event()

    def work(one: Job) -> None:
        gate.wait()
        done.append(one.request)

    jobs = Jobs(work, 1)
    jobs.add(job("first"), 0)
    while jobs.waiting:
        time.sleep(0.001)
    for name, priority in (("low", -1), ("a", 3), ("b", 3), ("high", 7)):
        jobs.add(job(name), priority)
    gate.set()
    jobs.finish()
    assert done == ["first", "high", "a", "b", "low"]


def test_terminating_stops_what_runs_and_drops_what_waits() -> None:
    stopped = []

    def work(one: Job) -> None:
        while not one.stop.is_set:
            time.sleep(0.001)
        stopped.append(one.request)

    jobs = Jobs(work, 2)
    running, other, waiting = job("x"), job("y"), job("x")
    for one in (running, other):
        jobs.add(one, 0)
    while jobs.waiting:
        time.sleep(0.001)
    jobs.add(waiting, 0)
    assert jobs.terminate(lambda one: one.request == "x") == [waiting]
    while not stopped:
        time.sleep(0.001)
    assert stopped == ["x"]
    assert jobs.terminate(lambda one: True) == []
    jobs.finish()
    assert stopped == ["x", "y"]
