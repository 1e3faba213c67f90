"""The board as text, at every decision of random games."""

import random

import pytest
from rich.text import Text

from tianxia.games.ten_suns.components import DATA
from tianxia.terminal import board, rules

from .tables import GAME, lay, play, seat

NAMES = ["Cinnabar", "Indigo", "Ochre", "Jade", "Plum", "Slate"]


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


@pytest.mark.parametrize("players", [2, 6])
def test_the_board_renders_for_players_and_spectators(players: int) -> None:
    state = GAME.new(players, players)
    dice = random.Random(players)
    names = NAMES[:players]
    while True:
        for viewer in (None, dice.randrange(players)):
            lines = plain(board(GAME, state.view(viewer), names)).splitlines()
            assert max(len(line.rstrip()) for line in lines) <= 100
            for name in names:
                assert any(line.startswith(name) for line in lines)
        if state.over():
            break
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))


def test_the_board_shows_what_a_player_needs() -> None:
    seats = [
        seat(
            bids=[3, 0, 2],
            gods={"monkey-king": 3, "queen-mother": 0},
            locations={"xian": 2, "west-lake": 1},
            slots=[{"gate": 1, "hall": 1}, {"tower": 3}],
            lunar=6,
        ),
        seat(bids=[2, 0, 1], prestige=12, gods={"lei-gong": 0}),
    ]
    row = ["guilin", "nezha", "tao-wu"]
    state = lay(seats, row, items=[{"gate": 2, "lunar": 1}], sun=7)
    shown = plain(board(GAME, state.view(0), NAMES[:2]))
    for words in (
        "☀☀☀☀☀☀☀··· Sun 7",
        "Bow: Cinnabar, next: Indigo",
        "1  Guilin (Location, +3 for you at the end)",
        "Items: Gate x2, Lunar   -> goes to Cinnabar",
        "Bids: Cinnabar 3, Indigo 2",
        "2  Nezha (God, 3 uses ⚡: +2 on your highest Bid)",
        "3  Tao Wu (Monster, damage 3 of 4)",
        "Locations: Xi'an x2, West Lake (next +3)",
        "Gods: Queen Mother of the West, Monkey King ●●●○⚡",
        "Gods: Lei Gong ○○⚡ (used up)",
        "Palace A: Gate, Hall (2 parts: 3 Prestige, 0 Lunar)",
        "Palace B: Tower x3 (3 parts)",
    ):
        assert words in shown
    play(state, 0, "use monkey-king 1>3")
    assert "Monkey King ●●○○⚡" in plain(board(GAME, state.view(0), NAMES[:2]))


def test_a_ninth_location_is_new_though_it_brings_nothing() -> None:
    owned = dict.fromkeys(DATA.cards[DATA.first_location : DATA.first_location + 8], 1)
    seats = [seat(locations=owned, solar=8), seat(solar=8)]
    state = lay(seats, ["huangshan", "great-wall", "tao-wu"], step="bids")
    shown = plain(board(GAME, state.view(0), NAMES[:2]))
    assert "1  Huangshan (Location, +0 for you at the end)" in shown
    assert "2  Great Wall (Location, you have it)" in shown


def test_the_board_hides_what_is_bid() -> None:
    state = lay([seat(solar=8), seat(solar=8)], ["guilin", "nezha", "kunlun"], step="bids")
    play(state, 0, "bid 1", "bid 1")
    assert "Bids: Cinnabar 2, ?" in plain(board(GAME, state.view(0), NAMES[:2]))
    assert "Cinnabar 2" not in plain(board(GAME, state.view(1), NAMES[:2]))


def test_the_rules_have_sections_and_own_up_to_what_is_reconstructed() -> None:
    text = rules(GAME)
    assert text.count("\n## ") > 10
    assert "reconstructed" in text
