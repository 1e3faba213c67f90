"""Bots in any language: a program that answers JSON lines (docs/bots.md)."""

import json
import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, final

from ..engine.errors import NotationError
from ..engine.game import Game
from ..engine.state import State
from .bot import Bot, BotError, Candidate, Thought
from .seat import Seat

PROTOCOL = 1
#: A program gets this long to leave after its input was closed.
FAREWELL = 2.0


@final
class ExternalBot(Bot):
    """Starts the program at its first decision, and tells it what its seat may know."""

    def __init__(self, command: str, time: float, seed: int) -> None:
        self._command = command
        self._time = time
        self._seed = seed
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()

    def decide(self, seat: Seat) -> Thought:
        """Ask the program, and answer its own questions until it has decided."""
        if self._process is None:
            self._start(seat)
        space = seat.game.space
        legal = {space.text(action): action for action in seat.legal()}
        self._send({"type": "decide", "view": seat.view(), "legal": list(legal)})
        while True:
            answer = self._receive()
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
        """Close its input; a program that does not leave then is ended."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(BrokenPipeError):  # it has left already
            process.stdin.close()
        try:
            process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self, seat: Seat) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise BotError(f"cannot start {self._command!r}: {error}") from error
        Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
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
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise self._fault("has left") from error

    def _receive(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=self._time)
        except Empty:
            raise self._fault(f"did not answer within {self._time:g} s") from None
        if not line:
            raise self._fault("has left")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise self._fault(f"wrote no JSON: {line[:80]!r}") from error
        if not isinstance(answer, dict):
            raise self._fault(f"wrote no JSON object: {line[:80]!r}")
        return answer

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

    def _fault(self, what: str) -> BotError:
        return BotError(f"the bot {self._command!r} {what}")


def _read(process: subprocess.Popen[str], lines: "Queue[str]") -> None:
    """Pass on what the program writes, and an empty line at its end."""
    assert process.stdout is not None
    with process.stdout as output:
        for line in output:
            lines.put(line)
    lines.put("")
