"""Problem documents: every error of the API is {type, title, status, reason: {key, params}}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException

from veier.core.errors import UnknownGame, VeierError
from veier.messages import Message, message

_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "reason"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "reason": {
            "type": "object",
            "required": ["key", "params"],
            "properties": {"key": {"type": "string"}, "params": {"type": "object"}},
        },
    },
}


class Problem(HTTPException):
    """Something that is answered with a status and a reason; `more` goes into the document beside them."""

    def __init__(self, status: int, reason: Message, headers: Mapping[str, str] | None = None, **more: object) -> None:
        super().__init__(status, str(reason), dict(headers or {}))
        self.reason = reason
        self.more = more


def not_found() -> Problem:
    """Give the one answer for what does not exist and for what is not yours."""
    return Problem(404, message("server.not_found"))


def refused(error: VeierError) -> Problem:
    """Give the answer to something that the rules refuse."""
    return Problem(404 if isinstance(error, UnknownGame) else 422, error.reason)


def too_often(seconds: float) -> Problem:
    """Give the answer to somebody who asks too much."""
    wait = max(1, round(seconds))
    return Problem(429, message("server.too_often", count=wait), {"Retry-After": str(wait)}, retry=wait)


def not_saved() -> Problem:
    """Give the answer to what could not be written; nothing of it has happened."""
    return Problem(503, message("server.not_saved"), {"Retry-After": "1"})


def wrong_field(faults: Sequence[Mapping[str, Any]]) -> Problem:
    """Give the answer to a request that is not as it should be, by the first thing that pydantic finds wrong."""
    first = faults[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))[:80]
    if first["type"] == "string_too_long":
        return Problem(422, message("server.too_long", place=place, limit=first["ctx"]["max_length"]))
    return Problem(422, message("server.field", place=place or "-", problem=str(first["type"])))


def document(problem: Problem) -> dict[str, Any]:
    """Write a problem as the API does."""
    return {
        "type": f"/problems/{problem.reason.key}",
        "title": HTTPStatus(problem.status_code).phrase,
        "status": problem.status_code,
        "reason": problem.reason.to_data(),
        **problem.more,
    }


def respond(problem: Problem) -> JSONResponse:
    """Answer with a problem."""
    return JSONResponse(
        document(problem), problem.status_code, dict(problem.headers or {}), media_type="application/problem+json"
    )


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a route for the API's description."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {"application/problem+json": {"schema": _SCHEMA}},
        }
        for status in statuses
    }


def add_handlers(app: FastAPI) -> None:
    """Answer every error of an application with a problem document."""

    @app.exception_handler(AnyHTTPException)
    async def on_http(request: Request, error: AnyHTTPException) -> JSONResponse:
        if isinstance(error, Problem):
            return respond(error)
        reason = message("server.method" if error.status_code == 405 else "server.malformed")
        return respond(Problem(error.status_code, reason, error.headers))

    @app.exception_handler(RequestValidationError)
    async def on_validation(request: Request, error: RequestValidationError) -> JSONResponse:
        return respond(wrong_field(error.errors()))

    @app.exception_handler(VeierError)
    async def on_rules(request: Request, error: VeierError) -> JSONResponse:
        return respond(refused(error))
