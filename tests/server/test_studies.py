"""Studies over HTTP: who may read and edit, several people at once, tasks, files and sheets; nothing is lost."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from record.test_study import sample_study, task_position
from websockets.sync.client import ClientConnection, connect

from server.declared import check_message
from server.serving import Data, Running, Visitor, sqlite
from server.test_errors import check
from veier.record import Record, format_record, record_to_data
from veier.record.study import format_study, read_study

GAME = '[Game "4eyes"]\n\n13@C3 24@A1\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for a class: all tests together create more studies in a minute than one person may."""
    with Running(sqlite(tmp_path_factory.mktemp("studies")), people_per_address=30) as running:
        yield running


def create(visitor: Visitor, text: str = GAME, title: str = "Squares") -> Data:
    answer = visitor.post("/studies", {"title": title, "text": text})
    assert answer.status_code == 201, answer.text
    return outline(visitor, answer.json()["id"])


def outline(visitor: Visitor, study: str) -> Data:
    found: Data = visitor.get(f"/studies/{study}").json()
    return found


def chapter(visitor: Visitor, study: Data, place: int = 0) -> Data:
    found: Data = visitor.get(f"/studies/{study['id']}/chapters/{study['chapters'][place]['id']}").json()
    return found


def put(visitor: Visitor, path: str, body: object) -> httpx.Response:
    return visitor.http.put(f"/api/v1{path}", json=body)


def change(visitor: Visitor, study: Data, found: Data, comment: str, name: str = "") -> httpx.Response:
    """Comment on a chapter as a visitor knows it."""
    text = json.dumps(found["record"] | {"comment": comment})
    body = {"id": name or secrets.token_hex(8), "version": found["version"], "text": text}
    return put(visitor, f"/studies/{study['id']}/chapters/{found['id']}", body)


def add(visitor: Visitor, study: Data, text: str = GAME, **more: Any) -> httpx.Response:
    body = {"id": secrets.token_urlsafe(12), "text": text, **more}
    return visitor.post(f"/studies/{study['id']}/chapters", body)


def invite(owner: Visitor, study: Data, guest: Visitor) -> str:
    """Let somebody edit a study by a link; return its secret."""
    token: str = owner.post(f"/studies/{study['id']}/links").json()["token"]
    assert guest.post(f"/studies/{study['id']}/editors", {"token": token}).status_code == 200
    return token


def test_a_study_is_written_read_and_exported_as_it_came(ada: Visitor, bob: Visitor) -> None:
    text = format_study(sample_study())
    study = create(ada, text, "")
    assert study["title"] == sample_study().title
    assert (study["rights"], outline(bob, study["id"])["rights"]) == ("owner", "read")
    assert [each["task"] for each in study["chapters"]] == [None, None, "win 1"]
    found = bob.get(f"/studies/{study['id']}/file")
    assert found.text == text
    again = create(bob, found.text, "")
    assert bob.get(f"/studies/{again['id']}/file").text == text
    listed = bob.get("/studies").json()["studies"]
    assert [(each["id"], each["chapters"], each["game"]) for each in listed] == [(again["id"], 3, "4eyes")]


def test_two_browsers_print_the_same_bytes(ada: Visitor, bob: Visitor, server: Running) -> None:
    study = create(ada, format_study(sample_study()), "")
    first = ada.get(f"/studies/{study['id']}/sheet.pdf", lang="de")
    second = bob.get(f"/studies/{study['id']}/sheet.pdf", lang="de")
    assert first.headers["content-type"] == "application/pdf"
    assert first.content == second.content
    copied = create(bob, ada.get(f"/studies/{study['id']}/file").text, "")
    assert bob.get(f"/studies/{copied['id']}/sheet.pdf", lang="de").content == first.content


def test_only_editors_write(ada: Visitor, bob: Visitor) -> None:
    study = create(ada)
    found = chapter(bob, study)
    check(change(bob, study, found, "mine"), 403, "study.read_only")
    check(add(bob, study), 403, "study.read_only")
    check(bob.post(f"/studies/{study['id']}/links"), 403, "study.read_only")
    path = f"/api/v1/studies/{study['id']}"
    check(bob.http.delete(f"{path}/chapters/{found['id']}", params={"version": 1}), 403, "study.read_only")
    # A wrong secret and a study that there is not are answered alike.
    for name in (study["id"], "x" * 16):
        for token in ("y" * 43, "short"):
            check(bob.post(f"/studies/{name}/editors", {"token": token}), 403, "study.link_ended")
    check(bob.get(f"/studies/{'x' * 16}"), 404, "server.not_found")
    other = create(bob)
    token = bob.post(f"/studies/{other['id']}/links").json()["token"]
    check(bob.post(f"/studies/{study['id']}/editors", {"token": token}), 403, "study.link_ended")
    token = invite(ada, study, bob)
    assert change(bob, study, found, "now I may").status_code == 200
    check(bob.http.delete(path), 403, "study.not_yours")
    check(bob.http.delete(f"{path}/links"), 403, "study.not_yours")
    assert ada.http.delete(f"{path}/links").status_code == 200
    check(change(bob, study, chapter(bob, study), "not any more"), 403, "study.read_only")
    check(bob.post(f"/studies/{study['id']}/editors", {"token": token}), 403, "study.link_ended")
    assert ada.http.delete(path).status_code == 200
    check(ada.http.get(path), 404, "server.not_found")


def test_a_stale_change_is_refused_with_what_is_there_now(ada: Visitor, bob: Visitor) -> None:
    study = create(ada)
    invite(ada, study, bob)
    first = second = chapter(ada, study)
    assert change(ada, study, first, "Ada's words", "c1").json() == {"version": 2}
    # A resend of the same change is answered as the first time, and made once.
    assert change(ada, study, first, "Ada's words", "c1").json() == {"version": 2}
    refused = change(bob, study, second, "Bob's words")
    check(refused, 409, "study.stale")
    present = refused.json()["chapter"]
    assert (present["version"], present["record"]["comment"]) == (2, "Ada's words")
    assert change(bob, study, present, "Ada's words, and Bob's").json() == {"version": 3}
    check(ada.http.delete(f"/api/v1/studies/{study['id']}/chapters/{first['id']}?version=2"), 409, "study.stale")


def test_order_and_title_have_a_version_of_their_own(ada: Visitor, bob: Visitor) -> None:
    study = create(ada)
    invite(ada, study, bob)
    first = study["chapters"][0]["id"]
    # Chapters can be added by both without knowing of each other.
    assert add(ada, study, after=first).status_code == add(bob, study, after=first).status_code == 201
    now = outline(ada, study["id"])
    order = [each["id"] for each in now["chapters"]]
    assert len(order) == 3
    body = {"id": "o1", "version": now["version"], "title": "  Better \n title", "chapters": order[::-1]}
    assert put(ada, f"/studies/{study['id']}", body).status_code == 200
    refused = put(bob, f"/studies/{study['id']}", body | {"id": "o2", "title": "Bob's"})
    check(refused, 409, "study.stale_outline")
    assert refused.json()["study"]["title"] == "Better title"
    fresh = outline(bob, study["id"])
    assert [each["id"] for each in fresh["chapters"]] == order[::-1]
    check(
        put(bob, f"/studies/{study['id']}", body | {"version": fresh["version"], "chapters": order[:2]}),
        422,
        "study.order",
    )
    for each in order[:2]:
        assert ada.http.delete(f"/api/v1/studies/{study['id']}/chapters/{each}?version=1").status_code == 200
    check(ada.http.delete(f"/api/v1/studies/{study['id']}/chapters/{order[2]}?version=1"), 422, "study.last_chapter")


def test_readers_are_told_of_every_change(ada: Visitor, bob: Visitor, server: Running) -> None:
    study = create(ada)
    with ExitStack() as stack:
        line = stack.enter_context(watch(server, study["id"]))
        assert hear(line) == {"type": "changed"}
        change(ada, study, chapter(ada, study), "look")
        assert hear(line) == {"type": "changed"}
        line.send('{"type":"ping"}')
        assert hear(line) == {"type": "pong"}
        ada.http.delete(f"/api/v1/studies/{study['id']}")
        assert hear(line) == {"type": "deleted"}
        line.send('{"type":"command"}')
        with pytest.raises(Exception, match="1008"):
            line.recv(10)


def watch(server: Running, study: str) -> ClientConnection:
    url = f"{server.url.replace('http', 'ws')}/api/v1/studies/{study}/socket"
    return connect(url, additional_headers={"Origin": server.url}, proxy=None)


def hear(line: ClientConnection) -> Data:
    heard: Data = json.loads(line.recv(10))
    check_message(heard, "StudyMessage")
    return heard


def test_tasks_are_judged_by_the_rules(ada: Visitor) -> None:
    position = task_position()
    task = Record(position.game, start=position, tags=(("Chapter", "Find it"), ("Task", "win 1")))
    study = create(ada, format_record(task))
    path = f"/studies/{study['id']}/chapters/{study['chapters'][0]['id']}"
    solution = ada.post(f"{path}/solution").json()
    assert solution["line"][0] in solution["moves"]
    assert solution["task"]["key"] == "puzzle.task.win"
    for move in solution["moves"]:
        assert ada.post(f"{path}/tries", {"moves": [move]}).json()["solved"]
    wrong = next(move.text for move in position.legal_moves if move.text not in solution["moves"])
    assert not ada.post(f"{path}/tries", {"moves": [wrong]}).json()["right"]
    check(ada.post(f"{path}/tries", {"moves": ["13@Z9"]}), 422, "notation.field")
    bare = create(ada)
    check(ada.post(f"/studies/{bare['id']}/chapters/{bare['chapters'][0]['id']}/tries"), 404, "server.not_found")


def test_who_plays_such_a_game_without_aids_is_not_helped_by_a_task(ada: Visitor, bob: Visitor) -> None:
    table = ada.open("4eyes", "me", "device", aids=False)["id"]
    for move in ("12@A1", "34@E5", "12@C1", "34@E4", "12@A3", "34@E3"):
        ada.move(table, move)
    position = task_position()
    text = format_record(Record(position.game, start=position, tags=(("Task", "win 1"),)))
    study = create(ada, text)
    path = f"/studies/{study['id']}"
    chapter_path = f"{path}/chapters/{study['chapters'][0]['id']}"
    check(ada.post(f"{chapter_path}/solution"), 403, "server.live_game")
    check(ada.post(f"{chapter_path}/tries", {"moves": ["12@B2"]}), 403, "server.live_game")
    check(ada.get(f"{path}/sheet.pdf"), 403, "server.live_game")
    assert bob.post(f"{chapter_path}/solution").status_code == 200


def test_bad_chapters_are_refused_with_their_place(ada: Visitor) -> None:
    check(ada.post("/studies", {"title": "x", "text": '[Game "4eyes"]\n\n13@C3 13@C3\n'}), 422, "parse.at")
    check(ada.post("/studies", {"title": "x", "text": ""}), 422)
    check(ada.post("/studies", {"title": "x", "text": '[Game "4eyes"]\n[Task "win 9"]\n'}), 422, "study.task.unknown")
    study = create(ada)
    check(add(ada, study, '[Game "4eyes"]\n\n99@C3\n'), 422, "parse.at")
    check(add(ada, study, "x" * 70_000), 422, "server.too_long")
    check(ada.post("/studies", {"title": "x", "text": "y" * 400_000}), 413, "server.too_large")
    assert outline(ada, study["id"])["version"] == 1


def test_a_study_has_a_limit_on_all_its_chapters(ada: Visitor) -> None:
    study = create(ada)
    record = record_to_data(Record.from_moves("4eyes", "13@C3", comment="x" * 60_000))
    answers = [add(ada, study, json.dumps(record)) for _ in range(7)]
    assert [answer.status_code for answer in answers[:6]] == [201] * 6
    check(answers[6], 422, "study.full")


def test_studies_survive_a_restart_on_either_database(database: str) -> None:
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        study = create(ada, format_study(sample_study()), "")
        token = invite(ada, study, bob)
        found = chapter(bob, study)
        assert change(bob, study, found, "Bob's words").json() == {"version": 2}
        check(change(ada, study, found, "Ada's words"), 409, "study.stale")
        assert add(bob, study).status_code == 201
        before = ada.get(f"/studies/{study['id']}/file").text
        jars = [visitor.http.cookies for visitor in (ada, bob)]
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob, server.visitor() as eve:
        ada.http.cookies, bob.http.cookies = jars
        assert [outline(each, study["id"])["rights"] for each in (ada, bob, eve)] == ["owner", "edit", "read"]
        assert ada.get(f"/studies/{study['id']}/file").text == before
        assert read_study(before).chapters[0].record.comment == "Bob's words"
        assert eve.post(f"/studies/{study['id']}/editors", {"token": token}).status_code == 200
        assert ada.http.delete(f"/api/v1/studies/{study['id']}").status_code == 200


def test_changes_at_one_server_are_told_at_another(postgres: str) -> None:
    with Running(postgres) as one, Running(postgres) as two, one.visitor() as ada, two.visitor() as bob:
        study = create(ada)
        invite(ada, study, bob)
        with watch(two, study["id"]) as line:
            assert hear(line) == {"type": "changed"}
            found = chapter(bob, study)
            assert change(ada, study, found, "at one").status_code == 200
            assert hear(line) == {"type": "changed"}
            check(change(bob, study, found, "at two"), 409, "study.stale")


def test_secrets_are_stored_as_digests_and_logged_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        Running(sqlite(tmp_path)) as server,
        server.visitor() as ada,
        server.visitor() as bob,
        caplog.at_level(0, "veier"),
    ):
        study = create(ada, GAME, "Canary title")
        token = invite(ada, study, bob)
        with sqlite3.connect(tmp_path / "games.sqlite3") as database:
            rows = "".join(database.iterdump())
    assert token not in rows
    for canary in (token, study["id"], "Canary"):
        assert canary not in caplog.text
