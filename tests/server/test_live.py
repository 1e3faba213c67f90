"""Word of what changed reaches those who listen for it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tianxia.server.live import LOBBY, Hub, games_of
from tianxia.server.storage import Storage


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
