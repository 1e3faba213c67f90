"""The component file: its numbers, and what is refused in a wrong one."""

from importlib.resources import files

import pytest

import tianxia
from tianxia.games.ten_suns.components import DATA, OPERATIONS, read
from tianxia.text import words

from .tables import GAME

TEXT = files("tianxia.games.ten_suns").joinpath("components.toml").read_text("utf-8")


def test_counts() -> None:
    assert sum(DATA.copies) == 60
    assert DATA.copies[:2] == [3, 6]
    assert DATA.first_god - DATA.first_location == 10
    assert len(DATA.gods) == 21
    assert len(DATA.health) == 10
    assert len(DATA.kinds) * DATA.part_copies == 48


def test_stated_numbers() -> None:
    """Those the rulebook gives."""
    assert (DATA.start_lunar, DATA.start_sun, DATA.spaces) == (5, 10, 6)
    assert (DATA.hou_yi_in_row, DATA.bonus_lunar, DATA.items_per_space) == (2, 2, 3)
    assert (DATA.balance_above, DATA.balance_lunar) == (4, 4)
    assert DATA.moon_bonus == [12, 7, 2]
    assert DATA.location_bonus == [0, 1, 3, 6, 10, 15, 20, 25, 30]
    assert (DATA.sizes, DATA.size_lunar, DATA.size_prestige) == ([2, 4, 8], [0, 2, 7], [1, 2, 3])
    assert (DATA.most_damage, DATA.participant, DATA.failed) == (5, 2, 2)
    tao_wu = DATA.health[DATA.cards.index("tao-wu") - DATA.first_monster]
    assert (tao_wu[0], tao_wu[3], tao_wu[4]) == (4, 7, 7)
    uses = {god.id: god.uses for god in DATA.gods}
    assert (uses["monkey-king"], uses["queen-mother"]) == (4, 0)


def test_health_by_number_of_players() -> None:
    averages = [sum(row[column] for row in DATA.health) / 10 for column in range(5)]
    assert averages == sorted(averages)
    assert averages == [4.1, 4.8, 5.5, 7.1, 7.1]


def test_every_component_has_a_name() -> None:
    told = words(GAME.package)
    for id in [*DATA.cards, *DATA.kinds, "lunar"]:
        assert told.has(id)
    for operation in OPERATIONS:
        assert told.say(f"effect-{operation}", n=2)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[setup]", "[setup", "not a TOML file"),
        ("[end]", "[finish]", r"the table \[end\] is missing"),
        ("[[monsters]]", "[[beasts]]", r"\[\[monsters\]\] are missing"),
        ('id = "guilin"', 'name = "guilin"', "no id"),
        ('id = "guilin"', 'id = "xian"', "'xian' is listed twice"),
        ("bonus_lunar = 2", "bonus_lunar = 5", "do not fit"),
        ("sun = 10", 'sun = "ten"', "sun is a whole number from 1"),
        ("moon_bonus = [12, 7, 2]", "moon_bonus = []", "moon_bonus lists whole numbers"),
        ("moon_bonus = [12, 7, 2]", "moon_bonus = [-1]", "whole numbers from 0"),
        ("star = true", "star = false", "a starred card"),
        ("health = [4, 5, 5, 7, 7]", "health = [4, 5]", "tao-wu: health is for 2 to 6 players"),
        ("uses = 4", "uses = 5", "monkey-king: a power tracker has at most 4"),
        ("bolt = true", "bolt = 1", "monkey-king: a bolt"),
        ('ops = ["move_own 1"]', "ops = []", "monkey-king: ops"),
        ('ops = ["move_own 1"]', 'ops = ["move_own"]', "wrong amount"),
        ('ops = ["swap_cards"]', 'ops = ["swap_cards 2"]', "wrong amount"),
        ('ops = ["move_own 1"]', 'ops = ["lunar 1"]', "'lunar' is no operation of a God with"),
        (
            'ops = ["lunar 4"]',
            'ops = ["add_each 1"]',
            "'add_each' is no operation of a God without",
        ),
        ('ops = ["lunar 4"]', 'ops = ["fly 1"]', "'fly' is no operation"),
        ("lunar = [0, 2, 7]", "lunar = [0, 2]", "every size"),
        ("sizes = [2, 4, 8]", "sizes = [2, 4, 9]", "no palace is larger than 8"),
    ],
)
def test_wrong_files_are_refused(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(tianxia.DataError, match=reason):
        read(TEXT.replace(old, new) if old.startswith("[[") else TEXT.replace(old, new, 1))


def test_a_card_can_be_corrected() -> None:
    """Effects are operations with amounts: another amount, or another operation, is only data."""
    corrected = read(TEXT.replace('ops = ["lunar 4"]', 'ops = ["lunar 5", "moon 1"]'))
    queen = corrected.gods[0]
    assert [OPERATIONS[op] for op in queen.ops] == ["lunar", "moon"]
    assert queen.amounts == [5, 1]
