"""The short form of the run that turns a house upside down: `make upheaval` is the long one."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from .nursery import Nursery
from .postgres import Postgres
from .upheaval import run


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux does")
def test_all_games_go_on_whatever_happens_to_the_house(tmp_path: Path, postgres: Postgres) -> None:
    with closing(Nursery()) as nursery:
        kept = run(tmp_path, games=3, processes=2, postgres=postgres, nursery=nursery)
    assert kept >= 3 * 3, "each before, between and after"
