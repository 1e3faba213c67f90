"""Fitting a network to choices: by how much is the own judge wrong about one option against another?"""

from array import array
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array
from numpy.typing import NDArray

from .choices import OPTIONS, Choices
from .plan import Plan

#: Lines looked at together: few lines in smaller batches, so that there are enough steps.
BATCH = 128
STEPS = 50
RATE = 2e-3
DECAY = 1.0
#: Every so many games one is not learned from, but tells how well others are foreseen.
APART = 10
#: Options to find out how far inputs spread; more tell nothing new.
SAMPLE = 200_000

Layers = list[tuple[Array, Array]]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Fitted:
    """Weights in the order of the compiled network, and how well they foresee games apart.

    `own` and `learned` are mean squares of what the two judges are wrong by there, in points, when
    they compare an option with the others of its choice.
    """

    values: "array[float]"
    lines: int
    own: float
    learned: float

    def trusted(self, trust: float, units: int) -> "array[float]":
        """Weights with which it says so much of what it says; the last layer has so many units."""
        values = self.values[:]
        for index in range(len(values) - units - 1, len(values)):
            values[index] *= trust
        return values


def fit(plan: Plan, choices: Choices, seed: int, level: float) -> Fitted:
    """Fit a network of the plan's size; the same choices and seed give the same weights.

    `level` says how much the level of all options together counts beside the differences between them.
    """
    there = (np.arange(OPTIONS) < choices.options[:, None]).astype(np.float32)
    short = choices.later - choices.judged
    apart = choices.games % APART == 0
    if apart.all() or not apart.any():  # a handful of games: all are learned from
        apart = np.zeros(len(short), np.bool_)
    learned_from = np.flatnonzero(~apart)
    tested = np.flatnonzero(apart) if apart.any() else learned_from

    some = there[learned_from] > 0
    mean = float(short[learned_from][some].mean())
    scale = float(np.sqrt(_squares(short[learned_from], there[learned_from]))) or 1.0
    level /= max(1.0, float(np.var(short[learned_from][some])) / scale**2)
    middle, spread = _spread(choices, learned_from, some)
    layers = _train(
        choices,
        learned_from,
        (short - mean) / np.float32(scale),
        there,
        (middle, spread, level),
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
    said = np.concatenate(
        [
            np.maximum(np.maximum(_inputs(choices, part) @ w1 + b1, 0) @ w2 + b2, 0) @ w3 + b3
            for part in np.array_split(tested, len(tested) // BATCH + 1)
        ]
    )[..., 0]
    return Fitted(
        values,
        len(learned_from),
        float(_squares(short[tested], there[tested])),
        float(_squares(short[tested] - said, there[tested])),
    )


def _inputs(choices: Choices, lines: NDArray[np.intp]) -> Floats:
    """What the network sees: counts, and the own judge's estimate last."""
    counts = choices.counts[lines].astype(np.float32)
    return np.concatenate([counts, choices.judged[lines][..., None]], -1)


def _squares(wrong: Floats, there: Floats) -> np.float32:
    """The mean square of what options are wrong by against the others of their line."""
    count = there.sum(1, keepdims=True)
    middle = (wrong * there).sum(1, keepdims=True) / count
    found: np.float32 = (((wrong - middle) * there) ** 2).sum() / there.sum()
    return found


def _spread(
    choices: Choices, lines: NDArray[np.intp], some: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """Where each input lies, and how far it spreads; what never changed counts for nothing."""
    step = max(1, len(lines) * OPTIONS // SAMPLE)
    inputs = _inputs(choices, lines[::step])[some[::step]]
    middle, spread = inputs.mean(0), inputs.std(0)
    return middle, np.where(spread > 0, spread, np.float32(np.inf))


def _train(
    choices: Choices,
    lines: NDArray[np.intp],
    wanted: Floats,
    there: Floats,
    units: tuple[Floats, Floats, float],
    plan: Plan,
    seed: int,
) -> Layers:
    """Adam with decay, in batches, slower towards the end."""
    middle, spread, level = units
    batch = max(1, min(BATCH, len(lines) // STEPS))
    steps = len(lines) // batch
    layers = _fresh([len(middle), plan.first, plan.second, 1], seed)
    adam = optax.adamw(optax.cosine_decay_schedule(RATE, plan.epochs * steps), weight_decay=DECAY)

    def loss(layers: Layers, shown: Array, wanted: Array, there: Array) -> Array:
        wrong = (_forward(layers, (shown - middle) / spread) - wanted) * there
        count = there.sum(1, keepdims=True)
        against_others = (wrong - wrong.sum(1, keepdims=True) / count) * there
        return ((against_others**2).sum() + level * (wrong**2).sum()) / there.sum()

    @jax.jit
    def step(
        layers: Layers, moments: optax.OptState, shown: Array, wanted: Array, there: Array
    ) -> tuple[Layers, optax.OptState]:
        slopes = jax.grad(loss)(layers, shown, wanted, there)
        updates, moments = adam.update(slopes, moments, layers)
        found: Layers = optax.apply_updates(layers, updates)
        return found, moments

    moments = adam.init(layers)
    dice = np.random.default_rng(seed)
    for _ in range(plan.epochs):
        order = dice.permutation(lines)
        for at in range(0, steps * batch, batch):
            part = order[at : at + batch]
            layers, moments = step(
                layers, moments, _inputs(choices, part), wanted[part], there[part]
            )
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
    return (shown @ weights + biases)[..., 0]
