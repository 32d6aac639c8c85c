"""Tournaments over HTTP and sockets: who may do what, a class that plays, and what goes wrong in an hour."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from sheets.pdf_reader import read_pdf
from websockets.sync.client import ClientConnection, connect

from server.declared import check_message
from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from veier.server.backup import restore_backup, write_backup

GAME = "hexrows?side=4&stones=9"
Data = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for a school whose people share an address."""
    with Running(
        sqlite(tmp_path_factory.mktemp("server")), people_per_address=10, allowed_hosts="games.school.example"
    ) as running:
        yield running


def open_tournament(teacher: Visitor, *names: str, **more: Any) -> str:
    answer = teacher.post("/tournaments", {"game": GAME, "names": names or ("Mia", "Tom"), **more})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def links(teacher: Visitor, name: str) -> list[str]:
    return [link["token"] for link in teacher.post(f"/tournaments/{name}/links").json()["links"]]


def claim(visitor: Visitor, name: str, token: str) -> int:
    return visitor.post(f"/tournaments/{name}/claim", {"token": token}).status_code


def organise(teacher: Visitor, tournament: str, **command: Any) -> Data:
    answer = teacher.post(f"/tournaments/{tournament}/commands", {"command": command})
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def begin(teacher: Visitor, name: str, number: int) -> Data:
    return organise(teacher, name, kind="begin_round", round=number)


def table_of(state: Data, player: int) -> str:
    pairings = state["rounds"][-1]["pairings"]
    return str(next(each["table"] for each in pairings if player in each["players"]))


def give_up(visitor: Visitor, table: str) -> None:
    assert visitor.command(table, visitor.state(table)["version"], kind="resign").status_code == 200


def points(state: Data) -> dict[int, str]:
    return {each["player"]: each["points"] for each in state["standings"]}


class TournamentSocket:
    """A socket of a tournament."""

    def __init__(self, visitor: Visitor, name: str, *, boards: bool = False) -> None:
        url = f"{visitor.url.replace('http', 'ws')}/api/v1/tournaments/{name}/socket?boards={str(boards).lower()}"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.http.cookies.jar)
        headers = {"Origin": visitor.url} | ({"Cookie": cookies} if cookies else {})
        self._stack = ExitStack()
        self.raw: ClientConnection = self._stack.enter_context(
            connect(url, additional_headers=headers, max_size=None, compression=None, proxy=None)
        )

    def __enter__(self) -> TournamentSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def hear(self) -> Data:
        heard: Data = json.loads(self.raw.recv(20))
        check_message(heard, "TournamentServerMessage")
        return heard

    def hear_until(self, condition: Any) -> Data:
        """Read up to a state that is so; return it."""
        while True:
            heard = self.hear()
            if heard["type"] == "tournament" and condition(heard["state"]):
                state: Data = heard["state"]
                return state


@contextmanager
def people(server: Running, count: int) -> Iterator[list[Visitor]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.visitor()) for _ in range(count)]


def test_a_class_plays_and_everything_is_heard_live(server: Running) -> None:
    with people(server, 6) as (teacher, *children, projector):
        name = open_tournament(teacher, "Mia", "Tom", "Mia", "Zoé")
        with TournamentSocket(projector, name, boards=True) as board, TournamentSocket(teacher, name) as desk:
            assert [player["name"] for player in desk.hear()["state"]["players"]] == ["Mia", "Tom", "Mia 2", "Zoé"]
            for child, token in zip(children, links(teacher, name), strict=True):
                assert claim(child, name, token) == 200
            desk.hear_until(lambda state: all(player["arrived"] for player in state["players"]))
            state = begin(teacher, name, 1)
            with TournamentSocket(children[0], name) as childs:
                mine = childs.hear()["state"]
                assert (mine["mine"], mine["organiser"], len(mine["rounds"])) == ([0], False, 1)
            # Each child sits at its table, and no other one does.
            for player, child in enumerate(children):
                [seat] = child.state(table_of(state, player))["mine"]
                assert child.state(table_of(state, player))["seats"][seat]["name"] == state["players"][player]["name"]
            table = table_of(state, 0)
            first, other = (children[player] for player in pairing(state, 0)["players"])
            first.move(table)
            while (heard := board.hear())["type"] != "board" or heard["table"] != table or heard["mover"] != 1:
                pass
            assert heard["view"]["stones"]
            give_up(other, table)
            for one in (board, desk):
                heard_ = one.hear_until(lambda state: any(each["result"] for each in state["rounds"][0]["pairings"]))
                assert heard_["standings"][0]["points"] == "1"
            state = begin(teacher, name, 2)
            board.hear_until(lambda state: len(state["rounds"]) == 2)
            assert organise(teacher, name, kind="set_over", over=True)["over"]


def pairing(state: Data, player: int) -> Data:
    found: Data = next(each for each in state["rounds"][-1]["pairings"] if player in each["players"])
    return found


def test_only_the_organiser_changes_it_and_others_cannot_tell_it_from_nothing(server: Running) -> None:
    with people(server, 3) as (teacher, child, stranger):
        name = open_tournament(teacher)
        assert claim(child, name, links(teacher, name)[0]) == 200
        for visitor in (child, stranger):
            for path, body in [
                ("links", {}),
                ("handover", {}),
                ("commands", {"command": {"kind": "begin_round", "round": 1}}),
            ]:
                answers = [visitor.post(f"/tournaments/{each}/{path}", body) for each in (name, "x" * 16, "nonsense")]
                assert {answer.status_code for answer in answers} == {404}
                assert len({answer.text for answer in answers}) == 1
        # Who has the address may watch.
        state = stranger.get(f"/tournaments/{name}").json()
        assert (state["organiser"], state["mine"]) == (False, [])
        assert stranger.get("/tournaments").json() == {"tournaments": []}
        assert [each["organiser"] for each in teacher.get("/tournaments").json()["tournaments"]] == [True]
        assert [each["names"] for each in child.get("/tournaments").json()["tournaments"]] == [["Mia"]]


def test_links_are_good_on_any_device_until_they_are_replaced(server: Running) -> None:
    with people(server, 4) as (teacher, child, tablet, other):
        name, elsewhere = open_tournament(teacher), open_tournament(teacher)
        [token, opponent] = links(teacher, name)
        for wrong in (links(teacher, elsewhere)[0], "x" * 43, "", "x"):
            assert claim(child, name, wrong) == 403
        assert claim(child, name, token) == claim(child, name, token) == 200
        assert claim(other, name, opponent) == 200
        table = table_of(begin(teacher, name, 1), 0)
        assert child.state(table)["mine"]
        # The battery is empty: the same card on another tablet, in the middle of a game.
        assert claim(tablet, name, token) == 200
        assert tablet.state(table)["mine"]
        assert not child.state(table)["mine"]
        organise(teacher, name, kind="replace_link", player=0)
        assert claim(child, name, token) == 403
        assert claim(child, name, links(teacher, name)[0]) == 200
        assert child.state(table)["mine"]
        assert links(teacher, name)[1] == opponent


def test_a_child_who_comes_late_gets_its_seat_and_a_new_player_the_next_round(server: Running) -> None:
    with people(server, 3) as (teacher, child, late):
        name = open_tournament(teacher, "Mia", "Tom", "Zoé")
        state = begin(teacher, name, 1)
        [free] = state["rounds"][0]["free"]
        playing = next(player for player in range(3) if player != free)
        assert claim(child, name, links(teacher, name)[playing]) == 200
        assert child.state(table_of(state, playing))["mine"]
        for _ in range(2):
            state = organise(teacher, name, kind="add_player", number=3, name="Tom")
        assert [player["name"] for player in state["players"]] == ["Mia", "Tom", "Zoé", "Tom 2"]
        answer = teacher.post(
            f"/tournaments/{name}/commands", {"command": {"kind": "add_player", "number": 2, "name": "Ann"}}
        )
        assert answer.status_code == 409
        assert claim(late, name, links(teacher, name)[3]) == 200
        state = begin(teacher, name, 2)
        assert late.state(table_of(state, 3))["mine"]
        organise(teacher, name, kind="set_away", player=0, away=True)
        assert all(0 not in each["players"] for each in begin(teacher, name, 3)["rounds"][2]["pairings"])


def test_two_tabs_of_the_organiser_begin_one_round(server: Running) -> None:
    with people(server, 1) as (teacher,), ThreadPoolExecutor(4) as pool:
        name = open_tournament(teacher, "Mia", "Tom", "Zoé", "Ann")
        states = list(pool.map(lambda _: begin(teacher, name, 1), range(4)))
        assert len({state["rounds"][0]["pairings"][0]["table"] for state in states}) == 1
        skipping = {"command": {"kind": "begin_round", "round": 3}}
        assert teacher.post(f"/tournaments/{name}/commands", skipping).status_code == 409


def test_a_game_that_is_not_finished_is_drawn_and_can_be_corrected(server: Running) -> None:
    with people(server, 3) as (teacher, *children):
        name = open_tournament(teacher)
        for child, token in zip(children, links(teacher, name), strict=True):
            claim(child, name, token)
        state = begin(teacher, name, 1)
        table = table_of(state, 0)
        assert points(begin(teacher, name, 2)) == {0: "1/2", 1: "1/2"}
        # They finish it all the same, which no longer counts.
        give_up(children[0], table)
        assert points(teacher.get(f"/tournaments/{name}").json()) == {0: "1/2", 1: "1/2"}
        state = organise(teacher, name, kind="set_result", table=table, result="0-1")
        assert sorted(points(state).values()) == ["0", "1"]
        state = organise(teacher, name, kind="set_result", table=table, result=None)
        assert points(state) == {0: "0", 1: "1"}
        wrong = {"command": {"kind": "set_result", "table": table, "result": "1-1"}}
        assert teacher.post(f"/tournaments/{name}/commands", wrong).status_code == 422


def test_it_is_handed_on_to_another_device_once(server: Running) -> None:
    with people(server, 3) as (teacher, laptop, thief):
        name = open_tournament(teacher)
        token = teacher.post(f"/tournaments/{name}/handover").json()["token"]
        with TournamentSocket(teacher, name) as desk:
            assert laptop.post(f"/tournaments/{name}/claim", {"token": token}).json() == {"player": None}
            assert not desk.hear_until(lambda state: not state["organiser"])["organiser"]
        assert claim(thief, name, token) == 403
        assert begin(laptop, name, 1)["organiser"]
        assert teacher.post(f"/tournaments/{name}/links").status_code == 404


def test_three_at_a_table_with_the_computer_where_one_is_missing(server: Running) -> None:
    with people(server, 1) as (teacher,):
        names = ["Mia", "Tom", "Zoé", "Ann", "Luc"]
        asked = {"game": "4eyes-pencil-3p-7x7", "names": names, "minutes": 90}
        name = teacher.post("/tournaments", asked).json()["id"]
        pairings = begin(teacher, name, 1)["rounds"][0]["pairings"]
        kinds = [[seat["kind"] for seat in teacher.state(each["table"])["seats"]] for each in pairings]
        assert sorted(kinds) == [["human", "human", "computer"], ["human", "human", "human"]]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"game": GAME, "names": ["Mia"]}, 422),
        ({"game": GAME, "names": ["x"] * 41}, 422),
        ({"game": GAME, "names": ["Mia", "<script>"]}, 422),
        ({"game": "chess", "names": ["Mia", "Tom"]}, 404),
        ({"game": GAME, "names": ["Mia", "Tom"], "minutes": 1}, 422),
    ],
)
def test_what_is_refused(asked: Data, status: int, ada: Visitor) -> None:
    assert ada.post("/tournaments", asked).status_code == status


def test_it_goes_on_after_a_restart_and_from_a_backup(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database) as server, people(server, 3) as (teacher, *children):
        name = open_tournament(teacher)
        before = links(teacher, name)
        for child, token in zip(children, before, strict=True):
            claim(child, name, token)
        table = table_of(begin(teacher, name, 1), 0)
        jars = [visitor.http.cookies for visitor in (teacher, *children)]
    file, restored = tmp_path / "games.backup", sqlite(tmp_path / "restored")
    asyncio.run(write_backup(database, file))
    asyncio.run(restore_backup(file, restored))
    for each in (database, restored):
        with Running(each) as server, people(server, 3) as visitors:
            for visitor, jar in zip(visitors, jars, strict=True):
                visitor.http.cookies = jar
            teacher, *children = visitors
            assert links(teacher, name) == before
            with TournamentSocket(teacher, name) as desk:
                give_up(children[0], table)
                desk.hear_until(lambda state: points(state) == {0: "0", 1: "1"})
            assert len(begin(teacher, name, 2)["rounds"]) == 2


def test_two_servers_on_one_database_show_the_same(postgres: str) -> None:
    with (
        Running(postgres) as one,
        Running(postgres) as two,
        people(one, 2) as (teacher, child),
        people(two, 2) as (other, projector),
    ):
        until(lambda: one.services.bus.is_connected and two.services.bus.is_connected)
        name = open_tournament(teacher)
        tokens = links(teacher, name)
        with TournamentSocket(projector, name) as board:
            assert claim(child, name, tokens[0]) == claim(other, name, tokens[1]) == 200
            board.hear_until(lambda state: all(player["arrived"] for player in state["players"]))
            state = begin(teacher, name, 1)
            board.hear_until(lambda state: state["rounds"])
            give_up(child, table_of(state, 0))
            board.hear_until(lambda state: points(state) == {0: "0", 1: "1"})
        assert points(teacher.get(f"/tournaments/{name}").json()) == {0: "0", 1: "1"}


def test_cards_lead_to_the_links_and_are_for_the_organiser(server: Running) -> None:
    with people(server, 2) as (teacher, child):
        name = open_tournament(teacher, *(f"Mia {number}" for number in range(1, 12)))
        path = f"/api/v1/tournaments/{name}/cards.pdf"
        host = {"Host": "games.school.example"}
        sheets = read_pdf(teacher.http.get(path, params={"lang": "de", "paper": "letter"}, headers=host).content)
        assert [sheet.width for sheet in sheets] == [215.9, 215.9]
        assert all(f"Mia {number}" in "".join(sheet.text for sheet in sheets) for number in range(1, 12))
        codes = [zxingcpp.read_barcodes(sheet.pixels(8).astype(np.uint8)) for sheet in sheets]
        assert [len(found) for found in codes] == [10, 1]
        address = f"http://games.school.example/tournament/{name}#play="
        assert {code.text for found in codes for code in found} == {address + token for token in links(teacher, name)}
        assert child.http.get(path, headers=host).status_code == 404


def test_there_are_no_cards_where_nobody_else_reaches_the_server(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, people(server, 1) as (teacher,):
        answer = teacher.get(f"/tournaments/{open_tournament(teacher)}/cards.pdf")
        check(answer, 409)
