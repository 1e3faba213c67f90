"""The tree search, where the right decision is known."""

import pytest

from tianxia.bots import Seat, Thought, make_bot
from tianxia.bots.judging import Judge
from tianxia.bots.mcts import MctsBot, MctsSettings
from tianxia.bots.search import MASK, QUESTION, SCATTER, _lead, _private
from tianxia.engine.match import new_match
from tianxia.engine.state import State

from ..tiny import SHARE, Tiny, tiny_game

GAME = tiny_game()


def decide(state: State, player: int, spec: str, seed: int = 1) -> int:
    return make_bot(spec, GAME, seed).decide(Seat(state, player)).action


def visits(thought: Thought) -> int:
    return sum(candidate.visits for candidate in thought.candidates)


def made(bot: MctsBot) -> int:
    """Iterations made for the last decision."""
    assert bot._search is not None
    return bot._search.made


class Purse(Tiny):
    """Coins are bid one after the other in the same secret question, at most two."""

    def choices(self, player: int) -> list[int]:
        if self.winner == player:
            return [SHARE, SHARE + 1]
        return [coin - 1 for coin in self.coins[player] if coin != self.bids[player]]

    def decide(self, player: int, action: int) -> None:
        if action >= SHARE or not self.bids[player]:
            super().decide(player, action)
            return
        self.bids[player] += action + 1
        if self.answered(player):
            self.reveal()

    def answered(self, player: int) -> bool:
        first = player not in self.started
        self.started.append(player)
        return False if first else super().answered(player)

    def start_round(self) -> None:
        self.started: list[int] = []
        super().start_round()

    def reveal(self) -> None:
        self.die = 6
        self.winner = self.bids.index(max(self.bids))
        self.gold[self.winner] += self.die
        self.ask([self.winner])

    def redeal(self, player: int) -> None:
        pass

    def copy(self) -> "Purse":
        other = super().copy()
        assert isinstance(other, Purse)
        other.started = self.started[:]
        return other


class Marked(Tiny):
    """The search knows actions by their meaning: numbers of another kind."""

    def meanings(self, actions: list[int]) -> list[int]:
        return [action + len(GAME.space) for action in actions]


class MarkedPurse(Marked, Purse):
    pass


@pytest.mark.parametrize("purse", [Purse, MarkedPurse])
def test_several_answers_to_one_question_share_a_tree(purse: type[Purse]) -> None:
    game = tiny_game(purse)
    match = new_match(game, 2, 1)
    bot = make_bot("mcts:iterations=300", game, 1)
    assert isinstance(bot, MctsBot)
    first = bot.decide(Seat(match.state, 0))
    match.play(0, first.action)
    assert 0 in match.state.actors()
    second = bot.decide(Seat(match.state, 0))
    assert visits(second) > made(bot), "the tree of the first answer goes on"
    search = bot._search
    assert search is not None
    own = [first.action, second.action]
    pair = sum((meaning + 1) * SCATTER for meaning in match.state.meanings(own))
    assert own[0] != own[1]
    assert _private(0, pair & MASK) not in search.root.children, "two coins are all"
    assert {first.action + 1, second.action + 1} & {3, 4}, "the highest bid takes it all"


def test_finds_the_better_of_two() -> None:
    match = new_match(GAME, 2, 1)
    match.play(0, 3)
    match.play(1, 0)
    for seed in range(5):
        assert decide(match.state, 0, "mcts:iterations=60,prior=0", seed) == SHARE + 1


def test_sees_the_future_that_the_judge_does_not() -> None:
    """In the last round a coin that is not bid counts: only the end of the game shows it."""
    match = new_match(GAME, 2, 1, rounds=1)
    state = match.state
    assert isinstance(state, Tiny)
    state.coins = [[3, 4], [1, 2]]  # seat 0 wins with either coin and keeps the other
    state.ask([0, 1], secret=True)
    for seed in range(5):
        assert decide(state, 0, "mcts:iterations=200", seed) == 2


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_and_iterations_think_the_same(seed: int) -> None:
    state = GAME.new(players=3, seed=seed)
    one, two = (make_bot("mcts:iterations=80", GAME, seed).decide(Seat(state, 1)) for _ in range(2))
    assert one == two
    other = make_bot("mcts:iterations=80", GAME, seed + 100).decide(Seat(state, 1))
    assert other.candidates != one.candidates


def test_private_trees_do_not_know_the_others_answers() -> None:
    bot = make_bot("mcts:iterations=300", GAME, 1)
    assert isinstance(bot, MctsBot)
    bot.decide(Seat(GAME.new(players=2, seed=2), 0))
    search = bot._search
    assert search is not None
    root = search.root
    assert root.player == QUESTION
    for seat in (0, 1):
        private = root.children[_private(seat, 0)]
        assert private.player == seat
        assert private.actions == [0, 1, 2, 3], "one bandit for all of the others' answers"
        assert sum(private.visits) == search.made


class Calm(Tiny):
    """The die always shows 3, and all are asked openly, one after the other."""

    def start_round(self) -> None:
        super().start_round()
        if not self.over():
            self.ask(list(range(self.players)))

    def reveal(self) -> None:
        for player, bid in enumerate(self.bids):
            self.coins[player].remove(bid)
        self.die = 3
        self.winner = self.bids.index(max(self.bids))
        self.gold[self.winner] += self.die
        self.ask([self.winner])

    def betrays(self, player: int) -> bool:
        return False


class MarkedCalm(Marked, Calm):
    pass


@pytest.mark.parametrize("calm", [Calm, MarkedCalm])
def test_the_tree_is_used_again_where_the_game_follows_it(calm: type[Calm]) -> None:
    game = tiny_game(calm)
    match = new_match(game, 2, 1)
    bot = make_bot("mcts:iterations=400", game, 1)
    assert isinstance(bot, MctsBot)
    bot.decide(Seat(match.state, 0))
    match.play(0, 3)
    bot._chosen = 3  # whatever it liked best
    match.play(1, 0)
    assert match.state.actors() == [0]
    again = bot.decide(Seat(match.state, 0))
    assert visits(again) > made(bot)
    assert again.action == SHARE + 1


def test_a_node_is_not_taken_where_somebody_else_decides_after_another_draw() -> None:
    game = tiny_game(Calm)
    match = new_match(game, 2, 1)
    bot = make_bot("mcts:iterations=400", game, 1)
    assert isinstance(bot, MctsBot)
    bot.decide(Seat(match.state, 0))
    assert bot._search is not None
    for child in bot._search.root.children.values():
        for grandchild in child.children.values():
            assert grandchild.player in (0, 1)
            grandchild.player = 1 - grandchild.player
    match.play(0, 3)
    bot._chosen = 3
    match.play(1, 0)
    again = bot.decide(Seat(match.state, 0))
    assert visits(again) == made(bot)
    assert again.action in match.state.legal(0)


def test_the_tree_is_forgotten_where_the_game_left_it() -> None:
    match = new_match(GAME, 2, 1)
    bot = make_bot("mcts:iterations=100", GAME, 1)
    assert isinstance(bot, MctsBot)
    first = bot.decide(Seat(match.state, 0))
    match.play(0, first.action)
    match.play(1, 0)
    match.play(match.state.next_actor(), SHARE)
    again = bot.decide(Seat(match.state, 0))
    assert visits(again) == made(bot)


class Stalls(Calm):
    """The coins to bid lie in places, mixed in every round: it is the coin that counts."""

    def start_round(self) -> None:
        self.stalls = [0, 1, 2, 3]
        super().start_round()
        self.rng.shuffle(self.stalls)

    def choices(self, player: int) -> list[int]:
        if self.winner == player:
            return [SHARE, SHARE + 1]
        return [place for place in range(4) if self.stalls[place] + 1 in self.coins[player]]

    def decide(self, player: int, action: int) -> None:
        super().decide(player, action if action >= SHARE else self.stalls[action])

    def meanings(self, actions: list[int]) -> list[int]:
        return [
            action if action >= SHARE else len(GAME.space) + self.stalls[action]
            for action in actions
        ]

    def copy(self) -> "Stalls":
        other = super().copy()
        assert isinstance(other, Stalls)
        other.stalls = self.stalls[:]
        return other


def test_the_tree_knows_what_an_action_means_wherever_it_lies() -> None:
    game = tiny_game(Stalls)
    bot = make_bot("mcts:iterations=400", game, 1)
    assert isinstance(bot, MctsBot)
    state = game.new(players=2, seed=1)
    thought = bot.decide(Seat(state, 0))
    assert {candidate.action for candidate in thought.candidates} == set(state.legal(0))
    assert thought.action in state.legal(0)
    assert bot._search is not None
    nodes = [bot._search.root]
    coins = range(len(GAME.space), len(GAME.space) + 4)
    later = 0
    while nodes:
        node = nodes.pop()
        nodes += node.children.values()
        if SHARE not in node.actions:
            assert set(node.actions) <= set(coins)
            later += len(node.actions) == 3
    assert later, "in the second round three coins are left"


class Investment(Tiny):
    """What is bid first comes back sevenfold at the end: the judge does not see it."""

    def setup(self) -> None:
        super().setup()
        self.first = 0

    def decide(self, player: int, action: int) -> None:
        if player == 0 and self.round == 1 and action < SHARE:
            self.first = action + 1
        super().decide(player, action)

    def scores(self) -> list[int]:
        found = super().scores()
        if self.over():
            found[0] += 7 * self.first
        return found

    def copy(self) -> "Investment":
        other = super().copy()
        assert isinstance(other, Investment)
        other.first = self.first
        return other


#: So short a search that it hardly looks ahead.
SHORT = "mcts:iterations=4,prior=0,c=5"


def test_a_run_off_sees_the_end() -> None:
    game = tiny_game(Investment)
    state = game.new(players=2, seed=1)
    alone, decided = [], []
    for seed in range(12):
        alone.append(make_bot(SHORT, game, seed).decide(Seat(state, 0)).action)
        thought = make_bot(SHORT + ",runoff=256", game, seed).decide(Seat(state, 0))
        decided.append(thought.action)
        ends = {each.action: each.end for each in thought.candidates}
        assert len(ends) == 4
        assert None not in ends.values()
        assert max(ends, key=lambda action: ends[action] or 0.0) == thought.action
    assert set(decided) == {3}
    assert len(set(alone)) > 1


def test_a_run_off_asks_the_judge_after_as_many_decisions_as_told() -> None:
    game = tiny_game(Investment)
    seat = Seat(game.new(players=2, seed=1), 0)
    judged, played = (
        make_bot(f"{SHORT},runoff=256,reach={reach}", game, 1).decide(seat) for reach in (0, 12)
    )
    for one, other in zip(judged.candidates, played.candidates, strict=True):
        assert one.end is not None
        assert other.end is not None
        returned = 7 * (one.action + 1)
        assert returned - 7 < other.end - one.end < returned + 7


class Fate(Tiny):
    """Nothing that is done matters in the end."""

    def scores(self) -> list[int]:
        return self.fortunes if self.over() else super().scores()


def test_in_a_run_off_the_favourite_stays_if_nothing_is_better() -> None:
    game = tiny_game(Fate)
    state = game.new(players=2, seed=1)
    favourites = set()
    for seed in range(8):
        alone = make_bot(SHORT, game, seed).decide(Seat(state, 0)).action
        thought = make_bot(SHORT + ",runoff=192", game, seed).decide(Seat(state, 0))
        assert thought.action == alone
        assert len({each.end for each in thought.candidates}) == 1, "the same deals for all"
        favourites.add(alone)
    assert len(favourites) > 1


def test_how_clearly_one_is_ahead() -> None:
    assert _lead([3.0, 5.0, 4.0, 8.0], [2.0, 3.0, 3.0, 4.0]) == pytest.approx(2.0 / (1.5**0.5 / 2))
    assert _lead([1.0, 2.0], [2.0, 3.0, 9.0]) < -1, "only what both have"
    assert _lead([4.0, 4.0], [4.0, 4.0]) == 0


def test_a_run_off_leaves_out_what_the_search_has_dismissed() -> None:
    match = new_match(GAME, 2, 1)
    match.play(0, 3)
    match.play(1, 0)
    thought = make_bot("mcts:iterations=4000,c=0.1,runoff=100", GAME, 1).decide(
        Seat(match.state, 0)
    )
    assert thought.action == SHARE + 1
    assert [each.end for each in thought.candidates] == [None] * len(thought.candidates)


def test_a_run_off_is_the_same_with_the_same_seed() -> None:
    state = GAME.new(players=3, seed=7)
    spec = SHORT + ",runoff=128,playout=greedy"
    one, two = (make_bot(spec, GAME, 5).decide(Seat(state, 1)) for _ in range(2))
    assert one == two
    assert any(each.end is not None for each in one.candidates)


def test_moves_beyond_the_tree_may_be_what_the_games_own_judge_likes() -> None:
    """Without another one that is what the judge likes."""
    state = GAME.new(players=3, seed=7)
    own, judges = (
        make_bot(f"{SHORT},depth=3,settle=1,playout={playout}", GAME, 5).decide(Seat(state, 1))
        for playout in ("own", "greedy")
    )
    assert own == judges
    judge = Judge(GAME)
    assert MctsSettings(playout="greedy").search(judge, 0, 1).playing is judge
    assert MctsSettings(playout="own").search(judge, 0, 1).playing is not judge


def test_time_ends_a_run_off() -> None:
    state = GAME.new(players=3, seed=1)
    bot = make_bot("mcts:time=0.1,runoff=1000000000", GAME, 1)
    thought = bot.decide(Seat(state, 0))
    assert any(each.end is not None for each in thought.candidates)
    hurried = make_bot("mcts:iterations=40,time=0.000001,runoff=1000000000", GAME, 1)
    assert hurried.decide(Seat(state, 0)).action in state.legal(0)


def iterations(state: State, player: int, spec: str) -> int:
    bot = make_bot(spec, GAME, 1)
    assert isinstance(bot, MctsBot)
    bot.decide(Seat(state, player))
    return made(bot)


def test_who_is_patient_thinks_longer_where_two_are_close() -> None:
    state = GAME.new(players=3, seed=1)
    state.apply(0, 3)
    assert iterations(state, 1, "mcts:iterations=32") <= 32
    longer = iterations(state, 1, "mcts:iterations=32,patience=3")
    assert 32 < longer <= 96


def test_who_is_hasty_stops_where_one_stands_out() -> None:
    match = new_match(GAME, 2, 1)
    match.play(0, 3)
    match.play(1, 0)
    usual = iterations(match.state, 0, "mcts:iterations=400")
    hasty = iterations(match.state, 0, "mcts:iterations=400,haste=0.6")
    assert 100 <= hasty < usual
    clear = iterations(match.state, 0, "mcts:iterations=400,patience=3")
    assert clear == usual, "nothing is close here"


def test_time_is_kept() -> None:
    bot = make_bot("mcts:time=0.05", GAME, 1)
    thought = bot.decide(Seat(GAME.new(players=3, seed=1), 0))
    assert visits(thought) >= 1
