"""What holds after every decision of any game of Middle Kingdom."""

from collections.abc import Callable

from tianxia.engine.state import State


def watch(state: State) -> Callable[[State], None]:
    return lambda state: None
