"""The API's own page."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from veier.server.describing import describe

router = APIRouter(prefix="/api/v1", include_in_schema=False)


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Show the description of the API to people."""
    return HTMLResponse(describe(request.app.openapi()))


@router.get("/docs.css")
async def docs_style() -> Response:
    """Give the page's looks."""
    return Response(files("veier.server").joinpath("describing.css").read_bytes(), media_type="text/css")
