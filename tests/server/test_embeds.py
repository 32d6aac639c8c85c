"""Boards on other sites: who may show them, that they need no session, and that they reveal nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.serving import Running, Visitor, sqlite
from server.test_errors import check
from veier.core.errors import VeierError
from veier.core.json_patch import apply_patch
from veier.games import game as find_game
from veier.record import format_position
from veier.server.settings import Settings

GUIDE = Path(__file__).parents[2] / "docs/how-to/embed.md"
CLUB, EVIL = "https://club.example", "https://evil.example"
RECORD = '[Game "4eyes"]\n[Red "Ada"]\n[Blue "Grete"]\n\n1. 13@C3 24@B2'


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose boards one club may show, and nothing else."""
    with Running(sqlite(tmp_path_factory.mktemp("embeds")), embed_origins=CLUB) as running:
        yield running


def ask(server: Running, origin: str | None = CLUB, **asked: Any) -> httpx.Response:
    """Ask for a board as a page of a site does."""
    headers = {} if origin is None else {"Origin": origin}
    return httpx.post(f"{server.url}/api/v1/embeds", json=asked, headers=headers, timeout=60)


def test_a_game_comes_with_its_sentences_and_every_position(opened: Running) -> None:
    found = ask(opened, game="4eyes", moves="1. 13@C3 24@B2", lang="fr").json()
    assert (found["title"], found["colours"], found["live"]) == ("4EYES", ["Rouge", "Bleu"], False)
    assert [move["turn"] for move in found["moves"]] == ["C’est à Bleu de jouer", "C’est à Rouge de jouer"]
    assert found["moves"][0]["said"].startswith("Rouge joue 13@C3")
    view, position = found["view"], find_game("4eyes").start()
    for move, text in zip(found["moves"], ["13@C3", "24@B2"], strict=True):
        view, position = apply_patch(view, move["changes"]), position.play(text)
        assert {stone["cell"] for stone in view["stones"]} == set(position.stones)
    assert httpx.get(opened.url + found["link"]).status_code == 200


def test_the_lines_of_the_guide_show_a_board(opened: Running) -> None:
    """docs/how-to/embed.md: its element asks for a game, and its module and its frame are at their addresses."""
    lines = "".join(re.findall(r"^```html\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
    addresses = re.findall(r'src="https://play.example(/[^"]+)"', lines)
    answers = [httpx.get(opened.url + address, headers={"Origin": CLUB}) for address in addresses]
    kinds = [(answer.status_code, answer.headers["Content-Type"].partition(";")[0]) for answer in answers]
    assert kinds == [(200, "text/javascript"), (200, "text/html")]
    assert "veier-board" in answers[0].text
    (attributes,) = re.findall(r"<veier-board (.*?)>", lines)
    asked = dict(re.findall(r'(\w+)="(.*?)"', attributes))
    assert len(ask(opened, **asked).json()["moves"]) == 2


def test_positions_codes_and_records_without_names(opened: Running) -> None:
    start = format_position(find_game("hexrows").start().play("f6"))
    by_string = ask(opened, position=start).json()
    assert (by_string["turn"], by_string["moves"]) == ("Blue to move", [])
    code = httpx.post(f"{opened.url}/api/v1/set-ups", json={"game": "hexrows", "start": start}, timeout=60).json()[
        "code"
    ]
    by_code = ask(opened, game="hexrows", code=code).json()
    assert (by_code["view"]["stones"], by_code["link"]) == (by_string["view"]["stones"], f"/p/hexrows/{code}")
    answer = ask(opened, record=RECORD)
    assert len(answer.json()["moves"]) == 2
    assert "Ada" not in answer.text


def test_a_table_is_shown_as_it_stands_without_names_or_a_session(opened: Running) -> None:
    with opened.visitor() as ada:
        table = ada.open("4eyes")["id"]
        ada.move(table, "13@C3")
        answer = ask(opened, table=table)
        assert (answer.json()["live"], answer.json()["link"]) == (True, f"/table/{table}")
        assert "set-cookie" not in answer.headers
        state = ada.state(table)
        ada.command(table, state["version"], kind="resign")
        found = ask(opened, table=table).json()
        assert found["live"] is False
        assert found["moves"][-1]["turn"] == "Blue gives up; Red wins."
        check(ask(opened, table="x" * 16), 404, "server.not_found")


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 422),
        ({"game": "4eyes", "table": "x" * 16}, 422),
        ({"code": "0"}, 422),
        ({"game": "chess"}, 404),
        ({"game": "4eyes", "moves": "13@Z9"}, 422),
        ({"game": "4eyes", "code": "!"}, 422),
        ({"record": "1. e4"}, 422),
        ({"game": "4eyes", "lang": "it"}, 422),
    ],
)
def test_what_names_no_game_is_refused(opened: Running, asked: dict[str, str], status: int) -> None:
    answer = ask(opened, **asked)
    assert answer.status_code == status
    assert answer.json()["detail"]


# Who may show boards.


@pytest.mark.parametrize("origin", [EVIL, "null", f"{CLUB}.evil.example"])
def test_other_sites_are_refused_with_a_reason_that_their_page_can_read(opened: Running, origin: str) -> None:
    address = f"{opened.url}/api/v1/embeds"
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    preflight = httpx.options(address, headers={"Origin": origin, **asks})
    assert preflight.headers["access-control-allow-origin"] == "*"
    answer = ask(opened, origin, game="4eyes")
    check(answer, 403, "server.embed_refused")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers


def test_a_site_that_may_show_boards_may_do_nothing_else(opened: Running) -> None:
    body = {"game": "hexrows", "seats": [{"kind": "me"}, {"kind": "device"}]}
    answer = httpx.post(f"{opened.url}/api/v1/tables", json=body, headers={"Origin": CLUB})
    check(answer, 403, "server.foreign")
    read = httpx.get(f"{opened.url}/api/v1/games", headers={"Origin": CLUB})
    assert "access-control-allow-origin" not in read.headers
    for path, policy in (("/", "frame-ancestors 'none'"), ("/embed/4eyes", f"frame-ancestors 'self' {CLUB}")):
        page = httpx.get(opened.url + path)
        assert page.headers["content-security-policy"].endswith(policy)
        assert "set-cookie" not in page.headers


def test_by_default_no_site_shows_boards(ada: Visitor) -> None:
    assert "frame-ancestors 'none'" in ada.http.get("/embed/4eyes").headers["content-security-policy"]
    check(ada.post("/embeds", {"game": "4eyes"}, Origin=CLUB), 403, "server.embed_refused")
    assert ada.post("/embeds", {"game": "4eyes"}).status_code == 200


def test_all_sites_or_those_that_are_trusted_with_more() -> None:
    every = Settings(embed_origins="*").board_sites
    assert EVIL in every
    assert every.frame_ancestors == "frame-ancestors *"
    trusted = Settings(frame_ancestors=CLUB).board_sites
    assert CLUB in trusted
    assert EVIL not in trusted
    with pytest.raises(VeierError):
        Settings(embed_origins="https://*.example")


def test_the_page_writes_what_the_address_says_as_text(opened: Running) -> None:
    page = httpx.get(f"{opened.url}/embed/4eyes", params={"moves": '"><script>alert(1)</script>', "lang": "de"}).text
    assert "<script>alert" not in page
    assert '<html lang="de">' in page
