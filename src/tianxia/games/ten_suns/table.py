"""Ten Suns: what lies on the table, and who has what; how it is copied and saved."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ...engine.compact import (
    Counts,
    Many,
    Set,
    counts_of,
    has,
    many_at,
    many_numbers,
    many_of,
    more,
    numbers,
    plus,
    set_of,
    total,
)
from ...engine.counting import replaced
from ...engine.state import State
from .components import DATA

NOBODY: Final = -1
NO_CARD: Final = -1

# Influence cards: the two Hou Yi, then Locations, Gods and Monsters.
CARDS: Final = DATA.cards
FIRST_LOCATION: Final = DATA.first_location
FIRST_GOD: Final = DATA.first_god
LOCATIONS: Final = FIRST_GOD - FIRST_LOCATION
GODS: Final = DATA.gods
TRACKED: Final = [number for number, god in enumerate(GODS) if god.uses > 0]

# Bonus items: the kinds of Palace Parts, in kind order, and last the Lunar.
KINDS: Final = len(DATA.kinds)
ITEMS: Final = [*DATA.kinds, "lunar"]
MOST_SPACES: Final = DATA.spaces
SLOTS: Final = DATA.slots
LARGEST_PALACE: Final = DATA.largest

# Steps of a round in which somebody may have to decide.
ITEM_STEP: Final = 0
BID_STEP: Final = 1
GOD_STEP: Final = 2
RESOLUTION_STEP: Final = 3
PALACE_STEP: Final = 4
OVER: Final = 5
STEP_NAMES: Final = ["items", "bids", "gods", "resolution", "palaces", "over"]
#: What everybody begins with, and what stands for what `setup`, `load` or `copy` will bring.
EMPTY: Final[list[int]] = []
NO_CARDS: Final[vec[i64]] = vec[i64]()
NO_LOCATIONS: Final = [0] * LOCATIONS
NO_PALACES: Final[vec[i64]] = vec[i64]([0 for _ in range(SLOTS)])
NO_ITEMS: Final[vec[i64]] = vec[i64]()
NO_OWNERS: Final = [NOBODY] * len(GODS)
NO_USES: Final = [0] * len(GODS)


@final
@mypyc_attr(acyclic=True)
class Primordial:
    """A player: Energy, Bids, tracks and play area."""

    def __init__(self) -> None:
        self.solar = 0
        self.lunar = 0
        #: By space.
        self.bids: Many = 0
        self.prestige = 0
        self.moon = 0
        self.bagua = 0
        #: How many of each Location. This list and the next are replaced, never changed, so that
        #: copies share them.
        self.locations: list[int] = NO_LOCATIONS
        #: For each palace under construction how many parts of each kind.
        self.slots: vec[i64] = NO_PALACES
        #: The Gods with uses left.
        self.ready: Set = 0

    def copy(self) -> "Primordial":
        other = Primordial()
        other.solar = self.solar
        other.lunar = self.lunar
        other.bids = self.bids
        other.prestige = self.prestige
        other.moon = self.moon
        other.bagua = self.bagua
        other.locations = self.locations
        other.slots = self.slots
        other.ready = self.ready
        return other

    def spend(self, energy: int) -> None:
        """Solar goes before Lunar (TS-2)."""
        solar = min(self.solar, energy)
        self.solar -= solar
        self.lunar -= energy - solar

    def different_locations(self) -> int:
        return nonzero(self.locations)

    def room(self) -> i64:
        """How many parts the palaces can still take."""
        found: i64 = SLOTS * LARGEST_PALACE
        for slot in self.slots:
            found -= total(slot)
        return found


def nonzero(counts: list[int]) -> int:
    """How many of the counts are not 0."""
    found = 0
    for count in counts:
        if count:
            found += 1
    return found


def items_in(counts: Counts) -> list[int]:
    """How many of each item."""
    return numbers(counts, len(ITEMS))


def counted(ids: list[str], counts: list[int]) -> dict[str, int]:
    """The counts that are not 0, by id."""
    return {ids[index]: count for index, count in enumerate(counts) if count}


def _counts(ids: list[str], counted: dict[str, int]) -> list[int]:
    found = [0] * len(ids)
    for id, count in counted.items():
        found[ids.index(id)] = count
    return found


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _or_nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


class Table(State):
    """What a game of Ten Suns consists of at any moment.

    No order of cards is kept: what is drawn is decided when it is drawn, from the cards and parts
    left.
    """

    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.step = ITEM_STEP
        self.sun = DATA.start_sun
        self.bow = 0
        self.arrow = NOBODY
        self.seats: list[Primordial] = []
        #: Influence cards not seen yet, and how many of them lie in each section of the deck.
        self.unseen: vec[i64] = NO_CARDS
        self.top = 0
        self.bottom = 0
        #: The card on each space of the row, its bonus items by kind, and whose tie mark lies there.
        #: The lists of cards and marks, and those of Gods, are replaced, never changed.
        self.row: list[int] = EMPTY
        self.items: vec[i64] = NO_ITEMS
        self.marks: list[int] = EMPTY
        self.palace_deck: Counts = 0
        self.palace_discard: Counts = 0
        #: Bonus items and parts that have been drawn or won and must be placed.
        self.hand: Counts = 0
        #: Who triggers Gods, places parts or completes palaces, and the space being resolved.
        self.turn = 0
        self.space = 0
        #: For each God its owner and the uses left; those that were triggered this round.
        self.god_owner: list[int] = NO_OWNERS
        self.uses: list[int] = NO_USES
        self.triggered: Set = 0

    def bagua(self) -> list[int]:
        """Where the cubes stand on the Bagua track now."""
        return numbers(self.cubes(), self.players)

    def cubes(self) -> Counts:
        """As `bagua`, packed."""
        found: Counts = 0
        player: i64
        for player in range(self.players):
            found = more(found, player, self.seats[player].bagua)
        return found

    def highest_bid(self, space: i64) -> i64:
        """The largest Bid on the space."""
        found: i64 = 0
        for seat in self.seats:
            found = max(found, many_at(seat.bids, space))
        return found

    def damage(self, space: i64) -> int:
        """All Energy on the space."""
        total: i64 = 0
        for seat in self.seats:
            total += many_at(seat.bids, space)
        return total

    def copy_table(self, other: "Table") -> None:
        self.copy_frame(other)
        other.round = self.round
        other.step = self.step
        other.sun = self.sun
        other.bow = self.bow
        other.arrow = self.arrow
        other.seats = [seat.copy() for seat in self.seats]
        other.unseen = self.unseen[:]
        other.top = self.top
        other.bottom = self.bottom
        other.row = self.row
        other.items = self.items[:]
        other.marks = self.marks
        other.palace_deck = self.palace_deck
        other.palace_discard = self.palace_discard
        other.hand = self.hand
        other.turn = self.turn
        other.space = self.space
        other.god_owner = self.god_owner
        other.uses = self.uses
        other.triggered = self.triggered

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "step": STEP_NAMES[self.step],
            "sun": self.sun,
            "bow": self.bow,
            "arrow": _seat_or_none(self.arrow),
            "turn": self.turn,
            "space": self.space,
            "unseen": counted(CARDS, list(self.unseen)),
            "top": self.top,
            "bottom": self.bottom,
            "row": [None if card == NO_CARD else CARDS[card] for card in self.row],
            "items": [counted(ITEMS, items_in(items)) for items in self.items],
            "marks": [_seat_or_none(mark) for mark in self.marks],
            "palace_deck": counted(DATA.kinds, numbers(self.palace_deck, KINDS)),
            "palace_discard": counted(DATA.kinds, numbers(self.palace_discard, KINDS)),
            "hand": counted(ITEMS, items_in(self.hand)),
            "triggered": [GODS[god].id for god in TRACKED if has(self.triggered, god)],
            "seats": [
                {
                    "solar": seat.solar,
                    "lunar": seat.lunar,
                    "bids": many_numbers(seat.bids, MOST_SPACES),
                    "prestige": seat.prestige,
                    "moon": seat.moon,
                    "bagua": seat.bagua,
                    "locations": counted(CARDS[FIRST_LOCATION:FIRST_GOD], seat.locations),
                    "gods": {
                        GODS[god].id: self.uses[god]
                        for god in range(len(GODS))
                        if self.god_owner[god] == player
                    },
                    "slots": [counted(DATA.kinds, numbers(slot, KINDS)) for slot in seat.slots],
                }
                for player, seat in enumerate(self.seats)
            ],
        }

    def load(self, saved: dict[str, Any]) -> None:
        self.round = saved["round"]
        self.step = STEP_NAMES.index(saved["step"])
        self.sun = saved["sun"]
        self.bow = saved["bow"]
        self.arrow = _or_nobody(saved["arrow"])
        self.turn = saved["turn"]
        self.space = saved["space"]
        self.unseen = vec[i64](_counts(CARDS, saved["unseen"]))
        self.top = saved["top"]
        self.bottom = saved["bottom"]
        if self.top + self.bottom != sum(self.unseen):
            raise ValueError("the sections of the deck do not hold the cards unseen")
        self.row = [NO_CARD if card is None else CARDS.index(card) for card in saved["row"]]
        self.items = vec[i64]([counts_of(_counts(ITEMS, items)) for items in saved["items"]])
        self.marks = [_or_nobody(mark) for mark in saved["marks"]]
        if not len(self.row) == len(self.items) == len(self.marks) <= MOST_SPACES:
            raise ValueError("row, items and marks are of different length")
        self.palace_deck = counts_of(_counts(DATA.kinds, saved["palace_deck"]))
        self.palace_discard = counts_of(_counts(DATA.kinds, saved["palace_discard"]))
        self.hand = counts_of(_counts(ITEMS, saved["hand"]))
        ids = [god.id for god in GODS]
        self.triggered = set_of([ids.index(id) for id in saved["triggered"]])
        self.seats = []
        for player, entry in enumerate(saved["seats"]):
            seat = Primordial()
            seat.solar = entry["solar"]
            seat.lunar = entry["lunar"]
            seat.bids = many_of(entry["bids"])
            seat.prestige = entry["prestige"]
            seat.moon = entry["moon"]
            seat.bagua = entry["bagua"]
            seat.locations = _counts(CARDS[FIRST_LOCATION:FIRST_GOD], entry["locations"])
            seat.slots = vec[i64]([counts_of(_counts(DATA.kinds, each)) for each in entry["slots"]])
            if len(entry["bids"]) != MOST_SPACES or len(seat.slots) != SLOTS:
                raise ValueError(f"seat {player}: wrong number of Bids or palaces")
            for id, uses in entry["gods"].items():
                god = ids.index(id)
                self.god_owner = replaced(self.god_owner, god, player)
                self.uses = replaced(self.uses, god, uses)
                if uses:
                    seat.ready = plus(seat.ready, god)
            self.seats.append(seat)
        if len(self.seats) != self.players:
            raise ValueError(f"{len(self.seats)} seats for {self.players} players")
