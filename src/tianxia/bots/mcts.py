"""The searching bot."""

import math
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter
from typing import final

from ..engine.game import Game
from ..engine.rng import Rng
from .bot import SEEDS, Begun, Bot, BotError, Candidate, Thought
from .judging import Judge
from .search import GREEDY, OWN, POLICY, RANDOM, Search
from .seat import Seat
from .weights import LEARNED, judge_of

PLAYOUTS = {"random": RANDOM, "policy": POLICY, "greedy": GREEDY, "own": OWN}
#: Without any limit given.
ITERATIONS = 400


@dataclass(frozen=True)
class MctsSettings:
    """How long to search (`time` in seconds, `iterations`; 0: no limit) and how.

    `c`: how eagerly to explore; `scale`: the lead in points that decides most games; `rivalry`: how
    much that lead counts, the rest being the own score alone; `depth`: decisions played beyond the
    tree before the judge is asked, chosen as `playout` says; `settle`: 1 to play on from there until
    somebody else decides, 2 to the next secret question; `prior`: points worse than the best that
    make an action e times less likely at first (0: all alike); `trust`: the part of that likelihood
    that goes to what the game's rules of thumb would do; `runoff`: after the search at most so many
    games are played on from its best actions, in the same deals for all, with `reach` decisions as
    `playout` says before the judge is asked. The search has half of the time then. `judge` is the game's
    `own`, the `learned` one (the own where nothing was learned), or a file with weights. `patience`: up
    to so many times the iterations where the two best are close; `haste`: a quarter of them is enough
    where the second best was visited less than so many times as often as the best (0: never). `answers`: so
    many whole answers are compared where a secret one takes several decisions (0: decision by decision).
    """

    time: float = 0.0
    iterations: int = 0
    c: float = 1.5
    scale: float = 15.0
    rivalry: float = 1.0
    depth: int = 0
    settle: int = 0
    prior: float = 3.0
    trust: float = 0.0
    playout: str = "random"
    runoff: int = 0
    reach: int = 12
    judge: str = LEARNED
    patience: float = 1.0
    haste: float = 0.0
    answers: int = 10

    def __post_init__(self) -> None:
        numbers = (self.time, self.iterations, self.depth, self.prior, self.runoff, self.reach)
        if min(*numbers, self.answers) < 0:
            raise BotError(
                "mcts takes time, iterations, depth, prior, runoff, reach and answers from 0"
            )
        if self.c <= 0 or self.scale <= 0:
            raise BotError("mcts takes c and scale above 0")
        if self.settle not in (0, 1, 2) or not 0 <= self.trust < 1 or not 0 <= self.rivalry <= 1:
            raise BotError("mcts takes settle 0, 1 or 2, trust and rivalry from 0 to 1")
        if self.patience < 1 or not 0 <= self.haste < 1:
            raise BotError("mcts takes patience from 1, and haste from 0 to below 1")
        if self.playout not in PLAYOUTS:
            raise BotError(f"playout of mcts is {' or '.join(PLAYOUTS)}; got {self.playout!r}")

    def search(self, judge: Judge, player: int, seed: int) -> Search:
        """A search of this kind."""
        return Search(
            judge,
            player,
            seed,
            self.c,
            self.scale,
            self.rivalry,
            self.depth,
            self.settle,
            self.prior,
            self.trust,
            PLAYOUTS[self.playout],
            self.answers,
        )


@final
class MctsBot(Bot):
    """Searches, and keeps the tree for the next decision."""

    def __init__(self, game: Game, settings: MctsSettings, seed: int) -> None:
        if settings.playout == "policy" and game.policy is None:
            raise BotError(f"{game.id} has no rules of thumb: take another playout than 'policy'")
        self._settings = settings
        self._rng = Rng()
        self._rng.seed(seed)
        self._search: Search | None = None
        self._chosen = -1
        self._begun = Begun()

    def decide(self, seat: Seat) -> Thought:
        """Search; the action looked at most is the best, unless a run-off finds a better one."""
        if (begun := self._begun.next(seat)) is not None:
            return Thought(begun)
        given = self._settings
        started, seconds = perf_counter(), given.time or math.inf
        if self._search is None:
            judge = judge_of(seat.game, seat.players, given.judge, "mcts")
            self._search = given.search(judge, seat.player, int(self._rng.below(SEEDS)))
        search = self._search
        known = seat.deal(int(self._rng.below(SEEDS)))
        search.start(known, seat.view(), self._chosen)
        limit = given.iterations if given.iterations or given.time else ITERATIONS
        search.run(
            limit, started + (seconds / 2 if given.runoff else seconds), given.patience, given.haste
        )
        node, actions = search.decision(), search.actions()
        best = search.run_off(actions, given.runoff, given.reach, started + seconds)
        # After an answer of several decisions the tree is grown anew.
        answer = search.answer(best)
        self._begun.begin(answer, known)
        self._chosen = -1 if answer else actions[best]
        tried = search.tried[best] if best < len(search.tried) else 0
        return Thought(
            actions[best],
            [
                Candidate(
                    action,
                    node.sums[at] / node.visits[at],
                    node.visits[at],
                    fmean(ends) if ends else None,
                )
                for at, (action, ends) in enumerate(zip(actions, search.ends, strict=True))
                if node.visits[at] and action >= 0
            ],
            search.scores[best] / tried if tried else None,
            search.wins[best] / tried if tried and seat.players > 1 else None,
        )
