"""Words: ids become names, what people call themselves does not."""

import tomllib
from importlib.resources import files

import pytest

from tianxia import text
from tianxia.engine.events import Event
from tianxia.text import Words, words


def test_ids_of_components_become_names() -> None:
    told = words("tianxia.games.xiang_chi")
    assert told.name("poet") == "Poet"
    assert told.name("nothing-of-the-kind") == "nothing-of-the-kind"
    assert told.join(["a", "b", "c"]) == "a, b and c"


def test_a_player_may_have_the_name_of_a_component() -> None:
    told = words("tianxia.games.middle_kingdom")
    assert told.name("noble-2") != "noble-2"
    claim = Event("claim", {"player": 1, "value": 7, "kind": "noble-2"}, None)
    by_ann, by_noble = (told.event(claim, ["Bo", name]) for name in ("Ann", "noble-2"))
    assert by_noble == by_ann.replace("Ann", "noble-2")
    assert told.name("noble-2") in by_ann
    web = words("tianxia.web")
    assert web.has("your-turn")
    assert web.say("watching", names=["your-turn", "your-turn"]).endswith("your-turn and your-turn")


def test_numbers_have_a_real_minus() -> None:
    told = words("tianxia.games.middle_kingdom")
    assert told.say("web-missing", points=-15, kinds=5) == "−15: 5 types still missing"


def test_numbers_of_components_come_from_the_data() -> None:
    told = words("tianxia.games.year_of_the_dragon")
    components = tomllib.loads(
        files("tianxia.games.year_of_the_dragon").joinpath("components.toml").read_text()
    )
    first, second = next(e["numbers"] for e in components["event"] if e["id"] == "festival")
    assert f"{first} points, the second most {second};" in told.say("web-event-festival")
    assert "all 9 have come" in words("tianxia.games.xiang_chi").say("explain-deck-left")


@pytest.mark.parametrize(
    ("game", "ids"),
    [
        ("middle_kingdom", ["board-dragon-too-few-goals", "board-heir-nobody"]),
        (
            "year_of_the_dragon",
            [
                "tile-rice",
                "tile-firework",
                "tile-floor",
                "tile-palace-floor",
                "tile-yuan",
                "tile-track",
                "tile-vp",
                "web-about-court-lady",
                "web-event-mongols",
            ],
        ),
        ("xiang_chi", ["score-copper"]),
        ("zhanguo", ["reward-red-3", "reward-gray-4", "reward-white-1", "reward-workers-5"]),
    ],
)
def test_what_is_printed_elsewise_is_told_elsewise(
    game: str, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"tianxia.games.{game}"
    as_printed = Words(package)
    numbers = {path: number + 20 for path, number in text._printed(package).items()}
    monkeypatch.setattr(text, "_printed", lambda package: numbers)
    other = Words(package)
    assert [id for id in ids if as_printed.say(id) == other.say(id)] == []
