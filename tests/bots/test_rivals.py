"""What others will answer in secret: foreseen from what a seat knows, and made use of."""

from collections import Counter

import tianxia
from tianxia.bots import Seat, make_bot
from tianxia.bots.ahead import best_next, to_question
from tianxia.bots.judging import Judge
from tianxia.bots.rivals import Rival
from tianxia.engine.game import Game
from tianxia.engine.rng import Rng
from tianxia.engine.state import State

from ..tiny import Tiny, tiny_game


def thrifty(state: State, player: int) -> float:
    """Whoever counts coins as well does not spend them for nothing."""
    assert isinstance(state, Tiny)
    return float(3 * state.gold[player] + sum(state.coins[player]))


def two_coins_left() -> tuple[Game, State]:
    """Both have the coins 1 and 2; ties go to seat 0, for whom 2 is sure to win."""
    game = tiny_game()
    game.judge = thrifty
    state = game.new(players=2, seed=1, rounds=4)
    for coin in ("bid 4", "bid 3"):
        for player in (0, 1):
            state.play(player, game.space.parse(coin))
        state.play(0, game.space.parse("share nothing"))
    assert state.legal(0) == state.legal(1) == [0, 1]
    return game, state


def dice(seed: int) -> Rng:
    rng = Rng()
    rng.seed(seed)
    return rng


def answers(state: State, player: int, rival: int, count: int = 200) -> Counter[int]:
    """What a player expects of a rival, drawn so often."""
    rng = dice(7)
    options = [[action] for action in state.legal(rival)]
    foreseen = Rival(Seat(state, player), rival, options, rng)
    return Counter(foreseen.answer(rng)[0] for _ in range(count))


def test_a_bot_saves_its_coin_where_a_rival_is_sure_to_bid_more() -> None:
    game, state = two_coins_left()
    seat = Seat(state, 1)
    low, high = state.legal(1)
    for seed in range(10):
        chosen = {
            others: make_bot(f"greedy:deals=32,others={others}", game, seed).decide(seat).action
            for others in ("greedy", "random")
        }
        assert chosen == {"greedy": low, "random": high}


def test_a_rival_answers_what_is_best_for_it() -> None:
    _, state = two_coins_left()
    assert answers(state, 1, 0)[1] > 190


def test_where_options_are_close_a_rival_mixes_them() -> None:
    state = tianxia.game("middle-kingdom").new(players=4, seed=3)
    found = answers(state, 0, 1)
    assert found.total() == 200
    assert found.most_common(1)[0][1] < 200


def test_what_is_foreseen_depends_on_nothing_hidden() -> None:
    game = tiny_game()
    told = []
    for fortune in range(3):
        state = game.new(players=3, seed=4)
        assert isinstance(state, Tiny)
        state.fortunes[1] = state.fortunes[2] = fortune
        told.append(answers(state, 0, 2))
    assert told == [told[0]] * 3


def test_others_go_on_by_their_own_judge() -> None:
    """Seat 0 has the gold and may give half of it away; what it does hangs on whose judge it has."""
    game = tiny_game()
    state = game.new(players=2, seed=2)
    game.judge = lambda state, player: -thrifty(state, player)
    generous = Judge(game)
    game.judge = thrifty
    own = Judge(game)
    state.play(0, 3)
    gold = {}
    for name, judge in (("own", own), ("generous", generous)):
        after = to_question(own, judge, state, 1, [0], 0.0, 0.0)
        assert isinstance(after, Tiny)
        assert after.secret()
        assert after.round == 2, "until the next secret question"
        gold[name] = after.gold[:]
    assert gold["own"][1] == 0 < gold["generous"][1]


def test_whoever_minds_a_rival_takes_what_that_wants() -> None:
    """By itself seat 0 does not care what the other has."""
    game = tiny_game()
    state = game.new(players=2, seed=2)
    state.play(0, 3)
    state.play(1, 0)
    game.judge = lambda state, player: float(state.gold[1]) if player else 0.0  # type: ignore[attr-defined]
    judge = Judge(game)
    alike = best_next(judge, state, 0)
    minding = best_next(judge, state, 0, rivalry=1.0)
    assert isinstance(alike, Tiny)
    assert isinstance(minding, Tiny)
    assert alike.gold[1] > 0 == minding.gold[1]
