"""PettingZoo: all seats as agents, one after the other (AEC) or at once (Parallel).

from tianxia.rl.pettingzoo import env, parallel_env
table = env("zhanguo", players=3)

Importing this module registers `tianxia/<game>_v<n>` for `pettingzoo.make`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env_logger import EnvLogger

from ..engine.errors import IllegalAction
from ..engine.game import Game
from ..engine.registry import game_ids
from ..engine.state import State
from .render import MODES, render
from .seat import Table
from .versions import version

#: What an agent gets for an action it may not choose; the game ends there.
ILLEGAL_REWARD = -1.0

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]


class _Seats:
    """What both conventions share: names, spaces, rendering."""

    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]

    def _sit(self, table: Table, render_mode: str | None, viewer: int | None) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}; got {render_mode!r}")
        self.table = table
        self.game_state: State
        self.render_mode = render_mode
        self.viewer = viewer
        id = table.game.id
        self.metadata = {
            "name": f"{id.replace('-', '_')}_v{version(id)}",
            "render_modes": MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Dict] = {}
        self.action_spaces: dict[str, spaces.Discrete[Any]] = {}
        for agent in self.possible_agents:
            mask = spaces.Box(0, 1, (table.actions,), np.int8)
            self.observation_spaces[agent] = spaces.Dict(
                {"observation": table.box(), "action_mask": mask}
            )
            self.action_spaces[agent] = spaces.Discrete(table.actions)
        self.state_space = spaces.Box(-np.inf, np.inf, (table.players * table.width,), np.float32)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """What all players together know, for centralised critics."""
        return self.table.observations(self.game_state).ravel()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board; `viewer` (a seat) sees what is theirs, a spectator what is open to all."""
        if self.render_mode is None:
            raise ValueError("give render_mode to the environment to render it")
        return render(self.game_state, self.viewer, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(_Seats, pettingzoo.AECEnv):  # noqa: N801 (PettingZoo's own name for it)
    """One agent decides at a time. Those asked at the same time are asked in the order of seats."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
        viewer: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._sit(Table(game, players, shaping, options), render_mode, viewer)
        self._idle: Info = {"action_mask": self.table.no_mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game of a seed, or else the next one."""
        self.game_state = self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = dict.fromkeys(self.agents, self._idle)
        self._skip_agent_selection: str | None = None
        self._rewarded = False
        self._points = self.game_state.scores()
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        observation = self.table.observation(self.game_state, self._seat_of[agent])
        info = self.infos.get(agent, self._idle)
        return {"observation": observation, "action_mask": info["action_mask"]}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} must decide; None is for those who have finished")
        state = self.game_state
        state.play(self._seat_of[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._idle
        over = state.over()
        if over or self.table.shaping or self._rewarded:
            self._reward(over)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self.game_state.next_actor()
        self.agent_selection = self.possible_agents[seat]
        mask = self.table.mask(self.game_state, seat)
        self.infos[self.agent_selection] = {"action_mask": mask}

    def _reward(self, over: bool) -> None:
        found = self.table.rewards(self.game_state, self._points)
        self.rewards = dict(zip(self.agents, found, strict=True))
        self._rewarded = any(found)
        if self.table.shaping:
            self._points = self.game_state.scores()
        self._accumulate_rewards()


class env(raw_env):  # noqa: N801 (PettingZoo's own name for it)
    """As `raw_env`, with PettingZoo's usual manners; the arguments are the same.

    An illegal action ends the game, with -1 for the one who chose it and 0 for the others. This
    does what `TerminateIllegalWrapper`, `AssertOutOfBoundsWrapper` and `OrderEnforcingWrapper` do;
    those three together would take longer than a step of the game.
    """

    def step(self, action: int | None) -> None:
        if not hasattr(self, "agents"):
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if not self.terminations[agent]:
            mask = self.infos[agent]["action_mask"]
            inside = action is not None and 0 <= action < len(mask)
            assert inside, "action is not in action space"
            if not mask[action]:
                EnvLogger.warn_on_illegal_move()
                self._end(agent)
                return
        super().step(action)

    def observe(self, agent: str) -> Observation:
        if not hasattr(self, "agents"):
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | NDArray[np.uint8] | None:
        if not hasattr(self, "agents"):
            EnvLogger.error_render_before_reset()
        return super().render()

    def _end(self, agent: str) -> None:
        """The game is over because of what this agent chose."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos = dict.fromkeys(self.agents, self._idle)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()


class parallel_env(_Seats, pettingzoo.ParallelEnv):  # noqa: N801 (PettingZoo's own name for it)
    """All agents act in every step; the actions of those who are not asked now do not count.

    Their mask is all 0, and any action or `None` will do. An illegal action of one who is asked
    ends the game, with -1 for them and 0 for the others, as in the AEC environment.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
        viewer: int | None = None,
        **options: Any,
    ) -> None:
        self._sit(Table(game, players, shaping, options), render_mode, viewer)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start the game of a seed, or else the next one."""
        self.game_state = self.table.begin(seed)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        state = self.game_state
        before = state.scores() if self.table.shaping else []
        asked = state.actors()
        wrong = [seat for seat in asked if not self._legal(seat, actions)]
        agents = self.agents
        if wrong:
            rewards = {
                agent: ILLEGAL_REWARD if self._seat_of[agent] in wrong else 0.0 for agent in agents
            }
        else:
            # One alone was looked at just now; of several, the first could change what the others may.
            act = state.apply if len(asked) == 1 else state.play
            for seat in asked:
                act(seat, int(actions[self.possible_agents[seat]]))  # type: ignore[arg-type]
            if self.table.shaping or state.over():
                rewards = dict(zip(agents, self.table.rewards(state, before), strict=True))
            else:
                rewards = dict.fromkeys(agents, 0.0)
        ended = state.over() or bool(wrong)
        observations, infos = self._seen()
        for seat in wrong:
            infos[self.possible_agents[seat]]["illegal"] = True
        if ended:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, bool(wrong)),
            infos,
        )

    def _legal(self, seat: int, actions: Mapping[str, int | None]) -> bool:
        action = actions.get(self.possible_agents[seat])
        return action is not None and int(action) in self.game_state.offers(seat)

    def _seen(self) -> tuple[dict[str, Observation], dict[str, Info]]:
        """What every agent sees. The features are found for all seats at once."""
        state, table = self.game_state, self.table
        idle = table.no_mask
        observations: dict[str, Observation] = {}
        infos: dict[str, Info] = {}
        for agent, row in zip(self.agents, table.observations(state), strict=True):
            observations[agent] = {"observation": row, "action_mask": idle}
            infos[agent] = {"action_mask": idle}
        for seat in state.actors():
            agent = self.possible_agents[seat]
            mask = table.mask(state, seat)
            observations[agent]["action_mask"] = infos[agent]["action_mask"] = mask
        return observations, infos


def _register() -> None:
    for id in game_ids():
        # The registries' own form; they take `_v0` for `-v0` as well.
        name = f"tianxia/{id.replace('-', '_')}-v{version(id)}"
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{__name__}:env", kwargs={"game": id})
            pettingzoo.register("parallel", name, f"{__name__}:parallel_env", kwargs={"game": id})


_register()
