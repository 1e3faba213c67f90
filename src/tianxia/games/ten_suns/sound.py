"""What a saved state of Ten Suns looks like, and what must hold in it."""

from collections import Counter
from typing import Any

from ...engine.saved import Counted, Listed, Maybe, OneOf, Shape, Table, Whole, expect, seat
from ...engine.state import State
from .components import DATA, PLAIN, STARRED
from .rules import BALANCE_ABOVE, COPIES, ITEMS_PER_SPACE, LUNAR_ITEM, MOON_END, TenSuns
from .table import (
    BID_STEP,
    CARDS,
    FIRST_GOD,
    FIRST_LOCATION,
    GOD_STEP,
    GODS,
    ITEM_STEP,
    ITEMS,
    LARGEST_PALACE,
    MOST_SPACES,
    OVER,
    PALACE_STEP,
    RESOLUTION_STEP,
    SLOTS,
    STEP_NAMES,
    TRACKED,
)

#: More Energy and Prestige than a game can bring.
PLENTY = 400
ARCHERS = CARDS[:FIRST_LOCATION]
LOCATIONS = CARDS[FIRST_LOCATION:FIRST_GOD]
LUNAR = ITEMS[LUNAR_ITEM]
USES = {god.id: god.uses for god in GODS}


def shape(players: int) -> dict[str, Shape]:
    """The parts of a saved state."""
    spaces = min(players + 1, MOST_SPACES)
    items = Counted(ITEMS, DATA.part_copies)
    parts = Counted(DATA.kinds, DATA.part_copies)
    primordial: dict[str, Shape] = {
        "solar": Whole(0, DATA.start_sun),
        "lunar": Whole(0, PLENTY),
        "bids": Listed(Whole(0, PLENTY), MOST_SPACES),
        "prestige": Whole(0, PLENTY),
        "moon": Whole(0, MOON_END),
        "bagua": Whole(0, BALANCE_ABOVE + MOST_SPACES),
        "locations": Counted(LOCATIONS, max(COPIES)),
        "gods": Counted(list(USES), max(USES.values())),
        "slots": Listed(parts, SLOTS),
    }
    return {
        "round": Whole(1, sum(COPIES)),
        "step": OneOf(STEP_NAMES),
        "sun": Whole(0, DATA.start_sun),
        "bow": seat(players),
        "arrow": Maybe(seat(players)),
        "turn": seat(players),
        "space": Whole(0, spaces - 1),
        "unseen": Counted(CARDS, max(COPIES)),
        "top": Whole(0, sum(COPIES)),
        "bottom": Whole(0, sum(COPIES)),
        "row": Listed(Maybe(OneOf(CARDS)), 0, spaces),
        "items": Listed(items, 0, spaces),
        "marks": Listed(Maybe(seat(players)), 0, spaces),
        "palace_deck": parts,
        "palace_discard": parts,
        "hand": items,
        "triggered": Listed(OneOf([GODS[god].id for god in TRACKED]), 0, len(TRACKED)),
        "seats": Listed(Table(primordial), players),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    """Every card and part is somewhere, and what is asked is what the round has come to."""
    assert isinstance(state, TenSuns)
    _cards(saved)
    _parts(saved)
    _gods(saved)
    _row(state, saved)
    _items(state, saved)
    _energy(state, saved)
    _question(state, saved)


def _cards(saved: dict[str, Any]) -> None:
    unseen = Counter(saved["unseen"])
    shown: Counter[str] = Counter(card for card in saved["row"] if card is not None)
    for own in saved["seats"]:
        shown.update(own["locations"])
        shown.update(list(own["gods"]))
    for card, copies in zip(CARDS, COPIES, strict=True):
        expect(unseen[card] + shown[card] <= copies, f"there are {copies} of {card}")
    starred, plain = unseen[CARDS[STARRED]], unseen[CARDS[PLAIN]]
    expect(starred <= saved["top"], "starred Hou Yi lie in the top section")
    expect(plain <= saved["bottom"], "the other Hou Yi lie in the bottom section")
    if saved["top"]:
        expect(plain == COPIES[PLAIN], "the bottom section has not been begun")
    gone = sum(COPIES[:FIRST_LOCATION]) - sum(unseen[card] + shown[card] for card in ARCHERS)
    expect(saved["sun"] == DATA.start_sun - gone, "a sun for each Hou Yi that is gone")


def _parts(saved: dict[str, Any]) -> None:
    found: Counter[str] = Counter()
    piles = [saved["palace_deck"], saved["palace_discard"], saved["hand"], *saved["items"]]
    for own in saved["seats"]:
        for slot in own["slots"]:
            expect(sum(slot.values()) <= LARGEST_PALACE, "a palace is too large")
            piles.append(slot)
    for pile in piles:
        found.update(pile)
    for kind in DATA.kinds:
        expect(found[kind] == DATA.part_copies, f"there are {DATA.part_copies} parts of {kind}")


def _gods(saved: dict[str, Any]) -> None:
    owned = {god: uses for own in saved["seats"] for god, uses in own["gods"].items()}
    triggered = saved["triggered"]
    expect(len(set(triggered)) == len(triggered), "a God is triggered once a round")
    for god, uses in owned.items():
        most = USES[god] - (god in triggered)
        expect(uses <= most, f"{god} has at most {most} uses left")
    expect(all(god in owned for god in triggered), "a God of nobody's was triggered")
    early = STEP_NAMES.index(saved["step"]) < GOD_STEP
    expect(not (early and triggered), "Gods are triggered after the Bids are revealed")


def _row(state: TenSuns, saved: dict[str, Any]) -> None:
    row, step, space = saved["row"], state.step, saved["space"]
    deck = saved["top"] + saved["bottom"]
    full = min(state.players + 1, MOST_SPACES)
    if not row:
        expect(step == OVER and deck == 0, "there is no row")
    expect(len(row) == full or deck == 0, f"the row has {full} spaces")
    archers = sum(1 for card in row if card in ARCHERS)
    expect(archers <= DATA.hou_yi_in_row, "too many Hou Yi in the row")
    expect(step == RESOLUTION_STEP or space == 0, "no space is being resolved")
    if step < RESOLUTION_STEP:
        expect(None not in row, "a card has left the row before its turn")
    if step == RESOLUTION_STEP:
        expect(space < len(row), "there is no such space")
        for place, card in enumerate(row):
            taken = place <= space and state.damage(place) > 0
            expect((card is None) == taken, "cards with Energy on them go from left to right")
        expect(row[space] is None, "the winner of a card is known")
    if step not in (GOD_STEP, RESOLUTION_STEP):
        expect(not any(mark is not None for mark in saved["marks"]), "a tie mark is left over")
    expect(saved["arrow"] is None or step >= RESOLUTION_STEP, "nobody has the Arrow now")


def _items(state: TenSuns, saved: dict[str, Any]) -> None:
    step, hand = state.step, saved["hand"]
    for card, items in zip(saved["row"], saved["items"], strict=True):
        number = sum(items.values())
        expect(number <= ITEMS_PER_SPACE, f"a space holds {ITEMS_PER_SPACE} items")
        expect(card is not None or number == 0, "items lie where no card is")
    every = Counter(hand)
    for items in saved["items"]:
        every.update(items)
    if step <= GOD_STEP:
        expect(every[LUNAR] == DATA.bonus_lunar, "the Lunar of the round")
    else:
        expect(every[LUNAR] <= DATA.bonus_lunar, "the Lunar of the round")
    if step == ITEM_STEP:
        expect(any(hand.values()), "there is an item to place")
        expect(every.total() - every[LUNAR] <= len(saved["row"]), "one part a space")
        return
    expect(not hand.get(LUNAR), "Lunar is placed on the row or taken to the reserve")
    placing = any(hand.values())
    if placing:
        expect(step in (GOD_STEP, RESOLUTION_STEP), "there are parts to place")
        expect(state.seats[state.turn].room() > 0, "there is no room for parts")
    expect(placing or step != RESOLUTION_STEP, "there is no part to place")


def _energy(state: TenSuns, saved: dict[str, Any]) -> None:
    step, spaces = state.step, len(saved["row"])
    for own in saved["seats"]:
        bid = sum(own["bids"])
        expect(not any(own["bids"][spaces:]), "Energy lies beyond the row")
        expect(bid == 0 or BID_STEP <= step <= RESOLUTION_STEP, "Energy lies on the row")
        expect(own["solar"] <= saved["sun"] or step > GOD_STEP, "more Solar than suns")
        if step in (ITEM_STEP, OVER):
            expect(own["solar"] == 0, "Solar is lost at the end of a round")
        won = saved["row"].count(None) if step != OVER else 0
        expect(own["bagua"] <= BALANCE_ABOVE + won, "the Balance was due")
        if step == BID_STEP:
            expect(own["solar"] == max(0, saved["sun"] - bid), "Solar is spent before Lunar")


def _question(state: TenSuns, saved: dict[str, Any]) -> None:
    step, asked = state.step, saved["waiting"]
    expect(saved["secret"] == (step == BID_STEP), "Bids are secret, and nothing else")
    if step == OVER:
        expect(not asked, "the game is over")
        ended = bool(state.endings()) or saved["top"] + saved["bottom"] == 0
        expect(ended, "the game is over before its end")
    elif step == BID_STEP:
        expect(bool(asked), "somebody still bids")
    elif step == ITEM_STEP:
        expect(asked == [saved["bow"]], "the holder of the Bow is asked")
    else:
        expect(step <= PALACE_STEP and asked == [saved["turn"]], "whose turn it is is asked")
