"""What `tianxia balance` counts in ZhanGuo."""

from collections.abc import Iterator

from ...engine.sightings import DEALT, OFFERED, TAKEN, Sighting
from ...engine.state import State
from .components import COURT, PARTS, VP_COLOUR
from .rules import ACCEPT, ZhanGuo
from .table import QUESTIONS, REWARD

#: A card of the first rounds can work in most turns of the game.
EARLY_ROUNDS = 2


def seen(state: State) -> Iterator[Sighting]:
    """Cards in hand, tasks and wall tiles on the table, places on the track; tasks done, boards."""
    assert isinstance(state, ZhanGuo)
    for event in state.events or []:
        args = event.args
        if event.kind == "draw":
            stage = "stage-early" if state.round <= EARLY_ROUNDS else "stage-late"
            for card in args["cards"]:
                yield Sighting(DEALT, "balance-cards", str(card), args["player"], stage)
                yield Sighting(DEALT, "balance-abilities", ability(card), args["player"], stage)
        elif event.kind == "unify":
            yield Sighting(TAKEN, "balance-cards", str(args["card"]), args["player"])
            yield Sighting(TAKEN, "balance-abilities", ability(args["card"]), args["player"])
        elif event.kind == "task":
            yield Sighting(DEALT, "tasks", f"{args['kind']} {args['tile']}")
        elif event.kind == "claim":
            yield Sighting(TAKEN, "tasks", f"{args['kind']} {args['tile']}", args["player"])
        elif event.kind in ("board-chosen", "board-bought"):
            yield Sighting(TAKEN, "balance-boards", args["board"], args["player"])
        elif event.kind == "wall-tile":
            yield Sighting(DEALT, "balance-wall-tiles", args["face"])
        elif event.kind == "track" and not state.decisions:
            for place, seat in enumerate(args["players"], 1):
                yield Sighting(DEALT, "balance-track", str(place), seat)


def chosen(state: State, player: int, action: int) -> Iterator[Sighting]:
    """Rewards."""
    assert isinstance(state, ZhanGuo)
    if state.question == REWARD:
        reward = state.reward_args()["reward"]
        yield Sighting(OFFERED, "balance-rewards", reward, player)
        if action == ACCEPT:
            yield Sighting(TAKEN, "balance-rewards", reward, player)


def asked(state: State, player: int) -> str:
    """The question."""
    assert isinstance(state, ZhanGuo)
    return QUESTIONS[state.question]


def ability(card: int) -> str:
    """Trigger and bonus, whatever the colour of the card."""
    bonus = "vp-colour" if PARTS.bonus[card] == VP_COLOUR else PARTS.bonus_id[card]
    return f"court-{COURT[PARTS.trigger[card]]} bonus-{bonus}"
