"""The middleware of every request: security headers, cross-site checks, body limits, metrics and logs."""

from __future__ import annotations

import ipaddress
import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from veier.messages import message
from veier.server.http.limits import BODY_LIMIT, RECORD_LIMIT
from veier.server.http.problems import Problem, problem_response
from veier.server.http.sessions import bearer_token, cookie_name
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_LONG_BODY_PATHS = ("/api/v1/records", "/api/v1/reviews", "/api/v1/positions")


def is_cross_site(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a socket or a request that changes something comes from another site's page.

    Browsers always send an Origin; a request without one is a program's, which must not use a cookie.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return cookie_name(settings) in connection.cookies and bearer_token(connection) is None
    if settings.origin is not None:
        return origin != settings.origin
    # Without a base URL clients use an address. A name other than localhost may be an attacker's (DNS rebinding).
    try:
        parts = urlsplit(origin)
    except ValueError:
        return True
    return parts.netloc != connection.headers.get("host") or not _is_address(parts.hostname or "")


def _is_address(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class RequestMiddleware:
    """Checks requests, adds security headers to responses, counts and logs both."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status: int | None = None

        async def finish(answer: Message) -> None:
            nonlocal status
            if answer["type"] == "http.response.start":
                status = answer["status"]
                headers = MutableHeaders(scope=answer)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self._settings.secure:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(answer)

        problem = self._check(scope)
        if not problem:
            try:
                await self._app(scope, _limited(receive, _body_limit(scope)), finish)
            except Exception:
                log("fault", logging.ERROR, fault=True)
                problem = Problem(500, message("server.fault"))
        if problem and status is None:
            await problem_response(problem, HTTPConnection(scope))(scope, receive, finish)
        # The path may hold ids, so the route's pattern is logged instead.
        route = getattr(scope.get("route"), "path", "-")
        seconds = time.perf_counter() - started
        self._metrics.count_request(scope["method"], route, status or 500, seconds)
        log("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))

    def _check(self, scope: Scope) -> Problem | None:
        if scope["method"] in _SAFE_METHODS:
            return None
        connection = HTTPConnection(scope)
        if is_cross_site(connection, self._settings):
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
    return RECORD_LIMIT if scope["path"] in _LONG_BODY_PATHS else BODY_LIMIT


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
