"""While Bids are being placed, nothing anybody else is told depends on them."""

import json
import random
from typing import Any

import pytest

from tianxia.engine.compact import many_total
from tianxia.games.ten_suns.rules import DONE, TenSuns
from tianxia.games.ten_suns.table import BID_STEP

from .tables import GAME, load


def told(state: TenSuns, viewer: int | None) -> str:
    """View, options and features."""
    legal = [] if viewer is None else state.legal(viewer)
    features = [] if viewer is None else state.features(viewer)
    return json.dumps([state.view(viewer), legal, features], sort_keys=True)


def rebid(saved: dict[str, Any], viewer: int | None, dice: random.Random) -> None:
    """Other Bids for all but the viewer, as if they had placed them; who is not done has Energy.

    The number of decisions made changes with them: that is a secret too.
    """
    for player, seat in enumerate(saved["seats"]):
        if player == viewer:
            continue
        before = sum(seat["bids"])
        reserve = seat["solar"] + seat["lunar"] + before
        least = 1 if player in saved["waiting"] else 0
        spent = dice.choice([0, reserve - least, dice.randint(0, reserve - least)])
        seat["bids"] = [0] * 6
        for _ in range(spent):
            seat["bids"][dice.randrange(len(saved["row"]))] += 1
        seat["solar"] = max(0, saved["sun"] - spent)
        seat["lunar"] = reserve - spent - seat["solar"]
        saved["decisions"] += spent - before


@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_depends_on_the_bids_of_others(players: int) -> None:
    """At every point of a whole game while Bids are placed, for every seat and for spectators."""
    dice = random.Random(players)
    state = GAME.new(players, players)
    assert isinstance(state, TenSuns)
    points, waiting = 0, set()
    while not state.over():
        if state.step == BID_STEP:
            saved = json.dumps(state.to_dict())
            for viewer in (None, *range(players)):
                other = json.loads(saved)
                rebid(other, viewer, dice)
                assert told(load(other), viewer) == told(state, viewer)
            points += 1
            waiting.add(len(state.actors()))
        player = dice.choice(state.actors())
        bidding = state.step == BID_STEP
        state.play(player, dice.choice(state.legal(player)))
        if bidding and state.step == BID_STEP:
            assert state.events == []  # not a word before the revelation
    assert points > 20 * players
    assert waiting == set(range(1, players + 1))


def test_own_bids_are_seen_by_their_owner_alone() -> None:
    state = GAME.new(3, 4)
    assert isinstance(state, TenSuns)
    while state.step != BID_STEP:
        state.play(0, state.legal(0)[0])
    for _ in range(4):
        state.play(1, state.legal(1)[2])
    assert [space["bids"] for space in state.view(1)["row"]][2] == [None, 4, None]
    assert state.view(1)["seats"][1]["solar"] == state.sun - 4
    for viewer in (None, 0, 2):
        assert state.view(viewer)["row"][2]["bids"][1] is None
        assert state.view(viewer)["seats"][1]["solar"] == state.sun
        assert state.view(viewer)["seats"][1]["lunar"] == 5
    state.play(1, DONE)
    assert state.view(0)["actors"] == [0, 2]
    assert state.view(0)["row"][2]["bids"] == [0, None, None]
    state.play(0, DONE)
    state.play(2, DONE)
    assert any(event.kind == "bids" for event in state.events or [])


@pytest.mark.parametrize("players", [2, 4, 6])
def test_determinized_bids_vary_and_fit_the_reserve(players: int) -> None:
    state = GAME.new(players, 1)
    assert isinstance(state, TenSuns)
    while state.step != BID_STEP:
        state.play(state.actors()[0], state.legal(state.actors()[0])[0])
    for player in range(1, players):
        state.play(player, DONE)
    found = set()
    for seed in range(20):
        dealt = state.determinize(0, seed)
        assert isinstance(dealt, TenSuns)
        assert told(dealt, 0) == told(state, 0)
        for seat in dealt.seats[1:]:
            assert min(seat.solar, seat.lunar) >= 0
            assert many_total(seat.bids) + seat.solar + seat.lunar == state.sun + 5
        found.add(str([seat.bids for seat in dealt.seats]))
    assert len(found) > 15
