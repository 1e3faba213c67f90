import random
from statistics import mean
from typing import Any

import pytest

from tianxia.engine.state import State
from tianxia.games.year_of_the_dragon.judge import LOSS

from .scene import GAME, court, palace, play, ruin, scene

POLICY = GAME.policy
assert POLICY is not None


def judged(own: dict[str, Any], **more: Any) -> float:
    other = court(palace(2, "monk-young", "warrior-young"), palace(2, "farmer-young"))
    return GAME.judge(scene(own, other, turn=0, queue=[1], order=[0, 1], **more), 0)


PLAIN = (palace(2, "monk-young"), palace(2, "farmer-young"))


@pytest.mark.parametrize(
    ("better", "worse", "event"),
    [
        (court(*PLAIN, palace(1, "court-lady")), court(*PLAIN), "peace"),
        (court(*PLAIN), ruin(), "peace"),
        (court(*PLAIN, privileges={"small": 1, "large": 0}), court(*PLAIN), "peace"),
        (court(*PLAIN, rice=2), court(*PLAIN), "drought"),
        (court(*PLAIN, yuan=4), court(*PLAIN, yuan=0), "tribute"),
        (court(*PLAIN, fireworks=2), court(*PLAIN), "festival"),
        (
            court(palace(2, "healer-old"), palace(2, "healer-young")),
            court(palace(2, "scholar-old"), palace(2, "scholar-young")),
            "contagion",
        ),
        (court(palace(3, "monk-old")), court(palace(2, "monk-old")), "peace"),
        (court(*PLAIN, space=9), court(*PLAIN), "peace"),
    ],
)
def test_the_judge_likes_what_is_better(
    better: dict[str, Any], worse: dict[str, Any], event: str
) -> None:
    assert judged(better, event=event) > judged(worse, event=event)


def test_at_the_end_the_judge_says_the_score() -> None:
    state = scene(court(), court(), month=12)
    state.apply(state.actors()[0], state.offers(state.actors()[0])[-1])
    assert [GAME.judge(state, seat) for seat in (0, 1)] == state.scores()


@pytest.mark.parametrize("order", ["after-scoring", "before-scoring"])
def test_the_judge_knows_what_the_last_wall_scoring_costs(order: str) -> None:
    """A person lost before the scoring can cost a palace, too; afterwards only points."""
    more: dict[str, Any] = {
        "month": 12,
        "event": "peace",
        "options": {"great_wall": True, "last_wall": order},
    }
    behind = judged(court(*PLAIN), wall=[1], **more)
    level = judged(court(*PLAIN), wall=[1, 0], **more)
    assert level - behind == 0, "with as many as the other one loses all the same"
    ahead = judged(court(*PLAIN), wall=[1, 0, 0], **more)
    assert ahead - level == pytest.approx(2 if order == "after-scoring" else LOSS)


def test_the_policy_gives_up_who_is_worth_least_in_the_last_wall_scoring() -> None:
    """After the last scoring neither an empty palace nor a court lady's work costs anything."""
    tall = palace(2, "monk-young", "monk-young")
    full = palace(2, "healer-old", "healer-old")
    for order, palaces, released in (
        ("after-scoring", [tall, palace(1, "court-lady")], "release 2.1"),
        ("before-scoring", [full, palace(1, "court-lady")], "release 1.1"),
    ):
        state = scene(
            court(*palaces),
            court(),
            month=12,
            event="peace",
            wall=[1],
            options={"great_wall": True, "last_wall": order},
        )
        play(state, "action research")
        assert POLICY is not None
        assert GAME.space.text(POLICY(state, 0)) == released


def finish(state: State, random_seats: list[int], seed: int = 0) -> State:
    dice = random.Random(seed)
    assert POLICY is not None
    while not state.over():
        player = state.actors()[0]
        legal = state.legal(player)
        action = dice.choice(legal) if player in random_seats else POLICY(state, player)
        assert action in legal
        state.play(player, action)
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_policy_plays_every_option(players: int) -> None:
    options = {"great_wall": True, "super_event": "random"}
    if players % 2:
        options["last_wall"] = "before-scoring"
    for seed in range(2):
        assert min(finish(GAME.new(players, seed, **options), []).scores()) > 20


def test_policy_scores_well_against_itself() -> None:
    scores = [score for seed in range(8) for score in finish(GAME.new(4, seed), []).scores()]
    assert mean(scores) > 80


def test_policy_beats_random_players() -> None:
    games = [finish(GAME.new(4, seed), [1, 2, 3], seed) for seed in range(10)]
    assert sum(state.winners() == [0] for state in games) >= 9


def test_the_judge_is_about_right() -> None:
    """In self-play of the policy the estimate is close to the final score on average."""
    assert POLICY is not None
    errors: list[float] = []
    for seed in range(20, 26):
        state = GAME.new(4, seed)
        guesses = []
        while not state.over():
            player = state.actors()[0]
            if state.view(None)["month"]:
                guesses.append((player, GAME.judge(state, player)))
            state.play(player, POLICY(state, player))
        errors += [guess - state.scores()[player] for player, guess in guesses]
    assert abs(mean(errors)) < 8
    assert mean(abs(error) for error in errors) < 16


def test_features_are_scaled_and_named() -> None:
    for players in GAME.players:
        names = GAME.feature_names(players)
        assert len(set(names)) == len(names)
        state = GAME.new(players, 3, great_wall=True, super_event="random")
        dice = random.Random(3)
        while not state.over():
            values = state.features(0)
            assert len(values) == len(names)
            assert max(abs(value) for value in values) < 3
            state.play(state.actors()[0], dice.choice(state.legal(state.actors()[0])))
