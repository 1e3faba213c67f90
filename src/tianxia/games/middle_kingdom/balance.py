"""What `tianxia balance` counts in Middle Kingdom."""

from collections.abc import Iterator

from ...engine.sightings import DEALT, OFFERED, TAKEN, Measure, Sighting
from ...engine.state import State
from .rules import MiddleKingdom
from .table import STEP_NAMES


def seen(state: State) -> Iterator[Sighting]:
    """Cards in the row and who claims them, goal cards, the Dragon, tokens, conversions."""
    assert isinstance(state, MiddleKingdom)
    for event in state.events or []:
        args = event.args
        if event.kind == "row":
            for id in args["kinds"]:
                for seat in range(state.players):
                    yield Sighting(OFFERED, "board-row", id, seat)
        elif event.kind in ("claim", "heir", "swap"):
            yield Sighting(TAKEN, "board-row", args["kind"], args["player"])
        elif event.kind == "draw":
            yield Sighting(DEALT, "balance-drawn", args["kind"], args["player"])
        elif event.kind in ("goal", "goal-shift"):
            yield Sighting(TAKEN, "balance-goals", args["goal"], args["player"])
        elif event.kind == "convert":
            yield Sighting(TAKEN, "balance-conversions", args["pile"], args["player"])
        elif event.kind in ("token", "dragon"):
            yield Sighting(TAKEN, "balance-comforts", f"balance-{event.kind}", args["player"])


def measured(state: State) -> Iterator[Measure]:
    """The bids that win the cards."""
    assert isinstance(state, MiddleKingdom)
    for event in state.events or []:
        if event.kind == "claim":
            yield Measure("board-bids", event.args["kind"], float(event.args["value"]))
    if state.over():
        yield Measure("balance-end", "balance-rounds", int(state.round))


def asked(state: State, player: int) -> str:
    """The step of the round."""
    assert isinstance(state, MiddleKingdom)
    return STEP_NAMES[state.step]
