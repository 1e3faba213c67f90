import json
from typing import Any

import pytest

from tianxia import IllegalAction, OptionError, StateError
from tianxia.engine.options import Option, option_text

from ..tiny import tiny_game

GAME = tiny_game()


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (1, {}, "2 to 3 players; got 1"),
        (4, {}, "2 to 3 players; got 4"),
        ("2", {}, "got '2'"),
        (True, {}, "got True"),
        (2, {"colour": 1}, "no option 'colour'; it has: rounds"),
        (2, {"rounds": 2}, "rounds takes 1 or 3 or 4; got 2"),
        (2, {"rounds": True}, "got True"),
        (2, {"rounds": "3"}, "got '3'"),
    ],
)
def test_bad_options_are_refused(players: Any, options: dict[str, Any], expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        GAME.new(players, **options)


def test_options_from_text() -> None:
    wall = Option("great_wall", False)
    assert wall.parse("true") is True
    assert wall.parse(" FALSE ") is False
    assert Option("cost", 7, [7, 6]).parse("6") == 6
    assert [option_text(value) for value in (True, 7, "a")] == ["true", "7", "a"]
    with pytest.raises(OptionError, match="false or true; got 'yes'"):
        wall.parse("yes")


def test_default_number_of_players() -> None:
    assert GAME.new().players == 2


def test_a_quiet_game_is_the_same_and_tells_nothing() -> None:
    quiet = GAME.quiet(2, 5, {"rounds": 1})
    assert quiet.to_dict() == GAME.new(2, 5, rounds=1).to_dict()
    assert quiet.events is None


def saved(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(GAME.new(2, 1).to_dict()))
    found.update(changes)
    return found


@pytest.mark.parametrize(
    ("damaged", "expected"),
    [
        (saved(game="chess"), "state of 'chess', not of 'tiny'"),
        (saved(version=9), "version 9 of tiny; this is 1"),
        (saved(players=7), "2 to 3 players"),
        (saved(coins=3), "damaged"),
        (saved(gold=None), "damaged"),
        ({k: v for k, v in saved().items() if k != "bids"}, "has no 'bids'"),
        ([], "table of keys; got list"),
    ],
)
def test_damaged_states_are_refused(damaged: Any, expected: str) -> None:
    with pytest.raises(StateError, match=expected):
        GAME.from_dict(damaged)


def test_a_seat_that_does_not_exist_has_no_view() -> None:
    with pytest.raises(OptionError, match="seats are 0 to 1"):
        GAME.new(2).view(2)


def test_a_refusal_says_what_is_possible() -> None:
    state = GAME.new(2)
    with pytest.raises(IllegalAction, match="cannot choose 'share half' now; possible: bid 1, bid"):
        state.play(0, 4)
    state.play(0, 0)
    with pytest.raises(IllegalAction, match="player 0 is not asked now; waiting for 1"):
        state.play(0, 1)


def test_how_many_have_answered_a_secret_question_stays_hidden() -> None:
    state = GAME.new(3)
    before = state.view(None)["decisions"]
    state.play(1, 0)
    assert state.decisions == 1
    assert state.view(None)["decisions"] == state.view(0)["decisions"] == before


def test_returns_are_shared_by_equals() -> None:
    state = GAME.new(3, seed=2)
    while not state.over():
        player = state.actors()[0]
        state.play(player, state.legal(player)[0])
    state.gold, state.coins, state.fortunes = [5, 9, 5], [[], [], []], [0, 0, 0]  # type: ignore[attr-defined]
    assert state.places() == [2, 1, 2]
    assert state.winners() == [1]
    assert state.returns() == [-0.5, 1.0, -0.5]
