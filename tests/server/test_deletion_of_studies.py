"""Studies are deleted with those who began them, and when nobody has changed them for as long as the operator says."""

from __future__ import annotations

from pathlib import Path

from server.serving import Running, Visitor, sqlite
from server.test_deletion import DAY_MS, GAME, age, delete_player, in_loop, server_ms, sit_down, stored
from server.test_errors import check
from server.test_studies import change, chapter, create, hear, invite, outline, watch
from veier.server.deletion import Retention
from veier.server.store import schema


def test_the_studies_of_a_player_go_with_the_player(database: str, tmp_path: Path) -> None:
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        shared, own = create(ada, title="Canary Ada"), create(bob, title="Canary Bob")
        invite(ada, shared, bob)
        invite(bob, own, ada)
        session = dict(bob.http.cookies)
        with watch(server, own["id"]) as reader:
            hear(reader)
            assert bob.http.delete("/api/v1/player").status_code == 200
            # Whoever reads it hears that there is something new: it is gone.
            hear(reader)
            check(ada.get(f"/studies/{own['id']}"), 404)
        assert [each["id"] for each in ada.get("/studies").json()["studies"]] == [shared["id"]]
        # In the study of somebody else, what was written stays, and the right to write there goes.
        with Visitor(server.url) as again:
            again.http.cookies.update(session)
            assert outline(again, shared["id"])["rights"] == "read"
            check(change(again, shared, chapter(again, shared), "Still here?"), 403)
        assert change(ada, shared, chapter(ada, shared), "Ada goes on.").status_code == 200
    everything = stored(database, tmp_path)
    assert "Canary Ada" in everything
    assert "Canary Bob" not in everything


def test_the_operator_deletes_the_studies_of_a_player(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        table = sit_down(ada, bob)
        create(ada, title="A study of Ada")
        create(bob, title="A study of Bob")
    assert "1 game" in delete_player(database, table, "2")
    everything = stored(database, tmp_path)
    assert "A study of Ada" in everything
    assert "A study of Bob" not in everything


def test_old_studies_are_deleted_when_that_is_asked_for(database: str) -> None:
    with Running(database) as server, server.visitor() as ada:
        old, changed, fresh = (create(ada) for _ in range(3))
        for study in (old, changed):
            age(server, schema.studies, {"updated": server_ms() - 20 * DAY_MS}, study["id"])
        assert change(ada, changed, chapter(ada, changed), "Still in use.").status_code == 200
        table = ada.open(GAME)["id"]
        retention = Retention(server.services.store, 10, server.services.registry.catching_up.look_at)
        assert in_loop(server, retention.delete_old()) == 0
        found = [ada.get(f"/studies/{study['id']}").status_code for study in (old, changed, fresh)]
        assert found == [404, 200, 200]
        assert ada.get(f"/tables/{table}").status_code == 200
