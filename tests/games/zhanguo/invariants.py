"""What holds after every decision (section 11 of the specification)."""

from collections.abc import Callable

from tianxia.engine.compact import at, few_numbers, many_total, numbers, things, total
from tianxia.engine.state import State
from tianxia.games.zhanguo.components import COLOURS, EXTRA_WORKER, PARTS, REGIONS
from tianxia.games.zhanguo.rules import REASSIGNS, RECRUITS, TRIGGER, TURNS, ZhanGuo
from tianxia.games.zhanguo.table import (
    ABILITY,
    CARD,
    HIRE,
    MOVE,
    NOBODY,
    REASSIGN,
    SQUARE,
    TASK_SLOTS,
    TASKS,
    TOSS,
    USE,
    Player,
)

HIGHER = ("hire", "wall", "palace")


def watch(state: State) -> Callable[[State], None]:
    assert isinstance(state, ZhanGuo)
    return Watch(state)


class Watch:
    """Remembers what cannot be seen in one state alone."""

    def __init__(self, state: ZhanGuo) -> None:
        self.whole_game = state.decisions == 0 and state.round <= 1 and not state.pile
        self.turns = len(state.pile) + sum(p.card_count() for p in state.seats)
        self.cards_shown = self.turns
        self.rewarded_rounds = 0
        self.last = state.copy()
        self.started = False
        # The turn under way
        self.card = state.card
        self.below = state.below
        self.fired: set[int] = set()
        self.reassigning = False
        self.spent = 0
        self.accepted: set[tuple[int, str]] = set()

    def __call__(self, state: State) -> None:
        assert isinstance(state, ZhanGuo)
        # Only what has changed since the last look is looked at in detail.
        changed = [
            seat
            for seat in range(state.players)
            if not self.started or not same_player(self.last.seats[seat], state.seats[seat])
        ]
        board = bool(changed) or self.last.squares != state.squares
        self.check_cards(state)
        self.check_pieces(state, changed)
        if board or self.last.slots != state.slots:
            self.check_board(state, changed)
        self.check_discs(state)
        self.check_events(state)
        if self.started:
            self.check_change(state, changed)
        self.started = True
        self.last = state.copy()

    def check_cards(self, state: ZhanGuo) -> None:
        n = state.players
        held = [card for layer in state.layers for card in layer]
        held += state.pile
        for p in state.seats:
            held += p.hand
            held += [card for card in p.cards if card]
        if state.question == USE:
            held.append(state.card)
        assert sorted(held) == list(range(1, 121))  # I1
        taken = [0] * n
        if not state.over() and state.aspect == NOBODY and state.round:
            for turn in range(state.turn + (state.question > CARD)):
                step = turn % n
                seat = state.track[step] if state.variant_order else (state.track[0] + step) % n
                taken[seat] += 1
        for seat, p in enumerate(state.seats):  # I2
            counts = [sum(1 for card in p.hand if (card - 1) // 40 == c) for c in range(3)]
            if state.over() or state.aspect != NOBODY or not state.round:
                assert p.hand == []
            elif state.question == TOSS:
                assert counts == [2 if c < state.toss_colour else 3 for c in range(3)]
            elif state.turn == 0 and state.question == CARD:
                assert counts == [2, 2, 2]
            else:
                assert len(p.hand) == TURNS - taken[seat]
            assert p.hand == sorted(p.hand)
        if state.round and state.question != TOSS:
            finished = (state.round - 1) * TURNS * n
            if state.over() or state.aspect != NOBODY:
                finished += TURNS * n
            else:
                finished += sum(taken) - (state.question == USE)
            placed = sum(p.card_count() for p in state.seats)
            assert len(state.pile) + placed == finished  # I3

    def check_pieces(self, state: ZhanGuo, changed: list[int]) -> None:
        n = state.players
        for seat in changed:
            p = state.seats[seat]
            for colour in range(3):  # I4
                on_board = sum(few_numbers(p.in_g, 15)[colour::3])
                on_board += sum(few_numbers(p.in_w, 15)[colour::3])
                assert at(p.supply, colour) + on_board == PARTS.officials
            assert all(p.staff_in(region) <= 2 for region in range(REGIONS))  # I5
            counts = [p.supply, p.in_g, p.in_w, p.workers, p.levels, p.ones, p.threes]
            assert min([*counts, p.open, p.palaces, *p.gains]) >= 0
            # I6; while a governor looks for a square it is in the player's hand
            governors = p.governors_left + things(state.squares, 10).count(seat) + total(p.open)
            assert governors + (state.question == SQUARE and state.mover == seat) == PARTS.governors
            assert p.walls_left + state.slots.count(seat) == PARTS.walls
            assert p.palaces_left + total(p.palaces) == PARTS.palaces
        for colour in range(3):  # I8
            held = sum(at(p.ones, colour) for p in state.seats)
            assert at(state.ones, colour) + held == PARTS.ones_per_player * n
            held = sum(at(p.threes, colour) for p in state.seats)
            assert at(state.threes, colour) + held == PARTS.threes
            assert min(at(state.ones, colour), at(state.threes, colour)) >= 0

    def check_board(self, state: ZhanGuo, changed: list[int]) -> None:
        n = state.players
        for region in range(REGIONS):  # I7
            assert sum(at(p.palaces, region) for p in state.seats) <= n
            largest = max(state.governors_in(seat, region) for seat in range(n))
            paid = sum(state.majority(seat, region) for seat in range(n))
            assert paid <= PARTS.region_vp + PARTS.governor_vp * largest  # I21
        for section in range(6):
            owners = [seat for seat in state.slots[section * 3 : section * 3 + 3] if seat >= 0]
            assert len(owners) == len(set(owners))
        for seat in changed:  # I9
            p = state.seats[seat]
            if p.board == NOBODY:
                continue
            for region in range(REGIONS):
                assert 0 <= at(p.levels, region) <= p.track(region)
                cards = p.cards[region * 3 : region * 3 + 3]
                assert [card for card in cards if card] == cards[: p.cards_in(region)]
            assert p.card_count() <= 15

    def check_discs(self, state: ZhanGuo) -> None:
        n = state.players
        if state.question == USE:  # I12
            legal = state.legal(state.mover)
            assert any(RECRUITS <= action <= REASSIGNS for action in legal)
        assert sorted(state.tie_order()) == list(range(n))  # I15
        if state.aspect == NOBODY:
            assert sorted(state.track) == list(range(n))
        for task in range(TASKS):  # I16
            discs = state.discs[task * TASK_SLOTS : (task + 1) * TASK_SLOTS]
            placed = [seat for seat in discs if seat != NOBODY]
            assert discs[: len(placed)] == placed
            assert len(placed) == len(set(placed)) <= n

    def check_events(self, state: ZhanGuo) -> None:
        workers = [many_total(p.workers) for p in self.last.seats]
        for event in state.events or []:
            args = event.args
            seat = args.get("player", 0)
            if event.kind == "round":
                self.rewarded_rounds = args["round"] - 1
                self.accepted = set()
            elif event.kind == "card":
                self.cards_shown += 1
                self.check_spent()
                self.card, self.fired = args["card"], set()
                pile = [0, *state.pile]
                self.below = pile[pile.index(self.card) - 1 if self.card in pile else -1]
            elif event.kind == "reassign":
                self.reassigning, self.spent = True, 0
            elif event.kind.startswith("shift-"):
                self.spent += args["points"]
            elif event.kind == "hire":  # I13
                circle = PARTS.ability[state.seats[seat].board][HIRE] == EXTRA_WORKER
                assert 1 <= args["workers"] - circle <= 2
                risen = args["level"] - at(self.last.seats[seat].levels, args["region"] - 1)
                assert risen == (args["workers"] if state.variant_unrest else 1)
                workers[seat] += args["workers"]
            elif event.kind in ("card-worker", "board-worker"):
                workers[seat] += 1
            elif event.kind == "reward-workers":
                workers[seat] += args["workers"]
            elif event.kind == "pay":
                workers[seat] -= len(args["regions"])
            elif event.kind == "reward-accept":  # I17
                self.check_spent()
                key = (state.round, args["aspect"])
                assert key not in self.accepted
                self.accepted.add(key)
                if state.round == self.last.round or state.over():
                    assert state.seats[seat].value(COLOURS.index(args["colour"])) == 0
            elif event.kind == "final":
                self.check_spent()
                self.rewarded_rounds = 5
            if event.kind in ("card-vp", "card-worker", "use-card"):  # I18
                self.check_fired(state, seat, args["card"], event.kind == "use-card")
        assert workers == [many_total(p.workers) for p in state.seats]  # I19
        if self.whole_game:
            taken = len(state.pile) + sum(p.card_count() for p in state.seats)
            assert self.cards_shown == taken + (state.question == USE)
            if state.over():  # I22
                assert self.cards_shown == 30 * state.players
                assert self.rewarded_rounds == 5

    def check_spent(self) -> None:
        """Re-assign Officials spends one to three points."""
        if self.reassigning:
            assert 1 <= self.spent <= PARTS.reassign_points
        self.reassigning = False

    def check_fired(self, state: ZhanGuo, seat: int, card: int, asked: bool) -> None:
        assert card not in self.fired, "a card fires at most once in a turn"
        self.fired.add(card)
        region = state.seats[seat].cards.index(card) // 3
        if asked:
            assert self.last.question == ABILITY
            assert not self.last.seats[seat].blocked(region)
        else:
            assert not state.seats[seat].blocked(region)
        deed = ("hire", "recruit", "wall", "governor", "palace")[TRIGGER[card]]
        if self.below:
            assert (self.card > self.below) == (deed in HIGHER)

    def check_change(self, state: ZhanGuo, changed: list[int]) -> None:
        last = self.last
        for seat in changed:
            before, after = last.seats[seat], state.seats[seat]
            if last.round:
                assert after.vp() >= before.vp()  # I10
            assert after.vp() >= 0
            assert all(
                new == old for new, old in zip(after.cards, before.cards, strict=True) if old
            )
            assert all(
                n >= o
                for n, o in zip(numbers(after.palaces, 5), numbers(before.palaces, 5), strict=True)
            )
            assert after.governors_left <= before.governors_left  # I11
        pieces, pieces_now = last.slots + last.discs, state.slots + state.discs
        if pieces != pieces_now:
            for old, new in zip(pieces, pieces_now, strict=True):
                assert old in (NOBODY, new)
        if last.question == MOVE and last.deed == REASSIGN:  # I14
            assert state.seats[last.mover].supply == last.seats[last.mover].supply


def same_player(one: Player, two: Player) -> bool:
    return (
        one.in_g == two.in_g
        and one.in_w == two.in_w
        and one.workers == two.workers
        and one.levels == two.levels
        and one.cards == two.cards
        and one.supply == two.supply
        and one.ones == two.ones
        and one.threes == two.threes
        and one.gains == two.gains
        and one.open == two.open
        and one.palaces == two.palaces
        and one.governors_left == two.governors_left
        and one.palaces_left == two.palaces_left
        and one.walls_left == two.walls_left
        and one.board == two.board
    )
