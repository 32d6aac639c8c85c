"""Reading JSON from strangers: anything that is not plain, finite and unambiguous is one typed error."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import Request as AnyRequest
from starlette.responses import Response

from veier.messages import message
from veier.server.problems import Problem

# What the deepest document of the API needs, and some more.
_DEEPEST = 20


def malformed() -> Problem:
    """Give the answer to what is no JSON, or not plain enough."""
    return Problem(400, message("server.malformed"))


def read_json(raw: bytes | str, deepest: int = _DEEPEST) -> Any:
    """Read a JSON document; refuse NaN, infinities, duplicate names, deep nesting and lone surrogates."""
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        text.encode("utf-8")
        found = json.loads(
            text, parse_constant=_refuse, parse_float=_finite, parse_int=_whole, object_pairs_hook=_unique
        )
        _check(found, deepest)
    except (ValueError, RecursionError) as error:
        raise malformed() from error
    return found


def _refuse(_: str) -> NoReturn:
    raise ValueError("not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number


def _whole(text: str) -> int:
    if len(text) > 18:
        raise ValueError("too long")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _check(value: Any, depth: int) -> None:
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
    """A route whose body is read by `read_json`."""

    def get_route_handler(self) -> Any:
        handle = super().get_route_handler()

        async def strictly(request: AnyRequest) -> Response:
            response: Response = await handle(_StrictRequest(request.scope, request.receive))
            return response

        return strictly
