"""What the rules for players print of the components is what the components are."""

import tomllib
from importlib.resources import files

import tianxia

FOLDER = files(tianxia.game("zhanguo").package)
REGIONS = 5


def told(reward: str) -> str:
    """A reward of `components.toml` as the table of the rules tells it."""
    kind, *regions = reward.split("-")
    if kind in ("wall", "palace"):
        return kind
    if len(regions) == REGIONS:
        return f"{kind}, any region"
    what = {"official": "an official", "governor": "governor"}.get(kind, f"2 {kind}")
    return f"{what}, region {' or '.join(regions)}"


def test_the_table_of_rewards_is_that_of_the_components() -> None:
    components = tomllib.loads(FOLDER.joinpath("components.toml").read_text("utf-8"))
    rewards = components["rewards"]
    given = components["amounts"]
    assert (given["reward_officials"], given["reward_workers"]) == (2, 2)
    rules = FOLDER.joinpath("rules.md").read_text("utf-8")
    for number, row in enumerate(zip(*rewards.values(), strict=True), 1):
        assert f"| {number} | {' | '.join(told(each) for each in row)} |" in rules
