"""The board in a terminal."""

import random

import pytest
from rich.text import Text

from tianxia.terminal import board

from .table import GAME, Table, seat


@pytest.mark.parametrize(
    ("players", "experienced"), [(2, False), (3, True), (4, False), (5, False)]
)
def test_the_board_at_every_decision(players: int, experienced: bool) -> None:
    state = GAME.new(players, seed=5, experienced=experienced)
    names = [f"Player {seat}" for seat in range(players)]
    dice = random.Random(5)
    while True:
        for viewer in (None, *state.actors()[:1]):
            text = Text.from_markup(board(GAME, state.view(viewer), names)).plain
            assert all(name in text for name in names)
            table = text.split("\n\n")[1]
            assert all(len(line) <= 100 for line in table.splitlines())
        if state.over():
            return
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))


def test_what_the_board_shows() -> None:
    table = Table(
        "noble-4 farmer",
        seat(tied="4", noble_2=1, noble_3=1, warlord=1, converted={"warlords": 1}, tokens=3),
        seat(tied="4", hand="R 2"),
        seat(philosopher=1, bureaucrat=1),
        heir=0,
        emperor=0,
        palace=2,
    ).play("0 bid 3", "1 bid 2")
    lines = Text.from_markup(board(GAME, table.view(2), ["Ann", "Bo", "Cy"])).plain.splitlines()
    cells = {line[:21].strip(): line[21:].split() for line in lines if line[21:].strip()}
    assert lines[0] == "Round 5, up to 27 more to come (54 cards in the deck)"
    assert cells["On offer"] == ["Noble", "(4)", "Farmer"]
    assert cells["Hand"] == ["12··567R", "·······R", "1234567R"]
    assert cells["Bids"] == ["4+3=7", "4+2=6", "-"]
    assert cells["Nobles (Heir)"] == ["2", "(23)", "*", "-", "-"]
    assert cells["Warlords (Emperor)"] == ["3", "+1M", "*", "-", "-"]
    assert cells["Bureaucrats (Palace)"] == ["-", "-", "2", "(Phil.)", "*"]
    assert cells["Tokens"] == ["3", "-", "-"]
    assert (
        "At the end the Heir's 5 points go to whoever alone has the most Warlords: now Ann."
        in lines
    )
