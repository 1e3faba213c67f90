"""What a player sees. Everything is public but the order of the deck."""

from typing import Any

from ...engine.compact import held, items, size, things
from ...engine.state import State
from .components import (
    CARDS,
    CLAN_IDS,
    CLASS_IDS,
    COMPONENTS,
    GENERAL,
    MINISTER,
    PLACES,
    POET,
    PRINCE,
)
from .rules import (
    CLAN,
    COPPER_PER_POINT,
    COST,
    KIND,
    PLACE,
    ROW_IDS,
    SPACE,
    STRENGTH,
    THREE_CLANS,
    TITLES,
    VP,
    XiangChi,
    title,
)
from .table import FIRST_PRINCE, IDS, NONE, QUESTIONS, SPACE_IDS, names


def view(state: State, player: int | None) -> dict[str, Any]:
    """The board; `player` and spectators see the same."""
    assert isinstance(state, XiangChi)
    return {
        "prompt": prompt(state),
        "turn": state.turn,
        "cp": state.cp,
        "vp": state.vp(),
        "projected": projected(state),
        "row": [market_place(state, place) for place in range(PLACES)],
        "court": [space_of(state, space) for space in range(state.spaces)],
        "hand": None if state.hand == NONE else card_of(state.hand),
        "generals": generals(state),
        "clans": clans(state),
        "princes": {
            "drawn": state.drawn(),
            "market": state.princes_in_row(),
            "defeated": names(state.pile(state.defeated)),
            "to_come": names(
                [
                    c
                    for c in sorted(items(state.deck) + state.pile(state.aside))
                    if c >= FIRST_PRINCE
                ]
            ),
            "all": [prince_of(state, card) for card in range(FIRST_PRINCE, CARDS)],
        },
        "princes_court": {"cards": names(state.pile(state.princes_court)), "points": -state.lost()},
        "deck": {"count": size(state.deck), "cards": names(items(state.deck))},
        "discard": names(state.pile(state.discard)),
        "aside": names(state.pile(state.aside)),
        "previews": {
            SPACE.text(action): preview(state, action)
            for seat in state.actors()
            for action in state.legal(seat)
        },
        "scoring": scoring(state),
    }


def prompt(state: XiangChi) -> dict[str, Any]:
    """What is asked now, and about which card."""
    asked: dict[str, Any] = {"id": QUESTIONS[state.question]}
    if state.over():
        asked |= {"score": state.score(), "title": title(state.score())}
    elif asked["id"] == "court":
        asked = {"id": "exchange" if state.bought else "court", "cp": state.cp}
    elif state.hand != NONE:
        asked["card"] = IDS[state.hand]
    elif state.acting != NONE:
        asked["card"] = IDS[state.top(state.acting)]
    if asked["id"] in ("general", "fight"):
        asked |= {"strength": state.strength(), "cp": state.cp}
    return asked


def card_of(card: int) -> dict[str, Any]:
    """What is printed on a card."""
    prince = card >= FIRST_PRINCE
    return {
        "card": IDS[card],
        "class": "prince" if prince else CLASS_IDS[KIND[card]],
        "clan": "fire" if prince else CLAN_IDS[CLAN[card]],
        "vp": VP[card],
        "modifier": None if prince else COST[card],
        "strength": STRENGTH[card] if KIND[card] in (GENERAL, PRINCE) else None,
    }


def prince_of(state: XiangChi, card: int) -> dict[str, Any]:
    """One of the nine Princes, and how far it has come."""
    beaten = card in state.pile(state.defeated)
    where = "market" if card in things(state.row, PLACES) else "beaten" if beaten else "to-come"
    return {"card": IDS[card], "strength": STRENGTH[card], "where": where}


def market_place(state: XiangChi, place: int) -> dict[str, Any]:
    """A place of the market: its card, what it costs, or what is missing to beat it."""
    card = held(state.row, place)
    shown: dict[str, Any] = {"place": ROW_IDS[place], "place_cost": COMPONENTS.place_costs[place]}
    if card == NONE:
        return {**shown, "card": None}
    shown |= card_of(card)
    if card >= FIRST_PRINCE:
        return {**shown, "missing": max(0, STRENGTH[card] - state.strength())}
    return {**shown, "cost": state.price(place), "affordable": state.price(place) <= state.cp}


def space_of(state: XiangChi, space: int) -> dict[str, Any]:
    """A space of the Court: the card that counts, and those under it, the lowest first."""
    pile = state.pile(state.top(space))
    return {
        "space": SPACE_IDS[space],
        "top": card_of(pile[-1]) if pile else None,
        "under": names(pile[:-1]),
        "acting": space == state.acting,
        "exchangeable": state.may_exchange(space),
        "fresh": bool(pile) and pile[-1] in state.fresh,
    }


def generals(state: XiangChi) -> dict[str, Any]:
    """The strength of the Court, and the clans that have no General yet."""
    court = [card for card in things(state.court, state.spaces) if card != NONE]
    found = [card for card in court if KIND[card] == GENERAL]
    present = {CLAN[card] for card in found}
    return {
        "count": len(found),
        "strength": state.strength(),
        "bonus": THREE_CLANS if len(present) == len(CLAN_IDS) else 0,
        "missing": [id for clan, id in enumerate(CLAN_IDS) if clan not in present],
    }


def clans(state: XiangChi) -> list[dict[str, Any]]:
    """What a Poet and a Minister of each clan would find in the Court."""
    return [
        {"clan": id, "worth": state.clan_worth(clan), "taxes": state.minister_gain(clan)}
        for clan, id in enumerate(CLAN_IDS)
    ]


def projected(state: XiangChi) -> dict[str, Any]:
    """The score if the game ended now, its title, and what the next one takes."""
    score = state.score()
    rank = TITLES.index(title(score))
    last = rank + 1 == len(TITLES)
    return {
        "score": score,
        "title": TITLES[rank],
        "next_title": None if last else TITLES[rank + 1],
        "next_at": None if last else COMPONENTS.titles[rank + 1],
        "titles": [
            {"title": id, "from": points}
            for id, points in zip(TITLES, COMPONENTS.titles, strict=True)
        ],
    }


def preview(state: XiangChi, action: int) -> dict[str, int]:
    """What an option changes at once: copper, victory points, minus points, strength."""
    args = SPACE.args(action)
    family = SPACE.family(action).name
    place = ROW_IDS.index(args["place"]) if "place" in args else NONE
    space = SPACE_IDS.index(args["space"]) if "space" in args else NONE
    effect: dict[str, int] = {}
    if family == "buy":
        effect = best_placement(state, held(state.row, place))
        effect["cp"] -= state.price(place)
    elif family == "place":
        effect = power(state, state.hand, space)
    elif family == "exchange":
        effect = power(state, held(state.row, place), space)
    elif family == "skip":
        effect = {"cp": 1 + state.tax_collectors()}
    elif family == "tax-vp":
        effect = {"vp": VP[state.top(space)]}
    elif family == "tax-cp":
        effect = {"cp": VP[state.top(space)], "minus": -VP[state.top(space)]}
    elif family == "fight":
        prince = held(state.row, place)
        effect = {"cp": -max(0, STRENGTH[prince] - state.strength()), "vp": VP[prince]}
    return {key: value for key, value in effect.items() if value}


def power(state: XiangChi, card: int, space: int) -> dict[str, int]:
    """What a card on that space, over the one in the Court there, brings at once."""
    tried = state.copy()
    tried.cover(space, card)
    return {
        "cp": tried.minister_gain(CLAN[card]) if KIND[card] == MINISTER else 0,
        "vp": tried.clan_worth(CLAN[card]) if KIND[card] == POET else 0,
        "strength": tried.strength() - state.strength(),
    }


def best_placement(state: XiangChi, card: int) -> dict[str, int]:
    """What a card brings at once on the space where it brings most."""
    spaces = [action - PLACE for action in state.place_choices()]
    return max((power(state, card, space) for space in spaces), key=lambda it: sum(it.values()))


def scoring(state: XiangChi) -> list[dict[str, Any]]:
    """Where the points come from."""
    return [
        {"source": "score-poets", "points": [state.poet_vp]},
        {"source": "score-taxes", "points": [state.tax_vp]},
        {"source": "score-princes", "points": [state.prince_vp]},
        {"source": "score-copper", "points": [state.cp // COPPER_PER_POINT]},
        {"source": "score-lost", "points": [-state.lost()]},
    ]
