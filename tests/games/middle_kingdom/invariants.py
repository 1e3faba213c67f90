"""What holds after every decision of any game of Middle Kingdom (INV-1 to INV-20 of the spec).

INV-19 and INV-21 hold for every game and are in the conformance suite.
"""

from collections.abc import Callable

from tianxia.engine.compact import at, listed, numbers, things
from tianxia.engine.events import Event
from tianxia.engine.state import State
from tianxia.games.middle_kingdom.components import GOALS, KINDS
from tianxia.games.middle_kingdom.rules import (
    COUNTS,
    HEIR,
    MARKET,
    SOURCES,
    SWAP_KINDS,
    MiddleKingdom,
)
from tianxia.games.middle_kingdom.table import (
    BID_CARDS,
    BID_STEP,
    DRAGON,
    DRAW_STEP,
    DYNASTY_KINDS,
    FARMER,
    MERCHANT,
    NOBODY,
    NONE,
    PHILOSOPHER,
    PILE_OF,
    RESET,
    SLOTS,
    SWAP_STEP,
    TYPES,
)


def watch(state: State) -> Callable[[State], None]:
    assert isinstance(state, MiddleKingdom)
    return Watcher(state).check


class Watcher:
    """Compares each state with what was seen before it in the same game."""

    def __init__(self, state: MiddleKingdom) -> None:
        seats = range(state.players)
        self.first_round = state.round
        self.first_deck = state.deck_size()
        self.drawn = 0
        self.holders = things(state.holders, TYPES)
        self.held_market = {p for p in seats if state.seats[p].converted}
        self.strengths = [numbers(state.seats[p].strength, TYPES) for p in seats]
        self.cards = [state.seats[p].card_count() for p in seats]
        self.tokens = [state.seats[p].tokens for p in seats]
        self.tokens_at_start = sum(self.tokens)
        # The round: what was in hand and tied at its start, and what has happened since.
        self.hands = [state.seats[p].hand_cards() for p in seats]
        self.tied = [things(state.seats[p].tied, SLOTS) for p in seats]
        self.waited = [[NONE, NONE] for _ in seats]
        self.resets: set[int] = set()
        self.claims = 0
        self.too_late = 0
        self.heir_claims = 0
        self.discarded = 0
        self.heir_held = state.holder(HEIR) != NOBODY
        self.seen_start = True

    def check(self, now: State) -> None:
        assert isinstance(now, MiddleKingdom)
        for event in now.events or []:
            self.follow(now, event)
        self.check_cards(now)
        self.check_bid_cards(now)
        self.check_goals(now)
        self.check_dragon(now)
        self.check_ranking(now)
        self.check_growth(now)
        if now.over():
            self.check_round(now)
            self.check_scoring(now)

    def follow(self, now: MiddleKingdom, event: Event) -> None:
        """Keep the tally of the round."""
        match event.kind:
            case "row":
                both = self.seen_start
                # Rounds in which everybody's bid is automatic leave no start to look at.
                self.seen_start = event is (now.events or [])[-1]
                if now.round > self.first_round:
                    self.check_round(now)
                    if both and self.seen_start:
                        self.check_start(now)
                self.start_round(now)
            case "bid" | "stack":
                if event.args["card"] == "R":
                    self.resets.add(event.args["player"])
            case "claim":
                self.claims += 1
            case "nothing":
                self.too_late += 1
            case "heir":
                self.heir_claims += 1
            case "discard":
                self.discarded += len(event.args["kinds"])
            case "draw":
                self.drawn += 1
            case "goal" if event.args["goal"] == GOALS[HEIR]:
                self.heir_held = True

    def start_round(self, now: MiddleKingdom) -> None:
        self.resets = set()
        self.claims = self.too_late = self.heir_claims = self.discarded = 0
        self.tokens_at_start = sum(seat.tokens for seat in now.seats)
        self.waited = [
            [card if card in before else NONE for card in things(seat.tied, SLOTS)]
            for seat, before in zip(now.seats, self.tied, strict=True)
        ]
        self.hands = [seat.hand_cards() for seat in now.seats]
        self.tied = [things(seat.tied, SLOTS) for seat in now.seats]

    def check_cards(self, now: MiddleKingdom) -> None:
        for kind in range(DYNASTY_KINDS):  # INV-1
            there = at(now.deck, kind) + listed(now.row).count(kind) + at(now.discards, kind)
            there += sum(at(seat.cards, kind) for seat in now.seats)
            there += listed(now.drawn).count(kind)
            if kind == MERCHANT:
                there += sum(sum(numbers(seat.converted, TYPES)) for seat in now.seats)
                there += now.placing != NOBODY and now.step != DRAW_STEP
            assert there == COUNTS[kind], f"INV-1: {KINDS[kind]}"
        for player, seat in enumerate(now.seats):
            native = [0] * TYPES
            for kind in range(DYNASTY_KINDS):
                native[PILE_OF[kind]] += at(seat.cards, kind)
            for pile in range(TYPES):
                converted = at(seat.converted, pile)
                assert at(seat.strength, pile) == native[pile] + 2 * converted, "MK-3"
                assert native[pile] or not converted, "INV-7"
            if seat.converted:
                assert player in self.held_market, "INV-8"

    def check_bid_cards(self, now: MiddleKingdom) -> None:
        for seat in now.seats:
            played = [card for card in things(seat.played, SLOTS) if card != NONE]
            tied = [card for card in things(seat.tied, SLOTS) if card != NONE]
            everywhere = seat.hand_cards() + listed(seat.aside) + tied + played
            assert sorted(everywhere) == sorted(BID_CARDS), "INV-2"
            assert RESET not in tied, "INV-4"
            assert len(tied) <= (SLOTS if now.two_bids else 1), "INV-4"
            beyond = things(seat.tied, 8)[SLOTS:] + things(seat.played, 8)[SLOTS:]
            assert set(beyond) == {NONE}, "INV-6: a slot has a card and a tied one"
            if now.step == BID_STEP and not now.over():
                assert RESET in seat.hand_cards(), "INV-3"

    def check_goals(self, now: MiddleKingdom) -> None:
        for pile, holder in enumerate(things(now.holders, TYPES)):
            strengths = [at(seat.strength, pile) for seat in now.seats]
            most = max(strengths)
            if most >= 2 and strengths.count(most) == 1:
                assert holder == strengths.index(most), "INV-9"
            if holder == NOBODY:
                assert self.holders[pile] == NOBODY, "INV-10"
                assert self.drawn or most < 2, "INV-9"
            else:
                assert strengths[holder] >= 2, "INV-9"
                assert self.drawn or strengths[holder] == most, "INV-9"
        market = now.holder(MARKET)
        if market != NOBODY:
            assert at(now.seats[market].cards, MERCHANT) >= 2, "INV-8"
            self.held_market.add(market)
        self.holders = things(now.holders, TYPES)

    def check_dragon(self, now: MiddleKingdom) -> None:
        if now.step == SWAP_STEP and now.placing == NOBODY and not now.over():
            assert len(listed(now.row)) == now.row_size, "INV-12"
            kinds = [now.game.space.args(a)["kind"] for a in now.legal(now.dragon)]
            assert kinds, "INV-12"
            assert set(kinds) <= {KINDS[kind] for kind in SWAP_KINDS}, "INV-12"
            assert KINDS[PHILOSOPHER] not in kinds, "INV-12"
        if now.step == SWAP_STEP and now.placing != NOBODY:
            assert len(listed(now.row)) == now.row_size, "INV-12"
            assert DRAGON in listed(now.row), "INV-12"
        if now.dragon != NOBODY:
            assert DRAGON not in listed(now.row), "INV-13"
            assert TYPES - things(now.holders, TYPES).count(NOBODY) >= 4, "INV-13"

    def check_ranking(self, now: MiddleKingdom) -> None:
        ranking = listed(now.ranking)
        keys = [now.key(bid) for bid in ranking]
        assert keys == sorted(keys, reverse=True), "MK-27"
        assert len({(key, bid // SLOTS) for key, bid in zip(keys, ranking, strict=True)}) == len(
            keys
        ), "INV-15: a player ties with nobody but others"
        if now.bonus in ranking:
            assert keys.count(now.key(now.bonus)) == 1, "INV-15"

    def check_growth(self, now: MiddleKingdom) -> None:
        rounds = now.round - self.first_round
        assert now.deck_size() == self.first_deck - rounds * now.row_size - self.drawn, "INV-14"
        assert now.round <= sum(COUNTS) // now.row_size, "INV-14"
        for player, seat in enumerate(now.seats):
            for before, after in zip(
                self.strengths[player], numbers(seat.strength, TYPES), strict=True
            ):
                assert before <= after, "INV-11"
            assert self.cards[player] <= seat.card_count(), "INV-11"
            assert self.tokens[player] <= seat.tokens, "INV-11"
            self.strengths[player] = numbers(seat.strength, TYPES)
            self.cards[player] = seat.card_count()
            self.tokens[player] = seat.tokens
        assert sum(self.tokens) <= self.tokens_at_start + 1, "INV-11"

    def check_round(self, now: MiddleKingdom) -> None:
        """A round is over."""
        untied = self.claims + self.too_late
        assert self.claims == min(now.row_size, untied), "INV-16"
        left = now.row_size - self.claims
        assert self.heir_claims == (1 if left and self.heir_held else 0), "INV-16"
        assert self.discarded == left - self.heir_claims, "INV-16"

    def check_start(self, now: MiddleKingdom) -> None:
        """A new round begins; the tally is still that of the one before."""
        for player, seat in enumerate(now.seats):
            kept = [card for card in things(seat.tied, SLOTS) if card != NONE]
            hand = seat.hand_cards()
            if player in self.resets:
                assert len(hand) + len(kept) == len(BID_CARDS), "INV-17"
            else:
                spent = SLOTS if now.two_bids else 1
                assert len(hand) == len(self.hands[player]) - spent, "INV-18"
            for card in kept:  # INV-5
                others = [other for other in range(now.players) if other != player]
                if card in self.tied[player]:
                    assert self.hands[player] == [RESET], "INV-5: only then it waits uncovered"
                    assert card not in self.waited[player], "INV-5: and only once"
                else:
                    theirs = [things(now.seats[other].tied, SLOTS) for other in others]
                    assert any(card in tied for tied in theirs), "INV-5"

    def check_scoring(self, now: MiddleKingdom) -> None:
        points = [
            dict(zip(SOURCES, now.points(player), strict=True)) for player in range(now.players)
        ]
        fewest = min(at(seat.cards, FARMER) for seat in now.seats)
        for seat, own in zip(now.seats, points, strict=True):
            assert own["farmers"] == 0 or at(seat.cards, FARMER) > fewest, "INV-20"
        goals = sum(own["palace"] + own["market"] + own["heir"] + own["dragon"] for own in points)
        assert goals <= 14, "INV-20"
        assert all(-15 <= own["missing"] <= 0 for own in points), "INV-20"
