"""The web application: its static files, the one HTML page that all its URLs return, and the catalogues."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.resources import files
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from veier.games import all_specs
from veier.messages import LANGUAGES, read_catalogue
from veier.server.http.problems import Problem, not_found, problem_response
from veier.server.web_font import book_font, book_font_path, font_css
from veier.view.browser import look_module, palette_css

_METHODS = ["GET", "HEAD"]

router = APIRouter(include_in_schema=False)
_get = partial(router.api_route, methods=_METHODS)

_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".txt": "text/plain; charset=utf-8",
}
# Files that are generated, so that the page draws boards and titles as the pictures of `view/` do.
_GENERATED: dict[str, Callable[[], bytes]] = {
    "css/palette.css": lambda: (palette_css() + font_css()).encode(),
    "js/board/look.js": lambda: look_module().encode(),
    book_font_path(): book_font,
}
_TEXT_SUFFIXES = (".js", ".css", ".html", ".json", ".svg", ".webmanifest", ".txt")
# Browsers revalidate every file, so that a new version of the program is used at once; fonts have a new name then.
_CACHE_CONTROL = "no-cache"
_KEEP_FOR_GOOD = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    content: bytes
    zipped: bytes | None
    type: str
    tag: str


@lru_cache(maxsize=512)
def _read(path: str, stamp: float) -> _File | None:
    """Read a static file; `stamp`, its time of change, makes an edited file be read again."""
    content = _content(path)
    if content is None:
        return None
    ending = "." + path.rpartition(".")[2]
    kind = _MEDIA_TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    zipped = gzip.compress(content, mtime=0) if ending in _TEXT_SUFFIXES and len(content) > 500 else None
    return _File(content, zipped, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def _content(path: str) -> bytes | None:
    """Return a generated file, a catalogue or a file of web/."""
    if generate := _GENERATED.get(path):
        return generate()
    place = _place(path)
    if place is None:
        return None
    content: bytes = _catalogue(place.stem) if path.startswith("locale/") else place.read_bytes()
    return content


def _catalogue(language: str) -> bytes:
    """Return a catalogue as JSON, with the texts of games from other packages."""
    all_specs()  # finding the games adds their texts
    return json.dumps(read_catalogue(language), ensure_ascii=False).encode()


def _place(path: str):  # type: ignore[no-untyped-def]
    """Return a file by its path below web/, or a catalogue; None if there is none or the path leads elsewhere."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\\" in part or part.startswith(".") for part in parts):
        return None
    if parts[0] == "locale":
        known = len(parts) == 2 and parts[1] in {f"{language}.json" for language in LANGUAGES}
        return files("veier.messages").joinpath(parts[1]) if known else None
    place = files("veier").joinpath("web", *parts)
    return place if place.is_file() and not path.endswith((".py", ".pyc")) else None


def _send(request: Request, path: str, status: int = 200) -> Response:
    place = _place(path)
    stamp = place.stat().st_mtime if hasattr(place, "stat") else 0.0
    found = _read(path, stamp)
    if found is None:
        raise not_found()
    kept = _KEEP_FOR_GOOD if path == book_font_path() else _CACHE_CONTROL
    headers = {"ETag": found.tag, "Cache-Control": kept, "Vary": "Accept-Encoding"}
    if status == 200 and request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.zipped, status, {**headers, "Content-Encoding": "gzip"}, found.type)
    return Response(found.content, status, headers, found.type)


@_get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """Return a static file."""
    return _send(request, path)


@_get("/sw.js")
async def service_worker(request: Request) -> Response:
    """Return the service worker, which must be at the root to control all pages."""
    return _send(request, "sw.js")


@_get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the manifest that makes the page installable."""
    return _send(request, "manifest.webmanifest")


@_get("/favicon.ico")
async def icon(request: Request) -> Response:
    """Return the icon that browsers request unasked."""
    return _send(request, "icons/icon.svg")


@_get("/")
@_get("/load")
@_get("/games")
@_get("/new/{rest:path}")
@_get("/table/{rest:path}")
@_get("/review/{rest:path}")
@_get("/print")
@_get("/print/{rest:path}")
@_get("/rules")
@_get("/rules/{rest:path}")
@_get("/puzzles")
@_get("/puzzle/{rest:path}")
@_get("/learn")
@_get("/learn/{rest:path}")
@_get("/trainer")
async def page(request: Request) -> Response:
    """Return the page, which reads its own URL."""
    return _send(request, "index.html")


async def not_found_page(request: Request, error: Exception) -> Response:
    """Answer an unknown URL: to browsers with the page, which says so in their language, to programs with a problem."""
    for_people = request.method in _METHODS and "text/html" in request.headers.get("accept", "")
    if for_people and not request.url.path.startswith(("/api/", "/static/")):
        return _send(request, "index.html", 404)
    return problem_response(error if isinstance(error, Problem) else not_found(), request)
