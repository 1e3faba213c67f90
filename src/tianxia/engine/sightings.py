"""What a game's `balance.py` counts: cards, tiles, boards and the like, and numbers."""

from typing import NamedTuple

#: Given to a seat, or to the whole table, by chance alone.
DEALT = "dealt"
#: Within a seat's reach, whatever brought it there.
OFFERED = "offered"
#: Chosen, bought, built or fulfilled by a seat.
TAKEN = "taken"


class Sighting(NamedTuple):
    """One thing in one place of one game.

    `kind` and `id` are ids of messages where there are such ones; an `id` of several words is named
    word by word. `seat` is None for what lies there for all. Seats are compared with each other
    within a `stage` of a game, such as its first rounds.
    """

    how: str
    kind: str
    id: str
    seat: int | None = None
    stage: str = ""


class Measure(NamedTuple):
    """A number worth knowing: what a card was bought for, what is left at the end."""

    kind: str
    id: str
    value: float
