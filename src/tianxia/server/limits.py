"""How often a client may do what: buckets that fill up again with time."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

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
}


class Limits:
    """The buckets of all clients."""

    def __init__(self, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, what: str, client: str) -> int:
        """0 if it may be done now; else the whole seconds until it may."""
        if not self._on:
            return 0
        rate = RATES[what]
        moment = self._clock()
        with self._lock:
            left, since = self._buckets.pop((what, client), (rate.burst, moment))
            left = min(rate.burst, left + (moment - since) * rate.per_second)
            allowed = left >= 1
            self._buckets[(what, client)] = (left - 1 if allowed else left, moment)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        return 0 if allowed else math.ceil((1 - left) / rate.per_second)
