"""The compiled build: when there is none, and that it plays the very same games."""

import os
import random
import subprocess
import sys
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


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"CC": "no-such-compiler"}, "no C compiler found: installing the plain Python"),
        ({"TIANXIA_PLAIN": "1"}, "TIANXIA_PLAIN is set: installing the plain Python"),
    ],
)
def test_the_plain_python_is_installed_instead(setting: dict[str, str], said: str) -> None:
    command = [sys.executable, "setup.py", "--name"]
    environment = {name: value for name, value in os.environ.items() if name != "TIANXIA_PLAIN"}
    done = subprocess.run(
        command, env=environment | setting, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said in done.stderr


def test_an_edited_source_is_noticed(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("x = 1\n")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "one.py").write_text("x = 2\n")
    assert fingerprint(tmp_path) != before
