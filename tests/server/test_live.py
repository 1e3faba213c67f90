"""Word of what changed reaches those who listen for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tianxia.server import live
from tianxia.server.guests import Guest
from tianxia.server.live import LOBBY, Hub, games_of
from tianxia.server.storage import Storage

from .postgres import Postgres

PATIENCE = 60.0


def test_only_tables_wake_those_who_attend_to_tables(tmp_path: Path) -> None:
    async def listen() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tianxia.db'}"))
        hub.start()
        woken: list[str] = []
        hub.every(woken.append)
        topics = [LOBBY, games_of("ann")]
        with hub.listen(topics, None) as changed, hub.listen(["other"], None) as other:
            for also in topics:
                changed.clear()
                hub.deliver("table", 1, [also])
                await asyncio.wait_for(changed.wait(), 20)
            assert woken == ["table", "table"]
            assert not other.is_set()
        assert not hub.watched(LOBBY)
        hub.stop()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(listen())).result()


def test_who_is_there_is_known_in_every_process(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who come and go, those of before a process started, and those of one that died."""
    monkeypatch.setattr(live, "ALIVE", 0.2)
    url = postgres.new_database()
    ann, bo = Guest("ann", "Ann"), Guest("bo", "Bo")

    async def until(condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.02)

    async def meet(one: Hub, two: Hub, late: Hub) -> None:
        one.start()
        two.start()
        both = {"ann": "Ann", "bo": "Bo"}
        with two.listen(["table"], bo) as changed:
            with one.listen(["table"], ann):
                await until(lambda: one.present("table") == two.present("table") == both)
                late.start()
                await until(lambda: late.present("table") == both)
                with one.listen(["table"], ann):  # another page of hers
                    pass
                await asyncio.sleep(0.3)
                assert late.present("table") == both
                mark = two.presence("table")
                changed.clear()
            await until(lambda: two.present("table") == late.present("table") == {"bo": "Bo"})
            assert changed.is_set()
            assert two.presence("table") > mark
        await until(lambda: not late.present("table"))
        assert late.presence("table") == 0, "nobody, as before anybody came"
        with one.listen(["table"], ann):
            await until(lambda: "ann" in two.present("table"))
            monkeypatch.setattr(live, "FORGOTTEN", 1.0)
            monkeypatch.setattr(two, "_heard_of", lambda process, news: None)  # as if it had died
            await until(lambda: not two.present("table"))

    async def run() -> None:
        hubs = [Hub(Storage(url)) for _ in range(3)]
        try:
            await meet(*hubs)
        finally:
            for hub in hubs:
                hub.stop()
                hub._storage.close()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(run())).result()
