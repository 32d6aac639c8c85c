"""Engines that tell what they know while they search: over UGI, over JSON lines, with and without an event loop."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import veier
from veier.engine import AsyncEngine, Engine, EngineError, GoLimits, JsonEngine, Patience, UgiEngine
from veier.engine.ugi_info import InfoReader
from veier.search.limits import Watch
from veier.search.think import think

GAME = veier.game("hexrows?side=4&stones=15")
START = veier.History(GAME.start(), ["d4"])
JSON = [sys.executable, "-m", "veier", "engine"]
UGI = [sys.executable, "-m", "veier", "ugi"]
BAD = [sys.executable, str(Path(__file__).parent / "bad_json_engine.py")]
HASTE = Patience(ready=30.0, move=1.0, grace=1.0)


@pytest.fixture(scope="module", params=["json", "ugi"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    made: Engine = JsonEngine(JSON, every=0.1) if request.param == "json" else UgiEngine(UGI, GAME)
    with made:
        yield made


def test_it_answers_as_the_library_does(engine: Engine) -> None:
    expected = think(START.final, veier.Limits(nodes=500), history=START)
    found = engine.analyse(START, GoLimits(nodes=500), top=3)
    assert [line.move for line in found.variations] == [line.move for line in expected.variations[:3]]
    assert [line.pv for line in found.variations] == [line.pv for line in expected.variations[:3]]
    assert found.nodes == expected.nodes
    assert found.best.chances == pytest.approx(expected.best.chances, abs=1e-4)
    assert found.position == START.final


def test_reports_come_while_it_searches(engine: Engine) -> None:
    begun = time.monotonic()
    seen = [(time.monotonic() - begun, report) for report in engine.analyses(START, GoLimits(seconds=2.5), top=2)]
    assert len(seen) >= 2
    assert seen[0][0] < 2.4
    nodes = [report.nodes for _, report in seen]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]
    for _, report in seen:
        assert len(report.variations) == 2
        assert sum(report.best.chances) + report.best.draw == pytest.approx(1, abs=1e-3)


def test_whoever_stops_reading_stops_the_search(engine: Engine) -> None:
    with closing(engine.analyses(START, GoLimits(infinite=True))) as reports:
        assert next(reports).best.move in START.final.legal_moves
    # The next question is answered at once, and is about its own position.
    later = veier.History(GAME.start(), ["d4", "c3"])
    assert engine.analyse(later, GoLimits(nodes=50)).position == later.final


def test_a_search_without_end_is_stopped_from_another_thread(engine: Engine) -> None:
    timer = threading.Timer(1.5, engine.stop)
    timer.start()
    assert engine.analyse(START, GoLimits(infinite=True)).nodes > 0
    timer.join()


def test_proved_results_are_handed_over(engine: Engine) -> None:
    game = veier.game("4eyes-pencil-2p-7x7")
    position = next(
        position
        for position in _line(game, 60)
        if not position.is_over and think(position, veier.Limits(nodes=300)).best.proven
    )
    expected = think(position, veier.Limits(nodes=300)).best.proven
    with JsonEngine(JSON) if isinstance(engine, JsonEngine) else UgiEngine(UGI, game) as other:
        assert other.analyse(veier.History(position), GoLimits(nodes=300)).best.proven == expected


def _line(game: veier.Game, plies: int) -> Iterator[veier.Position]:
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            return
        position = position.play(position.legal_moves[0])
        yield position


def test_reports_change_nothing_in_the_answer() -> None:
    reports: list[int] = []
    for name in ("hexrows?side=4&stones=15", "4eyes", "4eyes-plus-3p-7x7"):
        position = veier.game(name).start()
        plain = think(position, veier.Limits(nodes=3000), seed=5)
        watch = Watch(lambda analysis: reports.append(analysis.nodes), every=0.0)
        watched = think(position, veier.Limits(nodes=3000), seed=5, stop=watch)
        assert watched.variations == plain.variations
        assert watched.nodes == plain.nodes
    assert len(reports) > 3


# An event loop.


@pytest.mark.parametrize("kind", ["json", "ugi"])
def test_the_event_loop_goes_on_while_an_engine_searches(kind: str) -> None:
    async def ask() -> tuple[int, int, veier.Move]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.02)
                ticks += 1

        made: Engine = JsonEngine(JSON, every=0.1) if kind == "json" else UgiEngine(UGI, GAME)
        async with AsyncEngine(made) as engine:
            ticking = asyncio.create_task(tick())
            reports = [report async for report in engine.analyses(START, GoLimits(seconds=2.5))]
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse(START, GoLimits(infinite=True)), 0.5)
            move = await engine.best_move(START, GoLimits(nodes=100))
            ticking.cancel()
            return len(reports), ticks, move

    reports, ticks, move = asyncio.run(ask())
    assert reports >= 2
    assert ticks >= 10
    assert move in START.final.legal_moves


def test_the_example_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    guide = Path(__file__).parents[2] / "docs" / "engine.md"
    found = re.search(r"```py\n(import sys.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    exec(compile(found[1], str(guide), "exec"), {})
    *reports, move = capsys.readouterr().out.splitlines()
    assert len(reports) >= 1
    assert START.final.parse_move(move) in START.final.legal_moves


def test_the_example_with_an_event_loop() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    found = re.search(r"```py\n(async with.*?)```", guide, re.DOTALL)
    assert found
    program = found[1].replace('["my-engine"]', repr(UGI)).replace("seconds=5", "seconds=0.3")
    names = {"AsyncEngine": AsyncEngine, "UgiEngine": UgiEngine, "GoLimits": GoLimits, "game": GAME, "history": START}

    async def run() -> None:
        await eval(compile(program, "engine.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)

    asyncio.run(run())
    assert names["move"] in START.final.legal_moves


# What goes wrong.


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("crash", "ended with code 1: out of luck"),
        ("hang", "did not answer in time"),
        ("garbage", "wrote something that is no answer: not JSON"),
        ("list", "wrote something that is no answer"),
        ("illegal", "played “a1a1”"),
        ("incomplete", "wrote something that is no answer"),
        ("error", "refused the question: no such game"),
    ],
)
def test_what_goes_wrong_is_a_clear_error_and_the_program_is_gone(kind: str, words: str) -> None:
    with JsonEngine([*BAD, kind], patience=HASTE) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match=words):
                engine.analyse(START, GoLimits())


def test_a_question_that_our_engine_refuses_names_the_reason() -> None:
    with JsonEngine(JSON, {"level": 1000}) as engine, pytest.raises(EngineError, match="1000"):
        engine.analyse(START, GoLimits())


def test_an_engine_without_multipv_is_not_asked_for_several_moves() -> None:
    bad = [sys.executable, str(Path(__file__).parent / "bad_engine.py"), "empty"]
    with UgiEngine(bad, GAME, patience=HASTE) as engine, pytest.raises(EngineError, match="MultiPV"):
        engine.analyse(START, GoLimits(), top=2)


def test_foreign_words_in_reports_are_skipped() -> None:
    info = InfoReader(START.final)
    assert not info.read(["string", "pv", "d4"])
    assert not info.read(["depth", "3", "score", "cp", "20", "nodes", "many", "pv"])
    assert not info.read(["depth", "3", "pv", "zz9"])
    assert info.analysis() is None
    first, second = (move.text for move in START.final.legal_moves[:2])
    assert info.read(f"depth 3 seldepth 9 score cp 20 nodes 77 time 1500 pv {first} {second}".split()) == 1
    found = info.analysis()
    assert found
    assert (found.best.move.text, found.best.pv, found.best.chances) == (first, (first, second), ())
    assert (found.nodes, found.seconds) == (77, 1.5)
    chosen = info.analysis(second)
    assert chosen
    assert chosen.best.move.text == second
