"""The Court of Xiang Chi: the state and the rules, in the rulebook's order (XC-1 to XC-18)."""

from typing import Any, Final, final

from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, offers_by_set
from ...engine.state import State
from .components import (
    CARDS,
    COMPONENTS,
    COURT_CARDS,
    COURTESAN,
    GENERAL,
    MINISTER,
    MOST_SPACES,
    PLACES,
    PRINCES,
    TAX_COLLECTOR,
    TITLE_IDS,
)

# The cards, by number.
IDS: Final[list[str]] = COMPONENTS.ids
KIND: Final[list[int]] = COMPONENTS.kind
CLAN: Final[list[int]] = COMPONENTS.clan
VP: Final[list[int]] = COMPONENTS.vp
COST: Final[list[int]] = COMPONENTS.cost
STRENGTH: Final[list[int]] = COMPONENTS.strength
PLACE_COSTS: Final[list[int]] = COMPONENTS.place_costs
THREE_CLANS: Final[int] = COMPONENTS.three_clans
COPPER_PER_POINT: Final[int] = COMPONENTS.copper_per_point
TITLES: Final[list[str]] = [f"title-{id}" for id in TITLE_IDS]
NUMBERS: Final[dict[str, int]] = {id: card for card, id in enumerate(IDS)}
FIRST_PRINCE: Final = COURT_CARDS
EVERY_CARD: Final = list(range(CARDS))

#: No card: an empty place of the market, an empty hand.
NONE: Final = -1
#: The place next to the draw deck, and the one farthest from it.
R1: Final = 0
R4: Final = PLACES - 1
START_CARDS: Final = 3

ROW_IDS: Final = ["r1", "r2", "r3", "r4"]
SPACE_IDS: Final = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]
SPACE: Final = ActionSpace(
    [
        Family("leave", "leave {place}", {"place": ROW_IDS}),
        Family("buy", "buy {place}", {"place": ROW_IDS}),
        Family("exchange", "exchange {space} {place}", {"space": SPACE_IDS, "place": ROW_IDS}),
        Family("skip", "skip"),
        Family("done", "done"),
        Family("place", "place {space}", {"space": SPACE_IDS}),
        Family("tax-vp", "tax-vp {space}", {"space": SPACE_IDS}),
        Family("tax-cp", "tax-cp {space}", {"space": SPACE_IDS}),
        Family("tax-none", "tax-none"),
        Family("fight", "fight {place}", {"place": ROW_IDS}),
        Family("no-fight", "no-fight"),
    ]
)
LEAVE: Final = 0
BUY: Final = LEAVE + PLACES
EXCHANGE: Final = BUY + PLACES
SKIP: Final = EXCHANGE + MOST_SPACES * PLACES
DONE: Final = SKIP + 1
PLACE: Final = DONE + 1
TAX_VP: Final = PLACE + MOST_SPACES
TAX_CP: Final = TAX_VP + MOST_SPACES
TAX_NONE: Final = TAX_CP + MOST_SPACES
FIGHT: Final = TAX_NONE + 1
NO_FIGHT: Final = FIGHT + PLACES
#: What follows are no actions but meanings: a card bought or fought, then exchanges for it by space.
MEANINGS: Final = NO_FIGHT + 1

# The options for every set of cards that can be paid, spaces for a card, and Princes to fight.
BUY_OFFERS: Final = [[*offers, SKIP] for offers in offers_by_set(BUY, PLACES)]
BOUGHT_OFFERS: Final = [DONE]
PLACE_OFFERS: Final = offers_by_set(PLACE, MOST_SPACES)
FIGHT_OFFERS: Final = offers_by_set(FIGHT, PLACES + 1)

# What is asked now.
OPENING: Final = 0  # which card stays in the market
COURT: Final = 1  # phase 1: buy, exchange, or go on
PLACING: Final = 2  # where the bought card goes
TAXING: Final = 3  # the Tax Collector's power
GENERAL_FIGHTS: Final = 4  # the General's power
GENERALS_FIGHT: Final = 5  # phase 2
OVER: Final = 6
QUESTIONS: Final = ["opening", "court", "placing", "taxing", "general", "fight", "over"]


@final
class XiangChi(State):
    """A game: the market, the Court and what has left them."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.question = OPENING
        self.cp = 0
        #: Victory points gained from Poets, from Tax Collectors and from defeated Princes.
        self.poet_vp = 0
        self.tax_vp = 0
        self.prince_vp = 0
        #: The cards not seen yet, in the order of their numbers: drawing picks one of them.
        self.deck: list[int] = []
        #: The market r1..r4, from the draw deck to the right.
        self.row: list[int] = []
        #: The Court's spaces, each a pile whose last card is in the Court.
        self.piles: list[list[int]] = []
        self.discard: list[int] = []
        self.princes_court: list[int] = []
        self.defeated: list[int] = []
        #: Princes met in setup, until they are shuffled back.
        self.aside: list[int] = []
        #: Was a card bought this turn?
        self.bought = False
        #: The card bought and not yet placed.
        self.hand = NONE
        #: The space of the card whose power is in use.
        self.acting = NONE
        #: The Courtesans placed this turn.
        self.fresh: list[int] = []

    # Setup

    def setup(self) -> None:
        """XC-1: four court cards to the market; Princes met are set aside."""
        self.deck = EVERY_CARD[:]
        self.piles = [[] for _ in range(self.spaces())]
        self.cp = COMPONENTS.start_copper
        while len(self.row) < PLACES:
            card = self.draw()
            if card < FIRST_PRINCE:
                self.row.append(card)
            else:
                self.aside.append(card)
                if self.events is not None:
                    self.tell("aside", {"card": IDS[card]})
        if self.events is not None:
            self.tell("dealt", {"cards": [IDS[card] for card in self.row]})
        self.put(OPENING)

    def spaces(self) -> int:
        """How many spaces the Court has."""
        return COMPONENTS.spaces_advanced if self.options["advanced"] else COMPONENTS.spaces

    def leave(self, place: int) -> None:
        """XC-2: one card stays, three open the Court; XC-3: three new cards join it."""
        left = self.row[place]
        court = self.row[:place] + self.row[place + 1 :]
        for space in range(START_CARDS):
            self.piles[space].append(court[space])
        if self.events is not None:
            cards = [IDS[card] for card in court]
            self.tell("leave", {"player": 0, "card": IDS[left], "cards": cards})
        if self.aside:
            if self.events is not None:
                self.tell("return", {"cards": [IDS[card] for card in self.aside]})
            self.deck.extend(self.aside)
            self.deck.sort()
            self.aside = []
        # The card left lies at r1 before the new ones are dealt, each to the next place.
        self.row = [left, NONE, NONE, NONE]
        for free in range(R1 + 1, PLACES):
            self.row[free] = self.draw()
            self.tell_draw(self.row[free])
        self.start_turn()

    # The deck and the market

    def draw(self) -> int:
        """A card not seen yet, each equally likely."""
        index: i64 = self.rng.below(len(self.deck))
        return self.deck.pop(index)

    def tell_draw(self, card: int) -> None:
        if self.events is not None:
            if card >= FIRST_PRINCE:
                args = {"card": IDS[card], "strength": STRENGTH[card], "drawn": self.drawn()}
                self.tell("prince", args)
            else:
                self.tell("draw", {"card": IDS[card]})

    def refill(self) -> None:
        """XC-5: cards left of a gap slide right; new ones are drawn next to the deck."""
        row = self.row
        free: i64 = R4
        place: i64 = R4
        while place >= R1:
            if row[place] != NONE:
                if place < free:
                    row[free] = row[place]
                    row[place] = NONE
                free -= 1
            place -= 1
        while free >= R1 and self.deck:
            card = self.draw()
            row[free] = card
            self.tell_draw(card)
            free -= 1

    def rightmost(self) -> int:
        """The place of the rightmost market card that is no Prince, or NONE."""
        for place in range(R4, R1 - 1, -1):
            if NONE < self.row[place] < FIRST_PRINCE:
                return place
        return NONE

    def princes_in_row(self) -> i64:
        """How many Princes block the market."""
        count: i64 = 0
        for card in self.row:
            if card >= FIRST_PRINCE:
                count += 1
        return count

    def drawn(self) -> int:
        """How many Princes have come so far; those set aside in setup have not."""
        return self.princes_in_row() + len(self.defeated)

    def price(self, place: i64) -> i64:
        """XC-7: what the card in a market place costs."""
        cost: i64 = PLACE_COSTS[place] + COST[self.row[place]]
        return cost if cost > 0 else 0

    # The Court

    def top(self, space: i64) -> int:
        """XC-4: the card of a space that is in the Court, or NONE."""
        pile = self.piles[space]
        return pile[-1] if pile else NONE

    def tax_collectors(self) -> int:
        """How many Tax Collectors are in the Court."""
        count = 0
        for pile in self.piles:
            if pile and KIND[pile[-1]] == TAX_COLLECTOR:
                count += 1
        return count

    def strength(self) -> int:
        """XC-15: of all Generals in the Court together; 0 without any."""
        total: i64 = 0
        clans: i64 = 0
        for pile in self.piles:
            if pile:
                card: i64 = pile[-1]
                if KIND[card] == GENERAL:
                    total += STRENGTH[card]
                    clans |= 1 << i64(CLAN[card])
        return total + THREE_CLANS if clans == 7 else total

    # Phase 1

    def start_turn(self) -> None:
        """XC-6."""
        self.turn += 1
        self.bought = False
        self.fresh = []
        if self.events is not None:
            self.tell("turn", {"turn": self.turn})
        self.put(COURT)

    def buy(self, place: int) -> None:
        """XC-7: pay, slide and refill; then the card is placed."""
        card = self.row[place]
        price = self.price(place)
        self.cp -= price
        self.bought = True
        self.hand = card
        self.row[place] = NONE
        if self.events is not None:
            self.tell("buy", {"player": 0, "card": IDS[card], "cost": price})
        self.refill()
        self.put(PLACING)

    def place(self, space: int) -> None:
        """XC-4: on an empty space or over what lies there."""
        card = self.hand
        self.hand = NONE
        if self.events is not None:
            covered = self.top(space)
            if covered == NONE:
                self.tell("place", {"player": 0, "card": IDS[card], "space": SPACE_IDS[space]})
            else:
                args = {"player": 0, "card": IDS[card], "covered": IDS[covered]}
                self.tell("cover", args)
        self.piles[space].append(card)
        self.use_power(space)

    def exchange(self, space: int, place: int) -> None:
        """XC-8: the Courtesan is discarded; the new card's power comes before the refill."""
        courtesan = self.piles[space].pop()
        card = self.row[place]
        self.discard.append(courtesan)
        self.row[place] = NONE
        self.piles[space].append(card)
        if self.events is not None:
            self.tell("exchange", {"player": 0, "gone": IDS[courtesan], "card": IDS[card]})
        self.use_power(space)

    def may_exchange(self, space: i64) -> bool:
        """XC-8: is a Courtesan of an earlier turn in the Court there?"""
        card = self.top(space)
        return card != NONE and KIND[card] == COURTESAN and card not in self.fresh

    def skip(self) -> None:
        """XC-9: phase 1B."""
        place = self.rightmost()
        if place != NONE:
            card = self.row[place]
            self.discard.append(card)
            self.row[place] = NONE
            if self.events is not None:
                self.tell("discard", {"player": 0, "card": IDS[card]})
            self.refill()
        income = 1 + self.tax_collectors()
        self.cp += income
        if self.events is not None:
            self.tell("income", {"player": 0, "cp": income})
        self.put(GENERALS_FIGHT)

    # Powers

    def use_power(self, space: int) -> None:
        """The power of the card just placed."""
        self.acting = space
        card = self.piles[space][-1]
        kind = KIND[card]
        if kind == MINISTER:
            self.use_minister(card)
        elif kind == GENERAL:
            self.put(GENERAL_FIGHTS)
        elif kind == COURTESAN:  # XC-14: nothing yet
            self.fresh = [*self.fresh, card]
            self.power_used()
        elif kind == TAX_COLLECTOR:
            self.put(TAXING)
        else:
            self.use_poet(card)

    def use_minister(self, card: int) -> None:
        """XC-10."""
        gain = self.minister_gain(CLAN[card])
        self.cp += gain
        if self.events is not None:
            self.tell("minister", {"player": 0, "card": IDS[card], "cp": gain})
        self.power_used()

    def minister_gain(self, clan: int) -> int:
        """The copper a Minister of that clan brings."""
        gain = 0
        for pile in self.piles:
            if pile:
                card = pile[-1]
                if KIND[card] == TAX_COLLECTOR:
                    gain += VP[card] + 1 if CLAN[card] == clan else VP[card]
        return gain

    def use_poet(self, card: int) -> None:
        """XC-11."""
        gain = self.clan_worth(CLAN[card])
        self.poet_vp += gain
        if self.events is not None:
            self.tell("poet", {"player": 0, "card": IDS[card], "vp": gain})
        self.power_used()

    def clan_worth(self, clan: int) -> int:
        """The victory points of a clan's cards in the Court."""
        worth = 0
        for pile in self.piles:
            if pile and CLAN[pile[-1]] == clan:
                worth += VP[pile[-1]]
        return worth

    def tax(self, space: int, for_vp: bool) -> None:
        """XC-12: remove another card of the clan, for victory points or for copper."""
        card = self.piles[space].pop()
        worth = VP[card]
        if for_vp:
            self.discard.append(card)
            self.tax_vp += worth
        else:
            self.princes_court.append(card)
            self.cp += worth
        if self.events is not None:
            args = {"player": 0, "card": IDS[card], "worth": worth}
            self.tell("tax-vp" if for_vp else "tax-cp", args)
            if self.piles[space]:
                self.tell("uncovered", {"card": IDS[self.top(space)]})
        self.power_used()

    def power_used(self) -> None:
        """Back to phase 1; after an exchange the gap is filled now (XC-8)."""
        self.acting = NONE
        self.refill()
        self.put(COURT)

    # Fighting

    def fight(self, place: int) -> None:
        """XC-15: a Prince leaves for good."""
        prince = self.row[place]
        strength = self.strength()
        paid = max(0, STRENGTH[prince] - strength)
        self.cp -= paid
        self.prince_vp += VP[prince]
        self.defeated.append(prince)
        self.row[place] = NONE
        if self.events is not None:
            args = {"player": 0, "card": IDS[prince], "strength": strength, "paid": paid}
            self.tell("fight", {**args, "vp": VP[prince]})
        self.refill()

    # Phase 3

    def princes_take(self) -> None:
        """XC-16: a Prince in the market carries off the rightmost card that is none."""
        if self.princes_in_row() > 0:
            place = self.rightmost()
            if place != NONE:
                card = self.row[place]
                self.princes_court.append(card)
                self.row[place] = NONE
                if self.events is not None:
                    self.tell("taken", {"card": IDS[card], "vp": VP[card]})
                self.refill()
        self.check_end()

    def check_end(self) -> None:
        """XC-17."""
        if self.princes_in_row() == PLACES:
            self.finish("four")
        elif self.drawn() == PRINCES:
            self.finish("nine")
        else:
            self.start_turn()

    def finish(self, reason: str) -> None:
        """The game is over."""
        self.question = OVER
        if self.events is not None:
            self.tell(reason, {})
            self.tell("end", {"player": 0, "score": self.score(), "title": title(self.score())})
        self.ask([])

    # Score

    def vp(self) -> int:
        """The victory points gained so far."""
        return self.poet_vp + self.tax_vp + self.prince_vp

    def lost(self) -> int:
        """The victory points of the cards in the Princes' court."""
        lost = 0
        for card in self.princes_court:
            lost += VP[card]
        return lost

    def score(self) -> int:
        """XC-18."""
        return self.vp() + self.cp // COPPER_PER_POINT - self.lost()

    def scores(self) -> list[int]:
        """The score, if the game ended now."""
        return [self.score()]

    def returns(self) -> list[float]:
        """The score on a scale from -1 (0 or less) over 0 (40) to 1 (80 and more)."""
        if not self.over():
            return [0.0]
        return [max(-1.0, min(1.0, (self.score() - 40) / 40))]

    # Decisions

    def put(self, question: int) -> None:
        """Ask the ruler."""
        self.question = question
        self.ask_one(0)

    def choices(self, player: int) -> list[int]:
        """What may be chosen, question by question."""
        question = self.question
        if question == OPENING:
            return [LEAVE, LEAVE + 1, LEAVE + 2, LEAVE + 3]
        if question == COURT:
            return self.court_choices()
        if question == PLACING:
            return self.place_choices()
        if question == TAXING:
            return self.tax_choices()
        return self.fight_choices()

    def court_choices(self) -> list[int]:
        """Buy what can be paid, exchange Courtesans, or go on."""
        found = BOUGHT_OFFERS if self.bought else BUY_OFFERS[self.affordable()]
        exchanges = [
            EXCHANGE + space * PLACES + place
            for space in range(len(self.piles))
            if self.may_exchange(space)
            for place in range(PLACES)
            if self.equals(space, place)
        ]
        return found[:-1] + exchanges + found[-1:] if exchanges else found

    def affordable(self) -> i64:
        """The market places whose card can be paid, one bit each."""
        found: i64 = 0
        place: i64
        for place in range(PLACES):
            card = self.row[place]
            if NONE < card < FIRST_PRINCE and self.price(place) <= self.cp:
                found |= 1 << place
        return found

    def equals(self, space: i64, place: i64) -> bool:
        """XC-8: is the card in a market place worth as much as that in the Court?"""
        card = self.row[place]
        return NONE < card < FIRST_PRINCE and VP[card] == VP[self.top(space)]

    def place_choices(self) -> list[int]:
        """Every occupied space and the first empty one."""
        found: i64 = 0
        empty = False
        bit: i64 = 1
        for pile in self.piles:
            if pile or not empty:
                found |= bit
            if not pile:
                empty = True
            bit <<= 1
        return PLACE_OFFERS[found]

    def tax_choices(self) -> list[int]:
        """Other cards of the Tax Collector's clan, either way, or none."""
        clan = CLAN[self.top(self.acting)]
        found: list[int] = []
        for space in range(len(self.piles)):
            card = self.top(space)
            if card != NONE and space != self.acting and CLAN[card] == clan:
                found.append(TAX_VP + space)
        for index in range(len(found)):
            found.append(found[index] - TAX_VP + TAX_CP)
        found.append(TAX_NONE)
        return found

    def fight_choices(self) -> list[int]:
        """The Princes that can be beaten, or none."""
        found: i64 = 1 << PLACES  # nobody
        if self.princes_in_row() > 0:
            strength = self.strength()
            if strength > 0:
                place: i64
                for place in range(PLACES):
                    card = self.row[place]
                    if card >= FIRST_PRINCE and STRENGTH[card] <= strength + self.cp:
                        found |= 1 << place
        return FIGHT_OFFERS[found]

    def meanings(self, actions: list[int]) -> list[int]:
        """The card in a market place instead of the place."""
        return [self.meaning(action) for action in actions]

    def meaning(self, action: int) -> int:
        """Of one action; the opening's cards are the same in every deal."""
        if BUY <= action < EXCHANGE:
            return MEANINGS + self.row[action - BUY]
        if EXCHANGE <= action < SKIP:
            chosen = action - EXCHANGE
            return MEANINGS + (1 + chosen // PLACES) * CARDS + self.row[chosen % PLACES]
        if FIGHT <= action < NO_FIGHT:
            return MEANINGS + self.row[action - FIGHT]
        return action

    def decide(self, player: int, action: int) -> None:
        """Carry out a decision."""
        if action < BUY:
            self.leave(action - LEAVE)
        elif action < EXCHANGE:
            self.buy(action - BUY)
        elif action < SKIP:
            chosen = action - EXCHANGE
            self.exchange(chosen // PLACES, chosen % PLACES)
        elif action == SKIP:
            self.skip()
        elif action == DONE:
            self.put(GENERALS_FIGHT)
        elif action < TAX_VP:
            self.place(action - PLACE)
        elif action < TAX_CP:
            self.tax(action - TAX_VP, True)
        elif action < TAX_NONE:
            self.tax(action - TAX_CP, False)
        elif action == TAX_NONE:
            self.power_used()
        else:
            if action < NO_FIGHT:
                self.fight(action - FIGHT)
            if self.question == GENERAL_FIGHTS:
                self.power_used()
            else:
                self.princes_take()

    # Copies and saved games

    def copy(self) -> "XiangChi":
        """An independent copy that tells no events."""
        other = XiangChi()
        self.copy_frame(other)
        other.turn = self.turn
        other.question = self.question
        other.cp = self.cp
        other.poet_vp = self.poet_vp
        other.tax_vp = self.tax_vp
        other.prince_vp = self.prince_vp
        other.deck = self.deck[:]
        other.row = self.row[:]
        other.piles = [pile[:] for pile in self.piles]
        other.discard = self.discard[:]
        other.princes_court = self.princes_court[:]
        other.defeated = self.defeated[:]
        other.aside = self.aside[:]
        other.bought = self.bought
        other.hand = self.hand
        other.acting = self.acting
        other.fresh = self.fresh  # replaced, never changed
        return other

    def dump(self) -> dict[str, Any]:
        """The state in words."""
        return {
            "turn": self.turn,
            "question": QUESTIONS[self.question],
            "cp": self.cp,
            "vp": {"poets": self.poet_vp, "taxes": self.tax_vp, "princes": self.prince_vp},
            "row": [None if card == NONE else IDS[card] for card in self.row],
            "court": [names(pile) for pile in self.piles],
            "deck": names(self.deck),
            "discard": names(self.discard),
            "princes_court": names(self.princes_court),
            "defeated": names(self.defeated),
            "aside": names(self.aside),
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
        self.row = [NONE if id is None else number(id) for id in saved["row"]]
        self.piles = [numbers(pile) for pile in saved["court"]]
        self.deck = sorted(numbers(saved["deck"]))
        self.discard = numbers(saved["discard"])
        self.princes_court = numbers(saved["princes_court"])
        self.defeated = numbers(saved["defeated"])
        self.aside = numbers(saved["aside"])
        self.bought = saved["bought"]
        self.hand = NONE if saved["hand"] is None else number(saved["hand"])
        self.acting = NONE if saved["acting"] is None else SPACE_IDS.index(saved["acting"])
        self.fresh = numbers(saved["fresh"])
        self.check_cards()

    def check_cards(self) -> None:
        """Refuse a saved state in which cards lie where they cannot."""
        if len(self.row) != PLACES or len(self.piles) != self.spaces():
            raise ValueError(f"the market has {PLACES} places, the Court {self.spaces()} spaces")
        people = self.discard + self.princes_court
        for pile in self.piles:
            people += pile
        if self.hand != NONE:
            people.append(self.hand)
        if any(card >= FIRST_PRINCE for card in people):
            raise ValueError("a Prince is only in the deck, in the market or defeated")
        if self.aside and self.question != OPENING:
            raise ValueError("Princes are set aside only before the first turn")
        market = [card for card in self.row if card != NONE]
        if sorted(people + market + self.deck + self.defeated + self.aside) != list(range(CARDS)):
            raise ValueError("each of the 54 cards must be in exactly one place")


def title(score: int) -> str:
    """XC-18: the title a score earns, as the id of its name."""
    rank = 0
    while rank + 1 < len(COMPONENTS.titles) and score >= COMPONENTS.titles[rank + 1]:
        rank += 1
    return TITLES[rank]


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
