"""The compiled build: when there is none, and that it plays the very same games."""

import os
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tianxia

from .conftest import SOURCE, fingerprint

ROOT = SOURCE.parent.parent
SEEDS = range(4)


def records() -> str:
    """The records of random games: every game, number of players and several seeds."""
    found = []
    for game in tianxia.all_games():
        for players in game.players:
            for seed in SEEDS:
                match = tianxia.new_match(game, players=players, seed=seed)
                dice = random.Random(seed)
                while not match.state.over():
                    player = dice.choice(match.state.actors())
                    match.play(player, dice.choice(match.state.legal(player)))
                found.append(match.record.text())
    return "".join(found)


@pytest.mark.skipif(not tianxia.COMPILED, reason="`make test` compares the compiled one with it")
def test_plain_and_compiled_give_identical_records() -> None:
    program = (
        "import tianxia; assert not tianxia.COMPILED\n"
        "from tests.test_build import records; print(records(), end='')"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE.parent), str(ROOT)])},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert records() == plain.stdout


def build(program: str, folder: Path, **settings: str) -> str:
    """What the build says, with `setup.py` at hand as a module."""
    ours = ("CC", "PYTHONPATH", "TIANXIA_PLAIN", "TIANXIA_UNREHEARSED")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(
        [sys.executable, "-c", f"import setup\n{program}"],
        env=environment | settings,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


WHY_PLAIN = "print(setup.why_plain())"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"CC": "no-such-compiler"}, "no C compiler found"),
        ({"CC": "false"}, "false cannot compile for this Python"),
        ({"TIANXIA_PLAIN": "1"}, "TIANXIA_PLAIN is set"),
    ],
)
def test_the_plain_python_is_installed_instead(setting: dict[str, str], said: str) -> None:
    assert build(WHY_PLAIN, ROOT, **setting).startswith(said)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """All that the package is built from."""
    for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignore)
    return tmp_path


def test_a_compiler_that_fails_leaves_the_plain_python_and_nothing_old(tree: Path) -> None:
    if build(WHY_PLAIN, ROOT) != "None\n":
        pytest.skip("there is no compiler that could fail")
    (tree / "broken.c").write_text("this is no C")
    old = tree / "build" / "lib" / "tianxia" / "gone.py"
    old.parent.mkdir(parents=True)
    old.write_text("removed = True")
    said = build(
        "import sys\n"
        "setup.extensions = lambda: [setup.Extension('tianxia_broken__mypyc', ['broken.c'])]\n"
        "sys.argv = ['setup.py', 'bdist_wheel']\n"
        "setup.main()\n",
        tree,
    )
    assert "tianxia: the C compiler failed: installing the plain Python" in said
    (wheel,) = (tree / "dist").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "tianxia/cli.py" in names
    assert "tianxia/gone.py" not in names


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"CC": "no-such-compiler"}, "no C compiler found"),
        ({"CC": "false"}, "false is no gcc that can count"),
        ({"TIANXIA_UNREHEARSED": "1"}, "TIANXIA_UNREHEARSED is set"),
    ],
)
def test_there_is_no_rehearsal(setting: dict[str, str], said: str) -> None:
    assert build("print(setup.why_unrehearsed())", ROOT, **setting).startswith(said)


#: A library in C that notes how it was compiled, in the place of those that mypyc writes.
LIBRARY = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "tianxia_small__mypyc"};
PyMODINIT_FUNC PyInit_tianxia_small__mypyc(void) { return PyModule_Create(&module); }
"""
BUILD_SMALL = """
import sys
files = {"sources": ["small.c"], "depends": [str(setup.REHEARSAL), str(setup.NOTE)]}
setup.extensions = lambda: [setup.Extension('tianxia_small__mypyc', **files)]
setup.GROUPS = {"small": []}
sys.argv = ['setup.py', 'bdist_wheel']
setup.main()
"""


@pytest.fixture
def small(tree: Path) -> Path:
    """A tree whose only library is small."""
    if build("print(setup.why_plain() or setup.why_unrehearsed())", ROOT) != "None\n":
        pytest.skip("there is no compiler that takes note of a rehearsal")
    (tree / "small.c").write_text(LIBRARY)
    (tree / "scripts").mkdir()
    (tree / "scripts" / "rehearse.py").write_text("import tianxia, tianxia_small__mypyc\n")
    return tree


def library(tree: Path) -> bytes:
    """The library in the wheel that was built."""
    (wheel,) = (tree / "dist").iterdir()
    with zipfile.ZipFile(wheel) as found:
        (name,) = [name for name in found.namelist() if name.startswith("tianxia_small")]
        return found.read(name)


def test_the_compiler_watches_a_rehearsal(small: Path) -> None:
    said = build(BUILD_SMALL, small)
    assert "tianxia: first for a rehearsal, which shows the compiler what is used most" in said
    assert said.count("tianxia: compiled 1 of 1: small") == 2
    assert "failed" not in said
    assert list(small.rglob("*.gcda"))
    assert b"gcda" not in library(small)  # nothing is counted any more

    assert "rehears" not in build(BUILD_SMALL, small)  # nothing has changed

    said = build(BUILD_SMALL, small, TIANXIA_UNREHEARSED="1")
    assert "tianxia: TIANXIA_UNREHEARSED is set: compiling without a rehearsal" in said
    assert said.count("tianxia: compiled 1 of 1: small") == 1


def test_a_rehearsal_gives_the_same_library_every_time(small: Path) -> None:
    build(BUILD_SMALL, small)
    before = library(small)
    shutil.rmtree(small / "build")
    build(BUILD_SMALL, small)
    assert library(small) == before


def test_a_rehearsal_that_fails_is_done_without(small: Path) -> None:
    (small / "scripts" / "rehearse.py").write_text("raise SystemExit('stage fright')\n")
    said = build(BUILD_SMALL, small)
    assert "tianxia: the rehearsal failed, compiling without it: stage fright" in said
    assert said.count("tianxia: compiled 1 of 1: small") == 2
    assert b"gcda" not in library(small)


def test_an_edited_source_is_noticed(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("x = 1\n")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "one.py").write_text("x = 2\n")
    assert fingerprint(tmp_path) != before


def test_libraries_get_their_own_copies_of_words_that_only_compute(tmp_path: Path) -> None:
    word = "CPyDef_tianxia___engine___compact___"
    double = (
        f"int64_t {word}double(int64_t cpy_r_n) {{\n    goto CPyL1;\nCPyL1: ;\n    return 2;\n}}\n"
    )
    fails = f"int64_t {word}fails(int64_t cpy_r_n) {{\n    PyErr_Occurred();\n    return 3;\n}}\n"
    lists = f"PyObject *{word}lists(int64_t cpy_r_n) {{\n    return NULL;\n}}\n"
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "__native_tianxia_engine.c").write_text(double + fails + lists)
    head = '#include "__native_internal_tianxia_a.h"\n'
    calls = "".join(f"exports_tianxia_engine.{word}{name}(1);\n" for name in ("double", "fails"))
    (tmp_path / "build" / "__native_tianxia_a.c").write_text(head + calls)
    (tmp_path / "build" / "__native_tianxia_b.c").write_text("other();\n")
    shutil.copy(ROOT / "setup.py", tmp_path)
    shown = build(
        "a, b = [setup.Extension(name, [f'build/__native_tianxia_{name}.c']) for name in 'ab']\n"
        "setup.inline([a, b])\n"
        "print(a.sources, b.sources)",
        tmp_path,
    )
    assert shown == "['build/inlined/__native_tianxia_a.c'] ['build/__native_tianxia_b.c']\n"
    made = (tmp_path / "build" / "inlined" / "__native_tianxia_a.c").read_text()
    kept = calls.replace(f"exports_tianxia_engine.{word}double", f"{word}double")
    assert made == head + "static inline " + double + kept
