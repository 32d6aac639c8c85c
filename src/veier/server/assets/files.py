"""The files of the pages, by their path below web/; some are generated."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from veier.games import all_specs
from veier.messages import LANGUAGES, read_catalogue
from veier.server.web_font import BOOK_FONT, book_font, font_css
from veier.view.browser import look_module, palette_css

_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".txt": "text/plain; charset=utf-8",
}
# Files that are generated, so that the page draws boards and titles as the pictures of `view/` do.
_GENERATED: dict[str, Callable[[], bytes]] = {
    "css/palette.css": lambda: (palette_css() + font_css()).encode(),
    "js/board/look.js": lambda: look_module().encode(),
    BOOK_FONT: book_font,
}
_NOT_FOR_PAGES = ("cli.", "report.", "lab.")
_CATALOGUES = tuple(f"locale/{language}.json" for language in LANGUAGES)
_TEXT_SUFFIXES = (".js", ".css", ".html", ".json", ".map", ".svg", ".webmanifest", ".txt")
_NEVER_SERVED = (".py", ".pyc")
# File systems have limits of their own, above which they raise errors.
_MAX_PATH = 200


class File(NamedTuple):
    """A file as it is sent; `zipped` where compression pays."""

    content: bytes
    zipped: bytes | None
    type: str
    tag: str


def make_file(path: str, content: bytes) -> File:
    """Prepare a file for sending."""
    ending = "." + path.rpartition(".")[2]
    kind = _MEDIA_TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    zipped = gzip.compress(content, mtime=0) if ending in _TEXT_SUFFIXES and len(content) > 500 else None
    return File(content, zipped, kind, f'"{digest(content)}"')


def digest(content: bytes) -> str:
    """Return a short hash."""
    return hashlib.sha256(content).hexdigest()[:20]


def read_source(path: str) -> bytes | None:
    """Return a generated file, a catalogue or a file of web/; None if there is none or the path leads elsewhere."""
    if generate := _GENERATED.get(path):
        return generate()
    place = _place(path)
    if place is None:
        return None
    return _catalogue(place.name.removesuffix(".json")) if path in _CATALOGUES else place.read_bytes()


def source_stamp(path: str) -> int | None:
    """Return when a file was last changed, 0 where its file system does not know; None if there is none."""
    place = _place(path)
    return stamp_of(place) if place is not None or path in _GENERATED else None


def source_names() -> list[str]:
    """List all files, also those that are generated."""
    return sorted({name for name, _ in _below(_web(), "")} | set(_GENERATED) | set(_CATALOGUES))


def all_stamps() -> int:
    """Return a number that changes when a file of web/ or a catalogue does."""
    places = [*_below(_web(), ""), *((name, _place(name)) for name in _CATALOGUES)]
    return hash(tuple((name, stamp_of(place)) for name, place in places))


def _catalogue(language: str) -> bytes:
    """Return a catalogue as JSON, with the texts of games from other packages; without those of the terminal."""
    all_specs()  # finding the games adds their texts
    texts = {key: text for key, text in read_catalogue(language).items() if is_for_pages(key)}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def is_for_pages(key: str) -> bool:
    """Return whether pages may show a text: not those of the terminal, but its refusals, and not those of the lab."""
    return not key.startswith(_NOT_FOR_PAGES) or key.startswith("cli.error.")


def place_below(folder: Traversable, path: str) -> Traversable | None:
    """Return a file below a folder; None if there is none, the path leads elsewhere, or it is not for browsers."""
    parts = path.split("/")
    if len(path) > _MAX_PATH or any(part in ("", ".", "..") or "\\" in part or part.startswith(".") for part in parts):
        return None
    place = folder.joinpath(*parts)
    return place if place.is_file() and not path.endswith(_NEVER_SERVED) else None


def _place(path: str) -> Traversable | None:
    if path.startswith("locale/"):
        return files("veier.messages").joinpath(path.partition("/")[2]) if path in _CATALOGUES else None
    return place_below(_web(), path)


def _web() -> Traversable:
    return files("veier").joinpath("web")


def _below(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for place in folder.iterdir():
        if place.is_dir():
            yield from _below(place, f"{prefix}{place.name}/")
        elif not place.name.startswith(".") and not place.name.endswith(_NEVER_SERVED):
            yield prefix + place.name, place


def stamp_of(place: Traversable | None) -> int:
    """Return when a file was last changed, 0 where its file system does not know."""
    stat = getattr(place, "stat", None)
    return stat().st_mtime_ns if stat else 0
