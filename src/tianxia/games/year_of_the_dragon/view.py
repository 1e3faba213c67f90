"""What a player sees. Nothing in this game is hidden, so everybody sees the same."""

from typing import Any

from ...engine.compact import at, length, listed, numbers
from ...engine.state import State
from . import rules, table
from .components import ACTIONS, EVENTS, SUPER_EVENTS, TABLES, TYPES
from .rules import YearOfTheDragon
from .table import CARDS, KINDS, MONTHS, QUESTIONS, SOURCES, Palace, Province, dump_province

START_HAND = dict.fromkeys(TYPES, TABLES.cards_of_type) | {"wild": TABLES.wild_cards}


def view(state: State, player: int | None) -> dict[str, Any]:
    """The board, every province, and what the options of the player in turn would bring."""
    assert isinstance(state, YearOfTheDragon)
    actors = state.actors()
    return {
        "prompt": prompt(state),
        "month": state.month,
        "phase": table.PHASES[state.phase],
        "turn": actors[0] if actors else None,
        "queue": state.to_come(),
        "row": [EVENTS[event] for event in state.row],
        "events_done": events_done(state),
        "months_left": months_left(state),
        "super_event": None if state.super_event < 0 else SUPER_EVENTS[state.super_event],
        "groups": groups(state),
        "large_price": state.large_price,
        "display": display(state),
        "removed": {kind: left for kind, left in zip(KINDS, state.removed, strict=True) if left},
        "pairs": [table.PAIR_NAMES[pair] for pair in state.pairs],
        "selected": [TYPES[type] for type in listed(state.selected)],
        "order": listed(state.order),
        "track": track(state),
        "great_wall": great_wall(state),
        "provinces": provinces(state),
        "previews": previews(state, player) if player in actors else {},
        "scoring": [
            {"source": source, "points": [province.points[at] for province in state.provinces]}
            for at, source in enumerate(SOURCES)
        ],
    }


def prompt(state: YearOfTheDragon) -> dict[str, Any]:
    """What is asked, with the values of its sentence."""
    question = state.question
    asked: dict[str, Any] = {"id": QUESTIONS[question]}
    if question == table.NOTHING:
        asked["players"] = state.winners()
        asked["count"] = len(asked["players"])
    elif question in (table.CHOOSE_PLACE, table.CHOOSE_REPLACED):
        asked["kind"] = KINDS[state.tile]
    elif question == table.CHOOSE_TILE:
        asked["card"] = CARDS[state.card]
    elif question == table.CHOOSE_RELEASED:
        asked["reason"], asked["due"] = release_reason(state), releases_due(state)
    elif question in (
        table.CHOOSE_BUILDING,
        table.CHOOSE_FLOOR,
        table.CHOOSE_FLOODED,
        table.CHOOSE_DISCARD,
    ):
        asked["due"] = state.due
    return asked


def release_reason(state: YearOfTheDragon) -> str:
    """Why somebody must be released."""
    if state.phase in (table.EVENT_PHASE, table.ECLIPSE):
        return EVENTS[state.row[state.month - 1]]
    return "earthquake" if state.phase == table.SUPER_EVENT else "wall"


def releases_due(state: YearOfTheDragon) -> int:
    """How many persons are still to be released; an earthquake asks for one at a time."""
    return 1 if state.phase == table.SUPER_EVENT else state.due


def events_done(state: YearOfTheDragon) -> int:
    """How many events have been turned face down."""
    return state.month if state.phase > table.EVENT_PHASE else max(0, state.month - 1)


def months_left(state: YearOfTheDragon) -> int:
    """How many month scorings are still to come."""
    return MONTHS - (state.month if state.phase >= table.SCORING else max(0, state.month - 1))


def display(state: YearOfTheDragon) -> dict[str, dict[str, int]]:
    """The piles of person tiles."""
    return {
        kind: {
            "left": state.piles[at],
            "track": rules.TRACK[at],
            "symbols": table.SYMBOLS[at],
        }
        for at, kind in enumerate(KINDS)
    }


def groups(state: YearOfTheDragon) -> list[dict[str, Any]]:
    """The action groups with the dragons on them."""
    if state.month == 0:
        return []
    found = []
    for group, cards in enumerate(state.card_groups()):
        dragons = [s for s in range(state.players) if state.provinces[s].dragon == group]
        found.append({"cards": cards, "dragons": dragons, "fee": rules.FEE if dragons else 0})
    return found


def track(state: YearOfTheDragon) -> list[dict[str, Any]]:
    """The person track: the stacks from the front, each from top to bottom."""
    stacks: list[dict[str, Any]] = []
    for seat in listed(state.order):
        space = state.provinces[seat].space
        if not stacks or stacks[-1]["space"] != space:
            stacks.append({"space": space, "markers": []})
        stacks[-1]["markers"].append(seat)
    return stacks


def great_wall(state: YearOfTheDragon) -> dict[str, Any] | None:
    """The wall, and what its next scoring would bring if nothing changed."""
    if not state.great_wall:
        return None
    past = state.month if state.phase > table.WALL_SCORING else max(0, state.month - 1)
    months = range(past + 1, MONTHS + 1)
    ahead = [month for month in months if state.row[month - 1] == rules.MONGOLS]
    if state.last_wall_ahead():
        ahead.append(MONTHS)
    built = [state.built(seat) for seat in range(state.players)]
    holds = not ahead or length(state.wall) >= ahead[0]
    fewest = [seat for seat in range(state.players) if built[seat] == min(built)]
    return {
        "tiles": listed(state.wall),
        "built": built,
        "scorings": ahead,
        "holds": holds,
        "losing": [] if holds else fewest,
    }


def provinces(state: YearOfTheDragon) -> list[dict[str, Any]]:
    """Everything the players have, and what it would bring now."""
    symbols = [numbers(own.symbols, table.N_TYPES) for own in state.provinces]
    return [province(state, seat, symbols) for seat in range(state.players)]


def province(state: YearOfTheDragon, seat: int, symbols: list[list[int]]) -> dict[str, Any]:
    """Everything a player has, and what it would bring now."""
    own = state.provinces[seat]
    found = dump_province(own)
    del found["points"]
    hand, start = found["hand"], START_HAND
    found["hand"] = {card: hand[card] for card in CARDS if hand[card]}
    found["played"] = {card: start[card] - hand[card] for card in CARDS if start[card] > hand[card]}
    hit = state.hit if seat in state.actors() else []
    for shown, palace in zip(found["palaces"], own.palaces, strict=True):
        shown["same_as"] = same_as(own, palace, hit)
    found["dragon"] = None if own.dragon < 0 else own.dragon
    found["score"] = own.total()
    found["persons"] = own.persons()
    found["free"] = sum(palace.floors - palace.persons for palace in own.palaces)
    found["next_scoring"] = month_points(state, own)
    found["decaying"] = [
        palace.number for palace in own.palaces if palace.persons == 0 and months_left(state)
    ]
    found["at_end"] = final_points(own)
    found["yields"] = {
        ACTIONS[card]: TABLES.base[card] + symbols[seat][TABLES.helper[card]]
        for card in range(rules.PRIVILEGE)
    }
    found["forecast"] = forecast(state, seat, symbols)
    return found


def same_as(own: Province, palace: Palace, hit: list[int]) -> int:
    """The number of the palace that stands for all that look like this one in the options."""
    if palace.number in hit:
        return palace.number
    for other in own.palaces:
        if other.look == palace.look and other.number not in hit:
            return other.number
    return palace.number


def month_points(state: YearOfTheDragon, own: Province) -> dict[str, int]:
    """What the next month scoring would bring, after decay; nothing if there is none."""
    if not months_left(state):
        return dict.fromkeys(("palaces", "court-ladies", "privileges"), 0)
    standing = sum(1 for palace in own.palaces if palace.persons or palace.floors > 1)
    return {
        "palaces": standing,
        "court-ladies": at(own.symbols, table.COURT_LADY),
        "privileges": own.dragons(),
    }


def final_points(own: Province) -> dict[str, int]:
    """What the final scoring would bring now."""
    return {
        "persons": own.persons() * rules.PERSON_POINTS,
        "monks": own.monk_points(),
        "money": own.money() // rules.YUAN_A_POINT,
    }


def forecast(
    state: YearOfTheDragon, seat: int, symbols: list[list[int]]
) -> dict[str, dict[str, int]]:
    """For each kind of event still to come, what it would do to this player now."""
    own = state.provinces[seat]
    persons = own.persons()
    coming = set(state.row[events_done(state) :])
    found: dict[str, dict[str, int]] = {}
    if rules.TRIBUTE in coming:
        paid = min(own.yuan, rules.TRIBUTE_YUAN)
        found["tribute"] = {"pays": paid, "releases": min(persons, rules.TRIBUTE_YUAN - paid)}
    if rules.DROUGHT in coming:
        hungry = own.inhabited()
        eaten = min(own.rice, hungry)
        found["drought"] = {"pays": eaten, "releases": hungry - eaten}
    if rules.FESTIVAL in coming:
        found["festival"] = {"points": state.festival_points(seat)}
    if rules.MONGOLS in coming:
        helmets = [held[table.WARRIOR] for held in symbols]
        fewest = helmets[seat] == min(helmets)
        found["mongols"] = {"points": helmets[seat], "releases": min(persons, 1) if fewest else 0}
    if rules.CONTAGION in coming:
        ill = max(0, rules.CONTAGION_PERSONS - symbols[seat][table.HEALER])
        found["contagion"] = {"releases": min(persons, ill)}
    return found


def previews(state: YearOfTheDragon, player: int) -> dict[str, dict[str, Any]]:
    """For each option of the player in turn, what it changes at once."""
    return {
        rules.SPACE.text(action): preview(state, player, action) for action in state.legal(player)
    }


def preview(state: YearOfTheDragon, player: int, action: int) -> dict[str, Any]:
    """Changes in goods, track, the next month scoring and the final scoring; none left out.

    `score` is the change of the score itself. In month 12 `total` is the score this province would
    end with if nothing else happened.
    """
    after = state.copy()
    after.phase = table.OVER  # so that nothing follows the decision itself
    after.decide(player, action)
    if after.question == table.CHOOSE_PLACE:  # wherever the person goes, the marker will advance
        for kind in (after.tile, after.second):
            if kind >= 0:
                after.advance(player, rules.TRACK[kind])
    old, new = state.provinces[player], after.provinces[player]
    changes: dict[str, Any] = {
        "yuan": new.yuan - old.yuan,
        "rice": new.rice - old.rice,
        "fireworks": new.fireworks - old.fireworks,
        "score": new.total() - old.total(),
        "month": sum(month_points(state, new).values()) - sum(month_points(state, old).values()),
        "final": sum(final_points(new).values()) - sum(final_points(old).values()),
    }
    found = {key: change for key, change in changes.items() if change}
    if new.space != old.space:
        found["space"] = new.space
        found["order"] = listed(after.order)
    if state.month == MONTHS:
        coming = month_points(state, new), final_points(new)
        found["total"] = new.total() + sum(sum(points.values()) for points in coming)
    return found
