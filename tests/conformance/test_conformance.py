"""Every check on every game, player count and representative set of options.

`TIANXIA_GAMES` sets how many random games each case plays (`make conformance` plays thousands);
the deep checks then look at a share of the decisions, so that the long run stays a run.
"""

import os

import pytest

import tianxia

from ..tiny import tiny_game
from .checks import CHECKS, Case, cases_of, check_notation, check_play

GAMES = int(os.environ.get("TIANXIA_GAMES", "3"))
CASES = [case for game in [*tianxia.all_games(), tiny_game()] for case in cases_of(game)]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("check", CHECKS)
def test_conformance(case: Case, check: str) -> None:
    games = GAMES if CHECKS[check] is check_play else max(1, GAMES // 50)
    for seed in range(games):
        CHECKS[check](case, seed)


@pytest.mark.parametrize("game", [*tianxia.all_games(), tiny_game()], ids=lambda game: game.id)
def test_notation(game: tianxia.Game) -> None:
    check_notation(Case(game, game.players[0]))
