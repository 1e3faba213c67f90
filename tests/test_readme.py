"""The README's Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_a_whole_game_takes_less_than_ten_lines() -> None:
    lines = [line for line in SNIPPETS[0].splitlines() if line.strip()]
    assert len(lines) < 10
    assert "state.over()" in SNIPPETS[0]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "README.md", "exec"), {})
