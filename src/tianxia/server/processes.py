"""Several processes behind one address: they share its socket, and one watches over them."""

import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType

from ..text import words

#: Seconds a process may take to open, and to finish what it is at.
OPENING = 120.0
CLOSING = 15.0
LOOK = 0.2
#: Seconds before another try when one could not start.
RETRY = 1.0
#: A process that ends sooner than this after its start counts as one that cannot start.
TOO_SOON = 5.0
MOST_FAILURES = 5


class Process:
    """One of them."""

    def __init__(self, listener: socket.socket) -> None:
        ready, tell = os.pipe()
        command = [sys.executable, "-m", "tianxia.server"]
        command += ["--socket", str(listener.fileno()), "--ready", str(tell)]
        command += ["--parent", str(os.getpid())]
        self.started = time.monotonic()
        self._child = subprocess.Popen(command, pass_fds=(listener.fileno(), tell))
        os.close(tell)
        self._ready = ready

    @property
    def pid(self) -> int:
        """Its number on this machine."""
        return self._child.pid

    def wait_until_open(self) -> bool:
        """Does it answer requests, at last?"""
        os.set_blocking(self._ready, False)
        until = time.monotonic() + OPENING
        try:
            while time.monotonic() < until and self.alive():
                try:
                    if os.read(self._ready, 1):
                        return True
                except BlockingIOError:
                    time.sleep(0.05)
            return False
        finally:
            os.close(self._ready)

    def alive(self) -> bool:
        """Is it still there?"""
        return self._child.poll() is None

    def close(self) -> None:
        """No new requests; it ends when it has answered those it has."""
        if self.alive():
            self._child.terminate()

    def wait(self) -> None:
        """Until it has ended; not for ever."""
        try:
            self._child.wait(CLOSING)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


class Processes:
    """Starts them, replaces those that die, and all of them one by one when asked to."""

    def __init__(self, listener: socket.socket, number: int) -> None:
        self._listener = listener
        self._number = number
        self._running: list[Process] = []
        self._failures = 0
        #: Did one of them ever answer? Then what keeps the next from starting may pass, such as a
        #: database that is down for a moment.
        self._opened = False
        self._closing = False
        self._renewing = False

    def run(self) -> int:
        """Until told to end; returns what the shell gets."""
        for wanted in (signal.SIGTERM, signal.SIGINT):
            signal.signal(wanted, self._close)
        signal.signal(signal.SIGHUP, self._renew)
        try:
            while not self._closing:
                if self._renewing:
                    self._renewing = False
                    self._replace_all()
                self._fill_up()
                if self._failures >= MOST_FAILURES and not self._opened:
                    sys.stderr.write(words("tianxia.server").say("cannot-start") + "\n")
                    return 1
                time.sleep(RETRY if self._failures else LOOK)
            return 0
        finally:
            for process in self._running:
                process.close()
            for process in self._running:
                process.wait()

    def _fill_up(self) -> None:
        """As many as there shall be, whatever happened to some of them."""
        for process in [each for each in self._running if not each.alive()]:
            process.wait()
            self._running.remove(process)
            soon = time.monotonic() - process.started < TOO_SOON
            self._failures = self._failures + 1 if soon else 0
        started = [self._start() for _ in range(self._number - len(self._running))]
        for process in started:
            if process.wait_until_open():
                self._failures = 0
                self._opened = True

    def _replace_all(self) -> None:
        """One after the other, each when its successor is open: no request finds the door closed."""
        for old in list(self._running):
            new = self._start()
            if self._closing or not new.wait_until_open():
                new.close()
                return  # what runs is better than what does not start
            old.close()
            old.wait()
            self._running.remove(old)

    def _start(self) -> Process:
        process = Process(self._listener)
        self._running.append(process)
        return process

    def _close(self, _signal: int, _frame: FrameType | None) -> None:
        self._closing = True

    def _renew(self, _signal: int, _frame: FrameType | None) -> None:
        self._renewing = True
