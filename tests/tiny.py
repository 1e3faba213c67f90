"""A sixth, tiny game: enough of everything to try the engine and the conformance suite on.

Everyone holds a hidden fortune (0 to 2). In each of three rounds all bid secretly one of their
coins 1 to 4; a die is thrown; the highest bid (ties: the lowest seat) takes the gold the die shows
and gives half or nothing of it to the next seat. Unspent coins and the fortune count at the end.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.actions import ActionSpace, Family
from tianxia.engine.features import Features
from tianxia.engine.game import Game
from tianxia.engine.options import Option
from tianxia.engine.saved import Listed, Shape, Whole, expect
from tianxia.engine.state import State

SPACE = ActionSpace(
    [
        Family("bid", "bid {coin}", {"coin": ["1", "2", "3", "4"]}),
        Family("share", "share {part}", {"part": ["half", "nothing"]}),
    ]
)
SHARE = SPACE.start("share")


class Tiny(State):
    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.die = 0
        self.winner = -1
        self.fortunes: list[int] = []
        self.gold: list[int] = []
        self.coins: list[list[int]] = []
        self.bids: list[int] = []

    def setup(self) -> None:
        self.fortunes = [int(self.rng.below(3)) for _ in range(self.players)]
        self.gold = [0] * self.players
        self.coins = [[1, 2, 3, 4] for _ in range(self.players)]
        self.start_round()

    def start_round(self) -> None:
        self.bids = [0] * self.players
        self.winner = -1
        if self.round == self.options["rounds"]:
            self.ask([])
        else:
            self.round += 1
            self.ask(list(range(self.players)), secret=True)

    def choices(self, player: int) -> list[int]:
        if self.winner == player:
            return [SHARE, SHARE + 1]
        return [coin - 1 for coin in self.coins[player]]

    def decide(self, player: int, action: int) -> None:
        if action < SHARE:
            self.bids[player] = action + 1
            self.tell("bid", {"player": player, "coin": action + 1}, [player])
            if self.answered(player):
                self.reveal()
        else:
            part = self.die // 2 if action == SHARE else 0
            self.gold[player] -= part
            self.gold[(player + 1) % self.players] += part
            self.tell("share", {"player": player, "gold": part})
            self.start_round()

    def reveal(self) -> None:
        for player, bid in enumerate(self.bids):
            self.coins[player].remove(bid)
        self.die = 1 + int(self.rng.below(6))
        self.winner = self.bids.index(max(self.bids))
        self.gold[self.winner] += self.die
        self.tell("reveal", {"player": self.winner, "die": self.die, "bids": self.bids[:]})
        self.ask([self.winner])

    def betrays(self, player: int) -> bool:
        return self.winner < 0

    def scores(self) -> list[int]:
        hidden = self.fortunes if self.over() else [0] * self.players
        return [
            self.gold[p] + hidden[p] + (sum(self.coins[p]) if self.over() else 0)
            for p in range(self.players)
        ]

    def copy(self) -> "Tiny":
        other = type(self)()
        self.copy_frame(other)
        other.round, other.die, other.winner = self.round, self.die, self.winner
        other.fortunes, other.gold, other.bids = self.fortunes[:], self.gold[:], self.bids[:]
        other.coins = [coins[:] for coins in self.coins]
        return other

    def redeal(self, player: int) -> None:
        for other in range(self.players):
            if other != player:
                if not self.over():
                    self.fortunes[other] = int(self.rng.below(3))
                if self.winner < 0 and self.bids[other]:
                    coins = self.coins[other]
                    self.bids[other] = coins[int(self.rng.below(len(coins)))]

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "die": self.die,
            "winner": self.winner,
            "fortunes": self.fortunes[:],
            "gold": self.gold[:],
            "coins": [coins[:] for coins in self.coins],
            "bids": self.bids[:],
        }

    def load(self, saved: dict[str, Any]) -> None:
        self.round, self.die, self.winner = saved["round"], saved["die"], saved["winner"]
        self.fortunes, self.gold = list(saved["fortunes"]), list(saved["gold"])
        self.coins = [list(coins) for coins in saved["coins"]]
        self.bids = list(saved["bids"])


def view(state: State, player: int | None) -> dict[str, Any]:
    assert isinstance(state, Tiny)
    revealed = state.winner >= 0
    return {
        "prompt": {"id": "over" if state.over() else "share" if revealed else "bid"},
        "round": state.round,
        "die": state.die,
        "gold": state.gold[:],
        "coins": [coins[:] for coins in state.coins],
        "fortune": None if player is None else state.fortunes[player],
        "bids": [
            bid if revealed or seat == player else None for seat, bid in enumerate(state.bids)
        ],
    }


def shape(players: int) -> dict[str, Shape]:
    return {
        "round": Whole(1, 4),
        "die": Whole(0, 6),
        "winner": Whole(-1, players - 1),
        "fortunes": Listed(Whole(0, 2), players),
        "gold": Listed(Whole(0, 24), players),
        "coins": Listed(Listed(Whole(1, 4), 0, 4), players),
        "bids": Listed(Whole(0, 4), players),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    assert isinstance(state, Tiny)
    bidding = state.winner < 0 and not state.over()
    expect(state.round <= state.options["rounds"], "the game has fewer rounds")
    expect(saved["secret"] == bidding, "bids are secret")
    for player, coins in enumerate(state.coins):
        expect(len(coins) == 4 - state.round + bidding, "a coin is spent every round")
        expect(coins == sorted(set(coins)), "coins are different")
        if bidding:
            bid = state.bids[player]
            expect(bid == 0 if state.asks(player) else bid in coins, "everybody bids a coin")
    if state.winner >= 0:
        expect(saved["waiting"] == [state.winner], "the winner shares")
        expect(1 <= state.die <= state.gold[state.winner], "the winner has the gold")
    if state.over():
        expect(state.round == state.options["rounds"], "rounds are left")


def feature_names(players: int) -> list[str]:
    return ["round", "die", "fortune", *(f"gold {seat}" for seat in range(players))]


def features(state: State, player: int, found: Features) -> None:
    assert isinstance(state, Tiny)
    found.scaled([state.round, state.die, state.fortunes[player], *state.gold], 1)


def judge(state: State, player: int) -> float:
    assert isinstance(state, Tiny)
    return float(state.gold[player] + state.fortunes[player])


def tiny_game(
    state: type[State] = Tiny, features: Callable[[State, int, Features], None] = features
) -> Game:
    return Game(
        id="tiny",
        title="Tiny",
        version=1,
        players=range(2, 4),
        default_players=2,
        minutes=1,
        space=SPACE,
        options=[Option("rounds", 3, [1, 3, 4])],
        state=state,
        view=view,
        feature_names=feature_names,
        features=features,
        judge=judge,
        shape=shape,
        sound=sound,
    )
