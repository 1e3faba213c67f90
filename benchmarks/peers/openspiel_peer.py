"""OpenSpiel: random play with its C++ rollouts and driven from Python, a line of JSON a game."""

import json
import random
import sys
import time

import pyspiel

GAMES = [
    "gin_rummy",
    "backgammon",
    "cribbage",
    "hearts",
    "bridge(use_double_dummy_result=false)",
    "spades",
    "leduc_poker",
]


def play(game, dice):
    """A random game driven from Python; the decisions of players in it."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def measure(name, seconds):
    game = pyspiel.load_game(name)
    dice = random.Random(1)
    games = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds or games < 20:
        decisions += play(game, dice)
        games += 1
    driven = decisions / (time.process_time() - start)
    length = decisions / games
    # Whole games inside C++: its own loop with its own uniform random bots.
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    inside = games * length / (time.process_time() - start)
    state = game.new_initial_state()
    copies = 0
    start = time.process_time()
    while time.process_time() - start < seconds / 3:
        state.clone()
        copies += 1
    return {
        "peer": "OpenSpiel",
        "game": name,
        "players": game.num_players(),
        "inside": inside,
        "driven": driven,
        "copies": copies / (time.process_time() - start),
    }


for name in GAMES:
    print(json.dumps(measure(name, float(sys.argv[1]))), flush=True)
