"""Strict JSON for untrusted input: everything that is not plain, finite and unambiguous is one typed error.

`json.loads` accepts NaN, infinities, duplicate names, lone surrogates and integers of any length, and fails with a
RecursionError on deep nesting. Neither pydantic's parser nor orjson refuses all of these, so the hooks of the standard
library are used.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import Request as AnyRequest
from starlette.responses import Response

from veier.messages import message
from veier.server.http.problems import Problem

# More than the deepest document of the API needs.
_MAX_DEPTH = 20
# Digits of the longest integer, sign included; it fits 64 bits.
_MAX_DIGITS = 18


def malformed() -> Problem:
    """Return the problem of a text that is not strict JSON."""
    return Problem(400, message("server.malformed"))


def read_json(raw: bytes | str, max_depth: int = _MAX_DEPTH) -> Any:
    """Parse JSON; raise Problem for NaN, infinities, duplicate names, deep nesting and lone surrogates."""
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        text.encode("utf-8")
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite_float,
            parse_int=_short_int,
            object_pairs_hook=_unique_names,
        )
        _check(value, max_depth)
    except (ValueError, RecursionError) as error:
        raise malformed() from error
    return value


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("not a number")


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number


def _short_int(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError("too long")
    return int(text)


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate name")
    return found


def _check(value: Any, depth: int) -> None:
    """Raise ValueError for deep nesting and for escaped lone surrogates."""
    if depth < 0:
        raise ValueError("too deep")
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, list):
        for each in value:
            _check(each, depth - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            name.encode("utf-8")
            _check(each, depth - 1)


class _StrictRequest(Request):
    async def json(self) -> Any:
        return read_json(await self.body())


class StrictRoute(APIRoute):
    """A route whose body is parsed by `read_json`."""

    def get_route_handler(self) -> Any:
        handle = super().get_route_handler()

        async def handle_strictly(request: AnyRequest) -> Response:
            response: Response = await handle(_StrictRequest(request.scope, request.receive))
            return response

        return handle_strictly
