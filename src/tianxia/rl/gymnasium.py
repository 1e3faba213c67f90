"""Gymnasium: one seat as the agent, bots in the others.

    import gymnasium, tianxia.rl.gymnasium
    table = gymnasium.make("tianxia/Zhanguo-v2", players=3, opponents="greedy")
    tables = gymnasium.make_vec("tianxia/Zhanguo-v2", num_envs=64, players=3)

Importing this module registers `tianxia/<Game>-v<n>`. `make_vec` gives many games in one compiled
loop, against random players.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..bots import check_spec, choose
from ..engine.errors import IllegalAction
from ..engine.game import Game
from ..engine.registry import game_ids
from ..engine.rng import Rng
from ..engine.state import State
from . import single
from .render import MODES, render
from .seat import BOUND, Table
from .vector import Vector
from .versions import version

#: What an action brings that may not be chosen; the episode ends there.
ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A seat of a game. Bots answer for the others before the agent is asked again.

    `opponents` is one bot for all other seats, or a list of them in the order of seats; `seat` a
    number, or `None` for another seat in every game. `info["action_mask"]` and `action_masks()`
    say what may be chosen. An illegal action ends the episode with a reward of -1 and
    `info["illegal"]`, a sentence that says why.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012 (Gymnasium's own way)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        shaping: float = 0.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(game, players, shaping, options)
        others = self.table.players - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"opponents: a bot, or a list of {others} bots; got {opponents!r}")
        for bot in self.opponents:
            check_spec(bot, self.table.game)
        if seat is not None and not 0 <= seat < self.table.players:
            raise ValueError(f"seat is 0 to {others} or None; got {seat!r}")
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}; got {render_mode!r}")
        self.render_mode = render_mode
        self.observation_space = self.table.box()
        self.action_space = spaces.Discrete(self.table.actions)
        self.seat = 0
        self.state: State
        self._chosen_seat = seat
        self._rng = Rng()
        self._bots: list[str] = []
        # These look at nothing but the options: no need to deal anew what they cannot know.
        self._all_random = all(bot == "random" for bot in self.opponents)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start the game of a seed, or else the next one."""
        super().reset(seed=seed)
        self.state = self.table.begin(seed)
        self._rng = self.table.dice()
        drawn = int(self._rng.below(self.table.players))
        self.seat = drawn if self._chosen_seat is None else self._chosen_seat
        self._bots = [*self.opponents[: self.seat], "", *self.opponents[self.seat :]]
        self._over = False
        self._answer()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Decide, and let the bots answer until the agent is asked again."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset()")
        before = self.state.scores() if self.table.shaping else []
        try:
            self.state.play(self.seat, int(action))
        except IllegalAction as error:
            self._over = True
            refusal = {"action_mask": self._mask(), "illegal": str(error)}
            return self._observation(), ILLEGAL_REWARD, True, False, refusal
        self._answer()
        self._over = self.state.over()
        reward = 0.0
        if self._over or self.table.shaping:
            reward = self.table.rewards(self.state, before)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as the agent's seat sees it."""
        if self.render_mode is None:
            raise ValueError("give render_mode to the environment to render it")
        return render(self.state, self.seat, self.render_mode)

    def _answer(self) -> None:
        """Bots answer until the agent is asked and nobody else owes a secret answer."""
        state = self.state
        if self._all_random:
            single.answer_at_random(state, self.seat, self._rng)
            return
        player = single.next_other(state, self.seat)
        while player >= 0:
            state.play(player, choose(self._bots[player], state, player, self._rng))
            player = single.next_other(state, self.seat)

    def _mask(self) -> NDArray[np.int8]:
        if self._over:
            return self.table.no_mask.copy()
        return self.table.mask(self.state, self.seat)

    def _observation(self) -> NDArray[np.float32]:
        return self.table.observation(self.state, self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self._over:
            info["scores"] = np.array(self.state.scores(), np.int64)
            info["place"] = self.state.places()[self.seat]
        return info


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """A seat of many games at once, on the vectorised runner; the other seats play at random.

    `info["action_mask"]` has a row for every game. A game that ends gives way to the next one in
    the same step: `info["final_obs"]` and `info["final_info"]` tell of the one that ended. If an
    action is illegal, `IllegalAction` names its row and no game has moved.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium's own way)

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        shaping: float = 0.0,
        **options: Any,
    ) -> None:
        first = int(np.random.default_rng().integers(1 << 62))
        self.games = Vector(game, num_envs, players, first, shaping, seat, **options)
        self.num_envs = num_envs
        self.seat = seat
        self._next = first + num_envs
        box = spaces.Box(-BOUND, BOUND, (self.games.features,), np.float32)
        self.single_observation_space = box
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(box, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start all games anew: game i with the seed `seed` + i, or else with the next ones."""
        if isinstance(seed, list):
            raise ValueError("seed: one number; game i has the seed `seed` + i")
        first = self._next if seed is None else int(seed)
        self._next = first + self.num_envs
        self.games.reset(first)
        return self.games.observations.copy(), {"action_mask": self.games.masks.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Decide in every game."""
        games = self.games
        games.step(actions)
        info: dict[str, Any] = {"action_mask": games.masks.copy()}
        ended = games.ended.copy()
        if ended.any():
            finals = games.finals()
            shown = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(ended):
                shown[row] = finals[row]
            info["final_obs"] = shown
            info["final_info"] = {"scores": games.scores.copy(), "_scores": ended}
            info["_final_obs"] = info["_final_info"] = ended
        rewards = games.rewards[:, self.seat].astype(np.float64)
        never = np.zeros(self.num_envs, np.bool_)
        return games.observations.copy(), rewards, ended, never, info


def environment_id(id: str) -> str:
    """The name of a game's environment: `tianxia/MiddleKingdom-v0`."""
    name = "".join(word.capitalize() for word in id.split("-"))
    return f"tianxia/{name}-v{version(id)}"


def _register() -> None:
    for id in game_ids():
        name = environment_id(id)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"game": id},
                # A board takes a screen of text: nothing to check there in every step.
                disable_env_checker=True,
            )


_register()
