"""Middle Kingdom: what lies on the table, and before whom; how it is copied and saved."""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from ...engine.actions import ActionSpace
from ...engine.compact import (
    Counts,
    Line,
    Set,
    Slots,
    append,
    at,
    counts_of,
    has,
    held,
    hold,
    line_of,
    listed,
    more,
    numbers,
    set_of,
    slots_of,
    things,
    total,
)
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

# The five types of cards, each with its pile before every player.
MERCHANTS: Final = 0
BUREAUCRATS: Final = 1
FARMERS: Final = 2
NOBLES: Final = 3
WARLORDS: Final = 4
TYPES: Final = 5

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
PILE_OF: Final = COMPONENTS.pile_of


def place_of(card: i64) -> i64:
    """The place of a bid card in `BID_CARDS`: 1 to 7, then the Reset."""
    return card - 1 if card != RESET else CARDS - 1


#: For every set of places in hand, the bids of two cards on free slots, and on a tied card.
HANDS: Final = [[card for card in BID_CARDS if has(hand, place_of(card))] for hand in range(256)]
FULL_HAND: Final = 255


@final
@mypyc_attr(acyclic=True)
class Player:
    """What lies before one player; all of it is public but the choice while it is pending."""

    def __init__(self) -> None:
        # Every bid card is in hand, in a slot (tied or played) or set aside.
        #: The places of the cards in hand.
        self.hand: Set = FULL_HAND
        #: By slot, the card left there by a tie in an earlier round.
        self.tied: Slots = 0
        #: By slot, the card played this round: on the tied card if there is one.
        self.played: Slots = 0
        self.aside: Line = 0
        #: The bid chosen in secret and not yet revealed.
        self.choice: i64 = NONE
        #: By kind, the Dynasty cards in the pile of their own type.
        self.cards: Counts = 0
        #: By pile, the Merchants put there with the Market.
        self.converted: Counts = 0
        #: By pile, what counts for "most of a type" (MK-3): a converted Merchant counts 2.
        self.strength: Counts = 0
        self.tokens: i64 = 0
        #: The round in which the Dragon was last assigned to this player; 0 for never.
        self.last_dragon: i64 = 0

    def copy(self) -> "Player":
        """An independent copy."""
        other = Player()
        other.hand = self.hand
        other.tied = self.tied
        other.played = self.played
        other.aside = self.aside
        other.choice = self.choice
        other.cards = self.cards
        other.converted = self.converted
        other.strength = self.strength
        other.tokens = self.tokens
        other.last_dragon = self.last_dragon
        return other

    def hand_cards(self) -> list[int]:
        """The cards in hand."""
        return HANDS[self.hand]

    def put(self, kind: i64, pile: i64) -> None:
        """A card is put in a pile; only a Merchant may come to a pile of another type."""
        if pile == PILE_OF[kind]:
            self.cards = more(self.cards, kind, 1)
            self.strength = more(self.strength, pile, 1)
        else:
            self.converted = more(self.converted, pile, 1)
            self.strength = more(self.strength, pile, 2)

    def card_count(self) -> i64:
        """All Dynasty cards; a converted Merchant is one card (MK-4)."""
        return total(self.cards) + total(self.converted)

    def set_aside(self, slot: i64) -> None:
        """The cards of a bid leave the table, the lower one first."""
        if held(self.played, slot) != NONE:
            if held(self.tied, slot) != NONE:
                self.aside = append(self.aside, held(self.tied, slot))
            self.aside = append(self.aside, held(self.played, slot))
            self.tied = hold(self.tied, slot, NONE)
            self.played = hold(self.played, slot, NONE)

    def bid_twice(self) -> bool:
        """Do two bids lie before the player this round?"""
        return held(self.played, SLOT_A) != NONE and held(self.played, SLOT_B) != NONE

    def slot_of_reset(self) -> i64:
        """The slot in which the Reset was played, or NONE."""
        if held(self.played, SLOT_A) == RESET:
            return SLOT_A
        return SLOT_B if held(self.played, SLOT_B) == RESET else NONE


def counted(counts: Counts) -> dict[str, int]:
    """How many of each kind, by name."""
    return {KINDS[kind]: at(counts, kind) for kind in range(DYNASTY_KINDS)}


def counts(saved: dict[str, int]) -> Counts:
    """The reverse; kinds that are not named are not there."""
    return counts_of([saved.get(kind, 0) for kind in KINDS[:DYNASTY_KINDS]])


def card_names(cards: Slots) -> list[str | None]:
    """What lies in the slots, by name."""
    return [None if card == NONE else CARD_NAMES[card] for card in things(cards, SLOTS)]


def cards_named(names: list[str | None]) -> Slots:
    """The reverse."""
    return slots_of([NONE if name is None else CARD_NAMES.index(name) for name in names])


def bid_name(bid: int) -> str:
    """A bid by seat and slot: `2 A`."""
    return f"{bid // SLOTS} {SLOT_NAMES[bid % SLOTS]}"


def bid_number(name: str) -> int:
    """The reverse."""
    seat, slot = name.split()
    return SLOTS * int(seat) + SLOT_NAMES.index(slot)


def dump_player(seat: Player, space: ActionSpace) -> dict[str, Any]:
    """What lies before a player, in names."""
    return {
        "hand": [CARD_NAMES[card] for card in seat.hand_cards()],
        "tied": card_names(seat.tied),
        "played": card_names(seat.played),
        "aside": [CARD_NAMES[card] for card in listed(seat.aside)],
        "choice": None if seat.choice == NONE else space.text(seat.choice),
        "cards": counted(seat.cards),
        "converted": dict(zip(PILES, numbers(seat.converted, TYPES), strict=True)),
        "tokens": seat.tokens,
        "last_dragon": seat.last_dragon,
    }


def load_player(saved: dict[str, Any], space: ActionSpace) -> Player:
    """The reverse."""
    seat = Player()
    seat.hand = set_of([place_of(CARD_NAMES.index(card)) for card in saved["hand"]])
    seat.tied = cards_named(saved["tied"])
    seat.played = cards_named(saved["played"])
    seat.aside = line_of([CARD_NAMES.index(card) for card in saved["aside"]])
    seat.choice = NONE if saved["choice"] is None else space.parse(saved["choice"])
    seat.cards = counts(saved["cards"])
    for kind in range(DYNASTY_KINDS):
        seat.strength = more(seat.strength, PILE_OF[kind], at(seat.cards, kind))
    for pile, name in enumerate(PILES):
        merchants = saved["converted"].get(name, 0)
        seat.converted = more(seat.converted, pile, merchants)
        seat.strength = more(seat.strength, pile, 2 * merchants)
    seat.tokens = saved["tokens"]
    seat.last_dragon = saved["last_dragon"]
    return seat


class Table(State):
    """What a game of Middle Kingdom consists of at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[Player] = []
        self.two_bids = False
        self.row_size: i64 = 0
        self.round: i64 = 0
        self.step: i64 = BID_STEP
        #: By kind, the cards still in the deck; they are drawn when they are revealed.
        self.deck: Counts = 0
        self.row: Line = 0
        #: By kind, the cards nobody took.
        self.discards: Counts = 0
        #: By type, who has the goal card.
        self.holders: Slots = 0
        #: Who has the Dragon; nobody while it lies in the row or aside.
        self.dragon: i64 = NOBODY
        #: The bid with the Emperor's bonus.
        self.bonus: i64 = NONE
        #: The bids in claiming order, and how many of them have been resolved.
        self.ranking: Line = 0
        self.resolved: i64 = 0
        #: The cards drawn by tied stacks, until they are put in piles.
        self.drawn: Line = 0
        #: The player who chooses a pile for a Merchant.
        self.placing: i64 = NOBODY

    def configure(self) -> None:
        """What the number of players and the options say (MK-6)."""
        experienced = bool(self.options["experienced"])
        self.two_bids = experienced or self.players == 2
        self.row_size = (
            COMPONENTS.experienced_row if experienced else COMPONENTS.row_size[self.players]
        )

    def copy_table(self, other: "Table") -> None:
        self.copy_frame(other)
        other.seats = [seat.copy() for seat in self.seats]
        other.two_bids = self.two_bids
        other.row_size = self.row_size
        other.round = self.round
        other.step = self.step
        other.deck = self.deck
        other.row = self.row
        other.discards = self.discards
        other.holders = self.holders
        other.dragon = self.dragon
        other.bonus = self.bonus
        other.ranking = self.ranking
        other.resolved = self.resolved
        other.drawn = self.drawn
        other.placing = self.placing

    def dump(self) -> dict[str, Any]:
        """All of it in names."""
        return {
            "round": self.round,
            "step": STEP_NAMES[self.step],
            "deck": counted(self.deck),
            "row": [KINDS[kind] for kind in listed(self.row)],
            "discards": counted(self.discards),
            "goals": {
                goal: None if holder == NOBODY else holder
                for goal, holder in zip(GOALS, things(self.holders, TYPES), strict=True)
            },
            "dragon": None if self.dragon == NOBODY else self.dragon,
            "bonus": None if self.bonus == NONE else bid_name(self.bonus),
            "ranking": [bid_name(bid) for bid in listed(self.ranking)],
            "resolved": self.resolved,
            "drawn": [KINDS[kind] for kind in listed(self.drawn)],
            "placing": None if self.placing == NOBODY else self.placing,
            "seats": [dump_player(seat, self.game.space) for seat in self.seats],
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Fill a fresh state."""
        self.configure()
        self.round = saved["round"]
        self.step = STEP_NAMES.index(saved["step"])
        self.deck = counts(saved["deck"])
        self.row = line_of([KINDS.index(kind) for kind in saved["row"]])
        self.discards = counts(saved["discards"])
        goals = [saved["goals"][goal] for goal in GOALS]
        self.holders = slots_of([NOBODY if holder is None else holder for holder in goals])
        self.dragon = NOBODY if saved["dragon"] is None else saved["dragon"]
        self.bonus = NONE if saved["bonus"] is None else bid_number(saved["bonus"])
        self.ranking = line_of([bid_number(bid) for bid in saved["ranking"]])
        self.resolved = saved["resolved"]
        self.drawn = line_of([KINDS.index(kind) for kind in saved["drawn"]])
        self.placing = NOBODY if saved["placing"] is None else saved["placing"]
        self.seats = [load_player(seat, self.game.space) for seat in saved["seats"]]
