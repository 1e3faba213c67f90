"""Sets up what `make` works with. `python3 scripts/install.py` and one of:

play         .venv with the package and what playing needs
dev          .venv with the package and the tools of developers
lowest       build/lowest with the lowest version of everything pyproject.toml allows
constraints  writes constraints.txt: the newest versions, to be tested and committed

It says what it does, does only what is not done yet, and shows what pip says only if that fails.
An interrupted run is taken up again. Needs nothing but Python.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):
    sys.exit(
        f"tianxia: needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}."
        " Name another: make play PYTHON=python3.12"
    )

import hashlib
import json
import os
import re
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WHEEL = ROOT / "build" / "wheel"
CONSTRAINTS = ROOT / "constraints.txt"
#: What the package is built with, beside its sources.
SETUP = [ROOT / name for name in ("setup.py", "pyproject.toml", "scripts/rehearse.py")]
HEADER = """\
# The versions everything is tested with, on Python {python}; `make setup` installs these.
# Written by `make constraints`; the ranges the package accepts are in pyproject.toml.
"""
Values = dict[str, Any]

started = time.monotonic()


def say(text: str) -> None:
    print(f"tianxia: {text}", flush=True)


def run(*command: str | Path, hint: str = "") -> str:
    """Run a program quietly; what it printed. Lines of our own build are said as they come."""
    lines = []
    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if line.lstrip().startswith("tianxia: "):
            print(line.strip(), flush=True)
    if process.wait():
        print("".join(lines))
        say(f"this failed, as shown above: {' '.join(str(word) for word in command)}")
        sys.exit(f"tianxia: {hint}" if hint else 1)
    return "".join(lines)


class Environment:
    """A virtual environment, and what we have put into it so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        # Written last, so that it tells of nothing unfinished.
        self._notes = folder / "tianxia.json"
        self._name = os.path.relpath(folder, ROOT)
        self.done: Values = {}
        if self._notes.exists():
            self.done = json.loads(self._notes.read_text("utf-8"))
        if not self._usable():
            self._create()

    def _usable(self) -> bool:
        """Is it there, whole, and of the Python that was asked for?"""
        if not self.python.exists():
            return False
        ask = [str(self.python), "-c", "import pip, sys; print(sys.version)"]
        found = subprocess.run(ask, capture_output=True, text=True)
        return found.returncode == 0 and found.stdout.strip() == sys.version

    def _create(self) -> None:
        say(f"making {self._name} with Python {sys.version.split()[0]}")
        shutil.rmtree(self.folder, ignore_errors=True)
        hint = (
            "Python's venv is not complete here. On Debian or Ubuntu: apt-get install python3-venv"
        )
        run(sys.executable, "-m", "venv", self.folder, hint=hint)
        self.done = {}

    def note(self, what: str, how: Any) -> None:
        self.done[what] = how
        part = self._notes.with_suffix(".part")
        part.write_text(json.dumps(self.done, indent=1), "utf-8")
        part.replace(self._notes)

    def pip(self, *words: str | Path, hint: str = "") -> str:
        quiet = ("--disable-pip-version-check", "--no-input")
        return run(self.python, "-m", "pip", *quiet, *words, hint=hint)

    def require(self, purpose: str, wanted: list[str], constraints: Path | None) -> None:
        """Have these requirements, with these versions."""
        versions = constraints.read_text("utf-8") if constraints else ""
        before = self.done.get("requirements", {"wanted": [], "versions": versions})
        if before["versions"] == versions and set(wanted) <= set(before["wanted"]):
            return
        pip = self.pip("--version").split()[1]
        say(f"getting {purpose} with pip {pip}")
        hint = (
            "pip could not get all packages: is there a network? If a version does not suit this"
            " Python, remove its line from constraints.txt and try again."
        )
        given = ("--constraint", constraints) if constraints else ()
        self.pip("install", *given, *wanted, hint=hint)
        self.note("requirements", {"wanted": wanted, "versions": versions})

    def require_package(self) -> None:
        """Have the package as the sources are now, compiled where that is possible."""
        script = "import setup; print(setup.why_plain() or '', setup.why_unrehearsed(), sep='\\n')"
        plain, unrehearsed = run(self.python, "-c", script).splitlines()
        wanted = fingerprint(plain or unrehearsed)
        if self.done.get("package") == wanted:
            return
        if not plain:
            say(
                "compiling takes some minutes the first time; TIANXIA_UNREHEARSED=1 halves that,"
                " TIANXIA_PLAIN=1 does without"
            )
        shutil.rmtree(WHEEL, ignore_errors=True)
        build = ("wheel", "--verbose", "--no-deps", "--no-build-isolation", "--wheel-dir", WHEEL)
        self.pip(*build, ".")
        (wheel,) = WHEEL.glob("*.whl")
        self.pip("install", "--force-reinstall", "--no-deps", wheel)
        version = run(self.folder / "bin" / "tianxia", "--version").strip()
        say(f"{version} is installed, after {time.monotonic() - started:.0f} seconds")
        self.note("package", wanted)


def fingerprint(how: str) -> str:
    """What the package is made of, and how."""
    sources = [
        path
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)
    ]
    digest = hashlib.sha256(how.encode())
    for path in sorted([*sources, *SETUP]):
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def requirements(*extras: str) -> list[str]:
    """What building and playing need, and these extras."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)
    project = declared["project"]

    def of(extra: str) -> Iterator[str]:
        for found in project["optional-dependencies"][extra]:
            if own := re.fullmatch(rf"{project['name']}\[(.*)\]", found):
                for other in own[1].split(","):
                    yield from of(other)
            else:
                yield found

    found = [*declared["build-system"]["requires"], *project["dependencies"]]
    for extra in extras:
        found += of(extra)
    return list(dict.fromkeys(found))


def play() -> None:
    here = Environment(ROOT / ".venv")
    here.require("what playing needs", requirements(), CONSTRAINTS)
    here.require_package()


def dev() -> None:
    here = Environment(ROOT / ".venv")
    here.require("the tools of developers, some minutes,", requirements("dev"), CONSTRAINTS)
    here.require_package()


def lowest() -> None:
    wanted = [each.replace(">=", "==") for each in requirements("dev")]
    here = Environment(ROOT / "build" / "lowest")
    here.require("the lowest versions that pyproject.toml allows", wanted, None)


def constraints() -> None:
    folder = ROOT / "build" / "newest"
    shutil.rmtree(folder, ignore_errors=True)
    here = Environment(folder)
    here.require("the newest versions of everything, some minutes,", requirements("dev"), None)
    listed = json.loads(here.pip("list", "--format=json", "--exclude=pip"))
    lines = sorted(f"{each['name'].lower()}=={each['version']}\n" for each in listed)
    python = ".".join(map(str, sys.version_info[:2]))
    CONSTRAINTS.write_text(HEADER.format(python=python) + "".join(lines), "utf-8")
    say(
        f"{len(lines)} versions written to {CONSTRAINTS.name}: run `make test` before you commit it"
    )


COMMANDS = {"play": play, "dev": dev, "lowest": lowest, "constraints": constraints}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    try:
        COMMANDS[sys.argv[1]]()
    except KeyboardInterrupt:
        sys.exit(130)
