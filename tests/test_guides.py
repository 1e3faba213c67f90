"""The Python of the guides runs as it stands there."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
SNIPPETS = [
    pytest.param(snippet, id=f"{name}-{number}")
    for name in ("analysis", "bots")
    for number, snippet in enumerate(
        re.findall(r"```python\n(.*?)```", (DOCS / f"{name}.md").read_text("utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "docs", "exec"), {})


def test_there_are_some() -> None:
    assert len(SNIPPETS) > 1
