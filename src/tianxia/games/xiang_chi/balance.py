"""What `tianxia balance` counts in The Court of Xiang Chi."""

from collections.abc import Iterator

from ...engine.sightings import DEALT, TAKEN, Measure, Sighting
from ...engine.state import State
from .rules import XiangChi
from .table import QUESTIONS

#: The rows a game begins with are as random as can be; what comes later depends on who plays.
EARLY_TURNS = 10


def seen(state: State) -> Iterator[Sighting]:
    """Cards that come to the market and what is bought, beaten or left; the uses of a Tax Collector."""
    assert isinstance(state, XiangChi)
    stage = "stage-early" if state.turn <= EARLY_TURNS else "stage-late"
    for event in state.events or []:
        args = event.args
        if event.kind == "dealt":
            for card in args["cards"]:
                yield Sighting(DEALT, "market", card, 0, stage)
        elif event.kind == "draw":
            yield Sighting(DEALT, "market", args["card"], 0, stage)
        elif event.kind == "prince":
            yield Sighting(DEALT, "balance-princes", args["card"], 0, stage)
        elif event.kind in ("buy", "exchange"):
            yield Sighting(TAKEN, "market", args["card"], 0)
        elif event.kind == "fight":
            yield Sighting(TAKEN, "balance-princes", args["card"], 0)
        elif event.kind in ("tax-vp", "tax-cp"):
            yield Sighting(TAKEN, "score-taxes", f"balance-{event.kind}", 0)


def measured(state: State) -> Iterator[Measure]:
    """What cards cost, what Tax Collectors bring, the copper that is held, turns and scores."""
    assert isinstance(state, XiangChi)
    for event in state.events or []:
        if event.kind == "buy":
            yield Measure("balance-price", event.args["card"], event.args["cost"])
        elif event.kind in ("tax-vp", "tax-cp"):
            yield Measure("score-taxes", f"balance-{event.kind}", event.args["worth"])
    if state.over():
        yield Measure("balance-end", "copper", int(state.cp))
        yield Measure("balance-end", "balance-turns", int(state.turn))
        yield Measure("balance-end", "points", int(state.score()))


def asked(state: State, player: int) -> str:
    """The question."""
    assert isinstance(state, XiangChi)
    return QUESTIONS[state.question]
