"""The socket of the analysis board: lines that deepen, one search a visitor, budgets, and no help in live games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import veier
from server.declared import check_message
from server.serving import Data, Running, Visitor, sqlite, until
from server.test_live_games import GAME, MOVES, play
from veier.explain import best_lines
from veier.server.http.tokens import digest

# Red leaves the path of the book: a search proves that Blue wins.
OFF_THE_BOOK = ["b1a1", "e5e6", "i9h9"]
# A position of three players for which searches with another history answer otherwise.
THREE = "4eyes-plus-3p-7x7"
OF_THREE = ["f6f5", "f1e1", "b4b5", "f2f3", "c5d5", "a5a4", "e6e7"]
NODES = 200
OPEN = {"game": "4eyes-plus-3p", "moves": ["e4d4"]}


class Board:
    """An analysis board of a visitor: its socket."""

    def __init__(self, visitor: Visitor) -> None:
        self._stack = ExitStack()
        self._names = 0
        address = f"{visitor.url.replace('http', 'ws')}/api/v1/analysis"
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
        headers = {"Cookie": cookies, "Origin": visitor.url} if cookies else {}
        self.raw: Any = self._stack.enter_context(
            connect(address, additional_headers=headers, compression=None, proxy=None)
        )

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def say(self, **message: Any) -> None:
        self.raw.send(json.dumps(message))

    def ask(self, **about: Any) -> str:
        self._names += 1
        self.say(type="analyse", id=f"{self._names}", **about)
        return f"{self._names}"

    def hear(self) -> Data:
        heard: Data = json.loads(self.raw.recv(20))
        check_message(heard, "AnalysisMessage")
        return heard

    def hear_all(self, name: str) -> list[Data]:
        """Read what is told of a search until it is done or has ended."""
        heard: list[Data] = []
        while not heard or not (heard[-1]["type"] == "ended" or heard[-1]["done"]):
            heard += [one for one in [self.hear()] if one["id"] == name]
        return heard


@pytest.fixture
def board(ada: Visitor) -> Iterator[Board]:
    ada.command(ada.open()["id"], 0, kind="resign")
    with Board(ada) as opened:
        yield opened


def test_lines_deepen_until_the_result_is_proved(board: Board) -> None:
    heard = board.hear_all(board.ask(game="4eyes-plus-2p", moves=OFF_THE_BOOK, lines=2))
    last = heard[-1]
    assert (last["done"], last["proven"]["winner"]) == (True, 1)
    best, other = last["lines"]
    position = veier.game("4eyes-plus-2p").start().play(*OFF_THE_BOOK)
    assert position.play(*best["moves"]).mover in (0, 1)
    assert best["proven"] == last["proven"]
    # What is proved says nothing of what players like these make of it.
    assert 0 < best["chances"][0] < 1
    assert sum(best["chances"]) == pytest.approx(1)
    assert best["moves"][0] != other["moves"][0]


def test_lines_come_while_it_searches_and_know_more_each_time(board: Board) -> None:
    name = board.ask(**OPEN)
    nodes = [board.hear()["nodes"] for _ in range(4)]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]
    board.say(type="stop")
    board.say(type="ping")
    while board.hear()["type"] != "pong":
        pass
    assert name == "1"


def test_among_three_the_moves_so_far_are_the_history(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """With equal nodes and seed the answer is that of `veier analyse` (`tests/cli/test_same_answer.py`)."""
    limits = veier.Limits(nodes=NODES)
    monkeypatch.setattr(best_lines, "think", lambda position, _, **options: veier.think(position, limits, **options))
    whole = veier.History(veier.game(THREE).start(), OF_THREE)
    half = veier.History(whole.positions[3], OF_THREE[3:])
    answers = []
    for known in (whole, half, veier.History(whole.final)):
        found = veier.think(known.final, limits, history=known, widely=True).variations[:5]
        answers.append([list(line.pv or (line.move.text,)) for line in found])
        start = None if known is whole else veier.format_position(known.start)
        heard = board.hear_all(board.ask(game=THREE, start=start, moves=list(known.moves), lines=5))
        assert [line["moves"] for line in heard[-1]["lines"]] == answers[-1]
    assert answers[0] != answers[1] != answers[2]


def test_moves_that_symmetry_makes_the_same_are_one_line(board: Board) -> None:
    last = board.hear_all(board.ask(game="4eyes", lines=5))[-1]
    position = veier.game("4eyes").start()
    after = {position.play(line["moves"][0]).canonical().packed for line in last["lines"]}
    assert len(after) == 5
    assert {line["proven"]["winner"] for line in last["lines"]} == {1}


def test_another_position_ends_the_search(server: Running, board: Board) -> None:
    board.ask(**OPEN)
    assert board.hear()["id"] == "1"
    name = board.ask(game="4eyes", lines=1)
    assert board.hear_all(name)[-1]["done"]
    until(lambda: not len(server.services.searches))


def test_a_visitor_has_one_search_and_the_other_window_is_told(ada: Visitor, board: Board) -> None:
    board.ask(**OPEN)
    board.hear()
    with Board(ada) as second:
        second.ask(**OPEN)
        assert board.hear_all("1")[-1]["reason"]["key"] == "server.one_analysis"
        assert second.hear()["type"] == "lines"


def test_a_page_that_is_left_searches_no_longer(server: Running, ada: Visitor) -> None:
    with Board(ada) as opened:
        opened.ask(**OPEN)
        opened.hear()
        assert len(server.services.searches)
    until(lambda: not len(server.services.searches))


def test_who_plays_without_aids_gets_no_lines_of_that_game(ada: Visitor, bob: Visitor) -> None:
    live = play(ada, MOVES, aids=False)
    with Board(ada) as own, Board(bob) as other:
        assert own.hear_all(own.ask(game=GAME, moves=MOVES))[-1]["reason"]["key"] == "server.live_game"
        assert other.hear_all(other.ask(game=GAME, moves=MOVES))[0]["type"] == "lines"
    ada.command(live, len(MOVES), kind="resign")


def test_what_cannot_be_analysed_is_refused_with_a_reason(board: Board) -> None:
    assert board.hear_all(board.ask(game="chess"))[-1]["reason"]["key"] == "game.unknown"
    assert board.hear_all(board.ask(game="4eyes", moves=["99@Z9"]))[-1]["reason"]["key"] == "eyes.notation"
    over, moves = veier.game("hexrows?side=4&stones=4").start(), list[str]()
    while not over.is_over:
        moves.append(str(next(iter(over.legal_moves))))
        over = over.play(moves[-1])
    assert board.hear_all(board.ask(game=over.game.id, moves=moves))[-1]["reason"]["key"] == "illegal.over"
    for lines in (0, 6, "3"):
        board.say(type="analyse", id="x", game="4eyes", lines=lines)
        assert board.hear()["reason"]["key"] == "server.field"


def test_a_visitor_who_searched_much_waits(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as running, running.visitor() as eve, running.visitor() as other:
        eve.open()
        session = digest(next(iter(eve.http.cookies.values())))
        with Board(eve) as opened, Board(other) as free:
            opened.hear_all(opened.ask(game="4eyes", lines=1))
            running.services.work.budgets.visitors.correct(session, 1000)
            refused = opened.hear_all(opened.ask(game="4eyes", lines=1))[-1]
            assert refused["reason"]["key"] == "server.too_much_work"
            # Others at the same address go on.
            assert free.hear_all(free.ask(game="4eyes", lines=1))[-1]["done"]
            running.services.work.budgets.analyses.correct("127.0.0.1", 1000)
            assert free.hear_all(free.ask(game="4eyes", lines=1))[-1]["reason"]["key"] == "server.too_much_work"
