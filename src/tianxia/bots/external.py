"""Bots in any language: a program that answers JSON lines (docs/bots.md)."""

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from secrets import token_hex
from threading import Thread
from time import monotonic, sleep
from typing import Any, final

from ..engine.errors import NotationError
from ..engine.game import Game
from ..engine.state import State
from .bot import Bot, BotError, Candidate, Thought
from .seat import Seat

PROTOCOL = 1
#: A program gets this long to leave after its input was closed.
FAREWELL = 2.0
#: In the environment of a program and of all it starts, which is how they are found again.
MARK = "TIANXIA_BOT"
#: The longest line a program may write, in characters, and how many may wait unread: a program
#: that writes on and on is held up, not stored.
LONGEST_LINE = 1_000_000
MOST_WAITING = 100


@final
class ExternalBot(Bot):
    """Starts the program at its first decision, and tells it what its seat may know."""

    def __init__(self, command: str, time: float, seed: int) -> None:
        self._command = command
        self._time = time
        self._seed = seed
        self._process: subprocess.Popen[str] | None = None
        self._mark = token_hex(8)
        #: What it has written and what it is to read, passed on by a thread each: neither a program
        #: that does not write nor one that does not read can hold us up.
        self._heard: Queue[str] = Queue(MOST_WAITING)
        self._said: Queue[str | None] = Queue(MOST_WAITING)
        self._reader: Thread | None = None
        #: When the present answer is due.
        self._due = 0.0

    def decide(self, seat: Seat) -> Thought:
        """Ask the program, and answer its own questions until it has decided or its time is up."""
        if self._process is None:
            self._start(seat)
        self._due = monotonic() + self._time
        space = seat.game.space
        legal = {space.text(action): action for action in seat.legal()}
        self._send({"type": "decide", "view": seat.view(), "legal": list(legal)})
        while True:
            answer = self._receive()
            if answer.get("type") != "action" and not self._left():
                raise self._fault(self._late())  # it asks on and on, ahead of our answers
            match answer.get("type"):
                case "deal":
                    self._send({"type": "state", "state": self._deal(answer, seat).to_dict()})
                case "try":
                    self._send(self._tried(answer, seat))
                case "action":
                    return self._thought(answer, legal)
                case other:
                    raise self._fault(f"said {other!r}, not deal, try or action")

    def close(self) -> None:
        """Close its input; a program that does not leave then is ended, with all it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(Full):  # it has not read for long, and will not notice
            self._said.put_nowait(None)
        patience = monotonic() + FAREWELL
        while not _has_left(process) and monotonic() < patience:
            sleep(0.01)
        # Until it is waited for, the number of the program is also that of its group.
        os.killpg(process.pid, signal.SIGKILL)
        for runaway in _marked(self._mark):
            with suppress(ProcessLookupError):
                os.kill(runaway, signal.SIGKILL)
        process.wait()
        assert self._reader is not None
        while self._reader.is_alive() and monotonic() < patience + FAREWELL:
            with suppress(Empty):  # what it still said is not heard any more
                self._heard.get(timeout=0.01)

    def _start(self, seat: Seat) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command),
                env={**os.environ, MARK: self._mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
                start_new_session=True,  # a group of its own, to be ended as a whole
            )
        except (OSError, ValueError) as error:
            raise BotError(f"cannot start {self._command!r}: {error}") from error
        self._heard, self._said = Queue(MOST_WAITING), Queue(MOST_WAITING)
        self._reader = Thread(target=_read, args=(self._process, self._heard), daemon=True)
        self._reader.start()
        Thread(target=_write, args=(self._process, self._said), daemon=True).start()
        self._due = monotonic() + self._time
        game: Game = seat.game
        self._send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": game.id,
                "version": game.version,
                "players": seat.players,
                "options": seat.view()["options"],
                "seat": seat.player,
                "seed": self._seed,
                "time": self._time,
            }
        )
        ready = self._receive()
        if ready.get("type") != "ready":
            raise self._fault(f"said {ready.get('type')!r} to hello, not ready")

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._said.put(json.dumps(message) + "\n", timeout=self._left())
        except Full:
            raise self._fault("does not read what it is told") from None

    def _receive(self) -> dict[str, Any]:
        try:
            line = self._heard.get(timeout=self._left())
        except Empty:
            raise self._fault(self._late()) from None
        if not line:
            raise self._fault("has left")
        if len(line) > LONGEST_LINE:
            raise self._fault(f"wrote a line of more than {LONGEST_LINE} characters")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._fault(f"wrote no JSON: {line[:80]!r}") from error
        if not isinstance(answer, dict):
            raise self._fault(f"wrote no JSON object: {line[:80]!r}")
        return answer

    def _left(self) -> float:
        """The seconds until the present answer is due."""
        return max(0.0, self._due - monotonic())

    def _tried(self, question: dict[str, Any], seat: Seat) -> dict[str, Any]:
        """What follows from some decisions in a deal of the game."""
        state = self._deal(question, seat)
        line = question.get("line", [])
        try:
            for player, text in line:
                state.play(player, seat.game.space.parse(str(text)))
        except (TypeError, ValueError) as error:
            return {"type": "refused", "why": str(error)}
        judge, space = seat.game.judge, seat.game.space
        return {
            "type": "tried",
            "view": state.view(seat.player),
            "over": state.over(),
            "scores": state.scores(),
            "judge": [judge(state, player) for player in range(state.players)],
            "legal": {
                str(player): [space.text(action) for action in state.legal(player)]
                for player in state.actors()
            },
        }

    def _thought(self, answer: dict[str, Any], legal: dict[str, int]) -> Thought:
        try:
            return Thought(
                legal[answer["action"]],
                [
                    Candidate(
                        legal[each["action"]],
                        each["value"],
                        each.get("visits", 0),
                        each.get("end"),
                    )
                    for each in answer.get("candidates", [])
                ],
                answer.get("score"),
                answer.get("win"),
            )
        except (KeyError, TypeError, NotationError) as error:
            raise self._fault(f"chose what is not legal: {answer}") from error

    def _deal(self, question: dict[str, Any], seat: Seat) -> State:
        seed = question.get("seed")
        if type(seed) is not int:
            raise self._fault(f"wants a deal without a whole number as seed: {question}")
        return seat.deal(seed)

    def _late(self) -> str:
        return f"did not answer within {self._time:g} s"

    def _fault(self, what: str) -> BotError:
        return BotError(f"the bot {self._command!r} {what}")


def _read(process: subprocess.Popen[str], lines: "Queue[str]") -> None:
    """Pass on what the program writes, and an empty line at its end."""
    assert process.stdout is not None
    with process.stdout as output, suppress(UnicodeDecodeError):
        while line := output.readline(LONGEST_LINE + 1):
            lines.put(line)
    lines.put("")


def _write(process: subprocess.Popen[str], lines: "Queue[str | None]") -> None:
    """Pass on what the program is told, and close its input at the end."""
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as input:  # it may have left already
        while (line := lines.get()) is not None:
            input.write(line)
            input.flush()


def _has_left(process: subprocess.Popen[str]) -> bool:
    """Has the program ended? It is not waited for, so that nobody else gets its number."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _marked(mark: str) -> list[int]:
    """Who has left the program's group to outlive it, where the system can be asked (Linux)."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has just ended, or is somebody else's
            if wanted in environment.read_bytes().split(b"\0"):
                found.append(int(environment.parent.name))
    return found
