import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tianxia.server.house import House
from tianxia.server.settings import Settings

from .postgres import Postgres, postgres_program
from .running import Player, Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if postgres_program("initdb") is None:
        reason = "no PostgreSQL: run scripts/system-packages"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    running = Postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tianxia.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def house() -> Iterator[Callable[..., House]]:
    """Houses without doors: everything but the requests, each as a process of its own has it."""
    opened: list[House] = []

    def build(database: str, **settings: object) -> House:
        opened.append(House(Settings(database=database, **settings)))  # type: ignore[arg-type]
        return opened[-1]

    yield build
    for each in opened:
        each.behind.shutdown()
        each.storage.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers with settings of their own."""
    started: list[Server] = []

    def start(**settings: str) -> Server:
        started.append(Server(tmp_path, **settings))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def ann(server: Server) -> Player:
    return Player(server, "Ann")


@pytest.fixture
def bo(server: Server) -> Player:
    return Player(server, "Bo")
