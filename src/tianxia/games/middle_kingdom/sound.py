"""What a saved state of Middle Kingdom looks like, and what must hold in it."""

from collections import Counter
from typing import Any

from ...engine.saved import Counted, Listed, Maybe, OneOf, Shape, Table, Whole, expect, seat
from ...engine.state import State
from .components import GOALS, KINDS, PILES
from .rules import COUNTS, SPACE, MiddleKingdom
from .table import (
    BID_STEP,
    CARD_NAMES,
    CLAIM_STEP,
    DRAW_STEP,
    DYNASTY_KINDS,
    HEIR_STEP,
    SLOT_NAMES,
    SLOTS,
    STEP_NAMES,
    SWAP_STEP,
)

CARDS = KINDS[:DYNASTY_KINDS]
DRAGON = KINDS[DYNASTY_KINDS]
MERCHANT = "merchant"
#: More rounds and tokens than the deck allows.
MOST_ROUNDS = 62
BIDS = [SPACE.text(action) for action in range(SPACE.start("harvest"))]
#: Who is asked in the steps in which a goal card decides that.
ASKED_BY_GOAL = {"palace": "palace", "harvest": "harvest", "emperor": "emperor", "heir": "heir"}


def shape(players: int) -> dict[str, Shape]:
    """The parts of a saved state."""
    whose = Maybe(seat(players))
    card = OneOf(CARD_NAMES)
    bids = OneOf([f"{player} {slot}" for player in range(players) for slot in SLOT_NAMES])
    counts = Counted(CARDS, max(COUNTS))
    before_player: dict[str, Shape] = {
        "hand": Listed(card, 0, len(CARD_NAMES)),
        "tied": Listed(Maybe(card), SLOTS),
        "played": Listed(Maybe(card), SLOTS),
        "aside": Listed(card, 0, len(CARD_NAMES)),
        "choice": Maybe(OneOf(BIDS)),
        "cards": counts,
        "converted": Counted(PILES, max(COUNTS)),
        "tokens": Whole(0, MOST_ROUNDS),
        "last_dragon": Whole(0, MOST_ROUNDS),
    }
    return {
        "round": Whole(1, MOST_ROUNDS),
        "step": OneOf(STEP_NAMES),
        "deck": counts,
        "row": Listed(OneOf(KINDS), 0, 5),
        "discards": counts,
        "goals": Table(dict.fromkeys(GOALS, whose)),
        "dragon": whose,
        "bonus": Maybe(bids),
        "ranking": Listed(bids, 0, SLOTS * players),
        "resolved": Whole(0, SLOTS * players),
        "drawn": Listed(OneOf(CARDS), 0, players),
        "placing": whose,
        "seats": Listed(Table(before_player), players),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    """Every card is somewhere, and what is asked is what the round has come to."""
    assert isinstance(state, MiddleKingdom)
    _cards(saved)
    _bid_cards(state, saved)
    if state.over():
        expect(not saved["row"] and saved["placing"] is None, "the game is over in mid-round")
        expect(state.deck_size() < state.row_size, "the game is over, but the deck is not")
    _question(state, saved)


def _cards(saved: dict[str, Any]) -> None:
    found: Counter[str] = Counter(saved["row"]) + Counter(saved["drawn"])
    for counts in (saved["deck"], saved["discards"], *(own["cards"] for own in saved["seats"])):
        found += Counter(counts)
    for own in saved["seats"]:
        found[MERCHANT] += sum(own["converted"].values())
        for pile, count in own["converted"].items():
            expect(pile != "merchants" or not count, "Merchants are at home among Merchants")
    if saved["placing"] is not None and saved["step"] != STEP_NAMES[DRAW_STEP]:
        found[MERCHANT] += 1
    dragons = found.pop(DRAGON, 0) + (saved["dragon"] is not None)
    expect(dragons <= 1, "there is one Dragon")
    every = Counter(dict(zip(CARDS, COUNTS, strict=True)))
    expect(found == every, "each of the Dynasty cards must be in exactly one place")


def _bid_cards(state: MiddleKingdom, saved: dict[str, Any]) -> None:
    slots = SLOTS if state.two_bids else 1
    for own in saved["seats"]:
        laid = [card for card in own["tied"] + own["played"] if card is not None]
        cards = [*own["hand"], *own["aside"], *laid]
        expect(sorted(cards) == sorted(CARD_NAMES), "a player has each bid card once")
        tied, played = own["tied"], own["played"]
        expect("R" not in tied, "a Reset is never tied")
        expect(not any(tied[slots:] + played[slots:]), "there is one bid a round")
        expect(tied[0] is not None or tied[1] is None, "a tied card lies in A")
        if None not in tied:
            expect(tied[0] > tied[1], "the higher of two tied cards lies in A")


def _question(state: MiddleKingdom, saved: dict[str, Any]) -> None:
    step, asked, seats = saved["step"], saved["waiting"], saved["seats"]
    ranked = saved["ranking"]
    resolved = saved["resolved"]
    played = [[c for c in own["played"] if c is not None] for own in seats]
    chosen = [player for player, own in enumerate(seats) if own["choice"] is not None]
    late = None if state.two_bids else saved["goals"]["palace"]
    if not state.over():
        size = state.row_size
        if step == STEP_NAMES[BID_STEP]:
            expect(saved["secret"], "bids are secret")
            expect(len(saved["row"]) == size and DRAGON not in saved["row"], "the row is not new")
            expect(not any(played), "bids lie on the table before they are shown")
            everybody = [player for player in range(state.players) if player != late]
            expect(sorted(asked + chosen) == everybody, "everybody bids once")
            for player in chosen:
                legal = state.bid_choices(player)
                expect(SPACE.parse(seats[player]["choice"]) in legal, "a bid that is not possible")
            _nothing_ranked(saved)
            return
        expect(not saved["secret"] and len(asked) == 1, "one player is asked openly")
    expect(not chosen, "a bid is still hidden")
    if state.over():
        expect(not any(played), "bids lie on the table when the game is over")
        _nothing_ranked(saved)
        return
    who = asked[0]
    placing = saved["placing"]
    drawing = step == STEP_NAMES[DRAW_STEP]
    expect(bool(saved["drawn"]) == drawing, "cards are drawn for tied stacks only")
    if placing is not None:
        expect(placing == who == saved["goals"]["market"], "the Market player is asked for a pile")
        expect(STEP_NAMES.index(step) >= SWAP_STEP, "no Merchant has been taken yet")
    else:
        expect(not drawing, "nobody has a pile to choose")
        if step in ASKED_BY_GOAL:
            expect(saved["goals"][step] == who, f"the {step} is somebody else's")
        if step == STEP_NAMES[SWAP_STEP]:
            expect(saved["dragon"] == who, "the Dragon is somebody else's")
    if STEP_NAMES.index(step) < SWAP_STEP:
        expect(len(saved["row"]) == state.row_size and DRAGON not in saved["row"], "no new row")
        expect(resolved == 0, "bids are resolved before they are ranked")
        _bids_of_step(state, saved, who)
        return
    expect(saved["dragon"] is None or step == STEP_NAMES[SWAP_STEP], "the Dragon was not swapped")
    _everybody_has_bid(state, saved, None)
    again = state.copy()
    again.rank_bids()
    expect(again.dump()["ranking"] == ranked, "the bids are ranked otherwise")
    if saved["bonus"] is not None:
        expect(_value(saved, saved["bonus"]) is not None, "the half lies where no bid is")
    _resolution(state, saved, who)


def _nothing_ranked(saved: dict[str, Any]) -> None:
    expect(saved["bonus"] is None and not saved["ranking"], "bids are ranked before they are made")
    expect(saved["resolved"] == 0 and not saved["drawn"], "bids are resolved before they are made")
    expect(saved["placing"] is None, "nobody has a Merchant to place")


def _value(saved: dict[str, Any], bid: str) -> str | None:
    player, slot = bid.split()
    found: str | None = saved["seats"][int(player)]["played"][SLOT_NAMES.index(slot)]
    return found


def _everybody_has_bid(state: MiddleKingdom, saved: dict[str, Any], but: int | None) -> None:
    """As many cards lie before each player as can be: both tied cards covered, none beside."""
    for player, own in enumerate(saved["seats"]):
        played = [card for card in own["played"] if card is not None]
        if player == but:
            continue
        expect(bool(played), f"player {player} has not bid")
        if state.two_bids and len(played) == 1:
            replaced = "R" in own["aside"] and saved["goals"]["harvest"] == player
            lone = played == ["R"] or replaced
            expect(lone and (played != ["R"] or not own["hand"]), "two bids were due")
        if len(played) == 1 and own["tied"][0] is not None:
            covered = [
                t is not None and p is not None
                for t, p in zip(own["tied"], own["played"], strict=True)
            ]
            expect(any(covered), "a tied card must be covered")


def _bids_of_step(state: MiddleKingdom, saved: dict[str, Any], who: int) -> None:
    step = saved["step"]
    expect(not saved["ranking"], "bids are ranked before they are made")
    own = saved["seats"][who]
    if step == "palace":
        expect(saved["bonus"] is None, "the Emperor comes after the Palace")
        played = [card for card in own["played"] if card is not None]
        expect(
            len(played) == (1 if state.two_bids else 0) and bool(own["hand"]), "the Palace has bid"
        )
    else:
        expect(saved["bonus"] is None, "the Emperor has been used")
        if step == "harvest":
            expect(
                "R" in own["played"] and 1 <= len(own["hand"]) <= 3, "there is nothing to replace"
            )
        else:
            expect(None not in own["played"], "there is only one bid")
    _everybody_has_bid(state, saved, who if step == "palace" else None)


def _resolution(state: MiddleKingdom, saved: dict[str, Any], who: int) -> None:
    step, resolved, ranked = saved["step"], saved["resolved"], saved["ranking"]
    if step == STEP_NAMES[SWAP_STEP]:
        expect(resolved == 0, "the Dragon comes first")
        if saved["placing"] is None:
            expect(len(saved["row"]) == state.row_size, "the row is not whole")
        return
    if step == STEP_NAMES[HEIR_STEP]:
        expect(resolved == len(ranked), "bids are left")
        expect(bool(saved["row"]) or saved["placing"] is not None, "no card is left")
        return
    expect(resolved < len(ranked), "no bid is left")
    end = state.group_end(resolved)
    if step == STEP_NAMES[CLAIM_STEP]:
        expect(end == resolved + 1, "tied bids claim nothing")
        expect(int(ranked[resolved].split()[0]) == who, "somebody else's bid comes now")
        expect(bool(saved["row"]) or saved["placing"] is not None, "no card is left")
        if resolved:
            expect(state.group_end(resolved - 1) == resolved, "half of a tie is resolved")
        return
    owners = [int(bid.split()[0]) for bid in ranked[resolved:end]]
    expect(end > resolved + 1 and len(saved["drawn"]) == len(owners), "one card each is drawn")
    merchant = [card for owner, card in zip(owners, saved["drawn"], strict=True) if owner == who]
    expect(merchant[:1] == [MERCHANT], "there is no Merchant to place")
