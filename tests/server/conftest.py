from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .running import Player, Server


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
