"""The pages on top of the server's API."""

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ..server.app import refusal
from ..server.errors import Refused
from ..server.house import known_guest
from .drawing import Painter, compile_templates
from .learning import router as lessons
from .pages import page, router
from .puzzles import router as puzzles
from .reviews import router as reviews


def with_pages(app: FastAPI) -> FastAPI:
    """Add the pages; to a person, what is refused is told on a page too."""
    compile_templates()
    house = app.state.house
    if house.settings.painters:
        house.artist = Painter(house.settings.painters)
    app.include_router(router)
    app.include_router(lessons)
    app.include_router(reviews)
    app.include_router(puzzles)
    app.state.refusal = refusal_for_people
    return app


async def refusal_for_people(request: Request, error: Refused) -> Response:
    """A page for browsers, JSON for everybody else."""
    answer = await refusal(request, error)
    asks_for_page = "text/html" in request.headers.get("accept", "")
    if request.url.path.startswith("/api/") or not asks_for_page:
        return answer
    guest = await run_in_threadpool(known_guest, request)
    shown = page(request, guest, "message.html.j2", message=error.message)
    shown.status_code = error.status
    return shown
