"""Links as messengers and other sites show them: Open Graph, pictures, oEmbed; and what they must not do or reveal."""

from __future__ import annotations

import io
import json
import re
import struct
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import httpx
import pytest
from PIL import Image
from record.test_study import task_position

from server.serving import Data, Running, Visitor, sqlite
from veier.record import Record, format_position
from veier.record.study import Chapter, Study, Task, format_study

FIRST = "13@C3"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with an address of its own, whose boards a club may show."""
    folder = tmp_path_factory.mktemp("known")
    with Running(sqlite(folder), base_url="http://127.0.0.1", embed_origins="https://club.example") as running:
        yield running


def tags(page: httpx.Response) -> dict[str, str]:
    """Read the tags of a page as robots do."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in found}


def picture_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def oembed(visitor: Visitor, url: str, **more: str | int) -> httpx.Response:
    return visitor.http.get("/oembed", params={"url": url, **more})


@pytest.mark.parametrize(
    ("path", "language", "title"),
    [
        ("/", "fr", "Quatre pions font un carré."),
        ("/rules/4eyes", "de", "Regeln: 4EYES"),
        ("/new/4eyes%3Fa%3D4%26b%3D4%26d%3D2", "en", "4EYES: Play"),
        ("/learn//%5B", "en", "Lessons"),
        ("/learn/4eyes/lay-tile", "en", "4EYES: Lay a tile"),
        ("/puzzles", "lb", "Rätselen"),
        ("/analyse/hexrows?moves=f6", "en", "Hexagonal rows: Analysis"),
        ("/analyse/chess", "en", "Four stones make a square."),
        ("/table/nothing", "en", "Four stones make a square."),
        ("/studies", "lb", "Etüden"),
        ("/study/", "de", "Studien"),
        ("/tournament", "fr", "Classe ou club"),
        ("/edit", "en", "Set up a position"),
        ("/study/nothing", "en", "Four stones make a square."),
        ("/tournament/nothing", "en", "Four stones make a square."),
    ],
)
def test_every_link_has_a_title_a_text_and_a_picture(ada: Visitor, path: str, language: str, title: str) -> None:
    page = ada.http.get(path, headers={"Accept-Language": language})
    found = tags(page)
    assert found["og:title"] == title
    assert found["og:description"] == found["description"]
    assert found["og:url"] == ada.url + path
    assert found["og:image"].startswith(f"{ada.url}/preview.png?")
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:image:alt"].startswith(title)
    assert found["twitter:card"] == "summary_large_image"
    assert page.headers["vary"] == "Accept-Encoding, Accept-Language"
    again = ada.http.get(path, headers={"Accept-Language": language, "If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


def test_addresses_are_those_of_the_base_url(known: Running) -> None:
    found = tags(httpx.get(f"{known.url}/rules/4eyes"))
    assert found["og:url"] == "http://127.0.0.1/rules/4eyes"
    assert found["og:image"].startswith("http://127.0.0.1/preview.png?")


def test_pictures_of_a_table_a_puzzle_a_lesson_and_a_short_link(ada: Visitor) -> None:
    table = ada.open("4eyes")["id"]
    first = tags(ada.http.get(f"/table/{table}"))
    pictures = [ada.http.get(first["og:image"])]
    ada.move(table, FIRST)
    second = tags(ada.http.get(f"/table/{table}"))
    assert second["og:description"] == "Blue to move, after 1 move. Open the link to watch."
    # A picture that is kept by its address is asked for again after a move.
    assert first["og:image"] != second["og:image"]
    code = ada.post("/set-ups", {"game": "4eyes", "pieces": [{"seat": 0, "text": FIRST}], "mover": 1}).json()["code"]
    puzzle = ada.get("/puzzles").json()["games"][0]["puzzles"][0]["id"]
    paths = [f"/puzzle/{puzzle}", "/learn/4eyes/lay-tile", f"/p/4eyes/{code}"]
    pictures += [ada.http.get("/preview.png", params={"path": path}) for path in paths]
    pictures += [ada.http.get(second["og:image"])]
    for picture in pictures:
        assert picture.status_code == 200
        assert picture_size(picture.content) == (1200, 630)
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert len({picture.content for picture in pictures}) == len(pictures)
    # Robots follow a short link to the page with its tags.
    page = ada.http.get(f"/p/4eyes/{code}", follow_redirects=True)
    assert tags(page)["og:title"] == "4EYES: Analysis"


def test_robots_that_preview_an_invitation_claim_and_reveal_nothing(ada: Visitor, server: Running) -> None:
    seats = [{"kind": "me", "name": "Ada Canary"}, {"kind": "friend"}]
    opened: Data = ada.post("/tables", {"game": "4eyes", "seats": seats}).json()
    table = opened["id"]
    before = ada.state(table)
    with httpx.Client(base_url=server.url, timeout=60) as robot:
        for path in (f"/table/{table}", f"/preview.png?path=/table/{table}", f"/oembed?url={server.url}/table/{table}"):
            answer = robot.get(path)
            assert answer.status_code == 200
            assert b"Canary" not in answer.content
            assert not robot.cookies
    after = ada.state(table)
    assert (after["seats"], after["version"], after["watchers"]) == (before["seats"], before["version"], 0)


def test_a_study_shows_its_first_chapter_but_no_title_and_no_solution(ada: Visitor) -> None:
    position = task_position()
    win = next(move.text for move in position.legal_moves if position.play(move).is_over)
    task = Record.from_moves(position.game.id, win, start=position)
    chapters = Chapter(Record.from_moves("4eyes", FIRST)), Chapter(task, "Canary class", Task("win", 1))
    text = format_study(Study("Canary Anna", chapters))
    study = ada.post("/studies", {"title": "", "text": text}).json()["id"]
    names = [each["id"] for each in ada.get(f"/studies/{study}").json()["chapters"]]
    page = ada.http.get(f"/study/{study}")
    found = tags(page)
    assert found["og:title"] == "4EYES: A study"
    assert found["og:description"] == "2 chapters, with comments, drawings and tasks. Open the link to read."
    assert "Canary" not in page.text
    drawn = {}
    for name in ("", *names, "x" * 16):
        shown = tags(ada.http.get(f"/study/{study}/{name}"))
        drawn[name] = ada.http.get(shown["og:image"]).content
    assert drawn[""] == drawn[names[0]] == drawn["x" * 16]
    # The board of a task is the one on which it is to be solved.
    asked = f"/analyse/4eyes?{urlencode({'start': format_position(position)})}"
    board = ada.http.get("/preview.png", params={"path": asked}).content
    assert picture_size(drawn[names[1]]) == picture_size(board)
    assert left_half(drawn[names[1]]) == left_half(board)
    # A picture that is kept by its address is asked for again after a change.
    chapter = ada.get(f"/studies/{study}/chapters/{names[0]}").json()
    change = {"id": "c1", "version": chapter["version"], "text": json.dumps(chapter["record"] | {"comment": "New."})}
    assert ada.http.put(f"/api/v1/studies/{study}/chapters/{names[0]}", json=change).status_code == 200
    assert tags(ada.http.get(f"/study/{study}"))["og:image"] != found["og:image"]


def left_half(picture: bytes) -> bytes:
    """Return the pixels of the board, without the words beside it."""
    return Image.open(io.BytesIO(picture)).crop((0, 0, 630, 630)).tobytes()


def test_a_tournament_shows_its_game_and_nobody_s_name(ada: Visitor) -> None:
    names = {"game": "hexrows", "names": ["Canary Ada", "Canary Bob"], "minutes": 60}
    opened = ada.post("/tournaments", names)
    assert opened.status_code == 201, opened.text
    page = ada.http.get(f"/tournament/{opened.json()['id']}")
    found = tags(page)
    assert found["og:title"] == "Hexagonal rows: Tournament"
    assert found["og:description"].startswith("Who meets whom")
    assert "Canary" not in page.text
    assert picture_size(ada.http.get(found["og:image"]).content) == (1200, 630)


# oEmbed.


def test_a_link_becomes_a_frame_where_the_operator_allows_boards(known: Running) -> None:
    with known.visitor() as ada:
        found = oembed(ada, "http://127.0.0.1/analyse/4eyes?moves=13%40C3", maxwidth=300, lang="de").json()
        assert (found["version"], found["type"], found["provider_name"]) == ("1.0", "rich", "veier")
        assert (found["width"], found["height"]) == (300, 560)
        assert found["title"] == "4EYES: Analyse"
        source = unescape(re.search(r'src="([^"]+)"', found["html"])[1])  # type: ignore[index]
        assert source == "http://127.0.0.1/embed/4eyes?moves=13%40C3&lang=de"
        assert ada.http.get(source.removeprefix("http://127.0.0.1")).status_code == 200
        assert found["thumbnail_width"] == 1200
        page = ada.http.get("/analyse/4eyes?moves=13@C3").text
        discovered = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
        assert discovered
        answer = ada.http.get(unescape(discovered[1]).removeprefix("http://127.0.0.1"))
        assert answer.json()["type"] == "rich"


def test_elsewhere_a_link_becomes_a_picture(ada: Visitor) -> None:
    found = oembed(ada, f"{ada.url}/analyse/4eyes?moves=13@C3", maxwidth=600).json()
    assert (found["type"], found["width"], found["height"]) == ("photo", 600, 315)
    assert found["url"] == found["thumbnail_url"]
    assert "html" not in found


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("{server}/table/xxxxxxxxxxxxxxxx", 404),
        ("{server}/analyse/chess?moves=e4", 404),
        ("{server}/rules/4eyes", 404),
        ("https://evil.example/analyse/4eyes?moves=13@C3", 404),
        ("javascript:alert(1)", 404),
        ("http://[", 404),
    ],
)
def test_links_to_nothing_and_to_other_sites_are_unknown(ada: Visitor, url: str, status: int) -> None:
    assert oembed(ada, url.format(server=ada.url)).status_code == status


def test_only_json_is_spoken(ada: Visitor) -> None:
    assert oembed(ada, f"{ada.url}/analyse/4eyes?moves=13@C3", format="xml").status_code == 501
    assert ada.http.get("/preview.png", params={"path": "/nowhere"}).status_code == 404
    assert ada.http.get("/preview.png", params={"path": "/analyse/4eyes?moves=13@Z9"}).status_code == 422
