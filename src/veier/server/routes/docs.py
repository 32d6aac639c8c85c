"""The documentation: the site that `make docs` builds, where this installation has it, and the API reference."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from veier.messages import message
from veier.server.assets.responses import file_response
from veier.server.assets.site import find_page, has_site
from veier.server.http.docs_page import render_docs
from veier.server.http.problems import Problem, not_found

router = APIRouter(include_in_schema=False)


@router.get("/api/v1/docs")
async def docs(request: Request) -> HTMLResponse:
    """Return the API reference."""
    return HTMLResponse(render_docs(request.app.openapi()))


@router.get("/api/v1/docs.css")
async def docs_style() -> Response:
    """Return the style sheet of the API reference."""
    return Response(files("veier.server.http").joinpath("docs_page.css").read_bytes(), media_type="text/css")


@router.get("/docs")
async def site_address() -> RedirectResponse:
    """Lead to the first page; the links of the site are relative."""
    return RedirectResponse("/docs/index.html")


@router.get("/docs/{path:path}")
async def site(request: Request, path: str) -> Response:
    """Return a file of the site."""
    if not has_site():
        raise Problem(404, message("server.no_docs", command="make docs"))
    page = find_page(path or "index.html")
    if page is None:
        raise not_found()
    return file_response(request, page.file, {"Cache-Control": "no-cache", **page.headers})
