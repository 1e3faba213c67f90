"""The look at the speed in CI: it warns of what is slower, and never fails."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "regression.py"


@pytest.fixture
def regression() -> Any:
    spec = importlib.util.spec_from_file_location("regression", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_slower_is_told_and_nothing_else(regression: Any) -> None:
    release = {"go": {"inside": 10.0, "copies": 5.0}, "gone": {"inside": 1.0}}
    now = {"go": {"inside": 7.9, "copies": 4.1, "deals": 1.0}}
    assert regression.slower(now, release) == [
        "go, inside: 0.79 of what it was in the last release"
    ]


def test_the_figures_of_the_release_name_our_games(regression: Any) -> None:
    saved = json.loads(regression.RELEASE.read_text("utf-8"))
    for figures in saved["ratios"].values():
        assert set(figures) <= set(regression.KINDS)
        assert min(figures.values()) > 0


def test_a_run_prints_a_table_and_ends_well(
    regression: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regression.tianxia, "game_ids", lambda: ["xiang-chi"])
    regression.main(["--seconds", "0.01", "--rounds", "1"])
    assert "xiang-chi" in capsys.readouterr().out
