"""Files as responses: compressed where the browser takes it, and not sent again while they have not changed."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from veier.server.assets.files import File


def file_response(request: Request, file: File, headers: Mapping[str, str], status: int = 200) -> Response:
    """Return a file with some headers beside its own."""
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding", **headers}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.zipped, status, {**headers, "Content-Encoding": "gzip"}, file.type)
    return Response(file.content, status, headers, file.type)
