"""What a player sees: everything but the order of the deck and bids that are not yet revealed."""

from typing import Any

from ...engine.compact import at, held, item, length, listed, things
from ...engine.state import State
from .components import GOALS, KINDS, PILES
from .rules import EMPEROR, GOAL_POINTS, PALACE, SOURCES, SPACE, SWAP, SWAP_KINDS, MiddleKingdom
from .table import (
    BID_STEP,
    CARD_NAMES,
    DRAGON,
    EMPEROR_STEP,
    HARVEST_STEP,
    HEIR_STEP,
    NOBODY,
    NONE,
    PALACE_STEP,
    PILE_OF,
    RESET,
    SLOT_A,
    SLOT_B,
    SLOT_NAMES,
    SLOTS,
    STEP_NAMES,
    SWAP_STEP,
    TYPES,
    counted,
)


def view(state: State, player: int | None) -> dict[str, Any]:
    """The table as `player` sees it (`None`: a spectator)."""
    assert isinstance(state, MiddleKingdom)
    asked = player is not None and player in state.actors()
    choice = NONE if player is None else state.seats[player].choice
    return {
        "prompt": prompt(state, player),
        "step": STEP_NAMES[state.step],
        "round": state.round,
        "rounds_left": state.deck_size() // state.row_size,
        "row": [KINDS[kind] for kind in listed(state.row)],
        "row_size": state.row_size,
        "bids_each": SLOTS if state.two_bids else 1,
        "deck": counted(state.deck),
        "deck_size": state.deck_size(),
        "discards": counted(state.discards),
        "goals": [goal(state, pile) for pile in range(TYPES)],
        "heir_at_end": seat_or_none(state.warlord_leader()),
        "fewest_farmers": state.fewest_farmers(),
        "dragon": dragon(state),
        "forbidden": forbidden(state),
        "seats": [seat_view(state, seat) for seat in range(state.players)],
        "ranking": ranking(state),
        "choice": None if choice == NONE else SPACE.text(choice),
        "previews": previews(state, player) if player is not None and asked else {},
        "scoring": [
            {"source": source, "points": list(points)}
            for source, points in zip(
                SOURCES,
                zip(*(state.points(seat) for seat in range(state.players)), strict=True),
                strict=True,
            )
        ],
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def card_name(card: int) -> str | None:
    return None if card == NONE else CARD_NAMES[card]


def prompt(state: MiddleKingdom, player: int | None) -> dict[str, Any]:
    """Which sentence says what is to be decided, and its values."""
    if state.over():
        return {"id": "over", "players": state.winners()}
    if state.placing != NOBODY:
        return {"id": "market"}
    if state.step == BID_STEP:
        return bid_prompt(state, player)
    if state.step in (PALACE_STEP, EMPEROR_STEP, HARVEST_STEP, SWAP_STEP, HEIR_STEP):
        return {"id": STEP_NAMES[state.step]}
    claiming = item(state.ranking, state.resolved)
    pick = state.row_size - length(state.row) + 1
    return {"id": "claim", "value": state.value(claiming), "pick": pick, "cards": state.row_size}


def bid_prompt(state: MiddleKingdom, player: int | None) -> dict[str, Any]:
    """What is asked for in secret: one card, two, the first of two, or a place for the Reset."""
    if player is None or player not in state.actors():
        return {"id": "bid", "tied": "none"}
    seat = state.seats[player]
    tied, second = (card_name(card) or "none" for card in things(seat.tied, SLOTS))
    if not state.two_bids:
        return {"id": "bid", "tied": tied}
    if seat.hand_cards() == [RESET]:
        return {"id": "reset", "tied": tied, "second": second}
    id = "first" if player == state.holder(PALACE) else "pair"
    return {"id": id, "tied": tied, "second": second}


def goal(state: MiddleKingdom, pile: int) -> dict[str, Any]:
    """A goal card: its holder, everybody's strength, and by how much the holder leads."""
    strengths = [at(seat.strength, pile) for seat in state.seats]
    holder = state.holder(pile)
    margin = None
    if holder != NOBODY:
        margin = strengths[holder] - max(strengths[:holder] + strengths[holder + 1 :])
    return {
        "goal": GOALS[pile],
        "pile": PILES[pile],
        "points": GOAL_POINTS[pile],
        "holder": seat_or_none(holder),
        "strengths": strengths,
        "margin": margin,
    }


def dragon(state: MiddleKingdom) -> dict[str, Any]:
    """Where the Dragon is, who would get it if the round ended now, and what decides that."""
    left = state.dragon_candidates()
    goals = [things(state.holders, TYPES).count(seat) for seat in range(state.players)]
    cards = [seat.card_count() for seat in state.seats]
    if not left:
        decided_by = "too-few-goals"
    elif len(left) > 1:
        decided_by = "nobody"
    elif goals.count(goals[left[0]]) == 1:
        decided_by = "fewest-goals"
    elif list(zip(goals, cards, strict=True)).count((goals[left[0]], cards[left[0]])) == 1:
        decided_by = "fewest-cards"
    else:
        decided_by = "least-recent"
    return {
        "holder": seat_or_none(state.dragon),
        "in_row": DRAGON in listed(state.row),
        "next": left[0] if len(left) == 1 else None,
        "decided_by": decided_by,
    }


def forbidden(state: MiddleKingdom) -> dict[str, str]:
    """The cards of the row the Dragon cannot be swapped for, and why."""
    if state.step != SWAP_STEP or state.placing != NOBODY or state.over():
        return {}
    open = [SWAP_KINDS[action - SWAP] for action in state.swap_choices(state.dragon)]
    return {
        KINDS[kind]: "largest-type" if kind in SWAP_KINDS else "no-philosopher"
        for kind in sorted(listed(state.row))
        if kind not in open
    }


def seat_view(state: MiddleKingdom, player: int) -> dict[str, Any]:
    """What lies before a player."""
    seat = state.seats[player]
    bidding = state.step == BID_STEP and not state.over()
    return {
        "hand": [CARD_NAMES[card] for card in seat.hand_cards()],
        "aside": [CARD_NAMES[card] for card in listed(seat.aside)],
        "slots": [slot_view(state, player, slot) for slot in range(SLOTS if state.two_bids else 1)],
        "has_chosen": bidding and seat.choice != NONE,
        "piles": [pile_view(state, player, pile) for pile in range(TYPES)],
        "goals": [GOALS[pile] for pile in range(TYPES) if state.holder(pile) == player],
        "tokens": seat.tokens,
        "cards": seat.card_count(),
        "last_dragon": seat.last_dragon or None,
    }


def slot_view(state: MiddleKingdom, player: int, slot: int) -> dict[str, Any]:
    """A place for a bid: the card tied before, the one played now, and what they are worth."""
    seat = state.seats[player]
    bid = SLOTS * player + slot
    return {
        "slot": SLOT_NAMES[slot],
        "tied": card_name(held(seat.tied, slot)),
        "card": card_name(held(seat.played, slot)),
        "value": None if state.key(bid) == NONE else state.value(bid),
    }


def pile_view(state: MiddleKingdom, player: int, pile: int) -> dict[str, Any]:
    """A pile: its cards by kind, the Merchants among them that count two, and its strength."""
    seat = state.seats[player]
    kinds = [kind for kind in range(DRAGON) if PILE_OF[kind] == pile]
    cards = [KINDS[kind] for kind in kinds for _ in range(at(seat.cards, kind))]
    return {
        "pile": PILES[pile],
        "cards": cards,
        "converted": at(seat.converted, pile),
        "count": len(cards) + at(seat.converted, pile),
        "strength": at(seat.strength, pile),
    }


def ranking(state: MiddleKingdom) -> list[dict[str, Any]]:
    """The bids in claiming order."""
    keys = [state.key(bid) for bid in listed(state.ranking)]
    return [
        {
            "player": bid // SLOTS,
            "slot": SLOT_NAMES[bid % SLOTS],
            "value": state.value(bid),
            "stack": state.is_stack(bid),
            "tied": keys.count(keys[place]) > 1,
            "done": place < state.resolved,
        }
        for place, bid in enumerate(listed(state.ranking))
    ]


def previews(state: MiddleKingdom, player: int) -> dict[str, Any]:
    """What each option of the player would do: the claiming order, or what a card changes."""
    if state.step == BID_STEP:
        return {"bids": bid_previews(state, player)}
    found: dict[str, Any] = {}
    for action in state.legal(player):
        tried = state.copy()
        tried.foresee(player, action)
        found[SPACE.text(action)] = (
            order(tried) if state.step <= EMPEROR_STEP else gain_preview(state, tried, player)
        )
    return found


def order(tried: MiddleKingdom) -> list[list[Any]]:
    """The claiming order in short: seat, value and whether it is tied."""
    return [[bid["player"], bid["value"], bid["tied"]] for bid in ranking(tried)]


def bid_previews(state: MiddleKingdom, player: int) -> list[dict[str, Any]]:
    """For each slot and card in hand the value of the bid, and who could tie it."""
    seat = state.seats[player]
    others = [other for other in range(state.players) if other != player]
    found = []
    for slot in range(SLOTS if state.two_bids else 1):
        tied = held(seat.tied, slot)
        found.append(
            {
                "slot": SLOT_NAMES[slot],
                "cards": [CARD_NAMES[card] for card in seat.hand_cards()],
                "values": [
                    None if tied == NONE and card == RESET else max(tied, 0) + card
                    for card in seat.hand_cards()
                ],
                "ties": [
                    [other for other in others if can_tie(state, player, other, tied, card)]
                    for card in seat.hand_cards()
                ],
            }
        )
    return found


def can_tie(state: MiddleKingdom, player: int, other: int, tied: int, card: int) -> bool:
    """Could another player make the same bid this round? Harvest replacements not counted."""
    seat = state.seats[other]
    if card not in seat.hand_cards() or (tied == NONE and card == RESET):
        return False
    if not state.two_bids and state.holder(EMPEROR) in (player, other):
        return False  # the bonus keeps them apart
    if tied != NONE:
        return tied in things(seat.tied, SLOTS)
    return held(seat.tied, SLOT_B if state.two_bids else SLOT_A) == NONE


def gain_preview(state: MiddleKingdom, tried: MiddleKingdom, player: int) -> dict[str, Any]:
    """What a card changes: everybody's points, the player's own by source, and goal cards."""
    before, after = state.scores(), tried.scores()
    sources = zip(SOURCES, state.points(player), tried.points(player), strict=True)
    return {
        "scores": [new - old for old, new in zip(before, after, strict=True)],
        "sources": {source: new - old for source, old, new in sources if new != old},
        "goals": {
            GOALS[pile]: tried.holder(pile)
            for pile in range(TYPES)
            if tried.holder(pile) != state.holder(pile)
        },
    }
