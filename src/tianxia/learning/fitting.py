"""Fitting a network to positions: by how much is the own judge wrong?"""

from array import array
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array
from numpy.typing import NDArray

from .plan import Plan
from .positions import Positions

#: Positions looked at together: few positions in smaller batches, so that there are enough steps.
BATCH = 1024
STEPS = 50
RATE = 2e-3
DECAY = 2.0
#: Every so many games one is not learned from, but tells how well others are foreseen.
APART = 10

Layers = list[tuple[Array, Array]]


@dataclass(frozen=True)
class Fitted:
    """Weights in the order of the compiled network, and how well they foresee games apart.

    `own` and `learned` are the mean squared errors of the two judges there, in points.
    """

    values: "array[float]"
    rows: int
    own: float
    learned: float

    def trusted(self, trust: float, units: int) -> "array[float]":
        """Weights with which it says so much of what it says; the last layer has so many units."""
        values = self.values[:]
        for index in range(len(values) - units - 1, len(values)):
            values[index] *= trust
        return values


def fit(plan: Plan, positions: Positions, seed: int) -> Fitted:
    """Fit a network of the plan's size; the same positions and seed give the same weights."""
    inputs = np.column_stack([positions.counts.astype(np.float32), positions.judged])
    short = positions.ends - positions.judged
    apart = positions.games % APART == 0
    if apart.all() or not apart.any():  # a handful of games: all are learned from
        apart = np.zeros(len(short), np.bool_)
    learned_from = ~apart
    middle, spread = _spread(inputs[learned_from])
    mean, scale = float(short[learned_from].mean()), float(short[learned_from].std()) or 1.0
    layers = _train(
        (inputs[learned_from] - middle) / spread,
        (short[learned_from] - mean) / scale,
        plan,
        seed,
    )
    # What the network was shown in units of its own is now part of its weights.
    (w1, b1), (w2, b2), (w3, b3) = [(np.asarray(w), np.asarray(b)) for w, b in layers]
    b1 = b1 - (middle / spread) @ w1
    w1 = w1 / spread[:, None]
    w3, b3 = w3 * scale, b3 * scale + mean
    values = array("f")
    for part in (w1, b1, w2, b2, w3, b3):
        values.frombytes(part.astype(np.float32).tobytes())
    tested = apart if apart.any() else learned_from
    hidden = np.maximum(np.maximum(inputs[tested] @ w1 + b1, 0) @ w2 + b2, 0)
    errors = (hidden @ w3 + b3)[:, 0] - short[tested]
    return Fitted(
        values,
        int(learned_from.sum()),
        float((short[tested] ** 2).mean()),
        float((errors**2).mean()),
    )


def _spread(inputs: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each input lies, and how far it spreads; what never changed counts for nothing."""
    middle, spread = inputs.mean(0), inputs.std(0)
    return middle, np.where(spread > 0, spread, np.float32(np.inf))


def _train(
    inputs: NDArray[np.float32], wanted: NDArray[np.float32], plan: Plan, seed: int
) -> Layers:
    """Adam with decay, in batches, slower towards the end."""
    batch = max(1, min(BATCH, len(inputs) // STEPS))
    steps = len(inputs) // batch
    layers = _fresh([inputs.shape[1], plan.first, plan.second, 1], seed)
    rate = optax.cosine_decay_schedule(RATE, plan.epochs * steps)
    adam = optax.adamw(rate, weight_decay=DECAY)

    def loss(layers: Layers, shown: Array, ends: Array) -> Array:
        return jnp.mean((_forward(layers, shown) - ends) ** 2)

    @jax.jit
    def epoch(layers: Layers, moments: optax.OptState, shown: Array, ends: Array) -> Any:
        def step(
            now: tuple[Layers, optax.OptState], part: tuple[Array, Array]
        ) -> tuple[tuple[Layers, optax.OptState], None]:
            layers, moments = now
            updates, moments = adam.update(jax.grad(loss)(layers, *part), moments, layers)
            return (optax.apply_updates(layers, updates), moments), None

        return jax.lax.scan(step, (layers, moments), (shown, ends))[0]

    moments = adam.init(layers)
    dice = np.random.default_rng(seed)
    for _ in range(plan.epochs):
        order = dice.permutation(len(inputs))[: steps * batch]
        shown = inputs[order].reshape(steps, batch, -1)
        layers, moments = epoch(layers, moments, shown, wanted[order].reshape(steps, batch))
    return layers


def _fresh(sizes: list[int], seed: int) -> Layers:
    """A network that knows nothing."""
    keys = jax.random.split(jax.random.key(seed), len(sizes))
    return [
        (jax.random.normal(key, (before, after)) * (2 / before) ** 0.5, jnp.zeros(after))
        for key, before, after in zip(keys, sizes[:-1], sizes[1:], strict=False)
    ]


def _forward(layers: Layers, shown: Array) -> Array:
    for weights, biases in layers[:-1]:
        shown = jax.nn.relu(shown @ weights + biases)
    weights, biases = layers[-1]
    return (shown @ weights + biases)[:, 0]
