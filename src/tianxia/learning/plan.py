"""What is trained: a game with a number of players, how many games, and against whom."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..bots import BotError, check_spec
from ..bots.weights import OWN, can_judge, features_digest
from ..engine.game import Game
from ..engine.playout import random_action
from ..engine.rng import Rng

#: Choices compared in a game, about; and never more than this share of its decisions. Neighbouring
#: ones are much alike: more of them teach little.
CHOICES = 60
MOST = 0.4
#: Decisions played on before options are compared: so many, and so many for each player.
DEPTH, DEPTH_EACH = 12, 6
#: Of the games with the options' defaults.
USUAL = 0.5
#: As many units as the compiled network takes in a layer.
MOST_UNITS = 256
#: Earlier judges that still play.
EARLIER = 3


@dataclass(frozen=True)
class Plan:
    """The whole of a training; the same plan gives the same weights on the same kind of machine.

    `games` are played in each round, `matches` decide whether what it learned is kept. `first` and
    `second` are the units of the network's layers. In each game a share of the moves is random, up to
    `astray`; `searching` is the share of the seats that search instead of looking one move ahead.
    `share` of the decisions are compared; what came of an option is seen `depth` decisions later.
    `start` is the judge it begins with: the game's own, the learned one of the package, or a file.
    `against` is a bot: then a learner plays as that bot does, with a judge of its own, against nobody
    else, and learns nothing but to beat it.
    """

    game: str
    version: int
    features: str
    players: int
    games: int = 1000
    matches: int = 200
    seed: int = 0
    first: int = 64
    second: int = 32
    epochs: int = 12
    astray: float = 0.2
    searching: float = 0.02
    share: float = MOST
    depth: int = DEPTH
    against: str = ""
    start: str = OWN

    @classmethod
    def make(cls, game: Game, players: int, **given: Any) -> "Plan":
        """A plan, checked."""
        game.complete(players, {})
        given = {"depth": depth_of(players), **given}
        plan = cls(game.id, game.version, features_digest(game, players), players, **given)
        for name in ("games", "matches", "first", "second", "epochs", "depth"):
            if getattr(plan, name) < 1:
                raise BotError(f"training needs {name} from 1; got {getattr(plan, name)}")
        if max(plan.first, plan.second) > MOST_UNITS:
            raise BotError(f"a layer has at most {MOST_UNITS} units")
        for name in ("astray", "searching"):
            if not 0 <= getattr(plan, name) <= 1:
                raise BotError(f"{name} is a share, from 0 to 1; got {getattr(plan, name)}")
        if plan.against:
            if players == 1:
                raise BotError("alone there is nobody to play against")
            check_spec(with_judge(plan.against, OWN), game)
        if not can_judge():
            raise BotError("training needs the compiled package: see `tianxia --version`")
        if "share" in given:
            return plan
        share = min(MOST, CHOICES / _length(game, players, plan.seed))
        return cls(**{**plan.to_dict(), "share": share})

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def best(self, kept: list[str]) -> str:
        """The best judge so far, with the files of those that were kept."""
        return kept[-1] if kept else self.start

    def pool(self, kept: list[str]) -> list[tuple[float, str]]:
        """Who plays, with how often; `kept` are files with the judges learned so far, the best last."""
        best = self.best(kept)
        if self.against:
            return [(1.0, with_judge(self.against, best))]
        ahead = (1 - self.searching) / 8
        found = [
            (4 * ahead, f"greedy:deals=1,others=likely,reach=0,judge={best}"),
            (ahead, f"greedy:deals=1,others=likely,reach=0,rivalry=0,judge={best}"),
            (ahead, "greedy:deals=1,others=likely,reach=0,judge=own"),
            (ahead, "novice"),
            (self.searching / 2, "mcts:iterations=16,judge=own"),
            (self.searching / 2, f"mcts:iterations=16,judge={best}"),
        ]
        earlier = ([self.start, *kept[:-1]] if kept else [OWN])[-EARLIER:]
        return found + [
            (ahead / len(earlier), f"greedy:deals=1,others=likely,reach=0,judge={one}")
            for one in earlier
        ]

    def options(self, game: Game, dice: random.Random) -> dict[str, Any]:
        """Options of a game: half of the time the usual ones, else any that go together."""
        if dice.random() < USUAL:
            return {}
        while True:
            found = {option.name: dice.choice(option.choices) for option in game.options}
            try:
                game.complete(self.players, found)
            except ValueError:  # these do not go together: others
                continue
            return found

    def seats(self, pool: Sequence[tuple[float, str]], dice: random.Random) -> list[str]:
        """Who plays a game, by seat: anybody of the pool, or one of it against the same bot."""
        shares, specs = [share for share, _ in pool], [spec for _, spec in pool]
        if not self.against:
            return dice.choices(specs, shares, k=self.players)
        found = [self.against] * self.players
        found[dice.randrange(self.players)] = dice.choices(specs, shares)[0]
        return found


def depth_of(players: int) -> int:
    """Decisions played on before options are compared, unless told otherwise."""
    return max(DEPTH, DEPTH_EACH * players)


def with_judge(bot: str, judge: str | Path) -> str:
    """A bot that trusts a certain judge."""
    return f"{bot}{',' if ':' in bot else ':'}judge={judge}"


def _length(game: Game, players: int, seed: int) -> int:
    """The decisions of a random game, answers that are given in pieces counted once."""
    rng = Rng()
    rng.seed(seed)
    state = game.quiet(players, seed, {})
    begun, found = (-1, -1), 0
    while not state.over():
        player = state.next_actor()
        found += (state.asked_at, player) != begun
        begun = (state.asked_at, player) if state.secret() else (-1, -1)
        state.apply(player, random_action(state, player, rng))
    return max(1, found)
