"""benchmarks/court.py: what it counts is what happened."""

import pytest

from benchmarks.court import COUNTERS, Game, figures, played, seen
from tianxia.games.xiang_chi.components import COMPONENTS


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_counted_to_its_end(seed: int) -> None:
    game = played("random", seed)
    assert game.most_copper >= max(game.copper, COMPONENTS.start_copper)
    assert game.taken.total() == game.told["buy"] + game.told["exchange"]
    # Each Tax Collector that comes removes at most one.
    assert game.told["tax-vp"] + game.told["tax-cp"] <= game.taken["tax-collector"]
    assert game.turns == game.told["turn"]
    assert game == played("random", seed)


def test_the_table_tells_shares_of_games() -> None:
    games = [Game(score=10, copper=COUNTERS + 1), Game(score=60), Game(score=60), Game(score=90)]
    games[0].most_copper = games[1].most_copper = COUNTERS + 1
    games[2].told["tax-cp"], games[3].told["tax-vp"] = 1, 3
    games[0].taken["tax-collector"] = 8
    shown = figures(games)
    assert shown["titles from Commoner on, %"] == "25 / 0 / 0 / 0 / 50 / 25"
    assert shown[f"more than {COUNTERS} at the end, %"] == "25.0"
    assert shown[f"more than {COUNTERS} at any time, %"] == "50.0"
    assert shown["who remove for copper, %"] == "12.5"
    assert shown["of all removals for copper, %"] == "25.0"


def test_who_sees_the_deck_does_better() -> None:
    """In the same deals; and more courts kept are no worse on the whole."""
    seeds = range(1000, 1004)
    blind = [played("greedy:deals=1,judge=own", seed).score for seed in seeds]
    few, more = ([seen(seed, width) for seed in seeds] for width in (1, 4))
    assert sum(more) > sum(blind)
    assert sum(more) >= sum(few)
