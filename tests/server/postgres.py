"""A PostgreSQL of our own: a cluster in a temporary folder, reached by a socket there alone."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

START_SECONDS = 60
#: PostgreSQL refuses to run as root; these serve instead, the first there is.
USERS = ("postgres", "nobody")


def postgres_program(name: str) -> str | None:
    """Where one of PostgreSQL's programs is; Debian keeps them off the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(debian[-1]) if debian else None)


class Postgres:
    """A running PostgreSQL, gone without a trace after `stop`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tianxia-pg-"))  # sockets need short paths
        self._as: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            user = next(pwd.getpwnam(name) for name in USERS if _there_is(name))
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = str(self.folder / "data")
        make = ["initdb", "-D", data, "-U", "tianxia", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(self._program(*make), check=True, capture_output=True, **self._as)
        self._log = (self.folder / "log").open("wb")
        self._databases = 0
        self._start()

    def _start(self) -> None:
        data = str(self.folder / "data")
        run = ["postgres", "-D", data, "-k", str(self.folder), "-c", "listen_addresses="]
        # No waiting for the disk: killing a process loses nothing, only a power cut would.
        self._process = subprocess.Popen(
            self._program(*run, "-F"), stdout=self._log, stderr=self._log, **self._as
        )
        self._wait()

    def kill_and_start(self) -> None:
        """As a crash: no goodbye to anybody."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(30)
        self._start()

    def new_database(self) -> str:
        """An empty database: its URL."""
        self._databases += 1
        name = f"tianxia_{self._databases}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://tianxia@/{name}?host={self.folder}"

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)  # does not wait for its clients
        self._process.wait(30)
        self._log.close()
        shutil.rmtree(self.folder)

    def _program(self, name: str, *args: str) -> list[str]:
        found = postgres_program(name)
        assert found, name
        return [found, *args]

    def _connect(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            f"postgresql://tianxia@/postgres?host={self.folder}", autocommit=True
        )

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.1)


def _there_is(name: str) -> bool:
    return any(user.pw_name == name for user in pwd.getpwall())
