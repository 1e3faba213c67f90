import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright

from tests.server.running import Server

from .person import Person

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

NewPerson = Callable[..., Person]

#: Long, for a busy machine; what is there in time does not wait for it.
PATIENCE = 180_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        reason = "no chromium: run scripts/system-packages"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[NewPerson]:
    """People, each with a browser of their own."""
    contexts: list[BrowserContext] = []

    def come(at: Server = server, **settings: Any) -> Person:
        given = {"viewport": DESKTOP, "reduced_motion": "reduce", **settings}
        context = browser.new_context(base_url=at.url, **given)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Person(context.new_page())

    yield come
    for context in contexts:
        context.close()
