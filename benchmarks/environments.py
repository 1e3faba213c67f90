"""Steps a second of our environments, next to those of other libraries, on one core.

    .venv/bin/python benchmarks/environments.py --write

The peers get a virtual environment of their own below `build/peers`, made on the first run.
`--write` records the results in `docs/environments/speed.md`.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import time
import venv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# One core, so one thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import gymnasium
import numpy as np
import pyspiel
from open_spiel.python import games as _python_games  # noqa: F401 (registers them)
from open_spiel.python.observation import make_observation
from rich.console import Console
from rich.table import Table

import tianxia
import tianxia.rl.openspiel as spiel
from tianxia.engine.game import Game
from tianxia.rl.gymnasium import SeatEnv, environment_id
from tianxia.rl.pettingzoo import env, parallel_env
from tianxia.rl.vector import Vector

HERE = Path(__file__).parent
DOC = HERE.parent / "docs" / "environments" / "speed.md"
PEERS = ["pettingzoo[classic]", "rlcard", "gymnasium[toy-text]"]
PEER_HOME = HERE.parent / "build" / "peers" / "environments"
FACES = [
    "vectorised",
    "PettingZoo AEC",
    "PettingZoo Parallel",
    "Gymnasium",
    "Gymnasium, all seats",
    "Gymnasium make_vec",
    "OpenSpiel",
]
ROWS = 32
#: The vectorised runner again with so many games, to show what the caches do.
FEWER_AND_MORE = (16, 64, 256, 1024)
#: OpenSpiel's own games that are written in Python, as ours are for it.
PYTHON_GAMES = [
    "python_block_dominoes",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_team_dominoes",
    "python_tic_tac_toe",
]


def chosen(mask: Any, dice: random.Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(dice.random() * len(legal))])


def vectorised(game: Game, seconds: float, rows: int = ROWS) -> float:
    games = Vector(game, rows)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        games.step(games.batch.random_actions())
        steps += rows
    return steps / (time.process_time() - start)


def aec(game: Game, seconds: float) -> float:
    table = env(game)
    dice = random.Random(1)
    steps = seed = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        table.reset(seed=seed)
        seed += 1
        while table.agents:
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            table.step(chosen(seen["action_mask"], dice))
            steps += 1
    return steps / (time.process_time() - start)


def parallel(game: Game, seconds: float) -> float:
    """Decisions a second; every one shows all seats what they know."""
    table = parallel_env(game)
    dice = random.Random(1)
    steps = seed = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        seen, _ = table.reset(seed=seed)
        seed += 1
        while table.agents:
            actions = {}
            for agent in table.agents:
                legal = np.flatnonzero(seen[agent]["action_mask"])
                if len(legal):
                    actions[agent] = int(legal[int(dice.random() * len(legal))])
            seen, *_ = table.step(actions)
            steps += len(actions)
    return steps / (time.process_time() - start)


def seat(game: Game, seconds: float) -> tuple[float, float]:
    """Steps of the agent a second, and decisions of all seats: random bots sit in the others."""
    table = SeatEnv(game)
    dice = random.Random(1)
    steps = decisions = 0
    table.reset(seed=1)
    start = time.process_time()
    while time.process_time() - start < seconds:
        _, info = table.reset()
        ended = False
        while not ended:
            action = chosen(info["action_mask"], dice)
            _, _, ended, _, info = table.step(np.int64(action))
            steps += 1
        decisions += table.state.decisions
    took = time.process_time() - start
    return steps / took, decisions / took


def seats(game: Game, seconds: float) -> float:
    """Steps of the agents a second, in games side by side; random players in the other seats."""
    tables = gymnasium.make_vec(environment_id(game.id), num_envs=ROWS)
    dice = np.random.default_rng(1)
    _, info = tables.reset(seed=1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        # The largest of random numbers, where it is legal.
        actions = np.argmax(dice.random(info["action_mask"].shape) * info["action_mask"], axis=1)
        _, _, _, _, info = tables.step(actions)
        steps += ROWS
    return steps / (time.process_time() - start)


def open_spiel(name: str, seconds: float) -> float:
    """Decisions of players a second, each with its observation tensor."""
    game = pyspiel.load_game(name)
    observer = make_observation(game)
    dice = random.Random(1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # In all games measured here the outcomes are equally likely.
                state.apply_action(dice.choice(state.legal_actions()))
                continue
            observer.set_from(state, state.current_player())
            state.apply_action(dice.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - start)


def measured(game: Game, seconds: float) -> list[float]:
    """The rates of all faces, in their order."""
    return [
        vectorised(game, seconds),
        aec(game, seconds),
        parallel(game, seconds),
        *seat(game, seconds),
        seats(game, seconds),
        open_spiel(spiel.short_name(game), seconds),
    ]


def peers(seconds: float, python: Path | None) -> list[dict[str, Any]]:
    """The peers' steps a second, measured by an interpreter that has them."""
    if python is None:
        python = PEER_HOME / "bin" / "python"
        if not python.exists():
            venv.create(PEER_HOME, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    script = HERE / "peers" / "environments_peer.py"
    done = subprocess.run(
        [python, script, str(seconds)], check=True, stdout=subprocess.PIPE, text=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for name in PYTHON_GAMES:  # OpenSpiel is here already
        rate = open_spiel(name, seconds)
        found.append({"library": "OpenSpiel", "name": name, "rate": rate})
    return found


def thousands(rate: float) -> str:
    return f"{rate / 1e3:,.1f}k"


def write(
    ours: dict[str, list[float]], by_rows: dict[str, list[float]], others: list[dict[str, Any]]
) -> None:
    """The results as a page of the documentation."""
    built = "compiled" if tianxia.COMPILED else "plain Python"
    lines = [
        "# Steps a second",
        "",
        "Made by `make bench-environments`, all in one run on one core: random legal play with",
        "observations, masks and rewards, by seconds of processor time, so that other work on the",
        "machine counts less. Ours with the usual number of players; a step is a",
        f"decision of a player. The vectorised runner and `make_vec` step {ROWS} games. PettingZoo's Parallel",
        "interface shows all seats what they know after every step, AEC only the one who decides.",
        "Gymnasium's agent has random bots in the other seats: `Gymnasium` counts the agent's own",
        "steps, as a trainer does, `all seats` the bots' decisions too; so does `make_vec`, where",
        "drawing a random action from a mask is half of the work. OpenSpiel calls every game",
        "that is written in Python through its C++ core, so its own Python games are what ours",
        "compare with there; both get the observation tensor at every decision.",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d} on {platform.machine()}, {os.cpu_count()} cores,",
        f"Python {platform.python_version()}, tianxia {tianxia.__version__} ({built}).",
        "",
        f"| game | features | actions | {' | '.join(FACES)} |",
        "| --- | ---: | ---: |" + " ---: |" * len(FACES),
    ]
    for id, rates in ours.items():
        game = tianxia.game(id)
        width = len(game.feature_names(game.default_players))
        cells = " | ".join(thousands(rate) for rate in rates)
        lines.append(f"| {game.title} | {width} | {len(game.space)} | {cells} |")
    lines += ["", "| peer | environment | steps a second |", "| --- | --- | ---: |"]
    lines += [f"| {o['library']} | {o['name']} | {thousands(o['rate'])} |" for o in others]
    lines += ["", *compared(ours, others), "", "## Where the time goes", ""]
    lines += [
        "Most of a vectorised step is writing the features, as whole numbers, which are scaled for all",
        "games at once: the more games are stepped together, the less that costs, and the fewer of them",
        "stay in the processor's caches. The same with other numbers of games:",
        "",
        f"| game | {' | '.join(f'{rows} games' for rows in FEWER_AND_MORE)} |",
        "| --- |" + " ---: |" * len(FEWER_AND_MORE),
    ]
    for id, rates in by_rows.items():
        lines.append(f"| {tianxia.game(id).title} | {' | '.join(map(thousands, rates))} |")
    lines += [
        "",
        "A Parallel step shows every seat: four times 440 numbers for ZhanGuo. What all seats see of",
        "each other is written once, the rest for each of them. Then the legal actions are looked for in",
        "four masks, which a trainer does and so does this benchmark.",
        "",
        "In OpenSpiel a draw costs two chance nodes whose 256 outcomes are listed, and every decision",
        "keeps the state before it: a game that draws often, as The Court of Xiang Chi, loses most.",
    ]
    DOC.parent.mkdir(parents=True, exist_ok=True)
    DOC.write_text("\n".join(lines) + "\n", "utf-8")


def compared(ours: dict[str, list[float]], others: list[dict[str, Any]]) -> list[str]:
    """For each face the slowest of our games, over the fastest environment of each library."""
    libraries = list(dict.fromkeys(other["library"] for other in others))
    best = [
        max((other for other in others if other["library"] == library), key=lambda o: o["rate"])
        for library in libraries
    ]
    heads = [f"{other['library']} {other['name']}" for other in best]
    lines = [
        "The slowest of our games on each face, as a multiple of each library's fastest environment:",
        "",
        f"| face | {' | '.join(heads)} |",
        "| --- |" + " ---: |" * len(heads),
    ]
    for number, face in enumerate(FACES):
        slowest = min(rates[number] for rates in ours.values())
        cells = " | ".join(f"{slowest / other['rate']:.2f}" for other in best)
        lines.append(f"| {face} | {cells} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--peers", type=Path, help="a Python that has the peers installed")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("games", nargs="*", default=tianxia.game_ids())
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console()
    others = peers(arguments.seconds, arguments.peers)
    table = Table("peer", "environment", "steps/s")
    for other in others:
        table.add_row(other["library"], other["name"], thousands(other["rate"]))
    console.print(table)
    ours: dict[str, list[float]] = {}
    by_rows: dict[str, list[float]] = {}
    table = Table("game", *FACES)
    for id in arguments.games:
        game = tianxia.game(id)
        ours[id] = measured(game, arguments.seconds)
        by_rows[id] = [vectorised(game, arguments.seconds, rows) for rows in FEWER_AND_MORE]
        table.add_row(id, *(thousands(rate) for rate in ours[id]))
    console.print(table)
    if arguments.write:
        write(ours, by_rows, others)


if __name__ == "__main__":
    main()
