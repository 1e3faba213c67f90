"""The rules of Middle Kingdom, in the order of the rulebook.

A round: bids are chosen in secret and revealed, the bid powers work (Palace, Harvest, Emperor), the
bids are ranked, cards are claimed (Dragon, bids, Heir), the table is cleared, the Dragon is assigned
and a new row is laid out. Numbers such as MK-27 name the rules in the specification.
"""

from typing import Any, Final, final

from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, offers_by_set
from ...engine.counting import largest, smallest, sum_of
from ...engine.state import State
from .components import COMPONENTS, GOALS, KINDS, PILES

NOBODY: Final = -1
NONE: Final = -1

# Kinds of Dynasty cards; the Dragon joins them when it lies in the row.
FARMER: Final = 0
MERCHANT: Final = 1
BUREAUCRAT: Final = 2
PHILOSOPHER: Final = 3
WARLORD: Final = 4
NOBLE_2: Final = 5
NOBLE_3: Final = 6
NOBLE_4: Final = 7
DRAGON: Final = 8
DYNASTY_KINDS: Final = 8

# The five types of cards, each with its pile before every player...
MERCHANTS: Final = 0
BUREAUCRATS: Final = 1
FARMERS: Final = 2
NOBLES: Final = 3
WARLORDS: Final = 4
TYPES: Final = 5

# ...and for each type the goal card of its majority.
MARKET: Final = MERCHANTS
PALACE: Final = BUREAUCRATS
HARVEST: Final = FARMERS
HEIR: Final = NOBLES
EMPEROR: Final = WARLORDS

# Bid cards: a card is its value, the Reset counts 0. In this order they stand in the action space.
RESET: Final = 0
BID_CARDS: Final = [1, 2, 3, 4, 5, 6, 7, RESET]
CARD_NAMES: Final = ["R", "1", "2", "3", "4", "5", "6", "7"]
CARDS: Final = 8

# Bids lie in slots: in A with one bid a round, in A and B with two. The number of a bid is
# SLOTS x seat + slot.
SLOT_A: Final = 0
SLOT_B: Final = 1
SLOTS: Final = 2
SLOT_NAMES: Final = ["A", "B"]

# Steps of a round in which somebody may have to decide.
BID_STEP: Final = 0
PALACE_STEP: Final = 1
HARVEST_STEP: Final = 2
EMPEROR_STEP: Final = 3
SWAP_STEP: Final = 4
CLAIM_STEP: Final = 5
DRAW_STEP: Final = 6
HEIR_STEP: Final = 7
STEP_NAMES: Final = ["bid", "palace", "harvest", "emperor", "swap", "claim", "draw", "heir"]

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
PILE_OF: Final = COMPONENTS.pile_of
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
CLAIM_OFFERS: Final = offers_by_set(CLAIM, DRAGON + 1)
HEIR_OFFERS: Final = offers_by_set(HEIR_CLAIM, DRAGON + 1)
SWAP_OFFERS: Final = offers_by_set(SWAP, len(SWAP_KINDS))


def place_of(card: i64) -> i64:
    """The place of a bid card in `BID_CARDS`: 1 to 7, then the Reset."""
    return card - 1 if card != RESET else CARDS - 1


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


def fewest(among: list[int], counts: list[int]) -> list[int]:
    """Those seats among some that have the smallest count."""
    least = smallest([counts[seat] for seat in among])
    return [seat for seat in among if counts[seat] == least]


#: Stands for lists that are brought later.
LATER: Final[list[int]] = []


@final
class Player:
    """What lies before one player; all of it is public but the choice while it is pending."""

    def __init__(self) -> None:
        # Every bid card is in hand, in a slot (tied or played) or set aside.
        self.hand: list[int] = LATER
        #: By slot, the card left there by a tie in an earlier round.
        self.tied: list[int] = LATER
        #: By slot, the card played this round: on the tied card if there is one.
        self.played: list[int] = LATER
        self.aside: list[int] = LATER
        #: The bid chosen in secret and not yet revealed.
        self.choice = NONE
        #: By kind, the Dynasty cards in the pile of their own type.
        self.cards: list[int] = LATER
        #: By pile, the Merchants put there with the Market.
        self.converted: list[int] = LATER
        #: By pile, what counts for "most of a type" (MK-3): a converted Merchant counts 2.
        self.strength: list[int] = LATER
        self.tokens = 0
        #: The round in which the Dragon was last assigned to this player; 0 for never.
        self.last_dragon = 0

    def begin(self) -> None:
        """A full set of bid cards, and nothing else."""
        self.hand = BID_CARDS[:]
        self.tied = [NONE, NONE]
        self.played = [NONE, NONE]
        self.aside = []
        self.cards = [0] * DYNASTY_KINDS
        self.converted = [0] * TYPES
        self.strength = [0] * TYPES

    def copy(self) -> "Player":
        """An independent copy."""
        other = Player()
        other.hand = self.hand[:]
        other.tied = self.tied[:]
        other.played = self.played[:]
        other.aside = self.aside[:]
        other.choice = self.choice
        other.cards = self.cards[:]
        other.converted = self.converted[:]
        other.strength = self.strength[:]
        other.tokens = self.tokens
        other.last_dragon = self.last_dragon
        return other

    def hand_places(self) -> i64:
        """The places of the cards in hand, one bit each."""
        found: i64 = 0
        for card in self.hand:
            found |= 1 << place_of(card)
        return found

    def put(self, kind: int, pile: int) -> None:
        """A card is put in a pile; only a Merchant may come to a pile of another type."""
        if pile == PILE_OF[kind]:
            # Compiled, `+=` on an item of a list is much slower.
            self.cards[kind] = self.cards[kind] + 1
            self.strength[pile] = self.strength[pile] + 1
        else:
            self.converted[pile] += 1
            self.strength[pile] += 2

    def card_count(self) -> int:
        """All Dynasty cards; a converted Merchant is one card (MK-4)."""
        return sum_of(self.cards) + sum_of(self.converted)

    def bid_twice(self) -> bool:
        """Do two bids lie before the player this round?"""
        return self.played[SLOT_A] != NONE and self.played[SLOT_B] != NONE


@final
class MiddleKingdom(State):
    """A game of Middle Kingdom."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[Player] = []
        self.two_bids = False
        self.row_size = 0
        self.round = 0
        self.step = BID_STEP
        #: By kind, the cards still in the deck; they are drawn when they are revealed.
        self.deck: list[int] = []
        self.row: list[int] = []
        #: By kind, the cards nobody took.
        self.discards: list[int] = []
        #: By type, who has the goal card.
        self.holders: list[int] = []
        #: Who has the Dragon; nobody while it lies in the row or aside.
        self.dragon = NOBODY
        #: The bid with the Emperor's bonus.
        self.bonus = NONE
        #: The bids in claiming order, and how many of them have been resolved.
        self.ranking: list[int] = []
        self.resolved = 0
        #: The cards drawn by tied stacks, until they are put in piles.
        self.drawn: list[int] = []
        #: The player who chooses a pile for a Merchant.
        self.placing = NOBODY

    # Setup

    def setup(self) -> None:
        """Everybody gets a set of bid cards; the goal cards wait for their first holders."""
        self.configure()
        for _ in range(self.players):
            seat = Player()
            seat.begin()
            self.seats.append(seat)
        self.deck = COUNTS[:]
        self.discards = [0] * DYNASTY_KINDS
        self.holders = [NOBODY] * TYPES
        self.start_round()

    def configure(self) -> None:
        """What the number of players and the options say (MK-6)."""
        experienced = bool(self.options["experienced"])
        self.two_bids = experienced or self.players == 2
        self.row_size = (
            COMPONENTS.experienced_row if experienced else COMPONENTS.row_size[self.players]
        )

    def start_round(self) -> None:
        """Reveal a row and ask for bids; the game is over if the deck cannot fill it (MK-65)."""
        if self.deck_size() < self.row_size:
            self.final_heir()
            self.final_scoring()
            self.ask([])
            return
        self.round += 1
        self.row = [self.draw() for _ in range(self.row_size)]
        if self.events is not None:
            self.tell("row", {"round": self.round, "kinds": [KINDS[kind] for kind in self.row]})
        self.step = BID_STEP
        # With one bid each the Palace player waits for the reveal (MK-11).
        late = NOBODY if self.two_bids else self.holders[PALACE]
        self.ask([seat for seat in range(self.players) if seat != late], secret=True)

    def kinds_in_row(self) -> i64:
        """The kinds of cards in the row, one bit each."""
        found: i64 = 0
        for kind in self.row:
            found |= 1 << i64(kind)
        return found

    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return sum_of(self.deck)

    def draw(self) -> int:
        """The next card of the deck."""
        kind = int(self.rng.weighted(self.deck))
        self.deck[kind] -= 1
        return kind

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
            return [HARVEST_BY + place_of(card) for card in self.seats[player].hand] + [HARVEST_NO]
        if self.step == EMPEROR_STEP:
            return [EMPEROR_ON + SLOT_A, EMPEROR_ON + SLOT_B]
        if self.step == SWAP_STEP:
            return self.swap_choices(player)
        kinds = self.kinds_in_row()
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
        hand = seat.hand
        if not self.two_bids:
            return BID_OFFERS[seat.hand_places()]
        if len(hand) == 1:  # only the Reset: one bid, on either of two tied cards (MK-16)
            if seat.tied[SLOT_B] == NONE:
                return [BID + place_of(RESET)]
            return [BID + place_of(RESET), BID_SECOND + place_of(RESET)]
        free = seat.tied[SLOT_A] == NONE  # without a tied card the slots are alike
        if player == self.holders[PALACE]:  # the first card of two (MK-18)
            places = seat.hand_places()
            return BID_OFFERS[places] if free else BID_OFFERS[places] + SECOND_OFFERS[places]
        return [
            pair_action(first, second)
            for first in hand
            for second in hand
            if first != second and (first > second or not free)
        ]

    def play_bid(self, player: int, action: int) -> None:
        """Put one or two bid cards from the hand into their slots."""
        if action < BID_SECOND:
            self.play_card(player, BID_CARDS[action - BID], SLOT_A)
        elif action < BID_PAIR:
            self.play_card(player, BID_CARDS[action - BID_SECOND], SLOT_B)
        else:
            first, second = pair_cards(action)
            self.play_card(player, first, SLOT_A)
            self.play_card(player, second, SLOT_B)

    def play_card(self, player: int, card: int, slot: int) -> None:
        """Put a bid card from the hand into a slot, on the tied card if there is one."""
        seat = self.seats[player]
        seat.hand.remove(card)
        seat.played[slot] = card
        if self.events is not None:
            tied = seat.tied[slot]
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
        player = self.holders[PALACE]
        # An empty hand was only the Reset, which was played with the others (MK-18).
        if player == NOBODY or not self.seats[player].hand:
            self.harvest()
            return
        self.step = PALACE_STEP
        self.ask_one(player)

    def palace_choices(self, player: int) -> list[int]:
        """Each card in hand, to the slot that is open."""
        seat = self.seats[player]
        places = seat.hand_places()
        return BID_OFFERS[places] if seat.played[SLOT_A] == NONE else SECOND_OFFERS[places]

    def harvest(self) -> None:
        """The Harvest player may replace a Reset while few cards are left in hand (MK-20)."""
        player = self.holders[HARVEST]
        if (
            player == NOBODY
            or RESET not in self.seats[player].played
            or not 1 <= len(self.seats[player].hand) <= HARVEST_HAND
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
        slot = seat.played.index(RESET)
        seat.hand.remove(card)
        seat.played[slot] = card
        seat.aside.append(RESET)
        if self.events is not None:
            value = card if seat.tied[slot] == NONE else seat.tied[slot] + card
            self.tell("harvest", {"player": player, "card": CARD_NAMES[card], "value": value})

    def emperor(self) -> None:
        """The Emperor player's bid, or one of two, gets a bonus of a half (MK-22, MK-23)."""
        player = self.holders[EMPEROR]
        if player != NOBODY:
            if self.seats[player].bid_twice():
                self.step = EMPEROR_STEP
                self.ask_one(player)
                return
            only = SLOT_A if self.seats[player].played[SLOT_A] != NONE else SLOT_B
            self.give_bonus(player, only)
        self.rank_bids()
        self.dragon_swap()

    def give_bonus(self, player: int, slot: int) -> None:
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
        card = seat.played[bid % SLOTS]
        if card == NONE:
            return NONE
        return bid_key(seat.tied[bid % SLOTS], card, bid == self.bonus)

    def value(self, bid: int) -> float:
        """The value of a ranked bid as players say it: 6 or 6.5."""
        return (self.key(bid) // 16) / 2

    def rank_bids(self) -> None:
        """Fix the claiming order for the round; equal bids stand side by side in seat order."""
        self.ranking = []
        for bid in range(SLOTS * self.players):
            key = self.key(bid)
            if key == NONE:
                continue
            place: i64 = len(self.ranking)
            while place > 0 and self.key(self.ranking[place - 1]) < key:
                place -= 1
            self.ranking.insert(place, bid)

    def group_end(self, first: i64) -> i64:
        """The place in the ranking after the last bid that equals the one at `first`."""
        key = self.key(self.ranking[first])
        end: i64 = first + 1
        while end < len(self.ranking) and self.key(self.ranking[end]) == key:
            end += 1
        return end

    def is_stack(self, bid: i64) -> bool:
        """Does the bid consist of a tied card and one on top?"""
        return self.seats[bid // SLOTS].tied[bid % SLOTS] != NONE

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
        most = largest(strength)
        kinds = self.kinds_in_row()
        found: i64 = 0
        forbidden: i64 = 0
        bit: i64 = 1
        for kind in SWAP_KINDS:
            if kinds >> i64(kind) & 1:
                if most > 0 and strength[PILE_OF[kind]] == most:
                    forbidden |= bit
                else:
                    found |= bit
            bit <<= 1
        return SWAP_OFFERS[found or forbidden]

    def swap(self, player: int, kind: int) -> None:
        """Take the card; the Dragon lies in its place."""
        self.row[self.row.index(kind)] = DRAGON
        self.dragon = NOBODY
        if self.events is not None:
            self.tell("swap", {"player": player, "kind": KINDS[kind]})
        self.take(player, kind)

    # Then the bids, from the highest to the lowest

    def resolve_bids(self) -> None:
        """Each in its turn: ties that stay, stacks that draw, claims (MK-39 to MK-50).

        The cards of resolved bids lie in their slots until the table is cleared.
        """
        while self.resolved < len(self.ranking):
            bid = self.ranking[self.resolved]
            end = self.group_end(self.resolved)
            if end > self.resolved + 1:
                if self.is_stack(bid):
                    if self.draw_for_stacks(end):
                        return
                elif self.events is not None:
                    self.tell("tie", {"players": self.owners(end), "value": self.value(bid)})
            elif self.row:
                self.step = CLAIM_STEP
                self.ask_one(bid // SLOTS)
                return
            elif self.events is not None:
                self.tell("nothing", {"player": bid // SLOTS, "value": self.value(bid)})
            self.resolved = end
        self.heir()

    def owners(self, end: int) -> list[int]:
        """Who made the bids from the present one up to a place in the ranking."""
        return [bid // SLOTS for bid in self.ranking[self.resolved : end]]

    def claim(self, player: int, kind: int) -> None:
        """Take a card from the row, for a bid or with the Heir."""
        self.row.remove(kind)
        if self.events is not None:
            if self.step == HEIR_STEP:
                self.tell("heir", {"player": player, "kind": KINDS[kind]})
            else:
                value = self.value(self.ranking[self.resolved])
                self.tell("claim", {"player": player, "kind": KINDS[kind], "value": value})
        self.take(player, kind)

    def take(self, player: int, kind: int) -> None:
        """A card comes to a player: the Dragon as a token, any other into a pile (MK-38, MK-55)."""
        if kind == DRAGON:
            self.seats[player].tokens += 1
            if self.events is not None:
                self.tell("token", {"player": player})
        elif kind == MERCHANT and self.holders[MARKET] == player:
            self.ask_market(player)
            return
        else:
            self.gain(player, kind, PILE_OF[kind])
        self.go_on()

    def gain(self, player: int, kind: int, pile: int) -> None:
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

    def draw_for_stacks(self, end: int) -> bool:
        """Owners of tied stacks draw a card each if the deck has enough (MK-46, MK-47).

        True if one of them has to choose a pile first.
        """
        owners = self.owners(end)
        if self.events is not None:
            value = self.value(self.ranking[self.resolved])
            self.tell("tied-stacks", {"players": owners, "value": value})
        if self.deck_size() < len(owners):
            self.tell("no-draw", {"players": owners})
            return False
        self.drawn = [self.draw() for _ in owners]
        if self.events is not None:
            for player, kind in zip(owners, self.drawn, strict=True):
                self.tell("draw", {"player": player, "kind": KINDS[kind]})
        for player, kind in zip(owners, self.drawn, strict=True):
            if kind == MERCHANT and self.holders[MARKET] == player:
                self.step = DRAW_STEP
                self.ask_market(player)
                return True
        self.place_drawn(MERCHANTS)
        return False

    def place_drawn(self, pile: int) -> None:
        """All cards drawn go to their piles at once, then goal cards shift (MK-49, MK-50).

        `pile` is the one the Market player chose for a Merchant.
        """
        for player, kind in zip(
            self.owners(self.group_end(self.resolved)), self.drawn, strict=True
        ):
            chosen = kind == MERCHANT and self.holders[MARKET] == player
            self.seats[player].put(kind, pile if chosen else PILE_OF[kind])
        self.drawn = []
        for shifting in range(TYPES):
            self.shift_goal(shifting)

    # Goal cards

    def shift_goal(self, pile: int) -> None:
        """The goal card goes to a player who alone has the most, at least two (MK-51)."""
        most = 0
        leader = NOBODY
        for player, seat in enumerate(self.seats):
            strength = seat.strength[pile]
            if strength > most:
                most = strength
                leader = player
            elif strength == most:
                leader = NOBODY
        holder = self.holders[pile]
        if leader in (NOBODY, holder) or most < GOAL_STRENGTH:
            return
        self.holders[pile] = leader
        if self.events is not None:
            if holder == NOBODY:
                self.tell("goal", {"player": leader, "goal": GOALS[pile]})
            else:
                self.tell("goal-shift", {"player": leader, "other": holder, "goal": GOALS[pile]})

    # The Market

    def ask_market(self, player: int) -> None:
        """The Market player chooses a pile for a Merchant."""
        self.placing = player
        self.ask_one(player)

    def place_choices(self, player: int) -> list[int]:
        """The Merchants, or any other pile that has a card (MK-55)."""
        strength = self.seats[player].strength
        return [PLACE + pile for pile in range(TYPES) if pile == MERCHANTS or strength[pile] > 0]

    def place_merchant(self, player: int, pile: int) -> None:
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
        player = self.holders[HEIR]
        if player == NOBODY or not self.row:
            self.discard_row()
            return
        self.step = HEIR_STEP
        self.ask_one(player)

    def discard_row(self) -> None:
        """What is left is out of the game; the Dragon goes aside (MK-58)."""
        if self.events is not None and self.row:
            self.tell("discard", {"kinds": [KINDS[kind] for kind in self.row]})
        for kind in self.row:
            if kind != DRAGON:
                self.discards[kind] += 1
        self.row = []
        self.clear_table()
        self.assign_dragon()
        self.start_round()

    def clear_table(self) -> None:
        """Tied single cards stay, all other bids are set aside (MK-29, MK-40)."""
        place: i64 = 0
        while place < len(self.ranking):
            end = self.group_end(place)
            if end > place + 1 and not self.is_stack(self.ranking[place]):
                for bid in self.ranking[place:end]:
                    seat = self.seats[bid // SLOTS]
                    seat.tied[bid % SLOTS] = seat.played[bid % SLOTS]
                    seat.played[bid % SLOTS] = NONE
            place = end
        for player, seat in enumerate(self.seats):
            for slot in range(SLOTS):
                if seat.played[slot] != NONE:
                    if seat.tied[slot] != NONE:
                        seat.aside.append(seat.tied[slot])
                    seat.aside.append(seat.played[slot])
                    seat.tied[slot] = seat.played[slot] = NONE
            if seat.tied[SLOT_B] > seat.tied[SLOT_A]:  # the higher tied card lies in A (MK-14)
                seat.tied.reverse()
            if RESET in seat.aside:
                self.pick_up(player)
        self.bonus = NONE
        self.ranking = []
        self.resolved = 0

    def pick_up(self, player: int) -> None:
        """Whoever played the Reset takes back everything set aside, but no tied card (MK-59)."""
        seat = self.seats[player]
        seat.aside = []
        seat.hand = [card for card in BID_CARDS if card not in seat.tied]
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
        if TYPES - self.holders.count(NOBODY) < DRAGON_GOALS:
            return []
        goals = [0] * self.players
        for holder in self.holders:
            if holder != NOBODY:
                goals[holder] += 1
        least = smallest(goals)
        found = [player for player in range(self.players) if goals[player] == least]
        if len(found) > 1:
            found = fewest(found, [seat.card_count() for seat in self.seats])
        if len(found) > 1:
            found = fewest(found, [seat.last_dragon for seat in self.seats])
        return found

    # Final scoring

    def warlord_leader(self) -> int:
        """Who alone has the most Warlords and so gets the Heir at the end (MK-68)."""
        strengths = [seat.strength[WARLORDS] for seat in self.seats]
        most = largest(strengths)
        return strengths.index(most) if strengths.count(most) == 1 else NOBODY

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

    def fewest_farmers(self) -> int:
        """What the player with fewest Farmers has of them."""
        return smallest([seat.cards[FARMER] for seat in self.seats])

    def points(self, player: int) -> list[int]:
        """The points of a player by source, as if the game ended now (MK-68 to MK-77)."""
        return self.points_beside(player, self.warlord_leader(), self.fewest_farmers())

    def points_beside(self, player: int, leader: int, fewest_farmers: int) -> list[int]:
        """As `points`, where what hangs on all players is known already."""
        seat = self.seats[player]
        cards = seat.cards
        farmers = min(cards[FARMER] - fewest_farmers, len(FARMER_CHART) - 1)
        missing = seat.strength.count(0)
        nobles = 0
        for kind in range(NOBLE_2, NOBLE_4 + 1):
            nobles += POINTS[kind] * cards[kind]
        return [
            GOAL_POINTS[HEIR] if leader == player else 0,
            GOAL_POINTS[PALACE] if self.holders[PALACE] == player else 0,
            GOAL_POINTS[MARKET] if self.holders[MARKET] == player else 0,
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
        return (sum_of(self.points(player)), self.seats[player].card_count())

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
            if not self.two_bids and self.holders[EMPEROR] != NOBODY:
                self.give_bonus(self.holders[EMPEROR], SLOT_A)
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
        self.copy_frame(other)
        other.seats = [seat.copy() for seat in self.seats]
        other.two_bids = self.two_bids
        other.row_size = self.row_size
        other.round = self.round
        other.step = self.step
        other.deck = self.deck[:]
        other.row = self.row[:]
        other.discards = self.discards[:]
        other.holders = self.holders[:]
        other.dragon = self.dragon
        other.bonus = self.bonus
        other.ranking = self.ranking[:]
        other.resolved = self.resolved
        other.drawn = self.drawn[:]
        other.placing = self.placing
        return other

    def redeal(self, player: int) -> None:
        """Bids others have already chosen become random ones; the deck has no order to hide."""
        for other, seat in enumerate(self.seats):
            if other != player and seat.choice != NONE:
                options = self.bid_choices(other)
                seat.choice = options[int(self.rng.below(len(options)))]

    def dump(self) -> dict[str, Any]:
        """All of it in names."""
        return {
            "round": self.round,
            "step": STEP_NAMES[self.step],
            "deck": counted(self.deck),
            "row": [KINDS[kind] for kind in self.row],
            "discards": counted(self.discards),
            "goals": {
                goal: None if holder == NOBODY else holder
                for goal, holder in zip(GOALS, self.holders, strict=True)
            },
            "dragon": None if self.dragon == NOBODY else self.dragon,
            "bonus": None if self.bonus == NONE else bid_name(self.bonus),
            "ranking": [bid_name(bid) for bid in self.ranking],
            "resolved": self.resolved,
            "drawn": [KINDS[kind] for kind in self.drawn],
            "placing": None if self.placing == NOBODY else self.placing,
            "seats": [dump_player(seat) for seat in self.seats],
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Fill a fresh state."""
        self.configure()
        self.round = saved["round"]
        self.step = STEP_NAMES.index(saved["step"])
        self.deck = counts(saved["deck"])
        self.row = [KINDS.index(kind) for kind in saved["row"]]
        self.discards = counts(saved["discards"])
        goals = [saved["goals"][goal] for goal in GOALS]
        self.holders = [NOBODY if holder is None else holder for holder in goals]
        self.dragon = NOBODY if saved["dragon"] is None else saved["dragon"]
        self.bonus = NONE if saved["bonus"] is None else bid_number(saved["bonus"])
        self.ranking = [bid_number(bid) for bid in saved["ranking"]]
        self.resolved = saved["resolved"]
        self.drawn = [KINDS.index(kind) for kind in saved["drawn"]]
        self.placing = NOBODY if saved["placing"] is None else saved["placing"]
        self.seats = [load_player(seat) for seat in saved["seats"]]


def counted(numbers: list[int]) -> dict[str, int]:
    """How many of each kind, by name."""
    return {KINDS[kind]: number for kind, number in enumerate(numbers)}


def counts(saved: dict[str, int]) -> list[int]:
    """The reverse; kinds that are not named are not there."""
    return [saved.get(kind, 0) for kind in KINDS[:DYNASTY_KINDS]]


def bid_name(bid: int) -> str:
    """A bid by seat and slot: `2 A`."""
    return f"{bid // SLOTS} {SLOT_NAMES[bid % SLOTS]}"


def bid_number(name: str) -> int:
    """The reverse."""
    seat, slot = name.split()
    return SLOTS * int(seat) + SLOT_NAMES.index(slot)


def dump_player(seat: Player) -> dict[str, Any]:
    """What lies before a player, in names."""
    return {
        "hand": [CARD_NAMES[card] for card in seat.hand],
        "tied": [None if card == NONE else CARD_NAMES[card] for card in seat.tied],
        "played": [None if card == NONE else CARD_NAMES[card] for card in seat.played],
        "aside": [CARD_NAMES[card] for card in seat.aside],
        "choice": None if seat.choice == NONE else SPACE.text(seat.choice),
        "cards": counted(seat.cards),
        "converted": dict(zip(PILES, seat.converted, strict=True)),
        "tokens": seat.tokens,
        "last_dragon": seat.last_dragon,
    }


def load_player(saved: dict[str, Any]) -> Player:
    """The reverse."""
    seat = Player()
    hand = [CARD_NAMES.index(card) for card in saved["hand"]]
    seat.hand = [card for card in BID_CARDS if card in hand]
    seat.tied = [NONE if card is None else CARD_NAMES.index(card) for card in saved["tied"]]
    seat.played = [NONE if card is None else CARD_NAMES.index(card) for card in saved["played"]]
    seat.aside = [CARD_NAMES.index(card) for card in saved["aside"]]
    seat.choice = NONE if saved["choice"] is None else SPACE.parse(saved["choice"])
    seat.cards = counts(saved["cards"])
    seat.converted = [saved["converted"].get(pile, 0) for pile in PILES]
    seat.strength = [2 * merchants for merchants in seat.converted]
    for kind, number in enumerate(seat.cards):
        seat.strength[PILE_OF[kind]] += number
    seat.tokens = saved["tokens"]
    seat.last_dragon = saved["last_dragon"]
    return seat
