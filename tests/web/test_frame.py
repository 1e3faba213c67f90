"""The frame of the table: what is asked is in view and uncovered, on every screen, in every game."""

import os
from typing import Any

import pytest

import tianxia
from tianxia.engine.game import Game

from .conftest import PHONE, NewPerson
from .person import Person

SCREENS: dict[str, dict[str, Any]] = {
    "small": {"viewport": {"width": 1366, "height": 625}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
#: So many decisions of each game in CI: the whole games of test_games.py are looked at as well.
#: The long form, with 1500, plays on to the end with three players, and on a real phone.
MOVES = int(os.environ.get("TIANXIA_FRAME_MOVES", "8"))
#: What is lit, and does not lie wholly and uncovered on the screen. What is lit beyond one screen of a
#: phone must be there after scrolling to it.
HIDDEN = """async () => {
  const drawn = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
  await drawn(); // the screen may just have got another size
  const wide = matchMedia("(min-width: 62.01rem)").matches;
  const lit = [...document.querySelectorAll(".option:not(.unfit), [data-do=confirm]")]
    .filter((e) => !e.disabled && e.checkVisibility({ visibilityProperty: true }));
  const uncovered = (e) => {
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return false;
    const inset = Math.min(6, box.width / 4, box.height / 4);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return [[x, box.top + inset], [x, box.bottom - inset], [box.left + inset, y], [box.right - inset, y]]
      .every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
  };
  let hidden = lit.filter((e) => !uncovered(e));
  if (!wide && hidden.length && hidden.length < lit.length) {
    const field = document.querySelector(".field");
    const at = field.scrollTop;
    hidden = hidden.filter((e) => { e.scrollIntoView({ block: "nearest", behavior: "instant" }); return !uncovered(e); });
    field.scrollTop = at;
  }
  return hidden.map((e) => (e.ariaLabel || e.textContent).trim().slice(0, 60));
}"""

#: How far the page itself, not the parts of the table, could be scrolled.
BELOW = "document.documentElement.scrollHeight - innerHeight"


def hidden(someone: Person) -> list[str]:
    found: list[str] = someone.page.evaluate(HIDDEN)
    return found


def sit_down(someone: Person, game: Game) -> None:
    """Against novices, as few as make the fullest board: three players where there can be three."""
    someone.page.goto(f"/new/{game.id}")
    for seat in range(1, game.players[-1]):
        wanted = "novice" if seat < min(3, game.players[-1]) else ""
        someone.page.locator("select[name=seats]").nth(seat).select_option(wanted)
    someone.page.get_by_role("button", name="Make the table").click()
    someone.page.wait_for_url("**/table/*")
    someone.page.wait_for_selector("#prompt-text")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_what_is_asked_is_in_view(game: Game, screen: str, person: NewPerson) -> None:
    someone = person(**SCREENS[screen])
    sit_down(someone, game)

    def look() -> None:
        # The table may move on while one looks; then what was asked is asked no more.
        asked = someone.question
        covered = hidden(someone)
        assert covered == [] or someone.question != asked, someone.prompt()

    someone.look = look
    someone.play(MOVES)
    assert someone.errors == []


def test_the_page_itself_never_scrolls(person: NewPerson) -> None:
    """Not even to what only screen readers read: the players of a full table reach below it."""
    someone = person(**SCREENS["small"])
    page = someone.page
    page.goto("/new/middle-kingdom")
    for seat in range(1, 5):
        page.locator("select[name=seats]").nth(seat).select_option("novice")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")
    someone.wait_for_turn()
    assert page.evaluate(BELOW) == 0
