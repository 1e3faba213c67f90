"""The OpenAPI schema is true, and nothing a program can send breaks the server."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from .running import Player, Server

EXAMPLES = 10
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_nothing_sent_to_the_api_breaks_the_server(server: Server) -> None:
    ann = Player(server, "Ann")
    real = [ann.table(["me", "open"], public=True), ann.table(["me", "adept", "adept"])]
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), table=st.sampled_from([*real, None]))
        def send(case: schemathesis.Case[Any], table: str | None) -> None:
            if table and "id" in case.path_parameters:
                case.path_parameters["id"] = table
            answer = case.call(headers={"authorization": f"Bearer {ann.token}"})
            case.validate_response(answer, checks=CHECKS)

        send()
        tried += 1
    assert tried > 20
