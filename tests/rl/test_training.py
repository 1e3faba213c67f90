"""The guide's Python runs as it stands there, and the examples learn."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parent.parent.parent
GUIDE = HOME / "docs" / "training.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "training.md", "exec"), {})


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(HOME / "examples")
    return import_module(name)


def test_xiang_chi_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    curve, base = example("train_xiang_chi", monkeypatch).main(40, None, 64)
    assert curve.results[-1] > base + 5
    assert curve.results[-1] > curve.results[0] + 2


def test_middle_kingdom_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "curve.svg"
    curve, base = example("train_middle_kingdom", monkeypatch).main(3, str(path))
    assert abs(base - 0.5) < 0.1
    assert curve.results[-1] > 0.8
    assert path.read_text("utf-8").startswith("<?xml")
