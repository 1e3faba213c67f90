"""What `tianxia balance` counts in In the Year of the Dragon."""

from collections.abc import Iterator

from ...engine.sightings import DEALT, OFFERED, TAKEN, Sighting
from ...engine.state import State
from .rules import SPACE, YearOfTheDragon
from .table import CHOOSE_ACTION, CHOOSE_CARD, CHOOSE_PAIR, QUESTIONS


def seen(state: State) -> Iterator[Sighting]:
    """In which month the events come, super events, who was first to choose, persons taken in."""
    assert isinstance(state, YearOfTheDragon)
    for event in state.events or []:
        args = event.args
        if event.kind == "setup":
            for month, id in enumerate(args["row"], 1):
                yield Sighting(DEALT, "balance-months", f"{id} {month}")
        elif event.kind == "super-drawn":
            yield Sighting(DEALT, "super-event", args["super"])
        elif event.kind == "place":
            yield Sighting(TAKEN, "persons", args["kind"], args["player"])


def chosen(state: State, player: int, action: int) -> Iterator[Sighting]:
    """Starting pairs, actions and person cards, by the month."""
    assert isinstance(state, YearOfTheDragon)
    kinds = {
        CHOOSE_PAIR: "balance-pairs",
        CHOOSE_ACTION: "board-actions",
        CHOOSE_CARD: "balance-cards",
    }
    kind = kinds.get(state.question)
    if kind is not None:
        for offer in state.legal(player):
            yield Sighting(OFFERED, kind, thing(offer), player)
        yield Sighting(TAKEN, kind, thing(action), player)


def asked(state: State, player: int) -> str:
    """The question."""
    assert isinstance(state, YearOfTheDragon)
    return QUESTIONS[state.question]


def thing(action: int) -> str:
    """The pair, action or card that an action names; `pass` names itself."""
    return " ".join(SPACE.args(action).values()) or SPACE.text(action)
