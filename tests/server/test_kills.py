"""The short form of the run that kills servers: `make kills` is the long one."""

from pathlib import Path

from .kills import explained, run


def test_what_was_acknowledged_outlives_kills(tmp_path: Path) -> None:
    assert run(tmp_path, kills=2, processes=1, postgres=None, tables=2) > 0


def test_the_run_would_notice() -> None:
    sent = [("a", True), ("b", False), ("b", True), ("c", True)]
    assert explained(sent, ["a", "b", "c"])
    assert explained(sent, ["a", "b", "b", "c"])
    assert not explained(sent, ["a", "b"]), "lost"
    assert not explained(sent, ["a", "a", "b", "c"]), "twice"
    assert not explained(sent, ["a", "c", "b"]), "out of order"
    assert not explained(sent, ["a", "b", "c", "d"]), "never sent"
