"""The rules of Ten Suns, in the order of the rulebook.

A round: the row of Influence cards is revealed, the holder of the Bow spreads bonus items over its
spaces, all bid in secret, the Bids are revealed, Gods are triggered, the spaces are resolved from
left to right, palaces are completed, the Balance is checked, and the Bow moves on unless the game
ends. Numbers such as TS-26 name the rules in `rules.md`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.actions import ActionSpace, Family, offers_by_set
from ...engine.compact import (
    Counts,
    Set,
    apart,
    at,
    counts_of,
    first_in,
    has,
    items,
    kinds_in,
    many_at,
    many_more,
    many_numbers,
    many_total,
    minus,
    more,
    most_of,
    plus,
    set_of,
    size,
    total,
)
from ...engine.counting import changed, largest, raised, replaced, smallest, sum_of
from ...engine.state import EVERYBODY
from .components import (
    ADD_EACH,
    ADD_HIGHEST,
    ADD_MONSTER,
    BAGUA_ZERO,
    DATA,
    DRAW_PART,
    LUNAR,
    MOON,
    MOON_IF_SOLE,
    MOVE_OWN,
    PARTS,
    PLAIN,
    PRESTIGE,
    PRESTIGE_PER_LOCATION,
    REMOVE_OTHER,
    REMOVE_OTHER_HIGHEST,
    STARRED,
    SWAP_CARDS,
    TAKE_BACK,
    WIN_TIES,
    God,
)
from .table import (
    BID_STEP,
    CARDS,
    EMPTY,
    FIRST_GOD,
    FIRST_LOCATION,
    GOD_STEP,
    GODS,
    ITEM_STEP,
    ITEMS,
    KINDS,
    LARGEST_PALACE,
    MOST_SPACES,
    NO_CARD,
    NO_ITEMS,
    NOBODY,
    OVER,
    PALACE_STEP,
    RESOLUTION_STEP,
    SLOTS,
    TRACKED,
    Primordial,
    Table,
)

NOTHING: Final = -1

COPIES: Final = DATA.copies
FIRST_MONSTER: Final = DATA.first_monster
ARCHER_MOON: Final = DATA.archer_moon
ARCHER_ARROW: Final = DATA.archer_arrow
HEALTH: Final = DATA.health

LUNAR_ITEM: Final = KINDS

ITEMS_PER_SPACE: Final = DATA.items_per_space
SLOT_NAMES: Final = DATA.slot_names()
PALACE_SIZES: Final = DATA.sizes
MOON_END: Final = DATA.moon_end
SUN_END: Final = DATA.sun_end
BOLT: Final = DATA.bolt
BALANCE_ABOVE: Final = DATA.balance_above
BALANCE_LUNAR: Final = DATA.balance_lunar
MOST_DAMAGE: Final = DATA.most_damage
PARTICIPANT: Final = DATA.participant
FAILED: Final = DATA.failed
MOON_BONUS: Final = DATA.moon_bonus
GOD_BONUS: Final = DATA.god_bonus
LOCATION_BONUS: Final = DATA.location_bonus


ENDINGS: Final = ["prestige", "moon", "sun"]

# The action space. Each God with a power tracker has a family of its own, shaped by what it does.
_SPACES: Final = [str(space + 1) for space in range(MOST_SPACES)]
_SEATS: Final = [f"P{seat}" for seat in range(DATA.seats)]
_MOVES: Final = [{"source": i, "target": j} for i in _SPACES for j in _SPACES if i != j]


def _uses(god: God) -> Family:
    name, pattern, op = f"use-{god.id}", f"use {god.id}", god.ops[0]
    if op == MOVE_OWN:
        return Family(name, pattern + " {source}>{target}", only=_MOVES)
    if op in (REMOVE_OTHER, REMOVE_OTHER_HIGHEST):
        return Family(name, pattern + " {seat} {space}", {"seat": _SEATS, "space": _SPACES})
    if op == SWAP_CARDS:
        return Family(name, pattern + " {space}", {"space": _SPACES[:-1]})
    if op in (MOON_IF_SOLE, DRAW_PART, ADD_EACH):
        return Family(name, pattern)
    return Family(name, pattern + " {space}", {"space": _SPACES})


SPACE: Final = ActionSpace(
    [
        Family("put", "put {space}", {"space": _SPACES}),
        Family("bid", "bid {space}", {"space": _SPACES}),
        Family("done", "done"),
        *(_uses(GODS[god]) for god in TRACKED),
        Family("pass", "pass"),
        Family("build", "build {slot}", {"slot": SLOT_NAMES}),
        Family("discard", "discard {part}", {"part": DATA.kinds}),
        Family("complete", "complete {slot}", {"slot": SLOT_NAMES}),
        Family("keep", "keep"),
    ]
)
PUT: Final = SPACE.start("put")
BID: Final = SPACE.start("bid")
DONE: Final = SPACE.start("done")
PASS: Final = SPACE.start("pass")
BUILD: Final = SPACE.start("build")
DISCARD: Final = SPACE.start("discard")
COMPLETE: Final = SPACE.start("complete")
KEEP: Final = SPACE.start("keep")
#: For each God its first action, and for each action from `DONE + 1` to `PASS - 1` its God.
USE: Final = [SPACE.start(f"use-{god.id}") if god.uses > 0 else NOTHING for god in GODS]
GOD_OF_USE: Final = [god for god in TRACKED for _ in range(len(_uses(GODS[god])))]
#: What can be bid with so many spaces and Energy left.
BID_OFFERS: Final = [[*range(BID, BID + spaces), DONE] for spaces in range(MOST_SPACES + 1)]
#: The options for every set of spaces, of palaces with room, and of those that can be completed.
PUT_OFFERS: Final = offers_by_set(PUT, MOST_SPACES)
BUILD_OFFERS: Final = offers_by_set(BUILD, SLOTS)
COMPLETE_OFFERS: Final = [[*offers, KEEP] for offers in offers_by_set(COMPLETE, SLOTS)]
COMPLETE_SIZES: Final = set_of(PALACE_SIZES)
ONLY_PASS: Final = [PASS]
EMPTY_SPACES: Final[vec[i64]] = vec[i64]([0 for _ in range(MOST_SPACES)])
NO_MARKS: Final = [[NOBODY] * spaces for spaces in range(MOST_SPACES + 1)]


def palace_prestige(parts: Counts) -> int:
    """What a palace with these parts is worth when completed; 0 if its size cannot be."""
    size = int(total(parts))
    if size not in PALACE_SIZES:
        return 0
    return DATA.size_prestige[PALACE_SIZES.index(size)] + DATA.per_kind * int(kinds_of(parts))


def kinds_of(parts: Counts) -> i64:
    """How many different kinds there are."""
    return size(kinds_in(parts))


def palace_lunar(parts: Counts) -> int:
    """The Lunar for completing a palace with these parts."""
    size = int(total(parts))
    return DATA.size_lunar[PALACE_SIZES.index(size)] if size in PALACE_SIZES else 0


def location_bonus(different: int) -> int:
    """Prestige at the end for so many different Locations."""
    return LOCATION_BONUS[min(different, len(LOCATION_BONUS) - 1)]


@final
class TenSuns(Table):
    """A game of Ten Suns.

    No order of cards is kept: what is drawn is decided when it is drawn, from the cards and parts
    left.
    """

    # Setup

    def setup(self) -> None:
        self.seats = [Primordial() for _ in range(self.players)]
        for seat in self.seats:
            seat.lunar = DATA.start_lunar
        if self.options["first_bow"] == "random":
            self.bow = int(self.rng.below(self.players))
        self.palace_deck = counts_of([DATA.part_copies] * KINDS)
        self.unseen = vec[i64](COPIES)
        others = sum_of(COPIES[FIRST_LOCATION:])
        top = (2 * others + DATA.top_share) // (2 * DATA.top_share)  # rounded to the nearest
        self.top = top + COPIES[STARRED]
        self.bottom = others - top + COPIES[PLAIN]
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        if self.events is not None:
            self.tell("round", {"round": self.round, "player": self.bow, "sun": self.sun})
        self.reveal_row()
        self.draw_items()

    # Step 1: reveal

    def reveal_row(self) -> None:
        """Cards for the spaces from left to right; a third Hou Yi is discarded (TS-8 to TS-10)."""
        spaces = min(self.players + 1, MOST_SPACES)
        archers = 0
        row: list[int] = []
        while len(row) < spaces and self.top + self.bottom > 0:
            card = self.draw_card()
            if card < FIRST_LOCATION:
                if archers == DATA.hou_yi_in_row:
                    if self.events is not None:
                        self.tell("surplus", {"card": CARDS[card]})
                    self.lose_sun()
                    continue
                archers += 1
            row.append(card)
        self.row = row
        if self.events is not None:
            self.tell("row", {"cards": [CARDS[card] for card in self.row]})

    def draw_card(self) -> i64:
        """The starred Hou Yi are in the top section, the others in the bottom section."""
        if self.top > 0:
            archer, left = STARRED, self.top
            self.top -= 1
        else:
            archer, left = PLAIN, self.bottom
            self.bottom -= 1
        if self.rng.below(left) < self.unseen[archer]:
            card: i64 = archer
        else:
            card = self.rng.weighted_from(self.unseen, FIRST_LOCATION)
        self.unseen[card] -= 1
        return card

    def lose_sun(self) -> None:
        self.sun -= 1
        if self.events is not None:
            self.tell("sun", {"sun": self.sun})

    # Step 2: bonus items and Solar Energy

    def draw_items(self) -> None:
        """A Palace Part for each space, and Lunar; the Bow holder places them (TS-11, TS-12)."""
        self.items = EMPTY_SPACES[: len(self.row)]
        self.marks = NO_MARKS[len(self.row)]
        self.draw_parts(len(self.row))
        self.hand = more(self.hand, LUNAR_ITEM, DATA.bonus_lunar)
        if self.events is not None:
            self.tell("items", {"player": self.bow, "items": names(self.hand)})
        self.step = ITEM_STEP
        self.ask_one(self.bow)

    def draw_parts(self, wanted: int) -> None:
        """Palace Parts into the hand; the discard pile becomes the deck when that is empty."""
        for _ in range(wanted):
            if self.palace_deck == 0:
                if self.palace_discard == 0:
                    return
                self.palace_deck, self.palace_discard = self.palace_discard, 0
                if self.events is not None:
                    self.tell("reshuffle", {})
            kind = self.rng.weighted_count(self.palace_deck)
            self.palace_deck = more(self.palace_deck, kind, -1)
            self.hand = more(self.hand, kind, 1)

    def next_item(self) -> i64:
        """The item in hand that must be placed next: parts in kind order, then Lunar."""
        return first_in(self.hand)

    def put_choices(self) -> list[int]:
        """Spaces with room for another item."""
        free: Set = 0
        space: i64
        for space in range(len(self.row)):
            if total(self.items[space]) < ITEMS_PER_SPACE:
                free = plus(free, space)
        return PUT_OFFERS[free]

    def put_item(self, space: int) -> None:
        item = self.next_item()
        self.hand = more(self.hand, item, -1)
        self.items[space] = more(self.items[space], item, 1)
        if self.events is not None:
            place = {"space": space + 1, "card": CARDS[self.row[space]]}
            self.tell("put", {"player": self.bow, "item": ITEMS[item], **place})
        if self.next_item() == NOTHING:
            self.give_solar()
        else:
            self.ask_one(self.bow)

    def give_solar(self) -> None:
        for seat in self.seats:
            seat.solar += self.sun
        if self.events is not None:
            self.tell("solar", {"energy": self.sun})
        self.step = BID_STEP
        self.ask_set(EVERYBODY[self.players], secret=True)

    # Step 3: bids

    def bid(self, player: int, space: int) -> None:
        """One Energy more on a space. The same question goes on: nobody else may notice."""
        seat = self.seats[player]
        seat.spend(1)
        seat.bids = many_more(seat.bids, space, 1)

    # Step 4: revelation

    def reveal_bids(self) -> None:
        if self.events is not None:
            for player, seat in enumerate(self.seats):
                bids = many_numbers(seat.bids, len(self.row))
                self.tell("bids", {"player": player, "bids": bids, "energy": sum_of(bids)})
        self.step = GOD_STEP
        self.turn = self.bow
        self.ask_one(self.turn)

    # Step 5: Gods

    def god_choices(self, player: int) -> list[int]:
        """Every God that can be triggered with every target (TS-17), and passing."""
        seat = self.seats[player]
        ready = apart(seat.ready, self.triggered)
        if ready == 0:
            return ONLY_PASS
        found: list[int] = []
        reserve = seat.solar + seat.lunar
        for god in items(ready):
            if not GODS[god].bolt or reserve >= BOLT:
                first = USE[god]
                found += [first + target for target in self.targets(player, god)]
        found.append(PASS)
        return found

    def targets(self, player: int, god: int) -> list[int]:
        """The legal targets of one God, counted within its family of actions."""
        op = GODS[god].ops[0]
        seat = self.seats[player]
        bids = many_numbers(seat.bids, MOST_SPACES)
        spaces = range(len(self.row))
        if op == MOVE_OWN:
            return [
                source * (MOST_SPACES - 1) + (target if target < source else target - 1)
                for source in spaces
                if bids[source] > 0
                for target in spaces
                if target != source
            ]
        if op in (REMOVE_OTHER, REMOVE_OTHER_HIGHEST):
            found: list[int] = []
            for other in range(self.players):
                if other != player:
                    theirs = many_numbers(self.seats[other].bids, MOST_SPACES)
                    least = 1 if op == REMOVE_OTHER else max(1, largest(theirs))
                    first = other * MOST_SPACES
                    found += [first + space for space in spaces if theirs[space] >= least]
            return found
        if op == ADD_HIGHEST:
            highest = max(1, largest(bids))
            return [space for space in spaces if bids[space] == highest]
        if op == SWAP_CARDS:
            return list(range(len(self.row) - 1))
        if op == TAKE_BACK:
            return [space for space in spaces if bids[space] > 0]
        if op == ADD_MONSTER:
            return [s for s in spaces if bids[s] > 0 and self.row[s] >= FIRST_MONSTER]
        if op == WIN_TIES:
            return [s for s in spaces if bids[s] > 0 and self.row[s] < FIRST_MONSTER]
        if op == MOON_IF_SOLE:
            possible = seat.moon < MOON_END and self.is_sole_highest(player)
        elif op == DRAW_PART:
            possible = total(self.palace_deck) + total(self.palace_discard) > 0 and seat.room() > 0
        else:  # ADD_EACH
            possible = largest(bids) > 0
        return [0] if possible else []

    def is_sole_highest(self, player: int) -> bool:
        """Does the player alone hold the highest Bid on some space?"""
        for space in range(len(self.row)):
            own = many_at(self.seats[player].bids, space)
            if own > 0:
                sole = True
                for other in range(self.players):
                    if other != player and many_at(self.seats[other].bids, space) >= own:
                        sole = False
                if sole:
                    return True
        return False

    def use_god(self, player: int, action: int) -> None:
        """Costs a use, and with a bolt Energy; acts at once (TS-17, TS-18)."""
        god = GOD_OF_USE[action - DONE - 1]
        self.uses = raised(self.uses, god, -1)
        if self.uses[god] == 0:
            self.seats[player].ready = minus(self.seats[player].ready, god)
        self.triggered = plus(self.triggered, god)
        if self.events is not None:
            self.tell("use", {"player": player, "god": GODS[god].id, "left": self.uses[god]})
        if GODS[god].bolt:
            self.seats[player].spend(BOLT)
            if self.events is not None:
                self.tell("bolt", {"player": player, "energy": BOLT, "god": GODS[god].id})
        self.trigger(player, god, action - USE[god])
        if not self.place_parts():
            self.ask_one(player)

    def trigger(self, player: int, god: int, target: int) -> None:
        """What the God does (TS-21); the target is counted within its family of actions."""
        op = GODS[god].ops[0]
        amount = GODS[god].amounts[0]
        seat = self.seats[player]
        if op == MOVE_OWN:
            source, to = target // (MOST_SPACES - 1), target % (MOST_SPACES - 1)
            if to >= source:
                to += 1
            self.change_bid(player, to, -self.change_bid(player, source, -amount))
        elif op in (REMOVE_OTHER, REMOVE_OTHER_HIGHEST):
            self.change_bid(target // MOST_SPACES, target % MOST_SPACES, -amount)
        elif op in (ADD_HIGHEST, ADD_MONSTER):
            self.change_bid(player, target, amount)
        elif op == SWAP_CARDS:
            # Bids, items and tie marks belong to the spaces and stay.
            left, right = self.row[target], self.row[target + 1]
            self.row = replaced(replaced(self.row, target, right), target + 1, left)
            if self.events is not None:
                swap = {"left": CARDS[left], "right": CARDS[right], "space": target + 1}
                self.tell("swap", {**swap, "next": target + 2})
        elif op == TAKE_BACK:
            self.gain_lunar(player, -self.change_bid(player, target, -amount))
        elif op == MOON_IF_SOLE:
            self.gain_moon(player, amount)
        elif op == WIN_TIES:
            self.marks = replaced(self.marks, target, player)
            if self.events is not None:
                place = {"space": target + 1, "card": CARDS[self.row[target]]}
                self.tell("mark", {"player": player, **place})
        elif op == DRAW_PART:
            self.draw_parts(amount)
        else:  # ADD_EACH
            for space in range(len(self.row)):
                if many_at(seat.bids, space) > 0:
                    self.change_bid(player, space, amount)

    def change_bid(self, player: int, space: int, change: int) -> int:
        """Raise or lower a Bid, never below 0 (TS-20); returns the change made."""
        seat = self.seats[player]
        made = max(change, -int(many_at(seat.bids, space)))
        seat.bids = many_more(seat.bids, space, made)
        if self.events is not None:
            place = {"space": space + 1, "card": CARDS[self.row[space]]}
            self.tell("bid-now", {"player": player, "bid": many_at(seat.bids, space), **place})
        return made

    # Placing Palace Parts (TS-32), which interrupts steps 5 and 6

    def place_parts(self) -> bool:
        """Parts in hand go into the palaces of `turn`; true if that player has to say how.

        Of more parts than there is room for she first chooses those that are discarded. With room
        for all, no order of placing them could lead to anything the kind order does not.
        """
        if self.next_item() == NOTHING:
            return False
        if self.seats[self.turn].room() > 0:
            self.ask_one(self.turn)
            return True
        while self.next_item() != NOTHING:
            self.discard_part(self.turn, self.next_item())
        return False

    def surplus(self, player: int) -> i64:
        """How many of the parts in hand find no room."""
        return total(self.hand) - self.seats[player].room()

    def discard_part(self, player: int, kind: int) -> None:
        self.hand = more(self.hand, kind, -1)
        self.palace_discard = more(self.palace_discard, kind, 1)
        if self.events is not None:
            self.tell("no-room", {"player": player, "part": ITEMS[kind]})

    def build_choices(self, player: int) -> list[int]:
        """A part too many; else palaces with room, of empty ones only the first: they are alike."""
        if self.surplus(player) > 0:
            return [DISCARD + kind for kind in range(KINDS) if at(self.hand, kind) > 0]
        free: Set = 0
        slots = self.seats[player].slots
        slot: i64
        for slot in range(SLOTS):
            if total(slots[slot]) < LARGEST_PALACE:
                if slots[slot] == 0 and slot > 0 and slots[slot - 1] == 0:
                    break
                free = plus(free, slot)
        return BUILD_OFFERS[free]

    def build(self, player: int, slot: int) -> None:
        kind = self.next_item()
        self.hand = more(self.hand, kind, -1)
        seat = self.seats[player]
        parts = more(seat.slots[slot], kind, 1)
        seat.slots = changed(seat.slots, slot, parts)
        if self.events is not None:
            palace = {"part": ITEMS[kind], "slot": SLOT_NAMES[slot], "size": total(parts)}
            self.tell("build", {"player": player, **palace})
        self.go_on_placing(player)

    def go_on_placing(self, player: int) -> None:
        """On to the next part, or to where the placing began."""
        if self.step == RESOLUTION_STEP:
            self.resolve()
        elif not self.place_parts():
            self.ask_one(player)

    # Step 6: resolution

    def resolve(self) -> None:
        """The spaces from left to right, each finished before the next (TS-23).

        Stops where the winner has to place parts; called again, it goes on from there.
        """
        self.step = RESOLUTION_STEP
        while self.space < len(self.row):
            if self.damage(self.space) == 0:  # nobody bid: all of it lies there until step 8
                self.tell_contest(NOBODY)
            else:
                if self.row[self.space] != NO_CARD:
                    self.resolve_card()
                if self.place_parts():
                    return
            self.space += 1
        self.finish_bids()

    def resolve_card(self) -> None:
        """Who gets the card of the space and its items; it leaves the row."""
        space = self.space
        card = self.row[space]
        if card >= FIRST_MONSTER:
            self.turn = self.fight()
        else:
            self.turn = self.highest_bidder(space, self.cubes())
            self.tell_contest(self.turn)
            if self.turn != NOBODY:
                self.gain_card(self.turn, card)
            elif card < FIRST_LOCATION:
                self.lose_sun()
        self.row = replaced(self.row, space, NO_CARD)
        if self.turn == NOBODY:
            self.discard_items(space)
        else:
            self.take_items()

    def highest_bidder(self, space: i64, bagua: Counts) -> int:
        """Who wins the space; ties go to the tie mark, then to the lowest cube (TS-25, TS-26)."""
        best: i64 = 0
        winner = NOBODY
        shared = False
        mark = self.marks[space]
        for player in range(self.players):
            bid = many_at(self.seats[player].bids, space)
            if bid > best:
                best, winner, shared = bid, player, False
            elif bid == best and bid > 0 and winner != mark:
                if player == mark or at(bagua, player) < at(bagua, winner):
                    winner, shared = player, False
                elif at(bagua, player) == at(bagua, winner):
                    shared = True
        return NOBODY if shared else winner

    def tell_contest(self, winner: int) -> None:
        """That nobody bid, or who shares the highest Bid and what decides."""
        if self.events is None:
            return
        best = self.highest_bid(self.space)
        tied = [p for p, seat in enumerate(self.seats) if many_at(seat.bids, self.space) == best]
        place = {"space": self.space + 1, "card": CARDS[self.row[self.space]]}
        if best == 0:
            self.tell("no-bid", place)
        elif len(tied) > 1:
            tie = {"players": tied, "bid": best, **place}
            if winner == NOBODY:
                self.tell("tie", tie)
            elif winner == self.marks[self.space]:
                self.tell("tie-marked", {"player": winner, **tie})
            else:
                self.tell("tie-broken", {"player": winner, **tie})

    def gain_card(self, player: int, card: int) -> None:
        """Up the Bagua track, then what the card does (TS-28, TS-29)."""
        seat = self.seats[player]
        seat.bagua += 1
        if self.events is not None:
            won = {
                "space": self.space + 1,
                "card": CARDS[card],
                "bid": many_at(seat.bids, self.space),
            }
            self.tell("win", {"player": player, **won, "bagua": seat.bagua})
        if card < FIRST_LOCATION:
            self.lose_sun()
            self.gain_moon(player, ARCHER_MOON[card])
            if ARCHER_ARROW[card]:
                self.arrow = player
                if self.events is not None:
                    self.tell("arrow", {"player": player})
        elif card < FIRST_GOD:
            seat.locations = raised(seat.locations, card - FIRST_LOCATION, 1)
            if self.events is not None:
                different = seat.different_locations()
                self.tell("location", {"player": player, "different": different})
        else:
            self.gain_god(player, card - FIRST_GOD)

    def gain_god(self, player: int, god: int) -> None:
        """A God with a power tracker comes with all its uses, another one acts now."""
        self.god_owner = replaced(self.god_owner, god, player)
        self.uses = replaced(self.uses, god, GODS[god].uses)
        seat = self.seats[player]
        if GODS[god].uses > 0:
            seat.ready = plus(seat.ready, god)
            return
        ops, amounts = GODS[god].ops, GODS[god].amounts
        for index in range(len(ops)):
            op, amount = ops[index], amounts[index]
            if op == LUNAR:
                self.gain_lunar(player, amount)
            elif op == PRESTIGE:
                self.gain_prestige(player, amount)
            elif op == MOON:
                self.gain_moon(player, amount)
            elif op == PARTS:
                self.draw_parts(amount)
                if self.events is not None:
                    self.tell("parts", {"player": player, "items": names(self.hand)})
            elif op == BAGUA_ZERO:
                seat.bagua = 0
                if self.events is not None:
                    self.tell("bagua-zero", {"player": player})
            elif op == PRESTIGE_PER_LOCATION:
                self.gain_prestige(player, amount * seat.different_locations())
            else:  # PRESTIGE_PER_GOD
                self.gain_prestige(player, amount * self.god_owner.count(player))

    def gain_lunar(self, player: int, lunar: int) -> None:
        self.seats[player].lunar += lunar
        if self.events is not None and lunar > 0:
            self.tell("lunar", {"player": player, "lunar": lunar})

    def gain_prestige(self, player: int, prestige: int) -> None:
        """A loss stops at 0 (TS-6)."""
        seat = self.seats[player]
        before = seat.prestige
        seat.prestige = max(0, before + prestige)
        if self.events is not None and prestige != 0:
            change = {"prestige": abs(seat.prestige - before), "total": seat.prestige}
            if prestige > 0:
                self.tell("prestige", {"player": player, **change})
            elif seat.prestige < before:
                self.tell("prestige-lost", {"player": player, **change})
            else:
                self.tell("prestige-none", {"player": player})

    def gain_moon(self, player: int, steps: int) -> None:
        """Steps beyond the final space are lost (TS-6)."""
        seat = self.seats[player]
        seat.moon = min(MOON_END, seat.moon + steps)
        if self.events is not None:
            self.tell("moon", {"player": player, "moon": seat.moon})

    def health(self, card: int) -> int:
        """Of a Monster, with this many players."""
        return HEALTH[card - FIRST_MONSTER][self.players - 2]

    def most_damage(self, space: int) -> int:
        """Who alone has the largest Bid on the space."""
        best = 0
        found = NOBODY
        for player in range(self.players):
            bid = many_at(self.seats[player].bids, space)
            if bid > best:
                best, found = bid, player
            elif bid == best:
                found = NOBODY
        return found

    def fight(self) -> int:
        """All who have a Bid on a Monster take part (TS-33); returns who gets the bonus items."""
        space = self.space
        card = self.row[space]
        damage = self.damage(space)
        health = self.health(card)
        defeated = damage >= health
        if self.events is not None:
            fought = {"card": CARDS[card], "damage": damage, "health": health}
            self.tell("defeated" if defeated else "undefeated", {"space": space + 1, **fought})
        best = self.highest_bid(space)
        for player in range(self.players):
            bid = many_at(self.seats[player].bids, space)
            if bid == 0:
                continue
            if not defeated:
                self.gain_prestige(player, -FAILED)
            elif bid == best:
                self.gain_prestige(player, MOST_DAMAGE)
            else:
                self.gain_prestige(player, PARTICIPANT)
        return self.most_damage(space) if defeated else NOBODY

    def forecast(self) -> list[int]:
        """Who would get the card or the items of each space if the Bids stayed as they are."""
        bagua = self.cubes()
        found: list[int] = []
        for space in range(len(self.row)):
            card = self.row[space]
            taker = NOBODY
            if card >= FIRST_MONSTER:
                if self.damage(space) >= self.health(card):
                    taker = self.most_damage(space)
            elif card != NO_CARD:
                taker = self.highest_bidder(space, bagua)
                if taker != NOBODY:
                    bagua = more(bagua, taker, 1)
                    if card >= FIRST_GOD and BAGUA_ZERO in GODS[card - FIRST_GOD].ops:
                        bagua = more(bagua, taker, -at(bagua, taker))
            found.append(taker)
        return found

    def take_items(self) -> None:
        """The bonus items of the space: Lunar to the reserve, parts to be placed (TS-30, TS-31)."""
        items = self.items[self.space]
        self.items[self.space] = 0
        lunar = at(items, LUNAR_ITEM)
        if lunar > 0:
            self.gain_lunar(self.turn, lunar)
        self.hand += more(items, LUNAR_ITEM, -lunar)

    def discard_items(self, space: int) -> None:
        """Lunar to the supply, parts to the discard pile (TS-36)."""
        items = self.items[space]
        if self.events is not None and items:
            self.tell("items-lost", {"space": space + 1, "items": names(items)})
        self.palace_discard += more(items, LUNAR_ITEM, -at(items, LUNAR_ITEM))
        self.items[space] = 0

    def finish_bids(self) -> None:
        """All Energy that was bid is spent (TS-34); then palaces may be completed."""
        for seat in self.seats:
            seat.bids = 0
        self.marks = NO_MARKS[len(self.row)]
        self.space = 0
        self.step = PALACE_STEP
        self.turn = self.bow
        self.ask_one(self.turn)

    def palace_choices(self, player: int) -> list[int]:
        """Palaces of a size that has a reward, and keeping what there is (TS-35)."""
        complete: Set = 0
        slots = self.seats[player].slots
        slot: i64
        for slot in range(SLOTS):
            if has(COMPLETE_SIZES, total(slots[slot])):
                complete = plus(complete, slot)
        return COMPLETE_OFFERS[complete]

    def complete(self, player: int, slot: int) -> None:
        seat = self.seats[player]
        parts = seat.slots[slot]
        if self.events is not None:
            palace = {
                "slot": SLOT_NAMES[slot],
                "size": total(parts),
                "kinds": kinds_of(parts),
            }
            self.tell("complete", {"player": player, **palace})
        self.gain_lunar(player, palace_lunar(parts))
        self.gain_prestige(player, palace_prestige(parts))
        self.palace_discard += parts
        seat.slots = changed(seat.slots, slot, 0)
        self.ask_one(player)

    # Step 7: balance

    def balance(self) -> None:
        """Solar is lost; a cube too far up the Bagua track brings the Balance (TS-37, TS-38)."""
        for player, seat in enumerate(self.seats):
            if self.events is not None and seat.solar > 0:
                self.tell("solar-lost", {"player": player, "energy": seat.solar})
            seat.solar = 0
        if most_of(self.cubes()) > BALANCE_ABOVE:
            low_bagua = smallest(self.bagua())
            low_prestige = min(seat.prestige for seat in self.seats)
            humble = [p for p, seat in enumerate(self.seats) if seat.bagua == low_bagua]
            modest = [p for p, seat in enumerate(self.seats) if seat.prestige == low_prestige]
            if self.events is not None:
                gifts = {"players": humble, "others": modest, "lunar": BALANCE_LUNAR}
                self.tell("balance", gifts)
            for player in humble + modest:
                self.seats[player].lunar += BALANCE_LUNAR
            for seat in self.seats:
                seat.bagua = 0
        self.end_round()

    # Step 8: end of the round

    def endings(self) -> list[int]:
        """The end conditions that hold now, as places in `ENDINGS`."""
        prestige, moon = 0, 0
        for seat in self.seats:
            prestige = max(prestige, seat.prestige)
            moon = max(moon, seat.moon)
        found: list[int] = []
        if prestige >= int(self.options["prestige_end"]):
            found.append(0)
        if moon == MOON_END:
            found.append(1)
        if self.sun <= SUN_END:
            found.append(2)
        return found

    def archers_due(self) -> int:
        """How many Hou Yi of the row may take a sun before the check for the end.

        Once the Bids are open these are the ones with Energy on them: the others leave later.
        """
        found = 0
        for space in range(len(self.row)):
            archer = 0 <= self.row[space] < FIRST_LOCATION
            if archer and (self.step <= BID_STEP or self.damage(space) > 0):
                found += 1
        return found

    def end_round(self) -> None:
        """The game ends, or the Bow moves on: to the Arrow or clockwise (TS-39, TS-40)."""
        if self.endings():
            self.end_game()
            return
        self.clear_row()
        if self.top + self.bottom == 0:  # no card to bid on will come any more
            self.end_game()
            return
        if self.arrow != NOBODY:
            self.bow = self.arrow
            self.arrow = NOBODY
            if self.events is not None:
                self.tell("bow-by-arrow", {"player": self.bow})
        else:
            self.bow = (self.bow + 1) % self.players
        self.triggered = 0
        self.start_round()

    def clear_row(self) -> None:
        """The cards on which nobody bid leave now; a Hou Yi still takes a sun (TS-24)."""
        for space in range(len(self.row)):
            card = self.row[space]
            if card == NO_CARD:
                continue
            if self.events is not None:
                self.tell("unbid", {"space": space + 1, "card": CARDS[card]})
            if card < FIRST_LOCATION:
                self.lose_sun()
            self.discard_items(space)
        self.row = EMPTY
        self.items = NO_ITEMS
        self.marks = EMPTY

    def end_game(self) -> None:
        self.step = OVER
        if self.events is not None:
            self.tell_end(self.endings())
        self.ask([])

    def tell_end(self, endings: list[int]) -> None:
        for ending in endings:
            self.tell(f"end-{ENDINGS[ending]}", {"sun": self.sun})
        if not endings:
            self.tell("end-deck", {})
        totals = self.scores()
        for player, seat in enumerate(self.seats):
            bonus = {
                "prestige": seat.prestige,
                "moon": self.moon_bonus(seat.moon),
                "gods": self.god_bonus(player),
                "locations": location_bonus(seat.different_locations()),
            }
            self.tell("score", {"player": player, "total": totals[player], **bonus})

    # Final scoring

    def moon_bonus(self, own: int) -> int:
        """For a position on the Moon track; tied players use up no place unless that is chosen."""
        if self.options["moon_ties"] == "skip":
            ahead = 0
            for seat in self.seats:
                if seat.moon > own:
                    ahead += 1
        else:
            positions: list[int] = []
            for seat in self.seats:
                if seat.moon > own and seat.moon not in positions:
                    positions.append(seat.moon)
            ahead = len(positions)
        return MOON_BONUS[ahead] if ahead < len(MOON_BONUS) else 0

    def gods(self) -> list[int]:
        """How many each player has."""
        found = [0] * self.players
        for owner in self.god_owner:
            if owner != NOBODY:
                found[owner] += 1
        return found

    def god_bonus(self, player: int) -> int:
        return GOD_BONUS * self.gods()[player]

    def scores(self) -> list[int]:
        """Prestige and the three bonuses, as if the game ended now."""
        found: list[int] = []
        gods = self.gods()
        for player in range(self.players):
            seat = self.seats[player]
            bonus = self.moon_bonus(seat.moon) + GOD_BONUS * gods[player]
            found.append(seat.prestige + bonus + location_bonus(seat.different_locations()))
        return found

    def standing(self, player: int) -> tuple[int, ...]:
        return (self.scores()[player], self.seats[player].moon)

    # What the engine calls

    def choices(self, player: int) -> list[int]:
        if self.step == BID_STEP:
            seat = self.seats[player]
            return BID_OFFERS[len(self.row) if seat.solar + seat.lunar > 0 else 0]
        if self.step == ITEM_STEP:
            return self.put_choices()
        if self.step == PALACE_STEP:
            return self.palace_choices(player)
        if self.next_item() != NOTHING:
            return self.build_choices(player)
        return self.god_choices(player)

    def decide(self, player: int, action: int) -> None:
        if action < BID:
            self.put_item(action - PUT)
        elif action < DONE:
            self.bid(player, action - BID)
        elif action == DONE:
            if self.answered(player):
                self.reveal_bids()
        elif action < PASS:
            self.use_god(player, action)
        elif action == PASS:
            self.turn = (player + 1) % self.players
            if self.turn != self.bow:
                self.ask_one(self.turn)
            else:
                self.resolve()
        elif action < DISCARD:
            self.build(player, action - BUILD)
        elif action < COMPLETE:
            self.discard_part(player, action - DISCARD)
            self.go_on_placing(player)
        elif action < KEEP:
            self.complete(player, action - COMPLETE)
        else:
            self.turn = (player + 1) % self.players
            if self.turn != self.bow:
                self.ask_one(self.turn)
            else:
                self.balance()

    def copy(self) -> "TenSuns":
        other = TenSuns()
        self.copy_table(other)
        return other

    def redeal(self, player: int) -> None:
        """Only the others' Bids of step 3 are hidden: no order of cards is kept.

        Who is done gets a plausible spread of all her Solar and some of her Lunar over up to three
        spaces; who is not starts anew, for nobody can know how far she is.
        """
        if self.step != BID_STEP:
            return
        waiting = self.actors()
        for other in range(self.players):
            if other == player:
                continue
            seat = self.seats[other]
            seat.solar, seat.lunar = self.reserve_before_bids(other)
            seat.bids = 0
            if other not in waiting:
                favourites = [int(self.rng.below(len(self.row))) for _ in range(3)]
                for _ in range(seat.solar + int(self.rng.below(seat.lunar + 1))):
                    self.bid(other, favourites[int(self.rng.below(3))])

    def reserve_before_bids(self, player: int) -> tuple[int, int]:
        """Solar and Lunar at the start of step 3: the screens have hidden what left since."""
        seat = self.seats[player]
        return self.sun, seat.solar + seat.lunar + int(many_total(seat.bids)) - self.sun


def names(items: Counts) -> list[str]:
    """Every item by its id, in kind order."""
    return [name for item, name in enumerate(ITEMS) for _ in range(at(items, item))]
