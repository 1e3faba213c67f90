"""Builds the package, with its hot modules compiled by mypyc where a C compiler is there.

`TIANXIA_PLAIN=1` makes the plain Python instead. Which of the two is installed is said by
`tianxia --version`. Only a wheel is compiled: an editable install runs the sources as they are,
and a source distribution holds no C.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from itertools import count
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PACKAGE = Path("src/tianxia")
#: One extension library each; the games build on the engine's.
GROUPS = {
    "engine": sorted(PACKAGE.glob("engine/[a-z]*.py")),
    **{
        folder.name: [folder / name for name in ("components.py", "rules.py", "judge.py")]
        for folder in sorted(PACKAGE.glob("games/[a-z]*"))
        if (folder / "rules.py").exists()
    },
    "bots": [PACKAGE / "bots" / name for name in ("ahead.py", "search.py")],
    "rl": [PACKAGE / "rl" / name for name in ("batch.py", "single.py")],
}


class CompileError(Exception):
    """The C compiler failed on what mypyc wrote."""


def say(text: str) -> None:
    print(f"tianxia: {text}", file=sys.stderr, flush=True)


def compiler() -> list[str] | None:
    """The C compiler Python would use, if it is there."""
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))
    return command if shutil.which(command[0]) else None


def why_plain() -> str | None:
    """Why this machine gets the plain Python; None if it can compile."""
    if os.environ.get("TIANXIA_PLAIN"):
        return "TIANXIA_PLAIN is set"
    command = compiler()
    if command is None:
        return "no C compiler found"
    # A compiler can be there without Python's headers, or its own: a line of C tells in a moment.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "probe.c").write_text("#include <Python.h>\n")
        include = f"-I{sysconfig.get_path('include')}"
        probe = subprocess.run(
            [*command, include, "-c", "probe.c", "-o", "probe.o"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
    if probe.returncode:
        errors = [line for line in probe.stderr.splitlines() if "error" in line]
        said = errors[0] if errors else f"it stopped with {probe.returncode}"
        return f"{command[0]} cannot compile for this Python, its headers may be missing ({said})"
    return None


def extensions() -> list[Extension]:
    """What mypyc makes of the hot modules."""
    from mypyc.build import mypycify

    groups = {
        name: [str(path) for path in paths if path.exists()] for name, paths in GROUPS.items()
    }
    say(f"compiling {len(groups)} libraries: mypyc translates to C")
    paths = [path for group in groups.values() for path in group]
    # mypyc fails on a cache of other sources. C files that come out the same are not compiled again.
    digest = hashlib.sha256(repr(groups).encode())
    for path in paths:
        digest.update(Path(path).read_bytes())
    cache = Path("build", f"mypy-{digest.hexdigest()[:12]}")
    for old in Path("build").glob("mypy-*"):
        if old != cache:
            shutil.rmtree(old)
    found: list[Extension] = mypycify(
        [
            "--strict",
            "--explicit-package-bases",
            f"--cache-dir={cache}",
            *paths,
        ],
        separate=[(group, f"tianxia_{name}") for name, group in groups.items()],
        opt_level="3",
        debug_level="0",
    )
    for extension in found:
        # Calls within a library need not go through its symbol table, and may be inlined.
        extension.extra_compile_args += ["-fvisibility=hidden", "-fno-semantic-interposition"]
        extension.depends.append("setup.py")
    # The largest first: no core waits long for the last one.
    found.sort(key=lambda extension: -sum(Path(path).stat().st_size for path in extension.sources))
    return found


class Build(build):  # type: ignore[misc]
    """Nothing of an earlier build stays but libraries, so that only what changed is compiled."""

    def run(self) -> None:
        libraries = self.get_finalized_command("build_ext").get_outputs()
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and str(path) not in libraries:
                path.unlink()
        super().run()


class BuildExtensions(build_ext):  # type: ignore[misc]
    """Compiles on all cores, and says how far it is."""

    def build_extensions(self) -> None:
        self.parallel = os.cpu_count()
        self.done = count(1)
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as error:
            raise CompileError(str(error)) from error

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        # The others are small doors into these, one for each module.
        if ext.name.endswith("__mypyc"):
            name = ext.name.removeprefix("tianxia_").removesuffix("__mypyc")
            say(f"compiled {next(self.done)} of {len(GROUPS)}: {name}")


def make(compiled: list[Extension]) -> None:
    setup(cmdclass={"build": Build, "build_ext": BuildExtensions}, ext_modules=compiled)


def main() -> None:
    if "bdist_wheel" not in sys.argv:
        make([])
        return
    reason = why_plain()
    if reason is None:
        try:
            make(extensions())
        except CompileError as error:
            say(str(error))
            reason = "the C compiler failed"
        else:
            return
    say(f"{reason}: installing the plain Python")
    make([])


if __name__ == "__main__":
    main()
