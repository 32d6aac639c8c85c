"""What a server knows of a class can be deleted: a tournament, the name of one player, and what has grown old."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from server.serving import Running, Visitor, sqlite, until
from server.test_deletion import DAY_MS, age, in_loop, server_ms, stored
from server.test_tournaments import (
    TournamentSocket,
    begin,
    claim,
    give_up,
    links,
    open_tournament,
    organise,
    people,
    points,
    table_of,
)
from veier.server.deletion import Retention
from veier.server.store import schema


def test_the_organiser_deletes_it_with_all_names_and_everybody_is_told(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database) as server, people(server, 4) as (teacher, *children, stranger):
        name = open_tournament(teacher, "Canary Mia", "Canary Tom")
        kept = open_tournament(teacher, "Luc", "Ann")
        for child, token in zip(children, links(teacher, name), strict=True):
            assert claim(child, name, token) == 200
        table = table_of(begin(teacher, name, 1), 0)
        for visitor in (stranger, children[0]):
            assert visitor.http.delete(f"/api/v1/tournaments/{name}").status_code == 404
        with TournamentSocket(children[0], name) as socket:
            socket.hear()
            assert teacher.http.delete(f"/api/v1/tournaments/{name}").json() == {"id": name}
            while socket.hear()["type"] != "deleted":
                pass
        assert teacher.http.delete(f"/api/v1/tournaments/{name}").status_code == 404
        for path in (f"/tournaments/{name}", f"/tables/{table}"):
            until(partial(is_gone, children[0], path))
        assert children[0].get("/tournaments").json() == {"tournaments": []}
        assert [each["id"] for each in teacher.get("/tournaments").json()["tournaments"]] == [kept]
    assert "canary" not in stored(database, tmp_path).casefold()


def test_who_is_forgotten_has_no_name_in_tournaments(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database) as server, people(server, 4) as (teacher, child, opponent, tablet):
        name = open_tournament(teacher, "Canary Mia", "Tom")
        tokens = links(teacher, name)
        assert claim(child, name, tokens[0]) == claim(opponent, name, tokens[1]) == 200
        first = table_of(begin(teacher, name, 1), 0)
        give_up(opponent, first)
        begin(teacher, name, 2)
        # From the second round on she plays at a tablet; the seat of the first round is still the older device's.
        assert claim(tablet, name, tokens[0]) == 200
        with TournamentSocket(teacher, name) as desk:
            assert tablet.http.delete("/api/v1/player").json() == {"deleted": 0, "kept": 2}
            state = desk.hear_until(lambda state: state["players"][0]["name"] == "-")
        assert state["players"][0] == {"name": "-", "away": True, "arrived": False}
        # What she has won stays, and her link is not good any more.
        assert points(state)[0] == "1"
        assert claim(child, name, tokens[0]) == 403
        # The tournament of a teacher who is forgotten is deleted.
        own = open_tournament(teacher, "Canary Luc", "Canary Ann")
        begin(teacher, own, 1)
        assert teacher.http.delete("/api/v1/player").json()["deleted"] == 3
        until(lambda: opponent.get(f"/tournaments/{own}").status_code == 404)
        until(lambda: opponent.get(f"/tournaments/{name}").status_code == 404)
    assert "canary" not in stored(database, tmp_path).casefold()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_old_ones_are_deleted_when_that_is_asked_for(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    database = sqlite(tmp_path) if kind == "sqlite" else request.getfixturevalue("postgres")
    with Running(database) as server, people(server, 1) as (teacher,):
        ages = {"over": 20, "lately": 3, "running": 20, "idle": 40}
        names = {each: open_tournament(teacher, "Mia", "over true") for each in ages}
        tables = {each: table_of(begin(teacher, name, 1), 0) for each, name in names.items()}
        for each in ("over", "lately"):
            organise(teacher, names[each], kind="set_over", over=True)
        for each, days in ages.items():
            age(server, schema.tournaments, {"updated": server_ms() - days * DAY_MS}, names[each])
        retention = Retention(server.services.store, 10, server.services.retention._on_deleted)
        in_loop(server, retention.delete_old())
        gone = {each for each, name in names.items() if teacher.get(f"/tournaments/{name}").status_code == 404}
        assert gone == {"over", "idle"}
        for each in gone:
            until(partial(is_gone, teacher, f"/tables/{tables[each]}"))
        assert teacher.get(f"/tables/{tables['running']}").status_code == 200


def is_gone(visitor: Visitor, path: str) -> bool:
    """Return whether there is nothing at a path any more."""
    return visitor.get(path).status_code == 404
