"""Who is asking: a session is a secret in a cookie, or in an Authorization header for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from veier.server.settings import Settings
from veier.server.tokens import digest, is_token, new_token

# Browsers keep the cookie for so long; every table opened or joined gives it anew.
_COOKIE_AGE = 400 * 24 * 3600


def cookie_name(settings: Settings) -> str:
    """Give the cookie's name: behind TLS one that only this very host can set."""
    return "__Host-veier" if settings.secure else "veier"


def bearer(connection: HTTPConnection) -> str | None:
    """Read the session of a program from its Authorization header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and is_token(token) else None


def find_session(connection: HTTPConnection) -> str | None:
    """Give the digest of the session that asks; None for strangers."""
    settings: Settings = connection.app.state.settings
    token = bearer(connection) or connection.cookies.get(cookie_name(settings), "")
    return digest(token) if is_token(token) else None


def needed_session(request: Request, response: Response) -> str:
    """Give the digest of the session that asks; a browser that has none gets one."""
    settings: Settings = request.app.state.settings
    token = bearer(request)
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


MaybeSession = Annotated[str | None, Depends(find_session)]
Session = Annotated[str, Depends(needed_session)]
