"""The data file: what the specification prints, and that bad rows are refused."""

from collections import Counter
from importlib.resources import files

import pytest

import tianxia
from tianxia.games.zhanguo.components import COLOURS, COURT, FACES, PARTS, read

from .table import GAME

TEXT = files("tianxia.games.zhanguo").joinpath("components.toml").read_text("utf-8")
TABLE = {
    "hire": "calm-here calm-here official-red marker official-gray marker calm-here marker",
    "recruit": "marker official-gray calm-any shift-2 official-red official-white calm-here marker",
    "wall": "vp-3 vp-colour official-red calm-any vp-colour vp-3 official-white vp-3",
    "governor": "vp-2 vp-2 official-red official-white marker calm-any official-gray marker",
    "palace": "vp-3 vp-colour vp-3 vp-colour worker-move vp-colour worker-here vp-colour",
}


def test_cards_follow_the_scheme() -> None:
    triggers = list(TABLE)
    for number in range(1, 121):
        trigger = triggers[(number - 1) % 5]
        bonus = TABLE[trigger].split()[(number - 1) // 5 % 8]
        if bonus == "vp-colour":
            bonus = "vp-" + COLOURS[(number - 1) // 40]
        assert COURT[PARTS.trigger[number]] == trigger
        assert PARTS.bonus_id[number] == bonus


def test_every_bonus_of_the_rulebook_is_in_every_deck() -> None:
    bonuses = {"marker", "calm-any", "calm-here", "shift-2", "vp-2", "vp-3", "worker-move"}
    bonuses |= {"worker-here", "official-red", "official-gray", "official-white"}
    for deck, colour in enumerate(COLOURS):
        found = Counter(PARTS.bonus_id[1 + 40 * deck : 41 + 40 * deck])
        assert set(found) == bonuses | {f"vp-{colour}"}
    assert (COURT[PARTS.trigger[5]], PARTS.bonus_id[5]) == ("palace", "vp-3"), "the example's card"


def test_task_tiles_have_two_to_four_symbols() -> None:
    """The rulebook's range is really there: a tile with four for walls and for governors."""
    symbols = [sorted(pieces) for pieces in PARTS.task_pieces]
    assert symbols == [[2, 3, 3, 4], [2, 2, 2, 3], [2, 3, 3, 4]]
    assert "TTG" in PARTS.task_names[0]
    assert "1-2-5" in PARTS.task_names[1]


def test_tables() -> None:
    assert PARTS.neighbours == [[1], [0, 2], [1, 3], [2, 4], [3]]
    assert PARTS.tracks[0] == [3, 3, 4, 3, 2]
    assert PARTS.start[1] == [2, 1, 0]
    assert PARTS.face_vp[FACES.index("calm15")] == [5, 10, 15]
    assert PARTS.face_vp[FACES.index("sets")] == [2, 3, 4]
    assert PARTS.reward_names[3] == ["workers-4", "governor-2-5", "palace"]
    assert PARTS.task_slots == [5, 3, 2, 1]
    assert PARTS.aspect_vp == [5, 6, 7]


def test_the_action_space_has_the_families_of_the_specification() -> None:
    space = GAME.space
    assert len(space) == 389
    assert [(family.name, len(family)) for family in space.families] == [
        ("card", 120),
        ("unify", 5),
        ("recruit", 15),
        ("reassign", 1),
        ("hire", 5),
        ("palace", 5),
        ("wall", 18),
        ("governor", 5),
        ("staff", 10),
        ("pay", 25),
        ("take", 3),
        ("square", 3),
        ("shift-governors", 24),
        ("shift-up", 15),
        ("shift-workers", 60),
        ("use", 15),
        ("use-board", 1),
        ("calm", 5),
        ("worker", 8),
        ("envoy", 24),
        ("accept", 1),
        ("pass", 1),
        ("done", 1),
        ("bid", 15),
        ("board", 4),
    ]


def test_a_corrected_row_is_taken() -> None:
    parts = read(
        TEXT.replace('[12, "ivory", "recruit", "calm-any"]', '[12, "ivory", "wall", "vp-3"]')
    )
    assert COURT[parts.trigger[12]] == "wall"
    assert parts.amount[12] == 3
    parts = read(TEXT.replace("[3, 4], [4, 5]]", "[3, 4], [4, 5], [1, 5]]"))
    assert parts.neighbours[0] == [1, 4]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[12, "ivory"', '[13, "ivory"', "card 13 is there twice"),
        ('[12, "ivory"', '[121, "ivory"', "1 to 120"),
        ('[12, "ivory"', '[12, "brown"', "card 12 is ivory"),
        ('[12, "ivory", "recruit"', '[12, "ivory", "dance"', "card 12: one of hire"),
        ('[12, "ivory", "recruit", "calm-any"]', '[12, "ivory", "recruit", "x"]', "no bonus 'x'"),
        ('    [12, "ivory", "recruit", "calm-any"],\n', "", "120 entries"),
        ("[[1, 2], [2, 3]", "[[1, 1], [2, 3]", "two different regions"),
        ("[[1, 2], [2, 3]", "[[1, 6], [2, 3]", "regions are 1 to 5; got 6"),
        ("[[1, 2], [2, 3]", "[[2, 3]", "region 1 has no neighbour"),
        ('["official", "vp"],\n    ["reassign"', '["official"],\n    ["reassign"', "two squares"),
        ('["official", "reassign"]', '["official", "gold"]', "one of official, reassign, vp"),
        ("task_slots = [5, 3, 2, 1]", "task_slots = [5, 3, 2]", "task_slots: 4 entries"),
        ("governors = 8", "governors = -1", "governors: a whole number"),
        ("aspects = [5, 6, 7]", "aspects = [5, 6, true]", "whole numbers"),
        ('["pair", "ivory"]', '["pair", "pair"]', "every face must be on exactly one tile"),
        ("empty = [1, 2, 3]", "empty = [1, 2]", "empty: 3 entries"),
        ('"TTG"', '"TTT"', "only two sections"),
        ('"TTG"', '"TTX"', "one of T, G, J"),
        ('"TTG"', '"T"', "two to four symbols"),
        ('"TTG"', '"TGJ"', "each tile must be there once"),
        ('"1-2-5"', '"1-2-6"', "regions are 1 to 5"),
        ('"1-2-5"', '"2-1"', "in order"),
        ('"red-3"', '"blue-3"', "no reward 'blue-3'"),
        ('"red-3"', '"red-3-4"', "one region"),
        ("circle = [2, 2, 4, 2, 2]", "circle = [2, 2, 5, 2, 2]", "lengths are 2 to 4"),
        ("circle = [2, 1, 0]", "circle = [6, 1, 0]", "more than a player has"),
        ('hire = "extra-worker"', 'palace = "extra-worker"', "palace cannot bring"),
        ('hire = "extra-worker"', 'dance = "marker"', "one of hire"),
        ("[markers]", "[marks]", "no table 'markers'"),
        ("adjacency =", "near =", "no list 'adjacency'"),
        ("task_slots = [5", "task_slots = [5[", "is not TOML"),
    ],
)
def test_bad_data_is_refused(old: str, new: str, message: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(tianxia.DataError, match=message.replace("(", r"\(")):
        read(TEXT.replace(old, new, 1))
