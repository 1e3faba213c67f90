"""A small learner: one network for all seats, policy gradients on whole games, numpy only.

The network has one hidden layer, a head for the actions and one for the value. Every round plays
whole games in the vectorised runner, with the network in all seats, and then improves it by PPO's
clipped objective. It is meant to be read; a real project would take a library.
"""

import os
import time
from dataclasses import dataclass, field
from typing import Any

# The matrices are small: threads would cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from tianxia.rl.vector import Vector

Array = NDArray[np.float32]
FAR = np.float32(-1e9)


class Network:
    """What it says of an observation: how likely each action, and how the game will end."""

    def __init__(self, inputs: int, actions: int, hidden: int, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            drawn = rng.standard_normal((rows, columns), np.float32)
            return drawn * np.float32(scale / np.sqrt(rows))

        self.weights = {
            "in": layer(inputs, hidden, 1.0),
            "in bias": np.zeros(hidden, np.float32),
            "act": layer(hidden, actions, 0.1),
            "act bias": np.zeros(actions, np.float32),
            "value": layer(hidden, 1, 0.1),
            "value bias": np.zeros(1, np.float32),
        }
        self._first = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._second = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._updates = 0

    def forward(self, seen: Array, masks: NDArray[np.int8]) -> tuple[Array, Array, Array]:
        """The hidden layer, the probabilities of the actions, the value."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["in bias"])
        logits = np.where(masks, hidden @ w["act"] + w["act bias"], FAR)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ w["value"] + w["value bias"])[:, 0]

    def sample(
        self, seen: Array, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], Array]:
        """An action for each row, drawn by the policy, and how likely it was."""
        _, chances, _ = self.forward(seen, masks)
        edges = chances.cumsum(axis=1)
        drawn = rng.random(len(seen), np.float32)[:, None] * edges[:, -1:]
        actions = (edges > drawn).argmax(axis=1)
        return actions, chances[np.arange(len(seen)), actions]

    def best(self, seen: Array, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The likeliest action for each row."""
        found: NDArray[np.int64] = self.forward(seen, masks)[1].argmax(axis=1)
        return found

    def improve(self, batch: "Batch", rate: float, clip: float, entropy: float) -> None:
        """One step of Adam on PPO's objective."""
        rows = np.arange(len(batch.actions))
        hidden, chances, values = self.forward(batch.seen, batch.masks)
        chosen = chances[rows, batch.actions]
        ratio = chosen / batch.chances
        # The clipped objective has no slope where the ratio has moved far enough already.
        moved = np.where(batch.gains > 0, ratio > 1 + clip, ratio < 1 - clip)
        slope = np.where(moved, 0, ratio * batch.gains).astype(np.float32)
        logits = -slope[:, None] * chances
        logits[rows, batch.actions] += slope
        logs = np.log(np.maximum(chances, 1e-8))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        logits -= entropy * chances * (logs + spread)
        error = (batch.returns - values).astype(np.float32)
        back = logits @ self.weights["act"].T + 0.5 * error[:, None] * self.weights["value"].T
        back *= 1 - hidden * hidden
        slopes = {
            "in": batch.seen.T @ back,
            "in bias": back.sum(axis=0),
            "act": hidden.T @ logits,
            "act bias": logits.sum(axis=0),
            "value": 0.5 * hidden.T @ error[:, None],
            "value bias": 0.5 * error.sum(keepdims=True),
        }
        self._updates += 1
        for name, total in slopes.items():
            mean = total / len(rows)
            first, second = self._first[name], self._second[name]
            first += 0.1 * (mean - first)
            second += 0.001 * (mean * mean - second)
            unbiased = first / (1 - 0.9**self._updates)
            scale = np.sqrt(second / (1 - 0.999**self._updates)) + 1e-6
            self.weights[name] += (rate * unbiased / scale).astype(np.float32)


@dataclass
class Batch:
    """Decisions with what came of them."""

    seen: Array
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    chances: Array
    returns: Array
    gains: Array

    def part(self, rows: NDArray[np.int64]) -> "Batch":
        return Batch(
            self.seen[rows],
            self.masks[rows],
            self.actions[rows],
            self.chances[rows],
            self.returns[rows],
            self.gains[rows],
        )


@dataclass
class Curve:
    """What was measured along the way."""

    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)


class Player:
    """Plays the games of a runner with a network in all seats, and hands out finished ones.

    Games still running when enough are finished go on in the next round.
    """

    def __init__(self, games: Vector, rng: np.random.Generator) -> None:
        self.games = games
        self.rng = rng
        #: Observations, masks, actions, their chances, the actors and what they had; one a step.
        self.steps: list[tuple[NDArray[Any], ...]] = []
        #: The step at which each row's game began, and what it has brought each seat since.
        self.began = np.zeros(games.rows, np.int64)
        self.brought = np.zeros((games.rows, games.players), np.float32)

    def play(self, network: Network, count: int) -> Batch:
        """The decisions of so many whole games."""
        games = self.games
        steps: list[NDArray[np.int64]] = []
        rows: list[NDArray[np.int64]] = []
        returns: list[Array] = []
        while len(steps) < count:
            seen, masks = games.observations.copy(), games.masks.copy()
            actions, chances = network.sample(seen, masks, self.rng)
            actors = games.actors.copy()
            had = self.brought[np.arange(games.rows), actors]
            self.steps.append((seen, masks, actions, chances, actors, had))
            games.step(actions)
            self.brought += games.rewards
            now = len(self.steps)
            for row in np.flatnonzero(games.ended):
                taken = np.arange(self.began[row], now)
                who = np.array([self.steps[step][4][row] for step in taken])
                before = np.array([self.steps[step][5][row] for step in taken])
                steps.append(taken)
                rows.append(np.full(len(taken), row))
                returns.append(self.brought[row][who] - before)
                self.began[row] = now
                self.brought[row] = 0
        where = np.concatenate(steps), np.concatenate(rows)
        found = [np.stack([step[part] for step in self.steps])[where] for part in range(4)]
        came = np.concatenate(returns)
        self._forget()
        gains = came - network.forward(found[0], found[1])[2]
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        return Batch(found[0], found[1], found[2], found[3], came, gains)

    def _forget(self) -> None:
        oldest = int(self.began.min())
        self.steps = self.steps[oldest:]
        self.began -= oldest


def train(
    game: str,
    players: int,
    rounds: int,
    *,
    rows: int = 128,
    hidden: int = 128,
    rate: float = 1e-3,
    epochs: int = 3,
    entropy: float = 0.01,
    shaping: float = 0.0,
    seed: int = 1,
    tests: int = 10,
    test_games: int = 200,
) -> tuple[Network, Curve]:
    """Learn the game from nothing; `tests` times on the way measure it against random play."""
    games = Vector(game, rows, players, seed, shaping)
    network = Network(games.features, games.actions, hidden, seed)
    rng = np.random.default_rng(seed)
    player = Player(games, rng)
    curve = Curve()
    made = 0
    spent = 0.0
    for number in range(rounds + 1):
        if number % max(1, rounds // tests) == 0 or number == rounds:
            curve.decisions.append(made)
            curve.seconds.append(spent)
            curve.results.append(against_random(game, players, network, test_games))
            print(f"{made:9,} decisions {spent:6.0f} s {curve.results[-1]:8.3f}", flush=True)
        if number == rounds:
            break
        start = time.perf_counter()
        batch = player.play(network, rows)
        made += len(batch.actions)
        for _ in range(epochs):
            order = rng.permutation(len(batch.actions))
            for part in np.array_split(order, max(1, len(order) // 1024)):
                network.improve(batch.part(part), rate * (1 - number / rounds), 0.2, entropy)
        spent += time.perf_counter() - start
    return network, curve


def against_random(game: str, players: int, network: Network | None, count: int) -> float:
    """How a network does in one seat, random players in the others; `None` is random as well.

    The mean points in a solitaire, else the share of games won, shared wins counted in part.
    """
    games = Vector(game, min(count, 100), players, seed=900_000_000)
    own = np.arange(games.rows) % players
    total = 0.0
    finished = 0
    while finished < count:
        actions = games.random_actions()
        turn = games.actors == own
        if network is not None and turn.any():
            actions[turn] = network.best(games.observations[turn], games.masks[turn])
        games.step(actions)
        for row in np.flatnonzero(games.ended):
            if finished == count:
                break
            finished += 1
            if players == 1:
                total += float(games.scores[row, 0])
            else:
                rewards = games.rewards[row]
                best = rewards >= rewards.max() - 1e-6
                total += float(best[own[row]]) / float(best.sum())
    return total / count


def plot(curve: Curve, base: float, title: str, label: str, path: str) -> None:
    """The learning curve, with random play as a line to beat."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(curve.decisions, curve.results, color="#b5362b", marker="o", label="learner")
    axes.axhline(base, color="#2b3a67", linestyle="--", label="random")
    axes.set_xlabel(f"decisions ({curve.seconds[-1]:.0f} s of training)")
    axes.set_ylabel(label)
    axes.set_title(title)
    axes.legend()
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path)
