"""In the Year of the Dragon: the rules, in the rulebook's order.

Numbers such as `YD-14` are those of the rules in `rules.md`.
"""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, Offers, offers_by_set
from ...engine.compact import (
    Line,
    Set,
    append,
    at,
    common,
    counts_of,
    find,
    has,
    held,
    hold,
    insert,
    item,
    kinds_in,
    length,
    line_of,
    listed,
    minus,
    more,
    plus,
    remove,
    set_of,
    total,
)
from ...engine.counting import smallest
from .components import ACTIONS, EVENTS, SUPER_EVENTS, TABLES, TYPES, WALL_TILES
from .table import (
    ACTION_PHASE,
    CARDS,
    CHOOSE_ACTION,
    CHOOSE_BUILDING,
    CHOOSE_CARD,
    CHOOSE_CHARTER,
    CHOOSE_DISCARD,
    CHOOSE_FLOODED,
    CHOOSE_FLOOR,
    CHOOSE_PAIR,
    CHOOSE_PLACE,
    CHOOSE_PRIVILEGE,
    CHOOSE_RELEASED,
    CHOOSE_REPLACED,
    CHOOSE_SUNRISE,
    CHOOSE_TILE,
    CHOOSE_WALL_TILE,
    COURT_LADY,
    EARLY_WALL,
    ECLIPSE,
    ECLIPSE_WALL,
    EVENT_PHASE,
    FROM_COURT_LADIES,
    FROM_FESTIVAL,
    FROM_MONEY,
    FROM_MONGOLS,
    FROM_MONKS,
    FROM_PALACES,
    FROM_PERSONS,
    FROM_PRIVILEGES,
    FROM_RESEARCH,
    FROM_SUPER_EVENT,
    FROM_WALL_SCORING,
    FROM_WALL_TILE,
    HEALER,
    KINDS,
    LARGE,
    LAST_WALL,
    MONK,
    MONTHS,
    MOST_FLOORS,
    MOST_PALACES,
    N_KINDS,
    N_TYPES,
    NO_SUPER_EVENT,
    NOBODY,
    NOTHING,
    OVER,
    PAIRS,
    PERSON_PHASE,
    PRIVILEGES,
    SCHOLAR,
    SCORING,
    SMALL,
    SOURCES,
    STARTING,
    SUPER_EVENT,
    SYMBOLS,
    TYPE_OF,
    WALL_SCORING,
    WARRIOR,
    WILD,
    Palace,
    Province,
    Table,
)

# What is printed on the tiles of persons

TRACK: Final[vec[i64]] = vec[i64](TABLES.track)
YOUNG_OF: Final[vec[i64]] = vec[i64](TABLES.young_of)
OLD_OF: Final[vec[i64]] = vec[i64](TABLES.old_of)

# Action cards

TAXES: Final = 0
BUILD: Final = 1
HARVEST: Final = 2
FIREWORKS: Final = 3
PARADE: Final = 4
RESEARCH: Final = 5
PRIVILEGE: Final = 6
WALL: Final = 7
BASE: Final = TABLES.base
HELPER: Final = TABLES.helper
FEE: Final = 3
REFILL: Final = 3
PRICE: Final = TABLES.price  # of privileges

# Events

PEACE: Final = 0
TRIBUTE: Final = 1
DROUGHT: Final = 2
FESTIVAL: Final = 3
MONGOLS: Final = 4
CONTAGION: Final = 5
TRIBUTE_YUAN: Final = TABLES.event_numbers[TRIBUTE][0]
FESTIVAL_MOST: Final = TABLES.event_numbers[FESTIVAL][0]
FESTIVAL_SECOND: Final = TABLES.event_numbers[FESTIVAL][1]
CONTAGION_PERSONS: Final = TABLES.event_numbers[CONTAGION][0]

# Wall tiles

WALL_RICE: Final = 0
WALL_FIREWORK: Final = 1
WALL_FLOOR: Final = 2
WALL_YUAN: Final = 3
WALL_TRACK: Final = 4
WALL_VP: Final = 5
WALL_GIVES: Final = TABLES.wall_gives
WALL_LENGTH: Final = 12

# Super events

LANTERNFEST: Final = 0
BUDDHA: Final = 1
EARTHQUAKE: Final = 2
FLOOD: Final = 3
SOLAR_ECLIPSE: Final = 4
VOLCANIC_ERUPTION: Final = 5
TORNADO: Final = 6
SUNRISE: Final = 7
ASSASSINATION: Final = 8
CHARTER: Final = 9
SUPER_MONTH: Final = 7
EARTHQUAKE_FLOORS: Final = 2
TORNADO_CARDS: Final = 2

# The end

PERSON_POINTS: Final = 2
YUAN_A_POINT: Final = 3

# The action space

NUMBERS: Final = [str(number) for number in range(1, MOST_PALACES + 1)]
SPOTS: Final = [str(spot) for spot in range(1, MOST_FLOORS + 1)]
GOODS: Final = ["yuan", "rice", "firework"]
SPACE: Final = ActionSpace(
    [
        Family(
            "start",
            "start {first}+{second}",
            only=[{"first": TYPES[a], "second": TYPES[b]} for a, b in PAIRS],
        ),
        Family("place", "place {palace}", {"palace": NUMBERS}),
        Family("action", "action {card}", {"card": ACTIONS}),
        Family("pass", "pass"),
        Family("privilege", "privilege {size}", {"size": PRIVILEGES}),
        Family("wall", "wall {tile}", {"tile": WALL_TILES}),
        Family("build", "build {palace}", {"palace": [*NUMBERS, "new"]}),
        Family("card", "card {card}", {"card": CARDS}),
        Family("take", "take {kind}", {"kind": KINDS}),
        Family("release", "release {palace}.{spot}", {"palace": NUMBERS, "spot": SPOTS}),
        Family("decline", "decline"),
        Family("floor", "floor {palace}", {"palace": NUMBERS}),
        Family("flood", "flood {good}", {"good": GOODS}),
        Family("discard", "discard {card}", {"card": CARDS}),
        Family("sunrise", "sunrise {type}", {"type": TYPES}),
        Family("charter", "charter {type}", {"type": TYPES}),
    ]
)
START_A: Final = SPACE.start("start")
PLACE_A: Final = SPACE.start("place")
ACTION_A: Final = SPACE.start("action")
PASS_A: Final = SPACE.start("pass")
PRIVILEGE_A: Final = SPACE.start("privilege")
WALL_A: Final = SPACE.start("wall")
BUILD_A: Final = SPACE.start("build")
BUILD_NEW: Final = BUILD_A + MOST_PALACES
CARD_A: Final = SPACE.start("card")
TAKE_A: Final = SPACE.start("take")
RELEASE_A: Final = SPACE.start("release")
DECLINE_A: Final = SPACE.start("decline")
FLOOR_A: Final = SPACE.start("floor")
FLOOD_A: Final = SPACE.start("flood")
DISCARD_A: Final = SPACE.start("discard")
SUNRISE_A: Final = SPACE.start("sunrise")
CHARTER_A: Final = SPACE.start("charter")


#: The options for every set of usable action cards, the last bit for passing, and of cards in hand.
ACTION_OFFERS: Final = offers_by_set(ACTION_A, len(ACTIONS) + 1)
CARD_OFFERS: Final = offers_by_set(CARD_A, len(CARDS))
TILE_OFFERS: Final = offers_by_set(WALL_A, len(WALL_TILES))
PRIVILEGE_OFFERS: Final = [PRIVILEGE_A + SMALL, PRIVILEGE_A + LARGE]
SMALL_OFFER: Final = [PRIVILEGE_A + SMALL]
#: By palace and set of its residents, the options to release them.
RELEASE_OFFERS: Final = [
    offers_by_set(RELEASE_A + palace * MOST_FLOORS, MOST_FLOORS) for palace in range(MOST_PALACES)
]
TAKE_OFFERS: Final = Offers(TAKE_A, N_KINDS)
PLACE_OFFERS: Final = Offers(PLACE_A, MOST_PALACES)
BUILD_OFFERS: Final = Offers(BUILD_A, MOST_PALACES + 1)
#: The options for all pairs of starting persons; all action cards.
EVERY_PAIR: Final = [START_A + pair for pair in range(len(PAIRS))]
EVERY_ACTION: Final[vec[i64]] = vec[i64](list(range(len(ACTIONS))))
#: The kinds that each card, the wild one last, can bring.
KINDS_FOR: Final[vec[i64]] = vec[i64](
    [
        set_of([kind for kind in range(N_KINDS) if card in (TYPE_OF[kind], WILD)])
        for card in range(len(CARDS))
    ]
)


#: What everybody has at the beginning.
FIRST_PALACES: Final = [
    Palace(number, floors, 0) for number, floors in enumerate(TABLES.palaces, 1)
]
FIRST_HAND: Final = counts_of([TABLES.cards_of_type] * N_TYPES + [TABLES.wild_cards])
EVERY_TILE: Final = set_of(list(range(len(WALL_TILES))))
NO_POINTS_YET: Final[vec[i64]] = vec[i64]([0 for _ in SOURCES])
NONE_REMOVED: Final[vec[i64]] = vec[i64]([0 for _ in KINDS])
#: The tiles on the display, by number of players.
FIRST_PILES: Final[list[vec[i64]]] = [
    vec[i64]([each * players + more for each, more in zip(TABLES.each, TABLES.more, strict=True)])
    for players in range(6)
]
EVENT_TILES: Final = [
    event for event in range(1, len(EVENTS)) for _ in range(TABLES.event_tiles[event])
]


@final
class YearOfTheDragon(Table):
    """A game of In the Year of the Dragon."""

    # Setup

    def setup(self) -> None:
        """Lay out the board and give everyone their pieces."""
        self.read_options()
        self.piles = FIRST_PILES[self.players][:]
        self.left = KINDS_FOR[WILD]
        self.removed = NONE_REMOVED[:]
        tiles = EVENT_TILES[:]
        self.rng.shuffle(tiles)
        self.row = [PEACE] * TABLES.event_tiles[PEACE] + event_row(tiles)
        chosen = self.options["super_event"]
        if chosen == "random":
            self.super_event = int(self.rng.below(len(SUPER_EVENTS)))
        elif chosen != "off":
            self.super_event = SUPER_EVENTS.index(chosen)
        for _ in range(self.players):
            province = Province()
            province.yuan = TABLES.yuan
            province.palaces = FIRST_PALACES[:]
            province.hand = FIRST_HAND
            province.unused = EVERY_TILE if self.great_wall else 0
            province.points = NO_POINTS_YET[:]
            self.provinces.append(province)
        first: int = self.options["start_seat"]
        self.order = line_of([(first + seat) % self.players for seat in range(self.players)])
        if self.events is not None:
            self.tell("setup", {"row": [EVENTS[event] for event in self.row]})
            if self.super_event != NO_SUPER_EVENT:
                self.tell("super-drawn", {"super": SUPER_EVENTS[self.super_event]})
        self.line_up(self.order)
        self.go_on()

    # The course of the game

    def go_on(self) -> None:
        """On to the next question: to the next player of this phase, or to the next phase."""
        while self.question == NOTHING and self.phase != OVER:
            if self.turns < length(self.queue):
                self.turns += 1
                self.take_turn(item(self.queue, self.turns - 1))
            else:
                self.next_phase()

    def pose(self, player: i64, question: i64) -> None:
        """Ask a player."""
        self.question = question
        self.ask_one(player)

    def next_phase(self) -> None:
        """The steps of a month (YD-9); those not due this month fill no queue."""
        self.phase += 1
        if self.phase > SCORING and self.month < MONTHS:
            self.phase = ACTION_PHASE
        wall_due = self.great_wall and self.month > 0 and self.row[self.month - 1] == MONGOLS
        super_due = self.super_event != NO_SUPER_EVENT and self.month == SUPER_MONTH
        eclipse = super_due and self.super_event == SOLAR_ECLIPSE
        if self.phase == ACTION_PHASE:
            self.begin_actions()
        elif self.phase == PERSON_PHASE:
            self.begin_persons()
        elif self.phase == EVENT_PHASE:
            self.begin_event()
        elif self.phase == WALL_SCORING:
            if wall_due:
                self.score_wall(self.month)
        elif self.phase == SUPER_EVENT:
            if super_due:
                self.begin_super_event()
        elif self.phase == ECLIPSE:
            if eclipse:
                self.begin_event()
        elif self.phase == ECLIPSE_WALL:
            if eclipse and wall_due:
                self.score_wall(self.month)
        elif self.phase == EARLY_WALL:
            if self.great_wall and self.early_wall and self.month == MONTHS:
                self.score_wall(WALL_LENGTH)
        elif self.phase == SCORING:
            self.decay()
            self.score_month()
        elif self.phase == LAST_WALL:  # only month 12 gets here (YD-44)
            if self.great_wall and not self.early_wall:
                self.score_wall(WALL_LENGTH)
        else:
            self.score_end()

    def take_turn(self, player: i64) -> None:
        """What a player does or suffers in this phase; may leave nothing to ask."""
        if self.phase == STARTING:
            self.pose(player, CHOOSE_PAIR)
        elif self.phase == ACTION_PHASE:
            self.pose(player, CHOOSE_ACTION)
        elif self.phase == PERSON_PHASE:
            self.pose(player, CHOOSE_CARD)
        elif self.phase == EVENT_PHASE or self.phase == ECLIPSE:
            self.strike(player)
        elif self.phase == SUPER_EVENT:
            self.strike_super(player)
        else:
            self.must_release(player, 1)  # the wall has a gap, and this player built the fewest

    # Decisions

    def choices(self, player: int) -> list[int]:
        """What the player in turn may choose, sorted."""
        province = self.provinces[player]
        question = self.question
        if question == CHOOSE_ACTION:
            return self.offer_actions(province)
        if question == CHOOSE_CARD:
            return CARD_OFFERS[kinds_in(province.hand)]
        if question == CHOOSE_TILE:
            return TAKE_OFFERS.of(common(self.left, KINDS_FOR[self.card]))
        if question == CHOOSE_PLACE:
            return PLACE_OFFERS.of(province.with_room())
        if question == CHOOSE_BUILDING:
            return BUILD_OFFERS.of(province.sites())
        if question == CHOOSE_RELEASED:
            return self.offer_releases(province)
        if question == CHOOSE_REPLACED:
            return [*self.offer_releases(province), DECLINE_A]
        if question == CHOOSE_PRIVILEGE:
            large = province.yuan >= self.large_price
            return PRIVILEGE_OFFERS if large else SMALL_OFFER
        if question == CHOOSE_WALL_TILE:
            return TILE_OFFERS[province.unused]
        if question == CHOOSE_PAIR:
            found = EVERY_PAIR[:]
            for pair in sorted(self.pairs, reverse=True):
                del found[pair]
            return found
        if question == CHOOSE_FLOOR:
            return [
                FLOOR_A + palace.number - 1
                for index, palace in enumerate(province.palaces)
                if not province.alike_before(index)
            ]
        if question == CHOOSE_FLOODED:
            stock = [province.yuan, province.rice, province.fireworks]
            return [FLOOD_A + good for good in range(len(GOODS)) if stock[good]]
        if question == CHOOSE_DISCARD:
            return [DISCARD_A + card for card in range(WILD + 1) if at(province.hand, card)]
        if question == CHOOSE_SUNRISE:
            return [SUNRISE_A + type for type in range(N_TYPES) if self.can_select(type)]
        return [CHARTER_A + type for type in range(N_TYPES) if at(province.symbols, type)]

    def decide(self, player: int, action: int) -> None:
        """Carry out what the player in turn has chosen, then go on."""
        question = self.question
        self.question = NOTHING
        if question == CHOOSE_ACTION:
            self.act(player, action)
        elif question == CHOOSE_CARD:
            self.play_card(player, action - CARD_A)
        elif question == CHOOSE_TILE:
            self.take_tile(player, action - TAKE_A)
        elif question == CHOOSE_PLACE:
            self.place(player, action - PLACE_A + 1)
        elif question == CHOOSE_BUILDING:
            self.build_floor(player, action)
        elif question == CHOOSE_RELEASED:
            self.release_due(player, action - RELEASE_A)
        elif question == CHOOSE_REPLACED:
            self.replace(player, action)
        elif question == CHOOSE_PRIVILEGE:
            self.buy_privilege(player, action - PRIVILEGE_A)
        elif question == CHOOSE_WALL_TILE:
            self.build_wall(player, action - WALL_A)
        elif question == CHOOSE_PAIR:
            self.pick_pair(player, action - START_A)
        elif question == CHOOSE_FLOOR:
            self.lose_floor(player, action - FLOOR_A + 1)
        elif question == CHOOSE_FLOODED:
            self.lose_good(player, action - FLOOD_A)
        elif question == CHOOSE_DISCARD:
            self.discard(player, action - DISCARD_A)
        elif question == CHOOSE_SUNRISE:
            self.select(player, action - SUNRISE_A)
        else:
            self.use_charter(player, action - CHARTER_A)
        self.go_on()

    # Before the game begins: starting persons

    def pick_pair(self, player: int, pair: int) -> None:
        """Two different young persons; no pair twice."""
        self.pairs = [*self.pairs, pair]
        first, second = PAIRS[pair]
        if self.events is not None:
            self.tell("start", {"player": player, "first": TYPES[first], "second": TYPES[second]})
        self.second = YOUNG_OF[second]
        self.take_from_display(self.second)
        self.take_from_display(YOUNG_OF[first])
        self.take_in(player, YOUNG_OF[first])

    # The person track

    def advance(self, player: i64, spaces: i64) -> None:
        """Move a marker forward, on top of those already there (YD-5)."""
        if spaces == 0:
            return
        province = self.provinces[player]
        province.space += spaces
        place = find(self.order, player)
        others = remove(self.order, place)
        while place > 0 and self.provinces[item(others, place - 1)].space <= province.space:
            place -= 1
        self.order = insert(others, place, player)
        if self.events is not None:
            self.tell(
                "advance",
                {
                    "player": player,
                    "spaces": spaces,
                    "space": province.space,
                    "place": int(place) + 1,
                },
            )

    # Phase 1: action

    def begin_actions(self) -> None:
        """Shuffle the action cards and deal them into groups, the larger ones first (YD-10)."""
        self.month += 1
        cards = EVERY_ACTION[: len(ACTIONS) if self.great_wall else WALL]
        self.rng.shuffle_vec(cards)
        size, larger = len(cards) // self.players, len(cards) % self.players
        dealt = 0
        for group in range(self.players):
            for _ in range(size + 1 if group < larger else size):
                self.groups = hold(self.groups, cards[dealt], group)
                dealt += 1
        self.line_up(self.order)
        if self.events is not None:
            self.tell(
                "month",
                {
                    "month": self.month,
                    "event": EVENTS[self.row[self.month - 1]],
                    "players": listed(self.order),
                },
            )
            self.tell("groups", self.groups_told())

    def groups_told(self) -> dict[str, Any]:
        """The groups for the log."""
        told: dict[str, Any] = {"groups": self.players}
        for group in range(self.players):
            told["abcde"[group]] = [
                ACTIONS[card] for card in range(len(ACTIONS)) if held(self.groups, card) == group
            ]
        return told

    def fee(self, card: i64) -> i64:
        """What the group of a card costs now (YD-12)."""
        group = held(self.groups, card)
        for province in self.provinces:
            if province.dragon == group:
                return FEE
        return 0

    def offer_actions(self, province: Province) -> list[int]:
        """The cards the player can pay for and use, and passing (YD-11 to YD-13)."""
        taken: Set = 0  # groups with a dragon
        for other in self.provinces:
            if other.dragon >= 0:
                taken = plus(taken, other.dragon)
        usable = plus(0, PASS_A - ACTION_A)
        card: i64
        for card in range(len(ACTIONS)):
            group = held(self.groups, card)
            if group < 0:
                continue
            cost: i64 = FEE if has(taken, group) else 0
            if card == PRIVILEGE:
                cost += PRICE[SMALL]
            if province.yuan < cost:
                continue
            if card == WALL and (length(self.wall) == WALL_LENGTH or province.unused == 0):
                continue  # YD-42
            usable = plus(usable, card)
        return ACTION_OFFERS[usable]

    def act(self, player: i64, action: i64) -> None:
        """Carry out an action card, or pass."""
        province = self.provinces[player]
        if action == PASS_A:
            taken: i64 = max(0, REFILL - province.yuan)
            province.yuan += taken
            if self.events is not None:
                self.tell("pass", {"player": player, "yuan": taken})
        else:
            card = action - ACTION_A
            fee = self.fee(card)
            province.yuan -= fee
            province.dragon = held(self.groups, card)
            if self.events is not None:
                told = {"player": player, "card": ACTIONS[card], "fee": fee}
                self.tell("action", told)
            if card == PRIVILEGE:
                self.pose(player, CHOOSE_PRIVILEGE)
            elif card == WALL:
                self.pose(player, CHOOSE_WALL_TILE)
            else:
                # Base symbols and those of the own persons, all of it (YD-14).
                self.gain(player, card, BASE[card] + at(province.symbols, HELPER[card]))

    def gain(self, player: i64, card: i64, amount: i64) -> None:
        """What the symbols of an action bring (YD-15 to YD-20)."""
        province = self.provinces[player]
        if card == BUILD:
            self.due = amount
            self.next_floor(player)
            return
        if card == PARADE:
            self.advance(player, amount)
            return
        if card == TAXES:
            province.yuan += amount
        elif card == HARVEST:
            province.rice += amount
        elif card == FIREWORKS:
            province.fireworks += amount
        else:
            province.score(FROM_RESEARCH, amount)
        if self.events is not None:
            self.tell("gain-" + ACTIONS[card], {"player": player, "amount": amount})

    def build_floor(self, player: i64, action: i64) -> None:
        """One floor on a palace or for a new one; all floors must be built (YD-16)."""
        province = self.provinces[player]
        if action == BUILD_NEW:
            number = province.free_number()
            # Palaces stand in the order of their numbers and the lower ones are all taken.
            province.palaces.insert(int(number) - 1, Palace(number, 1, 0))
            if self.events is not None:
                self.tell("found", {"player": player, "palace": number})
        else:
            number = action - BUILD_A + 1
            index = province.index(number)
            palace = province.palaces[index]
            province.palaces[index] = Palace(number, palace.floors + 1, palace.residents)
            if self.events is not None:
                told = {"player": player, "palace": number, "floors": palace.floors + 1}
                self.tell("build", told)
        self.due -= 1
        self.next_floor(player)

    def next_floor(self, player: i64) -> None:
        """Ask where the next floor goes, if one is due; even the largest province ends somewhere."""
        if self.due > 0 and self.provinces[player].can_grow():
            self.pose(player, CHOOSE_BUILDING)

    def buy_privilege(self, player: i64, size: i64) -> None:
        """One privilege for its price (YD-21)."""
        province = self.provinces[player]
        price: i64 = self.large_price if size == LARGE else PRICE[SMALL]
        province.yuan -= price
        province.privileges = more(province.privileges, size, 1)
        if self.events is not None:
            told = {"player": player, "privilege": PRIVILEGES[size], "yuan": price}
            self.tell("privilege", told)

    # Phase 2: person

    def begin_persons(self) -> None:
        """Dragons go back; everyone who has cards plays one, in the new order (YD-22, YD-23)."""
        for province in self.provinces:
            province.dragon = -1
        have_cards: Line = 0
        for place in range(self.players):
            player = item(self.order, place)
            if self.provinces[player].hand:
                have_cards = append(have_cards, player)
        self.line_up(have_cards)

    def play_card(self, player: i64, card: i64) -> None:
        """A card for a tile of its type; a wild one for any tile (YD-24 to YD-26)."""
        province = self.provinces[player]
        province.hand = more(province.hand, card, -1)
        if self.events is not None:
            self.tell("card", {"player": player, "card": CARDS[card]})
        if common(self.left, KINDS_FOR[card]):
            self.card = card
            self.pose(player, CHOOSE_TILE)
        elif self.events is not None:
            self.tell("used-up", {"player": player, "type": CARDS[card]})

    def take_tile(self, player: i64, kind: i64) -> None:
        """Take a tile from the display."""
        self.card = -1
        self.take_from_display(kind)
        self.take_in(player, kind)

    def take_in(self, player: i64, kind: i64) -> None:
        """With room the person must be placed; without, replace somebody or decline."""
        self.tile = kind
        room = self.provinces[player].has_room()
        self.pose(player, CHOOSE_PLACE if room else CHOOSE_REPLACED)

    def place(self, player: i64, number: i64) -> None:
        """Place the person in a palace; the marker advances (YD-27, YD-29)."""
        province = self.provinces[player]
        index = province.index(number)
        palace = province.palaces[index]
        kind = self.tile
        self.tile = -1
        province.palaces[index] = Palace(number, palace.floors, append(palace.residents, kind))
        province.symbols = more(province.symbols, TYPE_OF[kind], SYMBOLS[kind])
        if self.events is not None:
            self.tell("place", {"player": player, "kind": KINDS[kind], "palace": number})
        self.advance(player, TRACK[kind])
        if self.second >= 0:
            kind = self.second
            self.second = -1
            self.take_in(player, kind)

    def replace(self, player: int, action: int) -> None:
        """Release somebody for the new person, or let the new one go (YD-28)."""
        if action == DECLINE_A:
            kind = self.tile
            self.tile = -1
            self.removed[kind] += 1
            if self.events is not None:
                self.tell("decline", {"player": player, "kind": KINDS[kind]})
        else:
            resident = action - RELEASE_A
            self.release(player, resident)
            self.place(player, resident // MOST_FLOORS + 1)

    # Releases

    def offer_releases(self, province: Province) -> list[int]:
        """One option for each different resident who may be released."""
        found: list[int] = []
        palaces = province.palaces
        for index, palace in enumerate(palaces):
            if not self.may_lose(palace):
                continue
            look = palace.look
            if any(palaces[i].look == look and self.may_lose(palaces[i]) for i in range(index)):
                continue
            found += RELEASE_OFFERS[palace.number - 1][palace.different()]
        return found

    def may_lose(self, palace: Palace) -> bool:
        """May somebody of this palace be released?

        In a drought it loses one at most, in an earthquake only who finds no room any more.
        """
        if self.question == CHOOSE_RELEASED and self.phase == SUPER_EVENT:
            return palace.persons > palace.floors
        return not self.hit or palace.number not in self.hit

    def in_drought(self) -> bool:
        """Is a drought going on?"""
        striking = self.phase in (EVENT_PHASE, ECLIPSE)
        return striking and self.row[self.month - 1] == DROUGHT

    def release(self, player: i64, resident: i64) -> None:
        """A resident leaves the game (YD-7)."""
        province = self.provinces[player]
        number, spot = resident // MOST_FLOORS + 1, resident % MOST_FLOORS
        index = province.index(number)
        palace = province.palaces[index]
        kind = item(palace.residents, spot)
        province.palaces[index] = Palace(number, palace.floors, remove(palace.residents, spot))
        province.symbols = more(province.symbols, TYPE_OF[kind], -SYMBOLS[kind])
        self.removed[kind] += 1
        if self.events is not None:
            self.tell("release", {"player": player, "kind": KINDS[kind], "palace": number})

    def must_release(self, player: i64, persons: i64) -> None:
        """So many persons must go, one after the other, as long as there are any.

        Nobody is asked about those who must go anyway: everybody in the province, or in a drought
        in which all palaces go hungry the one who leaves a palace where all are of one kind.
        """
        province = self.provinces[player]
        living = province.persons()
        self.due = min(persons, living)
        everybody = self.due == living
        if everybody or (self.in_drought() and self.due == province.inhabited()):
            for palace in province.palaces:
                if everybody or palace.all_alike():
                    for _ in range(palace.persons if everybody else 1):
                        self.release_one(player, (palace.number - 1) * MOST_FLOORS)
        self.next_release(player)

    def release_due(self, player: i64, resident: i64) -> None:
        """One of the releases that are due."""
        if self.phase == SUPER_EVENT:
            self.release(player, resident)
            self.shake(player)
            return
        self.release_one(player, resident)
        self.next_release(player)

    def release_one(self, player: i64, resident: i64) -> None:
        """One release fewer is due; a palace loses one person at most in a drought."""
        self.release(player, resident)
        self.due -= 1
        if self.in_drought():
            self.hit = [*self.hit, resident // MOST_FLOORS + 1]

    def next_release(self, player: i64) -> None:
        """Ask for the next release, if one is due."""
        if self.due > 0:
            self.pose(player, CHOOSE_RELEASED)
        else:
            self.hit = NOBODY

    # Phase 3: event

    def begin_event(self) -> None:
        """What is counted once for all; then those it concerns, in player order (YD-30)."""
        event = self.row[self.month - 1]
        if self.events is not None:
            self.tell("event", {"event": EVENTS[event]})
        if event == FESTIVAL:
            self.festival()
        elif event == MONGOLS:
            self.mongols()
        elif event != PEACE:
            self.line_up(self.order)

    def strike(self, player: i64) -> None:
        """The event befalls one player."""
        event = self.row[self.month - 1]
        if event == TRIBUTE:
            self.tribute(player)
        elif event == DROUGHT:
            self.drought(player)
        elif event == CONTAGION:
            self.contagion(player)
        else:
            self.must_release(player, 1)  # the fewest helmets

    def tribute(self, player: i64) -> None:
        """4 yuan; one person for each yuan short (YD-32)."""
        province = self.provinces[player]
        paid = min(province.yuan, TRIBUTE_YUAN)
        province.yuan -= paid
        if self.events is not None:
            self.tell("tribute", {"player": player, "yuan": paid, "short": TRIBUTE_YUAN - paid})
        self.must_release(player, TRIBUTE_YUAN - paid)

    def drought(self, player: i64) -> None:
        """One rice for each inhabited palace; one person from each unsupplied one (YD-33)."""
        province = self.provinces[player]
        hungry = province.inhabited()
        eaten = min(province.rice, hungry)
        province.rice -= eaten
        if self.events is not None:
            self.tell("drought", {"player": player, "rice": eaten, "short": hungry - eaten})
        self.must_release(player, hungry - eaten)

    def festival(self) -> None:
        """Points for the most fireworks, of which half burn (YD-34)."""
        points = [self.festival_points(player) for player in range(self.players)]
        for player in listed(self.order):
            province = self.provinces[player]
            if points[player] == 0:
                continue
            burnt = (province.fireworks + 1) // 2
            province.score(FROM_FESTIVAL, points[player])
            province.fireworks -= burnt
            if self.events is not None:
                told = {"player": player, "points": points[player], "fireworks": burnt}
                self.tell("festival", told)

    def festival_points(self, player: i64) -> int:
        """6 for the most fireworks, 3 for the next lower number, nothing for none."""
        own = self.provinces[player].fireworks
        if own == 0:
            return 0
        larger: i64 = 0
        for province in self.provinces:
            if province.fireworks > own:
                if larger > 0 and province.fireworks != larger:
                    return 0  # two different numbers are larger
                larger = province.fireworks
        return FESTIVAL_SECOND if larger > 0 else FESTIVAL_MOST

    def mongols(self) -> None:
        """A point for each helmet; those with the fewest release one person (YD-35)."""
        helmets = [int(at(province.symbols, WARRIOR)) for province in self.provinces]
        fewest = smallest(helmets)
        order = listed(self.order)
        for player in order:
            self.provinces[player].score(FROM_MONGOLS, helmets[player])
            if self.events is not None:
                self.tell("mongols", {"player": player, "points": helmets[player]})
        self.line_up(line_of([player for player in order if helmets[player] == fewest]))
        if self.events is not None:
            self.tell("fewest-helmets", {"players": listed(self.queue)})

    def contagion(self, player: i64) -> None:
        """Three persons, one fewer for each mortar (YD-36)."""
        mortars = at(self.provinces[player].symbols, HEALER)
        deaths: i64 = max(0, CONTAGION_PERSONS - mortars)
        if self.events is not None:
            self.tell("contagion", {"player": player, "mortars": mortars, "persons": deaths})
        self.must_release(player, deaths)

    def decay(self) -> None:
        """Every palace without residents loses a floor (YD-37)."""
        for place in range(self.players):
            player = item(self.order, place)
            province = self.provinces[player]
            index: i64 = 0
            while index < len(province.palaces):
                palace = province.palaces[index]
                if palace.persons == 0:
                    self.remove_floor(player, index, "decay")
                if palace.persons or palace.floors > 1:
                    index += 1

    def remove_floor(self, player: i64, index: i64, cause: str) -> None:
        """Take a floor away; a palace without floors disappears, and who lived there leaves."""
        province = self.provinces[player]
        palace = province.palaces[index]
        left = palace.floors - 1
        if self.events is not None:
            self.tell(cause, {"player": player, "palace": palace.number, "floors": left})
        if left == 0 and palace.persons:
            self.release(player, (palace.number - 1) * MOST_FLOORS)
        if left == 0:
            del province.palaces[index]
        else:
            province.palaces[index] = Palace(palace.number, left, palace.residents)

    # Phase 4: scoring

    def score_month(self) -> None:
        """A point for each palace and each dragon on court ladies and privileges (YD-38)."""
        for place in range(self.players):
            player = item(self.order, place)
            province = self.provinces[player]
            palaces: i64 = len(province.palaces)
            ladies = at(province.symbols, COURT_LADY)
            dragons = province.dragons()
            province.score(FROM_PALACES, palaces)
            province.score(FROM_COURT_LADIES, ladies)
            province.score(FROM_PRIVILEGES, dragons)
            if self.events is not None:
                self.tell(
                    "score-month",
                    {
                        "player": player,
                        "points": palaces + ladies + dragons,
                        "palaces": palaces,
                        "ladies": ladies,
                        "privileges": dragons,
                    },
                )

    # The end of the game

    def score_end(self) -> None:
        """Persons, monks and money (YD-39)."""
        for player in listed(self.order):
            province = self.provinces[player]
            persons = province.persons() * PERSON_POINTS
            monks = province.monk_points()
            money = province.money() // YUAN_A_POINT
            province.score(FROM_PERSONS, persons)
            province.score(FROM_MONKS, monks)
            province.score(FROM_MONEY, money)
            if self.events is not None:
                self.tell(
                    "score-end",
                    {
                        "player": player,
                        "persons": persons,
                        "monks": monks,
                        "money": money,
                        "points": province.total(),
                    },
                )
        self.ask([])
        if self.events is not None:
            self.tell("winner", {"player": self.winners()[0]})

    def scores(self) -> list[int]:
        """The markers on the scoring track."""
        return [int(province.total()) for province in self.provinces]

    def standing(self, player: int) -> tuple[int, ...]:
        """Points; ties go to the marker farther ahead."""
        return (int(self.provinces[player].total()), -int(find(self.order, player)))

    # Expansion: The Great Wall of China

    def build_wall(self, player: i64, tile: i64) -> None:
        """Add a tile to the wall and get what it shows (YD-41)."""
        province = self.provinces[player]
        province.unused = minus(province.unused, tile)
        self.wall = append(self.wall, player)
        gives = WALL_GIVES[tile]
        if self.events is not None:
            told = {"player": player, "tile": WALL_TILES[tile], "length": length(self.wall)}
            self.tell("wall", told)
        if tile == WALL_RICE:
            province.rice += gives
        elif tile == WALL_FIREWORK:
            province.fireworks += gives
        elif tile == WALL_FLOOR:
            self.due = gives
            self.next_floor(player)
        elif tile == WALL_YUAN:
            province.yuan += gives
        elif tile == WALL_TRACK:
            self.advance(player, gives)
        else:
            province.score(FROM_WALL_TILE, gives)

    def last_wall_ahead(self) -> bool:
        """Is the last wall scoring still to come, or just going on?"""
        return self.phase <= (EARLY_WALL if self.early_wall else LAST_WALL)

    def built(self, player: int) -> int:
        """How many tiles of the wall are a player's."""
        return listed(self.wall).count(player)

    def score_wall(self, threshold: i64) -> None:
        """Long enough: a point for each own tile; else the fewest cost a person (YD-43)."""
        built = [self.built(player) for player in range(self.players)]
        order = listed(self.order)
        if length(self.wall) >= threshold:
            if self.events is not None:
                self.tell("wall-holds", {"length": length(self.wall), "needed": threshold})
            for player in order:
                self.provinces[player].score(FROM_WALL_SCORING, built[player])
                if self.events is not None:
                    self.tell("wall-points", {"player": player, "points": built[player]})
        else:
            fewest = smallest(built)
            self.line_up(line_of([player for player in order if built[player] == fewest]))
            if self.events is not None:
                self.tell("wall-gap", {"length": length(self.wall), "needed": threshold})
                self.tell("fewest-tiles", {"players": listed(self.queue)})

    # Expansion: The Super Events

    def begin_super_event(self) -> None:
        """What strikes all at once; the others wait for each player in turn (YD-45)."""
        event = self.super_event
        if self.events is not None:
            self.tell("super", {"super": SUPER_EVENTS[event]})
        if event == LANTERNFEST:
            for player in listed(self.order):
                self.super_points(player, self.provinces[player].persons() * PERSON_POINTS)
        elif event == BUDDHA:
            for player in listed(self.order):
                self.super_points(player, self.provinces[player].monk_points())
        elif event == VOLCANIC_ERUPTION:
            for province in self.provinces:
                province.space = 0  # the order stays (YD-51)
        elif event == ASSASSINATION:
            for province in self.provinces:
                province.privileges = 0
        elif event != SOLAR_ECLIPSE:
            self.selected = 0
            self.line_up(self.order)

    def super_points(self, player: i64, points: i64) -> None:
        """Points by the super event."""
        self.provinces[player].score(FROM_SUPER_EVENT, points)
        if self.events is not None:
            self.tell("super-points", {"player": player, "points": points})

    def strike_super(self, player: i64) -> None:
        """The super event comes to one player."""
        province = self.provinces[player]
        event = self.super_event
        if event == EARTHQUAKE:
            self.due = EARTHQUAKE_FLOORS
            self.shake(player)
        elif event == FLOOD:
            self.due = (province.yuan + province.rice + province.fireworks) // 2
            if self.events is not None:
                self.tell("flood", {"player": player, "amount": self.due})
            if self.due > 0:
                self.pose(player, CHOOSE_FLOODED)
        elif event == TORNADO:
            self.due = min(TORNADO_CARDS, total(province.hand))
            if self.due > 0:
                self.pose(player, CHOOSE_DISCARD)
        elif event == SUNRISE:
            for type in range(N_TYPES):
                if self.can_select(type):
                    self.pose(player, CHOOSE_SUNRISE)
                    break
        elif province.persons() > 0:
            self.pose(player, CHOOSE_CHARTER)

    def shake(self, player: i64) -> None:
        """The next floor to lose in the earthquake, if one is due and there is one (YD-48)."""
        floors = self.provinces[player].floors()
        if 0 < floors <= self.due:
            self.collapse(player)
        elif self.due > 0 and floors > 0:
            self.pose(player, CHOOSE_FLOOR)

    def collapse(self, player: i64) -> None:
        """Nothing stays: all palaces fall and everybody leaves, so nobody is asked."""
        province = self.provinces[player]
        while province.palaces:
            palace = province.palaces[0]
            self.due -= 1
            self.remove_floor(player, 0, "floor")
            if palace.floors > 1 and palace.full():
                self.release(player, (palace.number - 1) * MOST_FLOORS)

    def lose_floor(self, player: i64, number: i64) -> None:
        """A floor falls; if the palace is overfull now, somebody in it must go."""
        province = self.provinces[player]
        self.due -= 1
        index = province.index(number)
        palace = province.palaces[index]
        self.remove_floor(player, index, "floor")
        if palace.floors > 1 and palace.full():
            self.pose(player, CHOOSE_RELEASED)
        else:
            self.shake(player)

    def lose_good(self, player: i64, good: i64) -> None:
        """One unit goes in the flood (YD-49)."""
        province = self.provinces[player]
        if good == 0:
            province.yuan -= 1
        elif good == 1:
            province.rice -= 1
        else:
            province.fireworks -= 1
        if self.events is not None:
            self.tell("flooded", {"player": player, "good": GOODS[good]})
        self.due -= 1
        if self.due > 0:
            self.pose(player, CHOOSE_FLOODED)

    def discard(self, player: i64, card: i64) -> None:
        """A card is lost in the tornado (YD-52)."""
        province = self.provinces[player]
        province.hand = more(province.hand, card, -1)
        if self.events is not None:
            self.tell("discard", {"player": player, "card": CARDS[card]})
        self.due -= 1
        if self.due > 0:
            self.pose(player, CHOOSE_DISCARD)

    def can_select(self, type: i64) -> bool:
        """Has nobody selected this type in the sunrise, and is a young one left?"""
        return find(self.selected, type) < 0 and self.piles[YOUNG_OF[type]] > 0

    def select(self, player: i64, type: i64) -> None:
        """A young person without a card (YD-53)."""
        self.selected = append(self.selected, type)
        self.take_from_display(YOUNG_OF[type])
        if self.events is not None:
            self.tell("sunrise", {"player": player, "type": TYPES[type]})
        self.take_in(player, YOUNG_OF[type])

    def use_charter(self, player: i64, type: i64) -> None:
        """What one's own persons of a type bring, by their symbols alone (YD-55)."""
        province = self.provinces[player]
        amount = at(province.symbols, type)
        if self.events is not None:
            self.tell("charter", {"player": player, "type": TYPES[type]})
        if type in (COURT_LADY, SCHOLAR):
            self.super_points(player, amount)
        elif type == MONK:
            self.super_points(player, province.monk_points())
        elif type != HEALER:
            self.gain(player, HELPER.index(type), amount)

    # Copying and saving

    def copy(self) -> "YearOfTheDragon":
        """An independent copy that tells no events."""
        other = YearOfTheDragon()
        self.copy_table(other)
        return other


def event_row(tiles: list[int]) -> list[int]:
    """Lay the tiles out in drawing order so that no two neighbours are equal.

    A tile equal to its neighbour slides to the next free space. If the last tile has nowhere to
    slide to, the two tiles before its left neighbour's place are exchanged (Q-8).
    """
    free = -1
    row = [free] * (len(tiles) + 2)  # nothing before the first space and behind the last one
    last = len(tiles)
    for tile in tiles:
        at = 1
        while at <= last and (row[at] != free or tile == row[at - 1] or tile == row[at + 1]):
            at += 1
        if at <= last:
            row[at] = tile
        else:
            row[last] = tile
            row[last - 2], row[last - 1] = row[last - 1], row[last - 2]
    return row[1:-1]
