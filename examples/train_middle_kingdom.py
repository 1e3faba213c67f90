"""Learns Middle Kingdom for two players by playing against itself, and shows the learning curve.

.venv/bin/python examples/train_middle_kingdom.py [--rounds 10] [--plot curve.svg]
"""

import argparse

from learner import Curve, against_random, plot, train

GAME = "middle-kingdom"


def main(rounds: int, path: str | None) -> tuple[Curve, float]:
    base = against_random(GAME, 2, None, 500)
    print(f"random play wins {base:.3f}")
    _, curve = train(GAME, 2, rounds)
    if path:
        plot(curve, base, "Middle Kingdom, two players", "share of games won", path)
    return curve, base


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--plot")
    chosen = parser.parse_args()
    main(chosen.rounds, chosen.plot)
