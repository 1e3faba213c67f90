"""The board as text, at every decision of random games."""

import random

import pytest
from rich.text import Text

from tianxia.terminal import board
from tianxia.text import words

from .scenario import GAME, position


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_board_renders_for_player_and_spectator(seed: int, advanced: bool) -> None:
    state = GAME.new(seed=seed, advanced=advanced)
    dice = random.Random(seed)
    while True:
        for viewer in (0, None):
            lines = plain(board(GAME, state.view(viewer), ["Wu"])).splitlines()
            assert max(len(line.rstrip()) for line in lines) <= 100
            assert any(f"s{6 if advanced else 8} " in line for line in lines)
        if state.over():
            break
        state.play(0, dice.choice(state.legal(0)))


def test_the_board_shows_what_a_player_needs() -> None:
    state = position(
        ["tax-collector-sun-3", "prince-3", "general-moon-2", "courtesan-sun-3"],
        [["poet-sun-3", "general-earth-3"], "courtesan-moon-2"],
        cp=6,
        points=20,
        princes_court=["poet-moon-3"],
    )
    shown = plain(board(GAME, state.view(0), ["Wu"]))
    for told in (
        "Copper 6",
        "VP 20",
        "If it ended now: 19, Yeoman (Shi); Bureaucrat (Daifu) from 26",
        "1 of 9 have come",
        "costs 7, too dear",
        "costs 3",
        "3 copper short",
        "Prince, strength 8",
        "General, strength 5",
        "covers 1",
        "may go for a 2",
        "no General of the Sun and the Moon",
        "A Poet of the Earth finds 3 VP, a Minister 0 copper",
        "The Princes' court: 1 card, −3 VP",
    ):
        assert told in shown


@pytest.mark.parametrize("id", ["prompt-over", "prompt-over-other"])
def test_one_point_below_nothing_is_told_as_such(id: str) -> None:
    said = {score: words(GAME.package).say(id, score=score, title="Commoner") for score in (-1, 1)}
    assert said == {-1: "−1 point: Commoner", 1: "1 point: Commoner"}
