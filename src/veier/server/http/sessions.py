"""Sessions: a secret in a cookie for browsers, in an Authorization header for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from veier.server.http.tokens import digest, is_token, new_token
from veier.server.settings import Settings

# Seconds that browsers keep the cookie; it is renewed with each table opened or joined.
_COOKIE_AGE = 400 * 24 * 3600

# Declare both ways for OpenAPI; `find_session` reads them, also for sockets, which these classes do not support.
_cookie = APIKeyCookie(
    name="veier",
    scheme_name="sessionCookie",
    description="The session of a browser, set by the server; behind TLS its name is `__Host-veier`.",
    auto_error=False,
)
_bearer = HTTPBearer(
    scheme_name="bearer",
    description="The session of a program: 43 random characters of `A-Z a-z 0-9 - _` that it chooses itself.",
    auto_error=False,
)


def cookie_name(settings: Settings) -> str:
    """Return the cookie's name: behind TLS one that only this very host can set."""
    return "__Host-veier" if settings.secure else "veier"


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the session token of the Authorization header, if it has one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and is_token(token) else None


def find_session(connection: HTTPConnection) -> str | None:
    """Return the digest of the client's session; None if it has none."""
    settings: Settings = connection.app.state.settings
    token = bearer_token(connection) or connection.cookies.get(cookie_name(settings), "")
    return digest(token) if is_token(token) else None


def ensure_session(request: Request, response: Response) -> str:
    """Return the digest of the client's session; a browser without one gets a new cookie."""
    settings: Settings = request.app.state.settings
    token = bearer_token(request)
    if token:
        return digest(token)
    token = request.cookies.get(cookie_name(settings), "")
    if not is_token(token):
        token = new_token()
    response.set_cookie(
        cookie_name(settings),
        token,
        max_age=_COOKIE_AGE,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )
    return digest(token)


OptionalSession = Annotated[str | None, Depends(find_session)]
Session = Annotated[str, Depends(ensure_session)]
# The `dependencies` of routes that use a session, for OpenAPI.
WITH_SESSION = [Security(_cookie), Security(_bearer)]
