"""Random games agree with the model, written from the specification, after every decision."""

import random
from typing import Any

import pytest

import tianxia
from tianxia.engine.events import Event
from tianxia.games.ten_suns.rules import NOTHING, TenSuns
from tianxia.games.ten_suns.table import ITEMS

from .model import Model
from .tables import GAME

GAMES = 40 if tianxia.COMPILED else 8


def told(state: TenSuns) -> list[Event]:
    """The log, and the part in hand if one has to be placed."""
    events = list(state.events or [])
    if state.next_item() != NOTHING:
        events.append(Event("hand", {"part": ITEMS[state.next_item()]}, None))
    return events


def follow(players: int, seed: int, options: dict[str, Any]) -> set[str]:
    """A game; returns the families of actions that were chosen."""
    state = GAME.new(players, seed, **options)
    assert isinstance(state, TenSuns)
    dice = random.Random(seed)
    model = Model(players, state.bow, state.options, told(state))
    # Some tables bid in a rush, so that Energy is saved and Gods find small Bids.
    haste = dice.choice([0.0, 0.3])
    chosen: set[str] = set()
    while True:
        agree(state, model)
        if state.over():
            return chosen
        player = dice.choice(state.actors())
        action = dice.choice(state.legal(player))
        text = GAME.space.text(action)
        if text.startswith("bid") and dice.random() < haste:
            text = "done"
        chosen.add(GAME.space.family(GAME.space.parse(text)).name)
        state.play(player, GAME.space.parse(text))
        model.answer(player, text, told(state))


def agree(state: TenSuns, model: Model) -> None:
    """Questions, options, everything on the table and the scores."""
    asked = {p: {GAME.space.text(a) for a in state.legal(p)} for p in state.actors()}
    assert asked == {player: set(options) for player, options in model.question.items()}
    saved = state.to_dict()
    public = model.public()
    public["triggered"] = sorted(model.triggered)
    saved["triggered"].sort()
    assert {key: saved[key] for key in public} == public
    assert state.scores() == model.scores()
    if state.over():
        assert state.view(None)["endings"] == model.endings()


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    "options", [{}, {"first_bow": "random", "prestige_end": 30, "moon_ties": "skip"}], ids=str
)
def test_random_games_agree_with_the_model(players: int, options: dict[str, Any]) -> None:
    chosen = set()
    for seed in range(GAMES):
        chosen |= follow(players, seed, options)
    if tianxia.COMPILED:
        # That parts find no room is too rare to be met at every table.
        families = {family.name for family in GAME.space.families}
        assert chosen | {"discard"} == families, "every God has acted"
