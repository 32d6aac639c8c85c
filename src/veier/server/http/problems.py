"""Problem documents (RFC 9457): every error of the API is {type, title, status, detail, reason: {key, params}}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import HTTPConnection

from veier.core.errors import UnknownGame, VeierError
from veier.messages import DEFAULT, Message, message
from veier.server.compact_json import dump_json
from veier.server.http.language import preferred_language
from veier.server.store.errors import Conflict, Damaged, NotSaved, StoreError, Unknown
from veier.table.validation import own_error, place_of

MEDIA_TYPE = "application/problem+json"
# Where a request's data comes from, which is no part of a place in it.
_SOURCES = ("body", "query", "path")


class Problem(HTTPException):
    """An error with a status and a reason; `more` are further members of the document."""

    def __init__(self, status: int, reason: Message, headers: Mapping[str, str] | None = None, **more: object) -> None:
        super().__init__(status, str(reason), dict(headers or {}))
        self.reason = reason
        self.more = more


def not_found() -> Problem:
    """Return the one problem for what does not exist and for what the client may not see."""
    return Problem(404, message("server.not_found"))


def refused(error: VeierError) -> Problem:
    """Return the problem for an error of the rules, a record or a table."""
    return Problem(404 if isinstance(error, UnknownGame) else 422, error.reason)


def rate_limited(seconds: float) -> Problem:
    """Return the problem for a client that exceeds a rate limit."""
    wait = max(1, round(seconds))
    return Problem(429, message("server.too_often", count=wait), {"Retry-After": str(wait)}, retry=wait)


def store_problem(error: StoreError) -> Problem:
    """Return the problem for an error of the store, by what is known of the change."""
    if isinstance(error, Conflict):
        return Problem(409, message("server.conflict"))
    if isinstance(error, Damaged):
        return Problem(410, message("server.unreadable"))
    saved = "server.not_saved" if isinstance(error, NotSaved) else "server.unavailable"
    key = "server.not_known" if isinstance(error, Unknown) else saved
    return Problem(503, message(key), {"Retry-After": "1"}, retry=1)


def validation_problem(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """Return the problem for the first of pydantic's validation errors."""
    first = errors[0]
    error = own_error(first)
    if error:
        return refused(error)
    place = place_of({**first, "loc": [part for part in first["loc"] if part not in _SOURCES]})
    if first["type"] == "string_too_long":
        return Problem(422, message("server.too_long", place=place, limit=first["ctx"]["max_length"]))
    return Problem(422, message("server.field", place=place, problem=str(first["type"])))


def problem_document(problem: Problem, connection: HTTPConnection) -> dict[str, Any]:
    """Return a problem as data, with its sentence in the client's language."""
    return _document(problem, preferred_language(connection.headers.get("accept-language", "")))


def _document(problem: Problem, language: str) -> dict[str, Any]:
    return {
        "type": f"/problems/{problem.reason.key}",
        "title": HTTPStatus(problem.status_code).phrase,
        "status": problem.status_code,
        "detail": problem.reason.text(language),
        "reason": problem.reason.to_data(),
        **problem.more,
    }


def problem_response(problem: Problem, connection: HTTPConnection) -> JSONResponse:
    """Return the response for a problem."""
    return JSONResponse(
        problem_document(problem, connection),
        problem.status_code,
        dict(problem.headers or {}),
        media_type=MEDIA_TYPE,
    )


def plain_response(problem: Problem) -> bytes:
    """Return the whole response for a problem of a client whose request was not read, and end the connection."""
    body = dump_json(_document(problem, DEFAULT)).encode()
    headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in (headers | dict(problem.headers or {})).items()]
    status = f"HTTP/1.1 {problem.status_code} {HTTPStatus(problem.status_code).phrase}"
    return "\r\n".join([status, *lines, "", ""]).encode() + body


def problem_responses(*statuses: int, schema: str = "Problem") -> dict[int | str, dict[str, Any]]:
    """Declare the errors of a route for OpenAPI."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
        }
        for status in statuses
    }


def add_problem_handlers(app: FastAPI) -> None:
    """Make an application answer every error with a problem document."""

    @app.exception_handler(AnyHTTPException)
    async def on_http(request: Request, error: AnyHTTPException) -> JSONResponse:
        if isinstance(error, Problem):
            return problem_response(error, request)
        reason = message("server.method" if error.status_code == 405 else "server.malformed")
        return problem_response(Problem(error.status_code, reason, error.headers), request)

    @app.exception_handler(RequestValidationError)
    async def on_validation(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem_response(validation_problem(error.errors()), request)

    @app.exception_handler(StoreError)
    async def on_store(request: Request, error: StoreError) -> JSONResponse:
        return problem_response(store_problem(error), request)

    @app.exception_handler(VeierError)
    async def on_rules(request: Request, error: VeierError) -> JSONResponse:
        return problem_response(refused(error), request)
