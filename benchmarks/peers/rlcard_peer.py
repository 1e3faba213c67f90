"""RLCard with random agents: decisions a second, a line of JSON a game."""

import json
import random
import sys
import time

import rlcard

GAMES = ["leduc-holdem", "limit-holdem", "uno", "gin-rummy", "doudizhu"]


def measure(name, seconds):
    env = rlcard.make(name)
    dice = random.Random(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            decisions += 1
    rate = decisions / (time.process_time() - start)
    return {
        "peer": "RLCard",
        "game": name,
        "players": env.num_players,
        "inside": rate,
        "driven": rate,
        "copies": None,
    }


for name in GAMES:
    print(json.dumps(measure(name, float(sys.argv[1]))), flush=True)
