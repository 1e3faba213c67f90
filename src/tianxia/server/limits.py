"""How often a client may do what: buckets that fill up again with time."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete

from .storage import BucketRow, Storage, now

MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    per_second: float


#: By what is done; everything else is `any`.
RATES = {
    "any": Rate(120, 40),
    "guest": Rate(30, 0.5),
    "table": Rate(20, 0.3),
    "upload": Rate(10, 0.1),
    "chat": Rate(8, 1),
    "decide": Rate(40, 10),
    "advice": Rate(30, 1),
    "review": Rate(12, 0.02),
}


#: Kept in the database and counted by all processes together: what fills it. All else is counted by
#: each process for itself, since looking there would cost more than what is to be held back.
SHARED = ("guest", "table", "upload", "review")
#: Seconds after which every bucket is full again.
FORGOTTEN = max(rate.burst / rate.per_second for rate in RATES.values())


class Limits:
    """The buckets of all clients."""

    def __init__(
        self,
        on: bool = True,
        storage: Storage | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on = on
        self._storage = storage
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, what: str, client: str) -> int:
        """0 if it may be done now; else the whole seconds until it may."""
        if not self._on:
            return 0
        if self._storage is not None and what in SHARED:
            return self._wait_together(self._storage, what, client)
        moment = self._clock()
        with self._lock:
            left, since = self._buckets.pop((what, client), (RATES[what].burst, moment))
            left, seconds = _take(RATES[what], left, moment - since)
            self._buckets[(what, client)] = (left, moment)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        return seconds

    def _wait_together(self, storage: Storage, what: str, client: str) -> int:
        rate, moment = RATES[what], now()
        key = {"what": what, "client": client}
        with storage.writing(durable=False) as session:
            if session.get(BucketRow, key) is None:
                session.execute(delete(BucketRow).where(BucketRow.since < moment - FORGOTTEN))
                session.execute(
                    storage.insert(BucketRow)
                    .values(**key, left=rate.burst, since=moment)
                    .on_conflict_do_nothing()
                )
                session.expire_all()
            row = session.get_one(BucketRow, key, with_for_update=True, populate_existing=True)
            row.left, seconds = _take(rate, row.left, moment - row.since)
            row.since = moment
        return seconds


def _take(rate: Rate, left: float, passed: float) -> tuple[float, int]:
    """What is left in a bucket after taking one, and the whole seconds to wait if that cannot be."""
    left = min(rate.burst, left + max(0.0, passed) * rate.per_second)
    if left >= 1:
        return left - 1, 0
    return left, math.ceil((1 - left) / rate.per_second)
