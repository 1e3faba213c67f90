"""The short form of the run that kills servers: `make kills` is the long one."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from . import kills
from .kills import done, explained, note, run
from .nursery import Nursery
from .postgres import Postgres


def test_what_was_acknowledged_outlives_kills(tmp_path: Path) -> None:
    assert run(tmp_path, kills=2, processes=1, postgres=None, tables=2) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux does")
def test_so_it_does_with_several_processes(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "DATABASE_TOO", 2)
    with closing(Nursery()) as nursery:  # as the long run has it
        kept = run(tmp_path, kills=2, processes=2, postgres=postgres, tables=2, nursery=nursery)
    assert kept > 0


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    results = tmp_path / "kills.jsonl"
    assert done(results, 1, "sqlite") == (0, 0)
    told = {"processes": 1, "database": "sqlite", "kills": 25, "acknowledged": 90, "failed": False}
    lines = [told, told, {**told, "processes": 3}, {**told, "database": "postgresql"}]
    lines.append({**told, "failed": True})
    for line in lines:
        note(results, line)
    assert done(results, 1, "sqlite") == (50, 180)


def test_the_run_would_notice() -> None:
    sent = [("a", True), ("b", False), ("b", True), ("c", True)]
    assert explained(sent, ["a", "b", "c"])
    assert explained(sent, ["a", "b", "b", "c"])
    assert not explained(sent, ["a", "b"]), "lost"
    assert not explained(sent, ["a", "a", "b", "c"]), "twice"
    assert not explained(sent, ["a", "c", "b"]), "out of order"
    assert not explained(sent, ["a", "b", "c", "d"]), "never sent"
