"""What must hold in every state of every game, by the numbers of the specification."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from tianxia.engine.compact import held, length, listed, numbers, size, things, total
from tianxia.engine.state import State
from tianxia.games.year_of_the_dragon import rules, table
from tianxia.games.year_of_the_dragon.components import ACTIONS, EVENTS, TABLES
from tianxia.games.year_of_the_dragon.rules import YearOfTheDragon
from tianxia.games.year_of_the_dragon.table import CARDS, KINDS, TYPE_OF

GROUP_SIZES = {
    (2, 7): [4, 3],
    (3, 7): [3, 2, 2],
    (4, 7): [2, 2, 2, 1],
    (5, 7): [2, 2, 1, 1, 1],
    (2, 8): [4, 4],
    (3, 8): [3, 3, 2],
    (4, 8): [2, 2, 2, 2],
    (5, 8): [2, 2, 2, 1, 1],
}
START_HAND = {card: 2 if card == "wild" else 1 for card in CARDS}


def watch(state: State) -> Callable[[State], None]:
    """Check a game's states as they follow each other."""
    return Watcher(state)


class Watcher:
    def __init__(self, state: State) -> None:
        seats = range(state.players)
        self.scores = [0 for _ in seats]
        self.spaces = [0 for _ in seats]
        self.persons = [0 for _ in seats]
        self.played = [Counter[str]() for _ in seats]
        self.fees = 0
        self.months = 0
        self.final_scorings = 0
        #: Releases each player may still be made to do in the present run of an event.
        self.allowed: list[int] | None = None

    def __call__(self, state: State) -> None:
        assert isinstance(state, YearOfTheDragon)
        self.check_events(state)
        check_tiles(state)
        check_provinces(state)
        self.check_hands(state)
        self.check_scores(state)
        check_board(state)
        self.check_actions(state)
        self.check_months(state)
        check_options(state)

    def check_events(self, state: YearOfTheDragon) -> None:
        """5, 9, 11, 13, 14, 15: by what has been told since the last decision."""
        persons = self.persons[:]
        burnt: dict[int, int] = {}
        for event in state.events or []:
            kind, args = event.kind, event.args
            if kind in ("card", "discard"):
                self.played[args["player"]][args["card"]] += 1
            elif kind == "action":
                assert args["fee"] in (0, rules.FEE)
                self.fees += args["fee"]
            elif kind == "month":
                self.months += 1
                self.fees = 0
                self.allowed = None
            elif kind == "place":
                persons[args["player"]] += 1
            elif kind == "release":
                persons[args["player"]] -= 1
                if self.allowed is not None:
                    self.allowed[args["player"]] -= 1
                    assert self.allowed[args["player"]] >= 0, "more releases than due"
            elif kind in ("event", "wall-gap"):
                self.allowed = [0] * state.players
            elif kind == "super":
                self.allowed = None
            elif kind in ("tribute", "drought", "contagion"):
                due = args["persons"] if kind == "contagion" else args["short"]
                assert due <= {"tribute": 4, "contagion": 3}.get(kind, 26)
                assert self.allowed is not None
                self.allowed[args["player"]] = due
            elif kind in ("fewest-helmets", "fewest-tiles"):
                assert self.allowed is not None
                for seat in args["players"]:
                    self.allowed[seat] = 1
            elif kind == "festival":
                burnt[args["player"]] = args["fireworks"]
            elif kind == "flooded" and args["good"] == "firework" and args["player"] in burnt:
                burnt[args["player"]] -= 1  # a flood that left no choice took one of those kept
            elif kind == "gain-fireworks" and args["player"] in burnt:
                burnt[args["player"]] += args["amount"]  # so did a charter bring new ones
            elif kind == "score-end":
                self.final_scorings += 1
        assert persons == [province.persons() for province in state.provinces]
        for province in state.provinces:
            symbols = [0] * table.N_TYPES
            for palace in province.palaces:
                for resident in listed(palace.residents):
                    symbols[TYPE_OF[resident]] += table.SYMBOLS[resident]
            assert numbers(province.symbols, table.N_TYPES) == symbols
        self.persons = persons
        for seat, fireworks in burnt.items():
            # Half was kept, rounded down (15).
            assert fireworks - state.provinces[seat].fireworks in (0, 1)

    def check_hands(self, state: YearOfTheDragon) -> None:
        """4 and 5."""
        for seat, province in enumerate(state.provinces):
            hand = dict(zip(CARDS, numbers(province.hand, len(CARDS)), strict=True))
            assert all(count >= 0 for count in hand.values())
            start = {card: hand[card] + self.played[seat][card] for card in CARDS}
            assert start == START_HAND
        if state.phase == table.ACTION_PHASE:
            gone = state.month - 1
            left = max(0, 11 - gone)
            if state.super_event == rules.TORNADO and gone >= rules.SUPER_MONTH:
                left = max(0, 9 - gone)
            assert [total(province.hand) for province in state.provinces] == [left] * state.players

    def check_scores(self, state: YearOfTheDragon) -> None:
        """6 and 7."""
        scores = state.scores()
        spaces = [province.space for province in state.provinces]
        erupted = any(
            event.kind == "super" and event.args["super"] == "volcanic-eruption"
            for event in state.events or []
        )
        for seat, province in enumerate(state.provinces):
            assert all(points >= 0 for points in province.points)
            assert scores[seat] == sum(province.points) >= self.scores[seat]
            assert erupted or spaces[seat] >= self.spaces[seat]
        self.scores, self.spaces = scores, spaces
        assert sorted(listed(state.order)) == list(range(state.players))
        in_order = [spaces[seat] for seat in listed(state.order)]
        assert in_order == sorted(in_order, reverse=True)

    def check_actions(self, state: YearOfTheDragon) -> None:
        """9."""
        if state.month == 0:
            return
        cards = len(ACTIONS) if state.great_wall else len(ACTIONS) - 1
        sizes = [things(state.groups, len(ACTIONS)).count(group) for group in range(state.players)]
        assert sizes == GROUP_SIZES[state.players, cards]
        assert (held(state.groups, rules.WALL) >= 0) == state.great_wall
        if state.phase == table.ACTION_PHASE:
            dragons = Counter(p.dragon for p in state.provinces if p.dragon >= 0)
            beyond = sum(count - 1 for count in dragons.values())
            assert self.fees == rules.FEE * beyond
        else:
            assert all(province.dragon == -1 for province in state.provinces)

    def check_months(self, state: YearOfTheDragon) -> None:
        """12 and 14."""
        assert self.months == state.month <= table.MONTHS
        if any(event.kind == "month" for event in state.events or []):
            for province in state.provinces:
                assert all(p.persons or p.floors <= 2 for p in province.palaces)
        assert self.final_scorings == (state.players if state.over() else 0)
        if state.over():
            assert state.month == table.MONTHS
            assert sorted(state.places()) == list(range(1, state.players + 1))


def check_tiles(state: YearOfTheDragon) -> None:
    """1."""
    found = [a + b for a, b in zip(state.piles, state.removed, strict=True)]
    for province in state.provinces:
        for palace in province.palaces:
            for kind in listed(palace.residents):
                found[kind] += 1
    for kind in (state.tile, state.second):
        if kind >= 0:
            found[kind] += 1
    players = state.players
    for kind, id in enumerate(KINDS):
        level = players - 1 if id.endswith("-old") else players + 1
        assert found[kind] == (level if id.endswith(("-old", "-young")) else 2 * players)
        assert state.piles[kind] >= 0
    assert sum(found) == 18 * players


def check_provinces(state: YearOfTheDragon) -> None:
    """2, 3 and 10."""
    shaken = state.phase == table.SUPER_EVENT and state.question == table.CHOOSE_RELEASED
    for seat, province in enumerate(state.provinces):
        order = [palace.number for palace in province.palaces]
        assert order == sorted(set(order))
        assert all(1 <= number <= 26 for number in order)
        for palace in province.palaces:
            assert 1 <= palace.floors <= 3
            excess = palace.persons - palace.floors
            assert excess <= (1 if shaken and seat in state.actors() else 0)
        assert min(province.yuan, province.rice, province.fireworks, province.privileges) >= 0
        assert province.persons() <= 14
        if state.great_wall:
            assert state.built(seat) + size(province.unused) == 6
    assert length(state.wall) <= 12


def check_board(state: YearOfTheDragon) -> None:
    """8."""
    row = [EVENTS[event] for event in state.row]
    assert row[:2] == ["peace", "peace"]
    assert Counter(row[2:]) == dict.fromkeys(EVENTS[1:], 2)
    assert all(left != right for left, right in pairwise(row[2:]))
    assert sum(TABLES.event_tiles) == len(row) == 12


def check_options(state: YearOfTheDragon) -> None:
    """16: passing is always possible in the action phase; nothing is offered twice."""
    for player in state.actors():
        legal = state.legal(player)
        if state.question == table.CHOOSE_ACTION:
            assert rules.PASS_A in legal
        assert len(legal) <= 36
