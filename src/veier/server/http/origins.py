"""Other sites that the operator trusts: which of their pages may use the API, which may show ours in a frame, and which
may show boards only.

Nobody may by default. A page of an allowed origin acts as a program: with a session of its own in the Authorization
header, never with the cookie of our visitor, which it neither sees nor may use. A board on another site is only looked
at: it has no session and no commands, so that it can be allowed to sites that are not trusted with more, or to all.
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
# What a board on another site asks: every page may read the answer, which to most is a refusal with its reason.
EMBEDS = "/api/v1/embeds"
ANY_SITE = "*"


def read_origins(name: str, text: str, *, any_site: bool = False) -> tuple[str, ...]:
    """Read a setting that lists origins; with `any_site` it may be "*". Raise VeierError."""
    if any_site and text.strip() == ANY_SITE:
        return (ANY_SITE,)
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise VeierError(message("server.settings.origin", name=f"VEIER_{name.upper()}", text=origin))
    return origins


class BoardSites:
    """The sites that may show boards: those named for that, and those that are trusted with more."""

    def __init__(self, boards: tuple[str, ...], *trusted: tuple[str, ...]) -> None:
        named = dict.fromkeys((*boards, *(origin for origins in trusted for origin in origins)))
        self._origins = (ANY_SITE,) if ANY_SITE in named else tuple(named)

    def __bool__(self) -> bool:
        return bool(self._origins)

    def __contains__(self, origin: object) -> bool:
        return origin in self._origins or self._origins == (ANY_SITE,)

    @property
    def frame_ancestors(self) -> str:
        """The directive of a content policy that lets these sites show a page in a frame."""
        if self._origins == (ANY_SITE,):
            return f"frame-ancestors {ANY_SITE}"
        return f"frame-ancestors 'self' {' '.join(self._origins)}".rstrip()


class SharedOrigins:
    """Answers pages of allowed origins so that their browser lets them read the answers (CORS)."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._origins = frozenset(origins)

    def __contains__(self, origin: object) -> bool:
        return origin in self._origins

    def preflight(self, method: str, path: str, headers: Headers) -> Response | None:
        """Answer the question of a browser whether a page may send a request; None for any other request."""
        if method != "OPTIONS" or not path.startswith("/api/"):
            return None
        if path != EMBEDS and headers.get("origin") not in self:
            return None
        if "access-control-request-method" not in headers:
            return None
        allowed = {"Methods": _METHODS, "Headers": _REQUEST_HEADERS}
        answer = {f"Access-Control-Allow-{name}": value for name, value in allowed.items()}
        return Response(status_code=204, headers={**answer, "Access-Control-Max-Age": _SECONDS})

    def mark(self, path: str, request: Headers, answer: MutableHeaders) -> None:
        """Add to an answer of the API that its page may read it; without credentials, which stay out of reach."""
        if path == EMBEDS:
            answer["Access-Control-Allow-Origin"] = ANY_SITE
            answer["Cross-Origin-Resource-Policy"] = "cross-origin"
            return
        if not self._origins or not path.startswith("/api/"):
            return
        answer.add_vary_header("Origin")
        if (origin := request.get("origin")) in self:
            answer["Access-Control-Allow-Origin"] = str(origin)
            answer["Access-Control-Expose-Headers"] = "Retry-After"
            answer["Cross-Origin-Resource-Policy"] = "cross-origin"
