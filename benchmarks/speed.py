"""Speed, side by side with peers, in one run on one core: table, JSON and plot.

    .venv/bin/python benchmarks/speed.py --write

Each peer gets a virtual environment of its own below `build/peers`, made on the first run.
`--write` records the results with machine and versions in `docs/benchmarks.md`.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import venv
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.bench import Speed, measure, scaling

HERE = Path(__file__).parent
PEERS = {"catanatron": "catanatron", "openspiel": "open_spiel", "rlcard": "rlcard"}
PEER_HOME = HERE.parent / "build" / "peers"
DOC = HERE.parent / "docs" / "benchmarks.md"
PLOT = HERE.parent / "docs" / "images" / "speed.svg"


@dataclass
class Results:
    """One run."""

    ours: list[Speed]
    peers: list[dict[str, Any]]
    scaling: dict[str, float]
    versions: dict[str, str]
    rounds: int


def peer(name: str, seconds: float) -> tuple[list[dict[str, Any]], str]:
    """A peer's measurements and version."""
    home = PEER_HOME / name
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEERS[name]], check=True)
    script = HERE / "peers" / f"{name}_peer.py"
    done = subprocess.run(
        [python, script, str(seconds)], check=True, capture_output=True, text=True
    )
    asked = f"from importlib.metadata import version; print(version({PEERS[name]!r}))"
    version = subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return [json.loads(line) for line in lines], version.stdout.strip()


def better(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The higher rate of each kind from two measurements of the same."""
    return {
        key: max(value, other[key]) if isinstance(value, float) else value
        for key, value in one.items()
    }


def run(seconds: float, rounds: int, ids: list[str]) -> Results:
    """Measure everything, one after the other, on one core, in several rounds.

    Others at work on the machine, and a processor that runs slower for a while, can only lower a
    rate: the best of the rounds counts, ours and the peers'.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
    versions = {"tianxia": tianxia.__version__, "Python": platform.python_version()}
    peers: dict[str, dict[str, Any]] = {}
    ours: dict[tuple[str, int], Speed] = {}
    cases = [(game, players) for game in map(tianxia.game, ids) for players in game.players]
    for number in range(1, rounds + 1):
        for name in track(PEERS, f"round {number} of {rounds}, peers"):
            found, versions[PEERS[name]] = peer(name, seconds)
            for line in found:
                title = f"{line['peer']} {line['game']}"
                peers[title] = better(line, peers.get(title, line))
        for game, players in track(cases, f"round {number} of {rounds}, games"):
            speed = measure(game, players, seconds)
            before = ours.get((game.id, players), speed)
            ours[game.id, players] = Speed(**better(speed.to_dict(), before.to_dict()))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    pairs = {
        game.id: scaling(game, game.default_players, 2, seconds, rounds)
        for game in track([tianxia.game(id) for id in ids], "two processes")
    }
    return Results(list(ours.values()), list(peers.values()), pairs, versions, rounds)


def rows(results: Results) -> list[list[str]]:
    """The table: ours, then the peers, with how many times Catanatron's figures they are."""
    base = next(found for found in results.peers if found["peer"] == "Catanatron")

    def line(
        name: str, players: int, inside: float, driven: float, copies: float | None
    ) -> list[str]:
        return [
            name,
            str(players),
            f"{inside / 1e3:,.0f}k",
            f"{inside / base['inside']:,.1f}x",
            f"{driven / 1e3:,.0f}k",
            f"{driven / base['driven']:,.1f}x",
            "-" if copies is None else f"{copies / 1e3:,.0f}k",
            "-" if copies is None else f"{copies / base['copies']:,.1f}x",
        ]

    own = [
        line(s.game, s.players, s.decisions_inside, s.decisions_driven, s.copies)
        for s in results.ours
    ]
    others = [
        line(f"{p['peer']} {p['game']}", p["players"], p["inside"], p["driven"], p["copies"])
        for p in results.peers
    ]
    return own + others


HEAD = ["game", "players", "inside /s", "", "driven /s", "", "copies /s", ""]
MORE = [
    "game",
    "players",
    "games /s",
    "decisions a game",
    "determinizations /s",
    "vectorised steps /s",
    "record bytes",
    "10,000 states MB",
]


def more(results: Results) -> list[list[str]]:
    """The figures only we have."""
    return [
        [
            s.game,
            str(s.players),
            f"{s.games:,.0f}",
            f"{s.decisions_a_game:,.0f}",
            f"{s.determinizations / 1e3:,.0f}k",
            "-" if s.vectorised is None else f"{s.vectorised / 1e3:,.0f}k",
            f"{s.record_bytes:,}",
            f"{s.live_megabytes:,.0f}",
        ]
        for s in results.ours
    ]


def show(console: Console, head: list[str], lines: list[list[str]], title: str) -> None:
    table = Table(title=title)
    for index, name in enumerate(head):
        table.add_column(name, justify="left" if index == 0 else "right")
    for cells in lines:
        table.add_row(*cells)
    console.print(table)


def plot(results: Results, path: Path) -> None:
    """Decisions a second inside the loop, on a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    bars = [(f"{s.game} {s.players}", s.decisions_inside, "#b5362b") for s in results.ours]
    bars += [
        (f"{p['peer']} {p['game'].partition('(')[0]}", p["inside"], "#2b3a67")
        for p in results.peers
    ]
    bars.sort(key=lambda bar: bar[1])
    figure, axes = plt.subplots(figsize=(8, 0.26 * len(bars) + 1))
    axes.barh([bar[0] for bar in bars], [bar[1] for bar in bars], color=[bar[2] for bar in bars])
    axes.set_xscale("log")
    axes.set_xlabel("decisions a second, random play inside the loop, one core")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def markdown(head: list[str], lines: list[list[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *lines])


def write(results: Results) -> None:
    """The results as a page of the documentation."""
    plot(results, PLOT)
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    pairs = ", ".join(f"{id} {factor:.2f}x" for id, factor in results.scaling.items())
    DOC.write_text(
        f"""# Speed

Made by `make bench`, all in one run. Random play, decisions of players a second. *Inside* is the
loop of the engine itself (OpenSpiel: its C++ loop with its C++ random bots), *driven* a Python
program that asks for the legal actions and plays one. The factors are those of Catanatron. Seconds
are those of the processor; two processes are compared by the clock on the wall. Everything was
measured in turn in {results.rounds} rounds, of which the best counts, ours and the peers'. A vectorised
step is a decision with its observation, mask and rewards, 32 games side by side.

Measured {datetime.now(UTC):%Y-%m-%d} on {platform.machine()}, {os.cpu_count()} cores
({"compiled" if tianxia.COMPILED else "plain Python"}): {versions}.

![decisions a second](images/speed.svg)

{markdown(HEAD, rows(results))}

Two processes, against one: {pairs}.

{markdown(MORE, more(results))}
""",
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts")
    parser.add_argument(
        "--games", nargs="*", default=tianxia.game_ids(), choices=tianxia.game_ids()
    )
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    chosen = parser.parse_args()
    console = Console()
    if not tianxia.COMPILED:
        console.print("[yellow]The plain Python is measured: `make setup` compiles it.[/]")
    results = run(chosen.seconds, chosen.rounds, chosen.games)
    show(console, HEAD, rows(results), "random play, factors of Catanatron's figures")
    show(console, MORE, more(results), "more about ours")
    for id, factor in results.scaling.items():
        console.print(f"two processes, {id}: {factor:.2f}x")
    if chosen.json:
        figures = {
            "ours": [speed.to_dict() for speed in results.ours],
            "peers": results.peers,
            "scaling": results.scaling,
            "versions": results.versions,
            "python": sys.version,
        }
        chosen.json.write_text(json.dumps(figures, indent=1), "utf-8")
    if chosen.write:
        write(results)


if __name__ == "__main__":
    main()
