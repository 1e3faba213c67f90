"""What benchmarks/analysis.py has measured goes on, as long as it is of the same analysis."""

from pathlib import Path
from typing import Any

import pytest

import tianxia
from benchmarks.analysis import add, kept_games, made_by
from tianxia.analysis import decisions


def row(**changed: Any) -> dict[str, Any]:
    made = made_by(tianxia.game("ten-suns"), 2, "greedy")
    return {"key": "greedy-2-1", "level": "greedy", "seats": [{}, {}], "made_by": made | changed}


def test_games_analysed_in_another_way_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "ten-suns.jsonl", tianxia.game("ten-suns")
    assert kept_games(path, game) == []
    now = row()
    bots = dict.fromkeys(now["made_by"]["bots"], "00000000")
    for each in (now, row(judge="another"), row(method=decisions.METHOD - 1), row(bots=bots)):
        add(path, each)
    assert kept_games(path, game) == [now]


def test_what_is_kept_in_the_repository_can_be_read() -> None:
    for path in Path("docs/figures/analysis").glob("*.jsonl"):
        game = tianxia.game(path.stem.removesuffix("-more").removesuffix("-blunders"))
        if not path.stem.endswith("-blunders"):
            kept_games(path, game)
