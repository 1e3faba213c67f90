"""What was learned about a game: a file for each number of players in the game's folder.

Its first line is JSON: which game, its version and what it shows a learner, the size of the network,
and a note how it was made. The weights follow, as `_network.c` describes them. What was learned of
other rules is of no use: then, as where the package was not compiled, the game's own judge decides.
"""

import hashlib
import json
import logging
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ..engine.game import Game
from .bot import BotError
from .judging import Judge, LearnedJudge

#: Names of judges beside a path of a file with weights.
OWN, LEARNED = "own", "learned"
log = logging.getLogger(__name__)


class WeightsError(BotError):
    """What a file holds is not what was learned of this game."""


@dataclass(frozen=True)
class Weights:
    """A network for one game and number of players."""

    game: str
    version: int
    players: int
    #: Of the names of what the game shows a learner.
    features: str
    first: int
    second: int
    values: "array[float]"
    #: The kinds of bots that have won matches with them; others go on trusting the own judge.
    proven: Sequence[str] = ()
    note: Mapping[str, Any] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Keep them in a file."""
        head = {key: value for key, value in vars(self).items() if key != "values"}
        values = array("f", self.values)
        if sys.byteorder == "big":
            values.byteswap()
        partial = path.with_name(path.name + ".part")
        partial.write_bytes(json.dumps(head).encode() + b"\n" + values.tobytes())
        partial.replace(path)

    @property
    def digest(self) -> str:
        """Changes with the weights: what was measured with others does not hold for these."""
        return hashlib.sha256(self.values.tobytes()).hexdigest()[:16]

    def why_not(self, game: Game, players: int) -> str | None:
        """Why they are of no use there; None if they are."""
        if self.game != game.id or self.players != players:
            return f"they are for {self.game} with {self.players} players"
        if self.version != game.version:
            return f"they were learned with version {self.version}; this is {game.version}"
        if self.features != features_digest(game, players):
            return "the game shows learners something else now"
        return None

    def judge(self, game: Game) -> Judge:
        """The judge they make of the game's own."""
        from ._network import Network

        inputs = game.judged_widths[self.players]
        network = Network(inputs, self.first, self.second, self.values.tobytes())
        return LearnedJudge(game, self.players, network)


def read(source: Path | Traversable) -> Weights:
    """The weights in a file."""
    data = source.read_bytes()
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        if not isinstance(head, dict):
            raise TypeError("its first line is no table of keys")
        values = array("f", rest)
        if sys.byteorder == "big":
            values.byteswap()
        return Weights(**head, values=values)
    except (ValueError, TypeError) as error:
        raise WeightsError(f"{source} holds no weights of a judge: {error}") from error


def file_name(players: int) -> str:
    """What the file for a number of players is called in a game's folder."""
    return f"learned-{players}.weights"


@cache
def features_digest(game: Game, players: int) -> str:
    """Changes with what a game shows a learner."""
    names = game.feature_names(players) + game.prospect_names
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def can_judge() -> bool:
    """Is the network compiled with this package?"""
    try:
        from . import _network  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def learned(game: Game, players: int) -> Weights | None:
    """What the package has learned of a game; None if that is of no use here, which is said once."""
    source = files(game.package).joinpath(file_name(players)) if game.package else None
    if source is None or not source.is_file() or not can_judge():
        return None
    found = read(source)
    reason = found.why_not(game, players)
    if reason is not None:
        log.warning("%s: weights not used: %s; its own judge decides", game.id, reason)
        return None
    return found


def judge_of(game: Game, players: int, name: str, kind: str) -> Judge:
    """The judge of a name: `own`, in a file, or `learned`, if there is one proven for a kind of bot."""
    if name == OWN:
        return Judge(game)
    if name == LEARNED:
        found = learned(game, players)
        return Judge(game) if found is None or kind not in found.proven else found.judge(game)
    path = Path(name)
    if not path.is_file():
        raise BotError(f"a judge is own, learned or a file with weights; got {name!r}")
    if not can_judge():
        raise BotError("weights need the compiled package: see `tianxia --version`")
    weights = read(path)
    reason = weights.why_not(game, players)
    if reason is not None:
        raise WeightsError(f"{path}: {reason}")
    try:
        return weights.judge(game)
    except ValueError as error:
        raise WeightsError(f"{path}: {error}") from error
