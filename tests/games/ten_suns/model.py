"""The rules once more, written from the specification alone, to be compared with `rules.py`.

Chance is not drawn here: which cards and parts came is read from the log. Everything else, who is
asked what and what follows, is worked out again in the plainest way. The numbers of the cards are
those of the specification, not of the component file.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from tianxia.engine.events import Event

Question = dict[int, list[str]]
Flow = Generator[Question, tuple[int, str], None]
Answer = Generator[Question, tuple[int, str], str]

LOCATIONS = [
    "great-wall",
    "xian",
    "mount-tai",
    "yellow-river",
    "west-lake",
    "guilin",
    "dunhuang",
    "mount-emei",
    "huangshan",
    "kunlun",
]
IMMEDIATE = [
    "queen-mother",
    "jade-emperor",
    "chang-e",
    "jade-rabbit",
    "nuwa",
    "caishen",
    "fuxi",
    "zao-jun",
    "pangu",
    "fu-lu-shou",
]
USES = {
    "monkey-king": 4,
    "erlang-shen": 3,
    "nezha": 3,
    "dragon-king": 3,
    "lei-gong": 2,
    "guanyin": 3,
    "zhong-kui": 3,
    "yue-lao": 3,
    "guan-yu": 2,
    "lu-ban": 3,
    "xuanwu": 2,
}
BOLTS = {"monkey-king", "erlang-shen", "nezha", "lei-gong", "xuanwu"}
#: With 2, 3, 4, 5 and 6 players.
HEALTH = {
    "da-feng": (2, 3, 4, 5, 5),
    "ya-yu": (3, 4, 5, 6, 6),
    "zao-chi": (3, 4, 5, 6, 6),
    "tao-wu": (4, 5, 5, 7, 7),
    "hun-dun": (4, 5, 5, 7, 7),
    "feng-xi": (4, 5, 5, 7, 7),
    "qiong-qi": (5, 5, 6, 8, 8),
    "xiu-she": (5, 5, 6, 8, 8),
    "jiu-ying": (5, 6, 7, 8, 8),
    "tao-tie": (6, 6, 7, 9, 9),
}
KINDS = ["gate", "hall", "tower", "garden", "bridge", "pavilion"]
PALACES = {2: (0, 1), 4: (2, 2), 8: (7, 3)}
LOCATION_BONUS = [0, 1, 3, 6, 10, 15, 20, 25, 30, 30, 30]


@dataclass
class Seat:
    """A player."""

    solar: int = 0
    lunar: int = 5
    prestige: int = 0
    moon: int = 0
    bagua: int = 0
    bids: list[int] = field(default_factory=lambda: [0] * 6)
    locations: Counter[str] = field(default_factory=Counter)
    gods: dict[str, int] = field(default_factory=dict)
    slots: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])

    def spend(self) -> None:
        if self.solar:
            self.solar -= 1
        else:
            self.lunar -= 1

    def climb(self, steps: int) -> None:
        self.moon = min(7, self.moon + steps)

    def lose(self, prestige: int) -> None:
        self.prestige = max(0, self.prestige - prestige)


class Model:
    """A game; `answer` takes a decision with what the log told of it."""

    def __init__(self, players: int, bow: int, options: dict[str, Any], told: list[Event]) -> None:
        self.players = players
        self.options = options
        self.seats = [Seat() for _ in range(players)]
        self.bow = bow
        self.arrow: int | None = None
        self.sun = 10
        self.round = 0
        self.unseen = Counter(
            dict.fromkeys(LOCATIONS, 2)
            | dict.fromkeys([*IMMEDIATE, *USES, *HEALTH], 1)
            | {"hou-yi": 6, "hou-yi-star": 3}
        )
        self.parts = Counter(dict.fromkeys(KINDS, 8))
        self.discard: Counter[str] = Counter()
        self.hand: list[str] = []
        self.row: list[str | None] = []
        self.items: list[list[str]] = []
        self.marks: list[int | None] = []
        self.triggered: set[str] = set()
        self.told = told
        self.flow = self.game()
        self.question: Question = next(self.flow)

    def answer(self, player: int, action: str, told: list[Event]) -> None:
        self.told = told
        try:
            self.question = self.flow.send((player, action))
        except StopIteration:
            self.question = {}

    def public(self) -> dict[str, Any]:
        """As a saved state has it."""
        left = self.unseen.total()
        return {
            "round": self.round,
            "sun": self.sun,
            "bow": self.bow,
            "arrow": self.arrow,
            "unseen": counts(self.unseen),
            "top": max(0, left - 40),
            "bottom": min(40, left),
            "row": self.row,
            "items": [counts(items) for items in self.items],
            "marks": self.marks,
            "palace_deck": counts(self.parts),
            "palace_discard": counts(self.discard),
            "hand": counts(self.hand),
            "triggered": self.triggered,
            "seats": [
                {
                    "solar": seat.solar,
                    "lunar": seat.lunar,
                    "bids": seat.bids,
                    "prestige": seat.prestige,
                    "moon": seat.moon,
                    "bagua": seat.bagua,
                    "locations": counts(seat.locations),
                    "gods": seat.gods,
                    "slots": [counts(slot) for slot in seat.slots],
                }
                for seat in self.seats
            ],
        }

    def scores(self) -> list[int]:
        moons = [seat.moon for seat in self.seats]
        found = []
        for seat in self.seats:
            before = [moon for moon in moons if moon > seat.moon]
            place = len(before if self.options["moon_ties"] == "skip" else set(before))
            moon = [12, 7, 2, 0, 0, 0][place]
            found.append(
                seat.prestige + moon + len(seat.gods) + LOCATION_BONUS[len(seat.locations)]
            )
        return found

    # A game is rounds of eight steps

    def game(self) -> Flow:
        while True:
            self.round += 1
            self.reveal()
            yield from self.place_items()
            yield from self.bid()
            for player in self.clockwise():
                yield from self.trigger(player)
            for space in range(len(self.row)):
                yield from self.resolve(space)
            for seat in self.seats:
                seat.bids = [0] * 6
            self.marks = [None for _ in self.row]
            for player in self.clockwise():
                yield from self.complete(player)
            self.balance()
            if self.endings():
                return
            self.remove_leftovers()
            if not self.unseen:
                return
            self.bow = (self.bow + 1) % self.players if self.arrow is None else self.arrow
            self.arrow = None
            self.triggered = set()

    def remove_leftovers(self) -> None:
        """What nobody bid on is still there and goes last of all, with its items."""
        left = [card for card in self.row if card is not None]
        self.sun -= sum(card.startswith("hou-yi") for card in left)
        for items in self.items:
            self.discard.update(item for item in items if item != "lunar")
        self.row, self.items, self.marks = [], [], []

    def clockwise(self) -> list[int]:
        return [(self.bow + turn) % self.players for turn in range(self.players)]

    def ask(self, player: int, options: list[str]) -> Answer:
        if len(options) == 1:
            return options[0]
        _, action = yield {player: options}
        return action

    def log(self, kind: str) -> dict[str, Any]:
        """The next event of this kind; what was told before it is past."""
        while self.told[0].kind != kind:
            self.told = self.told[1:]
        found = self.told[0].args
        self.told = self.told[1:]
        return found

    def reveal(self) -> None:
        row = next(place for place, event in enumerate(self.told) if event.kind == "row")
        surplus = [event.args["card"] for event in self.told[:row] if event.kind == "surplus"]
        cards: list[str] = self.log("row")["cards"]
        archers = [card for card in cards if card in ("hou-yi", "hou-yi-star")]
        assert len(archers) <= 2
        assert len(archers) == 2 or not surplus
        in_top = max(0, self.unseen.total() - 40)
        drawn = Counter(cards) + Counter(surplus)
        assert drawn <= self.unseen
        assert drawn["hou-yi-star"] <= in_top
        assert drawn["hou-yi"] <= max(0, drawn.total() - in_top)
        self.unseen -= drawn
        assert len(cards) == min(6, self.players + 1) or not self.unseen
        self.row = [*cards]
        self.sun -= len(surplus)

    def draw(self, wanted: int, came: list[str]) -> list[str]:
        """Parts from the deck; it is made of the discarded ones when it has run out."""
        drawn = Counter(came)
        assert drawn.total() == min(wanted, (self.parts + self.discard).total())
        if drawn.total() > self.parts.total():
            assert self.parts <= drawn
            self.parts, self.discard = self.discard + self.parts, Counter()
        assert drawn <= self.parts
        self.parts -= drawn
        return sorted(came, key=KINDS.index)

    def place_items(self) -> Flow:
        came = [item for item in self.log("items")["items"] if item != "lunar"]
        self.items = [[] for _ in self.row]
        self.marks = [None for _ in self.row]
        self.hand = [*self.draw(len(self.row), came), "lunar", "lunar"]
        while self.hand:
            free = [f"put {i + 1}" for i, items in enumerate(self.items) if len(items) < 3]
            action = yield from self.ask(self.bow, free)
            self.items[int(action[4:]) - 1].append(self.hand.pop(0))
        for seat in self.seats:
            seat.solar = self.sun

    def bid(self) -> Flow:
        pending = list(range(self.players))
        spaces = [f"bid {space + 1}" for space in range(len(self.row))]
        while pending:
            player, action = yield {p: [*spaces, "done"] for p in pending}
            seat = self.seats[player]
            if action != "done":
                seat.spend()
                seat.bids[int(action[4:]) - 1] += 1
            if action == "done" or seat.solar + seat.lunar == 0:
                pending.remove(player)

    # Step 5

    def trigger(self, player: int) -> Flow:
        while True:
            action = yield from self.ask(player, [*self.triggers(player), "pass"])
            if action == "pass":
                return
            _, god, *target = action.split()
            self.seats[player].gods[god] -= 1
            self.triggered.add(god)
            if god in BOLTS:
                self.seats[player].spend()
            if god == "lu-ban":
                yield from self.draw_one(player)
            else:
                self.use(player, god, target)

    def triggers(self, player: int) -> list[str]:
        seat = self.seats[player]
        return [
            f"use {god} {target}".strip()
            for god, left in seat.gods.items()
            if left and god not in self.triggered
            if god not in BOLTS or seat.solar + seat.lunar
            for target in self.targets(player, god)
        ]

    def targets(self, player: int, god: str) -> list[str]:
        seat = self.seats[player]
        spaces = range(len(self.row))
        own = [i for i in spaces if seat.bids[i]]
        others = [p for p in range(self.players) if p != player]
        if god == "monkey-king":
            return [f"{i + 1}>{j + 1}" for i in own for j in spaces if i != j]
        if god in ("erlang-shen", "lei-gong"):
            found = []
            for p in others:
                bids = self.seats[p].bids
                least = max(bids) if god == "lei-gong" else 1
                found += [f"P{p} {i + 1}" for i in spaces if bids[i] and bids[i] >= least]
            return found
        if god == "nezha":
            return [str(i + 1) for i in own if seat.bids[i] == max(seat.bids)]
        if god == "dragon-king":
            return [str(i + 1) for i in spaces[:-1]]
        if god == "guanyin":
            return [str(i + 1) for i in own]
        if god == "zhong-kui":
            return [str(i + 1) for i in own if self.row[i] in HEALTH]
        if god == "guan-yu":
            return [str(i + 1) for i in own if self.row[i] not in HEALTH]
        if god == "yue-lao":
            sole = [i for i in own if all(self.seats[p].bids[i] < seat.bids[i] for p in others)]
            return [""] if sole and seat.moon < 7 else []
        if god == "lu-ban":
            room = any(slot.total() < 8 for slot in seat.slots)
            return [""] if room and self.parts + self.discard else []
        return [""] if own else []  # xuanwu

    def use(self, player: int, god: str, target: list[str]) -> None:
        seat = self.seats[player]
        if god == "monkey-king":
            source, to = target[0].split(">")
            seat.bids[int(source) - 1] -= 1
            seat.bids[int(to) - 1] += 1
            return
        if god in ("erlang-shen", "lei-gong"):
            bids = self.seats[int(target[0][1])].bids
            space = int(target[1]) - 1
            bids[space] = max(0, bids[space] - (1 if god == "erlang-shen" else 2))
            return
        space = int(target[0]) - 1 if target else -1
        if god == "nezha":
            seat.bids[space] += 2
        elif god == "dragon-king":
            self.row[space : space + 2] = self.row[space + 1], self.row[space]
        elif god == "guanyin":
            taken = min(2, seat.bids[space])
            seat.bids[space] -= taken
            seat.lunar += taken
        elif god == "zhong-kui":
            seat.bids[space] += 3
        elif god == "yue-lao":
            seat.climb(1)
        elif god == "guan-yu":
            self.marks[space] = player
        else:
            assert god == "xuanwu"
            seat.bids = [bid + 1 if bid else 0 for bid in seat.bids]

    def draw_one(self, player: int) -> Flow:
        """Lu Ban; his part is told when it is placed, and until then it is in the hand."""
        came = next(event for event in self.told if event.kind in ("build", "hand"))
        self.hand = self.draw(1, [came.args["part"]])
        yield from self.place(player)

    # Step 6

    def place(self, player: int) -> Flow:
        """All parts in hand, of which the owner first gives up as many as find no place."""
        slots = self.seats[player].slots
        room = 16 - slots[0].total() - slots[1].total()
        while room and len(self.hand) > room:
            options = [f"discard {part}" for part in dict.fromkeys(self.hand)]
            action = yield from self.ask(player, options)
            part = action.removeprefix("discard ")
            self.hand.remove(part)
            self.discard[part] += 1
        if not room:
            self.discard.update(self.hand)
            self.hand = []
        while self.hand:
            options = [f"build {'AB'[i]}" for i in (0, 1) if slots[i].total() < 8]
            if not slots[0] and not slots[1]:
                options = ["build A"]
            action = yield from self.ask(player, options)
            slots["AB".index(action[-1])][self.hand.pop(0)] += 1

    def resolve(self, space: int) -> Flow:
        card = self.row[space]
        assert card is not None
        bids = [seat.bids[space] for seat in self.seats]
        most = max(bids)
        if not most:
            return  # it waits for the end of the round
        best = [player for player, bid in enumerate(bids) if bid == most]
        taker: int | None = None
        if card in HEALTH:
            if sum(bids) >= HEALTH[card][self.players - 2]:
                for player, bid in enumerate(bids):
                    if bid:
                        self.seats[player].prestige += 5 if player in best else 2
                taker = best[0] if len(best) == 1 else None
            else:
                for player, bid in enumerate(bids):
                    if bid:
                        self.seats[player].lose(2)
        else:
            if len(best) > 1:
                lowest = min(self.seats[player].bagua for player in best)
                if self.marks[space] in best:
                    best = [player for player in best if player == self.marks[space]]
                else:
                    best = [player for player in best if self.seats[player].bagua == lowest]
            taker = best[0] if len(best) == 1 else None
            if card in ("hou-yi", "hou-yi-star"):
                self.sun -= 1
        self.row[space] = None
        items = self.items[space]
        parts = sorted((item for item in items if item != "lunar"), key=KINDS.index)
        if taker is None:
            self.items[space] = []
            self.discard.update(parts)
            return
        if card not in HEALTH:
            self.seats[taker].bagua += 1
            parts += self.gain(taker, card)
        self.items[space] = []
        self.seats[taker].lunar += items.count("lunar")
        self.hand = sorted(parts, key=KINDS.index)
        yield from self.place(taker)

    def gain(self, player: int, card: str) -> list[str]:
        """What the card does; returns the parts it brings."""
        seat = self.seats[player]
        if card in LOCATIONS:
            seat.locations[card] += 1
            return []
        if card == "hou-yi":
            seat.climb(1)
            return []
        if card == "hou-yi-star":
            seat.climb(2)
            self.arrow = player
            return []
        seat.gods[card] = USES.get(card, 0)
        if card == "queen-mother":
            seat.lunar += 4
        elif card == "jade-emperor":
            seat.prestige += 3
        elif card == "chang-e":
            seat.climb(2)
        elif card == "jade-rabbit":
            seat.climb(1)
            seat.lunar += 2
        elif card == "nuwa":
            return self.draw(3, list(self.log("parts")["items"]))
        elif card == "caishen":
            seat.lunar += 3
            seat.prestige += 1
        elif card == "fuxi":
            seat.bagua = 0
            seat.lunar += 2
        elif card == "zao-jun":
            seat.lunar += 1
            seat.prestige += len(seat.locations)
        elif card == "pangu":
            seat.lunar += 1
            seat.prestige += len(seat.gods)
        elif card == "fu-lu-shou":
            seat.prestige += 1
            seat.climb(1)
            seat.lunar += 1
        else:
            assert card in USES
        return []

    def complete(self, player: int) -> Flow:
        seat = self.seats[player]
        while True:
            sizes = [slot.total() for slot in seat.slots]
            options = [f"complete {'AB'[i]}" for i in (0, 1) if sizes[i] in PALACES]
            action = yield from self.ask(player, [*options, "keep"])
            if action == "keep":
                return
            slot = seat.slots["AB".index(action[-1])]
            lunar, prestige = PALACES[slot.total()]
            seat.lunar += lunar
            seat.prestige += prestige + len(slot)
            self.discard.update(slot)
            slot.clear()

    # Steps 7 and 8

    def balance(self) -> None:
        for seat in self.seats:
            seat.solar = 0
        if any(seat.bagua > 4 for seat in self.seats):
            least_bagua = min(seat.bagua for seat in self.seats)
            least_prestige = min(seat.prestige for seat in self.seats)
            for seat in self.seats:
                seat.lunar += 4 * (seat.bagua == least_bagua)
                seat.lunar += 4 * (seat.prestige == least_prestige)
            for seat in self.seats:
                seat.bagua = 0

    def endings(self) -> list[str]:
        found = []
        if max(seat.prestige for seat in self.seats) >= self.options["prestige_end"]:
            found.append("prestige")
        if max(seat.moon for seat in self.seats) == 7:
            found.append("moon")
        if self.sun <= 1:
            found.append("sun")
        return found


def counts(things: Iterable[str]) -> dict[str, int]:
    """How many of each, as a saved state has it."""
    return {thing: count for thing, count in Counter(things).items() if count}
