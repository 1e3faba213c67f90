"""The bots by name, for command line, arena and server: one spec string says which and how.

A spec is a name, and after a colon what differs from the defaults: `mcts:time=0.5,c=1.2`.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from ..engine.game import Game
from ..engine.rng import Rng
from ..engine.state import State
from .ahead import asks
from .bot import SEEDS, Bot, BotError
from .external import ExternalBot
from .greedy import GreedyBot, GreedySettings
from .mcts import MctsBot, MctsSettings
from .plain import PolicyBot, RandomBot
from .seat import Seat
from .weights import LEARNED, learned

#: What people choose from, weakest first; `levels.toml` says what they are in each game.
LEVELS = ("novice", "adept", "master", "sage")
#: The levels as they were before anything was learned, so that progress can be measured.
CLASSICS = ("classic-greedy", "classic-adept", "classic-master")
#: The section of `levels.toml` for games it does not know.
ANY = "any"
#: Settings that say how a greedy bot looks farther, if it does.
FARTHER = ("reach", "among", "closely", "time")
#: What bots of a kind are told in each game unless the spec says otherwise: see benchmarks/tune.py.
TUNED = "tuned.toml"


@dataclass(frozen=True)
class NoSettings:
    """For bots that take none."""


@dataclass(frozen=True)
class ExternalSettings:
    """The command `cmd` is started; it has `time` seconds for an answer."""

    cmd: str = ""
    time: float = 30.0

    def __post_init__(self) -> None:
        if not self.cmd or self.time <= 0:
            raise BotError("external takes a command, such as external:cmd=./my-bot, and time > 0")


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its settings with their defaults, and how to make one."""

    settings: type
    make: Callable[[Game, Any, int], Bot]


KINDS: dict[str, Kind] = {
    "random": Kind(NoSettings, lambda game, given, seed: RandomBot(seed)),
    "greedy": Kind(GreedySettings, lambda game, given, seed: GreedyBot(given, seed)),
    "policy": Kind(NoSettings, lambda game, given, seed: PolicyBot(game, seed)),
    "mcts": Kind(MctsSettings, lambda game, given, seed: MctsBot(game, given, seed)),
    "external": Kind(
        ExternalSettings, lambda game, given, seed: ExternalBot(given.cmd, given.time, seed)
    ),
}
BOT_NAMES = (*LEVELS, *CLASSICS, *KINDS)


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot a spec describes, for one seat of one game."""
    kind, settings = _resolve(spec, game)
    return kind.make(game, settings, seed)


def choose(spec: str, state: State, player: int, rng: Rng) -> int:
    """What the bot a spec describes does for this player, once and without a memory."""
    bot = make_bot(spec, state.game, int(rng.below(SEEDS)))
    try:
        return bot.decide(Seat(state, player)).action
    finally:
        bot.close()


def choose_whole(spec: str, state: State, player: int, rng: Rng) -> list[int]:
    """The same; of a secret question all decisions that the player's answer takes."""
    bot = make_bot(spec, state.game, int(rng.below(SEEDS)))
    state = state.copy()
    asked, secret = state.asked_at, state.secret()
    found: list[int] = []
    try:
        while not found or (secret and asks(state, player, asked)):
            found.append(bot.decide(Seat(state, player)).action)
            state.apply(player, found[-1])
        return found
    finally:
        bot.close()


def fingerprint(spec: str, game: Game, players: int) -> str:
    """Changes with the game's rules, with the bot's settings and with what it has learned."""
    settings, name = settings_of(spec, game), kind_of(spec, game)
    found = learned(game, players) if getattr(settings, "judge", "") == LEARNED else None
    if found is not None and name in found.proven:
        judge = hashlib.sha256(found.values.tobytes()).hexdigest()
    else:
        judge = ""
    given = asdict(settings)
    if isinstance(settings, GreedySettings) and not settings.reach:
        # Who does not look farther is the bot of before there was such a thing.
        given = {key: value for key, value in given.items() if key not in FARTHER}
    told = json.dumps([game.id, game.version, name, given, judge], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:8]


def settings_of(spec: str, game: Game) -> Any:
    """All settings of the bot a spec describes."""
    return _resolve(spec, game)[1]


def kind_of(spec: str, game: Game) -> str:
    """The name of the kind of bot that a spec describes."""
    kind, _ = _resolve(spec, game)
    return next(name for name, each in KINDS.items() if each is kind)


def check_spec(spec: str, game: Game) -> None:
    """Refuse a spec that names no bot, or gives one what it does not take."""
    kind, _ = _resolve(spec, game)
    if kind.make is KINDS["policy"].make:
        PolicyBot(game, 0)


def bot_help() -> str:
    """All bots and what they take, for a message."""
    lines = [", ".join((*LEVELS, *CLASSICS))]
    for name, kind in KINDS.items():
        settings = ", ".join(f"{each.name}={each.default}" for each in fields(kind.settings))
        lines.append(f"{name}: {settings}" if settings else name)
    return "; ".join(lines)


def split_specs(text: str) -> list[str]:
    """The specs in a list with commas; `3*greedy` stands for three of them."""
    specs: list[str] = []
    for part in text.split(","):
        if specs and re.match(r"\w+=", part):  # a further parameter of the bot before
            specs[-1] += "," + part
        else:
            specs.append(part.strip())
    found: list[str] = []
    for spec in specs:
        count, star, rest = spec.partition("*")
        if star and count.isdigit():
            found += [rest] * int(count)
        else:
            found.append(spec)
    return found


def _resolve(spec: str, game: Game) -> tuple[Kind, Any]:
    name, _, rest = spec.partition(":")
    given = _parameters(rest)
    if name in LEVELS or name in CLASSICS:
        levels = _data("levels.toml")
        level: str = (levels[ANY] | levels.get(game.id, {}))[name]
        name, _, rest = level.partition(":")
        given = _parameters(rest) | given  # what is asked for goes before the level's own
    if name not in KINDS:
        raise BotError(f"no bot {name!r}; there are: {bot_help()}")
    kind = KINDS[name]
    types: dict[str, type] = {each.name: type(each.default) for each in fields(kind.settings)}
    values: dict[str, Any] = dict(_data(TUNED).get(game.id, {}).get(name, {}))
    for key, text in given.items():
        if key not in types:
            known = ", ".join(types) or "nothing"
            raise BotError(f"bot {name} takes {known}; got {key!r}")
        try:
            values[key] = types[key](text)
        except ValueError as error:
            raise BotError(f"{key} of {name} is a {types[key].__name__}; got {text!r}") from error
    return kind, kind.settings(**values)


def _parameters(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _commas(text):
        key, equals, value = part.partition("=")
        if not equals:
            raise BotError(f"expected name=value after the bot's name; got {part!r}")
        found[key.strip()] = value.strip()
    return found


def _commas(text: str) -> Sequence[str]:
    """The parts between commas; one without `=` belongs to the value before."""
    return re.split(r",(?=\s*\w+=)", text) if text else ()


@cache
def _data(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))
