"""The API against its own description: whatever is sent, only declared answers come back, and never a fault."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.serving import Running

_CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def described(server: Running) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_is_declared(case: Any, server: Running) -> None:
    # As a program would send it: browsers' requests need an origin.
    headers = {"Authorization": "Bearer " + "s" * 43}
    case.call_and_validate(base_url=server.url, headers=headers, checks=_CHECKS)
