"""How many tables a house carries: a model from measured costs, and a simulation that checks it.

    python -m benchmarks.capacity [--tables 10000] [--game zhanguo] [--processes 60] [--workers 40]

Costs are those that `benchmarks/costs.py` has measured (docs/figures/costs.json): processor time of one
core, the mean of all games or of one. How often people load the page again, talk and take back is as
in `benchmarks/tables.py`. The simulation
plays the queue itself: people decide at their own pace, their processes answer one request at a time,
bots wait in one queue in which tables with a person waiting come first. It prints what the model says
and what came out, as a table.
"""

import argparse
import heapq
import json
import random
from collections import deque
from dataclasses import dataclass
from statistics import mean

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.costs import FIGURES
from benchmarks.tables import CHAT, RELOAD, UNDO


@dataclass(frozen=True)
class Costs:
    """Milliseconds of one core."""

    decide: float  # a person's decision: checked, stored, answered
    draw: float  # a page drawn anew after a change
    store: float  # a bot's decision stored
    think: float  # an adept's decision
    other: float  # pages loaded, chat, taking back, by decision of a person


def measured(game: str | None) -> Costs:
    """Of a game, or the mean of all with bots."""
    found = json.loads(FIGURES.read_text())["milliseconds"]
    games = [found[game]] if game else [costs for costs in found.values() if "store" in costs]

    def cost(what: str) -> float:
        return mean(float(costs[what]) for costs in games)

    other = RELOAD * cost("page") + CHAT * cost("chat") + UNDO * cost("decide")
    return Costs(cost("decide"), cost("draw"), cost("store"), cost("think"), other)


@dataclass(frozen=True)
class Pace:
    """How people play."""

    look: float = 8.0  # seconds a person looks before deciding
    bots: int = 3  # decisions of bots after each of a person's


def model(tables: int, costs: Costs, pace: Pace) -> tuple[float, float]:
    """Cores that processes and workers need, at seven tenths of what they can."""
    a_second = tables / (pace.look + pace.bots * 0.7)
    serving = costs.decide + costs.other + costs.draw + pace.bots * (costs.store + costs.draw)
    thinking = pace.bots * costs.think
    return a_second * serving / 700, a_second * thinking / 700


class Simulation:
    """Tables, processes and workers in virtual time."""

    def __init__(
        self, tables: int, processes: int, workers: int, costs: Costs, pace: Pace, seed: int = 1
    ) -> None:
        self.costs, self.pace = costs, pace
        self.dice = random.Random(seed)
        self.free_at = [0.0] * processes
        self.idle = workers
        self.queue: deque[int] = deque()
        self.left = [0] * tables  # decisions of bots until the person is asked again
        self.answers: list[float] = []
        self.waits: list[float] = []
        self.asked_at = [0.0] * tables
        self.events: list[tuple[float, int, str, int]] = []
        for table in range(tables):
            self._at(self.dice.uniform(0, pace.look + 0.7 * pace.bots), "decide", table)

    def run(self, seconds: int) -> None:
        """So long, with a bar."""
        for second in track(range(1, seconds + 1), description="simulating"):
            while self.events and self.events[0][0] < second:
                when, _, what, table = heapq.heappop(self.events)
                getattr(self, what)(when, table)

    def decide(self, when: float, table: int) -> None:
        """A person decides; the page is drawn anew behind."""
        cost = self.costs.decide + self.costs.other * self.dice.uniform(0, 2)
        done = self._serve(when, table, cost)
        self.answers.append(done - when)
        self._serve(done, table, self.costs.draw)
        self.left[table] = self.pace.bots
        self._ask(done, table)

    def _ask(self, when: float, table: int) -> None:
        self.asked_at[table] = when
        if self.idle:
            self.idle -= 1
            self._at(when + self._thought(), "thought", table)
        else:
            self.queue.append(table)

    def thought(self, when: float, table: int) -> None:
        """A bot has decided; a worker is free."""
        if self.queue:
            self._at(when + self._thought(), "thought", self.queue.popleft())
        else:
            self.idle += 1
        self.waits.append(when - self.asked_at[table])
        stored = self._serve(when, table, self.costs.store + self.costs.draw)
        self.left[table] -= 1
        pause = max(stored, self.asked_at[table] + 0.7)
        if self.left[table]:
            self._at(pause, "next_bot", table)
        else:
            self._at(pause + self.dice.expovariate(1 / self.pace.look), "decide", table)

    def next_bot(self, when: float, table: int) -> None:
        """The next seat is a bot's."""
        self._ask(when, table)

    def _thought(self) -> float:
        return self.dice.expovariate(1 / self.costs.think) / 1000

    def _serve(self, when: float, table: int, cost: float) -> float:
        process = table % len(self.free_at)
        done = max(when, self.free_at[process]) + cost / 1000
        self.free_at[process] = done
        return done

    def _at(self, when: float, what: str, table: int) -> None:
        heapq.heappush(self.events, (when, self.dice.getrandbits(40), what, table))


def p95(times: list[float]) -> float:
    """In milliseconds."""
    ranked = sorted(times) or [0.0]
    return 1000 * ranked[int(len(ranked) * 0.95)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--game", help="with bots; by default the mean of all")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seconds", type=int, default=60)
    chosen = parser.parse_args()
    costs, pace = measured(chosen.game), Pace()
    table = Table(title=f"{chosen.tables} tables")
    for name in ("processes", "workers", "answers p95 ms", "bots p95 ms", "decisions/s"):
        table.add_column(name, justify="right")
    serving, thinking = model(chosen.tables, costs, pace)
    first = (chosen.processes or round(serving + 0.5), chosen.workers or round(thinking + 0.5))
    for share in (0.75, 1.0, 1.5):
        processes, workers = (max(1, round(number * share)) for number in first)
        simulation = Simulation(chosen.tables, processes, workers, costs, pace)
        simulation.run(chosen.seconds)
        table.add_row(
            str(processes),
            str(workers),
            f"{p95(simulation.answers):.0f}",
            f"{p95(simulation.waits):.0f}",
            f"{len(simulation.answers) / chosen.seconds:.0f}",
        )
    console = Console()
    console.print(costs)
    console.print(f"the model: {serving:.1f} cores to serve, {thinking:.1f} to think")
    console.print(table)


if __name__ == "__main__":
    main()
