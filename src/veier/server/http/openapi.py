"""The OpenAPI document: FastAPI's, with the schemas of problems and of socket messages."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from veier.server.http.problems import problem_responses
from veier.server.schemas.analysis import AnalysisMessage, AnalysisRequest
from veier.server.schemas.events import StreamMessage, StreamRequest
from veier.server.schemas.listings import RecordList
from veier.server.schemas.problems import Problem, StaleProblem
from veier.server.schemas.records import RecordDocument
from veier.server.schemas.sockets import ClientMessage, ServerMessage
from veier.server.schemas.studies import StaleStudyProblem, StudyMessage
from veier.server.schemas.tournaments import TournamentServerMessage

_REF = "#/components/schemas/{model}"
# What any request may be answered with, before it comes to its route.
_EVERYWHERE = {str(status): response for status, response in problem_responses(421, 429, 431).items()}


def operation_id(route: APIRoute) -> str:
    """Return the operation id of a route: the name of its function."""
    return route.name


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application, which is written once."""
    if app.openapi_schema is None:
        app.openapi_schema = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            separate_input_output_schemas=False,
        )
        app.openapi_schema["components"]["schemas"].update(_further_schemas())
        for operations in app.openapi_schema["paths"].values():
            for operation in operations.values():
                operation["responses"] = _EVERYWHERE | operation["responses"]
    return app.openapi_schema


def _further_schemas() -> dict[str, Any]:
    """Return the schemas that no route declares as a model: problems, records as JSON, and messages over sockets."""
    adapters: dict[str, TypeAdapter[Any]] = {
        "Problem": TypeAdapter(Problem),
        "StaleProblem": TypeAdapter(StaleProblem),
        "RecordDocument": TypeAdapter(RecordDocument),
        "RecordList": TypeAdapter(RecordList),
        "ClientMessage": TypeAdapter(ClientMessage),
        "ServerMessage": TypeAdapter(ServerMessage),
        "AnalysisMessage": TypeAdapter(AnalysisMessage),
        "AnalysisRequest": TypeAdapter(AnalysisRequest),
        "StaleStudyProblem": TypeAdapter(StaleStudyProblem),
        "StudyMessage": TypeAdapter(StudyMessage),
        "StreamMessage": TypeAdapter(StreamMessage),
        "TournamentServerMessage": TypeAdapter(TournamentServerMessage),
        "StreamRequest": TypeAdapter(StreamRequest),
    }
    schemas: dict[str, Any] = {}
    for name, adapter in adapters.items():
        schema = adapter.json_schema(ref_template=_REF)
        schemas |= schema.pop("$defs", {}) | {name: schema}
    return schemas
