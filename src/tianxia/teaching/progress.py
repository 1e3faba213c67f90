"""How far a learner has come in the terminal: lessons under way or done, puzzles solved.

It is one small file of the user's own, and holds what a browser keeps for the pages: by the address
of the lesson or puzzle, the version of the rules, what was answered, and whether it was ever done.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..engine.errors import TianxiaError
from ..engine.registry import game
from ..folders import data_folder
from ..text import words
from .lesson import Lesson
from .puzzle import Puzzle, address

FILE = "learned.json"


class ProgressError(TianxiaError, ValueError):
    """What was kept cannot be read."""


@dataclass(frozen=True)
class Way:
    """How far somebody is with a lesson or a puzzle."""

    version: int
    answers: tuple[str, ...] = ()
    done: bool = False


class Progress:
    """Reads and writes the file; without one, nothing was done yet."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / FILE

    def lesson(self, lesson: Lesson) -> Way:
        """How far the learner is with a lesson."""
        return self._way(f"/learn/{lesson.game}/{lesson.id}", lesson.game)

    def note_lesson(self, lesson: Lesson, answers: Sequence[str], done: bool) -> None:
        """The learner has come so far."""
        self._note(f"/learn/{lesson.game}/{lesson.id}", lesson.game, answers, done)

    def solved(self, puzzle: Puzzle) -> bool:
        """Was the puzzle solved?"""
        return self._way(address(puzzle), puzzle.game).done

    def note_solved(self, puzzle: Puzzle, answer: str) -> None:
        """It was, with that answer."""
        self._note(address(puzzle), puzzle.game, [answer], True)

    def _way(self, path: str, game_id: str) -> Way:
        """With other rules than those that were learned, nothing was done yet."""
        version = game(game_id).version
        found = self._read().get(path)
        return found if found is not None and found.version == version else Way(version)

    def _note(self, path: str, game_id: str, answers: Sequence[str], done: bool) -> None:
        way = self._way(path, game_id)
        ways = self._read()  # once more: another terminal may have written meanwhile
        ways[path] = Way(way.version, tuple(answers), way.done or done)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(f".{os.getpid()}")
        try:
            told = {each: asdict(ways[each]) for each in sorted(ways)}
            fresh.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
            fresh.replace(self.path)
        finally:
            with suppress(FileNotFoundError):
                fresh.unlink()

    def _read(self) -> dict[str, Way]:
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        try:
            return {path: _told(way) for path, way in json.loads(text).items()}
        except (ValueError, AttributeError, TypeError, KeyError) as error:
            raise ProgressError(words().say("learn-damaged", file=str(self.path))) from error


def _told(way: Any) -> Way:
    answers = way["answers"]
    if not isinstance(answers, list) or not all(isinstance(each, str) for each in answers):
        raise TypeError(f"expected a list of answers; got {answers!r}")
    return Way(int(way["version"]), tuple(answers), bool(way["done"]))
