"""Servers that start in half the time: forked from a process that has imported everything already, and has
compiled all pages.

It is told what to do in lines of JSON and answers each with a number: `start` one, whether one has
ended (`poll`). Everything else about these servers is as `python -m tianxia.server` has it; so are the
processes they start in turn, which are forked, too.
"""

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

RUNNING = -1000
LOOK = 0.02
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Child:
    """What `subprocess.Popen` would be, as far as servers and those who test them need it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def _look(self) -> int:
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if ended else RUNNING

    def poll(self) -> int | None:
        if self.returncode is None:
            found = self._look()
            self.returncode = None if found == RUNNING else found
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (ended := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired("a server", timeout or 0)
            time.sleep(LOOK)
        return ended

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The process from which servers are forked, from outside."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, command: list[str], environment: dict[str, str], log: Path) -> "Born":
        """A server; `command` as it would be given to the shell."""
        told = {"start": command, "environment": environment, "log": str(log)}
        return Born(self, self.ask(told))

    def ask(self, told: dict[str, Any]) -> int:
        """Its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Servers still there are ended by whoever started them."""
        self._process.communicate()


class Born(Child):
    """A server from the nursery, which alone hears of its end."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        super().__init__(pid)
        self._nursery = nursery

    def _look(self) -> int:
        return self._nursery.ask({"poll": self.pid})


def fork(command: list[str], pass_fds: tuple[int, ...] = ()) -> Child:
    """Instead of `subprocess.Popen`: a process that has everything open that this one has."""
    pid = os.fork()
    if pid == 0:
        serve(command)
    return Child(pid)


def serve(command: list[str]) -> NoReturn:
    """Be the server of that command."""
    from tianxia.server import processes
    from tianxia.server.__main__ import main

    for number in SIGNALS:
        signal.signal(
            number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        )
    forking = SimpleNamespace(Popen=fork, TimeoutExpired=subprocess.TimeoutExpired)
    vars(processes)["subprocess"] = forking
    sys.argv = command[2:]
    code = 1
    try:
        code = main()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Start what is asked for until nobody can ask any more."""
    import tianxia.server.__main__  # noqa: F401
    from tianxia.web.drawing import compile_templates

    compile_templates()
    children: dict[int, Child] = {}
    for line in sys.stdin:
        told = json.loads(line)
        if "poll" in told:
            ended = children[told["poll"]].poll()
            answer = RUNNING if ended is None else ended
        else:
            answer = os.fork()
            if answer == 0:
                log = os.open(told["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                nothing = os.open(os.devnull, os.O_RDONLY)
                for here, there in ((nothing, 0), (log, 1), (log, 2)):
                    os.dup2(here, there)
                os.environ.update(told["environment"])
                os.chdir(Path(told["log"]).parent)
                serve(told["start"])
            children[answer] = Child(answer)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
