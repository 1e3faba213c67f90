"""OpenSpiel: every game as a Python game.

    import pyspiel, tianxia.rl.openspiel
    game = pyspiel.load_game("python_tianxia_middle_kingdom(players=3)")

Importing this module registers the games. Those who are asked at the same time answer in the order
of seats, without seeing the others' answers. Wherever something is drawn there are chance nodes,
at the moment of drawing, so that a search on clones knows no more of the future than the players.
"""

import copy
import hashlib
import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ..engine.features import Features
from ..engine.game import Game
from ..engine.registry import all_games
from ..engine.state import State
from . import single

#: Everything drawn at one moment is decided by two chance nodes of so many outcomes each.
OUTCOMES = 256
DRAWS = 2
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
#: No game takes more decisions.
LONGEST = 5_000
#: The information-state tensor holds this many of the player's own decisions, the newest ones.
RECALL = 128


class Position:
    """Where a game stands, with how it came there; cheap to copy.

    `path` keeps the states before each decision. They never change any more, so copies share them.
    """

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = options
        #: None until the game is dealt.
        self.state: State | None = None
        #: Who is to move: a seat, CHANCE or TERMINAL. OpenSpiel asks several times a decision.
        self.turn = CHANCE
        #: The decision that waits for chance, as seat and action.
        self.pending: tuple[int, int] | None = None
        self.draws: list[int] = []
        self.path: list[State] = []
        self.choices: list[tuple[int, int]] = []
        #: For each seat how much of the path it has noted, its last view and the digest of all.
        self._memory: list[tuple[int, str, bytes]] = [(0, "", b"")] * players

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        other = copy.copy(self)
        other.state = None if self.state is None else self.state.copy()
        other.draws = self.draws[:]
        other.path = self.path[:]
        other.choices = self.choices[:]
        other._memory = self._memory[:]
        return other

    def draw(self, outcome: int) -> None:
        """One chance node's outcome; the last of them decides what is drawn."""
        self.draws.append(outcome)
        if len(self.draws) < DRAWS:
            return
        seed = len(self.path)
        for drawn in self.draws:
            seed = seed * OUTCOMES + drawn
        self.draws = []
        if self.state is None:
            self.state = self.game.quiet(self.players, seed, self.options)
        elif self.pending is not None:
            before = self.state.copy()
            self.state.rng.seed(seed)
            self.state.apply(*self.pending)
            self._note(before, self.pending)
            self.pending = None
        self.turn = self._turn(self.state)

    def decide(self, action: int) -> None:
        """The decision of the player asked; where it draws, chance comes first."""
        assert self.state is not None
        before = self.state.copy()
        self.state.play(self.turn, action)
        if self.state.rng.state != before.rng.state:
            self.state = before
            self.pending = (self.turn, action)
            self.turn = CHANCE
        else:
            self._note(before, (self.turn, action))
            self.turn = self._turn(self.state)

    @staticmethod
    def _turn(state: State) -> int:
        return TERMINAL if state.over() else state.next_actor()

    def _note(self, before: State, choice: tuple[int, int]) -> None:
        self.path.append(before)
        self.choices.append(choice)

    def own(self, player: int) -> list[int]:
        """The player's own decisions."""
        return [action for seat, action in self.choices if seat == player]

    def memory(self, player: int) -> str:
        """A digest of all the player has seen until now, view after view."""
        noted, last, digest = self._memory[player]
        for state in self.path[noted:]:
            view = seen(state, player)
            # What a player cannot see happening leaves no trace.
            if view != last:
                digest = hashlib.blake2b(digest + view.encode(), digest_size=12).digest()
                last = view
        self._memory[player] = (len(self.path), last, digest)
        return digest.hex()


def seen(state: State, player: int | None) -> str:
    """All a player may know, as one line of text for each thing."""
    view = state.view(player)
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in view.items())


def private(state: State, player: int) -> str:
    """What a player knows beyond what everybody does."""
    public = state.view(None)
    own = state.view(player)
    secrets = {key: value for key, value in own.items() if public.get(key) != value}
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in secrets.items())


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel knows games; each has a subclass that names it."""

    ours: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = dict(params or {})
        game = self.ours
        self.players = int(values.pop("players", game.default_players))
        options = {name: from_parameter(value) for name, value in values.items()}
        self.options = game.complete(self.players, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.space),
            max_chance_outcomes=OUTCOMES,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.players[-1] > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game), info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "Observer":
        return Observer(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class SpielState(pyspiel.State):
    """A position of a game of ours as OpenSpiel knows states."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.ours, game.players, game.options)

    def current_player(self) -> int:
        return self.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        state = self.position.state
        return [] if state is None or player != self.position.turn else state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCES

    def _apply_action(self, action: int) -> None:
        if self.position.turn == CHANCE:
            self.position.draw(int(action))
        else:
            self.position.decide(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draw {action}"
        return self.position.game.space.text(action)

    def is_terminal(self) -> bool:
        return self.position.turn == TERMINAL

    def returns(self) -> list[float]:
        state = self.position.state
        if state is None:
            return [0.0] * self.position.players
        return state.returns()

    def __str__(self) -> str:
        """The whole state, secrets included, as OpenSpiel means it."""
        position = self.position
        lines = [] if position.state is None else [json.dumps(position.state.to_dict())]
        if position.pending is not None:
            player, action = position.pending
            lines.append(f"pending {player} {position.game.space.text(action)}")
        if position.turn == CHANCE:
            lines.append(f"drawn {position.draws}")
        return "\n".join(lines)


class Observer:
    """What a player sees, as tensor and as text.

    The tensor of an observation holds the seat (one-hot) and the features; that of an information
    state also the player's own newest decisions, from the oldest to the newest, each as its number
    plus 1 over the number of actions, 0 where there was none. Public and private parts exist as
    text only.
    """

    def __init__(self, game: SpielGame, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations take no parameters; got {params}")
        self._kind = kind
        self._features = Features(game.ours.widths[game.players])
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not (kind.public_info and self._private):
            return
        sizes = {
            "player": game.players,
            "observation": game.ours.widths[game.players],
        }
        if kind.perfect_recall:
            sizes["own_decisions"] = RECALL
        counts = np.frombuffer(self._features.counts, np.int16)  # type: ignore[call-overload]
        self._counts: NDArray[np.int16] = counts
        scales = game.ours.scales(game.players, game.options)
        self._scales: NDArray[np.float32] = np.array(scales, np.float32)
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        position = state.position
        if position.state is not None:
            single.observe(position.state, player, self._features)
            np.divide(self._counts, self._scales, out=self.dict["observation"])
        if "own_decisions" in self.dict:
            own = position.own(player)[-RECALL:]
            self.dict["own_decisions"][: len(own)] = own
            self.dict["own_decisions"][: len(own)] += 1
            self.dict["own_decisions"] /= len(position.game.space)

    def string_from(self, state: SpielState, player: int) -> str:
        position = state.position
        if position.state is None:
            return f"seat {player}" if self._private else ""
        if not self._private:
            return seen(position.state, None) if self._kind.public_info else ""
        if not self._kind.public_info:
            return private(position.state, player)
        text = f"seat {player}\n{seen(position.state, player)}"
        if self._kind.perfect_recall:
            own = ", ".join(position.game.space.text(action) for action in position.own(player))
            text += f"\nown decisions: {own}\nseen before: {position.memory(player)}"
        return text


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel: `python_tianxia_middle_kingdom`."""
    return f"python_tianxia_{game.id.replace('-', '_')}"


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM if game.players[-1] > 1 else kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=short_name(game),
        long_name=f"Tianxia: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.default_players,
            **{option.name: to_parameter(option.default) for option in game.options},
        },
    )


def to_parameter(value: Any) -> Any:
    """An option's value as a parameter: a text that OpenSpiel would read as a number gets a `_`."""
    return f"_{value}" if isinstance(value, str) and value.isdigit() else value


def from_parameter(value: Any) -> Any:
    """The option's value of a parameter."""
    return value.removeprefix("_") if isinstance(value, str) else value


def register(game: Game) -> None:
    """Make a game known to OpenSpiel."""
    kind = type(f"SpielGame_{game.id}", (SpielGame,), {"ours": game})
    pyspiel.register_game(game_type(game), kind)


for found in all_games():
    if short_name(found) not in pyspiel.registered_names():
        register(found)
