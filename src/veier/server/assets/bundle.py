"""The bundle: the pages in a few files, assembled when the server starts, so that a first visit takes few requests.

`js/app.js` and `css/app.css` have what the home page needs, `js/rest.js` and `css/rest.css` the other pages. Every file
has an address with the version, a hash of all of them: browsers keep it for ever, and a new version has new addresses.
Developers still edit plain modules: an edited file makes a new bundle, and `VEIER_WEB=files` serves them one by one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache

from veier.server.assets.files import File, all_stamps, digest, make_file, read_source, source_names
from veier.server.assets.modules import BUNDLE_FOLDER, Part, closure, read_part
from veier.server.assets.source_map import source_map

_ENTRY, _FIRST_PAGE = "js/app.js", "js/pages/home.js"
_REST, _STYLES, _REST_STYLES = "js/rest.js", "css/app.css", "css/rest.css"
_PAGE, _WORKER = "index.html", "sw.js"
# Modules by their names: functions that make them, and what those returned. Pages come with the second file.
_HEAD = """const $makers = {}, $made = {};
const $need = (name) => ($made[name] ??= $makers[name]());
let $styles;
const $later = async (name) => {
  if (!$makers[name]) await Promise.all([import("./rest.js"), ($styles ??= $style("../css/rest.css"))]);
  return $need(name);
};
const $style = (address) =>
  new Promise((done) => {
    const link = document.createElement("link");
    const { href } = new URL(address, import.meta.url);
    Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: done });
    document.head.append(link);
  });
export { $makers, $need, $later };
"""
_REST_HEAD = 'import { $makers, $need, $later } from "./app.js";\n'

_PLAIN_SCRIPT = re.compile(r'<script src="/static/([^"]+)">')
# Styles with the mark are those of other pages than the home page.
_STYLE_LINK = re.compile(r'[ \t]*<link rel="stylesheet" href="/static/([^"]+)"( data-later)? />\n')
# What has the last word on all pages.
_LAST_STYLES = "css/forced-colors.css"
_CSS_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
# Icons and the manifest keep their addresses: whoever installed the page knows them.
_ADDRESS = re.compile(r'(["(])/static/(?!icons/|manifest)')
# Not part of the shell: the page itself, the worker, what only type checkers read, and icons for installing.
_NOT_KEPT = re.compile(r"index\.html|sw(-push)?\.js|.*types\.js|(css|js)/embed[/.-].*|.*\.d\.ts|icons/icon-.*|.*\.map")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A version of the pages: its name, and its files by their path.

    Where files are served one by one, it has only those that name the others.
    """

    version: str
    files: dict[str, File]


def current_bundle(bundled: bool) -> Bundle:
    """Return the bundle of the files as they are now."""
    return _make_bundle(bundled, all_stamps())


@lru_cache(maxsize=2)
def _make_bundle(bundled: bool, stamps: int) -> Bundle:
    """Assemble the bundle; `stamps`, the files' times of change, make it be assembled again."""
    sources = {name: read_source(name) or b"" for name in source_names()}
    made = _assemble(sources) if bundled else sources
    version = "v-" + digest(b"".join(name.encode() + content for name, content in made.items()))
    shell = _shell(made, version)
    if bundled:
        made |= {name: _versioned(made[name], version) for name in (_PAGE, _STYLES, _REST_STYLES)}
        shell = _versioned(shell, version)
    made = made | {_WORKER: shell + made[_WORKER]}
    sent = made if bundled else (_PAGE, _WORKER)
    return Bundle(version, {name: make_file(name, made[name]) for name in sent})


def _assemble(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of the bundle: modules and styles in few, the others as they are."""
    page = sources[_PAGE].decode()
    others = {name: content for name, content in sources.items() if not name.endswith((".js", ".css"))}
    plain = {name: sources[name] for name in (_WORKER, *_PLAIN_SCRIPT.findall(page))}
    link = iter([f'    <link rel="stylesheet" href="/static/{_STYLES}" />\n'])
    page = _STYLE_LINK.sub(lambda _: next(link, ""), page)
    return others | plain | _scripts(sources) | _styles(sources) | {_PAGE: page.encode()}


def _scripts(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the modules in two files, with their maps."""
    parts = cache(lambda name: read_part(name, sources[name].decode()))
    first = closure([_FIRST_PAGE, _ENTRY], parts)
    pages = [name for part in first for name in part.later]
    rest = closure(pages, parts, {part.name for part in first})
    return {
        **_script(_ENTRY, _HEAD, first, f'$need("{_ENTRY}");\n'),
        **_script(_REST, _REST_HEAD, rest, ""),
    }


def _script(path: str, head: str, parts: list[Part], last: str) -> dict[str, bytes]:
    lines = head.splitlines()
    places: list[tuple[str, int] | None] = [None] * len(lines)
    for part in parts:
        body = part.text.split("\n")
        lines += [f'$makers["{part.name}"] = () => {{', *body, "};"]
        places += [None, *((f"/static/{part.name}", number) for number in range(len(body))), None]
    name = path.removeprefix(f"{BUNDLE_FOLDER}/")
    text = "\n".join(lines) + f"\n{last}//# sourceMappingURL={name}.map\n"
    return {path: text.encode(), f"{path}.map": source_map(places).encode()}


def _styles(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the style sheets in two, in the order of the page."""
    links = _STYLE_LINK.findall(sources[_PAGE].decode())
    return {
        _STYLES: _joined(sources, [name for name, later in links if not later]),
        _REST_STYLES: _joined(sources, [*(name for name, later in links if later), _LAST_STYLES]),
    }


def _joined(sources: dict[str, bytes], names: list[str]) -> bytes:
    return "".join(_CSS_COMMENT.sub("", sources[name].decode()) for name in names).encode()


def _versioned(content: bytes, version: str) -> bytes:
    """Write the version into addresses."""
    return _ADDRESS.sub(rf"\1/static/{version}/", content.decode()).encode()


def _shell(made: dict[str, bytes], version: str) -> bytes:
    """Return the line that lists for the service worker what to keep."""
    files = [f"/static/{name}" for name in sorted(made) if not _NOT_KEPT.fullmatch(name)]
    return f"self.shell = {json.dumps({'version': version, 'files': ['/', *files]})};\n".encode()
