"""The Court of Xiang Chi: what lies on the table; how it is copied and saved."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.compact import Set, Slots, held, hold, items, set_of, slots_of, things
from ...engine.state import State
from .components import CARDS, COMPONENTS, COURT_CARDS, PLACES

# The cards, by number.
IDS: Final[list[str]] = COMPONENTS.ids
NUMBERS: Final[dict[str, int]] = {id: card for card, id in enumerate(IDS)}
FIRST_PRINCE: Final = COURT_CARDS
NO_CARDS: Final[vec[i64]] = vec[i64]()
NO_PILES: Final[vec[i64]] = vec[i64]([-1 for _ in range(CARDS)])
NO_FRESH: Final[list[int]] = []
#: No card: an empty place of the market, an empty hand.
NONE: Final = -1
SPACE_IDS: Final = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]

# What is asked now.
OPENING: Final = 0  # which card stays in the market
COURT: Final = 1  # phase 1: buy, exchange, or go on
PLACING: Final = 2  # where the bought card goes
TAXING: Final = 3  # the Tax Collector's power
GENERAL_FIGHTS: Final = 4  # the General's power
GENERALS_FIGHT: Final = 5  # phase 2
OVER: Final = 6
QUESTIONS: Final = ["opening", "court", "placing", "taxing", "general", "fight", "over"]


def number(id: str) -> int:
    """The card of that id."""
    if id not in NUMBERS:
        raise ValueError(f"there is no card {id!r}")
    return NUMBERS[id]


def numbers(ids: list[str]) -> list[int]:
    """The cards of those ids."""
    return [number(id) for id in ids]


def names(cards: list[int]) -> list[str]:
    """The ids of those cards."""
    return [IDS[card] for card in cards]


class Table(State):
    """The market, the Court and what has left them."""

    def __init__(self) -> None:
        super().__init__()
        self.turn: i64 = 0
        self.question: i64 = OPENING
        self.cp: i64 = 0
        #: Victory points gained from Poets, from Tax Collectors and from defeated Princes.
        self.poet_vp: i64 = 0
        self.tax_vp: i64 = 0
        self.prince_vp: i64 = 0
        #: The cards not seen yet; drawing picks one of them.
        self.deck: Set = 0
        #: The market r1..r4, from the draw deck to the right.
        self.row: Slots = 0
        #: The Court: by space, the card on top of its pile.
        self.court: Slots = 0
        self.spaces: i64 = 0
        # The card on top of other piles; there are the Princes met in setup, too.
        self.discard: i64 = NONE
        self.princes_court: i64 = NONE
        self.defeated: i64 = NONE
        self.aside: i64 = NONE
        #: By card, the one under it in its pile, wherever that is.
        self.under: vec[i64] = NO_CARDS
        #: Was a card bought this turn?
        self.bought = False
        #: The card bought and not yet placed.
        self.hand: i64 = NONE
        #: The space of the card whose power is in use.
        self.acting: i64 = NONE
        #: The Courtesans placed this turn; replaced, never changed.
        self.fresh: list[int] = NO_FRESH

    def lay_out(self) -> None:
        """The Court has so many spaces; no pile has cards yet."""
        advanced = self.options["advanced"]
        self.spaces = COMPONENTS.spaces_advanced if advanced else COMPONENTS.spaces
        self.under = NO_PILES[:]

    def copy_table(self, other: "Table") -> None:
        self.copy_frame(other)
        other.turn = self.turn
        other.question = self.question
        other.cp = self.cp
        other.poet_vp = self.poet_vp
        other.tax_vp = self.tax_vp
        other.prince_vp = self.prince_vp
        other.deck = self.deck
        other.row = self.row
        other.court = self.court
        other.spaces = self.spaces
        other.discard = self.discard
        other.princes_court = self.princes_court
        other.defeated = self.defeated
        other.aside = self.aside
        other.under = self.under[:]
        other.bought = self.bought
        other.hand = self.hand
        other.acting = self.acting
        other.fresh = self.fresh

    def dump(self) -> dict[str, Any]:
        """The state in words."""
        return {
            "turn": self.turn,
            "question": QUESTIONS[self.question],
            "cp": self.cp,
            "vp": {"poets": self.poet_vp, "taxes": self.tax_vp, "princes": self.prince_vp},
            "row": [None if card == NONE else IDS[card] for card in things(self.row, PLACES)],
            "court": [names(self.pile(self.top(space))) for space in range(self.spaces)],
            "deck": names(items(self.deck)),
            "discard": names(self.pile(self.discard)),
            "princes_court": names(self.pile(self.princes_court)),
            "defeated": names(self.pile(self.defeated)),
            "aside": names(self.pile(self.aside)),
            "bought": self.bought,
            "hand": None if self.hand == NONE else IDS[self.hand],
            "acting": None if self.acting == NONE else SPACE_IDS[self.acting],
            "fresh": names(self.fresh),
        }

    def load(self, saved: dict[str, Any]) -> None:
        """The state from words."""
        self.turn = saved["turn"]
        if saved["question"] not in QUESTIONS:
            raise ValueError(f"no question {saved['question']!r}")
        self.question = QUESTIONS.index(saved["question"])
        self.cp = saved["cp"]
        self.poet_vp = saved["vp"]["poets"]
        self.tax_vp = saved["vp"]["taxes"]
        self.prince_vp = saved["vp"]["princes"]
        self.lay_out()
        self.check_cards(saved)
        self.row = slots_of([NONE if id is None else number(id) for id in saved["row"]])
        for space, pile in enumerate(saved["court"]):
            for card in numbers(pile):
                self.cover(space, card)
        self.deck = set_of(numbers(saved["deck"]))
        self.discard = self.piled(saved["discard"])
        self.princes_court = self.piled(saved["princes_court"])
        self.defeated = self.piled(saved["defeated"])
        self.aside = self.piled(saved["aside"])
        self.bought = saved["bought"]
        self.hand = NONE if saved["hand"] is None else number(saved["hand"])
        self.acting = NONE if saved["acting"] is None else SPACE_IDS.index(saved["acting"])
        self.fresh = numbers(saved["fresh"])

    def piled(self, ids: list[str]) -> i64:
        """The top of a pile of those cards."""
        top: i64 = NONE
        for card in numbers(ids):
            top = self.on_top(card, top)
        return top

    def check_cards(self, saved: dict[str, Any]) -> None:
        """Refuse a saved state in which cards lie where they cannot."""
        if len(saved["row"]) != PLACES or len(saved["court"]) != self.spaces:
            raise ValueError(f"the market has {PLACES} places, the Court {self.spaces} spaces")
        people = numbers(saved["discard"]) + numbers(saved["princes_court"])
        for pile in saved["court"]:
            people += numbers(pile)
        if saved["hand"] is not None:
            people.append(number(saved["hand"]))
        if any(card >= FIRST_PRINCE for card in people):
            raise ValueError("a Prince is only in the deck, in the market or defeated")
        if saved["aside"] and self.question != OPENING:
            raise ValueError("Princes are set aside only before the first turn")
        for place in ("deck", "defeated", "aside"):
            people += numbers(saved[place])
        people += [number(id) for id in saved["row"] if id is not None]
        if sorted(people) != list(range(CARDS)):
            raise ValueError("each of the 54 cards must be in exactly one place")

    def on_top(self, card: i64, top: i64) -> i64:
        """Lay a card on a pile: it is the one on top now."""
        self.under[card] = top
        return card

    def pile(self, top: i64) -> list[int]:
        """The cards of a pile, the one on top last."""
        found: list[int] = []
        while top != NONE:
            found.append(top)
            top = self.under[top]
        found.reverse()
        return found

    def cover(self, space: i64, card: i64) -> None:
        """Lay a card on a space of the Court."""
        self.court = hold(self.court, space, self.on_top(card, held(self.court, space)))

    def top(self, space: i64) -> i64:
        """XC-4: the card of a space that is in the Court, or NONE."""
        return held(self.court, space)
