"""ZhanGuo: the rules, in the order of the rulebook.

Everything is numbered from 0: regions 0-4, official colours 0-2 (red, gray, white), card and marker
colours 0-2 (ivory, orange, brown). A place for officials is `region * 3 + colour`, a place for a
card `region * 3 + position`, a slot for a wall `section * 3 + rods - 1`.
"""

from itertools import combinations
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, Offers, offers_by_set
from ...engine.compact import (
    Set,
    apart,
    at,
    common,
    counts_of,
    few_at,
    few_more,
    has,
    held,
    hold,
    items,
    kinds_in,
    many_at,
    many_more,
    many_total,
    minus,
    more,
    plus,
    set_of,
    size,
    total,
)
from ...engine.counting import raised, replaced, sum_of, without
from .components import (
    ASPECTS,
    BOARDS,
    CALM_ANY,
    CALM_HERE,
    CALM_WORKER,
    CARDS,
    COLOURS,
    COURT,
    DECK,
    ENVOY,
    EXTRA_WORKER,
    FACES,
    NOTHING,
    OFFICIAL,
    OFFICIALS,
    PARTS,
    REGIONS,
    REWARD_GOVERNOR,
    REWARD_OFFICIAL,
    REWARD_OFFICIALS,
    REWARD_PALACE,
    REWARD_WALL,
    REWARD_WORKERS,
    ROUNDS,
    SECTIONS,
    SHIFT,
    SITES,
    SQUARES,
    TASK_KINDS,
    VP,
    VP_COLOUR,
    WORKER_HERE,
    WORKER_MOVE,
)
from .table import (
    ABILITY,
    AUCTION,
    BID,
    BIG,
    BOARD,
    BOARD_VP,
    CALM,
    CARD,
    CARDS_VP,
    COLOUR_OF,
    GOAL,
    GOVERN,
    GOVERNOR,
    HIRE,
    LAYERS,
    MOVE,
    NO_DEED,
    NO_LAYER,
    NOBODY,
    NONE,
    OVER,
    PALACE,
    PALACES_VP,
    PAY,
    PLACE,
    REASSIGN,
    RECRUIT,
    REWARD,
    SHORTAGE,
    SLOTS,
    SPOTS,
    SQUARE,
    SQUARES_VP,
    STAFF,
    TAKE,
    TASK_SLOTS,
    TASKS,
    TOSS,
    UNIFICATION,
    USE,
    WALL,
    WORKER,
    Player,
    Table,
)

# Kinds of squares, as in SQUARES
SQUARE_OFFICIAL: Final = 0
SQUARE_REASSIGN: Final = 1
SQUARE_VP: Final = 2

# Faces of wall tiles, as in FACES
EMPTY: Final = 0
CALM15: Final = 1
LOYAL: Final = 2
FULL: Final = 3
RED: Final = 4
SETS: Final = 7
PAIR: Final = 8
IVORY: Final = 9


BOARD_ABILITY: Final = 15  # what `use board` is among the abilities, after the 15 cards
TURNS: Final = 6  # of each player in a round (ZG-2)
FULL_REGION: Final = 3  # cards (ZG-11)
FULL_AREA: Final = 2  # officials in a Workers area (ZG-17)

FULL_DECKS: Final[list[vec[i64]]] = [
    vec[i64](list(range(colour * DECK + 1, (colour + 1) * DECK + 1))) for colour in range(3)
]
NEIGHBOURS: Final = PARTS.neighbours
TRIGGER: Final = PARTS.trigger
BONUS: Final = PARTS.bonus
AMOUNT: Final = PARTS.amount
KIND_OF_SQUARE: Final = PARTS.squares


# The action space. Notation counts from 1.

_NUMBERS: Final = [str(region + 1) for region in range(REGIONS)]
#: From and to of each step to an adjacent region.
STEPS: Final = [(region, near) for region in range(REGIONS) for near in NEIGHBOURS[region]]
STEP_FROM: Final = [step[0] for step in STEPS]
STEP_TO: Final = [step[1] for step in STEPS]
#: How many red, gray and white officials each `staff` action moves down.
STAFF_NAMES: Final = ["none", "r", "g", "w", "rr", "rg", "rw", "gg", "gw", "ww"]
STAFF_COUNTS: Final = [[name.count(letter) for letter in "rgw"] for name in STAFF_NAMES]
STAFF_TOTAL: Final = [sum_of(counts) for counts in STAFF_COUNTS]
#: Regions of each `pay` action: singles, pairs, triples.
PAYMENTS: Final = [
    list(chosen) for size in (1, 2, 3) for chosen in combinations(range(REGIONS), size)
]
FIRST_PAYMENT: Final = [0, 0, 5, 15, 25]  # of so many workers; its end is the next one's
#: Places a governor can leave: square a, square b, the open area.
ENVOY_PLACES: Final = "abo"
OPEN_AREA: Final = 2
ENVOYS: Final = [
    (region, place, near)
    for region in range(REGIONS)
    for place in range(3)
    for near in NEIGHBOURS[region]
]
ENVOY_FROM: Final = [envoy[0] for envoy in ENVOYS]
ENVOY_PLACE: Final = [envoy[1] for envoy in ENVOYS]
ENVOY_TO: Final = [envoy[2] for envoy in ENVOYS]


def _step(colour: str, region: int, to: int) -> dict[str, str]:
    return {"colour": colour, "from": _NUMBERS[region], "to": _NUMBERS[to]}


SPACE: Final = ActionSpace(
    [
        Family(
            "card",
            "card {number}",
            only=[
                {
                    "number": str(number),
                    "deck": COLOURS[(number - 1) // DECK],
                    "trigger": "court-" + COURT[TRIGGER[number]],
                    "bonus": "bonus-" + PARTS.bonus_id[number],
                }
                for number in range(1, CARDS + 1)
            ],
        ),
        Family("unify", "unify {region}", {"region": _NUMBERS}),
        Family("recruit", "recruit {colour} {region}", {"colour": OFFICIALS, "region": _NUMBERS}),
        Family("reassign", "reassign"),
        Family("hire", "hire {region}", {"region": _NUMBERS}),
        Family("palace", "palace {region}", {"region": _NUMBERS}),
        Family(
            "wall",
            "wall {section} {rods}",
            only=[
                {"section": section, "rods": rods, "slot": "rods-" + rods}
                for section in SECTIONS
                for rods in ("1", "2", "3")
            ],
        ),
        Family("governor", "governor {region}", {"region": _NUMBERS}),
        Family(
            "staff",
            "staff {moved}",
            only=[{"moved": name, "officials": "staff-" + name} for name in STAFF_NAMES],
        ),
        Family(
            "pay",
            "pay {digits}",
            only=[
                {
                    "digits": "".join(_NUMBERS[region] for region in regions),
                    "regions": ", ".join(_NUMBERS[region] for region in regions),
                }
                for regions in PAYMENTS
            ],
        ),
        Family("take", "take {colour}", {"colour": COLOURS}),
        Family(
            "square", "square {kind}", only=[{"kind": k, "bonus": "square-" + k} for k in SQUARES]
        ),
        Family(
            "shift-governors",
            "shift {colour} g{from} g{to}",
            only=[_step(colour, *step) for colour in OFFICIALS for step in STEPS],
        ),
        Family(
            "shift-up",
            "shift {colour} w{region} g{region}",
            {"colour": OFFICIALS, "region": _NUMBERS},
        ),
        Family(
            "shift-workers",
            "shift {colour} w{from} w{to}",
            only=[
                _step(colour, region, to)
                for colour in OFFICIALS
                for region in range(REGIONS)
                for to in range(REGIONS)
                if to != region
            ],
        ),
        Family("use", "use {region}.{position}", {"region": _NUMBERS, "position": ["1", "2", "3"]}),
        Family("use-board", "use board"),
        Family("calm", "calm {region}", {"region": _NUMBERS}),
        Family(
            "worker",
            "worker {from}>{to}",
            only=[{"from": _NUMBERS[one], "to": _NUMBERS[two]} for one, two in STEPS],
        ),
        Family(
            "envoy",
            "envoy {from}{place}>{to}",
            only=[
                {
                    "from": _NUMBERS[one],
                    "place": ENVOY_PLACES[place],
                    "where": "place-" + ENVOY_PLACES[place],
                    "to": _NUMBERS[two],
                }
                for one, place, two in ENVOYS
            ],
        ),
        Family("accept", "accept"),
        Family("pass", "pass"),
        Family("done", "done"),
        Family("bid", "bid {vp}", {"vp": [str(vp + 1) for vp in range(PARTS.auction_vp)]}),
        Family(
            "board",
            "board {board}",
            only=[{"board": board, "name": "board-" + board} for board in BOARDS[1:]],
        ),
    ]
)
FIRST_CARD: Final = SPACE.start("card")
UNIFY: Final = SPACE.start("unify")
RECRUITS: Final = SPACE.start("recruit")
#: The actions that recruit an official of each colour.
RECRUITS_OF: Final = [
    [RECRUITS + colour * REGIONS + region for region in range(REGIONS)] for colour in range(3)
]
REASSIGNS: Final = SPACE.start("reassign")
HIRES: Final = SPACE.start("hire")
PALACES: Final = SPACE.start("palace")
WALLS: Final = SPACE.start("wall")
GOVERNORS: Final = SPACE.start("governor")
STAFFS: Final = SPACE.start("staff")
PAYS: Final = SPACE.start("pay")
TAKES: Final = SPACE.start("take")
SQUARE_KINDS: Final = SPACE.start("square")
SHIFT_G: Final = SPACE.start("shift-governors")
SHIFT_UP: Final = SPACE.start("shift-up")
SHIFT_W: Final = SPACE.start("shift-workers")
USE_CARD: Final = SPACE.start("use")
USE_BOARD: Final = SPACE.start("use-board")
CALMS: Final = SPACE.start("calm")
WORKER_STEPS: Final = SPACE.start("worker")
ENVOY_STEPS: Final = SPACE.start("envoy")
ACCEPT: Final = SPACE.start("accept")
PASS: Final = SPACE.start("pass")
DONE: Final = SPACE.start("done")
FIRST_BID: Final = SPACE.start("bid")
FIRST_BOARD: Final = SPACE.start("board")

#: Of an official in a Governors area, by colour * 5 + region: its steps to areas nearby.
SHIFTS_OF: Final = [
    [
        SHIFT_G + colour * len(STEPS) + step
        for step in range(len(STEPS))
        if STEP_FROM[step] == region
    ]
    for colour in range(3)
    for region in range(REGIONS)
]

# The options for every set of regions, of colours, and of slots in each wall section.
RECRUIT_OFFERS: Final = [
    [action for colour in range(3) if has(colours, colour) for action in RECRUITS_OF[colour]]
    for colours in range(8)
]
#: First those that unify, then for every set of colours those that recruit, without and with the
#: one that re-assigns.
UNIFY_OFFERS: Final = [
    [*(unify + recruit for recruit in RECRUIT_OFFERS)]
    + [[*unify, *recruit, REASSIGNS] for recruit in RECRUIT_OFFERS]
    for unify in offers_by_set(UNIFY, REGIONS)
]
HIRE_OFFERS: Final = offers_by_set(HIRES, REGIONS)
PALACE_OFFERS: Final = offers_by_set(PALACES, REGIONS)
GOVERNOR_OFFERS: Final = offers_by_set(GOVERNORS, REGIONS)
WALL_OFFERS: Final = Offers(WALLS, len(SECTIONS) * SLOTS)
REWARD_OFFERS: Final = [ACCEPT, PASS]

UPPER_TASKS: Final = set_of([0, 1, 2])
#: The slots up to so many rods, and those of the sections at each site.
SLOTS_UP_TO: Final[vec[i64]] = vec[i64](
    [
        set_of([slot for slot in range(len(SECTIONS) * SLOTS) if slot % SLOTS < rods])
        for rods in range(SLOTS + 1)
    ]
)
SLOTS_AT: Final[vec[i64]] = vec[i64](
    [set_of(list(range(site * 2 * SLOTS, (site + 1) * 2 * SLOTS))) for site in range(len(SITES))]
)


@final
class ZhanGuo(Table):
    """A game of ZhanGuo."""

    # Initial preparation

    def setup(self) -> None:
        self.read_options()
        for _ in range(self.players):
            player = Player()
            player.setup()
            self.seats.append(player)
        self.layers = [NO_LAYER] * (3 * LAYERS)
        for colour in range(3):
            self.layers[colour * LAYERS] = FULL_DECKS[colour]
        self.sources = [0] * self.players
        self.pile = []
        self.threes = counts_of([PARTS.threes] * 3)
        self.ones = counts_of([PARTS.ones_per_player * self.players] * 3)
        self.slots = [NOBODY] * (SLOTS * len(SECTIONS))
        self.discs = [NOBODY] * (TASKS * TASK_SLOTS)
        self.fill_track()
        self.place_wall_tiles()
        self.place_tasks()
        self.deal_boards()

    def fill_track(self) -> None:
        """The 1st player on top of the Rewards Track, the others below at random."""
        first = int(self.rng.below(self.players))
        others = [seat for seat in range(self.players) if seat != first]
        self.rng.shuffle(others)
        self.track = [first, *others]
        if self.events is not None:
            self.tell("track", {"player": first, "players": self.track[:]})

    def place_wall_tiles(self) -> None:
        tiles = list(range(len(SECTIONS)))
        self.rng.shuffle(tiles)
        self.faces = [PARTS.tiles[tile][int(self.rng.below(2))] for tile in tiles]
        if self.events is not None:
            for section, face in enumerate(self.faces):
                args = {"section": SECTIONS[section], "face": "face-" + FACES[face]}
                self.tell("wall-tile", args)

    def place_tasks(self) -> None:
        """Two of the four tiles of each kind, the first into the upper section."""
        tiles = [0] * TASKS
        for kind in range(3):
            upper = int(self.rng.below(4))
            lower = int(self.rng.below(3))
            tiles[kind] = upper
            tiles[3 + kind] = lower if lower < upper else lower + 1
        self.lay_tasks(tiles)
        if self.events is not None:
            for task in range(TASKS):
                self.tell("task", self.task_args(task))

    def task_args(self, task: int) -> dict[str, Any]:
        kind = task % 3
        return {
            "section": "upper" if task < 3 else "lower",
            "kind": "task-" + TASK_KINDS[kind],
            "tile": PARTS.task_names[kind][self.tasks[task]],
        }

    def deal_boards(self) -> None:
        boards = self.options["boards"]
        if boards == "a":
            self.place_officials()
            return
        self.boards_left = [1, 2, 3, 4]
        if boards == "b-auction":
            while len(self.boards_left) > self.players:
                gone = self.boards_left[int(self.rng.below(len(self.boards_left)))]
                self.boards_left = [board for board in self.boards_left if board != gone]
            for player in self.seats:
                player.gains = replaced(player.gains, AUCTION, PARTS.auction_vp)
            if self.events is not None:
                offered = ["board-" + BOARDS[board] for board in self.boards_left]
                self.tell("auction", {"boards": offered, "vp": PARTS.auction_vp})
        for player in self.seats:
            player.board = NOBODY
        if boards == "b-auction":
            self.start_auction(self.track[0])
        else:
            self.mover = (self.track[0] - 1) % self.players
            self.put(BOARD)

    def put(self, question: int) -> None:
        """Ask the player who is at it."""
        self.question = question
        self.ask_one(self.mover)

    def choose_board(self, player: int, board: int) -> None:
        self.boards_left = [other for other in self.boards_left if other != board]
        self.seats[player].board = board
        paid = self.bid
        if self.bid:
            self.seats[player].gains = raised(self.seats[player].gains, AUCTION, -paid)
        if self.events is not None:
            kind = "board-bought" if paid else "board-chosen"
            args = {"player": player, "board": "board-" + BOARDS[board], "vp": paid}
            self.tell(kind, args)
        if all(other.board != NOBODY for other in self.seats):
            self.place_officials()
        elif paid:
            self.start_auction((player + 1) % self.players)
        else:
            self.mover = (player - 1) % self.players
            self.put(BOARD)

    # Auction of B sides

    def start_auction(self, opener: int) -> None:
        """The opener is the nearest player from this seat on who has no board (ZG-62)."""
        self.bidders = []
        for step in range(self.players):
            seat = (opener + step) % self.players
            if self.seats[seat].board == NOBODY:
                self.bidders.append(seat)
        self.bid = 0
        if len(self.bidders) == 1:  # ZG-64
            self.bid = 1
        self.next_bidder()

    def next_bidder(self) -> None:
        self.mover = self.bidders[0]
        self.put(BOARD if self.bid and len(self.bidders) == 1 else BID)

    def bids(self, p: Player) -> list[int]:
        found = list(range(FIRST_BID + self.bid, FIRST_BID + p.vp()))
        return [PASS, *found] if self.bid else found

    def make_bid(self, player: int, action: int) -> None:
        bidders = self.bidders
        if action == PASS:
            self.bidders = bidders[1:]
            if self.events is not None:
                self.tell("bid-pass", {"player": player})
        else:
            self.bid = action - FIRST_BID + 1
            self.bidders = [*bidders[1:], player]
            if self.events is not None:
                self.tell("bid", {"player": player, "vp": self.bid})
        self.next_bidder()

    def place_officials(self) -> None:
        """Three officials into the Governors area of region 1."""
        self.bid = 0
        for seat, player in enumerate(self.seats):
            start = PARTS.start[player.board]
            for colour in range(3):
                player.supply = more(player.supply, colour, -start[colour])
                player.in_g = few_more(player.in_g, colour, start[colour])
            if self.events is not None:
                args = {"player": seat, "red": start[0], "gray": start[1], "white": start[2]}
                self.tell("start", args)
        self.draw_cards()

    # Phase 1: draw cards

    def draw_cards(self) -> None:
        self.round += 1
        self.turn = 0
        first = self.track[0]
        if self.events is not None:
            self.tell("round", {"player": first, "round": self.round})
        each = 3 if self.variant_draw and self.round < ROUNDS else 2
        self.layers = self.layers[:]
        for player in self.seats:
            player.hand = player.hand[:]
        self.sources = [0] * self.players
        for colour in range(3):
            for _ in range(each):
                for step in range(self.players):
                    self.draw((first + step) % self.players, colour)
        for seat, player in enumerate(self.seats):
            player.hand = sorted(player.hand)
            if self.events is not None:
                self.tell("draw", {"player": seat, "cards": player.hand[:]}, [seat])
        if each == 3:
            self.start_toss(0)
        else:
            self.next_turn()

    def draw(self, seat: int, colour: int) -> None:
        """One card from the top layer of a deck, which is in no order."""
        for depth in range(LAYERS):
            layer = self.layers[colour * LAYERS + depth]
            left: i64 = len(layer)
            if left:
                index = self.rng.below(left)
                self.seats[seat].hand.append(layer[index])
                rest = layer[: left - 1]
                if index < left - 1:
                    rest[index] = layer[left - 1]
                self.layers[colour * LAYERS + depth] = rest
                self.sources[seat] = plus(self.sources[seat], depth)
                return

    # Variant: draw three, keep two

    def start_toss(self, colour: int) -> None:
        self.toss_colour = colour
        self.question = TOSS
        self.ask(list(range(self.players)), secret=True)

    def toss_choices(self, p: Player) -> list[int]:
        colour = self.toss_colour
        return [FIRST_CARD + card - 1 for card in p.hand if COLOUR_OF[card] == colour]

    def toss(self, player: int, card: int) -> None:
        self.seats[player].tossing = card
        if self.events is not None:
            self.tell("toss", {"player": player, "card": card}, [player])
        if self.answered(player):
            self.return_tossed()

    def return_tossed(self) -> None:
        """One card of each player to the bottom of the deck, as a layer of its own (ZG-6)."""
        colour = self.toss_colour
        given: list[int] = []
        for player in self.seats:
            given.append(player.tossing)
            player.hand = without(player.hand, player.tossing)
            player.tossed = player.tossed[:]
            player.tossed[(self.round - 1) * 3 + colour] = player.tossing
            player.tossing = 0
        given.sort()
        self.layers = self.layers[:]
        self.layers[colour * LAYERS + self.round] = vec[i64](given)
        if self.events is not None:
            self.tell("tossed", {"colour": COLOURS[colour]})
        if colour < 2:
            self.start_toss(colour + 1)
        else:
            self.next_turn()

    # Phase 2: play cards

    def next_turn(self) -> None:
        if self.turn == TURNS * self.players:
            self.start_rewards()
            return
        step = self.turn % self.players
        if self.variant_order:
            self.mover = self.track[step]
        else:
            self.mover = (self.track[0] + step) % self.players
        self.put(CARD)

    def show_card(self, p: Player, card: int) -> None:
        p.hand = without(p.hand, card)
        self.card = card
        if self.events is not None:
            args = {"player": self.mover, "card": card, "deck": COLOURS[(card - 1) // DECK]}
            self.tell("card", args)
        self.put(USE)

    def uses(self, p: Player) -> list[int]:
        """All that can be carried out completely (ZG-9), whatever the card (ZG-8)."""
        manned = p.manned()
        unify: Set = 0
        hire: Set = 0
        palace: Set = 0
        govern: Set = 0
        region: i64
        for region in range(REGIONS):
            if self.can_unify(p, region):
                unify = plus(unify, region)
            if self.can_hire(p, region):
                hire = plus(hire, region)
            if self.palace_ready(p, region, manned):
                palace = plus(palace, region)
            if p.governor_ready(region):
                govern = plus(govern, region)
        recruit = kinds_in(p.supply)
        if p.officials_on_board():
            recruit = plus(recruit, 3)
        found = UNIFY_OFFERS[unify][recruit] + HIRE_OFFERS[hire]
        if palace:
            found += PALACE_OFFERS[palace]
        if manned:
            found += self.free_walls(self.mover, min(manned, SLOTS))
        if govern:
            found += GOVERNOR_OFFERS[govern]
        return found

    def use_card(self, p: Player, action: int) -> None:
        if action < RECRUITS:
            self.unify(p, action - UNIFY)
            return
        self.below = self.pile[-1] if self.pile else 0
        self.pile.append(self.card)
        if self.events is not None:
            args = {"player": self.mover, "card": self.card, "below": self.below}
            self.tell("court", args)
        if action < REASSIGNS:
            self.deed = RECRUIT
            self.recruit(p, action - RECRUITS)
            self.wake_abilities(p)
        elif action == REASSIGNS:
            self.deed = REASSIGN
            if self.events is not None:
                self.tell("reassign", {"player": self.mover})
            self.start_moves(PARTS.reassign_points, may_stop=False)
        elif action < PALACES:
            self.deed = HIRE
            self.target = action - HIRES
            self.put(STAFF)
        elif action < WALLS:
            self.deed = PALACE
            self.target = action - PALACES
            self.put(PAY)
        elif action < GOVERNORS:
            self.deed = WALL
            self.target = action - WALLS
            self.put(PAY)
        else:
            self.deed = GOVERNOR
            self.send_governor(p, action - GOVERNORS)

    # Unification action

    def can_unify(self, p: Player, region: i64) -> bool:
        cards = p.cards_in(region)
        return cards < FULL_REGION and at(p.levels, region) + cards <= p.track(region)

    def unify(self, p: Player, region: int) -> None:
        self.deed = UNIFICATION
        cards = p.cards_in(region)
        p.lay(region, self.card)
        colour = COLOUR_OF[self.card]
        taken = min(cards + 1, at(self.ones, colour))
        missing = cards + 1 - taken
        self.ones = more(self.ones, colour, -taken)
        p.ones = more(p.ones, colour, taken)
        p.gains = raised(p.gains, SHORTAGE, missing)
        p.levels = more(p.levels, region, cards)
        if self.events is not None:
            args = {
                "player": self.mover,
                "card": self.card,
                "region": region + 1,
                "markers": taken,
                "colour": COLOURS[colour],
                "vp": missing,
                "level": at(p.levels, region),
            }
            self.tell("unify", args)
            if missing:
                self.tell("shortage", args)
        self.end_turn()

    # Recruit one official

    def recruit(self, p: Player, index: int) -> None:
        self.place_official(p, index // REGIONS, index % REGIONS)

    def place_official(self, p: Player, colour: int, region: int) -> None:
        p.supply = more(p.supply, colour, -1)
        p.in_g = few_more(p.in_g, region * 3 + colour, 1)
        if self.events is not None:
            args = {"player": self.mover, "colour": OFFICIALS[colour], "region": region + 1}
            self.tell("recruit", args)

    # Re-assign officials

    def start_moves(self, points: int, may_stop: bool) -> None:
        self.points = points
        self.may_stop = may_stop
        self.put(MOVE)

    def moves(self, p: Player) -> list[int]:
        """Every move of one official that the points pay for (ZG-18, ZG-19)."""
        found: list[int] = []
        colour: i64
        region: i64
        for colour in range(3):
            for region in range(REGIONS):
                if few_at(p.in_g, region * 3 + colour):
                    found += SHIFTS_OF[colour * REGIONS + region]
        if p.in_w:
            for colour in range(3):
                for region in range(REGIONS):
                    if few_at(p.in_w, region * 3 + colour):
                        found.append(SHIFT_UP + colour * REGIONS + region)
            for colour in range(3):
                for region in range(REGIONS):
                    if few_at(p.in_w, region * 3 + colour):
                        self.add_worker_shifts(p, colour, region, found)
        if self.may_stop:
            found.append(DONE)
        return found

    def add_worker_shifts(self, p: Player, colour: i64, region: i64, found: list[int]) -> None:
        """The moves of an official from one Workers area to another."""
        cost = self.costs(p, region)
        to: i64
        for to in range(REGIONS):
            if 0 < cost[to] <= self.points and p.staff_in(to) < FULL_AREA:
                last: i64 = to if to < region else to - 1
                found.append(SHIFT_W + (colour * REGIONS + region) * 4 + last)

    def costs(self, p: Player, region: i64) -> list[int]:
        """Points from one Workers area to the others, running through full ones; 0: no way."""
        cost = [0] * REGIONS
        reached = [region]
        points = 0
        while reached:
            points += 1
            further: list[int] = []
            for here in reached:
                for near in NEIGHBOURS[here]:
                    if near != region and not cost[near]:
                        cost[near] = points
                        if p.staff_in(near) >= FULL_AREA:
                            further.append(near)
            reached = further
        return cost

    def move(self, p: Player, action: int) -> None:
        if action == DONE:
            if self.events is not None:
                self.tell("points-left", {"player": self.mover, "points": self.points})
            self.end_moves(p)
            return
        if action < SHIFT_UP:
            steps = len(STEP_FROM)
            colour = (action - SHIFT_G) // steps
            region = STEP_FROM[(action - SHIFT_G) % steps]
            to = STEP_TO[(action - SHIFT_G) % steps]
            p.in_g = few_more(p.in_g, region * 3 + colour, -1)
            p.in_g = few_more(p.in_g, to * 3 + colour, 1)
            cost = 1
            kind = "shift-governors"
        elif action < SHIFT_W:
            colour = (action - SHIFT_UP) // REGIONS
            region = to = (action - SHIFT_UP) % REGIONS
            p.in_w = few_more(p.in_w, region * 3 + colour, -1)
            p.in_g = few_more(p.in_g, to * 3 + colour, 1)
            cost = 1
            kind = "shift-up"
        else:
            index = action - SHIFT_W
            colour = index // (REGIONS * 4)
            region = index // 4 % REGIONS
            to = index % 4 if index % 4 < region else index % 4 + 1
            cost = self.costs(p, region)[to]
            p.in_w = few_more(p.in_w, region * 3 + colour, -1)
            p.in_w = few_more(p.in_w, to * 3 + colour, 1)
            kind = "shift-workers"
        if self.events is not None:
            self.tell(
                kind,
                {
                    "player": self.mover,
                    "colour": OFFICIALS[colour],
                    "from": region + 1,
                    "to": to + 1,
                    "points": cost,
                },
            )
        self.points -= cost
        self.may_stop = True
        if self.points:
            self.put(MOVE)
        else:
            self.end_moves(p)

    def end_moves(self, p: Player) -> None:
        self.points = 0
        self.may_stop = False
        if self.using != NOBODY:
            self.end_ability(p)
        elif self.deed == GOVERNOR:
            self.calm_governed(p)
        else:
            self.wake_abilities(p)

    # Install one governor

    def send_governor(self, p: Player, region: int) -> None:
        """The officials go first (ZG-26); a reward asks for none."""
        self.target = region
        if self.aspect == NOBODY:
            for colour in range(3):
                p.in_g = few_more(p.in_g, region * 3 + colour, -1)
                p.supply = more(p.supply, colour, 1)
        p.governors_left -= 1
        if self.events is not None:
            self.tell("governor", {"player": self.mover, "region": region + 1})
        if held(self.squares, region * 2) == NOBODY or held(self.squares, region * 2 + 1) == NOBODY:
            self.put(SQUARE)
        else:
            p.open = more(p.open, region, 1)
            self.calm_governed(p)

    def square_choices(self) -> list[int]:
        found: list[int] = []
        for square in (self.target * 2, self.target * 2 + 1):
            action = SQUARE_KINDS + KIND_OF_SQUARE[square]
            if held(self.squares, square) == NOBODY and action not in found:
                found.append(action)
        found.sort()
        return found

    def take_square(self, p: Player, kind: int) -> None:
        """The governor on a square brings its bonus at once (ZG-28)."""
        square = self.target * 2
        if held(self.squares, square) != NOBODY or KIND_OF_SQUARE[square] != kind:
            square += 1
        self.squares = hold(self.squares, square, self.mover)
        if self.events is not None:
            args = {
                "player": self.mover,
                "square": "square-" + SQUARES[kind],
                "region": self.target + 1,
            }
            self.tell("square", args)
        if kind == SQUARE_VP:
            p.gains = raised(p.gains, SQUARES_VP, PARTS.square_vp)
            self.calm_governed(p)
        elif kind == SQUARE_REASSIGN:
            self.start_moves(PARTS.square_points, may_stop=True)
        elif total(p.supply):
            self.put(PLACE)
        else:
            self.calm_governed(p)

    def place_choices(self, p: Player) -> list[int]:
        """An official of choice: anywhere for a square, into one region for a reward."""
        found: list[int] = []
        for colour in range(3):
            if at(p.supply, colour):
                if self.deed == GOVERNOR:
                    found += RECRUITS_OF[colour]
                else:
                    found.append(RECRUITS_OF[colour][self.target])
        if self.deed == GOVERNOR:
            found.append(DONE)
        return found

    def place(self, p: Player, action: int) -> None:
        if action != DONE:
            self.recruit(p, action - RECRUITS)
        elif self.events is not None:
            self.tell("no-official", {"player": self.mover})
        if self.deed == GOVERNOR:
            self.calm_governed(p)
        else:
            self.end_reward(p)

    def calm_governed(self, p: Player) -> None:
        """The region of the new governor comes to rest (ZG-29)."""
        if at(p.levels, self.target):
            p.levels = more(p.levels, self.target, -at(p.levels, self.target))
            if self.events is not None:
                self.tell("calmed", {"player": self.mover, "region": self.target + 1})
        if self.aspect == NOBODY:
            self.wake_abilities(p)
        else:
            self.end_reward(p)

    # Hire workers

    def can_hire(self, p: Player, region: i64) -> bool:
        staff = p.staff_in(region)
        if not staff:
            place: i64 = region * 3
            if not (
                few_at(p.in_g, place) or few_at(p.in_g, place + 1) or few_at(p.in_g, place + 2)
            ):
                return False
            staff = 1
        return at(p.levels, region) + self.hire_unrest(p, staff) <= p.track(region)

    def hired(self, p: Player, staff: i64) -> i64:
        """Workers that so many officials in the Workers area bring."""
        return staff + 1 if PARTS.ability[p.board][HIRE] == EXTRA_WORKER else staff

    def hire_unrest(self, p: Player, staff: i64) -> i64:
        return self.hired(p, staff) if self.variant_unrest else 1

    def staff_choices(self, p: Player) -> list[int]:
        """Officials that may first go down to the Workers area (ZG-30)."""
        found: list[int] = []
        place = self.target * 3
        here = p.staff_in(self.target)
        for index in range(len(STAFF_TOTAL)):
            staff = here + STAFF_TOTAL[index]
            counts = STAFF_COUNTS[index]
            if (
                1 <= staff <= FULL_AREA
                and few_at(p.in_g, place) >= counts[0]
                and few_at(p.in_g, place + 1) >= counts[1]
                and few_at(p.in_g, place + 2) >= counts[2]
                and at(p.levels, self.target) + self.hire_unrest(p, staff) <= p.track(self.target)
            ):
                found.append(STAFFS + index)
        return found

    def hire(self, p: Player, index: int) -> None:
        region = self.target
        for colour in range(3):
            moved = STAFF_COUNTS[index][colour]
            p.in_g = few_more(p.in_g, region * 3 + colour, -moved)
            p.in_w = few_more(p.in_w, region * 3 + colour, moved)
        staff = p.staff_in(region)
        workers = self.hired(p, staff)
        p.workers = many_more(p.workers, region, workers)
        p.levels = more(p.levels, region, self.hire_unrest(p, staff))
        if self.events is not None:
            if index:
                args = {
                    "player": self.mover,
                    "officials": "staff-" + STAFF_NAMES[index],
                    "region": region + 1,
                }
                self.tell("staff", args)
            self.tell(
                "hire",
                {
                    "player": self.mover,
                    "workers": workers,
                    "region": region + 1,
                    "level": at(p.levels, region),
                },
            )
        self.wake_abilities(p)

    # Build one palace

    def can_build_palace(self, p: Player, region: i64) -> bool:
        """Is there a palace, a slot and enough peace? (Workers are another matter.)"""
        if not p.palaces_left or p.no_palace(region):
            return False
        built: i64 = 0
        for other in self.seats:
            built += at(other.palaces, region)
        return built < self.players

    def palace_ready(self, p: Player, region: i64, manned: i64) -> bool:
        """Could a palace be built now, with workers in so many regions?"""
        staffed = manned > 1 and many_at(p.workers, region) >= PARTS.palace_workers
        return staffed and self.can_build_palace(p, region)

    def payments(self, p: Player) -> list[int]:
        """Regions that may pay: one other than the palace's; as many as the wall has rods."""
        if self.deed == PALACE:
            return [
                PAYS + region
                for region in range(REGIONS)
                if region != self.target and many_at(p.workers, region)
            ]
        found: list[int] = []
        rods = self.target % SLOTS + 1
        for index in range(FIRST_PAYMENT[rods], FIRST_PAYMENT[rods + 1]):
            able = True
            for region in PAYMENTS[index]:
                if not many_at(p.workers, region):
                    able = False
            if able:
                found.append(PAYS + index)
        return found

    def pay(self, p: Player, index: int) -> None:
        for region in PAYMENTS[index]:
            p.workers = many_more(p.workers, region, -1)
        if self.deed == PALACE:
            p.workers = many_more(p.workers, self.target, -PARTS.palace_workers)
            self.build_palace(p)
        else:
            self.build_wall(p)
        if self.events is not None:
            regions = [region + 1 for region in PAYMENTS[index]]
            if self.deed == PALACE:
                regions = sorted([self.target + 1] * PARTS.palace_workers + regions)
            self.tell("pay", {"player": self.mover, "regions": regions})
        if self.deed == WALL:
            self.wake_abilities(p)
        elif total(self.threes):
            self.put(BIG)
        else:
            self.score_palace(p)

    def build_palace(self, p: Player) -> None:
        p.palaces_left -= 1
        p.palaces = more(p.palaces, self.target, 1)
        if self.events is not None:
            self.tell("palace", {"player": self.mover, "region": self.target + 1})

    def big_choices(self) -> list[int]:
        return [TAKES + colour for colour in range(3) if at(self.threes, colour)]

    def take_big(self, p: Player, colour: int) -> None:
        self.threes = more(self.threes, colour, -1)
        p.threes = more(p.threes, colour, 1)
        if self.events is not None:
            self.tell("big", {"player": self.mover, "colour": COLOURS[colour]})
        self.score_palace(p)

    def score_palace(self, p: Player) -> None:
        """A point for each card under the own board (ZG-34)."""
        cards = p.card_count()
        p.gains = raised(p.gains, PALACES_VP, cards)
        if self.events is not None:
            self.tell("palace-vp", {"player": self.mover, "vp": cards})
        if self.aspect == NOBODY:
            self.wake_abilities(p)
        else:
            self.end_reward(p)

    # Build one wall

    def free_walls(self, player: i64, rods: i64) -> list[int]:
        return WALL_OFFERS.of(self.wall_slots(self.seats[player], rods))

    def wall_slots(self, p: Player, rods: i64) -> Set:
        """Empty slots up to so many rods, in sections without an own wall (ZG-36)."""
        if not p.walls_left:
            return 0
        return apart(apart(SLOTS_UP_TO[rods], self.built), p.closed)

    def build_wall(self, p: Player) -> None:
        p.walls_left -= 1
        p.raise_wall(self.target)
        self.built = plus(self.built, self.target)
        self.slots = replaced(self.slots, self.target, self.mover)
        if self.events is not None:
            args = {
                "player": self.mover,
                "section": SECTIONS[self.target // SLOTS],
                "rods": self.target % SLOTS + 1,
            }
            self.tell("wall", args)

    # Activation of abilities

    def wakes(self, deed: int, card: int, below: int) -> bool:
        """Does this number wake the cards linked to the action (ZG-38 to ZG-41)?"""
        if deed == REASSIGN:
            return False
        if not below:
            return True
        if deed in (RECRUIT, GOVERNOR):
            return card < below
        return card > below

    def wake_abilities(self, p: Player) -> None:
        """Note which cards, and whether the board, may be used after this Court action."""
        self.active = 0
        if at(p.triggers, self.deed) and self.wakes(self.deed, self.card, self.below):
            for place in range(SPOTS):
                card = p.cards[place]
                if card and TRIGGER[card] == self.deed:
                    self.active = plus(self.active, place)
        if PARTS.ability[p.board][self.deed] != NOTHING:
            self.active = plus(self.active, BOARD_ABILITY)
        self.use_abilities(p)

    def use_abilities(self, p: Player) -> None:
        if self.active:
            self.use_harmless(p)
        if self.active and len(self.ability_choices(p)) > 1:
            self.put(ABILITY)
        else:
            self.end_turn()

    def use_harmless(self, p: Player) -> None:
        """Points and new workers come by themselves as soon as possible (ZG-45)."""
        for place in range(SPOTS):
            if not has(self.active, place) or p.blocked(place // 3):
                continue
            card = p.cards[place]
            bonus = BONUS[card]
            if bonus in (VP, VP_COLOUR):
                self.active = minus(self.active, place)
                vp = AMOUNT[card] if bonus == VP else p.cards_of(AMOUNT[card])
                p.gains = raised(p.gains, CARDS_VP, vp)
                if self.events is not None:
                    self.tell("card-vp", {"player": self.mover, "card": card, "vp": vp})
            elif bonus == WORKER_HERE:
                self.active = minus(self.active, place)
                p.workers = many_more(p.workers, place // 3, 1)
                if self.events is not None:
                    args = {"player": self.mover, "card": card, "region": place // 3 + 1}
                    self.tell("card-worker", args)

    def ability_choices(self, p: Player) -> list[int]:
        """Abilities that can have an effect now (ZG-43, ZG-46), and to leave the rest."""
        found: list[int] = []
        for place in range(SPOTS):
            if has(self.active, place) and not p.blocked(place // 3):
                card = p.cards[place]
                if self.possible(p, BONUS[card], AMOUNT[card], place // 3):
                    found.append(USE_CARD + place)
        if has(self.active, BOARD_ABILITY) and self.possible(
            p, PARTS.ability[p.board][self.deed], 0, 0
        ):
            found.append(USE_BOARD)
        found.append(DONE)
        return found

    def possible(self, p: Player, bonus: int, amount: int, region: int) -> bool:
        if bonus == CALM_HERE:
            return at(p.levels, region) > 0
        if bonus in (CALM_ANY, CALM_WORKER):
            return total(p.levels) > 0
        if bonus == OFFICIAL:
            return at(p.supply, amount) > 0
        if bonus == WORKER_MOVE:
            return many_total(p.workers) > 0
        if bonus in (SHIFT, EXTRA_WORKER):
            return p.officials_on_board() > 0
        if bonus == ENVOY:
            return p.governors_left < PARTS.governors
        return True  # a marker, or a point if there is none

    def use_ability(self, p: Player, action: int) -> None:
        if action == DONE:
            if self.events is not None:
                self.tell("leave", {"player": self.mover})
            self.end_turn()
            return
        ability = action - USE_CARD
        self.active = minus(self.active, ability)
        self.using = ability
        if ability == BOARD_ABILITY:
            bonus = PARTS.ability[p.board][self.deed]
            amount = PARTS.ability_amount[p.board][self.deed]
            if self.events is not None:
                args = {"player": self.mover, "board": "board-" + BOARDS[p.board]}
                self.tell("use-board", args)
        else:
            card = p.cards[ability]
            bonus = BONUS[card]
            amount = AMOUNT[card]
            if self.events is not None:
                self.tell("use-card", {"player": self.mover, "card": card})
        if bonus == CALM_HERE:
            self.calm(p, ability // 3)
        elif bonus in (CALM_ANY, CALM_WORKER):
            self.put(CALM)
        elif bonus == OFFICIAL:
            self.place_official(p, amount, ability // 3)
            self.end_ability(p)
        elif bonus == WORKER_MOVE:
            self.put(WORKER)
        elif bonus in (SHIFT, EXTRA_WORKER):
            self.start_moves(amount, may_stop=False)
        elif bonus == ENVOY:
            self.put(GOVERN)
        elif total(self.ones):
            self.put(TAKE)
        else:  # ZG-47
            p.gains = raised(p.gains, BOARD_VP if ability == BOARD_ABILITY else CARDS_VP, 1)
            if self.events is not None:
                self.tell("no-marker", {"player": self.mover, "vp": 1})
            self.end_ability(p)

    def end_ability(self, p: Player) -> None:
        self.using = NOBODY
        self.use_abilities(p)

    def calm_choices(self, p: Player) -> list[int]:
        return [CALMS + region for region in range(REGIONS) if at(p.levels, region)]

    def calm(self, p: Player, region: int) -> None:
        """One step less unrest; the square board sends a worker there (ZG-49)."""
        p.levels = more(p.levels, region, -1)
        if self.events is not None:
            args = {"player": self.mover, "region": region + 1, "level": at(p.levels, region)}
            self.tell("calm", args)
        if self.using == BOARD_ABILITY and PARTS.ability[p.board][self.deed] == CALM_WORKER:
            p.workers = many_more(p.workers, region, 1)
            if self.events is not None:
                self.tell("board-worker", {"player": self.mover, "region": region + 1})
        self.end_ability(p)

    def take_choices(self) -> list[int]:
        return [TAKES + colour for colour in range(3) if at(self.ones, colour)]

    def take_marker(self, p: Player, colour: int) -> None:
        self.ones = more(self.ones, colour, -1)
        p.ones = more(p.ones, colour, 1)
        if self.events is not None:
            self.tell("marker", {"player": self.mover, "colour": COLOURS[colour]})
        self.end_ability(p)

    def worker_choices(self, p: Player) -> list[int]:
        return [
            WORKER_STEPS + step
            for step in range(len(STEP_FROM))
            if many_at(p.workers, STEP_FROM[step])
        ]

    def move_worker(self, p: Player, step: int) -> None:
        p.workers = many_more(p.workers, STEP_FROM[step], -1)
        p.workers = many_more(p.workers, STEP_TO[step], 1)
        if self.events is not None:
            args = {"player": self.mover, "from": STEP_FROM[step] + 1, "to": STEP_TO[step] + 1}
            self.tell("worker", args)
        self.end_ability(p)

    def envoy_choices(self, p: Player) -> list[int]:
        found: list[int] = []
        for index in range(len(ENVOY_FROM)):
            region = ENVOY_FROM[index]
            place = ENVOY_PLACE[index]
            if place == OPEN_AREA:
                there = at(p.open, region) > 0
            else:
                there = held(self.squares, region * 2 + place) == self.mover
            if there:
                found.append(ENVOY_STEPS + index)
        return found

    def move_governor(self, p: Player, index: int) -> None:
        """To the open area, without a bonus; a square left is free again (ZG-48)."""
        region = ENVOY_FROM[index]
        place = ENVOY_PLACE[index]
        if place == OPEN_AREA:
            p.open = more(p.open, region, -1)
        else:
            self.squares = hold(self.squares, region * 2 + place, NOBODY)
        p.open = more(p.open, ENVOY_TO[index], 1)
        if self.events is not None:
            args = {
                "player": self.mover,
                "place": "place-" + ENVOY_PLACES[place],
                "from": region + 1,
                "to": ENVOY_TO[index] + 1,
            }
            self.tell("envoy", args)
        self.end_ability(p)

    def end_turn(self) -> None:
        self.active = 0
        self.card = 0
        self.below = 0
        self.deed = NO_DEED
        self.target = 0
        self.claim_tasks(self.mover)
        self.turn += 1
        self.next_turn()

    # Tasks

    def claim_tasks(self, player: int) -> None:
        """A disc on every task accomplished and not claimed before (ZG-51)."""
        p = self.seats[player]
        task: i64
        for task in range(TASKS):
            enough = p.pieces(task % 3) >= at(self.needed, task) and not has(p.claimed, task)
            if enough and self.fulfils(player, task):
                slot: i64 = 0
                while self.discs[task * TASK_SLOTS + slot] != NOBODY:
                    slot += 1
                self.discs = replaced(self.discs, task * TASK_SLOTS + slot, player)
                p.claim(task, slot)
                if self.events is not None:
                    args = self.task_args(task)
                    args["player"] = player
                    args["vp"] = PARTS.task_slots[slot]
                    self.tell("claim", args)

    def fulfils(self, player: i64, task: i64) -> bool:
        kind: i64 = task % 3
        tile = self.tasks[task]
        needs = PARTS.task_needs[kind][tile]
        for place in PARTS.task_places[kind][tile]:
            if self.pieces_at(player, kind, place) < needs[place]:
                return False
        return True

    def pieces_at(self, player: i64, kind: i64, place: i64) -> i64:
        """Own walls at a site, palaces or governors in a region."""
        if kind == 0:
            return size(common(self.seats[player].walls, SLOTS_AT[place]))
        if kind == 1:
            return at(self.seats[player].palaces, place)
        return self.governors_in(player, place)

    def governors_in(self, player: i64, region: i64) -> i64:
        found: i64 = at(self.seats[player].open, region)
        if held(self.squares, region * 2) == player:
            found += 1
        if held(self.squares, region * 2 + 1) == player:
            found += 1
        return found

    # Phase 3: unification rewards

    def start_rewards(self) -> None:
        self.aspect = NOBODY
        self.next_aspect()

    def next_aspect(self) -> None:
        self.aspect += 1
        if self.aspect == 3:
            self.end_round()
            return
        self.candidates = self.ranking(self.aspect)
        if not self.candidates and self.events is not None:
            self.tell("nobody", self.reward_args())
        self.next_candidate()

    def reward_args(self) -> dict[str, Any]:
        name = PARTS.reward_names[self.round - 1][self.aspect]
        return {"aspect": ASPECTS[self.aspect], "reward": "reward-" + name}

    def ranking(self, aspect: int) -> list[int]:
        """Who has markers of this colour, the highest value first (ZG-55)."""
        found: list[int] = []
        for seat in self.tie_order():
            value = self.seats[seat].value(aspect)
            if value:
                index = len(found)
                while index and self.seats[found[index - 1]].value(aspect) < value:
                    index -= 1
                found.insert(index, seat)
        return found

    def next_candidate(self) -> None:
        while self.candidates:
            self.mover = self.candidates[0]
            self.candidates = self.candidates[1:]
            if self.can_take_reward(self.mover, self.round, self.aspect):
                self.put(REWARD)
                return
            if self.events is not None:
                args = self.reward_args()
                args["player"] = self.mover
                self.tell("reward-unable", args)
        self.next_aspect()

    def can_take_reward(self, player: int, round: int, aspect: int) -> bool:
        """Could the player take the complete reward now (ZG-57)?"""
        p = self.seats[player]
        kind = PARTS.reward_kind[round - 1][aspect]
        if kind == REWARD_OFFICIAL:
            return total(p.supply) > 0
        if kind == REWARD_OFFICIALS:
            return at(p.supply, PARTS.reward_colour[round - 1][aspect]) >= PARTS.reward_officials
        if kind == REWARD_GOVERNOR:
            return p.governors_left > 0
        if kind == REWARD_WALL:
            return len(self.free_walls(player, SLOTS)) > 0
        if kind == REWARD_PALACE:
            return any(self.can_build_palace(p, region) for region in range(REGIONS))
        return True

    def answer_reward(self, p: Player, action: int) -> None:
        args: dict[str, Any] = {}
        if self.events is not None:
            args = self.reward_args()
            args["player"] = self.mover
        if action == PASS:
            if self.events is not None:
                self.tell("reward-pass", args)
            self.next_candidate()
            return
        colour = self.aspect
        if self.events is not None:
            args["value"] = p.value(colour)
            args["colour"] = COLOURS[colour]
            self.tell("reward-accept", args)
        self.ones = more(self.ones, colour, at(p.ones, colour))
        self.threes = more(self.threes, colour, at(p.threes, colour))
        p.ones = more(p.ones, colour, -at(p.ones, colour))
        p.threes = more(p.threes, colour, -at(p.threes, colour))
        self.candidates = NONE
        kind = PARTS.reward_kind[self.round - 1][self.aspect]
        regions = PARTS.reward_regions[self.round - 1][self.aspect]
        if kind == REWARD_OFFICIAL:
            self.target = regions[0]
            self.put(PLACE)
        elif kind == REWARD_OFFICIALS:
            for _ in range(PARTS.reward_officials):
                colour = PARTS.reward_colour[self.round - 1][self.aspect]
                self.place_official(p, colour, regions[0])
            self.end_reward(p)
        elif kind == REWARD_WORKERS:
            p.workers = many_more(p.workers, regions[0], PARTS.reward_workers)
            if self.events is not None:
                args = {
                    "player": self.mover,
                    "workers": PARTS.reward_workers,
                    "region": regions[0] + 1,
                }
                self.tell("reward-workers", args)
            self.end_reward(p)
        else:
            self.put(GOAL)

    def goal_choices(self, p: Player) -> list[int]:
        kind = PARTS.reward_kind[self.round - 1][self.aspect]
        if kind == REWARD_GOVERNOR:
            regions = PARTS.reward_regions[self.round - 1][self.aspect]
            return [GOVERNORS + region for region in regions]
        if kind == REWARD_WALL:
            return self.free_walls(self.mover, SLOTS)
        return [PALACES + region for region in range(REGIONS) if self.can_build_palace(p, region)]

    def reach_goal(self, p: Player, action: int) -> None:
        """A governor, wall or palace without its price."""
        if action >= GOVERNORS:
            self.deed = GOVERNOR
            self.send_governor(p, action - GOVERNORS)
        elif action >= WALLS:
            self.deed = WALL
            self.target = action - WALLS
            self.build_wall(p)
            self.end_reward(p)
        else:
            self.deed = PALACE
            self.target = action - PALACES
            self.build_palace(p)
            self.score_palace(p)

    def end_reward(self, p: Player) -> None:
        """The disc moves to the slot of the reward (ZG-56)."""
        player = self.mover
        self.deed = NO_DEED
        self.target = 0
        self.track = [seat for seat in self.track if seat != player]
        for aspect in range(3):
            if held(self.column, aspect) == player:
                self.column = hold(self.column, aspect, NOBODY)
        self.column = hold(self.column, self.aspect, player)
        self.claim_tasks(player)
        self.next_aspect()

    def end_round(self) -> None:
        """Discs go back to the Rewards Track; the top one is the next 1st player (ZG-59)."""
        self.aspect = NOBODY
        self.track = self.tie_order()
        self.column = 0
        if self.events is not None:
            self.tell("track", {"player": self.track[0], "players": self.track[:]})
        if self.round < ROUNDS:
            self.draw_cards()
        else:
            self.end_game()

    # End of the game

    def end_game(self) -> None:
        self.question = OVER
        self.ask([])
        if self.events is not None:
            for player in range(self.players):
                final = self.final_points(player)
                args = {
                    "player": player,
                    "governors": final[0],
                    "aspects": final[1],
                    "tasks": final[2],
                    "walls": final[3],
                    "vp": self.seats[player].vp() + sum_of(final),
                }
                self.tell("final", args)

    def final_points(self, player: int) -> list[int]:
        """Governors, aspects, tasks and walls, as if the game ended now."""
        return [
            self.governor_points(player),
            self.aspect_points(player),
            self.task_points(player),
            self.wall_points(player),
        ]

    def governor_points(self, player: int) -> int:
        points = 0
        for region in range(REGIONS):
            points += self.majority(player, region)
        return points

    def majority(self, player: int, region: int) -> int:
        """Points for having most governors in a region, shared among those who tie."""
        own = self.governors_in(player, region)
        if not own:
            return 0
        tied = 1
        for other in range(self.players):
            if other != player:
                theirs = self.governors_in(other, region)
                if theirs > own:
                    return 0
                if theirs == own:
                    tied += 1
        return (PARTS.region_vp + PARTS.governor_vp * own) // tied

    def aspect_points(self, player: int) -> int:
        points = 0
        for colour in range(3):
            ranking = self.ranking(colour)
            if ranking and ranking[0] == player:
                points += PARTS.aspect_vp[colour]
        return points

    def task_points(self, player: int) -> int:
        p = self.seats[player]
        upper, lower = common(p.claimed, UPPER_TASKS), apart(p.claimed, UPPER_TASKS)
        return at(p.claims, 0) * size(upper) + at(p.claims, 1) * size(lower)

    def wall_points(self, player: int) -> int:
        p = self.seats[player]
        points = 0
        for slot in items(p.walls):
            points += self.wall_worth(p, self.faces[slot // SLOTS], slot % SLOTS)
        return points

    def wall_worth(self, p: Player, face: i64, rods: i64) -> int:
        """What a tile brings for a wall on one, two or three rods, counted from 0."""
        vp = PARTS.face_vp[face][rods]
        if face == CALM15:
            return max(0, vp - total(p.levels))  # ruling Q33
        return vp * self.wall_count(p, face)

    def wall_count(self, p: Player, face: i64) -> int:
        """How often the board shows what a tile asks for."""
        if face == SETS:
            return min(p.cards_of(0), min(p.cards_of(1), p.cards_of(2)))
        found = 0
        region: i64
        for region in range(REGIONS):
            if self.shows(p, face, region):
                found += 1
        return found

    def shows(self, p: Player, face: i64, region: i64) -> bool:
        place: i64 = region * 3
        if face == EMPTY:
            return at(p.levels, region) == 0
        if face == LOYAL:
            officials = p.staff_in(region)
            officials += (
                few_at(p.in_g, place) + few_at(p.in_g, place + 1) + few_at(p.in_g, place + 2)
            )
            return officials >= at(p.levels, region)
        if face == FULL:
            return p.cards_in(region) == FULL_REGION
        if face < SETS:
            colour = face - RED
            return few_at(p.in_g, place + colour) + few_at(p.in_w, place + colour) > 0
        if face == PAIR:
            return any(p.cards_shown(region, colour) >= 2 for colour in range(3))
        return p.cards_shown(region, face - IVORY) > 0

    def scores(self) -> list[int]:
        if not self.over():
            return [player.vp() for player in self.seats]
        return [
            self.seats[player].vp() + sum_of(self.final_points(player))
            for player in range(self.players)
        ]

    def standing(self, player: int) -> tuple[int, ...]:
        """Points, then the higher disc on the Rewards Track."""
        tie = self.tie_order()
        return (self.scores()[player], -tie.index(player))

    # The contract

    def choices(self, player: int) -> list[int]:
        p = self.seats[player]
        question = self.question
        if question == CARD:
            return [FIRST_CARD + card - 1 for card in p.hand]
        if question == USE:
            return self.uses(p)
        if question == MOVE:
            return self.moves(p)
        if question == ABILITY:
            return self.ability_choices(p)
        if question == STAFF:
            return self.staff_choices(p)
        if question == PAY:
            return self.payments(p)
        if question == TOSS:
            return self.toss_choices(p)
        if question == SQUARE:
            return self.square_choices()
        if question == PLACE:
            return self.place_choices(p)
        if question == BIG:
            return self.big_choices()
        if question == CALM:
            return self.calm_choices(p)
        if question == TAKE:
            return self.take_choices()
        if question == WORKER:
            return self.worker_choices(p)
        if question == GOVERN:
            return self.envoy_choices(p)
        if question == REWARD:
            return REWARD_OFFERS
        if question == GOAL:
            return self.goal_choices(p)
        if question == BID:
            return self.bids(p)
        return [FIRST_BOARD + board - 1 for board in self.boards_left]

    def decide(self, player: int, action: int) -> None:
        p = self.seats[player]
        question = self.question
        if question == CARD:
            self.show_card(p, action - FIRST_CARD + 1)
        elif question == USE:
            self.use_card(p, action)
        elif question == MOVE:
            self.move(p, action)
        elif question == ABILITY:
            self.use_ability(p, action)
        elif question == STAFF:
            self.hire(p, action - STAFFS)
        elif question == PAY:
            self.pay(p, action - PAYS)
        elif question == TOSS:
            self.toss(player, action - FIRST_CARD + 1)
        elif question == SQUARE:
            self.take_square(p, action - SQUARE_KINDS)
        elif question == PLACE:
            self.place(p, action)
        elif question == BIG:
            self.take_big(p, action - TAKES)
        elif question == CALM:
            self.calm(p, action - CALMS)
        elif question == TAKE:
            self.take_marker(p, action - TAKES)
        elif question == WORKER:
            self.move_worker(p, action - WORKER_STEPS)
        elif question == GOVERN:
            self.move_governor(p, action - ENVOY_STEPS)
        elif question == REWARD:
            self.answer_reward(p, action)
        elif question == GOAL:
            self.reach_goal(p, action)
        elif question == BID:
            self.make_bid(player, action)
        else:
            self.choose_board(player, action - FIRST_BOARD + 1)

    def copy(self) -> "ZhanGuo":
        to = ZhanGuo()
        self.copy_table(to)
        return to
