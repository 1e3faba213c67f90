"""PettingZoo's classic games, RLCard's and small Gymnasium environments: steps a second.

Random legal play with observations, masks and rewards, the way a trainer would step them; a line of
JSON an environment.
"""

import json
import random
import sys
import time
import warnings

import gymnasium
import numpy as np
import pettingzoo
import rlcard

warnings.simplefilter("ignore")
PETTINGZOO = [
    "chess_v6",
    "connect_four_v3",
    "go_v5",
    "hanabi_v5",
    "leduc_holdem_v4",
    "rps_v2",
    "texas_holdem_no_limit_v6",
    "texas_holdem_v4",
    "tictactoe_v3",
]
RLCARD = [
    "blackjack",
    "bridge",
    "doudizhu",
    "gin-rummy",
    "leduc-holdem",
    "limit-holdem",
    "mahjong",
    "no-limit-holdem",
    "uno",
]
GYMNASIUM = ["Blackjack-v1", "CartPole-v1", "FrozenLake-v1", "Taxi-v4"]


def classic(name, seconds):
    env = pettingzoo.make("aec", f"classic/{name}")
    dice = random.Random(1)
    steps = seed = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=seed)
        seed += 1
        while env.agents:
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info.get("action_mask")
            if mask is None:
                action = int(dice.random() * env.action_space(env.agent_selection).n)
            else:
                legal = np.flatnonzero(mask)
                action = int(legal[int(dice.random() * len(legal))])
            env.step(action)
            steps += 1
    return steps / (time.process_time() - start)


def cards(name, seconds):
    env = rlcard.make(name, config={"seed": 1})
    dice = random.Random(1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            steps += 1
    return steps / (time.process_time() - start)


def gym(name, seconds):
    env = gymnasium.make(name)
    dice = random.Random(1)
    actions = int(env.action_space.n)
    steps = 0
    env.reset(seed=1)
    start = time.process_time()
    while time.process_time() - start < seconds:
        _, _, terminated, truncated, _ = env.step(int(dice.random() * actions))
        steps += 1
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - start)


for library, names, measure in (
    ("PettingZoo", PETTINGZOO, classic),
    ("RLCard", RLCARD, cards),
    ("Gymnasium", GYMNASIUM, gym),
):
    for name in names:
        rate = measure(name, float(sys.argv[1]))
        print(json.dumps({"library": library, "name": name, "rate": rate}), flush=True)
