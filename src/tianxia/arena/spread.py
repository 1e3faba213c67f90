"""Work spread over the cores of this machine, or over a cluster."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from ..bots import BotError
from ..extras import need

#: Where work is done.
PLACES = ("local", "ray")
T = TypeVar("T")


def spread(
    work: Callable[..., T], parts: Sequence[tuple[Any, ...]], on: str, jobs: int | None
) -> Iterator[T]:
    """What `work` makes of the arguments in each part, as it is done: so many at once (all cores)."""
    if on == "ray":
        return _on_ray(work, parts)
    if on == "local":
        return _on_cores(work, parts, jobs)
    raise BotError(f"work is done on {' or '.join(PLACES)}; got {on!r}")


def _on_cores(
    work: Callable[..., T], parts: Sequence[tuple[Any, ...]], jobs: int | None
) -> Iterator[T]:
    if jobs == 1 or len(parts) == 1:
        return (work(*part) for part in parts)
    need("joblib", "arena")
    from joblib import Parallel, delayed

    workers = Parallel(n_jobs=jobs or -1, return_as="generator_unordered", batch_size=1)
    found: Iterator[T] = workers(delayed(work)(*part) for part in parts)
    return found


def _on_ray(work: Callable[..., T], parts: Sequence[tuple[Any, ...]]) -> Iterator[T]:
    """On the cluster Ray is connected to (`RAY_ADDRESS`), or on a local one."""
    need("ray", "cluster")
    import ray

    own = not ray.is_initialized()
    if own:
        ray.init(log_to_driver=False)
    try:
        remote: Any = ray.remote(work)
        pending = [remote.remote(*part) for part in parts]
        while pending:
            ready, pending = ray.wait(pending)
            yield from ray.get(ready)
    finally:
        if own:
            ray.shutdown()
