"""Builds the package, with its hot modules compiled by mypyc where a C compiler is there.

`TIANXIA_PLAIN=1` installs the plain Python instead. Which of the two is installed is said by
`tianxia --version`.
"""

import hashlib
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

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


def compiler() -> str | None:
    """The C compiler Python would use, if it is there."""
    name = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(name.split()[0])


def extensions() -> list[Extension]:
    if os.environ.get("TIANXIA_PLAIN"):
        print("tianxia: TIANXIA_PLAIN is set: installing the plain Python", file=sys.stderr)
        return []
    if compiler() is None:
        print("tianxia: no C compiler found: installing the plain Python", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    print("tianxia: compiling with mypyc", file=sys.stderr)
    groups = {
        name: [str(path) for path in paths if path.exists()] for name, paths in GROUPS.items()
    }
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
    return found


setup(
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
