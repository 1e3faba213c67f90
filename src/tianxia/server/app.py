"""The app: the house, its API, and what keeps it safe and watched."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from .. import __version__
from .api import router
from .errors import Invalid, Missing, Refused
from .guard import Guard, adorn
from .house import House, ThisHouse
from .jobs import ALONE, LOOKED_AT, WAITED_FOR
from .review_api import router as reviews
from .schemas import Health
from .settings import Settings
from .storage import now

#: Requests answered at once. Python runs one thread at a time, so more would only share it out in
#: smaller pieces; some wait for the database meanwhile.
AT_ONCE = 4
OWN_MACHINE = ("127.0.0.1", "::1", "testclient")
log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """The server without its pages."""
    house = House(settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = AT_ONCE
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Tianxia",
        version=__version__,
        description="Everything a page can do, for programs: make tables, sit down, look, decide.",
        lifespan=life,
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.state.refusal = refusal
    app.include_router(router)
    app.include_router(reviews)
    app.add_api_route("/healthz", health, methods=["GET"], tags=["server"])
    app.add_api_route("/metrics", metrics, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, wrong_address)
    app.add_exception_handler(SQLAlchemyError, no_database)
    app.add_exception_handler(Exception, failed)
    app.add_middleware(
        Guard, metrics=house.metrics, limits=house.limits, largest_body=settings.largest_body
    )
    return app


def health(house: ThisHouse) -> Health:
    """Whether the server is well, and its database takes what is written."""
    house.storage.note("alive", str(now()))
    return Health(status="ok", version=__version__)


def metrics(request: Request, house: ThisHouse) -> Response:
    """Numbers for Prometheus: to this machine, or to who has the token."""
    token = house.settings.metrics_token
    given = request.headers.get("authorization") == f"Bearer {token}"
    own = request.client is not None and request.client.host in OWN_MACHINE
    if not (given if token else own):
        raise Missing("no-page")
    for state, number in house.lists.count().items():
        house.metrics.tables.labels(state).set(number)
    for rank in (WAITED_FOR, LOOKED_AT, ALONE):
        house.metrics.jobs.labels(rank).set(house.jobs.count().get(rank, 0))
    house.metrics.thinking.set(house.thinker.thinking())
    text = generate_latest(house.metrics.registry)
    return PlainTextResponse(text, media_type=CONTENT_TYPE_LATEST)


async def refused(request: Request, error: Exception) -> Response:
    """Answer what was refused, in the way the app has for it."""
    assert isinstance(error, Refused)
    request.app.state.house.metrics.refused.labels(error.code).inc()
    answer: Response = await request.app.state.refusal(request, error)
    return answer


async def refusal(_: Request, error: Refused) -> Response:
    """Why nothing was done, for programs."""
    headers = {}
    if error.status == 429:
        headers["retry-after"] = str(error.values["seconds"])
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse({"code": error.code, "message": error.message}, error.status, headers)


async def invalid(request: Request, error: Exception) -> Response:
    """What does not fit the schema."""
    assert isinstance(error, RequestValidationError)
    reasons = [
        f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}"
        for found in error.errors()[:5]
    ]
    return await refused(request, Invalid("; ".join(reasons)))


async def wrong_address(request: Request, error: Exception) -> Response:
    """An address or a method that does not exist."""
    assert isinstance(error, HTTPException)
    if error.status_code not in (404, 405):
        return await refused(request, Invalid(str(error.detail)))
    code = "no-method" if error.status_code == 405 else "no-page"
    answer = await refused(request, Refused(error.status_code, code))
    answer.headers.update(error.headers or {})
    return answer


async def no_database(request: Request, error: Exception) -> Response:
    """The database cannot be reached, or does not take what is written."""
    log.error("the database failed", exc_info=error, extra={"path": request.url.path})
    return await refused(request, Refused(503, "no-database"))


async def failed(request: Request, error: Exception) -> Response:
    """Our own fault."""
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    answer = await refused(request, Refused(500, "failed"))
    adorn(answer.headers, request.scope)  # this goes around the guard
    return answer
