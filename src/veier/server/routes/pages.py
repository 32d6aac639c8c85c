"""The web application: its static files, the one HTML page that all its URLs return, and the catalogues."""

from __future__ import annotations

from functools import lru_cache, partial

from fastapi import APIRouter, Request, Response

from veier.server.assets.bundle import Bundle, current_bundle
from veier.server.assets.files import File, make_file, read_source, source_stamp
from veier.server.assets.responses import file_response
from veier.server.http.problems import Problem, not_found, problem_response

_METHODS = ["GET", "HEAD"]

router = APIRouter(include_in_schema=False)
_get = partial(router.api_route, methods=_METHODS)

# Addresses that stay are asked for each time, so that a new version of the program is used at once; those with a
# version are never asked for again.
_ASK, _KEEP = "no-cache", "public, max-age=31536000, immutable"


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
    """Return the page, which reads its own URL."""
    return _send(request, _bundle(request).files["index.html"])


async def not_found_page(request: Request, error: Exception) -> Response:
    """Answer an unknown URL: to browsers with the page, which says so in their language, to programs with a problem."""
    for_people = request.method in _METHODS and "text/html" in request.headers.get("accept", "")
    if for_people and not request.url.path.startswith(("/api/", "/static/")):
        return _send(request, _bundle(request).files["index.html"], 404)
    return problem_response(error if isinstance(error, Problem) else not_found(), request)
