"""Finds good settings of the search for a game in self-play, and stores them.

    python benchmarks/tune.py middle-kingdom --time 0.03 --games 60 --write

One setting after the other: every other value plays against the present settings, both with the
same time for a decision; the best of them plays once more as many games, and takes over if it won
clearly more than half of all. In solitaire the mean scores are compared instead. Games are kept in
`--out`; an interrupted run goes on there.
"""

import argparse
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

from rich.console import Console

import tianxia
from tianxia.arena import Arena, Contest, Report
from tianxia.arena.command import play
from tianxia.bots.mcts import MctsSettings

GRID: dict[str, list[Any]] = {
    "settle": [0, 1, 2],
    "playout": ["random", "policy", "greedy"],
    "depth": [0, 2, 4, 8, 16, 40],
    "trust": [0.0, 0.3, 0.6, 0.8],
    "prior": [0.0, 0.5, 1.0, 2.0, 4.0, 8.0],
    "c": [0.3, 0.6, 1.0, 1.5, 2.5, 4.0],
    "rivalry": [0.0, 0.5, 1.0],
    "scale": [4.0, 8.0, 15.0, 25.0, 40.0],
    "runoff": [0, 100, 400],
    "reach": [6, 12, 24],
}
TUNED = Path(__file__).parents[1] / "src" / "tianxia" / "bots" / "tuned.toml"


def spec(settings: dict[str, Any], time: float) -> str:
    """The settings as a bot's spec."""
    parts = [f"{key}={value}" for key, value in settings.items()]
    return f"mcts:time={time:g}," + ",".join(parts)


class Tuner:
    """Self-play at one number of players."""

    def __init__(self, chosen: argparse.Namespace, console: Console) -> None:
        self.game = tianxia.game(chosen.game)
        self.players = chosen.players or self.game.players[0]
        self.time = chosen.time
        self.games = chosen.games
        self.folder = Path(chosen.out) / self.game.id
        self.jobs = chosen.jobs
        self.console = console
        self.grid = {key: GRID[key] for key in chosen.only or GRID}
        if self.game.policy is None:
            self.grid.pop("trust", None)
            self.grid["playout"] = [v for v in self.grid.get("playout", []) if v != "policy"]

    def tune(self, settings: dict[str, Any]) -> dict[str, Any]:
        """Better settings than these, if there are."""
        for key, values in self.grid.items():
            tried: list[tuple[float, Any]] = []
            for value in values:
                if value != settings[key]:
                    other = settings | {key: value}
                    tried.append((self.compare(other, settings, self.games)[0], value))
            if not tried:
                continue
            value = max(tried, key=lambda pair: pair[0])[1]
            gain, error = self.compare(settings | {key: value}, settings, 2 * self.games)
            taken = gain > error
            self.console.print(
                f"{self.game.id}: {key}={value} instead of {settings[key]}: "
                f"{gain:+.3f} ± {error:.3f}{', taken' if taken else ''}",
                highlight=False,
            )
            if taken:
                settings = settings | {key: value}
        return settings

    def compare(self, one: dict[str, Any], two: dict[str, Any], games: int) -> tuple[float, float]:
        """How much better the one is, and its standard error: in wins, in solitaire in points."""
        first, second = spec(one, self.time), spec(two, self.time)
        bots = [first] + [second] * max(1, self.players - 1)
        contest = Contest.make(self.game, bots, games, self.players)
        # The folder is named after what differs, so that no file system finds it too long.
        differing = [f"{k}={v}" for k, v in one.items() if v != two[k]]
        base = ",".join(f"{key[:2]}{value}" for key, value in two.items())
        arena = Arena(contest, self.folder / f"{self.players}-{self.time:g}-{base}" / differing[0])
        play(arena, "local", self.jobs, self.console)
        rows = {row.bot: row for row in Report(contest, arena.results()).ladder}
        if self.players == 1:
            gain = rows[first].score.value - rows[second].score.value
            error = sum((row.score.high - row.score.value) ** 2 for row in rows.values()) ** 0.5
            return gain, error / 1.96
        found = rows[first].win_rate
        return found.value - 1 / self.players, (found.high - found.low) / (2 * 1.96)


def written(tuned: dict[str, dict[str, dict[str, Any]]]) -> str:
    """The file of tuned settings."""
    head = TUNED.read_text("utf-8").split("[", 1)[0].rstrip() + "\n"
    for id, kinds in sorted(tuned.items()):
        for kind, settings in sorted(kinds.items()):
            head += f"\n[{id}.{kind}]\n"
            for key, value in settings.items():
                text = f'"{value}"' if isinstance(value, str) else str(value)
                head += f"{key} = {text}\n"
    return head


def main() -> None:
    """Tune one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=tianxia.game_ids())
    parser.add_argument("--players", type=int)
    parser.add_argument("--time", type=float, default=0.03, help="seconds a decision")
    parser.add_argument("--games", type=int, default=60, help="games for each value")
    parser.add_argument("--only", nargs="+", choices=GRID, help="settings to try")
    parser.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="start from")
    parser.add_argument("--out", default="runs/tune")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--write", action="store_true", help="store what was found")
    chosen = parser.parse_args()
    tuned: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(TUNED.read_text("utf-8"))
    of_game = tuned.get(chosen.game, {})
    defaults: dict[str, Any] = {
        each.name: each.default for each in fields(MctsSettings) if each.name in GRID
    }
    start = defaults | of_game.get("mcts", {})
    for pair in chosen.set:
        key, _, value = pair.partition("=")
        kind: type = type(start[key])
        start[key] = kind(value)
    found = Tuner(chosen, Console()).tune(start)
    text = written(tuned | {chosen.game: of_game | {"mcts": found}})
    if chosen.write:
        TUNED.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
