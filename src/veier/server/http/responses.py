"""Responses that are JSON text already, and files to download."""

from __future__ import annotations

import gzip

from fastapi import Request, Response

_MIN_GZIP_CHARACTERS = 2000


def json_response(request: Request, text: str) -> Response:
    """Return JSON text, compressed if the client accepts it and it is long; not for responses with secrets (BREACH)."""
    if len(text) < _MIN_GZIP_CHARACTERS or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(text.encode(), 5, mtime=0), headers=headers, media_type="application/json")


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """Return a file to save under a name."""
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
