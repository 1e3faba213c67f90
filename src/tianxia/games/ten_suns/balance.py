"""What `tianxia balance` counts in Ten Suns."""

from collections.abc import Iterator

from ...engine.sightings import DEALT, OFFERED, TAKEN, Measure, Sighting
from ...engine.state import State
from .rules import FIRST_MONSTER, TenSuns
from .table import CARDS, FIRST_GOD, FIRST_LOCATION, STEP_NAMES


def seen(state: State) -> Iterator[Sighting]:
    """Cards laid out and won, Monsters fought, palaces completed, Gods used, the Bow at the start."""
    assert isinstance(state, TenSuns)
    for event in state.events or []:
        args = event.args
        if event.kind == "row":
            for card in args["cards"]:
                for seat in range(state.players):
                    yield Sighting(OFFERED, kind(card), card, seat)
        elif event.kind == "win":
            yield Sighting(TAKEN, kind(args["card"]), args["card"], args["player"])
        elif event.kind in ("defeated", "undefeated"):
            yield Sighting(TAKEN, "balance-fights", f"{args['card']} balance-{event.kind}")
        elif event.kind == "complete":
            yield Sighting(TAKEN, "balance-palaces", str(args["size"]), args["player"])
        elif event.kind == "use":
            yield Sighting(TAKEN, "balance-uses", args["god"], args["player"])
        elif event.kind == "round" and args["round"] == 1:
            yield Sighting(DEALT, "balance-bow", "balance-has-bow", args["player"])


def measured(state: State) -> Iterator[Measure]:
    """What cards are bought for, and where the game ends."""
    assert isinstance(state, TenSuns)
    for event in state.events or []:
        if event.kind == "win":
            yield Measure("balance-price", event.args["card"], event.args["bid"])
    if state.over():
        yield Measure("balance-end", "balance-rounds", state.round)
        yield Measure("balance-end", "balance-suns", state.sun)


def asked(state: State, player: int) -> str:
    """The step of the round."""
    assert isinstance(state, TenSuns)
    return STEP_NAMES[state.step]


def kind(id: str) -> str:
    """What kind of card it is."""
    card = CARDS.index(id)
    if card >= FIRST_MONSTER:
        return "balance-monsters"
    if card >= FIRST_GOD:
        return "gods"
    return "board-locations" if card >= FIRST_LOCATION else "hou-yi"
