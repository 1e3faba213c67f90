"""The rules of Middle Kingdom, in the order of the rulebook.

A round: bids are chosen in secret and revealed, the bid powers work (Palace, Harvest, Emperor), the
bids are ranked, cards are claimed (Dragon, bids, Heir), the table is cleared, the Dragon is assigned
and a new row is laid out. Numbers such as MK-27 name the rules in the specification.
"""

from typing import Final, final

from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, offers_by_set
from ...engine.compact import (
    Counts,
    Line,
    Set,
    append,
    at,
    counts_of,
    find,
    has,
    held,
    hold,
    insert,
    item,
    length,
    listed,
    minus,
    more,
    most_of,
    numbers,
    plus,
    remove,
    replace,
    set_in,
    size,
    total,
)
from ...engine.counting import sum_of
from ...engine.state import EVERYBODY
from .components import COMPONENTS, GOALS, KINDS, PILES
from .table import (
    BID_CARDS,
    BID_STEP,
    BUREAUCRAT,
    BUREAUCRATS,
    CARD_NAMES,
    CARDS,
    CLAIM_STEP,
    DRAGON,
    DRAW_STEP,
    DYNASTY_KINDS,
    EMPEROR_STEP,
    FARMER,
    FARMERS,
    FULL_HAND,
    HANDS,
    HARVEST_STEP,
    HEIR_STEP,
    MERCHANT,
    MERCHANTS,
    NOBLE_2,
    NOBLE_3,
    NOBLE_4,
    NOBLES,
    NOBODY,
    NONE,
    PALACE_STEP,
    PHILOSOPHER,
    PILE_OF,
    RESET,
    SLOT_A,
    SLOT_B,
    SLOT_NAMES,
    SLOTS,
    SWAP_STEP,
    TYPES,
    WARLORD,
    WARLORDS,
    Player,
    Table,
    place_of,
)

# For each type of cards the goal card of its majority.
MARKET: Final = MERCHANTS
PALACE: Final = BUREAUCRATS
HARVEST: Final = FARMERS
HEIR: Final = NOBLES
EMPEROR: Final = WARLORDS

# Where points come from at the end.
SOURCES: Final = [
    "heir",
    "palace",
    "market",
    "dragon",
    "nobles",
    "warlords",
    "philosopher",
    "bureaucrats",
    "farmers",
    "tokens",
    "missing",
]
#: The goal cards among them, and the cards with points of their own.
GOAL_SOURCES: Final = SOURCES[:4]
CARD_SOURCES: Final = SOURCES[4:8]

SWAP_KINDS: Final = [FARMER, MERCHANT, BUREAUCRAT, WARLORD, NOBLE_2, NOBLE_3, NOBLE_4]
_CARDS: Final = [CARD_NAMES[card] for card in BID_CARDS]
_PAIRS: Final = [{"first": one, "second": two} for one in _CARDS for two in _CARDS if one != two]
SPACE: Final = ActionSpace(
    [
        Family("bid", "bid {card}", {"card": _CARDS}),
        Family("bid-second", "bid -/{card}", {"card": _CARDS}),
        Family("bid-pair", "bid {first}/{second}", only=_PAIRS),
        Family("harvest", "harvest {card}", {"card": [*_CARDS[:-1], "no"]}),
        Family("emperor", "emperor {slot}", {"slot": SLOT_NAMES}),
        Family("swap", "swap {kind}", {"kind": [KINDS[kind] for kind in SWAP_KINDS]}),
        Family("claim", "claim {kind}", {"kind": KINDS}),
        Family("heir", "heir {kind}", {"kind": KINDS}),
        Family("place", "place {pile}", {"pile": PILES}),
    ]
)
BID: Final = SPACE.start("bid")
BID_SECOND: Final = SPACE.start("bid-second")
BID_PAIR: Final = SPACE.start("bid-pair")
HARVEST_BY: Final = SPACE.start("harvest")
HARVEST_NO: Final = HARVEST_BY + CARDS - 1
EMPEROR_ON: Final = SPACE.start("emperor")
SWAP: Final = SPACE.start("swap")
CLAIM: Final = SPACE.start("claim")
HEIR_CLAIM: Final = SPACE.start("heir")
PLACE: Final = SPACE.start("place")

# The numbers of the components.
COUNTS: Final = COMPONENTS.counts
POINTS: Final = COMPONENTS.points
GOAL_POINTS: Final = COMPONENTS.goal_points
GOAL_STRENGTH: Final = COMPONENTS.goal_strength
DRAGON_GOALS: Final = COMPONENTS.dragon_goals
DRAGON_POINTS: Final = COMPONENTS.dragon_points
HARVEST_HAND: Final = COMPONENTS.harvest_hand
TOKEN_POINTS: Final = COMPONENTS.token_points
MISSING_POINTS: Final = COMPONENTS.missing_points
FARMER_CHART: Final = COMPONENTS.farmer_chart

# The options for every set of cards in hand, of kinds in the row, and of those to swap for.
BID_OFFERS: Final = offers_by_set(BID, CARDS)
SECOND_OFFERS: Final = offers_by_set(BID_SECOND, CARDS)
BOTH_OFFERS: Final = [one + two for one, two in zip(BID_OFFERS, SECOND_OFFERS, strict=True)]
HARVEST_OFFERS: Final = [[*offers, HARVEST_NO] for offers in offers_by_set(HARVEST_BY, CARDS - 1)]
CLAIM_OFFERS: Final = offers_by_set(CLAIM, DRAGON + 1)
HEIR_OFFERS: Final = offers_by_set(HEIR_CLAIM, DRAGON + 1)
SWAP_OFFERS: Final = offers_by_set(SWAP, len(SWAP_KINDS))


def pair_action(first: i64, second: i64) -> i64:
    """The action that plays one card to slot A and another to slot B."""
    one: i64 = place_of(first)
    two: i64 = place_of(second)
    return BID_PAIR + one * (CARDS - 1) + (two if two < one else two - 1)


def pair_cards(action: int) -> tuple[int, int]:
    """The cards of such an action."""
    one, two = divmod(action - BID_PAIR, CARDS - 1)
    return BID_CARDS[one], BID_CARDS[two if two < one else two + 1]


def bid_key(tied: i64, card: i64, bonus: bool) -> i64:
    """What ranks a bid, more is earlier; equal keys are ties (MK-27, MK-28).

    First the value with the Emperor's half, then stacks before single cards, then the higher card
    on top, which is below 8. A Reset by itself has none (MK-26).
    """
    half: i64 = 1 if bonus else 0
    if tied != NONE:
        return (2 * (tied + card) + half) * 16 + 8 + card
    if card == RESET:
        return NONE
    return (2 * card + half) * 16 + card


def pair_offers(hand: list[int], free: bool) -> list[int]:
    """The bids of two cards in hand; without a tied card the slots are alike."""
    return [
        pair_action(first, second)
        for first in hand
        for second in hand
        if first != second and (first > second or not free)
    ]


PAIR_OFFERS: Final = [pair_offers(hand, True) for hand in HANDS]
PAIR_OFFERS_TIED: Final = [pair_offers(hand, False) for hand in HANDS]


@final
class MiddleKingdom(Table):
    """A game of Middle Kingdom."""

    # Setup

    def setup(self) -> None:
        """Everybody gets a set of bid cards; the goal cards wait for their first holders."""
        self.configure()
        for _ in range(self.players):
            self.seats.append(Player())
        self.deck = counts_of(COUNTS)
        self.start_round()

    def start_round(self) -> None:
        """Reveal a row and ask for bids; the game is over if the deck cannot fill it (MK-65)."""
        if self.deck_size() < self.row_size:
            self.final_heir()
            self.final_scoring()
            self.ask([])
            return
        self.round += 1
        self.row = self.draw(self.row_size)
        if self.events is not None:
            kinds = [KINDS[kind] for kind in listed(self.row)]
            self.tell("row", {"round": self.round, "kinds": kinds})
        self.step = BID_STEP
        # With one bid each the Palace player waits for the reveal (MK-11).
        late: i64 = NOBODY if self.two_bids else self.holder(PALACE)
        asked = EVERYBODY[self.players]
        self.ask_set(asked if late == NOBODY else minus(asked, late), secret=True)

    def holder(self, goal: i64) -> i64:
        """Who has a goal card."""
        return held(self.holders, goal)

    def deck_size(self) -> i64:
        """How many cards are left in the deck."""
        return total(self.deck)

    def draw(self, cards: i64) -> Line:
        """The next cards of the deck."""
        found: Line = 0
        while length(found) < cards:
            kind = self.rng.weighted_count(self.deck)
            self.deck = more(self.deck, kind, -1)
            found = append(found, kind)
        return found

    # Decisions: what may be chosen, and where it leads

    def choices(self, player: int) -> list[int]:
        """What a player who is asked may choose now."""
        if self.placing == player:
            return self.place_choices(player)
        if self.step == BID_STEP:
            return self.bid_choices(player)
        if self.step == PALACE_STEP:
            return self.palace_choices(player)
        if self.step == HARVEST_STEP:
            return HARVEST_OFFERS[self.seats[player].hand]
        if self.step == EMPEROR_STEP:
            return [EMPEROR_ON + SLOT_A, EMPEROR_ON + SLOT_B]
        if self.step == SWAP_STEP:
            return self.swap_choices(player)
        kinds = set_in(self.row)
        return HEIR_OFFERS[kinds] if self.step == HEIR_STEP else CLAIM_OFFERS[kinds]

    def decide(self, player: int, action: int) -> None:
        """Carry out a decision of the present step."""
        if self.placing == player:
            self.place_merchant(player, action - PLACE)
        elif self.step == BID_STEP:
            self.seats[player].choice = action
            if self.answered(player):
                self.reveal()
        elif self.step == PALACE_STEP:
            self.play_bid(player, action)
            self.harvest()
        elif self.step == HARVEST_STEP:
            self.replace_reset(player, action)
            self.emperor()
        elif self.step == EMPEROR_STEP:
            self.give_bonus(player, action - EMPEROR_ON)
            self.rank_bids()
            self.dragon_swap()
        elif self.step == SWAP_STEP:
            self.swap(player, SWAP_KINDS[action - SWAP])
        elif self.step == CLAIM_STEP:
            self.claim(player, action - CLAIM)
        else:
            self.claim(player, action - HEIR_CLAIM)

    # Play bid cards

    def bid_choices(self, player: int) -> list[int]:
        """The secret bids (MK-11 to MK-18)."""
        seat = self.seats[player]
        if not self.two_bids:
            return BID_OFFERS[seat.hand]
        if size(seat.hand) == 1:  # only the Reset: one bid, on either of two tied cards (MK-16)
            if held(seat.tied, SLOT_B) == NONE:
                return [BID + place_of(RESET)]
            return [BID + place_of(RESET), BID_SECOND + place_of(RESET)]
        free = held(seat.tied, SLOT_A) == NONE  # without a tied card the slots are alike
        if player == self.holder(PALACE):  # the first card of two (MK-18)
            return BID_OFFERS[seat.hand] if free else BOTH_OFFERS[seat.hand]
        return PAIR_OFFERS[seat.hand] if free else PAIR_OFFERS_TIED[seat.hand]

    def play_bid(self, player: i64, action: i64) -> None:
        """Put one or two bid cards from the hand into their slots."""
        if action < BID_SECOND:
            self.play_card(player, BID_CARDS[action - BID], SLOT_A)
        elif action < BID_PAIR:
            self.play_card(player, BID_CARDS[action - BID_SECOND], SLOT_B)
        else:
            first, second = pair_cards(action)
            self.play_card(player, first, SLOT_A)
            self.play_card(player, second, SLOT_B)

    def play_card(self, player: i64, card: i64, slot: i64) -> None:
        """Put a bid card from the hand into a slot, on the tied card if there is one."""
        seat = self.seats[player]
        seat.hand = minus(seat.hand, place_of(card))
        seat.played = hold(seat.played, slot, card)
        if self.events is not None:
            tied = held(seat.tied, slot)
            if tied == NONE:
                self.tell("bid", {"player": player, "card": CARD_NAMES[card]})
            else:
                self.tell(
                    "stack",
                    {
                        "player": player,
                        "tied": CARD_NAMES[tied],
                        "card": CARD_NAMES[card],
                        "value": tied + card,
                    },
                )

    def reveal(self) -> None:
        """All bids are in: turn them up at once."""
        for player, seat in enumerate(self.seats):
            if seat.choice != NONE:
                self.play_bid(player, seat.choice)
                seat.choice = NONE
        self.palace()

    # Powers after the reveal: Palace, Harvest, Emperor, in this order

    def palace(self) -> None:
        """The Palace player bids, or makes the second bid, after the others (MK-19)."""
        player = self.holder(PALACE)
        # An empty hand was only the Reset, which was played with the others (MK-18).
        if player == NOBODY or not self.seats[player].hand:
            self.harvest()
            return
        self.step = PALACE_STEP
        self.ask_one(player)

    def palace_choices(self, player: int) -> list[int]:
        """Each card in hand, to the slot that is open."""
        seat = self.seats[player]
        free = held(seat.played, SLOT_A) == NONE
        return BID_OFFERS[seat.hand] if free else SECOND_OFFERS[seat.hand]

    def harvest(self) -> None:
        """The Harvest player may replace a Reset while few cards are left in hand (MK-20)."""
        player = self.holder(HARVEST)
        if (
            player == NOBODY
            or self.seats[player].slot_of_reset() == NONE
            or not 1 <= size(self.seats[player].hand) <= HARVEST_HAND
        ):
            self.emperor()
            return
        self.step = HARVEST_STEP
        self.ask_one(player)

    def replace_reset(self, player: int, action: int) -> None:
        """Set the Reset aside and play a card from the hand in its very place."""
        if action == HARVEST_NO:
            self.tell("harvest-no", {"player": player})
            return
        seat = self.seats[player]
        card = BID_CARDS[action - HARVEST_BY]
        slot = seat.slot_of_reset()
        seat.hand = minus(seat.hand, place_of(card))
        seat.played = hold(seat.played, slot, card)
        seat.aside = append(seat.aside, RESET)
        if self.events is not None:
            tied = held(seat.tied, slot)
            value = card if tied == NONE else tied + card
            self.tell("harvest", {"player": player, "card": CARD_NAMES[card], "value": value})

    def emperor(self) -> None:
        """The Emperor player's bid, or one of two, gets a bonus of a half (MK-22, MK-23)."""
        player = self.holder(EMPEROR)
        if player != NOBODY:
            if self.seats[player].bid_twice():
                self.step = EMPEROR_STEP
                self.ask_one(player)
                return
            only_a = held(self.seats[player].played, SLOT_A) != NONE
            self.give_bonus(player, SLOT_A if only_a else SLOT_B)
        self.rank_bids()
        self.dragon_swap()

    def give_bonus(self, player: i64, slot: i64) -> None:
        """Add the half to a bid; a Reset by itself gets nothing from it."""
        self.bonus = SLOTS * player + slot
        if self.events is not None:
            if self.key(self.bonus) == NONE:
                self.tell("emperor-reset", {"player": player})
            else:
                self.tell("emperor", {"player": player, "value": self.value(self.bonus)})

    # Ranking and ties

    def key(self, bid: i64) -> i64:
        """What ranks a bid; none if no card was played there or only a Reset."""
        seat = self.seats[bid // SLOTS]
        card = held(seat.played, bid % SLOTS)
        if card == NONE:
            return NONE
        return bid_key(held(seat.tied, bid % SLOTS), card, bid == self.bonus)

    def value(self, bid: i64) -> float:
        """The value of a ranked bid as players say it: 6 or 6.5."""
        return int(self.key(bid) // 16) / 2

    def rank_bids(self) -> None:
        """Fix the claiming order for the round; equal bids stand side by side in seat order."""
        ranking: Line = 0
        bid: i64
        for bid in range(SLOTS * self.players):
            key = self.key(bid)
            if key == NONE:
                continue
            place = length(ranking)
            while place > 0 and self.key(item(ranking, place - 1)) < key:
                place -= 1
            ranking = insert(ranking, place, bid)
        self.ranking = ranking

    def group_end(self, first: i64) -> i64:
        """The place in the ranking after the last bid that equals the one at `first`."""
        key = self.key(item(self.ranking, first))
        end: i64 = first + 1
        while end < length(self.ranking) and self.key(item(self.ranking, end)) == key:
            end += 1
        return end

    def is_stack(self, bid: i64) -> bool:
        """Does the bid consist of a tied card and one on top?"""
        return held(self.seats[bid // SLOTS].tied, bid % SLOTS) != NONE

    # Claim Dynasty cards: first the Celestial Dragon

    def dragon_swap(self) -> None:
        """The Dragon player must exchange it for a card of the row (MK-33)."""
        if self.dragon == NOBODY:
            self.resolve_bids()
            return
        self.step = SWAP_STEP
        self.ask_one(self.dragon)

    def swap_choices(self, player: int) -> list[int]:
        """Not the Philosopher, and not what one has most of unless nothing else is there (MK-36)."""
        strength = self.seats[player].strength
        most = most_of(strength)
        kinds = set_in(self.row)
        found: Set = 0
        forbidden: Set = 0
        place: i64
        for place in range(len(SWAP_KINDS)):
            kind = SWAP_KINDS[place]
            if has(kinds, kind):
                if most > 0 and at(strength, PILE_OF[kind]) == most:
                    forbidden = plus(forbidden, place)
                else:
                    found = plus(found, place)
        return SWAP_OFFERS[found or forbidden]

    def swap(self, player: i64, kind: i64) -> None:
        """Take the card; the Dragon lies in its place."""
        self.row = replace(self.row, find(self.row, kind), DRAGON)
        self.dragon = NOBODY
        if self.events is not None:
            self.tell("swap", {"player": player, "kind": KINDS[kind]})
        self.take(player, kind)

    # Then the bids, from the highest to the lowest

    def resolve_bids(self) -> None:
        """Each in its turn: ties that stay, stacks that draw, claims (MK-39 to MK-50).

        The cards of resolved bids lie in their slots until the table is cleared.
        """
        while self.resolved < length(self.ranking):
            bid = item(self.ranking, self.resolved)
            end = self.group_end(self.resolved)
            if end > self.resolved + 1:
                if self.is_stack(bid):
                    if self.draw_for_stacks(end):
                        return
                elif self.events is not None:
                    self.tell("tie", {"players": self.owners(end), "value": self.value(bid)})
            elif length(self.row):
                self.step = CLAIM_STEP
                self.ask_one(bid // SLOTS)
                return
            elif self.events is not None:
                self.tell("nothing", {"player": bid // SLOTS, "value": self.value(bid)})
            self.resolved = end
        self.heir()

    def owners(self, end: i64) -> list[int]:
        """Who made the bids from the present one up to a place in the ranking."""
        return [bid // SLOTS for bid in listed(self.ranking)[self.resolved : end]]

    def claim(self, player: i64, kind: i64) -> None:
        """Take a card from the row, for a bid or with the Heir."""
        self.row = remove(self.row, find(self.row, kind))
        if self.events is not None:
            if self.step == HEIR_STEP:
                self.tell("heir", {"player": player, "kind": KINDS[kind]})
            else:
                value = self.value(item(self.ranking, self.resolved))
                self.tell("claim", {"player": player, "kind": KINDS[kind], "value": value})
        self.take(player, kind)

    def take(self, player: i64, kind: i64) -> None:
        """A card comes to a player: the Dragon as a token, any other into a pile (MK-38, MK-55)."""
        if kind == DRAGON:
            self.seats[player].tokens += 1
            if self.events is not None:
                self.tell("token", {"player": player})
        elif kind == MERCHANT and self.holder(MARKET) == player:
            self.ask_market(player)
            return
        else:
            self.gain(player, kind, PILE_OF[kind])
        self.go_on()

    def gain(self, player: i64, kind: i64, pile: i64) -> None:
        """Put a card in a pile and shift the goal card if that changes the majority."""
        self.seats[player].put(kind, pile)
        self.shift_goal(pile)

    def go_on(self) -> None:
        """A card has found its place: on with the round."""
        if self.step == HEIR_STEP:
            self.discard_row()
            return
        if self.step != SWAP_STEP:  # this bid, or the tied stacks, are done
            self.resolved = self.group_end(self.resolved)
        self.resolve_bids()

    # Tied stacks

    def draw_for_stacks(self, end: i64) -> bool:
        """Owners of tied stacks draw a card each if the deck has enough (MK-46, MK-47).

        True if one of them has to choose a pile first.
        """
        owners = self.owners(end)
        if self.events is not None:
            value = self.value(item(self.ranking, self.resolved))
            self.tell("tied-stacks", {"players": owners, "value": value})
        if self.deck_size() < len(owners):
            self.tell("no-draw", {"players": owners})
            return False
        self.drawn = self.draw(len(owners))
        if self.events is not None:
            for player, kind in zip(owners, listed(self.drawn), strict=True):
                self.tell("draw", {"player": player, "kind": KINDS[kind]})
        for player, kind in zip(owners, listed(self.drawn), strict=True):
            if kind == MERCHANT and self.holder(MARKET) == player:
                self.step = DRAW_STEP
                self.ask_market(player)
                return True
        self.place_drawn(MERCHANTS)
        return False

    def place_drawn(self, pile: i64) -> None:
        """All cards drawn go to their piles at once, then goal cards shift (MK-49, MK-50).

        `pile` is the one the Market player chose for a Merchant.
        """
        for player, kind in zip(
            self.owners(self.group_end(self.resolved)), listed(self.drawn), strict=True
        ):
            chosen = kind == MERCHANT and self.holder(MARKET) == player
            self.seats[player].put(kind, pile if chosen else PILE_OF[kind])
        self.drawn = 0
        for shifting in range(TYPES):
            self.shift_goal(shifting)

    # Goal cards

    def leader(self, pile: i64) -> i64:
        """Who alone has the most of a type."""
        most: i64 = -1
        leader: i64 = NOBODY
        player: i64
        for player in range(self.players):
            strength = at(self.seats[player].strength, pile)
            if strength > most:
                most = strength
                leader = player
            elif strength == most:
                leader = NOBODY
        return leader

    def shift_goal(self, pile: i64) -> None:
        """The goal card goes to a player who alone has the most, at least two (MK-51)."""
        leader = self.leader(pile)
        holder = self.holder(pile)
        if leader in (NOBODY, holder):
            return
        if at(self.seats[leader].strength, pile) < GOAL_STRENGTH:
            return
        self.holders = hold(self.holders, pile, leader)
        if self.events is not None:
            if holder == NOBODY:
                self.tell("goal", {"player": leader, "goal": GOALS[pile]})
            else:
                self.tell("goal-shift", {"player": leader, "other": holder, "goal": GOALS[pile]})

    # The Market

    def ask_market(self, player: i64) -> None:
        """The Market player chooses a pile for a Merchant."""
        self.placing = player
        self.ask_one(player)

    def place_choices(self, player: int) -> list[int]:
        """The Merchants, or any other pile that has a card (MK-55)."""
        strength = self.seats[player].strength
        return [PLACE + pile for pile in range(TYPES) if pile == MERCHANTS or at(strength, pile)]

    def place_merchant(self, player: i64, pile: i64) -> None:
        """Put the Merchant there, where it counts two if the pile is of another type."""
        self.placing = NOBODY
        if self.events is not None and pile != MERCHANTS:
            self.tell("convert", {"player": player, "pile": PILES[pile]})
        if self.step == DRAW_STEP:
            self.place_drawn(pile)
        else:
            self.gain(player, MERCHANT, pile)
        self.go_on()

    # The Heir, and the end of the round

    def heir(self) -> None:
        """The Heir player claims one of the cards left (MK-57)."""
        player = self.holder(HEIR)
        if player == NOBODY or not length(self.row):
            self.discard_row()
            return
        self.step = HEIR_STEP
        self.ask_one(player)

    def discard_row(self) -> None:
        """What is left is out of the game; the Dragon goes aside (MK-58)."""
        if self.events is not None and length(self.row):
            self.tell("discard", {"kinds": [KINDS[kind] for kind in listed(self.row)]})
        place: i64
        for place in range(length(self.row)):
            kind = item(self.row, place)
            if kind != DRAGON:
                self.discards = more(self.discards, kind, 1)
        self.row = 0
        self.clear_table()
        self.assign_dragon()
        self.start_round()

    def clear_table(self) -> None:
        """Tied single cards stay, all other bids are set aside (MK-29, MK-40)."""
        place: i64 = 0
        while place < length(self.ranking):
            end = self.group_end(place)
            if end > place + 1 and not self.is_stack(item(self.ranking, place)):
                tie: i64
                for tie in range(place, end):
                    bid = item(self.ranking, tie)
                    seat = self.seats[bid // SLOTS]
                    seat.tied = hold(seat.tied, bid % SLOTS, held(seat.played, bid % SLOTS))
                    seat.played = hold(seat.played, bid % SLOTS, NONE)
            place = end
        player: i64
        for player in range(self.players):
            seat = self.seats[player]
            seat.set_aside(SLOT_A)
            seat.set_aside(SLOT_B)
            if held(seat.tied, SLOT_B) > held(seat.tied, SLOT_A):  # the higher tied card (MK-14)
                lower = held(seat.tied, SLOT_A)
                seat.tied = hold(hold(0, SLOT_A, held(seat.tied, SLOT_B)), SLOT_B, lower)
            if find(seat.aside, RESET) != NONE:
                self.pick_up(player)
        self.bonus = NONE
        self.ranking = 0
        self.resolved = 0

    def pick_up(self, player: i64) -> None:
        """Whoever played the Reset takes back everything set aside, but no tied card (MK-59)."""
        seat = self.seats[player]
        seat.aside = 0
        seat.hand = FULL_HAND
        slot: i64
        for slot in range(SLOTS):
            if held(seat.tied, slot) != NONE:
                seat.hand = minus(seat.hand, place_of(held(seat.tied, slot)))
        if self.events is not None:
            self.tell("reset", {"player": player})

    # Assign the Celestial Dragon

    def assign_dragon(self) -> None:
        """To the player furthest behind in goal cards, once enough are held (MK-61)."""
        candidates = self.dragon_candidates()
        if len(candidates) == 1:
            self.dragon = candidates[0]
            self.seats[self.dragon].last_dragon = self.round
            if self.events is not None:
                self.tell("dragon", {"player": self.dragon})
        elif candidates and self.events is not None:
            self.tell("dragon-nobody", {"players": candidates})

    def dragon_candidates(self) -> list[int]:
        """Fewest goal cards, then fewest Dynasty cards, then least recently held (MK-63).

        Several are left only if none of them ever had it.
        """
        goals: Counts = 0
        pile: i64
        for pile in range(TYPES):
            if self.holder(pile) != NOBODY:
                goals = more(goals, self.holder(pile), 1)
        if total(goals) < DRAGON_GOALS:
            return []
        found: list[int] = []
        fewest: i64 = 0
        player: i64
        for player in range(self.players):
            seat = self.seats[player]
            # One number to compare by; there are fewer than 100 cards and 100 rounds.
            behind = (at(goals, player) * 100 + seat.card_count()) * 100 + seat.last_dragon
            if not found or behind < fewest:
                fewest = behind
                found = [player]
            elif behind == fewest:
                found.append(player)
        return found

    # Final scoring

    def warlord_leader(self) -> i64:
        """Who alone has the most Warlords and so gets the Heir at the end (MK-68)."""
        return self.leader(WARLORDS)

    def final_heir(self) -> None:
        """The game ends: tell who gets the Heir."""
        leader = self.warlord_leader()
        if leader == NOBODY:
            self.tell("final-heir-nobody", {})
        else:
            self.tell("final-heir", {"player": leader})

    def final_scoring(self) -> None:
        """Tell what everybody's points consist of."""
        if self.events is None:
            return
        for player in range(self.players):
            points = self.points(player)
            by_source = dict(zip(SOURCES, points, strict=True))
            self.tell(
                "score",
                {
                    "player": player,
                    "points": sum_of(points),
                    "goals": sum_of([by_source[goal] for goal in GOAL_SOURCES]),
                    "cards": sum_of([by_source[kind] for kind in CARD_SOURCES]),
                    "farmers": by_source["farmers"],
                    "tokens": by_source["tokens"],
                    "missing": by_source["missing"],
                },
            )

    def fewest_farmers(self) -> i64:
        """What the player with fewest Farmers has of them."""
        fewest = at(self.seats[0].cards, FARMER)
        for seat in self.seats:
            if at(seat.cards, FARMER) < fewest:
                fewest = at(seat.cards, FARMER)
        return fewest

    def points(self, player: int) -> list[int]:
        """The points of a player by source, as if the game ended now (MK-68 to MK-77)."""
        return self.points_beside(player, self.warlord_leader(), self.fewest_farmers())

    def points_beside(self, player: int, leader: i64, fewest_farmers: i64) -> list[int]:
        """As `points`, where what hangs on all players is known already."""
        seat = self.seats[player]
        cards = numbers(seat.cards, DYNASTY_KINDS)
        farmers = min(cards[FARMER] - fewest_farmers, len(FARMER_CHART) - 1)
        missing = numbers(seat.strength, TYPES).count(0)
        nobles = 0
        for kind in range(NOBLE_2, NOBLE_4 + 1):
            nobles += POINTS[kind] * cards[kind]
        return [
            GOAL_POINTS[HEIR] if leader == player else 0,
            GOAL_POINTS[PALACE] if self.holder(PALACE) == player else 0,
            GOAL_POINTS[MARKET] if self.holder(MARKET) == player else 0,
            DRAGON_POINTS if self.dragon == player else 0,
            nobles,
            POINTS[WARLORD] * cards[WARLORD],
            POINTS[PHILOSOPHER] * cards[PHILOSOPHER],
            cards[BUREAUCRAT] if cards[PHILOSOPHER] else 0,
            FARMER_CHART[farmers],
            TOKEN_POINTS * seat.tokens,
            MISSING_POINTS * missing,
        ]

    def scores(self) -> list[int]:
        """The sum of each player's points."""
        leader = self.warlord_leader()
        fewest = self.fewest_farmers()
        return [
            sum_of(self.points_beside(player, leader, fewest)) for player in range(self.players)
        ]

    def standing(self, player: int) -> tuple[int, ...]:
        """Points, then Dynasty cards (MK-79)."""
        return (sum_of(self.points(player)), int(self.seats[player].card_count()))

    # What an open decision would do, for previews and bots

    def foresee(self, player: int, action: int) -> None:
        """On a copy: carry out a decision after the reveal and stop there.

        Bids are ranked as far as they are known; a Merchant claimed goes to the Merchants.
        """
        if self.placing == player:
            if self.step == DRAW_STEP:
                self.place_drawn(action - PLACE)
            else:
                self.gain(player, MERCHANT, action - PLACE)
        elif self.step <= EMPEROR_STEP:
            if self.step == PALACE_STEP:
                self.play_bid(player, action)
            elif self.step == HARVEST_STEP:
                self.replace_reset(player, action)
            else:
                self.give_bonus(player, action - EMPEROR_ON)
            if not self.two_bids and self.holder(EMPEROR) != NOBODY:
                self.give_bonus(self.holder(EMPEROR), SLOT_A)
            self.rank_bids()
        else:
            if self.step == SWAP_STEP:
                kind = SWAP_KINDS[action - SWAP]
                self.dragon = NOBODY
            else:
                kind = action - (HEIR_CLAIM if self.step == HEIR_STEP else CLAIM)
            if kind == DRAGON:
                self.seats[player].tokens += 1
            else:
                self.gain(player, kind, PILE_OF[kind])

    # Copies, hidden information, saving

    def copy(self) -> "MiddleKingdom":
        """An independent copy."""
        other = MiddleKingdom()
        self.copy_table(other)
        return other

    def redeal(self, player: int) -> None:
        """Bids others have already chosen become random ones; the deck has no order to hide."""
        for other, seat in enumerate(self.seats):
            if other != player and seat.choice != NONE:
                options = self.bid_choices(other)
                seat.choice = options[int(self.rng.below(len(options)))]
