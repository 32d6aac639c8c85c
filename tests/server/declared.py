"""Answers against the server's own declaration: the schema of each answer in the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

Data = dict[str, Any]


@cache
def _document() -> Data:
    from veier.server.app import create_app
    from veier.server.settings import Settings

    document: Data = json.loads(json.dumps(create_app(Settings(database="sqlite://")).openapi()))
    for schema in document["components"]["schemas"].values():
        # Clients must ignore what they do not know; here nothing may be sent that is not declared.
        if "properties" in schema:
            schema["additionalProperties"] = False
    return document


@cache
def _routes() -> list[tuple[re.Pattern[str], Data]]:
    """List the paths as patterns, the most specific first."""
    paths = sorted(_document()["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operations) for path, operations in paths]


@cache
def _is_valid(declared: str) -> Callable[[Any], None]:
    schema = {**json.loads(declared), "components": _document()["components"]}
    return jsonschema_rs.Draft202012Validator(schema).validate


def check_puzzle_try(answer: httpx.Response) -> None:
    """Assert that an answer of the API has a declared status, media type and content."""
    operation = next((found for pattern, found in _routes() if pattern.fullmatch(answer.request.url.path)), {})
    declared = operation.get(answer.request.method.lower())
    if declared is None:
        return
    response = declared["responses"][str(answer.status_code)]
    media_type = answer.headers["content-type"].partition(";")[0]
    schema = response["content"][media_type]["schema"]
    if media_type.endswith("json"):
        answer.read()
        _is_valid(json.dumps(schema))(answer.json())


def check_message(message: Data, schema: str = "ServerMessage") -> None:
    """Assert that a message over a socket is as declared."""
    _is_valid(json.dumps({"$ref": f"#/components/schemas/{schema}"}))(message)
