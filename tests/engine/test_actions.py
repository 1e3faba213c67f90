from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia import NotationError, all_games
from tianxia.engine.actions import ActionSpace, Family, Offers, offers_by_set
from tianxia.engine.compact import set_of
from tianxia.engine.playout import random_games
from tianxia.games.middle_kingdom import rules as middle_kingdom
from tianxia.games.xiang_chi import rules as xiang_chi
from tianxia.games.year_of_the_dragon import rules as year_of_the_dragon
from tianxia.games.zhanguo import rules as zhanguo

from ..tiny import SPACE


def test_fields_make_every_combination_the_last_running_fastest() -> None:
    family = Family("wall", "wall {s} {x}", {"s": ["1", "2"], "x": ["a", "b"]})
    assert family.texts == ["wall 1 a", "wall 1 b", "wall 2 a", "wall 2 b"]


def test_only_lists_what_exists() -> None:
    family = Family("shift", "shift {a}>{b}", only=[{"a": "1", "b": "2"}, {"a": "2", "b": "1"}])
    assert family.texts == ["shift 1>2", "shift 2>1"]


def test_numbers_run_through_the_families() -> None:
    assert len(SPACE) == 6
    assert SPACE.start("share") == 4
    assert SPACE.text(4) == "share half"
    assert SPACE.args(5) == {"part": "nothing"}
    assert SPACE.family(3).name == "bid"


def test_unknown_notation_suggests_what_is_near() -> None:
    with pytest.raises(NotationError, match=r"did you mean .*'share half'"):
        SPACE.parse("shar half")
    with pytest.raises(NotationError, match="names no action"):
        SPACE.parse("")


@pytest.mark.parametrize("action", [-1, 6])
def test_unknown_number_is_refused(action: int) -> None:
    for look in (SPACE.text, SPACE.args, SPACE.family):
        with pytest.raises(NotationError, match="0 to 5"):
            look(action)


def test_two_actions_cannot_share_a_notation() -> None:
    with pytest.raises(ValueError, match="share a notation: go"):
        ActionSpace([Family("one", "go"), Family("two", "go")])


def test_unknown_family() -> None:
    with pytest.raises(KeyError):
        SPACE.start("nothing")


def test_the_offers_of_every_set() -> None:
    assert offers_by_set(7, 2) == [[], [7], [8], [7, 8]]
    whole = offers_by_set(20, 9)
    assert len(whole) == 512
    assert whole[0b100000001] == [20, 28]


@given(st.integers(0, 300), st.integers(1, 60), st.data())
def test_offers_of_many_actions(first: int, size: int, data: st.DataObject) -> None:
    chosen = sorted(data.draw(st.sets(st.integers(0, size - 1))))
    assert Offers(first, size).of(set_of(chosen)) == [first + item for item in chosen]


def test_offers_looked_up_are_not_changed_by_games() -> None:
    tables: list[Any] = [
        middle_kingdom.BID_OFFERS,
        middle_kingdom.SECOND_OFFERS,
        middle_kingdom.CLAIM_OFFERS,
        middle_kingdom.HEIR_OFFERS,
        middle_kingdom.SWAP_OFFERS,
        year_of_the_dragon.ACTION_OFFERS,
        year_of_the_dragon.CARD_OFFERS,
        xiang_chi.BUY_OFFERS,
        xiang_chi.PLACE_OFFERS,
        xiang_chi.FIGHT_OFFERS,
        zhanguo.UNIFY_OFFERS,
        zhanguo.RECRUIT_OFFERS,
        zhanguo.HIRE_OFFERS,
        zhanguo.PALACE_OFFERS,
        zhanguo.GOVERNOR_OFFERS,
        zhanguo.WALL_OFFERS.eights,
        year_of_the_dragon.TAKE_OFFERS.eights,
        year_of_the_dragon.PLACE_OFFERS.eights,
        year_of_the_dragon.BUILD_OFFERS.eights,
        year_of_the_dragon.RELEASE_OFFERS,
    ]
    before = deepcopy(tables)
    for game in all_games():
        for players in game.players:
            random_games(game, players, 10, 0, {})
    assert tables == before
