"""What must hold after every decision, whatever was decided (section 11 of the specification)."""

from collections.abc import Callable

from tianxia.engine.state import State
from tianxia.games.xiang_chi.components import CARDS, PLACES, PRINCES
from tianxia.games.xiang_chi.rules import FIRST_PRINCE, NONE, XiangChi

#: A turn draws at least one card, unless four Princes end the game.
MOST_TURNS = 54


def watch(state: State) -> Callable[[State], None]:
    assert isinstance(state, XiangChi)
    best = state.vp()

    def check(state: State) -> None:
        nonlocal best
        assert isinstance(state, XiangChi)
        court = [card for pile in state.piles for card in pile]
        row = [card for card in state.row if card != NONE]
        hand = [] if state.hand == NONE else [state.hand]
        away = state.discard + state.princes_court
        cards = state.deck + row + court + hand + away + state.defeated + state.aside
        assert sorted(cards) == list(range(CARDS)), "each card is in one place"
        assert len(state.row) == PLACES
        assert state.cp >= 0
        assert all(card < FIRST_PRINCE for card in court + hand + away), "Princes stay out"
        assert all(card >= FIRST_PRINCE for card in state.defeated + state.aside)
        unseen = sum(1 for card in state.deck + state.aside if card >= FIRST_PRINCE)
        assert state.drawn() == PRINCES - unseen
        assert state.vp() >= best, "points gained are never lost"
        best = state.vp()
        assert state.turn <= MOST_TURNS
        assert len(state.piles) == (6 if state.options["advanced"] else 8)
        if not state.over():
            # A gap stays only while the power of an exchanged card is in use.
            assert NONE not in state.row or state.acting != NONE or not state.deck
        else:
            assert state.princes_in_row() == PLACES or state.drawn() == PRINCES

    return check
