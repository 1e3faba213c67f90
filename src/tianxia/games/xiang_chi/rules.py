"""The Court of Xiang Chi: the rules, in the rulebook's order (XC-1 to XC-18)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, offers_by_set
from ...engine.compact import Set, held, hold, minus, nth, plus, set_of, size, things
from .components import (
    CARDS,
    CLAN_IDS,
    COMPONENTS,
    COURTESAN,
    GENERAL,
    MINISTER,
    MOST_SPACES,
    PLACES,
    PRINCES,
    TAX_COLLECTOR,
    TITLE_IDS,
)
from .table import (
    COURT,
    FIRST_PRINCE,
    GENERAL_FIGHTS,
    GENERALS_FIGHT,
    IDS,
    NO_FRESH,
    NONE,
    OPENING,
    OVER,
    PLACING,
    SPACE_IDS,
    TAXING,
    Table,
)

KIND: Final[vec[i64]] = vec[i64](COMPONENTS.kind)
CLAN: Final[vec[i64]] = vec[i64](COMPONENTS.clan)
VP: Final[vec[i64]] = vec[i64](COMPONENTS.vp)
COST: Final[vec[i64]] = vec[i64](COMPONENTS.cost)
STRENGTH: Final[vec[i64]] = vec[i64](COMPONENTS.strength)
PLACE_COSTS: Final[vec[i64]] = vec[i64](COMPONENTS.place_costs)
THREE_CLANS: Final[i64] = COMPONENTS.three_clans
COPPER_PER_POINT: Final[i64] = COMPONENTS.copper_per_point
TITLES: Final[list[str]] = [f"title-{id}" for id in TITLE_IDS]
EVERY_CARD: Final = set_of(list(range(CARDS)))
EVERY_CLAN: Final = set_of(list(range(len(CLAN_IDS))))

#: The place next to the draw deck, and the one farthest from it.
R1: Final = 0
R4: Final = PLACES - 1
START_CARDS: Final = 3

ROW_IDS: Final = ["r1", "r2", "r3", "r4"]
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
LEAVE_OFFERS: Final = [LEAVE + place for place in range(PLACES)]
BUY_OFFERS: Final = [[*offers, SKIP] for offers in offers_by_set(BUY, PLACES)]
BOUGHT_OFFERS: Final = [DONE]
NO_EXCHANGES: Final[list[int]] = []
PLACE_OFFERS: Final = offers_by_set(PLACE, MOST_SPACES)
TAX_OFFERS: Final = [
    [*vp, *cp, TAX_NONE]
    for vp, cp in zip(
        offers_by_set(TAX_VP, MOST_SPACES), offers_by_set(TAX_CP, MOST_SPACES), strict=True
    )
]
FIGHT_OFFERS: Final = offers_by_set(FIGHT, PLACES + 1)


@final
class XiangChi(Table):
    """A game: the market, the Court and what has left them."""

    # Setup

    def setup(self) -> None:
        """XC-1: four court cards to the market; Princes met are set aside."""
        self.lay_out()
        self.deck = EVERY_CARD
        self.cp = COMPONENTS.start_copper
        place: i64 = R1
        while place < PLACES:
            card = self.draw()
            if card < FIRST_PRINCE:
                self.row = hold(self.row, place, card)
                place += 1
            else:
                self.aside = self.on_top(card, self.aside)
                if self.events is not None:
                    self.tell("aside", {"card": IDS[card]})
        if self.events is not None:
            self.tell("dealt", {"cards": [IDS[card] for card in things(self.row, PLACES)]})
        self.put(OPENING)

    def leave(self, place: i64) -> None:
        """XC-2: one card stays, three open the Court; XC-3: three new cards join it."""
        left = held(self.row, place)
        court = things(self.row, PLACES)
        court.remove(left)
        for space, card in enumerate(court):
            self.cover(space, card)
        if self.events is not None:
            cards = [IDS[card] for card in court]
            self.tell("leave", {"player": 0, "card": IDS[left], "cards": cards})
        if self.aside != NONE:
            princes = self.pile(self.aside)
            if self.events is not None:
                self.tell("return", {"cards": [IDS[card] for card in princes]})
            for card in princes:
                self.deck = plus(self.deck, card)
            self.aside = NONE
        # The card left lies at r1 before the new ones are dealt, each to the next place.
        self.row = hold(0, R1, left)
        free: i64
        for free in range(R1 + 1, PLACES):
            self.reveal(free)
        self.start_turn()

    # Piles

    def depth(self, space: i64) -> i64:
        """How many cards lie on a space of the Court."""
        count: i64 = 0
        card = self.top(space)
        while card != NONE:
            count += 1
            card = self.under[card]
        return count

    def uncover(self, space: i64) -> i64:
        """Take the card of a space away from the Court."""
        card = held(self.court, space)
        self.court = hold(self.court, space, self.under[card])
        return card

    # The deck and the market

    def draw(self) -> i64:
        """A card not seen yet, each equally likely."""
        card = nth(self.deck, self.rng.below(size(self.deck)))
        self.deck = minus(self.deck, card)
        return card

    def reveal(self, place: i64) -> None:
        """Draw a card to a market place."""
        card = self.draw()
        self.row = hold(self.row, place, card)
        if self.events is not None:
            if card >= FIRST_PRINCE:
                args = {"card": IDS[card], "strength": STRENGTH[card], "drawn": self.drawn()}
                self.tell("prince", args)
            else:
                self.tell("draw", {"card": IDS[card]})

    def refill(self) -> None:
        """XC-5: cards left of a gap slide right; new ones are drawn next to the deck."""
        free: i64 = R4
        place: i64 = R4
        while place >= R1:
            card = held(self.row, place)
            if card != NONE:
                if place < free:
                    self.row = hold(hold(self.row, place, NONE), free, card)
                free -= 1
            place -= 1
        while free >= R1 and self.deck:
            self.reveal(free)
            free -= 1

    def rightmost(self) -> i64:
        """The place of the rightmost market card that is no Prince, or NONE."""
        place: i64 = R4
        while place >= R1 and not NONE < held(self.row, place) < FIRST_PRINCE:
            place -= 1
        return place

    def princes_in_row(self) -> i64:
        """How many Princes block the market."""
        count: i64 = 0
        place: i64
        for place in range(PLACES):
            if held(self.row, place) >= FIRST_PRINCE:
                count += 1
        return count

    def drawn(self) -> i64:
        """How many Princes have come so far; those set aside in setup have not."""
        count = self.princes_in_row()
        prince = self.defeated
        while prince != NONE:
            count += 1
            prince = self.under[prince]
        return count

    def price(self, place: i64) -> i64:
        """XC-7: what the card in a market place costs."""
        cost = PLACE_COSTS[place] + COST[held(self.row, place)]
        return cost if cost > 0 else 0

    # The Court

    def tax_collectors(self) -> i64:
        """How many Tax Collectors are in the Court."""
        count: i64 = 0
        space: i64
        for space in range(self.spaces):
            card = self.top(space)
            if card != NONE and KIND[card] == TAX_COLLECTOR:
                count += 1
        return count

    def strength(self) -> i64:
        """XC-15: of all Generals in the Court together; 0 without any."""
        total: i64 = 0
        clans: Set = 0
        space: i64
        for space in range(self.spaces):
            card = self.top(space)
            if card != NONE and KIND[card] == GENERAL:
                total += STRENGTH[card]
                clans = plus(clans, CLAN[card])
        return total + THREE_CLANS if clans == EVERY_CLAN else total

    # Phase 1

    def start_turn(self) -> None:
        """XC-6."""
        self.turn += 1
        self.bought = False
        self.fresh = NO_FRESH
        if self.events is not None:
            self.tell("turn", {"turn": self.turn})
        self.put(COURT)

    def buy(self, place: i64) -> None:
        """XC-7: pay, slide and refill; then the card is placed."""
        card = held(self.row, place)
        price = self.price(place)
        self.cp -= price
        self.bought = True
        self.hand = card
        self.row = hold(self.row, place, NONE)
        if self.events is not None:
            self.tell("buy", {"player": 0, "card": IDS[card], "cost": price})
        self.refill()
        self.put(PLACING)

    def place(self, space: i64) -> None:
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
        self.cover(space, card)
        self.use_power(space)

    def exchange(self, space: i64, place: i64) -> None:
        """XC-8: the Courtesan is discarded; the new card's power comes before the refill."""
        courtesan = self.uncover(space)
        card = held(self.row, place)
        self.discard = self.on_top(courtesan, self.discard)
        self.row = hold(self.row, place, NONE)
        self.cover(space, card)
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
            card = held(self.row, place)
            self.discard = self.on_top(card, self.discard)
            self.row = hold(self.row, place, NONE)
            if self.events is not None:
                self.tell("discard", {"player": 0, "card": IDS[card]})
            self.refill()
        income: i64 = 1 + self.tax_collectors()
        self.cp += income
        if self.events is not None:
            self.tell("income", {"player": 0, "cp": income})
        self.put(GENERALS_FIGHT)

    # Powers

    def use_power(self, space: i64) -> None:
        """The power of the card just placed."""
        self.acting = space
        card = self.top(space)
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

    def use_minister(self, card: i64) -> None:
        """XC-10."""
        gain = self.minister_gain(CLAN[card])
        self.cp += gain
        if self.events is not None:
            self.tell("minister", {"player": 0, "card": IDS[card], "cp": gain})
        self.power_used()

    def minister_gain(self, clan: i64) -> i64:
        """The copper a Minister of that clan brings."""
        gain: i64 = 0
        space: i64
        for space in range(self.spaces):
            card = self.top(space)
            if card != NONE and KIND[card] == TAX_COLLECTOR:
                gain += VP[card] + 1 if CLAN[card] == clan else VP[card]
        return gain

    def use_poet(self, card: i64) -> None:
        """XC-11."""
        gain = self.clan_worth(CLAN[card])
        self.poet_vp += gain
        if self.events is not None:
            self.tell("poet", {"player": 0, "card": IDS[card], "vp": gain})
        self.power_used()

    def clan_worth(self, clan: i64) -> i64:
        """The victory points of a clan's cards in the Court."""
        worth: i64 = 0
        space: i64
        for space in range(self.spaces):
            card = self.top(space)
            if card != NONE and CLAN[card] == clan:
                worth += VP[card]
        return worth

    def tax(self, space: i64, for_vp: bool) -> None:
        """XC-12: remove another card of the clan, for victory points or for copper."""
        card = self.uncover(space)
        worth = VP[card]
        if for_vp:
            self.discard = self.on_top(card, self.discard)
            self.tax_vp += worth
        else:
            self.princes_court = self.on_top(card, self.princes_court)
            self.cp += worth
        if self.events is not None:
            args = {"player": 0, "card": IDS[card], "worth": worth}
            self.tell("tax-vp" if for_vp else "tax-cp", args)
            if self.top(space) != NONE:
                self.tell("uncovered", {"card": IDS[self.top(space)]})
        self.power_used()

    def power_used(self) -> None:
        """Back to phase 1; after an exchange the gap is filled now (XC-8)."""
        self.acting = NONE
        self.refill()
        self.put(COURT)

    # Fighting

    def fight(self, place: i64) -> None:
        """XC-15: a Prince leaves for good."""
        prince = held(self.row, place)
        strength = self.strength()
        paid: i64 = max(0, STRENGTH[prince] - strength)
        self.cp -= paid
        self.prince_vp += VP[prince]
        self.defeated = self.on_top(prince, self.defeated)
        self.row = hold(self.row, place, NONE)
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
                card = held(self.row, place)
                self.princes_court = self.on_top(card, self.princes_court)
                self.row = hold(self.row, place, NONE)
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

    def vp(self) -> i64:
        """The victory points gained so far."""
        return self.poet_vp + self.tax_vp + self.prince_vp

    def lost(self) -> i64:
        """The victory points of the cards in the Princes' court."""
        lost: i64 = 0
        card = self.princes_court
        while card != NONE:
            lost += VP[card]
            card = self.under[card]
        return lost

    def score(self) -> i64:
        """XC-18."""
        return self.vp() + self.cp // COPPER_PER_POINT - self.lost()

    def scores(self) -> list[int]:
        """The score, if the game ended now."""
        return [self.score()]

    def returns(self) -> list[float]:
        """The score on a scale from -1 (0 or less) over 0 (40) to 1 (80 and more)."""
        if not self.over():
            return [0.0]
        return [max(-1.0, min(1.0, int(self.score() - 40) / 40))]

    # Decisions

    def put(self, question: i64) -> None:
        """Ask the ruler."""
        self.question = question
        self.ask_one(0)

    def choices(self, player: int) -> list[int]:
        """What may be chosen, question by question."""
        question = self.question
        if question == OPENING:
            return LEAVE_OFFERS
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
        exchanges: list[int] = NO_EXCHANGES
        space: i64
        for space in range(self.spaces):
            if self.may_exchange(space):
                exchanges = exchanges + [
                    EXCHANGE + int(space) * PLACES + place
                    for place in range(PLACES)
                    if self.equals(space, place)
                ]
        return found[:-1] + exchanges + found[-1:] if exchanges else found

    def affordable(self) -> Set:
        """The market places whose card can be paid."""
        found: Set = 0
        place: i64
        for place in range(PLACES):
            card = held(self.row, place)
            if NONE < card < FIRST_PRINCE and self.price(place) <= self.cp:
                found = plus(found, place)
        return found

    def equals(self, space: i64, place: i64) -> bool:
        """XC-8: is the card in a market place worth as much as that in the Court?"""
        card = held(self.row, place)
        return NONE < card < FIRST_PRINCE and VP[card] == VP[self.top(space)]

    def place_choices(self) -> list[int]:
        """Every occupied space and the first empty one."""
        found: Set = 0
        empty = False
        space: i64
        for space in range(self.spaces):
            free = self.top(space) == NONE
            if not (free and empty):
                found = plus(found, space)
            empty = empty or free
        return PLACE_OFFERS[found]

    def tax_choices(self) -> list[int]:
        """Other cards of the Tax Collector's clan, either way, or none."""
        clan = CLAN[self.top(self.acting)]
        found: Set = 0
        space: i64
        for space in range(self.spaces):
            card = self.top(space)
            if card != NONE and space != self.acting and CLAN[card] == clan:
                found = plus(found, space)
        return TAX_OFFERS[found]

    def fight_choices(self) -> list[int]:
        """The Princes that can be beaten, or none."""
        found = plus(0, PLACES)  # nobody
        if self.princes_in_row() > 0:
            strength = self.strength()
            if strength > 0:
                place: i64
                for place in range(PLACES):
                    card = held(self.row, place)
                    if card >= FIRST_PRINCE and STRENGTH[card] <= strength + self.cp:
                        found = plus(found, place)
        return FIGHT_OFFERS[found]

    def meanings(self, actions: list[int]) -> list[int]:
        """The card in a market place instead of the place."""
        return [self.meaning(action) for action in actions]

    def meaning(self, action: int) -> int:
        """Of one action; the opening's cards are the same in every deal."""
        if BUY <= action < EXCHANGE:
            return MEANINGS + held(self.row, action - BUY)
        if EXCHANGE <= action < SKIP:
            chosen = action - EXCHANGE
            return MEANINGS + (1 + chosen // PLACES) * CARDS + held(self.row, chosen % PLACES)
        if FIGHT <= action < NO_FIGHT:
            return MEANINGS + held(self.row, action - FIGHT)
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
        self.copy_table(other)
        return other


def title(score: i64) -> str:
    """XC-18: the title a score earns, as the id of its name."""
    rank = 0
    while rank + 1 < len(COMPONENTS.titles) and score >= COMPONENTS.titles[rank + 1]:
        rank += 1
    return TITLES[rank]
