"""The rules beside the board: what is asked is explained one click away."""

import random
import re

import pytest
from playwright.sync_api import expect

import tianxia
from tianxia.engine.game import Game
from tianxia.text import words
from tianxia.web.boards import rules_anchor
from tianxia.web.pages import rules_html

from .conftest import PHONE, NewPerson

GAMES = 4


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_every_question_names_the_part_of_the_rules_that_explains_it(game: Game) -> None:
    parts = set(re.findall(r'<h\d id="([^"]+)"', rules_html(game)))
    assert parts
    dice = random.Random(1)
    for seed in range(GAMES):
        chosen = {option.name: dice.choice(option.choices) for option in game.options}
        players = dice.choice(game.players)
        try:
            state = game.new(players=players, seed=seed, **chosen)
        except tianxia.OptionError:  # not with so many players
            state = game.new(players=players, seed=seed)
        while True:
            heading = words(game.package).prompt_rules(state.view(None))
            assert rules_anchor(heading) in parts, (state.view(None)["prompt"], heading)
            if state.over():
                break
            seat = state.next_actor()
            state.play(seat, dice.choice(state.legal(seat)))


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}])
def test_the_part_that_explains_the_question_is_one_click_away(
    screen: dict[str, object], person: NewPerson
) -> None:
    ann = person(**screen)
    page = ann.page
    ann.play_now("Middle Kingdom")
    ann.wait_for_turn()
    heading = page.get_by_role("heading", name="Bidding")
    expect(heading).to_be_hidden()
    page.get_by_role("link", name="Rules: Bidding").click()
    expect(heading).to_be_in_viewport()
    expect(page.locator("#prompt-text")).to_be_in_viewport()
    page.get_by_role("tab", name="Log").click()
    page.locator("#prompt-text").click()  # out of the panel
    page.keyboard.press("r")
    expect(heading).to_be_focused()
    assert ann.errors == []
