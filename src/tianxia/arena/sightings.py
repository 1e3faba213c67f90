"""Counting what turned up in a record: things dealt, offered and taken, and options of decisions.

What there is to count a game says in its `balance.py`, with any of these functions:

    seen(state)                     sightings of what has just happened, after the set-up and after
                                    every decision: `state.events` tells what that was
    measured(state)                 numbers worth knowing, at the same moments
    chosen(state, player, action)   sightings of a decision that is about to be made
    asked(state, player)            what is asked, in a word; else the prompt's id
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..engine.actions import ActionSpace
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import game as find_game
from ..engine.sightings import DEALT, Measure, Sighting
from ..engine.state import State

#: The kind that every game has.
SEAT = "balance-seat"
#: Families of more actions are counted as one option, smaller ones action by action.
MOST_APART = 12


@dataclass
class Description:
    """What to count of a game."""

    seen: Callable[[State], Iterable[Sighting]] = lambda state: ()
    measured: Callable[[State], Iterable[Measure]] = lambda state: ()
    chosen: Callable[[State, int, int], Iterable[Sighting]] = lambda state, player, action: ()
    asked: Callable[[State, int], str] = lambda state, player: _prompt(state)


def _lists() -> dict[tuple[str, str], list[float]]:
    return defaultdict(list)


@dataclass
class Counted:
    """One game: what came out of it, by seat, and what turned up in it."""

    key: str
    scores: list[int] = field(default_factory=list)
    #: The share in the victory.
    wins: list[float] = field(default_factory=list)
    sightings: Counter[Sighting] = field(default_factory=Counter)
    #: By kind and id.
    measures: dict[tuple[str, str], list[float]] = field(default_factory=_lists)
    #: By question and option.
    offered: Counter[tuple[str, str]] = field(default_factory=Counter)
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)


def describe(game: Game) -> Description:
    """What the game's own folder says, or nothing but decisions."""
    name = f"{game.package}.balance"
    if not game.package or find_spec(name) is None:
        return Description()
    module = import_module(name)
    names = [each.name for each in fields(Description)]
    return Description(**{name: getattr(module, name) for name in names if hasattr(module, name)})


def count(key: str, record: Record, description: Description) -> Counted:
    """Play a record again and count."""
    state = record.start()
    found = Counted(key)
    _look(state, description, found)
    space = record.game.space
    for player, action in record.decisions:
        question = description.asked(state, player)
        options = {option_name(space, offer) for offer in state.offers(player)}
        found.offered.update((question, option) for option in options)
        found.taken[question, option_name(space, action)] += 1
        found.sightings.update(description.chosen(state, player, action))
        state.play(player, action)
        _look(state, description, found)
    found.scores = state.scores()
    winners = state.winners()
    found.wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(record.players)]
    if record.players > 1:
        for seat in range(record.players):
            found.sightings[Sighting(DEALT, SEAT, f"seat-{seat}", seat)] += 1
    return found


def _look(state: State, description: Description, found: Counted) -> None:
    found.sightings.update(description.seen(state))
    for measure in description.measured(state):
        found.measures[measure.kind, measure.id].append(measure.value)


def count_text(
    key: str, text: str, game: Game | None = None, description: Description | None = None
) -> Counted:
    """The same from a record as text; `game` is needed only for one that is not installed."""
    record = read_record(text, (lambda _: game) if game else find_game)
    return count(key, record, description or describe(record.game))


@cache
def option_name(space: ActionSpace, action: int) -> str:
    """What an action is counted as: itself, or its family if that has many."""
    family = space.family(action)
    return family.name if len(family) > MOST_APART else space.text(action)


def _prompt(state: State) -> str:
    prompt: str = state.view(None)["prompt"]["id"]
    return prompt
