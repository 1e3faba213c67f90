"""In the Year of the Dragon: what lies on the table, and before whom; how it is copied and saved."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ...engine.compact import (
    Counts,
    Line,
    Set,
    Slots,
    at,
    counts_of,
    find,
    held,
    hold,
    item,
    items,
    length,
    line_of,
    listed,
    minus,
    more,
    numbers,
    plus,
    set_of,
)
from ...engine.state import State
from .components import ACTIONS, EVENTS, SUPER_EVENTS, TABLES, TYPES, WALL_TILES

# Person types (cards have one more, the wild ones), and the tiles of persons

COURT_LADY: Final = 0
CRAFTSMAN: Final = 1
FARMER: Final = 2
HEALER: Final = 3
MONK: Final = 4
PYROTECHNIST: Final = 5
SCHOLAR: Final = 6
TAX_COLLECTOR: Final = 7
WARRIOR: Final = 8
WILD: Final = 9
N_TYPES: Final = 9
CARDS: Final = [*TYPES, "wild"]
KINDS: Final = TABLES.kinds
N_KINDS: Final = len(KINDS)
TYPE_OF: Final[vec[i64]] = vec[i64](TABLES.type_of)
SYMBOLS: Final[vec[i64]] = vec[i64](TABLES.symbols)

# Privileges, months, super events

SMALL: Final = 0
LARGE: Final = 1
PRIVILEGES: Final = ["small", "large"]
DRAGONS: Final = TABLES.dragons
MONTHS: Final = 12
NO_SUPER_EVENT: Final = -1

# What a player's points came from

FROM_RESEARCH: Final = 0
FROM_MONGOLS: Final = 1
FROM_FESTIVAL: Final = 2
FROM_PALACES: Final = 3
FROM_COURT_LADIES: Final = 4
FROM_PRIVILEGES: Final = 5
FROM_WALL_TILE: Final = 6
FROM_WALL_SCORING: Final = 7
FROM_SUPER_EVENT: Final = 8
FROM_PERSONS: Final = 9
FROM_MONKS: Final = 10
FROM_MONEY: Final = 11
SOURCES: Final = [
    "research",
    "from-mongols",
    "from-festival",
    "palaces",
    "court-ladies",
    "privileges",
    "wall-tile",
    "wall-scoring",
    "super-event",
    "persons",
    "monks",
    "money",
]
GOODS_YUAN: Final = 2

# The steps of a month in their order (YD-9), after the picking of the starting persons

STARTING: Final = 0
ACTION_PHASE: Final = 1
PERSON_PHASE: Final = 2
EVENT_PHASE: Final = 3
WALL_SCORING: Final = 4
SUPER_EVENT: Final = 5
ECLIPSE: Final = 6
ECLIPSE_WALL: Final = 7
EARLY_WALL: Final = 8  # the last wall scoring, if the option puts it before decay and scoring
SCORING: Final = 9
LAST_WALL: Final = 10
OVER: Final = 11
PHASES: Final = [
    "starting",
    "actions",
    "persons",
    "event",
    "wall-scoring",
    "super-event",
    "eclipse",
    "eclipse-wall",
    "early-wall",
    "scoring",
    "last-wall",
    "over",
]

# What the player in turn is asked

NOTHING: Final = 0
CHOOSE_PAIR: Final = 1
CHOOSE_PLACE: Final = 2
CHOOSE_ACTION: Final = 3
CHOOSE_PRIVILEGE: Final = 4
CHOOSE_WALL_TILE: Final = 5
CHOOSE_BUILDING: Final = 6
CHOOSE_CARD: Final = 7
CHOOSE_TILE: Final = 8
CHOOSE_REPLACED: Final = 9
CHOOSE_RELEASED: Final = 10
CHOOSE_FLOOR: Final = 11
CHOOSE_FLOODED: Final = 12
CHOOSE_DISCARD: Final = 13
CHOOSE_SUNRISE: Final = 14
CHOOSE_CHARTER: Final = 15
QUESTIONS: Final = [
    "over",
    "start",
    "place",
    "action",
    "privilege",
    "wall",
    "build",
    "card",
    "take",
    "replace",
    "release",
    "floor",
    "flood",
    "discard",
    "sunrise",
    "charter",
]

# Palaces

MOST_FLOORS: Final = 3
MOST_PALACES: Final = 26

# Pairs of starting persons

PAIRS: Final = [(first, second) for first in range(N_TYPES) for second in range(first + 1, N_TYPES)]
PAIR_NAMES: Final = [f"{TYPES[first]}+{TYPES[second]}" for first, second in PAIRS]
#: In a palace's look two bits count the floors and two each the residents of a kind.
LOOK: Final[vec[i64]] = vec[i64]([4 << 2 * kind for kind in range(N_KINDS)])


@final
@mypyc_attr(acyclic=True)
class Palace:
    """A palace. It is never changed but replaced, so copies of a state share it."""

    def __init__(self, number: i64, floors: i64, residents: Line) -> None:
        self.number = number
        self.floors = floors
        #: Kinds of persons, in order of arrival.
        self.residents = residents
        self.persons = length(residents)
        #: Palaces of the same height and with the same residents look alike: to the rules they are
        #: equal, and a choice between them is offered once.
        look = floors
        spot: i64
        for spot in range(self.persons):
            look += LOOK[item(residents, spot)]
        self.look = look

    def full(self) -> bool:
        """Is there no free spot?"""
        return self.persons >= self.floors

    def monk_points(self) -> i64:
        """Buddhas times floors."""
        points: i64 = 0
        spot: i64
        for spot in range(self.persons):
            kind = item(self.residents, spot)
            if TYPE_OF[kind] == MONK:
                points += SYMBOLS[kind] * self.floors
        return points

    def all_alike(self) -> bool:
        """Is somebody here, and everybody of one kind?"""
        first = item(self.residents, 0)
        return self.persons > 0 and self.look == self.floors + self.persons * LOOK[first]

    def different(self) -> Set:
        """The spots of the residents, of those of one kind only the first."""
        found: Set = 0
        spot: i64
        for spot in range(self.persons):
            if find(self.residents, item(self.residents, spot)) == spot:
                found = plus(found, spot)
        return found


#: Stand for what is brought later.
NO_PALACES: Final[list[Palace]] = []
NO_POINTS: Final[vec[i64]] = vec[i64]()
NOBODY: Final[list[int]] = []


@final
@mypyc_attr(acyclic=True)
class Province:
    """What a player has."""

    def __init__(self) -> None:
        self.yuan: i64 = 0
        self.rice: i64 = 0
        self.fireworks: i64 = 0
        #: Privileges, small and large.
        self.privileges: Counts = 0
        #: In order of their numbers.
        self.palaces: list[Palace] = NO_PALACES
        #: The symbols of all persons who live in them, by type (YD-2).
        self.symbols: Counts = 0
        #: The space of the person marker.
        self.space: i64 = 0
        #: The action group the dragon lies on, or -1.
        self.dragon: i64 = -1
        #: How many cards of each type are in hand; the last ones are wild.
        self.hand: Counts = 0
        #: The wall tiles that are still to be built.
        self.unused: Set = 0
        #: Victory points by source.
        self.points: vec[i64] = NO_POINTS

    def copy(self) -> "Province":
        """An independent copy."""
        other = Province()
        other.yuan = self.yuan
        other.rice = self.rice
        other.fireworks = self.fireworks
        other.privileges = self.privileges
        other.palaces = self.palaces[:]
        other.symbols = self.symbols
        other.space = self.space
        other.dragon = self.dragon
        other.hand = self.hand
        other.unused = self.unused
        other.points = self.points[:]
        return other

    def persons(self) -> i64:
        """How many persons live here."""
        found: i64 = 0
        for palace in self.palaces:
            found += palace.persons
        return found

    def floors(self) -> i64:
        """How many floors there are in all palaces."""
        found: i64 = 0
        for palace in self.palaces:
            found += palace.floors
        return found

    def inhabited(self) -> i64:
        """How many palaces have a resident."""
        found: i64 = 0
        for palace in self.palaces:
            if palace.persons:
                found += 1
        return found

    def has_room(self) -> bool:
        """Is there a free spot?"""
        for palace in self.palaces:  # noqa: SIM110 - compiled, this is quicker
            if not palace.full():
                return True
        return False

    def monk_points(self) -> i64:
        """Buddhas times floors of all monks."""
        points: i64 = 0
        for palace in self.palaces:
            points += palace.monk_points()
        return points

    def score(self, source: i64, points: i64) -> None:
        """Points from a source."""
        self.points[source] += points

    def total(self) -> i64:
        """All points."""
        found: i64 = 0
        for points in self.points:
            found += points
        return found

    def money(self) -> i64:
        """The yuan after selling all goods."""
        return self.yuan + GOODS_YUAN * (self.rice + self.fireworks)

    def dragons(self) -> i64:
        """The dragons on the privileges."""
        small, large = at(self.privileges, SMALL), at(self.privileges, LARGE)
        return small * DRAGONS[SMALL] + large * DRAGONS[LARGE]

    def index(self, number: i64) -> i64:
        """Where the palace of that number stands in the list."""
        index: i64 = 0
        while self.palaces[index].number != number:
            index += 1
        return index

    def free_number(self) -> i64:
        """The lowest number no palace has (YD-3)."""
        number: i64 = 1
        for palace in self.palaces:
            if palace.number == number:
                number += 1
        assert number <= MOST_PALACES
        return number

    def can_grow(self) -> bool:
        """Can a floor be built? Only 26 palaces of three floors are too many."""
        return len(self.palaces) < MOST_PALACES or any(
            palace.floors < MOST_FLOORS for palace in self.palaces
        )

    def with_room(self) -> Set:
        """The palaces with a free spot, by number from 0; of those that look alike the first."""
        found: Set = 0
        for index, palace in enumerate(self.palaces):
            if not palace.full() and not self.alike_before(index):
                found = plus(found, palace.number - 1)
        return found

    def sites(self) -> Set:
        """The palaces that can grow, as in `with_room`; and after all of them, a new one."""
        found: Set = plus(0, MOST_PALACES) if len(self.palaces) < MOST_PALACES else 0
        for index, palace in enumerate(self.palaces):
            if palace.floors < MOST_FLOORS and not self.alike_before(index):
                found = plus(found, palace.number - 1)
        return found

    def alike_before(self, index: i64) -> bool:
        """Does a palace of a lower number look like this one?"""
        look = self.palaces[index].look
        other: i64
        for other in range(index):  # noqa: SIM110 - compiled, this is quicker
            if self.palaces[other].look == look:
                return True
        return False


def dump_province(province: Province) -> dict[str, Any]:
    """What a player has, in words."""
    return {
        "yuan": province.yuan,
        "rice": province.rice,
        "fireworks": province.fireworks,
        "privileges": dict(zip(PRIVILEGES, numbers(province.privileges, 2), strict=True)),
        "palaces": [
            {
                "number": palace.number,
                "floors": palace.floors,
                "residents": [KINDS[kind] for kind in listed(palace.residents)],
            }
            for palace in province.palaces
        ],
        "space": province.space,
        "dragon": province.dragon,
        "hand": dict(zip(CARDS, numbers(province.hand, len(CARDS)), strict=True)),
        "unused": [WALL_TILES[tile] for tile in items(province.unused)],
        "points": dict(zip(SOURCES, province.points, strict=True)),
    }


def load_province(saved: dict[str, Any]) -> Province:
    """What `dump_province` wrote."""
    province = Province()
    province.yuan = saved["yuan"]
    province.rice = saved["rice"]
    province.fireworks = saved["fireworks"]
    province.privileges = counts_of([saved["privileges"][size] for size in PRIVILEGES])
    province.palaces = []
    for palace in saved["palaces"]:
        residents = [KINDS.index(kind) for kind in palace["residents"]]
        province.palaces.append(Palace(palace["number"], palace["floors"], line_of(residents)))
        for kind in residents:
            province.symbols = more(province.symbols, TYPE_OF[kind], SYMBOLS[kind])
    province.space = saved["space"]
    province.dragon = saved["dragon"]
    province.hand = counts_of([saved["hand"][card] for card in CARDS])
    province.unused = set_of([WALL_TILES.index(tile) for tile in saved["unused"]])
    province.points = vec[i64]([saved["points"][source] for source in SOURCES])
    return province


class Table(State):
    """What a game of In the Year of the Dragon consists of at any moment."""

    def __init__(self) -> None:
        super().__init__()
        # The options
        self.great_wall = False
        self.early_wall = False
        self.large_price: i64 = 0
        # The board
        self.month: i64 = 0
        self.phase: i64 = STARTING
        #: The events of the twelve months.
        self.row: list[int] = NOBODY
        self.super_event: i64 = NO_SUPER_EVENT
        #: Tiles of each kind on the display, and those that left the game.
        self.piles: vec[i64] = NO_POINTS
        self.removed: vec[i64] = NO_POINTS
        #: The kinds of which there are tiles on the display.
        self.left: Set = 0
        #: The group in which each action card lies this month.
        self.groups: Slots = 0
        #: The owners of the wall's tiles, from the left.
        self.wall: Line = 0
        self.provinces: list[Province] = []
        #: The players by their markers: farthest ahead first, on one space the upper first (YD-6).
        self.order: Line = 0
        #: Starting pairs that are taken; this list and that of `hit` are replaced, never changed.
        self.pairs: list[int] = NOBODY
        #: Types selected in the sunrise.
        self.selected: Line = 0
        # The turn
        #: Those who have a turn in this phase, in order, and how many of them had it.
        self.queue: Line = 0
        self.turns: i64 = 0
        self.question: i64 = NOTHING
        #: The person to be taken in, and a second one after it; -1 if there is none.
        self.tile: i64 = -1
        self.second: i64 = -1
        #: The card whose tile is chosen.
        self.card: i64 = -1
        #: How many floors, releases, goods or cards are still due.
        self.due: i64 = 0
        #: Palaces that have lost somebody in this drought.
        self.hit: list[int] = NOBODY

    def read_options(self) -> None:
        """The options the rules look at during the game."""
        self.great_wall = self.options["great_wall"]
        self.early_wall = self.options["last_wall"] == "before-scoring"
        self.large_price = self.options["large_privilege_cost"]

    def copy_table(self, other: "Table") -> None:
        self.copy_frame(other)
        other.great_wall = self.great_wall
        other.early_wall = self.early_wall
        other.large_price = self.large_price
        other.month = self.month
        other.phase = self.phase
        other.row = self.row  # never changes
        other.super_event = self.super_event
        other.piles = self.piles[:]
        other.removed = self.removed[:]
        other.left = self.left
        other.groups = self.groups
        other.wall = self.wall
        other.provinces = [province.copy() for province in self.provinces]
        other.order = self.order
        other.pairs = self.pairs
        other.selected = self.selected
        other.queue = self.queue
        other.turns = self.turns
        other.question = self.question
        other.tile = self.tile
        other.second = self.second
        other.card = self.card
        other.due = self.due
        other.hit = self.hit

    def dump(self) -> dict[str, Any]:
        """The state in the words of the notation."""
        return {
            "month": self.month,
            "phase": PHASES[self.phase],
            "question": QUESTIONS[self.question],
            "queue": self.to_come(),
            "tile": KINDS[self.tile] if self.tile >= 0 else None,
            "second": KINDS[self.second] if self.second >= 0 else None,
            "card": CARDS[self.card] if self.card >= 0 else None,
            "due": self.due,
            "hit": self.hit[:],
            "row": [EVENTS[event] for event in self.row],
            "super_event": None if self.super_event < 0 else SUPER_EVENTS[self.super_event],
            "piles": {KINDS[kind]: self.piles[kind] for kind in range(N_KINDS)},
            "removed": {KINDS[kind]: self.removed[kind] for kind in range(N_KINDS)},
            "groups": self.card_groups(),
            "wall": listed(self.wall),
            "order": listed(self.order),
            "pairs": [PAIR_NAMES[pair] for pair in self.pairs],
            "selected": [TYPES[type] for type in listed(self.selected)],
            "provinces": [dump_province(province) for province in self.provinces],
        }

    def card_groups(self) -> list[list[str]]:
        """The action cards of each group."""
        found: list[list[str]] = [[] for _ in range(self.players)]
        for card, name in enumerate(ACTIONS):
            if held(self.groups, card) >= 0:
                found[held(self.groups, card)].append(name)
        return found

    def load(self, saved: dict[str, Any]) -> None:
        """Fill a fresh state from what `dump` wrote."""
        self.read_options()
        self.month = saved["month"]
        self.phase = PHASES.index(saved["phase"])
        self.question = QUESTIONS.index(saved["question"])
        self.line_up(line_of(saved["queue"]))
        self.tile = -1 if saved["tile"] is None else KINDS.index(saved["tile"])
        self.second = -1 if saved["second"] is None else KINDS.index(saved["second"])
        self.card = -1 if saved["card"] is None else CARDS.index(saved["card"])
        self.due = saved["due"]
        self.hit = list(saved["hit"])
        self.row = [EVENTS.index(event) for event in saved["row"]]
        chosen = saved["super_event"]
        self.super_event = NO_SUPER_EVENT if chosen is None else SUPER_EVENTS.index(chosen)
        self.piles = vec[i64]([saved["piles"][kind] for kind in KINDS])
        self.left = set_of([kind for kind in range(N_KINDS) if self.piles[kind]])
        self.removed = vec[i64]([saved["removed"][kind] for kind in KINDS])
        for group, cards in enumerate(saved["groups"]):
            for card in cards:
                self.groups = hold(self.groups, ACTIONS.index(card), group)
        self.wall = line_of(saved["wall"])
        self.order = line_of(saved["order"])
        self.pairs = [PAIR_NAMES.index(pair) for pair in saved["pairs"]]
        self.selected = line_of([TYPES.index(type) for type in saved["selected"]])
        self.provinces = [load_province(province) for province in saved["provinces"]]
        if sorted(saved["order"]) != list(range(self.players)) or len(self.row) != MONTHS:
            raise ValueError("order or event row incomplete")
        if len(self.provinces) != self.players:
            raise ValueError("not one province for each player")

    def take_from_display(self, kind: i64) -> None:
        """One tile fewer of a kind."""
        self.piles[kind] -= 1
        if self.piles[kind] == 0:
            self.left = minus(self.left, kind)

    def line_up(self, players: Line) -> None:
        """These have a turn in this phase, one after the other."""
        self.queue = players
        self.turns = 0

    def to_come(self) -> list[int]:
        """Who still has a turn in this phase, in order."""
        return listed(self.queue)[self.turns :]
