"""The judge likes what players like, is about right, and the rule-based player beats chance."""

import random
from typing import Any

from tianxia.bots import choose
from tianxia.engine.rng import Rng

from .table import GAME, Table, seat


def judged(own: dict[str, Any], harvest: int | None = None, palace: int | None = None) -> float:
    """The worth of P0's cards among players with a Farmer each."""
    others = [seat(farmer=1), seat(farmer=1)]
    table = Table("farmer merchant", own, *others, harvest=harvest, palace=palace)
    return GAME.judge(table.state, 0)


def test_more_is_better() -> None:
    assert judged(seat(noble_4=1)) > judged(seat(noble_2=1)) > judged(seat())
    assert judged(seat(farmer=3), harvest=0) > judged(seat(farmer=2), harvest=0)
    assert judged(seat(bureaucrat=1, philosopher=1), palace=0) > judged(seat(bureaucrat=1))


def test_the_first_card_of_a_type_is_worth_more_when_few_are_left() -> None:
    few = {"farmer": 1}
    with_warlord = Table("farmer merchant", seat(warlord=1), seat(), seat(), deck=few).state
    without = Table("farmer merchant", seat(), seat(), seat(), deck=few).state
    gain = GAME.judge(with_warlord, 0) - GAME.judge(without, 0)
    assert gain > 1 + 3, "a point, the missing type, and a chance of the Heir"


def test_a_higher_place_in_the_ranking_is_better() -> None:
    table = Table("noble-4 merchant", seat(), seat(), seat()).play("0 bid 7", "1 bid 6", "2 bid 5")
    worth = [GAME.judge(table.state, player) for player in range(3)]
    assert worth == sorted(worth, reverse=True)


def test_a_finished_game_is_judged_by_its_score() -> None:
    state = GAME.new(3, seed=3)
    dice = random.Random(3)
    while not state.over():
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))
    assert [GAME.judge(state, player) for player in range(3)] == state.scores()


def play(bots: list[str], seed: int) -> tuple[list[int], list[float]]:
    """The scores of a game, and what the judge thought of each player halfway."""
    rng = Rng()
    rng.seed(seed)
    state = GAME.new(len(bots), seed)
    halfway: list[float] = []
    while not state.over():
        if not halfway and sum(state.view(None)["deck"].values()) <= 31:
            halfway = [GAME.judge(state, player) for player in range(state.players)]
        player = state.next_actor()
        state.play(player, choose(bots[player], state, player, rng))
    return state.scores(), halfway


def test_the_judge_is_about_right() -> None:
    errors: list[float] = []
    for seed in range(6):
        scores, halfway = play(["policy"] * 4, seed)
        errors += [guess - score for guess, score in zip(halfway, scores, strict=True)]
    assert abs(sum(errors) / len(errors)) < 4
    assert sum(abs(error) for error in errors) / len(errors) < 9


def test_the_policy_beats_chance() -> None:
    lead = 0
    for seed in range(6):
        scores, _ = play(["policy", "random", "random", "random"], seed)
        lead += scores[0] - max(scores[1:])
    assert lead > 0


def test_the_policy_does_not_throw_cards_away() -> None:
    """First of three to pick, with nothing at stake but points: the best Noble."""
    table = Table("noble-2 noble-4", seat(noble_3=1), seat(), seat(), deck=1, round=30)
    table.play("0 bid 7", "1 bid 6", "2 bid 5")
    assert GAME.policy is not None
    assert GAME.space.text(GAME.policy(table.state, 0)) == "claim noble-4"


def test_features_have_their_names() -> None:
    for players in GAME.players:
        state = GAME.new(players, seed=1)
        names = GAME.feature_names(players)
        assert len(names) == len(set(names)) == len(state.features(0))
        assert all(-1.5 <= value <= 1.5 for value in state.features(0))
