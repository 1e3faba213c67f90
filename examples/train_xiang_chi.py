"""Learns The Court of Xiang Chi and shows the learning curve.

.venv/bin/python examples/train_xiang_chi.py [--rounds 200] [--plot curve.svg]
"""

import argparse

from learner import Curve, against_random, plot, train

GAME = "xiang-chi"


def main(rounds: int, path: str | None, rows: int = 128) -> tuple[Curve, float]:
    base = against_random(GAME, 1, None, 500)
    print(f"random play: {base:.1f} points")
    # Beginners end far below the scale of the returns: points on the way show the direction.
    _, curve = train(GAME, 1, rounds, rows=rows, rate=4e-3, epochs=4, shaping=1 / 40)
    if path:
        plot(curve, base, "The Court of Xiang Chi", "points", path)
    return curve, base


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--plot")
    chosen = parser.parse_args()
    main(chosen.rounds, chosen.plot)
