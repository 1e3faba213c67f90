"""Broken variants of the tiny game: each must fail the check that is there to find it."""

import random
from typing import Any

import pytest

from tianxia.engine.game import Game
from tianxia.engine.state import State

from .. import tiny
from ..tiny import Tiny, tiny_game
from .checks import CHECKS, Case


class LeaksInEvents(Tiny):
    def decide(self, player: int, action: int) -> None:
        if action < tiny.SHARE:
            self.tell("bid", {"player": player, "coin": action + 1})
        super().decide(player, action)


class LeaksInOptions(Tiny):
    def choices(self, player: int) -> list[int]:
        taken = [] if self.winner >= 0 else self.bids
        return [a for a in super().choices(player) if a + 1 not in taken] or [0]


class SharesList(Tiny):
    def copy(self) -> Tiny:
        other = super().copy()
        other.gold = self.gold
        return other


class SharesInnerList(Tiny):
    def copy(self) -> Tiny:
        other = super().copy()
        other.coins = self.coins[:]
        return other


class ForgetsInCopy(Tiny):
    def copy(self) -> Tiny:
        other = super().copy()
        other.die = 0
        return other


class DependsOnOrder(Tiny):
    def decide(self, player: int, action: int) -> None:
        if action < tiny.SHARE and not any(self.bids):
            self.gold[player] += 1
        super().decide(player, action)


class DrawsWhenAnswered(Tiny):
    def decide(self, player: int, action: int) -> None:
        if action < tiny.SHARE and self.rng.below(2):
            self.gold[player] += 1
        super().decide(player, action)


class AcceptsIllegal(Tiny):
    def play(self, player: int, action: int) -> None:
        self.apply(player, action)


class ChangesBeforeRefusing(Tiny):
    def play(self, player: int, action: int) -> None:
        self.die += 1
        super().play(player, action)
        self.die -= 1


class AsksSingle(Tiny):
    def choices(self, player: int) -> list[int]:
        return [tiny.SHARE] if self.winner == player else super().choices(player)

    def betrays(self, player: int) -> bool:
        return True


class Unsorted(Tiny):
    def choices(self, player: int) -> list[int]:
        return super().choices(player)[::-1]


class MeansTheSame(Tiny):
    def meanings(self, actions: list[int]) -> list[int]:
        return [len(tiny.SPACE) for _ in actions]


class MeansAnother(Tiny):
    def meanings(self, actions: list[int]) -> list[int]:
        return [action + 1 for action in actions]


class NeverEnds(Tiny):
    def start_round(self) -> None:
        self.round = 0
        self.coins = [[1, 2, 3, 4] for _ in range(self.players)]
        super().start_round()


class OwnDice(Tiny):
    def reveal(self) -> None:
        super().reveal()
        self.gold[0] += random.SystemRandom().randrange(100)


class ForgetsToSave(Tiny):
    def load(self, saved: dict[str, Any]) -> None:
        super().load(saved)
        self.gold = [0] * self.players


class KeepsHidden(Tiny):
    def determinize(self, player: int, seed: int) -> Tiny:
        return self.copy()


class DealsTheKnown(Tiny):
    def redeal(self, player: int) -> None:
        super().redeal(player)
        self.fortunes[player] = (self.fortunes[player] + 1) % 3


class UnfairReturns(Tiny):
    def returns(self) -> list[float]:
        return [1.0] * self.players


class WrongWinner(Tiny):
    def winners(self) -> list[int]:
        return [self.players - 1] if self.over() else []


class SecretsInFeatures(Tiny):
    def features(self, player: int) -> list[float]:
        return [float(sum(self.fortunes))] * (3 + self.players)


def leaky_view(state: State, player: int | None) -> dict[str, Any]:
    assert isinstance(state, Tiny)
    return tiny.view(state, player) | {"bids": state.bids[:]}


def leaky_game() -> Game:
    game = tiny_game()
    game._view = leaky_view
    return game


def believes(state: State, saved: dict[str, Any]) -> None:
    """Whatever is loaded."""


def credulous_game() -> Game:
    game = tiny_game()
    game._sound = believes
    return game


BROKEN = [
    (LeaksInEvents, "secrets"),
    (LeaksInOptions, "secrets"),
    (SharesList, "copies"),
    (SharesInnerList, "copies"),
    (ForgetsInCopy, "copies"),
    (DependsOnOrder, "any order"),
    (DrawsWhenAnswered, "any order"),
    (AcceptsIllegal, "refusals"),
    (ChangesBeforeRefusing, "refusals"),
    (AsksSingle, "play"),
    (Unsorted, "play"),
    (MeansTheSame, "play"),
    (MeansAnother, "play"),
    (NeverEnds, "play"),
    (OwnDice, "same seed same game"),
    (OwnDice, "records"),
    (ForgetsToSave, "saving"),
    (KeepsHidden, "hidden varies"),
    (DealsTheKnown, "determinize"),
    (UnfairReturns, "play"),
    (WrongWinner, "play"),
    (SecretsInFeatures, "determinize"),
]


def fails(game: Game, check: str) -> bool:
    try:
        for seed in range(20):
            CHECKS[check](Case(game, 3), seed)
    except (Exception, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=lambda x: getattr(x, "__name__", x))
def test_broken_variant_is_found(broken: type[Tiny], check: str) -> None:
    assert fails(tiny_game(broken), check)


def test_a_game_that_believes_what_it_loads_is_found() -> None:
    assert fails(credulous_game(), "damage")


@pytest.mark.parametrize("check", ["secrets", "determinize"])
def test_leaky_view_is_found(check: str) -> None:
    assert fails(leaky_game(), check)


@pytest.mark.parametrize("check", CHECKS)
def test_the_sound_game_passes(check: str) -> None:
    assert not fails(tiny_game(), check)
