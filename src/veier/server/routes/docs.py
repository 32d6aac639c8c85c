"""The API reference."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from veier.server.http.docs_page import render_docs

router = APIRouter(prefix="/api/v1", include_in_schema=False)


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Return the API reference."""
    return HTMLResponse(render_docs(request.app.openapi()))


@router.get("/docs.css")
async def docs_style() -> Response:
    """Return the style sheet of the API reference."""
    return Response(files("veier.server.http").joinpath("docs_page.css").read_bytes(), media_type="text/css")
