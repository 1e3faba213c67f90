"""The vector a game's features are written into."""

import random

import pytest

import tianxia
from tianxia.engine.compact import counts_of, few_of, set_of
from tianxia.engine.features import Features
from tianxia.engine.game import Game
from tianxia.engine.state import State

from ..tiny import tiny_game


def numbers(found: Features) -> list[float]:
    assert found.scales is not None
    written = list(found.counts)[: found.next]
    return [int(count) / most for count, most in zip(written, found.scales, strict=True)]


def blank(size: int) -> Features:
    found = Features(size)
    found.scales = []
    return found


def test_numbers_stand_in_the_order_they_are_written() -> None:
    found = blank(45)
    found.ratio(1, 2)
    found.scaled([1, 0, 3], 4)
    found.part([9, 1, 2, 9], 1, 3, 4)
    found.tally([2, 0, 1, 2], [-1, 0, 2], 3, 2)
    found.tally([1, 1], [-1, 7], 8, 2)
    found.flag(True)
    found.flag(False)
    found.one_of(3, 1)
    found.one_of(2, -1)
    found.skip(2, 5)
    found.packed(counts_of([7, 0, 8]), 3, 2)
    found.flags(set_of([1]), 2)
    found.few(few_of([9, 1, 2, 9]), 1, 3, 4)
    found.owned(set_of([2, 9]), set_of([2, 4, 9]), 2, 5)
    written = [0.5, 0.25, 0.0, 0.75, 0.25, 0.5, 0.5, 0.0, 1.0, *([0.0] * 7), 1.0]
    written += [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.5, 0.0, 4.0, 0.0, 1.0]
    written += [0.25, 0.5, 1.0, 0.0, -1.0]
    assert found.next == len(written)
    assert numbers(found) == written
    other = Features(3)
    other.again(found, 1, 4)
    assert list(other.counts) == [1, 0, 3]


def test_there_is_room_for_so_many_numbers() -> None:
    found = Features(1)
    found.flag(True)
    with pytest.raises(IndexError):
        found.flag(True)


def test_states_are_written_one_behind_the_other() -> None:
    state = tianxia.game("xiang-chi").new(seed=1)
    width = state.game.widths[1]
    found = Features(2 * width)
    state.game.show(state, 0, found)
    state.game.show(state, 0, found)
    counts = list(found.counts)
    assert counts[:width] == counts[width:]
    scaled = [
        int(count) / most for count, most in zip(counts, state.game.scales(1, {}), strict=False)
    ]
    assert state.features(0) == pytest.approx(scaled)


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_all_seats_at_once_are_shown_what_each_is_shown(game: Game) -> None:
    for players in game.players:
        dice = random.Random(players)
        state = game.new(players, players)
        scales = game.scales(players, {})
        while True:
            found = Features(players * game.widths[players])
            game.show_all(state, found)
            alone = Features(players * game.widths[players])
            alone.scales = []
            for seat in range(players):
                game.show(state, seat, alone)
            assert list(found.counts) == list(alone.counts)
            assert alone.scales == scales * players, "parts of the same in every state"
            judged = Features(players * game.judged_widths[players])
            game.show_all(state, judged, judging=True)
            one = Features(players * game.judged_widths[players])
            for seat in range(players):
                game.show_judge(state, seat, one)
            assert list(judged.counts) == list(one.counts)
            if state.over():
                break
            player = dice.choice(state.actors())  # some answer a secret question, others not yet
            state.play(player, dice.choice(state.legal(player)))


def test_a_missing_number_is_noticed() -> None:
    def too_few(state: State, player: int, found: Features) -> None:
        found.ratio(1, 1)

    state = tiny_game(features=too_few).new(seed=1)
    with pytest.raises(AssertionError):
        state.features(0)
