"""What a position is worth, and a rule-based player.

Values are estimates in points. The numbers were set by hand and tried in short matches; none of them
is a rule.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from ...engine.compact import (
    Counts,
    at,
    find,
    has,
    held,
    item,
    length,
    listed,
    more,
    numbers,
)
from ...engine.counting import sum_of
from ...engine.features import Features
from ...engine.parts import Parts
from ...engine.state import State
from .components import GOALS, KINDS, PILES
from .rules import (
    BID_PAIR,
    BID_SECOND,
    EMPEROR,
    FARMER_CHART,
    GOAL_POINTS,
    HEIR,
    MARKET,
    MISSING_POINTS,
    PALACE,
    POINTS,
    SOURCES,
    TOKEN_POINTS,
    MiddleKingdom,
    bid_key,
    pair_cards,
)
from .table import (
    BID_CARDS,
    BID_STEP,
    BUREAUCRAT,
    BUREAUCRATS,
    CARD_NAMES,
    CARDS,
    DRAGON,
    DYNASTY_KINDS,
    EMPEROR_STEP,
    FARMER,
    HEIR_STEP,
    MERCHANT,
    MERCHANTS,
    NONE,
    PHILOSOPHER,
    PILE_OF,
    RESET,
    SLOT_A,
    SLOT_B,
    SLOT_NAMES,
    SLOTS,
    STEP_NAMES,
    TYPES,
    WARLORDS,
    Player,
    place_of,
)

#: Cards of a row that end up with a player; the others are discarded.
TAKEN: Final = 0.93
#: Tokens given in a round.
TOKENS: Final = 0.7
#: What a card is worth on average.
CARD: Final = 1.4
#: Cards a round that a goal card's power brings, by type.
POWER: Final = [0.1, 0.2, 0.1, 0.2, 0.1]
#: Rounds a goal card may be kept.
POWER_ROUNDS: Final = 6.0
#: Holding the Dragon, and being the one it would go to.
DRAGON_HELD: Final = 2.0
DRAGON_NEXT: Final = 0.8
#: The cards in hand: each pip, and each of the last cards before a Reset is forced.
PIP: Final = 0.05
CHOICE: Final = 0.4
CHOICES: Final = 4
ALL_PIPS: Final = 28
#: A tied card waits for a second one on top.
TIED_CARD: Final = 0.7
#: How far a player mixes bids of nearly the same value.
MIXING: Final = 0.2

#: The part that each source of a final score belongs to: Bureaucrats count for the Philosopher.
SOURCE_PARTS: Final = ["philosopher" if source == "bureaucrats" else source for source in SOURCES]
#: The part that what is printed on a Dynasty card belongs to.
PART_OF: Final = [
    "philosopher" if kind == PHILOSOPHER else PILES[PILE_OF[kind]] for kind in range(DYNASTY_KINDS)
]


# The position


def judge(state: State, player: int) -> float:
    """The final score a player can expect."""
    return estimate(state, player, None)


def parts(state: State, player: int) -> dict[str, float]:
    """What that estimate consists of."""
    found = Parts()
    estimate(state, player, found)
    return found.points


def estimate(state: State, player: int, parts: Parts | None) -> float:
    """The final score a player can expect; `parts` is told what it consists of."""
    assert isinstance(state, MiddleKingdom)
    if state.over():
        points = state.points(player)
        if parts is not None:
            for source in range(len(points)):
                parts.add(SOURCE_PARTS[source], points[source])
        return float(sum_of(points))
    hand = hand_worth(state, player)
    claims = claims_worth(state, player)
    if parts is not None:
        parts.add("hand", hand)
        parts.add("claims", claims)
    return projection(state, player, parts) + hand + claims


def projection(state: MiddleKingdom, player: int, parts: Parts | None = None) -> float:
    """The final score from the cards won so far and a fair share of those to come."""
    seat = state.seats[player]
    cards = numbers(seat.cards, DYNASTY_KINDS)
    share = TAKEN / state.players
    coming = numbers(state.deck, DYNASTY_KINDS)
    for kind in listed(state.row):
        if kind != DRAGON:
            coming[kind] += 1
    rounds = int(state.deck_size()) / int(state.row_size)

    tokens = TOKEN_POINTS * (int(seat.tokens) + TOKENS * rounds / state.players)
    found = tokens
    for kind in range(DYNASTY_KINDS):
        printed = POINTS[kind] * (cards[kind] + share * coming[kind])
        found += printed
        if parts is not None:
            parts.add(PART_OF[kind], printed)

    philosopher = cards[PHILOSOPHER] + share * coming[PHILOSOPHER]
    lessons = philosopher * (cards[BUREAUCRAT] + share * coming[BUREAUCRAT])
    found += lessons

    fewest = int(state.fewest_farmers())
    fields = chart(cards[FARMER] - fewest + 0.3 * share * coming[FARMER])
    found += fields

    by_pile = [0] * TYPES
    for kind in range(DYNASTY_KINDS):
        by_pile[PILE_OF[kind]] += coming[kind]
    for pile in range(TYPES):
        if at(seat.strength, pile) == 0:
            missing = MISSING_POINTS * (1 - share) ** by_pile[pile]
            found += missing
            if parts is not None:
                parts.add("missing", missing)
    palace = GOAL_POINTS[PALACE] * majority(state, player, BUREAUCRATS, by_pile[BUREAUCRATS])
    found += palace
    market = GOAL_POINTS[MARKET] * majority(state, player, MERCHANTS, by_pile[MERCHANTS])
    found += market
    heir = GOAL_POINTS[HEIR] * majority(state, player, WARLORDS, by_pile[WARLORDS])
    found += heir

    for pile in range(TYPES):
        if state.holder(pile) == player:
            power = CARD * POWER[pile] * min(rounds, POWER_ROUNDS)
            found += power
            if parts is not None:
                parts.add("powers", power)
    dragon = 0.0
    if state.dragon == player:
        dragon = DRAGON_HELD
    elif state.dragon_candidates() == [player]:
        dragon = DRAGON_NEXT
    if parts is not None:
        parts.add("tokens", tokens)
        parts.add("philosopher", lessons)
        parts.add("farmers", fields)
        parts.add("palace", palace)
        parts.add("market", market)
        parts.add("heir", heir)
        parts.add("dragon", dragon)
    return found + dragon


def chart(farmers: float) -> float:
    """The points for Farmers, between the entries of the chart too."""
    whole = int(farmers)
    if whole >= len(FARMER_CHART) - 1:
        return float(FARMER_CHART[-1])
    return FARMER_CHART[whole] + (farmers - whole) * (FARMER_CHART[whole + 1] - FARMER_CHART[whole])


def majority(state: MiddleKingdom, player: int, pile: int, coming: int) -> float:
    """The chance to have the most of a type at the end, the surer the fewer cards come."""
    sharpness = 4 / (1 + coming) ** 0.5
    own = 0.0
    total = 0.0
    strengths = [int(at(seat.strength, pile)) for seat in state.seats]
    most = max(strengths)
    for other, strength in enumerate(strengths):
        lead = strength - most + (0.5 if state.holder(pile) == other else 0.0)
        weight = exp(sharpness * lead)
        total += weight
        if other == player:
            own = weight
    return own / total


def hand_worth(state: MiddleKingdom, player: int) -> float:
    """Bid cards in hand and tied, as far as there are rounds left to play them."""
    seat = state.seats[player]
    back = seat.slot_of_reset() != NONE or find(seat.aside, RESET) != NONE
    pips = 0
    numbers = 0
    for card in BID_CARDS:
        tied = card in (held(seat.tied, SLOT_A), held(seat.tied, SLOT_B))
        if has(seat.hand, place_of(card)) or (back and not tied):
            pips += card
            numbers += card != RESET
    waiting = 0
    for slot in range(SLOTS):
        if held(seat.tied, slot) != NONE and held(seat.played, slot) == NONE:
            pips += held(seat.tied, slot)
            waiting += 1
    return worth_of_hand(state, pips, numbers, waiting)


def worth_of_hand(state: MiddleKingdom, pips: int, numbers: int, tied: int) -> float:
    """The worth of so many pips on so many cards, and of tied cards besides; 0 for a full hand."""
    rounds = state.deck_size() // state.row_size
    usable = min(1.0, int(rounds) / 4)
    missing = max(0, CHOICES - numbers)
    return usable * (PIP * (pips - ALL_PIPS) - CHOICE * missing + TIED_CARD * tied)


# The claims of a round


def card_worth(state: MiddleKingdom, player: int, kind: int) -> float:
    """What a card of the row would add to the player's projection."""
    if kind == DRAGON:
        return float(TOKEN_POINTS)
    before = projection(state, player)
    seat = state.seats[player]
    best = put_worth(state, player, kind, PILE_OF[kind])
    if kind == MERCHANT and state.holder(MARKET) == player:
        for pile in range(TYPES):
            if at(seat.strength, pile) > 0:
                best = max(best, put_worth(state, player, kind, pile))
    return best - before


def put_worth(state: MiddleKingdom, player: int, kind: int, pile: int) -> float:
    """The projection with one more card in a pile."""
    seat = state.seats[player]
    with_card = seat.copy()
    with_card.put(kind, pile)
    state.seats[player] = with_card
    found = projection(state, player)
    state.seats[player] = seat
    return found


def row_worths(state: MiddleKingdom, player: int) -> list[float]:
    """What the cards of the row are worth to the player, best first."""
    found = [card_worth(state, player, kind) for kind in listed(state.row)]
    found.sort(reverse=True)
    return found


def pick_worth(worths: list[float], before: int) -> float:
    """What is left when others have picked before; they want the same cards about half the time."""
    if before >= len(worths):
        return 0.0
    return (worths[before] + worths[before // 2]) / 2


def claims_worth(state: MiddleKingdom, player: int) -> float:
    """What the player's ranked bids and the Heir can still bring this round."""
    if not length(state.ranking) or not length(state.row):
        return 0.0
    worths = row_worths(state, player)
    found = 0.0
    before = 0
    place = state.resolved
    ranking = listed(state.ranking)
    while place < len(ranking):
        end = state.group_end(place)
        for bid in ranking[place:end]:
            if bid // SLOTS == player:
                if end == place + 1:
                    found += pick_worth(worths, before)
                elif state.is_stack(bid):
                    found += CARD
                else:
                    found += TIED_CARD
        if end == place + 1:
            before += 1
        place = end
    if state.holder(HEIR) == player and before < len(worths):
        found += worths[before]
    return found


# A rule-based player


def policy(state: State, player: int) -> int:
    """Bids for the expected pick, picks what is best for oneself against the others.

    The state is a copy dealt anew for the player; its generator mixes bids of nearly the same value.
    """
    assert isinstance(state, MiddleKingdom)
    options = state.legal(player)
    if state.step == BID_STEP:
        return mixed(state, options, bid_values(state, player, options))
    best = options[0]
    most = -1e9
    for action in options:
        tried = state.copy()
        tried.foresee(player, action)
        if state.step <= EMPEROR_STEP:
            value = claims_worth(tried, player) + hand_worth(tried, player)
        else:
            value = projection(tried, player)
            for other in range(state.players):
                if other != player:
                    value -= projection(tried, other) / (state.players - 1)
        if value > most:
            best, most = action, value
    return best


def mixed(state: MiddleKingdom, options: list[int], values: list[float]) -> int:
    """One of the options, better ones more often."""
    most = max(values)
    weights = [int(1000 * exp((value - most) / MIXING)) for value in values]
    return options[int(state.rng.weighted(weights))]


def bid_values(state: MiddleKingdom, player: int, options: list[int]) -> list[float]:
    """What each secret bid can expect, if the others choose at random."""
    seat = state.seats[player]
    worths = row_worths(state, player)
    # By slot and card, the worth of the bid when no own bid comes first, and when one does.
    first = [[0.0] * CARDS, [0.0] * CARDS]
    later = [[0.0] * CARDS, [0.0] * CARDS]
    for slot in range(SLOTS if state.two_bids else 1):
        for card in seat.hand_cards():
            chances = rivals_before(state, player, held(seat.tied, slot), card)
            first[slot][card] = expected_pick(state, seat, slot, card, worths, chances, 0)
            later[slot][card] = expected_pick(state, seat, slot, card, worths, chances, 1)
    found: list[float] = []
    for action in options:
        if action >= BID_PAIR:
            one, two = pair_cards(action)
            in_a, in_b = held(seat.tied, SLOT_A), held(seat.tied, SLOT_B)
            if bid_key(in_a, one, False) >= bid_key(in_b, two, False):
                value = first[SLOT_A][one] + later[SLOT_B][two]
            else:
                value = later[SLOT_A][one] + first[SLOT_B][two]
            value += hand_after(state, seat, one, two)
        elif action >= BID_SECOND:
            card = BID_CARDS[action - BID_SECOND]
            value = first[SLOT_B][card] + hand_after(state, seat, card, NONE)
        else:
            card = BID_CARDS[action]
            value = first[SLOT_A][card] + hand_after(state, seat, card, NONE)
        found.append(value)
    return found


def hand_after(state: MiddleKingdom, seat: Player, one: int, two: int) -> float:
    """The worth of the hand after playing these cards, all of them back with a Reset."""
    back = one == RESET or two == RESET
    pips = 0
    numbers = 0
    for card in BID_CARDS:
        if back or (has(seat.hand, place_of(card)) and card not in (one, two)):
            pips += card
            numbers += card != RESET
    return worth_of_hand(state, pips, numbers, 0)


def rivals_before(state: MiddleKingdom, player: int, tied: i64, card: int) -> list[float]:
    """The chances that 0, 1, 2 ... bids of others come first; last the chance of a tie."""
    own = bid_key(tied, card, state.holder(EMPEROR) == player)
    chances = [1.0]
    no_tie = 1.0
    for other, seat in enumerate(state.seats):
        if other == player:
            continue
        hand = seat.hand_cards()
        bonus = state.holder(EMPEROR) == other
        for slot in range(SLOTS if state.two_bids else 1):
            higher = 0
            equal = 0
            for theirs in hand:
                key = bid_key(held(seat.tied, slot), theirs, bonus)
                higher += key > own
                equal += key == own
            before = higher / len(hand)
            no_tie *= 1 - equal / len(hand)
            chances.append(0.0)
            for count in range(len(chances) - 1, 0, -1):
                chances[count] = chances[count] * (1 - before) + chances[count - 1] * before
            chances[0] *= 1 - before
    chances.append(1 - no_tie)
    return chances


def expected_pick(
    state: MiddleKingdom,
    seat: Player,
    slot: int,
    card: int,
    worths: list[float],
    chances: list[float],
    own_before: int,
) -> float:
    """What a bid can expect: a pick if it is not tied, else a card on the table or a draw."""
    single = held(seat.tied, slot) == NONE
    if single and card == RESET:
        return 0.0
    tie = chances[-1]
    pick = 0.0
    for before in range(len(chances) - 1):
        pick += chances[before] * pick_worth(worths, before + own_before)
    return (1 - tie) * pick + tie * (TIED_CARD + PIP * card if single else CARD)


# What a learner is shown


def feature_names(players: int) -> list[str]:
    """The names of the features."""
    found = [f"step {name}" for name in STEP_NAMES] + ["placing"]
    found += ["rounds left", *(f"row {kind}" for kind in KINDS)]
    found += [f"deck {kind}" for kind in KINDS[:DYNASTY_KINDS]]
    for turn in range(players):
        of = "own" if turn == 0 else f"next {turn}"
        found += [f"{of} score", f"{of} tokens", f"{of} cards"]
        found += [f"{of} {pile}" for pile in PILES]
        found += [f"{of} {goal}" for goal in GOALS]
        found += [f"{of} farmers above the fewest", f"{of} philosopher"]
        found += [f"{of} dragon", f"{of} dragon next", f"{of} best of warlords"]
        found += [f"{of} hand {CARD_NAMES[card]}" for card in BID_CARDS]
        for slot in SLOT_NAMES:
            found += [f"{of} tied {slot}", f"{of} bid {slot}", f"{of} claims {slot}"]
    return found


def features(state: State, player: int, found: Features) -> None:
    """What the player may know, own seat first, then the others in turn."""
    assert isinstance(state, MiddleKingdom)
    found.one_of(HEIR_STEP + 1, state.step)
    found.flag(state.placing == player)
    found.ratio(state.deck_size(), 31 * int(state.row_size))
    row: Counts = 0
    for kind in listed(state.row):
        row = more(row, kind, 1)
    found.packed(row, DRAGON + 1, 2)
    found.packed(state.deck, DYNASTY_KINDS, 15)


def seat_features(state: State, player: int, found: Features) -> None:
    """What everybody knows of each player."""
    assert isinstance(state, MiddleKingdom)
    fewest = state.fewest_farmers()
    candidates = state.dragon_candidates()
    leader = state.warlord_leader()
    orders = claim_orders(state)
    scores = state.scores()
    for turn in range(state.players):
        other = (player + turn) % state.players
        seat = state.seats[other]
        found.ratio(scores[other], 50)
        found.ratio(seat.tokens, 10)
        found.ratio(seat.card_count(), 25)
        found.packed(seat.strength, TYPES, 10)
        for goal in range(TYPES):
            found.flag(state.holder(goal) == other)
        found.ratio(at(seat.cards, FARMER) - fewest, 5)
        found.ratio(at(seat.cards, PHILOSOPHER), 1)
        found.flag(state.dragon == other)
        found.flag(other in candidates)
        found.flag(leader == other)
        found.flags(seat.hand, CARDS)
        for slot in range(SLOTS):
            bid = SLOTS * other + slot
            found.ratio(held(seat.tied, slot) + 1, 8)
            found.ratio(state.key(bid) // 16 if state.key(bid) != NONE else 0, 27)
            found.ratio(orders[bid], int(state.row_size))


def claim_orders(state: MiddleKingdom) -> list[int]:
    """For each bid, how early it still is to claim: the size of the row for next, 0 for never."""
    found = [0] * (SLOTS * state.players)
    before = 0
    place = state.resolved
    while place < length(state.ranking):
        end = state.group_end(place)
        if end == place + 1:
            if before < state.row_size:
                found[item(state.ranking, place)] = int(state.row_size) - before
            before += 1
        place = end
    return found
