"""Gymnasium: one seat as the agent, bots in the others.

    import gymnasium, tianxia.rl.gymnasium
    table = gymnasium.make("tianxia/Zhanguo-v1", players=3, opponents="greedy")

Importing this module registers `tianxia/<Game>-v<n>`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..bots import check_spec, choose
from ..engine.errors import IllegalAction
from ..engine.game import Game
from ..engine.registry import game_ids
from ..engine.rng import Rng
from ..engine.state import State
from . import single
from .render import MODES, render
from .seat import Table
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
                kwargs={"game": id},
                # A board takes a screen of text: nothing to check there in every step.
                disable_env_checker=True,
            )


_register()
