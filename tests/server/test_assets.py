"""How the pages are served: modules in few files, positions kept, addresses that browsers may keep for ever."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import veier
from server.serving import Running, Visitor, sqlite
from server.source_maps import mapped_lines
from veier.server.assets.modules import NotUnderstood, closure, read_part

WEB = Path(veier.__file__).parent / "web"
PAGE = """// @ts-check
/**
 * A page.
 * @typedef {import("../dom.js").Child} Child
 */
import { h, put as fill } from "../dom.js";
import {
  a,
  b,
} from "./parts.js";
import * as marks from "./marks.js";
import "./index.js";

/** @type {Child} */ (h).x = "// kept"; /* kept */
export const one = () => import("./later.js");
  // a remark
export class Two {}
export async function three() {}
const four = 4, six = 6;
export { four, six as five };
"""
PAGE_MADE = """




const { h, put: fill } = $need("js/dom.js");
const {
  a,
  b,
} = $need("js/pages/parts.js");
const marks = $need("js/pages/marks.js");
$need("js/pages/index.js");

/** @type {Child} */ (h).x = "// kept"; /* kept */
const one = () => $later("js/pages/later.js");

class Two {}
async function three() {}
const four = 4, six = 6;
return { one, Two, three, four, five: six };"""


def test_a_module_becomes_the_body_of_a_function_line_by_line() -> None:
    part = read_part("js/pages/one.js", PAGE)
    assert part.text == PAGE_MADE
    assert part.needs == ("js/dom.js", "js/pages/parts.js", "js/pages/marks.js", "js/pages/index.js")
    assert part.later == ("js/pages/later.js",)


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;",
        "export let count = 0;",
        'export * from "./dom.js";',
        'export { h } from "./dom.js";',
        'import h from "./dom.js";',
        'import h, { put } from "./dom.js";',
        "const here = import.meta.url;",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"js/parts/odd\.js"):
        read_part("js/parts/odd.js", text)


def test_what_is_imported_comes_first_and_circles_are_refused() -> None:
    texts = {"a.js": 'import "./b.js";\nimport "./c.js";', "b.js": 'import "./c.js";', "c.js": "", "d.js": ""}
    found = closure(["a.js", "d.js"], lambda name: read_part(name, texts[name]), known=["d.js"])
    assert [part.name for part in found] == ["c.js", "b.js", "a.js"]
    texts["c.js"] = 'import "./a.js";'
    with pytest.raises(NotUnderstood, match=r"a\.js → b\.js → c\.js → a\.js"):
        closure(["a.js"], lambda name: read_part(name, texts[name]))


@pytest.mark.parametrize("script", ["app.js", "rest.js"])
def test_every_line_of_the_bundle_is_found_in_its_source(script: str, ada: Visitor) -> None:
    address = f"{folder(ada)}/js/{script}"
    lines = ada.http.get(address).text.split("\n")
    sources: dict[str, list[str]] = {}
    seen = 0
    for line, place in zip(lines, mapped_lines(ada.http.get(f"{address}.map").text), strict=False):
        if place is None or not line or line.startswith("return {"):
            continue
        if place[0] not in sources:
            sources[place[0]] = ada.http.get(place[0]).text.split("\n")
        source = sources[place[0]][place[1]].removeprefix("export ")
        assert line == source or "$need(" in line or "$later(" in line or " as " in source, place
        seen += line == source
    assert len(sources) > 20
    assert seen > 2000


def without_tags(page: str) -> str:
    """Leave out what the server adds for those who show links."""
    return re.sub(r" *<meta (?:property=\"og:|name=\"(?:description|twitter)).*\n", "", page)


def folder(visitor: Visitor) -> str:
    """Give what the addresses of the present version begin with."""
    found = re.search(r'src="(/static/v-[0-9a-f]+)/js/app.js"', visitor.http.get("/").text)
    assert found
    return found[1]


def test_browsers_keep_a_version_for_ever_and_ask_for_the_page(ada: Visitor) -> None:
    page = ada.http.get("/")
    assert page.headers["cache-control"] == "no-cache"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert [address for address in addresses if address.endswith(".css")] == [f"{folder(ada)}/css/app.css"]
    for address in [one for one in addresses if one.startswith(folder(ada))]:
        answer = ada.http.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert ("content-encoding" in answer.headers) == address.endswith((".js", ".css"))
    assert ada.http.get("/static/v-0123456789abcdef0123/js/app.js").status_code == 404
    styles = ada.http.get(f"{folder(ada)}/css/app.css").text
    assert "@import" not in styles
    assert all(ada.http.get(address).status_code == 200 for address in re.findall(r'url\("([^"]+)"\)', styles))
    assert "/*" not in styles


def test_the_service_worker_knows_every_file_of_the_version(ada: Visitor) -> None:
    shell = re.match(r"self\.shell = (.+);\n", ada.http.get("/sw.js").text)
    assert shell
    files = json.loads(shell[1])["files"]
    assert all(ada.http.get(address).status_code == 200 for address in files)
    kept = {address.removeprefix(folder(ada)) for address in files}
    assert {"/", "/js/app.js", "/js/rest.js", "/js/early.js", "/css/app.css", "/locale/lb.json"} <= kept
    assert not [address for address in kept if address.endswith((".map", ".d.ts", ".png"))]


def test_developers_can_have_the_files_one_by_one(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), web="files") as running, running.visitor() as visitor:
        page = visitor.http.get("/").text
        # But for the tags by which links to it are shown.
        assert without_tags(page) == (WEB / "index.html").read_text(encoding="utf-8")
        shell = re.match(r"self\.shell = (.+);\n", visitor.http.get("/sw.js").text)
        assert shell
        files = set(json.loads(shell[1])["files"])
        assert files >= set(re.findall(r'(?:href|src)="(/static/(?:js|css)/[^"]+)"', page))
        assert "/static/js/pages/table.js" in files
        assert "/static/js/types.js" not in files
        assert all(visitor.http.get(address).status_code == 200 for address in files)
