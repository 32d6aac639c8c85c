"""The web application: its static files, the one HTML page that all its URLs return, and the catalogues."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import lru_cache, partial
from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from veier.server.assets.bundle import Bundle, current_bundle
from veier.server.assets.files import File, make_file, read_source, source_stamp
from veier.server.assets.responses import file_response
from veier.server.http.language import preferred_language
from veier.server.http.own_origin import own_origin
from veier.server.http.problems import Problem, not_found, problem_response
from veier.server.link_previews import find_preview, home_preview
from veier.server.preview_tags import preview_tags
from veier.server.services import get_services
from veier.server.settings import Settings

_METHODS = ["GET", "HEAD"]

router = APIRouter(include_in_schema=False)
_get = partial(router.api_route, methods=_METHODS)

# Addresses that stay are asked for each time, so that a new version of the program is used at once; those with a
# version are never asked for again.
_ASK, _KEEP = "no-cache", "public, max-age=31536000, immutable"
_PREVIEW_SECONDS = 0.5


@lru_cache(maxsize=512)
def _read(path: str, stamp: int) -> File | None:
    """Read a static file that exists; `stamp`, its time of change, makes an edited file be read again."""
    content = read_source(path)
    return None if content is None else make_file(path, content)


def _bundle(request: Request) -> Bundle:
    return current_bundle(request.app.state.settings.web == "bundled")


def _send(request: Request, file: File | None, status: int = 200, caching: str = _ASK) -> Response:
    if file is None:
        raise not_found()
    return file_response(request, file, {"Cache-Control": caching}, status)


def _send_source(request: Request, path: str) -> Response:
    stamp = source_stamp(path)
    return _send(request, None if stamp is None else _read(path, stamp))


@_get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """Return a static file, of the present bundle or as it is."""
    version, _, rest = path.partition("/")
    if version.startswith("v-"):
        bundle = _bundle(request)
        return _send(request, bundle.files.get(rest) if version == bundle.version else None, caching=_KEEP)
    return _send_source(request, path)


@_get("/sw.js")
async def service_worker(request: Request) -> Response:
    """Return the service worker, which must be at the root to control all pages."""
    return _send(request, _bundle(request).files["sw.js"])


@_get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the manifest that makes the page installable."""
    return _send_source(request, "manifest.webmanifest")


@_get("/favicon.ico")
async def icon(request: Request) -> Response:
    """Return the icon that browsers request unasked."""
    return _send_source(request, "icons/icon.svg")


@_get("/")
@_get("/games")
@_get("/load")
@_get("/new/{rest:path}")
@_get("/table/{rest:path}")
@_get("/review/{rest:path}")
@_get("/analyse")
@_get("/analyse/{rest:path}")
@_get("/edit")
@_get("/edit/{rest:path}")
@_get("/studies")
@_get("/study/{rest:path}")
@_get("/explore")
@_get("/explore/{rest:path}")
@_get("/print")
@_get("/print/{rest:path}")
@_get("/rules")
@_get("/rules/{rest:path}")
@_get("/puzzles")
@_get("/puzzle/{rest:path}")
@_get("/learn")
@_get("/learn/{rest:path}")
@_get("/tournament")
@_get("/tournament/{rest:path}")
@_get("/trainer")
async def page(request: Request) -> Response:
    """Return the page, which reads its own URL, with what other sites show of a link to it."""
    settings: Settings = request.app.state.settings
    query = request.scope["query_string"].decode("latin-1")
    path = quote(request.scope["path"]) + (f"?{query}" if query else "")
    language = preferred_language(request.headers.get("accept-language", ""))
    preview = None
    # A page does not wait for a database that does not answer.
    with suppress(TimeoutError):
        preview = await asyncio.wait_for(find_preview(get_services(request), path), _PREVIEW_SECONDS)
    tags = preview_tags(own_origin(request, settings), path, preview or home_preview(), language)
    file = _with_tags(_bundle(request).files["index.html"], tags)
    return file_response(request, file, {"Cache-Control": _ASK, "Vary": "Accept-Encoding, Accept-Language"})


@lru_cache(maxsize=256)
def _with_tags(page: File, tags: str) -> File:
    return make_file("index.html", page.content.replace(b"  </head>", tags.encode() + b"  </head>", 1))


async def not_found_page(request: Request, error: Exception) -> Response:
    """Answer an unknown URL: to browsers with the page, which says so in their language, to programs with a problem."""
    for_people = request.method in _METHODS and "text/html" in request.headers.get("accept", "")
    if for_people and not request.url.path.startswith(("/api/", "/static/")):
        return _send(request, _bundle(request).files["index.html"], 404)
    return problem_response(error if isinstance(error, Problem) else not_found(), request)
