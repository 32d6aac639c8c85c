"""The documentation as a site: it is built without warnings, its links lead somewhere, and the server shows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import httpx
import pytest
from server.serving import Running, sqlite
from sharing import made_once

from benchmarks.browsers import HEADLESS, open_browser
from veier.server.assets import site as built_site

ROOT = Path(__file__).parents[2]
# Puts a command where there is no network, not even this machine's own; nothing where that is not allowed.
_UNSHARED = ["unshare", "--map-root-user", "--net"]
OFFLINE = _UNSHARED if which("unshare") and subprocess.run([*_UNSHARED, "true"], check=False).returncode == 0 else []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it."""
    return made_once(tmp_path_factory, "site", build_site)


def build_site(folder: Path) -> None:
    command = [*OFFLINE, sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class _Links(HTMLParser):
    """Notes what a page links to, what it loads, and its anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := values.get(name))}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"] or "")
        if tag in ("script", "img", "link", "iframe"):
            self.loaded += [value for name in ("src", "href") if (value := values.get(name))]


def test_every_link_leads_to_a_place_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = {page: _Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    assert len(pages) > 25
    for page, found in pages.items():
        assert [address for address in found.loaded if "//" in address] == [], page
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            goal = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            goal = goal / "index.html" if goal.is_dir() else goal
            assert goal.exists(), f"{page.relative_to(site)}: {link}"
            if parts.fragment and goal in pages:
                assert unquote(parts.fragment) in pages[goal].anchors, f"{page.relative_to(site)}: {link}"


def test_every_command_and_every_public_name_has_its_place(site: Path) -> None:
    import veier
    from veier.cli.app import COMMANDS

    commands = re.sub("<[^>]+>", "", (site / "reference/commands.html").read_text(encoding="utf-8"))
    assert [name for name in COMMANDS if f"veier {name}" not in commands] == []
    library = (site / "reference/library.html").read_text(encoding="utf-8")
    missing = [name for name in veier.__all__ if not re.search(rf'id="veier[\w.]*\.{name}"', library)]
    assert missing == []


def test_names_that_bots_and_agents_use_have_their_place(site: Path) -> None:
    import veier.client
    import veier.engine

    page = (site / "reference/clients.html").read_text(encoding="utf-8")
    internal = {"Engine", "Program"}
    for module in (veier.client, veier.engine):
        missing = [name for name in module.__all__ if not re.search(rf'id="veier[\w.]*\.{name}"', page)]
        assert set(missing) <= internal
    environments = (site / "reference/environments.html").read_text(encoding="utf-8")
    for name in ("env", "SeatEnv", "SeatVectorEnv", "load", "VectorGames", "Step", "ArraySymmetry"):
        assert re.search(rf'id="veier[\w.]*\.{name}"', environments), name


def test_names_in_docstrings_are_a_list(site: Path) -> None:
    """Each parameter of a class has its own entry, not a place in one paragraph."""
    page = (site / "reference/clients.html").read_text(encoding="utf-8")
    assert "<li><code>patience</code>: seconds for which a server that is away is waited for" in page
    kernels = (site / "reference/kernels.html").read_text(encoding="utf-8")
    assert re.search(r"<li>(<p>)?<code>moves\(tables, state, out\)[^<]*</code>: ", kernels)


def test_notebooks_are_shown_with_what_they_show(site: Path) -> None:
    page = (site / "notebooks/first_steps.html").read_text(encoding="utf-8")
    assert 'src="first_steps-1.svg"' in page
    assert "252 legal moves" in page
    assert (site / "notebooks/first_steps-2.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_server_shows_the_site_under_its_own_policy(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if HEADLESS is None:
        pytest.skip("there is no Chromium on this machine")
    monkeypatch.setattr(built_site, "_site", lambda: site)
    complaints: list[str] = []
    with Running(sqlite(tmp_path)) as server, open_browser(HEADLESS) as opened:
        page = opened.new_page()
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{server.url}/docs")
        page.get_by_role("link", name="What is proved").last.click()
        page.wait_for_url("**/docs/solved.html")
        assert page.get_by_role("heading", name="What is proved").is_visible()
        page.locator("[data-md-component=search-query]").first.fill("zugzwang repetition")
        page.locator(".md-search-result__item, .md-search-result__link").first.wait_for()
        # The reports on all games are a link away, in their own style.
        page.goto(f"{server.url}/docs/lab-report.html")
        page.get_by_role("link", name="Those of 120 games of each strength").click()
        page.get_by_role("heading", name="Which game is the fairest?").wait_for()
        assert page.locator("body").evaluate("body => getComputedStyle(body).margin") != "8px"
    assert complaints == []


def test_wheels_and_the_sources_that_they_are_built_from_take_the_site_along(site: Path, tmp_path: Path) -> None:
    for part in ("pyproject.toml", ".gitignore", "README.md", "LICENSE", "hatch_build.py"):
        shutil.copy(ROOT / part, tmp_path)
    shutil.copytree(ROOT / "native", tmp_path / "native")
    shutil.copytree(site, tmp_path / "src/veier/site")
    shutil.copy(ROOT / "src/veier/__init__.py", tmp_path / "src/veier")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist"]
    environment = os.environ | {"VEIER_LIBRARY": "none"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("dist/*.whl")
    assert "veier/site/index.html" in ZipFile(wheel).namelist()
    (sources,) = tmp_path.glob("dist/*.tar.gz")
    with tarfile.open(sources) as archive:
        assert any(name.endswith("/src/veier/site/index.html") for name in archive.getnames())


def test_an_installation_without_the_site_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built_site, "_site", lambda: tmp_path / "nowhere")
    with Running(sqlite(tmp_path)) as server:
        answer = httpx.get(f"{server.url}/docs/index.html")
        assert answer.status_code == 404
        assert answer.json()["reason"]["key"] == "server.no_docs"
        assert httpx.get(f"{server.url}/docs/../../pyproject.toml").status_code == 404
