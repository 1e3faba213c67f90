"""The OpenAPI schema is true, and nothing a program or a browser can send breaks the server."""

import os
import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
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

from tianxia.server.main import whole_app
from tianxia.server.settings import Settings

from .running import PATIENCE, Player, Server, inside

#: So many of everything; more on demand.
EXAMPLES = int(os.environ.get("TIANXIA_EXAMPLES", "10"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_nothing_sent_to_the_api_breaks_the_server(server: Server) -> None:
    ann = Player(server, "Ann")
    real = [ann.table(["me", "open"], public=True), ann.table(["me", "adept", "adept"])]
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", timeout=PATIENCE)
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
            answer = case.call(headers={"authorization": f"Bearer {ann.token}"}, timeout=PATIENCE)
            case.validate_response(answer, checks=CHECKS)

        send()
        tried += 1
    assert tried > 20


#: Pages, with a place for what somebody might put there.
PAGES = [
    "/{}",
    "/new/{}?seats={}&public={}",
    "/table/{}?key={}",
    "/table/{}/replay?move={}&seat={}&key={}",
    "/table/{}/replay/{}?seat={}",
    "/table/{}/scenes?since={}",
    "/table/{}/review",
    "/table/{}/review/parts",
    "/table/{}/review/{}/{}",
    "/rules/{}",
    "/daily/{}/{}",
    "/hand-over/{}",
    "/static/{}",
    "/games/{}/{}",
    "/learn/{}/{}",
    "/api/tables/{}/view",
    "/api/tables/{}/review",
    "/api/tables/{}/moves/{}?seat={}",
    "/api/daily/{}/{}",
]
METHODS = ["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]


def odd_word(dice: random.Random, known: list[str]) -> str:
    """Something real, or something that is not."""
    if dice.random() < 0.5:
        return dice.choice(known)
    made = [
        str(dice.choice([-1, 0, 1, 7, 2**31, 2**63, 10**40])),
        "".join(chr(dice.choice([0, 9, 10, 37, 47, 46, 0xE9, 0x5929, 0x1F409])) for _ in range(3)),
        "9999-99-99",
        "2026-02-30",
        "0001-01-01",
        "9999-12-31",
        "x" * dice.choice([0, 1, 300, 3000]),
        "../" * dice.randrange(1, 5) + "etc/passwd",
    ]
    return quote(dice.choice(made), safe=dice.choice(["", "/", "/%"]))


def test_nothing_asked_of_the_pages_breaks_the_server(tmp_path: Path) -> None:
    app = whole_app(Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1, limits=False))
    dice = random.Random(1)

    async def visit(client: httpx.AsyncClient) -> None:
        token = (await client.post("/api/guests", json={"name": "Ann"})).json()["token"]
        client.cookies.clear()
        body = {"game": "xiang-chi", "seats": ["me"], "public": True}
        headers = {"authorization": f"Bearer {token}"}
        table = (await client.post("/api/tables", json=body, headers=headers)).json()["id"]
        known = [table, "xiang-chi", "zhanguo", "tianxia.css", "board.css", "0", "1"]
        codes: set[int] = set()
        for _ in range(50 * EXAMPLES):
            page = dice.choice(PAGES)
            path = page.format(*(odd_word(dice, known) for _ in range(page.count("{}"))))
            cookies = {"tianxia": dice.choice([token, "x", "a.b.c", token[:-1]]), "theme": "<b>"}
            cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
            try:
                request = client.build_request(
                    dice.choice(METHODS), path, headers={"cookie": cookie}
                )
            except httpx.InvalidURL:
                continue
            answer = await client.send(request)
            codes.add(answer.status_code)
            assert answer.status_code < 500, (request.method, path, answer.text[:300])
        assert {200, 404, 405, 422} <= codes

    inside(app, visit)
