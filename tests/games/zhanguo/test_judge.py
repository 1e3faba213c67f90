"""The judge likes what is good, and its estimates are of the right size."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tianxia.bots.greedy import greedy_action
from tianxia.engine.rng import Rng
from tianxia.games.zhanguo.components import REGIONS, SECTIONS
from tianxia.games.zhanguo.rules import ZhanGuo
from tianxia.games.zhanguo.table import SLOTS, USE

from .table import GAME, cards, lay_out, officials, play, slots, squares


def worth(own: dict[str, Any] | None = None, **changes: Any) -> float:
    return GAME.judge(lay_out(round=3, seats={0: own or {}}, **changes), 0)


def test_more_is_better() -> None:
    plain = worth()
    assert worth({"workers": [1, 1, 0, 0, 0]}) > plain
    assert worth({"governors_area": officials("rgw")}) > worth({"governors_area": officials("rrr")})
    assert worth({"cards": cards(r1=[3])}) > plain
    assert worth({"levels": [3, 0, 0, 0, 0]}) < plain
    assert worth({"ones": [0, 2, 0]}) > plain
    assert worth(squares=squares(a1=0)) > plain + 6
    assert worth(slots=slots(T1=[-1, -1, 0])) > worth(slots=slots(T1=[0, -1, -1])) > plain
    assert (
        worth({"palaces": [1, 1, 0, 0, 0]}, tasks=["TGJ", "1-2-5", "2-5", "GJ", "3-5", "1-3-5"])
        > plain
    )


def test_a_rival_in_the_region_is_worse() -> None:
    assert worth(squares=squares(a1=0)) > worth(squares=squares(a1=0, b1=1))


def test_the_rest_of_a_turn_is_foreseen() -> None:
    """After `hire` has been chosen the workers count, though the officials are not chosen yet."""
    state = lay_out(seats={0: {"hand": [52], "governors_area": officials("rg")}})
    play(state, "card 52", "hire 1")
    foreseen = GAME.judge(state, 0)
    assert state.question == 5, "judging does not play on"
    play(state, "staff rg")
    assert foreseen == pytest.approx(GAME.judge(state, 0))


def test_at_the_end_it_is_the_score() -> None:
    state = lay_out(players=2, question="over", waiting=[], round=5, squares=squares(a1=0))
    assert GAME.judge(state, 0) == 12
    assert GAME.judge(state, 1) == 0


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    """One greedy player among random ones."""
    dice = random.Random(3)
    rng = Rng()
    rng.seed(7)
    state = GAME.new(players, 0)
    state.events = None
    while not state.over():
        player = state.actors()[0]
        legal = state.legal(player)
        action = greedy_action(state, player, rng) if player == 0 else dice.choice(legal)
        state.play(player, action)
    assert state.winners() == [0]
    assert state.scores()[0] > 90


def test_features_are_named_and_scaled() -> None:
    state = GAME.new(3, 1, boards="b-choose", draw="3-keep-2")
    dice = random.Random(0)
    names = GAME.feature_names(3)
    assert len(names) == len(set(names))
    while not state.over():
        for player in range(3):
            found = state.features(player)
            assert len(found) == len(names)
            assert all(-1.01 <= value <= 2 for value in found)
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))


def uses(games: int, seed: int) -> Iterator[tuple[dict[str, float], list[str]]]:
    """Random games of two, whenever a card is to be used: what the player is shown, and may do."""
    dice = random.Random(seed)
    names = GAME.feature_names(2)
    for number in range(games):
        state = GAME.new(2, number)
        while not state.over():
            player = state.next_actor()
            assert isinstance(state, ZhanGuo)
            if state.question == USE:
                texts = [GAME.space.text(action) for action in state.legal(player)]
                yield dict(zip(names, state.features(player), strict=True)), texts
            state.play(player, dice.choice(state.legal(player)))


def test_what_is_shown_as_ready_can_be_done() -> None:
    scale = len(SECTIONS) * SLOTS
    looked = 0
    for shown, texts in uses(4, 3):
        looked += 1
        for deed in ("unify", "hire", "palace", "governor"):
            for region in range(1, REGIONS + 1):
                ready = shown[f"region {region} {deed} ready"]
                assert ready == (f"{deed} {region}" in texts), (deed, region)
        walls = sum(text.startswith("wall ") for text in texts)
        assert shown["walls ready"] * scale == pytest.approx(walls)
    assert looked > 200


def test_a_task_that_lacks_what_is_ready_says_so() -> None:
    ready = done = 0
    for shown, texts in uses(6, 5):
        for task in range(1, 7):
            if shown[f"task {task} ready"]:
                ready += 1
                assert shown[f"task {task} missing"] > 0
                kind = ("wall", "palace", "governor")[(task - 1) % 3]
                done += any(text.startswith(f"{kind} ") for text in texts)
    assert ready == done > 50
