"""The middleware of every request: known hosts, security headers, cross-site checks, limits, metrics and logs."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from veier.messages import message
from veier.server.http.addresses import visitor, visitor_key
from veier.server.http.hosts import KnownHosts
from veier.server.http.limits import BODY_LIMIT, RECORD_LIMIT, STUDY_LIMIT, RateLimits
from veier.server.http.origins import EMBEDS, SharedOrigins, read_origins
from veier.server.http.problems import Problem, problem_response, rate_limited
from veier.server.http.sessions import bearer_token, cookie_name
from veier.server.logs import begin_request, log
from veier.server.metrics import Metrics
from veier.server.settings import Settings

NO_FRAMES = "frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        f"font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; {NO_FRAMES}"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# The id of a request, as a proxy gives it and as the answer names it.
_REQUEST_ID = "X-Request-ID"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Methods by which requests are counted; a client can invent others.
_METHODS = (*_SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE")
_STUDIES = "/api/v1/studies"
_LONG_BODY_PATHS = ("/api/v1/records", "/api/v1/records/text", "/api/v1/reviews", "/api/v1/positions", EMBEDS)


def is_cross_site(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a socket or a request that changes something comes from another site's page.

    Browsers always send an Origin; a request without one is a program's, which must not use a cookie. Neither must a
    page of an origin that the operator allows.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in read_origins("allowed_origins", settings.allowed_origins):
        return cookie_name(settings) in connection.cookies and bearer_token(connection) is None
    if settings.origin is not None:
        return origin != settings.origin
    # Without a base URL the page has the host of the request, which is a known one (`hosts.py`).
    try:
        return urlsplit(origin).netloc != connection.headers.get("host")
    except ValueError:
        return True


class RequestMiddleware:
    """Checks requests, adds security headers to responses, counts and logs both."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._hosts = KnownHosts(settings)
        self._limits = limits
        self._metrics = metrics
        self._shared = SharedOrigins(read_origins("allowed_origins", settings.allowed_origins))
        frames = read_origins("frame_ancestors", settings.frame_ancestors)
        self._headers = dict(HEADERS)
        if frames:
            policy = HEADERS["Content-Security-Policy"]
            ours = f"frame-ancestors 'self' {' '.join(frames)}"
            self._headers["Content-Security-Policy"] = policy.replace(NO_FRAMES, ours)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket" and (problem := self._check_client(HTTPConnection(scope))):
            websocket = WebSocket(scope, receive, send)
            await websocket.send_denial_response(problem_response(problem, websocket))
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        status: int | None = None
        name = begin_request(Headers(scope=scope).get(_REQUEST_ID))

        async def finish(answer: Message) -> None:
            nonlocal status
            if answer["type"] == "http.response.start":
                status = answer["status"]
                headers = MutableHeaders(scope=answer)
                self._shared.mark(scope["path"], Headers(scope=scope), headers)
                headers[_REQUEST_ID] = name
                for header, value in self._headers.items():
                    headers.setdefault(header, value)
                if self._settings.secure:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(answer)

        problem = self._check(scope)
        preflight = self._shared.preflight(scope["method"], scope["path"], Headers(scope=scope))
        if not problem:
            try:
                await (preflight or self._app)(scope, _limited(receive, _body_limit(scope)), finish)
            except Exception:
                log("fault", logging.ERROR, fault=True)
                problem = Problem(500, message("server.fault"))
        if problem and status is None:
            await problem_response(problem, HTTPConnection(scope))(scope, receive, finish)
        # The path may hold ids, so the route's pattern is logged instead.
        route = getattr(scope.get("route"), "path", "-")
        seconds = time.perf_counter() - started
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.count_request(method, route, status or 500, seconds)
        log("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))

    def _check_client(self, connection: HTTPConnection) -> Problem | None:
        if not self._hosts.is_known(connection):
            return Problem(421, message("server.host"))
        key = visitor_key(connection.client.host if connection.client else "")
        visitor.set(key)
        seconds = self._limits.requests.retry_after(key)
        return rate_limited(seconds) if seconds else None

    def _check(self, scope: Scope) -> Problem | None:
        connection = HTTPConnection(scope)
        problem = self._check_client(connection)
        if problem or scope["method"] in _SAFE_METHODS:
            return problem
        # What shows boards elsewhere changes nothing, and looks at the origin itself.
        if scope["path"] != EMBEDS and is_cross_site(connection, self._settings):
            return Problem(403, message("server.foreign"))
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > _body_limit(scope):
            return Problem(413, message("server.too_large", limit=_body_limit(scope)))
        has_body = length != "0" or "transfer-encoding" in headers
        if has_body and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return Problem(415, message("server.only_json"))
        return None


def _body_limit(scope: Scope) -> int:
    path = scope["path"]
    if path == _STUDIES:
        return STUDY_LIMIT
    return RECORD_LIMIT if path in _LONG_BODY_PATHS or path.startswith(f"{_STUDIES}/") else BODY_LIMIT


def _limited(receive: Receive, limit: int) -> Receive:
    """Limit the size of a body as it is read, whatever its headers claim."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        part = await receive()
        if part["type"] == "http.request":
            size += len(part.get("body", b""))
            if size > limit:
                raise Problem(413, message("server.too_large", limit=limit))
        return part

    return receive_limited
