"""What a player sees of Ten Suns.

Only the Bids of step 3 are secret: until all are done, everybody else sees a player's reserve as it
was when the step began.
"""

from typing import Any

from ...engine.compact import Counts, has, many_at, more, numbers, total
from ...engine.state import State
from .components import (
    DATA,
    MOON,
    OPERATIONS,
    PRESTIGE,
    PRESTIGE_PER_GOD,
    PRESTIGE_PER_LOCATION,
    STARRED,
)
from .rules import (
    ARCHER_MOON,
    COPIES,
    ENDINGS,
    FIRST_MONSTER,
    GOD_BONUS,
    GOD_OF_USE,
    ITEMS_PER_SPACE,
    MOON_END,
    NOTHING,
    PALACE_SIZES,
    SLOT_NAMES,
    SPACE,
    SUN_END,
    USE,
    TenSuns,
    kinds_of,
    location_bonus,
    names,
    palace_lunar,
    palace_prestige,
)
from .table import (
    BID_STEP,
    CARDS,
    FIRST_GOD,
    FIRST_LOCATION,
    GOD_STEP,
    GODS,
    ITEM_STEP,
    ITEMS,
    KINDS,
    LARGEST_PALACE,
    NO_CARD,
    NOBODY,
    OVER,
    PALACE_STEP,
    RESOLUTION_STEP,
    STEP_NAMES,
    counted,
)

LOCATION_IDS = CARDS[FIRST_LOCATION:FIRST_GOD]
FIRST_USE = min(use for use in USE if use != NOTHING)


def view(state: State, player: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    assert isinstance(state, TenSuns)
    shown: dict[str, Any] = {
        "prompt": _prompt(state),
        "round": state.round,
        "step": STEP_NAMES[state.step],
        "sun": state.sun,
        "bow": state.bow,
        "arrow": _seat(state.arrow),
        "next_bow": state.arrow if state.arrow != NOBODY else (state.bow + 1) % state.players,
        "row": _row(state, player),
        "hand": names(state.hand),
        "deck": {
            "top": state.top,
            "bottom": state.bottom,
            "unseen": counted(CARDS, list(state.unseen)),
            "discarded": counted(CARDS, _discarded(state)),
        },
        "palace_deck": counted(DATA.kinds, numbers(state.palace_deck, KINDS)),
        "palace_discard": counted(DATA.kinds, numbers(state.palace_discard, KINDS)),
        "palace_rewards": [
            {"size": size, "prestige": DATA.size_prestige[index], "lunar": DATA.size_lunar[index]}
            for index, size in enumerate(PALACE_SIZES)
        ],
        "seats": [_player(state, seat, player) for seat in range(state.players)],
        "moon_end": MOON_END,
        "balance_above": DATA.balance_above,
        "prestige_end": state.options["prestige_end"],
        "endings": [ENDINGS[ending] for ending in state.endings()],
        "last_round": state.sun <= SUN_END or state.top + state.bottom == 0,
        "perhaps_last": state.sun - state.archers_due() <= SUN_END,
        "scoring": [
            {"source": "prestige", "points": [seat.prestige for seat in state.seats]},
            {"source": "moon", "points": [state.moon_bonus(seat.moon) for seat in state.seats]},
            {"source": "gods", "points": [state.god_bonus(p) for p in range(state.players)]},
            {
                "source": "locations",
                "points": [location_bonus(seat.different_locations()) for seat in state.seats],
            },
        ],
    }
    if player is not None and player in state.actors():
        if state.step == GOD_STEP and state.next_item() == NOTHING:
            shown["previews"] = _god_previews(state, player)
        elif state.step in (GOD_STEP, RESOLUTION_STEP) and state.surplus(player) <= 0:
            shown["previews"] = _build_previews(state, player)
    return shown


def _prompt(state: TenSuns) -> dict[str, Any]:
    if state.step == OVER:
        winners = state.winners()
        return {"id": "over", "players": winners, "count": len(winners)}
    if state.step == ITEM_STEP:
        return {"id": "item", "item": ITEMS[state.next_item()]}
    if state.step == BID_STEP:
        return {"id": "bid"}
    if state.step == PALACE_STEP:
        return {"id": "complete"}
    if state.next_item() != NOTHING:
        surplus = state.surplus(state.turn)
        if surplus > 0:
            return {"id": "discard", "room": state.seats[state.turn].room(), "surplus": surplus}
        return {"id": "build", "part": ITEMS[state.next_item()]}
    return {"id": "god"}


def _row(state: TenSuns, viewer: int | None) -> list[dict[str, Any]]:
    """Space by space: card, items, Bids as far as known, and who would get it as things stand."""
    open_bids = state.step != BID_STEP
    takers = state.forecast() if open_bids else [NOBODY] * len(state.row)
    found = []
    for space, card in enumerate(state.row):
        bids = [
            many_at(seat.bids, space) if open_bids or player == viewer else None
            for player, seat in enumerate(state.seats)
        ]
        entry: dict[str, Any] = {
            "space": space + 1,
            "card": None,
            "items": names(state.items[space]),
            "free": ITEMS_PER_SPACE - total(state.items[space]),
            "bids": bids,
            "taker": _seat(takers[space]),
            "mark": _seat(state.marks[space]),
        }
        if card != NO_CARD:
            entry |= _card(state, card)
            if card >= FIRST_MONSTER:
                entry["health"] = state.health(card)
                entry["damage"] = state.damage(space) if open_bids else None
            else:
                entry["gain"] = [_gain(state, player, card) for player in range(state.players)]
        found.append(entry)
    return found


def _card(state: TenSuns, card: int) -> dict[str, Any]:
    if card < FIRST_LOCATION:
        return {
            "card": CARDS[card],
            "type": "hou-yi",
            "star": card == STARRED,
            "moon": ARCHER_MOON[card],
        }
    if card < FIRST_GOD:
        return {"card": CARDS[card], "type": "location"}
    if card >= FIRST_MONSTER:
        return {"card": CARDS[card], "type": "monster"}
    god = GODS[card - FIRST_GOD]
    return {
        "card": god.id,
        "type": "god",
        "uses": god.uses,
        "bolt": god.bolt,
        "effects": _effects(card - FIRST_GOD),
    }


def _effects(god: int) -> list[dict[str, Any]]:
    """What a God does: operations with their amounts."""
    ops, amounts = GODS[god].ops, GODS[god].amounts
    return [{"op": OPERATIONS[op], "n": n} for op, n in zip(ops, amounts, strict=True)]


def _gain(state: TenSuns, player: int, card: int) -> int:
    """By how much winning the card now would raise the player's score if the game ended now."""
    seat = state.seats[player]
    different = seat.different_locations()
    if card < FIRST_LOCATION:
        return _moon_gain(state, player, ARCHER_MOON[card])
    if card < FIRST_GOD:
        owned = seat.locations[card - FIRST_LOCATION] > 0
        return 0 if owned else location_bonus(different + 1) - location_bonus(different)
    god = GODS[card - FIRST_GOD]
    gain = GOD_BONUS
    for op, amount in zip(god.ops, god.amounts, strict=True):
        if op == PRESTIGE:
            gain += amount
        elif op == MOON:
            gain += _moon_gain(state, player, amount)
        elif op == PRESTIGE_PER_LOCATION:
            gain += amount * different
        elif op == PRESTIGE_PER_GOD:
            gain += amount * (state.god_owner.count(player) + 1)
    return gain


def _moon_gain(state: TenSuns, player: int, steps: int) -> int:
    moon = state.seats[player].moon
    return state.moon_bonus(min(MOON_END, moon + steps)) - state.moon_bonus(moon)


def _player(state: TenSuns, player: int, viewer: int | None) -> dict[str, Any]:
    seat = state.seats[player]
    solar, lunar = seat.solar, seat.lunar
    if state.step == BID_STEP and player != viewer:
        solar, lunar = state.reserve_before_bids(player)
    different = seat.different_locations()
    return {
        "solar": solar,
        "lunar": lunar,
        "prestige": seat.prestige,
        "moon": seat.moon,
        "bagua": seat.bagua,
        "locations": counted(LOCATION_IDS, seat.locations),
        "different_locations": different,
        "next_location": location_bonus(different + 1) - location_bonus(different),
        "gods": [
            {
                "id": god.id,
                "left": state.uses[number],
                "uses": god.uses,
                "bolt": god.bolt,
                "triggered": has(state.triggered, number),
                "effects": _effects(number),
            }
            for number, god in enumerate(GODS)
            if state.god_owner[number] == player
        ],
        "palaces": [
            {"slot": SLOT_NAMES[slot], **_palace(parts)} for slot, parts in enumerate(seat.slots)
        ],
    }


def _palace(parts: Counts) -> dict[str, Any]:
    """A palace with what completing it would bring; `None` if its size cannot be completed."""
    completable = total(parts) in PALACE_SIZES
    return {
        "parts": names(parts),
        "size": total(parts),
        "kinds": kinds_of(parts),
        "prestige": palace_prestige(parts) if completable else None,
        "lunar": palace_lunar(parts) if completable else None,
    }


def _god_previews(state: TenSuns, player: int) -> list[dict[str, Any]]:
    """For each God that can be triggered: who would get which space afterwards."""
    found = []
    for action in state.legal(player)[:-1]:
        god = GOD_OF_USE[action - FIRST_USE]
        after = state.copy()
        after.trigger(player, god, action - USE[god])
        found.append(
            {
                "action": SPACE.text(action),
                "takers": [_seat(taker) for taker in after.forecast()],
                "damage": [
                    after.damage(space) if card >= FIRST_MONSTER else None
                    for space, card in enumerate(after.row)
                ],
            }
        )
    return found


def _build_previews(state: TenSuns, player: int) -> list[dict[str, Any]]:
    """For each palace the next part can go to: what it would be then."""
    kind = state.next_item()
    found = []
    for slot, parts in enumerate(state.seats[player].slots):
        if total(parts) < LARGEST_PALACE:
            found.append({"slot": SLOT_NAMES[slot], **_palace(more(parts, kind, 1))})
    return found


def _discarded(state: TenSuns) -> list[int]:
    """Influence cards that have left the game: neither unseen, nor in the row, nor owned."""
    found = [all - unseen for all, unseen in zip(COPIES, state.unseen, strict=True)]
    for card in state.row:
        if card != NO_CARD:
            found[card] -= 1
    for seat in state.seats:
        for location, count in enumerate(seat.locations):
            found[FIRST_LOCATION + location] -= count
    for god, owner in enumerate(state.god_owner):
        if owner != NOBODY:
            found[FIRST_GOD + god] -= 1
    return found


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat
