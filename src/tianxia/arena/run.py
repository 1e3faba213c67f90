"""Playing a contest: in parallel, kept as it goes, resumed where it stopped.

A run is a folder: `contest.json` says what is played, `results.jsonl` grows by a line a finished
game, `records/` has each game as a record. The record is written before the line, so that every
game with a line has its record, and a run that is interrupted at any point can go on.
"""

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..bots import BotError
from ..engine.game import Game
from .contest import Contest, Job, Result, play_job
from .spread import spread


class Arena:
    """A contest and the folder its games are kept in."""

    def __init__(self, contest: Contest, folder: Path, game: Game | None = None) -> None:
        """Open or create the folder; `game` is needed only for one that is not installed."""
        self.contest = contest
        self.folder = folder
        self._game = game
        self._results: dict[str, Result] = {}
        self._open()

    def results(self) -> dict[str, Result]:
        """What was played so far, by the key of the job."""
        return dict(self._results)

    def waiting(self) -> list[Job]:
        """What is still to be played."""
        return [job for job in self.contest.jobs() if job.key not in self._results]

    def record_path(self, key: str) -> Path:
        """Where the record of a game lies."""
        return self.folder / "records" / f"{key}.tianxia"

    def run(
        self, on: str = "local", jobs: int | None = None, done: Callable[[], None] = lambda: None
    ) -> None:
        """Play what is waiting, so many games at once (all cores); `done` is called after each."""
        parts = [(self.contest, job, self._game) for job in self.waiting()]
        played = spread(play_job, parts, on, jobs)
        with (self.folder / "results.jsonl").open("a", encoding="utf-8") as lines:
            for result, record in played:
                self._keep(result, record)
                lines.write(json.dumps(asdict(result)) + "\n")
                lines.flush()
                os.fsync(lines.fileno())
                self._results[result.key] = result
                done()

    def _open(self) -> None:
        (self.folder / "records").mkdir(parents=True, exist_ok=True)
        path = self.folder / "contest.json"
        wanted = self.contest.to_dict()
        if path.exists():
            found = json.loads(path.read_text("utf-8"))
            # More games of the same contest go on where it ended; fewer leave the rest unread.
            differs = [key for key in wanted if key != "games" and found.get(key) != wanted[key]]
            if differs:
                said = ", ".join(f"{key} {found.get(key)!r}" for key in differs)
                raise BotError(f"{self.folder} holds another contest: {said}")
        _write(path, json.dumps(wanted, indent=2) + "\n")
        self._read()

    def _read(self) -> None:
        """The results so far; half a line at the end was cut off while it was written."""
        path = self.folder / "results.jsonl"
        if not path.exists():
            return
        whole, _, rest = path.read_bytes().rpartition(b"\n")
        if rest:
            with path.open("r+b") as lines:
                lines.truncate(len(whole) + 1 if whole else 0)
        wanted = {job.key for job in self.contest.jobs()}
        for line in whole.splitlines():
            found: dict[str, Any] = json.loads(line)
            if found["key"] in wanted:
                self._results[found["key"]] = Result(**found)

    def _keep(self, result: Result, record: str) -> None:
        _write(self.record_path(result.key), record)


def _write(path: Path, text: str) -> None:
    """All or nothing: a reader never finds half a file."""
    half = path.with_suffix(".part")
    half.write_text(text, "utf-8")
    half.replace(path)
