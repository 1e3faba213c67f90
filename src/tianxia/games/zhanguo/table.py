"""ZhanGuo: what lies on the table, and who holds what; how it is copied, saved and dealt anew.

Everything is numbered from 0: regions 0-4, official colours 0-2 (red, gray, white), card and marker
colours 0-2 (ivory, orange, brown). A place for officials is `region * 3 + colour`, a place for a
card `region * 3 + position`, a slot for a wall `section * 3 + rods - 1`.
"""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ...engine.compact import (
    Counts,
    Few,
    Many,
    Set,
    Slots,
    at,
    counts_of,
    few_at,
    few_more,
    few_numbers,
    few_of,
    has,
    items,
    many_at,
    many_numbers,
    many_of,
    minus,
    more,
    numbers,
    plus,
    set_of,
    slots_of,
    things,
    total,
)
from ...engine.counting import replaced, sum_of
from ...engine.state import State
from .components import BOARDS, CARDS, COLOURS, COURT, DECK, FACES, PARTS, REGIONS, ROUNDS, SECTIONS

# Questions, in the order of the specification's list of decisions
BID: Final = 0
BOARD: Final = 1
TOSS: Final = 2
CARD: Final = 3
USE: Final = 4
STAFF: Final = 5
MOVE: Final = 6
SQUARE: Final = 7
PLACE: Final = 8
PAY: Final = 9
BIG: Final = 10
ABILITY: Final = 11
CALM: Final = 12
TAKE: Final = 13
WORKER: Final = 14
GOVERN: Final = 15
REWARD: Final = 16
GOAL: Final = 17
OVER: Final = 18
QUESTIONS: Final = [
    "bid",
    "board",
    "toss",
    "card",
    "use",
    "staff",
    "shift",
    "square",
    "official",
    "pay",
    "big",
    "ability",
    "calm",
    "marker",
    "worker",
    "envoy",
    "reward",
    "goal",
    "over",
]

# What a card is used for: the Court actions as in COURT, and the Unification action
HIRE: Final = 0
RECRUIT: Final = 1
WALL: Final = 2
GOVERNOR: Final = 3
PALACE: Final = 4
REASSIGN: Final = 5
UNIFICATION: Final = 6
NO_DEED: Final = 7
DEEDS: Final = [*COURT, "unify", "none"]

# Where points come from: those scored at once, then those of the end
AUCTION: Final = 0
SQUARES_VP: Final = 1
PALACES_VP: Final = 2
CARDS_VP: Final = 3
BOARD_VP: Final = 4
SHORTAGE: Final = 5
SOURCES: Final = [
    "auction",
    "squares",
    "palaces",
    "cards",
    "board",
    "shortage",
    "governors",
    "aspects",
    "tasks",
    "walls",
]
A_SIDE: Final = 0
SPOTS: Final = 15  # of a board, three a region: cards by position, officials by colour
NOBODY: Final = -1
SLOTS: Final = 3  # of a wall section
TASKS: Final = 6  # on the board: wall, palace, governor of the upper, then of the lower section
TASK_SLOTS: Final = 4
LAYERS: Final = 5  # of a deck: the original cards, and those given back in rounds 1-4 (ZG-6)
#: By number of a card, 0 for none.
COLOUR_OF: Final = [-1, *((card - 1) // DECK for card in range(1, CARDS + 1))]
TRACKS: Final = PARTS.tracks
#: The same, by board: the lengths of the tracks by region.
LENGTHS: Final[vec[i64]] = vec[i64]([counts_of(lengths) for lengths in TRACKS])
NO_PALACE: Final = PARTS.no_palace
NONE: Final[list[int]] = []

# What everybody begins with.
NONE_TOSSED: Final = [0] * ((ROUNDS - 1) * 3)
NO_GAINS: Final = [0] * 6
ALL_OFFICIALS: Final = counts_of([PARTS.officials] * 3)
NO_CARDS: Final = [0] * SPOTS
#: A layer without cards, and room for the cards of a deck.
NO_LAYER: Final[vec[i64]] = vec[i64]()
NO_DECK: Final[vec[i64]] = vec[i64]([0 for _ in range(DECK)])


@final
@mypyc_attr(acyclic=True)
class Player:
    """A player's board and supplies."""

    def __init__(self) -> None:
        self.board: i64 = A_SIDE
        #: Numbers of the cards in hand, ascending. This list and those that follow are replaced,
        #: never changed, so that copies share them.
        self.hand: list[int] = NONE
        #: The card chosen to be given back while others still choose (ZG-6); 0: none.
        self.tossing: i64 = 0
        #: Cards given back, by (round - 1) * 3 + colour.
        self.tossed: list[int] = NONE
        #: Points scored at once, by source.
        self.gains: list[int] = NONE
        #: Officials: in the supply by colour, in Governors and Workers areas by place.
        self.supply: Counts = 0
        self.in_g: Few = 0
        self.in_w: Few = 0
        self.workers: Many = 0
        self.levels: Counts = 0
        #: Numbers of the cards under the board, by place; 0: none. And how many lie in each region,
        #: of each colour there and anywhere, and of each trigger.
        self.cards: list[int] = NONE
        self.laid: Counts = 0
        self.shown: Few = 0
        self.colours: Counts = 0
        self.triggers: Counts = 0
        #: Unification markers of value 1 and 3, by colour.
        self.ones: Counts = 0
        self.threes: Counts = 0
        #: Still in the supply.
        self.governors_left: i64 = 0
        self.palaces_left: i64 = 0
        self.walls_left: i64 = 0
        #: On the game board, by region: governors in open areas, palaces.
        self.open: Counts = 0
        self.palaces: Counts = 0
        #: Slots with an own wall, and all slots of those sections (ZG-36).
        self.walls: Set = 0
        self.closed: Set = 0
        #: Tasks with an own disc, and the points on their slots, of the upper and the lower section.
        self.claimed: Set = 0
        self.claims: Counts = 0

    def setup(self) -> None:
        self.tossed = NONE_TOSSED
        self.gains = NO_GAINS
        self.supply = ALL_OFFICIALS
        self.cards = NO_CARDS
        self.governors_left = PARTS.governors
        self.palaces_left = PARTS.palaces
        self.walls_left = PARTS.walls

    def copy(self) -> "Player":
        to = Player()
        to.board = self.board
        to.hand = self.hand
        to.tossing = self.tossing
        to.tossed = self.tossed
        to.gains = self.gains
        to.supply = self.supply
        to.in_g = self.in_g
        to.in_w = self.in_w
        to.workers = self.workers
        to.levels = self.levels
        to.cards = self.cards
        to.laid = self.laid
        to.shown = self.shown
        to.colours = self.colours
        to.triggers = self.triggers
        to.ones = self.ones
        to.threes = self.threes
        to.governors_left = self.governors_left
        to.palaces_left = self.palaces_left
        to.walls_left = self.walls_left
        to.open = self.open
        to.palaces = self.palaces
        to.walls = self.walls
        to.closed = self.closed
        to.claimed = self.claimed
        to.claims = self.claims
        return to

    def lay(self, region: i64, card: int) -> None:
        """One more card under the board."""
        self.cards = replaced(self.cards, region * 3 + self.cards_in(region), card)
        colour: i64 = COLOUR_OF[card]
        self.laid = more(self.laid, region, 1)
        self.shown = few_more(self.shown, region * 3 + colour, 1)
        self.colours = more(self.colours, colour, 1)
        self.triggers = more(self.triggers, PARTS.trigger[card], 1)

    def raise_wall(self, slot: i64) -> None:
        """A wall on a slot."""
        self.walls = plus(self.walls, slot)
        section: i64 = slot // SLOTS
        for rods in range(SLOTS):
            self.closed = plus(self.closed, section * SLOTS + rods)

    def claim(self, task: i64, place: i64) -> None:
        """A disc on one of the slots of a task."""
        self.claimed = plus(self.claimed, task)
        self.claims = more(self.claims, task // 3, PARTS.task_slots[place])

    def vp(self) -> int:
        return sum_of(self.gains)

    def value(self, colour: i64) -> i64:
        """The value of the markers of one colour (ZG-54)."""
        return at(self.ones, colour) + 3 * at(self.threes, colour)

    def cards_in(self, region: i64) -> i64:
        return at(self.laid, region)

    def card_count(self) -> int:
        return total(self.laid)

    def cards_of(self, colour: i64) -> i64:
        """Cards of one colour under the board."""
        return at(self.colours, colour)

    def track(self, region: i64) -> i64:
        """The length of the unrest track, which is the highest level."""
        return at(LENGTHS[self.board], region)

    def blocked(self, region: i64) -> bool:
        """Is the unrest on its last slot (ZG-43)?"""
        return at(self.levels, region) == self.track(region)

    def no_palace(self, region: i64) -> bool:
        """Does the unrest forbid a palace (ZG-33)?"""
        level = at(self.levels, region)
        length = self.track(region)
        return level == length or (level > 0 and level == NO_PALACE[length])

    def cards_shown(self, region: i64, colour: i64) -> i64:
        """Cards of one colour in a region."""
        return few_at(self.shown, region * 3 + colour)

    def staff_in(self, region: i64) -> i64:
        """Officials in the Workers area."""
        place: i64 = region * 3
        return (
            few_at(self.in_w, place) + few_at(self.in_w, place + 1) + few_at(self.in_w, place + 2)
        )

    def triple(self, region: i64) -> bool:
        """Is there an official of each colour in the Governors area?"""
        place: i64 = region * 3
        return (
            few_at(self.in_g, place) > 0
            and few_at(self.in_g, place + 1) > 0
            and few_at(self.in_g, place + 2) > 0
        )

    def governor_ready(self, region: i64) -> bool:
        """Could a governor be sent to this region now?"""
        return self.governors_left > 0 and self.triple(region)

    def pieces(self, kind: i64) -> i64:
        """Walls, palaces or governors on the game board."""
        if kind == 0:
            return PARTS.walls - self.walls_left
        if kind == 1:
            return PARTS.palaces - self.palaces_left
        return PARTS.governors - self.governors_left

    def officials_on_board(self) -> i64:
        """All that are not in the supply."""
        return 3 * PARTS.officials - at(self.supply, 0) - at(self.supply, 1) - at(self.supply, 2)

    def manned(self) -> i64:
        """How many regions have workers."""
        found: i64 = 0
        region: i64
        for region in range(REGIONS):
            if many_at(self.workers, region):
                found += 1
        return found


def by_region(counts: Few) -> list[list[int]]:
    """What lies on the places of a board, region by region."""
    found = few_numbers(counts, SPOTS)
    return [found[place : place + 3] for place in range(0, SPOTS, 3)]


class Table(State):
    """What a game of ZhanGuo consists of at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.variant_draw = False
        self.variant_order = False
        self.variant_unrest = False
        self.seats: list[Player] = []
        self.round = 0
        #: Turns taken in this round by all players.
        self.turn = 0
        self.question = OVER
        #: Who decides, except in TOSS, where all do.
        self.mover = 0
        #: Seats from top to bottom of the Rewards Track, and in the round's column by aspect.
        self.track: list[int] = NONE
        self.column: Slots = 0
        self.pile: list[int] = NONE
        #: Cards of a deck by colour * 5 + layer (ZG-6), in no order. Replaced, never changed.
        self.layers: list[vec[i64]] = []
        #: For each seat, which layers its cards of this round came from (bits). Never changed.
        self.sources: list[int] = NONE
        #: Value-1 markers in the supply and value-3 markers on the game board, by colour.
        self.ones: Counts = 0
        self.threes: Counts = 0
        #: Who has a governor on each square (region * 2 + square) and a wall on each slot. This
        #: list and those that follow are replaced, never changed.
        self.squares: Slots = 0
        self.slots: list[int] = NONE
        #: The slots with a wall.
        self.built: Set = 0
        #: The face shown at each wall section; the tile of each task. Never changed.
        self.faces: list[int] = NONE
        self.tasks: list[int] = NONE
        #: How many pieces each of them asks for.
        self.needed: Counts = 0
        #: Whose discs lie on each task, by task * 4 + slot.
        self.discs: list[int] = NONE
        # Player boards
        self.boards_left: list[int] = NONE
        #: Who is still in this auction, the next to bid first; the highest bid so far.
        self.bidders: list[int] = NONE
        self.bid = 0
        # The turn, or the reward, under way
        self.toss_colour = 0
        self.card = 0
        #: The number under the card on the pile; 0: none.
        self.below = 0
        self.deed = NO_DEED
        #: The region of the deed, or the slot of a wall.
        self.target = 0
        #: Re-assignment points left, and whether the rest may be left unused.
        self.points = 0
        self.may_stop = False
        #: Abilities that may still be used in this turn.
        self.active: Set = 0
        #: The ability being used; NOBODY: none.
        self.using = NOBODY
        #: The aspect rewarded in Phase 3 and who may still take the reward; NOBODY in Phase 2.
        self.aspect = NOBODY
        self.candidates: list[int] = NONE

    def copy_table(self, to: "Table") -> None:
        self.copy_frame(to)
        to.variant_draw = self.variant_draw
        to.variant_order = self.variant_order
        to.variant_unrest = self.variant_unrest
        to.seats = [player.copy() for player in self.seats]
        to.round = self.round
        to.turn = self.turn
        to.question = self.question
        to.mover = self.mover
        to.track = self.track
        to.column = self.column
        to.pile = self.pile[:]
        to.layers = self.layers
        to.sources = self.sources
        to.ones = self.ones
        to.threes = self.threes
        to.squares = self.squares
        to.slots = self.slots
        to.built = self.built
        to.faces = self.faces
        to.tasks = self.tasks
        to.needed = self.needed
        to.discs = self.discs
        to.boards_left = self.boards_left
        to.bidders = self.bidders
        to.bid = self.bid
        to.toss_colour = self.toss_colour
        to.card = self.card
        to.below = self.below
        to.deed = self.deed
        to.target = self.target
        to.points = self.points
        to.may_stop = self.may_stop
        to.active = self.active
        to.using = self.using
        to.aspect = self.aspect
        to.candidates = self.candidates

    def lay_tasks(self, tiles: list[int]) -> None:
        """These are the tiles of the tasks."""
        self.tasks = tiles
        self.needed = counts_of([PARTS.task_pieces[task % 3][tiles[task]] for task in range(TASKS)])

    def redeal(self, player: int) -> None:
        """Deal anew the others' hands and the decks."""
        self.layers = self.layers[:]
        for seat in range(self.players):
            if seat != player:
                self.seats[seat].hand = self.seats[seat].hand[:]
        for colour in range(3):
            self.redeal_colour(player, colour)
        for seat in range(self.players):
            if seat != player:
                self.seats[seat].hand.sort()
                self.seats[seat].tossed = NONE_TOSSED  # nobody knows what others gave back
        self.forget_offers()  # those found before were of the old hands

    def redeal_colour(self, player: i64, colour: i64) -> None:
        first: i64 = colour * DECK + 1
        end: i64 = first + DECK
        # What is hidden, and where: a card of another hand (its seat) or of a layer (10 + layer).
        hidden: Set = 0
        places = NO_DECK[:]
        count: i64 = 0
        seat: i64
        depth: i64
        card: i64
        for seat in range(self.players):
            if seat != player:
                for card in self.seats[seat].hand:
                    if first <= card < end:
                        hidden = plus(hidden, card - first)
                        places[count] = seat
                        count += 1
        for depth in range(LAYERS):
            for card in self.layers[colour * LAYERS + depth]:
                hidden = plus(hidden, card - first)
                places[count] = 10 + depth
                count += 1
        dealt = NO_DECK[:]
        # First what the player gave back and has not seen since, the latest first: it lies in its
        # layer, or went to those who drew from there. If they drew it in round 4, it may have been
        # given back once more (ZG-6 and section 9 of the specification).
        if self.variant_draw:
            for depth in range(LAYERS - 1, 0, -1):
                card = self.seats[player].tossed[(depth - 1) * 3 + colour]
                if card and has(hidden, card - first):
                    allowed = self.hiding_places(places[:count], dealt, colour, depth)
                    if allowed:  # what was loaded, or dealt for somebody else, may know no place
                        hidden = minus(hidden, card - first)
                        dealt[allowed[int(self.rng.below(len(allowed)))]] = card
        unknown = NO_DECK[:]
        left: i64 = 0
        for card in range(first, end):
            if has(hidden, card - first):
                unknown[left] = card
                left += 1
        unknown = unknown[:left]
        self.rng.shuffle_vec(unknown)
        index: i64
        for index in range(count):
            if not dealt[index]:
                left -= 1
                dealt[index] = unknown[left]
        self.put_dealt(player, colour, dealt)

    def put_dealt(self, player: i64, colour: i64, dealt: vec[i64]) -> None:
        """The cards of one colour to the other hands, in the place of those there, then the layers."""
        first: i64 = colour * DECK + 1
        next: i64 = 0
        seat: i64
        index: i64
        for seat in range(self.players):
            if seat == player:
                continue
            other = self.seats[seat]
            start = next
            for index in range(len(other.hand)):
                if first <= other.hand[index] < first + DECK:
                    other.hand[index] = dealt[next]
                    next += 1
            if other.tossing and self.toss_colour == colour:
                other.tossing = dealt[start + self.rng.below(next - start)]
        depth: i64
        for depth in range(LAYERS):
            size: i64 = len(self.layers[colour * LAYERS + depth])
            if size:
                self.layers[colour * LAYERS + depth] = dealt[next : next + size]
                next += size

    def hiding_places(
        self, places: vec[i64], dealt: vec[i64], colour: i64, depth: i64
    ) -> list[int]:
        """Where a card can be that the player gave back in a round."""
        last = LAYERS - 1
        again = self.round >= last and len(self.layers[colour * LAYERS + depth]) == 0
        allowed: list[int] = []
        for index in range(len(places)):
            place = places[index]
            if dealt[index]:
                continue
            if place >= 10:
                fits = place == 10 + depth or (again and place == 10 + last)
            else:
                drew = self.sources[place]
                fits = has(drew, depth) or (again and has(drew, last))
            if fits:
                allowed.append(index)
        return allowed

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "turn": self.turn,
            "question": QUESTIONS[self.question],
            "mover": self.mover,
            "track": self.track[:],
            "column": things(self.column, 3),
            "pile": self.pile[:],
            "decks": {
                COLOURS[colour]: [
                    list(layer) for layer in self.layers[colour * LAYERS : (colour + 1) * LAYERS]
                ]
                for colour in range(3)
            },
            "sources": self.sources[:],
            "ones": numbers(self.ones, 3),
            "threes": numbers(self.threes, 3),
            "squares": things(self.squares, 2 * REGIONS),
            "slots": {
                SECTIONS[section]: self.slots[section * SLOTS : (section + 1) * SLOTS]
                for section in range(len(SECTIONS))
            },
            "faces": [FACES[face] for face in self.faces],
            "tasks": [PARTS.task_names[task % 3][self.tasks[task]] for task in range(TASKS)],
            "discs": [
                self.discs[task * TASK_SLOTS : (task + 1) * TASK_SLOTS] for task in range(TASKS)
            ],
            "boards_left": [BOARDS[board] for board in self.boards_left],
            "bidders": self.bidders[:],
            "bid": self.bid,
            "toss_colour": COLOURS[self.toss_colour],
            "card": self.card,
            "below": self.below,
            "deed": DEEDS[self.deed],
            "target": self.target,
            "points": self.points,
            "may_stop": self.may_stop,
            "active": items(self.active),
            "using": self.using,
            "aspect": self.aspect,
            "candidates": self.candidates[:],
            "seats": [self.dump_player(player) for player in self.seats],
        }

    def dump_player(self, p: Player) -> dict[str, Any]:
        return {
            "board": "none" if p.board == NOBODY else BOARDS[p.board],
            "hand": p.hand[:],
            "tossing": p.tossing,
            "tossed": p.tossed[:],
            "gains": {SOURCES[source]: p.gains[source] for source in range(6)},
            "supply": numbers(p.supply, 3),
            "governors_area": by_region(p.in_g),
            "workers_area": by_region(p.in_w),
            "workers": many_numbers(p.workers, REGIONS),
            "levels": numbers(p.levels, REGIONS),
            "cards": [
                [card for card in p.cards[place : place + 3] if card]
                for place in range(0, SPOTS, 3)
            ],
            "ones": numbers(p.ones, 3),
            "threes": numbers(p.threes, 3),
            "governors_left": p.governors_left,
            "palaces_left": p.palaces_left,
            "walls_left": p.walls_left,
            "open": numbers(p.open, REGIONS),
            "palaces": numbers(p.palaces, REGIONS),
        }

    def load(self, saved: dict[str, Any]) -> None:
        self.read_options()
        self.round = saved["round"]
        self.turn = saved["turn"]
        self.question = QUESTIONS.index(saved["question"])
        self.mover = saved["mover"]
        self.track = list(saved["track"])
        self.column = slots_of(saved["column"])
        self.pile = list(saved["pile"])
        self.layers = [vec[i64](layer) for colour in COLOURS for layer in saved["decks"][colour]]
        self.sources = list(saved["sources"])
        self.ones = counts_of(saved["ones"])
        self.threes = counts_of(saved["threes"])
        self.squares = slots_of(saved["squares"])
        self.slots = [seat for section in SECTIONS for seat in saved["slots"][section]]
        self.faces = [FACES.index(face) for face in saved["faces"]]
        self.lay_tasks(
            [PARTS.task_names[task % 3].index(name) for task, name in enumerate(saved["tasks"])]
        )
        self.discs = [seat for discs in saved["discs"] for seat in discs]
        self.boards_left = [BOARDS.index(board) for board in saved["boards_left"]]
        self.bidders = list(saved["bidders"])
        self.bid = saved["bid"]
        self.toss_colour = COLOURS.index(saved["toss_colour"])
        self.card = saved["card"]
        self.below = saved["below"]
        self.deed = DEEDS.index(saved["deed"])
        self.target = saved["target"]
        self.points = saved["points"]
        self.may_stop = saved["may_stop"]
        self.active = set_of(saved["active"])
        self.using = saved["using"]
        self.aspect = saved["aspect"]
        self.candidates = list(saved["candidates"])
        self.seats = [self.load_player(player) for player in saved["seats"]]
        for slot, owner in enumerate(self.slots):
            if owner != NOBODY:
                self.built = plus(self.built, slot)
                self.seats[owner].raise_wall(slot)
        for slot, owner in enumerate(self.discs):
            if owner != NOBODY:
                self.seats[owner].claim(slot // TASK_SLOTS, slot % TASK_SLOTS)
        sizes = [len(self.seats), len(self.layers), len(saved["squares"]), len(self.discs)]
        if sizes != [self.players, 3 * LAYERS, 2 * REGIONS, TASKS * TASK_SLOTS]:
            raise ValueError("seats, decks, squares or discs are not as many as there should be")
        if sorted(self.tie_order()) != list(range(self.players)):
            raise ValueError("every player has one disc on the track or in the column")

    def load_player(self, saved: dict[str, Any]) -> Player:
        p = Player()
        p.board = NOBODY if saved["board"] == "none" else BOARDS.index(saved["board"])
        p.hand = list(saved["hand"])
        p.tossing = saved["tossing"]
        p.tossed = list(saved["tossed"])
        p.gains = [saved["gains"][source] for source in SOURCES[:6]]
        in_g = [count for region in saved["governors_area"] for count in region]
        in_w = [count for region in saved["workers_area"] for count in region]
        p.supply = counts_of(saved["supply"])
        p.in_g = few_of(in_g)
        p.in_w = few_of(in_w)
        p.workers = many_of(saved["workers"])
        p.levels = counts_of(saved["levels"])
        p.cards = NO_CARDS
        for region, cards in enumerate(saved["cards"]):
            for card in cards:
                p.lay(region, card)
        p.ones = counts_of(saved["ones"])
        p.threes = counts_of(saved["threes"])
        p.governors_left = saved["governors_left"]
        p.palaces_left = saved["palaces_left"]
        p.walls_left = saved["walls_left"]
        p.open = counts_of(saved["open"])
        p.palaces = counts_of(saved["palaces"])
        if len(in_g) != SPOTS or len(in_w) != SPOTS or len(saved["cards"]) != REGIONS:
            raise ValueError("a player's board has five regions of three places")
        return p

    def read_options(self) -> None:
        self.variant_draw = self.options["draw"] == "3-keep-2"
        self.variant_order = self.options["order"] == "discs"
        self.variant_unrest = self.options["hire_unrest"] == "per-worker"

    def tie_order(self) -> list[int]:
        """Discs on the Rewards Track, then those in the column, from top to bottom (ZG-58)."""
        if self.column == 0:  # nobody's is there
            return self.track
        return self.track + [seat for seat in things(self.column, 3) if seat != NOBODY]
