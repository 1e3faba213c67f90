"""Luck and decisions add up to the result; luck averages zero."""

import math
from itertools import pairwise
from statistics import fmean, stdev

import pytest

import tianxia
from tianxia.analysis import JudgeEvaluator
from tianxia.analysis.luck import steps
from tianxia.engine.game import Game

from ..tiny import tiny_game
from .test_decisions import random_record

TINY = tiny_game()


@pytest.mark.parametrize("game", [*tianxia.all_games(), TINY], ids=lambda game: game.id)
def test_luck_and_decisions_add_up_to_the_result(game: Game) -> None:
    players = game.players[0]
    record = random_record(game, players, 7)
    found = list(steps(record, JudgeEvaluator(game, players), seed=1))
    state = record.replay()
    for earlier, later in pairwise(found):
        assert later.before == pytest.approx(earlier.after), "nothing happens between two steps"
    for player in range(players):
        result = float(state.scores()[0]) if players == 1 else 1 / len(state.winners())
        if player not in state.winners():
            result = 0.0
        total = found[0].before[player]
        total += sum(step.luck[player] + step.own[player] + step.others[player] for step in found)
        assert total == pytest.approx(result)


def test_luck_averages_zero_and_explains_a_part_of_the_result() -> None:
    games = 150
    lucks, results = [], []
    for seed in range(games):
        record = random_record(TINY, 2, seed)
        found = list(steps(record, JudgeEvaluator(TINY, 2), seed))
        lucks.append(sum(step.luck[0] for step in found))
        results.append(found[-1].after[0])
    assert stdev(lucks) > 0.05, "a game of dice"
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / math.sqrt(games)
    adjusted = [result - luck for result, luck in zip(results, lucks, strict=True)]
    assert stdev(adjusted) < stdev(results)


def test_what_others_choose_in_secret_is_no_luck() -> None:
    """Who always bids all against others who do not is lucky no more often than they are."""
    lucks = []
    for seed in range(100):
        match = tianxia.new_match(TINY, players=2, seed=seed)
        while not match.state.over():
            player = match.state.next_actor()
            legal = match.state.legal(player)
            match.play(player, legal[-1] if player == 0 else legal[0])
        found = list(steps(match.record, JudgeEvaluator(TINY, 2), seed))
        lucks.append(sum(step.luck[0] for step in found))
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / math.sqrt(len(lucks))
