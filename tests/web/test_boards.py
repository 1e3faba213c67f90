"""Every board for everybody: on a phone, for screen readers, light and dark, in the midst of a game."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tianxia
from tests.games.ten_suns.tables import lay, seat
from tests.server.running import random_record
from tianxia.engine.game import Game
from tianxia.server.look import choices
from tianxia.web.assets import game_file, static_file
from tianxia.web.boards import Board

from .conftest import PATIENCE, PHONE, NewPerson
from .test_everybody import OPTION, SMALL, TARGET, TOO_WIDE, barriers
from .test_frame import SCREENS

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

#: What a badge covers: words of the same thing under a box that lies above it.
COVERED = """() => {
  const middle = document.querySelector(".middle");
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest(".unseen, .preview");
  const clear = "rgba(0, 0, 0, 0)";
  const badges = [...middle.querySelectorAll("*")].filter((e) => {
    const style = getComputedStyle(e);
    return style.position === "absolute" && seen(e) && e.textContent.trim() && e.clientWidth > 3
      && (style.borderRightStyle !== "none" || style.backgroundColor !== clear);
  });
  const over = [];
  for (const badge of badges) {
    const box = badge.getBoundingClientRect();
    const texts = document.createTreeWalker(badge.parentElement.closest("li, section, .piece") ?? middle, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || badge.contains(text) || !seen(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const across = Math.min(box.right, line.right) - Math.max(box.left, line.left);
        const down = Math.min(box.bottom, line.bottom) - Math.max(box.top, line.top);
        if (across > 1 && down > 3) over.push(`${badge.textContent.trim()} over ${text.data.trim()}`);
      }
    }
  }
  return [...new Set(over)];
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
        assert page.evaluate(COVERED) == [], asked
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


def test_every_option_of_ten_suns_lies_on_the_board_when_parts_find_no_room() -> None:
    seats = [seat(bids=[2], slots=[{"gate": 8}, {"tower": 7}]), seat()]
    items = [{"gate": 1, "hall": 1, "pavilion": 1}]
    state = lay(seats, ["great-wall", "guilin", "kunlun"], items=items)
    asked = choices(state, 0)
    assert [choice.action for choice in asked] == [
        "discard gate",
        "discard hall",
        "discard pavilion",
    ]
    board = Board(state.game, state.view(0), NAMES[:2], asked)
    shown = board.board() + board.hand()
    assert board.rest() == []
    assert 'data-action="discard hall"' in shown
    others = Board(state.game, state.view(1), NAMES[:2], choices(state, 1))
    assert "data-action" not in others.board() + others.hand()


def test_a_pile_plays_the_card_that_fits(person: NewPerson) -> None:
    """One click is two steps: the card, and which of its people."""
    someone = person()
    page = someone.page
    someone.play_now("In the Year of the Dragon")
    piles = page.locator(
        "button[data-action^='card '][data-action*='; take '][data-action$='-old']"
    )
    while someone.wait_for_turn() and not piles.count():
        someone.decide()
    asked = someone.question
    action = piles.first.get_attribute("data-action") or ""
    kind = action.removeprefix("card ").partition(";")[0]
    piles.first.click()
    assert someone.moved_on(asked, PATIENCE)
    assert any(f"plays the {kind} card" in line for line in someone.log())
    if not any(f"old {kind}" in line for line in someone.log()):
        someone.decide()  # where the new one shall live
    assert any(f"old {kind}" in line for line in someone.log())


def test_every_partner_of_the_first_tile_can_be_seen(person: NewPerson) -> None:
    """Pairs have one order in the notation; which of the two is picked first does not matter."""
    someone = person()
    page = someone.page
    someone.play_with_novices(YEAR_OF_THE_DRAGON)
    someone.wait_for_turn()
    pairs = page.locator("#choices option").evaluate_all("all => all.map((one) => one.value)")
    page.locator("[data-pick=warrior]").click()
    fitting = page.locator("[data-pick].option:not(.unfit):not(.chosen)")
    partners = {
        other
        for pair in pairs
        for other in pair.removeprefix("start ").split("+")
        if "warrior" in pair and other != "warrior"
    }
    assert len(partners) > 1
    shown = fitting.evaluate_all("all => all.map((one) => one.dataset.pick)")
    assert set(shown) == partners
    page.locator("[data-pick=farmer]").click()
    expect(page.locator("[data-do=confirm]")).to_have_text("Confirm: Begin with farmer and warrior")


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_no_words_are_cut_or_covered(game: Game, person: NewPerson, tmp_path: Path) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    someone.watch(random_record(players=game.players[-1], game=game.id), tmp_path)
    replay = page.url.partition("?")[0]
    last = int(page.locator("#move").get_attribute("max") or 0)
    for part in range(6):
        page.goto(f"{replay}?move={last * part // 5}&seat=0")
        for screen in ("small", "phone"):
            page.set_viewport_size(SCREENS[screen]["viewport"])
            assert page.evaluate(COVERED) == [], (part, screen)
            assert page.evaluate(CUT) == [], (part, screen)


def test_the_celestial_dragon_alone_before_its_owner_on_a_phone(
    person: NewPerson, tmp_path: Path
) -> None:
    """A wide, low card: its points stand below the glyph, not over it."""
    record = random_record(players=4, seed=0)
    game = tianxia.read_record(record)
    move = next(
        number
        for number in range(len(game.decisions))
        if (view := game.replay(number).view(0))["dragon"]["holder"] == 0
        and view["prompt"]["id"] == "swap"
        and not any(goal["holder"] == 0 for goal in view["goals"])
    )
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    someone.watch(record, tmp_path)
    someone.page.goto(f"{someone.page.url.partition('?')[0]}?move={move}&seat=0")
    expect(someone.page.locator(".place.mine .goal")).to_have_count(1)
    assert someone.page.evaluate(COVERED) == []


def test_confirming_names_the_card(person: NewPerson) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    someone.play_now("The Court of Xiang Chi")
    someone.wait_for_turn()
    card = page.locator(".market button.card").first
    card.click()
    name = card.locator(".unseen").first.inner_text().partition(",")[0]
    expect(page.locator("[data-do=confirm]")).to_have_text(f"Confirm: Leave {name} in the market")


def test_middle_kingdom_says_why_everybody_begins_below_zero() -> None:
    game = tianxia.game("middle-kingdom")
    state = game.new(players=3, seed=1)
    drawn = Board(game, state.view(0), NAMES).player(1)
    score = state.scores()[1]
    assert f"−{-score}: {-score // 3} types still missing" in drawn


def test_nobody_is_told_of_bots_in_a_solitaire(person: NewPerson) -> None:
    page = person().page
    page.goto("/")
    names = [
        button.get_attribute("aria-label")
        for button in page.locator(".game button[aria-label]").all()
    ]
    assert "Play The Court of Xiang Chi now" in names
    assert "Play Ten Suns now, against bots" in names


def test_goal_cards_lie_before_their_owners() -> None:
    game = tianxia.game("middle-kingdom")
    dice = random.Random(4)
    state = game.new(players=3, seed=4)
    held = set()
    while not state.over():
        view = state.view(0)
        drawn = Board(game, view, NAMES).board()
        for goal in view["goals"]:
            at = "middle" if goal["holder"] is None else f"before-{goal['holder']}"
            assert drawn.count(f'data-kind="goal-{goal["goal"]}" data-place="{at}"') == 1
            held.add(goal["holder"])
        seat = state.next_actor()
        state.play(seat, dice.choice(state.legal(seat)))
    assert held == {None, 0, 1, 2}


def test_no_style_of_the_reviews_meets_a_board() -> None:
    """They are loaded beside every board: what they call by one name alone, no board may call so."""
    styles = re.sub(rb"/\*.*?\*/", b"", static_file("reviews.css") or b"", flags=re.S).decode()
    selectors = (
        one.strip() for rule in re.findall(r"([^{}]+)\{", styles) for one in rule.split(",")
    )
    alone = {found[1] for one in selectors if (found := re.match(r"\.([\w-]+)(?=$|[\s:>])", one))}
    assert {"review", "advised", "advice-rank"} <= alone
    for game in BOARDS:
        drawn = game_file(game.package, "board.html.j2") or ""
        written = " ".join(re.findall(r'class(?:es)?="([^"]*)"', drawn))
        assert not alone & set(re.findall(r"[\w-]+", written)), game.id
