"""Responses that are written already: JSON text, and files to download."""

from __future__ import annotations

import gzip
from typing import Any

from fastapi import Request, Response

_MIN_GZIP_CHARACTERS = 2000


def json_response(request: Request, text: str) -> Response:
    """Return JSON text, compressed if it is long and the client accepts that; not for secrets (BREACH)."""
    if len(text) < _MIN_GZIP_CHARACTERS or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(text.encode(), 5, mtime=0), headers=headers, media_type="application/json")


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """Return a file to save under a name."""
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def text_route(media_type: str, **more: Any) -> dict[str, Any]:
    """Declare a route whose answer is a text that is not JSON; `more` are further media types with their schemas."""
    return _declare({media_type: {"schema": {"type": "string"}}, **more})


def binary_route(media_type: str) -> dict[str, Any]:
    """Declare a route whose answer is a file."""
    return _declare({media_type: {"schema": {"type": "string", "format": "binary"}}})


def _declare(content: dict[str, Any]) -> dict[str, Any]:
    return {"response_class": Response, "responses": {200: {"description": "Success", "content": content}}}
