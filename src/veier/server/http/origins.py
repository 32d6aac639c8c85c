"""Other sites that the operator trusts: which of their pages may use the API, and which may show ours in a frame.

Nobody may by default. A page of an allowed origin acts as a program: with a session of its own in the Authorization
header, never with the cookie of our visitor, which it neither sees nor may use.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response

from veier.core.errors import VeierError
from veier.messages import message

# As browsers write an origin. No wildcards: a list names who is trusted.
_ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
_METHODS = "GET, POST, DELETE"
_REQUEST_HEADERS = "Authorization, Content-Type, Accept-Language"
_SECONDS = "600"


def read_origins(name: str, text: str) -> tuple[str, ...]:
    """Read a setting that lists origins; raise VeierError."""
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise VeierError(message("server.settings.origin", name=f"VEIER_{name.upper()}", text=origin))
    return origins


class SharedOrigins:
    """Answers pages of allowed origins so that their browser lets them read the answers (CORS)."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._origins = frozenset(origins)

    def __contains__(self, origin: object) -> bool:
        return origin in self._origins

    def preflight(self, method: str, path: str, headers: Headers) -> Response | None:
        """Answer the question of a browser whether a page may send a request; None for any other request."""
        if method != "OPTIONS" or not path.startswith("/api/") or headers.get("origin") not in self:
            return None
        if "access-control-request-method" not in headers:
            return None
        allowed = {"Methods": _METHODS, "Headers": _REQUEST_HEADERS}
        answer = {f"Access-Control-Allow-{name}": value for name, value in allowed.items()}
        return Response(status_code=204, headers={**answer, "Access-Control-Max-Age": _SECONDS})

    def mark(self, path: str, request: Headers, answer: MutableHeaders) -> None:
        """Add to an answer of the API that its page may read it; without credentials, which stay out of reach."""
        if not self._origins or not path.startswith("/api/"):
            return
        answer.add_vary_header("Origin")
        if (origin := request.get("origin")) in self:
            answer["Access-Control-Allow-Origin"] = str(origin)
            answer["Access-Control-Expose-Headers"] = "Retry-After"
            answer["Cross-Origin-Resource-Policy"] = "cross-origin"
