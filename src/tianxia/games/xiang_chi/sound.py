"""What a saved state of The Court of Xiang Chi looks like, and what must hold in it."""

from typing import Any

from ...engine.saved import Flag, Listed, Maybe, OneOf, Shape, Table, Whole, expect
from ...engine.state import State
from .components import (
    CARDS,
    COMPONENTS,
    COURT_CARDS,
    COURTESAN,
    FEWEST_SPACES,
    GENERAL,
    MOST_SPACES,
    PLACES,
    PRINCES,
    TAX_COLLECTOR,
)
from .rules import KIND, VP, XiangChi
from .table import IDS, NUMBERS, QUESTIONS, SPACE_IDS

#: More copper and points than a game can bring.
PLENTY = 9_999
COURTIERS = IDS[:COURT_CARDS]
PRINCE_IDS = IDS[COURT_CARDS:]
COURTESANS = [id for id in COURTIERS if KIND[NUMBERS[id]] == COURTESAN]
#: The class of the card whose power is in use, by question.
POWERS = {"taxing": TAX_COLLECTOR, "general": GENERAL}


def shape(players: int) -> dict[str, Shape]:
    """The parts of a saved state."""
    courtiers = Listed(OneOf(COURTIERS), 0, COURT_CARDS)
    princes = Listed(OneOf(PRINCE_IDS), 0, PRINCES)
    points: dict[str, Shape] = dict.fromkeys(("poets", "taxes", "princes"), Whole(0, PLENTY))
    return {
        "turn": Whole(0, COURT_CARDS),  # at least one of them leaves the market every turn
        "question": OneOf(QUESTIONS),
        "cp": Whole(0, PLENTY),
        "vp": Table(points),
        "row": Listed(Maybe(OneOf(IDS)), PLACES),
        "court": Listed(courtiers, FEWEST_SPACES, MOST_SPACES),
        "deck": Listed(OneOf(IDS), 0, CARDS),
        "discard": courtiers,
        "princes_court": courtiers,
        "defeated": princes,
        "aside": princes,
        "bought": Flag(),
        "hand": Maybe(OneOf(COURTIERS)),
        "acting": Maybe(OneOf(SPACE_IDS)),
        "fresh": Listed(OneOf(COURTESANS), 0, len(COURTESANS)),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    """That each card is in one place `load` has seen to; what is asked fits where they are."""
    assert isinstance(state, XiangChi)
    question = saved["question"]
    expect(not saved["secret"], "nothing is secret")
    expect(state.over() == (question == "over"), "the game is over, or something is asked")
    points = sum(VP[NUMBERS[id]] for id in saved["defeated"])
    expect(saved["vp"]["princes"] == points, "points for the Princes that were defeated")
    expect(
        (saved["hand"] is not None) == (question == "placing"), "a bought card is placed at once"
    )
    expect(saved["hand"] is None or saved["bought"], "the card in hand was bought")
    _market(saved)
    _power(state, saved)
    _fresh(saved)
    if question == "opening":
        _opening(saved)
    else:
        expect(saved["turn"] > 0, "turns are counted from 1")
    if state.over():
        ended = state.princes_in_row() == PLACES or state.drawn() == PRINCES
        expect(ended, "the game is over before enough Princes have come")


def _market(saved: dict[str, Any]) -> None:
    gaps = saved["row"].count(None)
    expect(len(saved["deck"]) == len(set(saved["deck"])), "a card is twice in the deck")
    if saved["question"] in POWERS:  # an exchange leaves a gap until the power has been used
        expect(gaps <= 1 or not saved["deck"], "the market is filled up from the deck")
        return
    expect(gaps == 0 or not saved["deck"], "the market is filled up from the deck")
    expect(None not in saved["row"][gaps:], "cards of the market slide away from the deck")


def _power(state: XiangChi, saved: dict[str, Any]) -> None:
    acting = saved["acting"]
    expect((acting is not None) == (saved["question"] in POWERS), "a card whose power is in use")
    if acting is not None:
        space = SPACE_IDS.index(acting)
        pile = saved["court"][space] if space < state.spaces else []
        expect(bool(pile), "an empty space has no power")
        expect(KIND[NUMBERS[pile[-1]]] == POWERS[saved["question"]], "that card has another power")


def _fresh(saved: dict[str, Any]) -> None:
    placed = {id for pile in saved["court"] for id in pile}
    placed.update(saved["discard"], saved["princes_court"])
    fresh = saved["fresh"]
    expect(len(set(fresh)) == len(fresh), "a Courtesan is placed once")
    expect(placed.issuperset(fresh), "a Courtesan placed this turn has been in the Court")


def _opening(saved: dict[str, Any]) -> None:
    used = [*saved["court"], saved["discard"], saved["princes_court"], saved["defeated"]]
    expect(not any(used) and not saved["fresh"], "cards have been played before the first turn")
    expect(saved["turn"] == 0 and not saved["bought"], "the first turn has not begun")
    expect(not set(saved["row"]) & set(PRINCE_IDS), "no Prince is in the first market")
    expect(len(saved["deck"]) >= PLACES, "the deck is not so small")
    expect(saved["cp"] == COMPONENTS.start_copper, "the copper at the start")
    expect(not any(saved["vp"].values()), "points before the first turn")
