"""Every board for everybody: on a phone, for screen readers, light and dark, in the midst of a game."""

import random
from collections import Counter

import pytest

import tianxia
from tianxia.engine.game import Game
from tianxia.server.look import choices
from tianxia.web.assets import game_file
from tianxia.web.boards import Board

from .conftest import PATIENCE, PHONE, NewPerson
from .test_everybody import OPTION, SMALL, TARGET, TOO_WIDE, barriers

BOARDS = [game for game in tianxia.all_games() if game_file(game.package, "board.html.j2")]
YEAR_OF_THE_DRAGON = tianxia.game("year-of-the-dragon")
NAMES = ["Ann", "Bo", "Cai"]
#: So many looks at each question of a game.
ENOUGH = 4
#: So many moves are made before each look.
MOVES = (0, 1, 3, 8)
#: What is written over the edge of the box it stands in, whatever the width of the font.
CUT = """() => {
  const boxed = (e) => {
    const style = getComputedStyle(e);
    return style.borderRightStyle !== "none" || style.overflowX !== "visible"
      || style.backgroundColor !== "rgba(0, 0, 0, 0)";
  };
  const cut = [];
  const texts = document.createTreeWalker(document.querySelector(".middle"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    let box = text.parentElement;
    while (!boxed(box) && box.parentElement) box = box.parentElement;
    if (!text.data.trim() || getComputedStyle(box).overflowX !== "visible") continue;
    const { left, right } = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some((r) => r.width && (r.right > right + 2 || r.left < left - 2)))
      cut.push(`${text.data.trim()} in ${box.className}`);
  }
  return cut;
}"""


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_a_board_for_everybody(game: Game, person: NewPerson) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    someone.play_now(game.title)
    for moves in MOVES:
        someone.play(moves)
        if not someone.wait_for_turn():
            break
        asked = someone.prompt()
        assert page.evaluate(TOO_WIDE) <= 0, f"{asked}: too wide"
        assert page.evaluate(SMALL, [TARGET, OPTION]) == [], f"{asked}: targets too small"
        assert page.evaluate(CUT) == [], asked
        assert barriers(page) == [], asked
    assert someone.errors == []


@pytest.mark.parametrize("super_event", ["charter", "earthquake", "flood", "sunrise", "tornado"])
def test_every_option_of_the_year_of_the_dragon_lies_on_the_board(super_event: str) -> None:
    game = YEAR_OF_THE_DRAGON
    dice = random.Random(7)
    state = game.new(players=3, seed=7, great_wall=True, super_event=super_event)
    looks = Counter[str]()
    while not state.over():
        seat = state.next_actor()
        asked = state.view(seat)["prompt"]["id"]
        if looks[asked] < ENOUGH:
            looks[asked] += 1
            board = Board(game, state.view(seat), NAMES, choices(state, seat))
            assert board.board() + board.hand()
            assert board.rest() == [], asked
        state.play(seat, dice.choice(state.legal(seat)))


def test_a_pile_plays_the_card_that_fits(person: NewPerson) -> None:
    """One click is two steps: the card, and which of its persons."""
    someone = person()
    page = someone.page
    someone.play_now("In the Year of the Dragon")
    old = page.locator("button[data-action='card farmer; take farmer-old']")
    while not old.count():
        assert someone.wait_for_turn()
        someone.decide()
        page.wait_for_selector("#prompt-text[data-mine='1']")
    asked = someone.question
    old.click()
    assert someone.moved_on(asked, PATIENCE)
    assert any("plays the farmer card" in line for line in someone.log())
    if not any("old farmer" in line for line in someone.log()):
        someone.decide()  # where the farmer shall live
    assert any("old farmer" in line for line in someone.log())
