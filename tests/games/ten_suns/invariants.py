"""What holds in every game of Ten Suns after every decision.

Besides the state, the log is followed: Energy, tracks and Bids are worked out from the events alone
and must agree with the state, so the log tells everything.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compact import at, has, many_numbers, many_total, total
from tianxia.engine.events import Event
from tianxia.engine.state import State
from tianxia.games.ten_suns.components import DATA
from tianxia.games.ten_suns.rules import COPIES, FIRST_MONSTER, LUNAR_ITEM, TenSuns
from tianxia.games.ten_suns.table import (
    BID_STEP,
    CARDS,
    FIRST_GOD,
    FIRST_LOCATION,
    GOD_STEP,
    GODS,
    ITEM_STEP,
    NO_CARD,
    NOBODY,
    OVER,
    RESOLUTION_STEP,
    TRACKED,
)

MOST_ROUNDS = {2: 20, 3: 15, 4: 12, 5: 10, 6: 10}


def watch(state: State) -> Callable[[State], None]:
    """Checks of one game, which remember what they have seen."""
    assert isinstance(state, TenSuns)
    log = Log(state.players)
    past = Past(state)

    def check(now: State) -> None:
        assert isinstance(now, TenSuns)
        check_cards(now)
        check_parts(now)
        check_sun(now)
        check_row(now)
        check_players(now)
        check_end(now)
        past.check(now)
        if now.events is not None:
            log.follow(now.events)
            log.check(now)

    return check


def check_cards(state: TenSuns) -> None:
    """1: every card is somewhere, once for each copy."""
    assert sum(COPIES) == 60
    assert state.top + state.bottom == sum(state.unseen)
    for count, copies in zip(gone(state), COPIES, strict=True):
        assert 0 <= count <= copies
    if state.top:
        assert state.unseen[1] == 6, "plain Hou Yi lie in the bottom section"
    else:
        assert state.unseen[0] == 0, "starred Hou Yi lie in the top section"


def gone(state: TenSuns) -> list[int]:
    """For each card how many have left the game."""
    found = [copies - left for copies, left in zip(COPIES, state.unseen, strict=True)]
    for card in state.row:
        if card != NO_CARD:
            found[card] -= 1
    for seat in state.seats:
        for location, count in enumerate(seat.locations):
            found[FIRST_LOCATION + location] -= count
    for god, owner in enumerate(state.god_owner):
        if owner != NOBODY:
            found[FIRST_GOD + god] -= 1
    return found


def check_parts(state: TenSuns) -> None:
    """2: 8 parts of every kind."""
    for kind in range(len(DATA.kinds)):
        everywhere = at(state.palace_deck, kind) + at(state.palace_discard, kind)
        everywhere += at(state.hand, kind)
        everywhere += sum(at(items, kind) for items in state.items)
        everywhere += sum(at(slot, kind) for seat in state.seats for slot in seat.slots)
        assert everywhere == 8


def check_sun(state: TenSuns) -> None:
    """3: a sun for every Hou Yi that is gone."""
    fallen = sum(gone(state)[:FIRST_LOCATION])
    assert state.sun == 10 - fallen
    assert 1 <= state.sun <= 10
    assert (state.sun <= 1) == (fallen == 9)


def check_row(state: TenSuns) -> None:
    """4, 5: length of the row, Hou Yi in it, items on it."""
    spaces = min(state.players + 1, 6)
    if state.step == OVER and not state.row:
        assert not state.items
        assert not state.marks
    else:
        assert 1 <= len(state.row) <= 6
        assert len(state.row) == spaces or state.top + state.bottom == 0
        assert sum(1 for card in state.row if 0 <= card < FIRST_LOCATION) <= 2
    if state.step < RESOLUTION_STEP:
        assert NO_CARD not in state.row
    assert all(total(items) <= 3 for items in state.items)
    if state.step != ITEM_STEP:
        assert at(state.hand, LUNAR_ITEM) == 0
        if state.step not in (GOD_STEP, RESOLUTION_STEP):
            assert state.hand == 0


def check_players(state: TenSuns) -> None:
    """6, 8, 9, 10, 11: bounds."""
    for seat in state.seats:
        assert min(seat.prestige, seat.lunar, seat.solar, seat.bagua, seat.bids) >= 0
        assert 0 <= seat.moon <= 7
        assert len(seat.slots) == 2
        assert all(total(slot) <= 8 for slot in seat.slots)
        beyond = many_numbers(seat.bids, 6)[len(state.row) :]
        assert beyond == [0] * (6 - len(state.row))
        if state.step in (ITEM_STEP, OVER):
            assert seat.solar == 0
            assert seat.bagua <= 4
        if state.step == BID_STEP:
            assert seat.solar <= state.sun
    for god in range(len(GODS)):
        assert 0 <= state.uses[god] <= GODS[god].uses
    assert 0 <= state.bow < state.players
    if state.step < RESOLUTION_STEP:
        assert state.arrow == NOBODY


def check_end(state: TenSuns) -> None:
    """15: length of the game and bonuses."""
    assert state.round <= MOST_ROUNDS[state.players]
    if state.over():
        assert state.endings(), "the deck never ends the game"
        bonuses = [state.moon_bonus(seat.moon) for seat in state.seats]
        assert max(bonuses) == 12
        for player, score in enumerate(state.scores()):
            owned = state.god_owner.count(player)
            assert score - state.seats[player].prestige >= owned


class Past:
    """3, 5, 6, 7, 9: what may only move one way, or not at all, within a round or the game."""

    def __init__(self, state: TenSuns) -> None:
        self.sun = state.sun
        self.moon = [0] * state.players
        self.round = 0
        self.placed = 0
        self.energy: list[int] | None = None
        self.owned: dict[int, int] = {}
        self.uses: list[int] = []
        self.locations = [0] * state.players

    def check(self, state: TenSuns) -> None:
        assert state.sun <= self.sun
        self.sun = state.sun
        for player, seat in enumerate(state.seats):
            assert seat.moon >= self.moon[player]
            self.moon[player] = seat.moon
            assert sum(seat.locations) >= self.locations[player]
            self.locations[player] = sum(seat.locations)
        if state.round != self.round:
            self.round = state.round
            self.uses = state.uses[:]
            self.energy = None
            assert not state.triggered
            if state.step == ITEM_STEP:
                parts = total(state.hand) + sum(map(total, state.items)) - 2
                left = total(state.palace_deck) + total(state.palace_discard)
                assert parts == len(state.row) or (parts < len(state.row) and left == 0)
                self.placed = parts + 2
        if state.step == ITEM_STEP:
            assert total(state.hand) + sum(map(total, state.items)) == self.placed
        if state.step in (BID_STEP, GOD_STEP):
            assert sum(map(total, state.items)) == self.placed
        if state.step == BID_STEP:
            energy = [seat.solar + seat.lunar + many_total(seat.bids) for seat in state.seats]
            assert self.energy in (None, energy)
            self.energy = energy
        for god, owner in self.owned.items():
            assert state.god_owner[god] == owner
        for god, owner in enumerate(state.god_owner):
            if owner == NOBODY:
                continue
            if god in self.owned:
                used = self.uses[god] - state.uses[god]
                assert used in (0, 1)
                assert has(state.triggered, god) == (used == 1)
            else:
                assert state.uses[god] == GODS[god].uses
                assert not has(state.triggered, god)
                self.uses[god] = state.uses[god]
            self.owned[god] = owner
        assert all(god in TRACKED for god in range(len(GODS)) if has(state.triggered, god))


class Log:
    """8, 13, 14: the game as the events tell it."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.sun = 10
        self.solar = [0] * players
        self.lunar = [5] * players
        self.prestige = [0] * players
        self.moon = [0] * players
        self.bagua = [0] * players
        self.locations = [0] * players
        self.bids: list[list[int]] = []
        self.won: set[int] = set()
        self.fight = ""

    def follow(self, events: list[Event]) -> None:
        for event in events:
            assert event.audience is None
            self.happened(event.kind, event.args)

    def happened(self, kind: str, args: dict[str, Any]) -> None:
        player = args.get("player", NOBODY)
        if kind == "round":
            self.won = set()
            self.bids = []
        elif kind == "sun":
            self.sun -= 1
            assert args["sun"] == self.sun
        elif kind == "solar":
            self.solar = [args["energy"]] * self.players
        elif kind == "bids":
            self.bids.append(args["bids"])
            self.spend(player, args["energy"])
        elif kind == "bolt":
            self.spend(player, args["energy"])
        elif kind == "bid-now":
            self.bids[player][args["space"] - 1] = args["bid"]
        elif kind == "win":
            space = args["space"] - 1
            on_space = [bids[space] for bids in self.bids]
            assert space not in self.won
            assert args["bid"] == on_space[player] == max(on_space) >= 1
            assert CARDS.index(args["card"]) < FIRST_MONSTER
            self.won.add(space)
            self.bagua[player] += 1
            assert args["bagua"] == self.bagua[player]
        elif kind == "no-bid":
            assert all(bids[args["space"] - 1] == 0 for bids in self.bids)
        elif kind in ("tie", "tie-broken", "tie-marked"):
            best = max(bids[args["space"] - 1] for bids in self.bids)
            tied = [p for p, bids in enumerate(self.bids) if bids[args["space"] - 1] == best]
            assert args["players"] == tied
            assert len(tied) > 1
            lowest = min(self.bagua[p] for p in tied)
            humble = [p for p in tied if self.bagua[p] == lowest]
            if kind != "tie-marked":
                assert len(humble) > 1 if kind == "tie" else humble == [player]
        elif kind == "location":
            self.locations[player] = args["different"]
        elif kind == "bagua-zero":
            self.bagua[player] = 0
        elif kind == "lunar":
            self.lunar[player] += args["lunar"]
        elif kind in ("prestige", "prestige-lost"):
            change = args["prestige"] if kind == "prestige" else -args["prestige"]
            if self.fight == "defeated":
                assert change in (5, 2)
            elif self.fight == "undefeated":
                assert change in (-2, -1)
            else:
                assert change > 0
            self.prestige[player] += change
            assert args["total"] == self.prestige[player]
        elif kind == "prestige-none":
            assert self.fight == "undefeated"
            assert self.prestige[player] == 0
        elif kind == "no-room":
            assert args["part"] in DATA.kinds
        elif kind == "moon":
            self.moon[player] = args["moon"]
        elif kind == "solar-lost":
            self.solar[player] -= args["energy"]
        elif kind == "balance":
            assert max(self.bagua) > 4
            for lucky in args["players"]:
                assert self.bagua[lucky] == min(self.bagua)
                self.lunar[lucky] += args["lunar"]
            for lucky in args["others"]:
                assert self.prestige[lucky] == min(self.prestige)
                self.lunar[lucky] += args["lunar"]
            self.bagua = [0] * self.players
        if kind in ("defeated", "undefeated"):
            damage = sum(bids[args["space"] - 1] for bids in self.bids)
            assert damage == args["damage"]
            assert (damage >= args["health"]) == (kind == "defeated")
            self.fight = kind
        elif kind not in ("prestige", "prestige-lost", "prestige-none"):
            self.fight = ""

    def spend(self, player: int, energy: int) -> None:
        solar = min(energy, self.solar[player])
        self.solar[player] -= solar
        self.lunar[player] -= energy - solar

    def check(self, state: TenSuns) -> None:
        assert self.sun == state.sun
        for player, seat in enumerate(state.seats):
            if state.step == BID_STEP:
                reserve = seat.solar + seat.lunar + many_total(seat.bids)
                assert self.solar[player] + self.lunar[player] == reserve
                assert state.reserve_before_bids(player) == (
                    self.solar[player],
                    self.lunar[player],
                )
            else:
                assert (self.solar[player], self.lunar[player]) == (seat.solar, seat.lunar)
            assert self.prestige[player] == seat.prestige
            assert self.moon[player] == seat.moon
            assert self.bagua[player] == seat.bagua
            assert self.locations[player] == seat.different_locations()
            if state.step in (GOD_STEP, RESOLUTION_STEP):
                assert self.bids[player] == many_numbers(seat.bids, len(state.row))
