"""What a position is worth, for bots; and what a player may know, as numbers for learning."""

from typing import Final

from ...engine.state import State
from .components import CARDS, CLAN_IDS, CLASS_IDS, GENERAL, MOST_SPACES, PLACES, PRINCE
from .rules import (
    CLAN,
    FIRST_PRINCE,
    IDS,
    KIND,
    NONE,
    OVER,
    QUESTIONS,
    ROW_IDS,
    SPACE_IDS,
    STRENGTH,
    VP,
    XiangChi,
)


def judge(state: State, player: int) -> float:
    """An estimate of the final score."""
    assert isinstance(state, XiangChi)
    return float(state.score())


def feature_names(players: int) -> list[str]:
    """What each number of `features` says."""
    found = ["copper", "points", "lost", "score", "turn", "deck"]
    found += ["princes drawn", "princes in market", "strength"]
    for clan in CLAN_IDS:
        found += [f"{clan} worth", f"{clan} taxes", f"{clan} has general"]
    found += ["tax collectors", "empty spaces", "bought"]
    found += [f"old courtesans of {worth}" for worth in (1, 2, 3)]
    found += [f"asked {question}" for question in QUESTIONS[:OVER]]
    for place in ROW_IDS:
        found += [f"{place} {name}" for name in CARD_NAMES]
        found += [f"{place} price", f"{place} affordable", f"{place} missing"]
    found += [f"hand {name}" for name in CARD_NAMES]
    for space in SPACE_IDS:
        found += [f"{space} {name}" for name in CARD_NAMES]
        found += [f"{space} depth", f"{space} acting", f"{space} exchangeable"]
    found += [f"unseen {id}" for id in IDS]
    return found


CARD_NAMES: Final = [*CLASS_IDS, "prince", *CLAN_IDS, "worth", "strength"]


def features(state: State, player: int) -> list[float]:
    """All a player may know, each number about -1 to 1."""
    assert isinstance(state, XiangChi)
    strength = state.strength()
    found = [
        state.cp / 20,
        state.vp() / 60,
        state.lost() / 20,
        state.score() / 60,
        state.turn / 30,
        len(state.deck) / 46,
        state.drawn() / 9,
        state.princes_in_row() / 4,
        strength / 15,
    ]
    generals = [pile[-1] for pile in state.piles if pile and KIND[pile[-1]] == GENERAL]
    for clan in range(len(CLAN_IDS)):
        found.append(state.clan_worth(clan) / 12)
        found.append(state.minister_gain(clan) / 8)
        found.append(1.0 if clan in [CLAN[card] for card in generals] else 0.0)
    found.append(state.tax_collectors() / 4)
    found.append(sum(1 for pile in state.piles if not pile) / 8)
    found.append(1.0 if state.bought else 0.0)
    courtesans = [0.0, 0.0, 0.0]
    for space in range(len(state.piles)):
        if state.may_exchange(space):
            courtesans[VP[state.top(space)] - 1] += 1 / 3
    found += courtesans
    found += [1.0 if state.question == question else 0.0 for question in range(OVER)]
    for place in range(PLACES):
        card = state.row[place]
        found += card_features(card)
        if card == NONE:
            found += [0.0, 0.0, 0.0]
        elif card >= FIRST_PRINCE:
            found += [0.0, 0.0, max(0, STRENGTH[card] - strength) / 15]
        else:
            price = state.price(place)
            found += [price / 12, 1.0 if price <= state.cp else 0.0, 0.0]
    found += card_features(state.hand)
    for space in range(MOST_SPACES):
        if space >= len(state.piles):
            found += [0.0] * (len(CARD_NAMES) + 3)
            continue
        found += card_features(state.top(space))
        found.append(len(state.piles[space]) / 5)
        found.append(1.0 if space == state.acting else 0.0)
        found.append(1.0 if state.may_exchange(space) else 0.0)
    unseen = [0.0] * CARDS
    for card in state.deck:
        unseen[card] = 1.0
    return found + unseen


def card_features(card: int) -> list[float]:
    """What is printed on a card; zeros for none."""
    found = [0.0] * len(CARD_NAMES)
    if card != NONE:
        found[KIND[card]] = 1.0
        if card < FIRST_PRINCE:
            found[PRINCE + 1 + CLAN[card]] = 1.0
        found[-2] = VP[card] / 3
        found[-1] = STRENGTH[card] / 15
    return found
