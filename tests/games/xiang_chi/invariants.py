"""What must hold after every decision, whatever was decided (section 11 of the specification)."""

from collections.abc import Callable

from tianxia.engine.compact import items, things
from tianxia.engine.state import State
from tianxia.games.xiang_chi.components import CARDS, PLACES, PRINCES
from tianxia.games.xiang_chi.rules import XiangChi
from tianxia.games.xiang_chi.table import FIRST_PRINCE, NONE

#: A turn draws at least one card, unless four Princes end the game.
MOST_TURNS = 54


def watch(state: State) -> Callable[[State], None]:
    assert isinstance(state, XiangChi)
    best = state.vp()

    def check(state: State) -> None:
        nonlocal best
        assert isinstance(state, XiangChi)
        court = [card for space in range(state.spaces) for card in state.pile(state.top(space))]
        row = [card for card in things(state.row, PLACES) if card != NONE]
        hand = [] if state.hand == NONE else [state.hand]
        away = state.pile(state.discard) + state.pile(state.princes_court)
        defeated, aside = state.pile(state.defeated), state.pile(state.aside)
        cards = items(state.deck) + row + court + hand + away + defeated + aside
        assert sorted(cards) == list(range(CARDS)), "each card is in one place"
        assert set(things(state.row, 8)[PLACES:]) == {NONE}
        assert state.cp >= 0
        assert all(card < FIRST_PRINCE for card in court + hand + away), "Princes stay out"
        assert all(card >= FIRST_PRINCE for card in defeated + aside)
        unseen = sum(1 for card in items(state.deck) + aside if card >= FIRST_PRINCE)
        assert state.drawn() == PRINCES - unseen
        assert state.vp() >= best, "points gained are never lost"
        best = state.vp()
        assert state.turn <= MOST_TURNS
        assert state.spaces == (6 if state.options["advanced"] else 8)
        if not state.over():
            # A gap stays only while the power of an exchanged card is in use.
            assert len(row) == PLACES or state.acting != NONE or not state.deck
        else:
            assert state.princes_in_row() == PLACES or state.drawn() == PRINCES

    return check
