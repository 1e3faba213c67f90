"""Builds the package, with its hot modules compiled by mypyc where a C compiler is there.

`TIANXIA_PLAIN=1` makes the plain Python instead. Which of the two is installed is said by
`tianxia --version`. Only a wheel is compiled: an editable install runs the sources as they are,
and a source distribution holds no C but what was written by hand.

With gcc everything is compiled twice: first with counters, which a rehearsal of all games fills
(`scripts/rehearse.py`), then for good, knowing which way each branch usually goes.
`TIANXIA_UNREHEARSED=1` does without.
"""

import copy
import hashlib
import os
import re
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
from setuptools.modified import newer_group

PACKAGE = Path("src/tianxia")
REHEARSAL = Path("scripts/rehearse.py")
#: Libraries with counters, and whether the present ones were rehearsed.
COUNTING = Path("build/rehearsal")
NOTE = Path("build/rehearsed.txt")
COUNT = ["-fprofile-generate"]
#: What is not part of the rehearsal is compiled as without one, not as if it were never used.
USE_COUNTS = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
#: A function of `compact.py` in C that takes nothing but native integers.
WORD = re.compile(
    r"^\w+ (CPyDef_tianxia___engine___compact___\w+)\((?:int64_t \w+(?:, )?)+\) {\n.*?^}\n",
    re.DOTALL | re.MULTILINE,
)
GAME_FILES = ("components.py", "table.py", "rules.py", "judge.py", "prospects.py")
#: One extension library each; the games build on the engine's.
GROUPS = {
    "engine": sorted(PACKAGE.glob("engine/[a-z]*.py")),
    **{
        folder.name: [folder / name for name in GAME_FILES if (folder / name).exists()]
        for folder in sorted(PACKAGE.glob("games/[a-z]*"))
        if (folder / "rules.py").exists()
    },
    "bots": [PACKAGE / "bots" / name for name in ("judging.py", "ahead.py", "search.py")],
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
    include = f"-I{sysconfig.get_path('include')}"
    said = complaint([*command, include, "-c"], "#include <Python.h>\n")
    if said:
        return f"{command[0]} cannot compile for this Python, its headers may be missing ({said})"
    return None


def why_unrehearsed() -> str | None:
    """Why the libraries are compiled without a rehearsal; None if there is one."""
    if os.environ.get("TIANXIA_UNREHEARSED"):
        return "TIANXIA_UNREHEARSED is set"
    command = compiler()
    if command is None:
        return "no C compiler found"
    # Others take these options too, but write what they count in another form.
    only_gcc = "#ifdef __clang__\n#error this is clang\n#endif\nint probe(void) { return 0; }\n"
    said = complaint([*command, "-shared", "-fPIC", *COUNT, *USE_COUNTS[1:]], only_gcc)
    return f"{command[0]} is no gcc that can count ({said})" if said else None


def complaint(command: list[str], program: str) -> str | None:
    """What a compiler has against a small program; None if nothing."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "probe.c").write_text(program)
        probe = subprocess.run(
            [*command, "probe.c", "-o", "probe"], cwd=folder, capture_output=True, text=True
        )
    if not probe.returncode:
        return None
    errors = [line for line in probe.stderr.splitlines() if "error" in line]
    return errors[0] if errors else f"it stopped with {probe.returncode}"


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
    inline(found)
    for extension in found:
        # Calls within a library need not go through its symbol table, and may be inlined.
        inlining = ["-fvisibility=hidden", "-fno-semantic-interposition"]
        extension.extra_compile_args = [*extension.extra_compile_args, *inlining]
        extension.depends = [*extension.depends, "setup.py", str(REHEARSAL), str(NOTE)]
    found.append(
        Extension(
            "tianxia.bots._network",
            [str(PACKAGE / "bots" / "_network.c")],
            # A sum and a product are rounded one after the other, as on every other processor.
            extra_compile_args=["-O3", "-ffp-contract=off"],
        )
    )
    # The largest first: no core waits long for the last one.
    found.sort(key=lambda extension: -sum(Path(path).stat().st_size for path in extension.sources))
    return found


def inline(libraries: list[Extension]) -> None:
    """Give every library its own copy of the words of `compact.py` that it uses.

    They compute with numbers and nothing else, in less time than a call into the engine's library
    takes; a copy in the same library is compiled into the place where it is called.
    """
    words = {}
    for found in WORD.finditer(Path("build/__native_tianxia_engine.c").read_text("utf-8")):
        code, name = found[0], found[1]
        if "Py" not in code.replace(name, "").replace("CPyL", ""):  # CPyL: a label
            words[name] = f"static inline {code}"
    for library in libraries:
        source = Path(library.sources[0])
        text = source.read_text("utf-8")
        used = [name for name in words if f"exports_tianxia_engine.{name}(" in text]
        for name in used:
            text = text.replace(f"exports_tianxia_engine.{name}(", f"{name}(")
        head = f'#include "{source.stem.replace("__native", "__native_internal")}.h"\n'
        text = text.replace(head, head + "".join(words[name] for name in used), 1)
        made = source.parent / "inlined" / source.name
        made.parent.mkdir(exist_ok=True)
        if used and (not made.exists() or made.read_text("utf-8") != text):
            made.write_text(text, "utf-8")
        if used:
            library.sources = [str(made), *library.sources[1:]]


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

    build_lib: str
    extensions: list[Extension]

    def build_extensions(self) -> None:
        self.parallel = os.cpu_count()
        reason = why_unrehearsed()
        # All libraries are made anew when this changes.
        note = reason or "rehearsed"
        if not NOTE.exists() or NOTE.read_text("utf-8") != note:
            NOTE.parent.mkdir(exist_ok=True)
            NOTE.write_text(note, "utf-8")
        libraries = [each for each in self.extensions if each.name.endswith("__mypyc")]
        # Small doors into them, one for each module.
        doors = [each for each in self.extensions if each not in libraries]
        try:
            self.compile(doors, [])
            if reason:
                say(f"{reason}: compiling without a rehearsal")
                self.compile(libraries, [])
            elif any(self.is_old(each) for each in libraries):
                self.compile(libraries, USE_COUNTS if self.rehearse(libraries) else [])
        except (BaseError, CCompilerError) as error:
            raise CompileError(str(error)) from error

    def is_old(self, extension: Extension) -> bool:
        made = self.get_ext_fullpath(extension.name)
        return bool(newer_group([*extension.sources, *extension.depends], made, "newer"))

    def compile(self, extensions: list[Extension], flags: list[str]) -> None:
        """Those that are older than their sources, with these flags as well."""
        everything = self.extensions
        self.extensions = [copy.copy(each) for each in extensions]
        for each in self.extensions:
            each.extra_compile_args = each.extra_compile_args + flags
            each.extra_link_args = each.extra_link_args + flags
        self.done = count(1)
        super().build_extensions()
        self.extensions = everything

    def rehearse(self, libraries: list[Extension]) -> bool:
        """Compile with counters and play, so that gcc finds what was counted; did that work?"""
        say("first for a rehearsal, which shows the compiler what is used most")
        lib, self.build_lib = self.build_lib, str(COUNTING)
        self.compile(libraries, COUNT)
        self.build_lib = lib
        # Counts lie beside the objects, which have the same names both times.
        for counts in Path(self.build_temp).rglob("*.gcda"):
            counts.unlink()
        say("rehearsing all games, then compiling for good")
        played = subprocess.run(
            [sys.executable, str(REHEARSAL)],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(COUNTING), lib, *sys.path]),
                "PYTHONHASHSEED": "0",
            },
            capture_output=True,
            text=True,
        )
        if played.returncode:
            say(f"the rehearsal failed, compiling without it: {played.stderr}")
        return played.returncode == 0

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
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
