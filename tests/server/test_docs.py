"""The API's page and what docs/api.md shows: both are tried out."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from server.serving import Running, Visitor

_GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def example(language: str, server: Running) -> str:
    """Return an example of the guide, with the address of a server that runs."""
    found = re.search(rf"```{language}\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1].replace("http://127.0.0.1:8484", server.url)


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl on this machine")
def test_the_example_with_curl(server: Running) -> None:
    done = subprocess.run(["sh", "-eu"], input=example("sh", server), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '{"version":1}' in done.stdout
    assert "13@B2" in done.stdout
    assert "</svg>" in done.stdout


def test_the_example_with_the_client(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example("py", server), str(_GUIDE), "exec"), {})
    assert capsys.readouterr().out.strip() in ("score", "full")


class _Page(HTMLParser):
    """Notes what a page links to and which places it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src"):
                self.links.append(value or "")
            if name == "id":
                self.places.append(value or "")


def test_the_page_of_the_api_shows_every_route_and_asks_nobody_else(ada: Visitor) -> None:
    answer = ada.http.get("/api/v1/docs")
    assert answer.status_code == 200
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    page = _Page(answer.text)
    assert not page.tags & {"script", "style"}
    assert not {name for name in page.attributes if name == "style" or name.startswith("on")}
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.places
        else:
            assert link.startswith("/")
            assert ada.http.get(link).status_code == 200
    plain = re.sub("<[^>]*>", "", answer.text)
    for path, operations in ada.http.get("/api/v1/openapi.json").json()["paths"].items():
        for method in operations:
            assert f"{method.upper()} {path}" in plain
