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
    ours = ("CC", "PYTHONPATH", "TIANXIA_PLAIN")
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


def test_an_edited_source_is_noticed(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("x = 1\n")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "one.py").write_text("x = 2\n")
    assert fingerprint(tmp_path) != before
