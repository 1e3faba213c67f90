"""Catanatron with random players: decisions and copies a second, as a line of JSON."""

import json
import sys
import time

from catanatron import Color, Game, RandomPlayer

COLORS = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]


def new(seed):
    return Game([RandomPlayer(color) for color in COLORS], seed=seed)


def main(seconds):
    decisions = seed = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = new(seed)
        seed += 1
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
    rate = decisions / (time.process_time() - start)
    game = new(0)
    for _ in range(100):
        game.play_tick()
    copies = 0
    start = time.process_time()
    while time.process_time() - start < seconds / 3:
        game.copy()
        copies += 1
    result = {"peer": "Catanatron", "game": "Catan", "players": 4, "inside": rate, "driven": rate}
    print(json.dumps(result | {"copies": copies / (time.process_time() - start)}))


main(float(sys.argv[1]))
