"""The Python of docs/bots.md runs as it stands there."""

import re
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "docs/bots.md", "exec"), {})


def test_there_is_one() -> None:
    assert SNIPPETS
