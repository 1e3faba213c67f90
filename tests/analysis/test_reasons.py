"""Reasons: two or three sentences for every kind of decision, with the right signs."""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from typing import Any

import pytest

import tianxia
from tianxia.analysis.reasons import MOST, Reason, reasons, tell
from tianxia.bots.ahead import best_next, follow
from tianxia.bots.judging import Judge
from tianxia.engine.game import Game
from tianxia.engine.state import State
from tianxia.text import words

from ..tiny import SHARE, tiny_game
from .test_decisions import last_round

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]
#: Options under which questions are asked that a usual game has not.
UNUSUAL: dict[str, list[dict[str, Any]]] = {
    "year-of-the-dragon": [
        {"great_wall": True},
        *(
            {"super_event": event}
            for event in tianxia.game("year-of-the-dragon").options[4].choices[2:]
        ),
    ],
    "zhanguo": [{option.name: option.choices[-1]} for option in tianxia.game("zhanguo").options],
}
#: Games at random in which something is asked that is asked hardly ever.
RARE: dict[str, tuple[dict[str, Any], int]] = {
    "middle-kingdom": ({}, 91),
    "ten-suns": ({}, 14),
    "year-of-the-dragon": ({"super_event": "charter"}, 0),
    "zhanguo": ({"boards": "b-auction"}, 20),
}
SIGNED = re.compile(r"\(([+−])\d+\.\d\)")


def decisions(
    game: Game, options: dict[str, Any], seed: int, players: int, sense: float = 0.7
) -> Iterator[tuple[State, int]]:
    """A game of somebody who plays well most of the time."""
    dice, judge = random.Random(seed), Judge(game)
    state = game.new(players, seed, **options)
    while not state.over():
        player = state.next_actor()
        yield state, player
        if sense and not state.secret() and dice.random() < sense:
            state = best_next(judge, state, player)
        else:
            state.apply(player, dice.choice(state.legal(player)))


def all_decisions(game: Game) -> Iterator[tuple[State, int]]:
    """Enough games that everything is asked."""
    for seed, options in enumerate([{}, {}, *UNUSUAL.get(game.id, [])]):
        players = game.players[seed % 2 if len(game.players) > 1 else 0]
        yield from decisions(game, options, seed, players)
    if game.id in RARE:
        options, seed = RARE[game.id]
        yield from decisions(game, options, seed, players=2, sense=0)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_has_its_sentences(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[Reason.__module__], "HORIZONS", (0, 4))
    language = words(game.package)
    asked: Counter[str] = Counter()
    dice = random.Random(1)
    for state, player in all_decisions(game):
        legal = state.legal(player)
        prompt = state.view(player)["prompt"]["id"]
        if len(legal) < 2 or asked[prompt] == 2:
            continue
        asked[prompt] += 1
        one, two = dice.sample(legal, 2)
        found = reasons(game, state, player, (one,), (two,), asked.total(), deals=2)
        check(language.action(game, one), found, tell(language, found))
    assert asked.keys() == set(prompts(game))


def prompts(game: Game) -> list[str]:
    """All that can be asked in a game."""
    source = files(game.package).joinpath("messages", "en.ftl").read_text("utf-8")
    found = re.findall(r"^prompt-([a-z-]+) ", source, re.MULTILINE)
    return [id for id in found if not id.endswith("-other") and id != "over"]


def check(option: str, found: list[Reason], said: str) -> None:
    assert len(found) <= MOST
    assert 2 <= len(re.findall(r"[.](?:\s|$)", said)) <= 3, said
    assert "{" not in said, said
    signs = ["+" if reason.points > 0 else "−" for reason in found]
    assert signs == sorted(signs, key="+−".index), "what speaks for it comes first"
    if found:
        assert said.startswith(f"{option}: "), said
        told = SIGNED.findall(said)
        assert told == signs[: len(told)], said
        assert ("Even so" in said) == (signs[0] == "−"), said


def test_keeping_the_gold_has_a_reason_without_parts() -> None:
    """A game that does not say what its estimate consists of has points alone."""
    before = last_round(3).replay()
    found = reasons(tiny_game(), before, 1, (SHARE + 1,), (SHARE,))
    assert [(reason.name, reason.rival) for reason in found] == [("points", False)]
    assert found[0].points > 0


@pytest.mark.parametrize("id", ["middle-kingdom", "ten-suns", "zhanguo"])
def test_an_end_and_an_estimate_are_compared_in_points_alone(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts of an estimate do not say what a finished game consists of."""
    monkeypatch.setattr(sys.modules[Reason.__module__], "HORIZONS", (0,))
    game = tianxia.game(id)
    names: set[str] = set()
    for state, player, ending, going_on in islice(at_the_end(game), 3):
        found = reasons(game, state, player, (ending,), (going_on,), deals=1)
        check(words(game.package).action(game, ending), found, tell(words(game.package), found))
        names |= {reason.name for reason in found}
    assert names == {"points"}


def at_the_end(game: Game) -> Iterator[tuple[State, int, int, int]]:
    """Positions in which one action ends the game at once, and another does not."""
    for seed in range(20):
        for state, player in decisions(game, {}, seed, min(2, game.players[-1]), sense=0):
            if state.secret():
                continue
            after = {
                action: follow(Judge(game), state, player, action) for action in state.legal(player)
            }
            over = [action for action, end in after.items() if end.over()]
            others = [action for action, end in after.items() if not end.over()]
            if over and others:
                yield state, player, over[0], others[0]


def test_hidden_things_change_no_reason() -> None:
    game = tianxia.game("middle-kingdom")
    state, player = next(
        (state, player) for state, player in decisions(game, {}, 3, 2) if state.decisions > 20
    )
    one, two = state.legal(player)[:2]
    told = [
        reasons(game, state.determinize(player, deal), player, (one,), (two,), seed=1, deals=4)
        for deal in (1, 2)
    ]
    assert told[0] == told[1]


def test_a_bid_in_pieces_is_named_by_what_is_different() -> None:
    game = tianxia.game("ten-suns")
    state = game.new(2, 3)
    while not state.secret():
        state.play(state.next_actor(), state.legal(state.next_actor())[0])
    first, second, *_ = (action for action in state.legal(0))
    done = game.space.parse("done")
    found = reasons(
        game, state, 0, (first, first, first, done), (first, second, second, done), deals=2
    )
    assert {reason.option for reason in found} == {(first, first)}
    assert tell(words(game.package), found).startswith("1 Energy more on space 1 (2 times): ")
