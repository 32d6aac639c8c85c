"""Each route: what it answers when all is well."""

from __future__ import annotations

import re

import pytest

import veier
from server.serving import Visitor
from veier.messages import LANGUAGES
from veier.search.levels import level_count
from veier.server.web_font import BOOK_FONT


def test_all_games_are_listed_with_a_position_to_look_at(ada: Visitor) -> None:
    games = ada.get("/games").json()["games"]
    assert [game["id"] for game in games] == [game.id for game in veier.all_games()]
    for game in games:
        assert game["levels"] == level_count(veier.game(game["id"]))
        assert len(game["view"]["stones"]) > 8
        assert game["what"] == {"key": f"game.{game['name']}.what", "params": {}}
        assert (game["minutes"] is None) == (game["ages"] is None) == (game["id"] == "hexrows")
        assert len(game["colours"]) == game["players"]


def test_one_game_with_options(ada: Visitor) -> None:
    game = ada.get("/games/4eyes", side=4, a=2, b=2, d=3).json()
    assert game["id"] == "4eyes?side=4&a=2&b=2&d=3"
    assert game["view"]["stones"] == []
    assert {option["name"]: option["value"] for option in game["options"]} == {
        "side": 4,
        "a": 2,
        "b": 2,
        "d": 3,
        "nogifts": 0,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_in_every_language(ada: Visitor, language: str) -> None:
    for game in veier.all_games():
        rules = ada.get(f"/games/{game.name}/rules", lang=language).json()
        assert (rules["id"], rules["language"]) == (game.id, language)
        assert game.name.startswith(rules["page"])
        kinds = [block["kind"] for block in rules["blocks"]]
        assert kinds[:2] == ["paragraph", "heading"]
        assert kinds.count("figures") >= 3


def test_lessons_are_listed_given_and_judged(ada: Visitor) -> None:
    listed = ada.get("/lessons").json()["lessons"]
    assert {lesson["page"] for lesson in listed} == {"4eyes", "4eyes-plus", "4eyes-pencil", "hexrows"}
    lesson = ada.get("/lessons/hexrows").json()
    assert ada.get("/lessons/4eyes-beginners").json() == ada.get("/lessons/4eyes").json()
    task = next(task for task in lesson["tasks"] if task["id"] == "run")
    assert task["title"] == {"key": "lesson.run.title", "params": {}}
    right = ada.post("/lessons/hexrows/run/tries", {"move": task["answer"]}).json()
    assert (right["right"], right["text"]["key"], right["text"]["params"]["count"]) == (True, "lesson.right.aside", 1)
    wrong = ada.post("/lessons/hexrows/run/tries", {"move": "a1"}).json()
    assert (wrong["right"], wrong["text"]["key"]) == (False, "lesson.wrong.no_point")
    assert ada.get("/games/4eyes-beginners/rules").json()["lesson"] == "4eyes"


def test_lessons_that_there_are_not(ada: Visitor) -> None:
    assert ada.get("/lessons/chess").status_code == 404
    assert ada.post("/lessons/chess/run/tries", {"move": "a1"}).status_code == 404
    assert ada.post("/lessons/hexrows/none/tries", {"move": "a1"}).status_code == 404
    assert ada.post("/lessons/hexrows/run/tries", {"move": "nonsense"}).status_code == 422
    assert ada.post("/lessons/hexrows/run/tries", {"moves": "a1"}).status_code == 422


def test_the_trainer_gives_exercises_from_a_seed(ada: Visitor) -> None:
    made = ada.get("/trainer", seed=5, skill=3, count=4).json()["exercises"]
    assert made == ada.get("/trainer", seed=5, skill=3, count=4).json()["exercises"]
    for one in made:
        assert one["answer"] in one["solved"]["squares"][0]["corners"]
        assert one["answer"] not in {stone["cell"] for stone in one["view"]["stones"]}
    assert ada.get("/trainer", seed=5, skill=11).status_code == 422
    assert ada.get("/trainer", seed=5, count=1000).status_code == 422
    assert ada.get("/trainer").status_code == 422


def test_rules_with_options_and_in_a_language_that_there_is_not(ada: Visitor) -> None:
    rules = ada.get("/games/4eyes/rules", lang="de", side=4, a=2, b=2, d=3).json()
    assert rules["id"] == "4eyes?side=4&a=2&b=2&d=3"
    assert "4x4 großen Feldern" in rules["blocks"][2]["spans"][0]["text"]
    assert ada.get("/games/4eyes/rules", lang="nl").status_code == 422
    assert ada.get("/games/chess/rules").status_code == 404
    assert ada.get("/games/4eyes/rules", side=99).json()["reason"]["key"] == "option.range"


def test_a_table_is_opened_and_played(ada: Visitor) -> None:
    table = ada.open()
    state = ada.state(table["id"])
    assert state["version"] == 0
    assert state["mine"] == [0, 1]
    assert state["hash"] == f"{veier.game('hexrows?side=4&stones=9').start().digest:016x}"
    after = ada.move(table["id"], "d4")
    assert after["version"] == 1
    assert [made["text"] for made in after["moves"]] == ["d4"]
    assert after["board"]["view"]["mover"] == 1
    listed = ada.get("/tables").json()["tables"]
    assert [each["id"] for each in listed] == [table["id"]]
    assert listed[0]["moves"] == 1
    assert listed[0]["view"]["stones"]


def test_finished_tables_are_listed_last(ada: Visitor) -> None:
    first, second = ada.open()["id"], ada.open()["id"]
    assert ada.command(second, 0, kind="resign").status_code == 200
    listed = ada.get("/tables").json()["tables"]
    assert [each["id"] for each in listed] == [first, second]
    assert listed[1]["result"]["why"] == "resigned"


def test_a_lot_mixes_the_seats(ada: Visitor) -> None:
    opened = (ada.open("hexrows?side=4&stones=9", "me", "friend", lot=True) for _ in range(12))
    kinds = {tuple(seat["kind"] for seat in table["seats"]) for table in opened}
    assert len(kinds) == 2


def test_a_table_from_a_position(ada: Visitor) -> None:
    start = veier.format_position(veier.game("hexrows?side=4&stones=9").start().play("d4", "d5"))
    table = ada.open("hexrows?side=4&stones=9", "me", "device", start=start)["id"]
    assert len(ada.state(table)["board"]["view"]["stones"]) == 2
    ada.move(table)
    record = ada.get(f"/tables/{table}/record").text
    assert veier.parse_record(record).start == veier.parse_position(start)


def test_positions_for_stepping(ada: Visitor) -> None:
    board = ada.post("/positions", {"game": "4eyes", "moves": ["13@C3", "24@B2"]}).json()
    assert len(board["view"]["stones"]) == 4
    assert board["view"]["choices"]
    assert board["squares"]
    again = ada.post("/positions", {"game": "4eyes", "start": board["position"]}).json()
    assert again["position"] == board["position"]


def test_records_are_read_and_written(ada: Visitor) -> None:
    table = ada.open()["id"]
    for _ in range(3):
        ada.move(table)
    text = ada.get(f"/tables/{table}/record").text
    read = ada.post("/records", {"text": text}).json()
    assert read["moves"] == [made["text"] for made in ada.state(table)["moves"]]
    assert read["game"] == "hexrows?side=4&stones=9"
    data = ada.get(f"/tables/{table}/record", format="json").json()
    assert veier.record_from_data(data) == veier.parse_record(text)
    again = ada.get(f"/tables/{table}/record", format="json").text
    assert ada.post("/records", {"text": again}).json() == read
    position = ada.state(table)["board"]["position"]
    assert ada.post("/records", {"text": position}).json()["start"] == position


def test_a_line_of_moves_is_a_record(ada: Visitor) -> None:
    read = ada.post("/records", {"text": "hexrows f6 g6\n"}).json()
    assert (read["game"], read["moves"], read["start"]) == (veier.game("hexrows").id, ["f6", "g6"], None)
    assert ada.post("/records", {"text": "hexrows 1. f6 g6 2. f7\n"}).json()["moves"] == ["f6", "g6", "f7"]
    assert ada.post("/records", {"text": "hexrows 1.... f6"}).status_code == 422
    assert ada.post("/reviews", {"text": "hexrows?side=4&stones=9 1. d4"}).status_code == 202


def test_pictures(ada: Visitor) -> None:
    svg = ada.get("/positions.svg", game="4eyes", moves="13@C3 24@B2")
    assert ada.get("/positions.svg", game="4eyes", moves="1. 13@C3 24@B2").text == svg.text
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    png = ada.get("/positions.png", game="hexrows", moves="f6")
    assert png.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("path", ["/", "/new/4eyes", "/table/abc", "/review/abc", "/load"])
def test_every_page_is_the_one_page(ada: Visitor, path: str) -> None:
    answer = ada.http.get(path)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    again = ada.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_people_who_are_lost_get_the_page_and_programs_a_problem(ada: Visitor) -> None:
    people = {"Accept": "text/html,application/xhtml+xml;q=0.9"}
    answer = ada.http.get("/nowhere", headers=people)
    assert (answer.status_code, len(answer.text) > 1000) == (404, True)
    assert set(answer.text.splitlines()) <= set(ada.http.get("/").text.splitlines())
    again = ada.http.get("/nowhere", headers={**people, "If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (404, answer.text)
    for path, headers in [("/nowhere", {}), ("/api/v1/nowhere", people), ("/static/nothing.js", people)]:
        problem = ada.http.get(path, headers=headers)
        assert problem.status_code == 404
        assert problem.json()["reason"]["key"] == "server.not_found"


@pytest.mark.parametrize("path", ["/", "/table/abc", "/sw.js", "/static/js/app.js"])
def test_heads_are_as_those_of_the_whole(ada: Visitor, path: str) -> None:
    head = ada.http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == ada.http.get(path).headers["etag"]


def test_the_font_of_titles_is_small_and_kept_for_good(ada: Visitor) -> None:
    [path] = re.findall(rf'href="(/static/[^"]*{BOOK_FONT})"', ada.http.get("/").text)
    answer = ada.http.get(path)
    assert answer.headers["content-type"] == "font/woff"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "font-src 'self'" in answer.headers["content-security-policy"]
    assert answer.content.startswith(b"wOFF")
    assert len(answer.content) < 16_000
    assert path in ada.http.get(path.replace(BOOK_FONT, "css/app.css")).text
    # Another version's font is not there: its page would have to be fetched again.
    assert ada.http.get(f"/static/v-0/{BOOK_FONT}").status_code == 404


def test_catalogues_are_static_files(ada: Visitor) -> None:
    answer = ada.http.get("/static/locale/lb.json")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["colour.red"] == "Rout"


@pytest.mark.parametrize(
    "path",
    [
        "/static/locale/xx.json",
        "/static/../pyproject.toml",
        "/static/%2e%2e/__init__.py",
        "/static/.hidden",
        "/static/",
    ],
)
def test_there_is_no_way_out_of_the_static_files(ada: Visitor, path: str) -> None:
    assert ada.http.get(path).status_code == 404


def test_health_and_metrics(ada: Visitor) -> None:
    ada.move(ada.open()["id"])
    assert ada.http.get("/healthz").json() == {"ok": True, "unreadable": 0, "preparing": None}
    text = ada.http.get("/metrics").text
    assert "veier_healthy 1.0" in text
    assert "veier_tables_opened_total " in text
    assert 'veier_requests_total{method="POST",route="/api/v1/tables",status="201"}' in text
    for line in text.splitlines():
        assert line.startswith(("# HELP veier_", "# TYPE veier_")) or float(line.rpartition(" ")[2]) >= 0


def test_the_api_describes_itself(ada: Visitor) -> None:
    described = ada.http.get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert "/api/v1/tables/{name}/commands" in described["paths"]
