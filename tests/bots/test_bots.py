"""Every bot in every game: legal, deterministic, and blind for what its seat cannot know."""

import random
from typing import Any

import pytest

import tianxia
from tianxia.bots import LEVELS, Candidate, Seat, Table, Thought, kind_of, make_bot
from tianxia.bots.ahead import play_on
from tianxia.bots.bot import Begun
from tianxia.bots.greedy import ROUND, behind
from tianxia.engine.match import Match, new_match
from tianxia.engine.rng import Rng
from tianxia.engine.state import State

from ..tiny import Tiny, tiny_game

GAMES = [*tianxia.all_games(), tiny_game()]
SPECS = [
    "random",
    "greedy:deals=2",
    "greedy:deals=2,noise=3,overlook=0.3",
    "greedy:deals=2,others=greedy",
    "greedy:deals=2,reach=3,closely=4",
    "mcts:iterations=12",
]
SHORT = ("middle-kingdom", "xiang-chi", "tiny")
#: A level without what takes long, and without a clock: that would tell on a busy machine.
SMALL = {"mcts": "iterations=8,runoff=0,time=0", "greedy": "deals=2,closely=4,time=0"}
POSITIONS = 6


def specs_for(game: tianxia.Game) -> list[str]:
    """All bots; those with rules of thumb or a run-off where the game has them, or is quick enough."""
    more = [] if game.policy is None else ["policy", "mcts:iterations=6,playout=policy,depth=2"]
    if game.id in SHORT:
        more.append("mcts:iterations=8,runoff=64")
    return [*SPECS, *(f"{level}:{SMALL[kind_of(level, game)]}" for level in LEVELS[1:]), *more]


CASES = [(game, spec) for game in GAMES for spec in specs_for(game)]


def positions(game: tianxia.Game, seed: int) -> list[tuple[State, int]]:
    """States of a random game, spread over its length, with somebody to decide."""
    dice = random.Random(seed)
    state = game.new(seed=seed)
    found = []
    while not state.over():
        player = dice.choice(state.actors())
        found.append((state.copy(), player))
        state.play(player, dice.choice(state.legal(player)))
    return dice.sample(found, min(POSITIONS, len(found)))


@pytest.mark.parametrize(("game", "spec"), CASES, ids=lambda it: getattr(it, "id", it))
def test_decisions_depend_on_nothing_hidden(game: tianxia.Game, spec: str) -> None:
    for state, player in positions(game, 5):
        told: list[Thought] = []
        for altered in (state, *(state.determinize(player, seed) for seed in (11, 12, 13))):
            before = altered.to_dict()
            told.append(make_bot(spec, game, 3).decide(Seat(altered, player)))
            assert altered.to_dict() == before, "a bot changed the game"
        assert told[0].action in state.legal(player)
        assert told[1:] == told[:1] * 3


def test_the_check_above_can_fail() -> None:
    """A position whose hidden part matters is among those looked at."""
    hidden = [
        state.determinize(player, 11).to_dict() != state.to_dict()
        for state, player in positions(tiny_game(), 5)
    ]
    assert any(hidden)


def test_a_seat_does_not_hold_what_is_hidden() -> None:
    state = tiny_game().new(players=3, seed=1)
    assert isinstance(state, Tiny)
    seen = set()
    for fortune in range(3):
        state.fortunes[1] = fortune
        known = Seat(state, 0)._known
        assert isinstance(known, Tiny)
        seen.add(tuple(known.fortunes[1:]))
    assert len(seen) == 1


def beginning(game: tianxia.Game, spec: str, seed: int, decisions: int = 40) -> Match:
    """The first decisions of a game among bots, or all of it if it is shorter."""
    match = new_match(game, seed=seed)
    seats = dict.fromkeys(range(match.record.players), spec)
    with Table(game, seats, seed) as table:
        while len(match.record.decisions) < decisions:
            player = table.next(match.state)
            if player is None:
                assert match.state.over()
                break
            match.play(player, table.decide(match, player).action)
    return match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("spec", ["greedy:deals=1", "mcts:iterations=3"])
def test_the_same_seed_plays_the_same_game(game: tianxia.Game, spec: str) -> None:
    one, two = beginning(game, spec, 4), beginning(game, spec, 4)
    assert one.record.decisions == two.record.decisions
    assert len(one.record.decisions) >= 6


def test_a_bot_does_not_see_who_has_answered_a_secret_question() -> None:
    game = tiny_game()
    match = new_match(game, 3, 1)
    with Table(game, {2: "random"}, 1) as table:
        assert table.next(match.state) == 2, "bots answer a secret question first"
        alone = table.seat(match, 2)
        match.play(0, 3)
        match.play(1, 2)
        after = table.seat(match, 2)
        assert after.deal(4).to_dict() == alone.deal(4).to_dict()
        assert after.deal(4).actors() == [0, 1, 2]


def test_openly_bots_wait_for_those_before_them() -> None:
    game = tiny_game()
    match = new_match(game, 2, 1)
    match.play(0, 3)
    match.play(1, 0)
    with Table(game, {1: "random"}, 1) as table:
        assert match.state.actors() == [0]
        assert table.next(match.state) is None


def test_thoughts_are_told_in_notation_best_first() -> None:
    game = tiny_game()
    state = game.new(seed=3)
    thought = make_bot("mcts:iterations=50", game, 1).decide(Seat(state, 0))
    told = thought.to_dict(game.space)
    assert told["action"] == told["candidates"][0]["action"] == game.space.text(thought.action)
    visits = [candidate["visits"] for candidate in told["candidates"]]
    assert visits == sorted(visits, reverse=True)
    assert 25 < sum(visits) <= 50, "it stops when the best is out of reach"
    assert 0 <= told["win"] <= 1
    assert 0 < told["score"] < 30


def test_the_chosen_action_is_told_first_whatever_was_visited_most() -> None:
    game = tiny_game()
    tried = [
        Candidate(1, 0.2, visits=5),
        Candidate(0, 0.1, visits=3, end=7.5),
        Candidate(2, 0.3, 1),
    ]
    told = Thought(0, tried).to_dict(game.space)["candidates"]
    assert [each["action"] for each in told] == ["bid 1", "bid 2", "bid 3"]
    assert [each["end"] for each in told] == [7.5, None, None]


def a_winner() -> tuple[tianxia.Game, Seat, int]:
    """A seat that keeps all or gives half away, and the action that keeps all."""
    game = tiny_game()
    match = new_match(game, 2, 1)
    match.play(0, 3)
    match.play(1, 0)
    return game, Seat(match.state, 0), game.space.parse("share nothing")


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every look that a greedy bot takes from farther on."""
    found: list[int] = []

    def counted(*given: Any) -> State:
        found.append(1)
        return play_on(*given)

    monkeypatch.setattr("tianxia.bots.greedy.play_on", counted)
    return found


def test_noise_makes_a_greedy_bot_err() -> None:
    game, seat, keep = a_winner()
    assert all(make_bot("greedy", game, seed).decide(seat).action == keep for seed in range(20))
    noisy = {make_bot("greedy:noise=20", game, seed).decide(seat).action for seed in range(20)}
    assert len(noisy) == 2


def test_who_looks_farther_leaves_out_what_is_clearly_worse(looks: list[int]) -> None:
    game, seat, keep = a_winner()
    thought = make_bot("greedy:reach=2,closely=40", game, 1).decide(seat)
    assert [each.action for each in thought.candidates] == [keep]
    assert len(looks) == 2 * ROUND, "after a round it was clear"


def test_who_looks_farther_does_so_until_a_time_but_for_a_round(
    looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seat(new_match(tiny_game(), 2, 1).state, 0)
    monkeypatch.setattr("tianxia.bots.greedy.behind", lambda ends, best: False)
    for time, deals in (("0.000001", ROUND), ("0", 40)):
        looks.clear()
        make_bot(f"greedy:reach=2,closely=40,time={time}", tiny_game(), 1).decide(seat)
        assert len(looks) == 3 * deals, "of four options three are looked at"


def test_an_answer_is_gone_on_with_as_long_as_it_is_asked_for() -> None:
    game = tiny_game()
    match = new_match(game, 2, 1)
    begun = Begun()
    begun.begin([3, 2, 1], match.state)
    assert begun.next(Seat(match.state, 0)) is None, "nothing was decided yet"
    match.play(0, 3)
    assert begun.next(Seat(match.state, 1)) == 2
    match.play(1, 0)
    assert begun.next(Seat(match.state, 0)) is None, "another question is asked"


def test_what_is_behind_in_the_same_deals() -> None:
    assert behind([1.0, 2.0, 3.0, 4.0], [2.0, 3.1, 4.0, 5.1])
    assert not behind([1.0, 2.0, 3.0, 4.0], [9.0, 1.0, 4.0, 3.0])
    assert not behind([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]), "it is as good"


def test_who_overlooks_takes_the_best_of_what_is_left() -> None:
    game, seat, keep = a_winner()
    thoughts = [make_bot("greedy:overlook=0.5", game, seed).decide(seat) for seed in range(200)]
    for thought in thoughts:
        seen = [candidate.action for candidate in thought.candidates]
        assert thought.action == (keep if keep in seen else seen[0])
    sizes = [len(thought.candidates) for thought in thoughts]
    assert min(sizes) == 1, "never nothing"
    assert 30 < sizes.count(2) < 70, "both are thought of in a quarter of the cases"


@pytest.mark.parametrize("spec", ["greedy:deals=1", "mcts:iterations=20"])
@pytest.mark.parametrize("forgetful", [False, True])
def test_bids_in_pieces_are_one_of_the_whole_answers(spec: str, forgetful: bool) -> None:
    """Also of a bot that is made anew for every piece, as the server does."""
    game = tianxia.game("ten-suns")
    state = game.new(players=3, seed=2)
    while not state.secret():
        state.play(state.next_actor(), state.legal(state.next_actor())[0])
    asked, rng = state.asked_at, Rng()
    rng.seed(asked)
    assert game.answers is not None
    thought_of = [sorted(answer[:-1]) for answer in game.answers(state, 10, rng)[1]]
    bot = make_bot(spec, game, 5)
    given = []
    while 1 in state.actors() and state.asked_at == asked:
        given.append(bot.decide(Seat(state, 1)).action)
        state.play(1, given[-1])
        if forgetful:
            bot = make_bot(spec, game, 5 + len(given))
    done = game.space.start("done")
    assert sorted(action for action in given if action != done) in thought_of


@pytest.mark.parametrize("spec", ["greedy:deals=1", "mcts:iterations=20"])
def test_an_answer_that_was_taken_back_is_given_anew(spec: str) -> None:
    game = tianxia.game("ten-suns")
    state = game.new(players=2, seed=2)
    while not state.secret():
        state.play(state.next_actor(), state.legal(state.next_actor())[0])
    bot = make_bot(spec, game, 5)
    answers = []
    for _ in range(2):  # all Energy is bid, so that what ends the answer is not said
        again, given = state.copy(), []
        while 0 in again.actors() and again.secret():
            given.append(bot.decide(Seat(again, 0)).action)
            again.play(0, given[-1])
        answers.append(given)
    assert min(len(given) for given in answers) > 5


def test_bids_in_pieces_can_be_compared_piece_by_piece() -> None:
    game = tianxia.game("ten-suns")
    state = game.new(players=2, seed=2)
    while not state.secret():
        state.play(state.next_actor(), state.legal(state.next_actor())[0])
    for spec in ("greedy:deals=1,answers=0", "mcts:iterations=20,answers=0"):
        thought = make_bot(spec, game, 5).decide(Seat(state, 0))
        assert {each.action for each in thought.candidates} <= set(state.legal(0))
        assert len({each.action for each in thought.candidates}) == len(thought.candidates)


def test_others_answer_as_they_might_or_at_random() -> None:
    """Who expects rules of thumb bids otherwise than who expects anything."""
    game = tianxia.game("middle-kingdom")
    differ = 0
    for seed in range(6):
        seat = Seat(game.new(players=4, seed=seed), 0)
        values = [
            [each.value for each in make_bot(spec, game, 1).decide(seat).candidates]
            for spec in ("greedy:deals=4,judge=own", "classic-greedy:deals=4")
        ]
        differ += values[0] != values[1]
    assert differ >= 5
