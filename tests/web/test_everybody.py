"""Every page for everybody: phones, the keyboard alone, screen readers, light and dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import tianxia
from tests.server.running import random_record
from tianxia.engine.game import Game

from .conftest import PATIENCE, PHONE, NewPerson
from .person import Person
from .together import sit_together

TITLE = "Middle Kingdom"
SERIOUS = ("serious", "critical")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
#: Anything one may tap is at least this large (WCAG 2.2), an option of the board larger.
TARGET, OPTION = 24, 36

TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
SMALL = """least => [...document.querySelectorAll("button, select, a.button, summary, input, [role=tab]")]
  .filter((e) => e.offsetParent && e.type !== "hidden" && !e.closest(".unseen"))
  .filter((e) => {
    const box = (["checkbox", "radio"].includes(e.type) ? e.closest("label") : e).getBoundingClientRect();
    return Math.min(box.width, box.height) < (e.matches(".option") ? least[1] : least[0]);
  })
  .map((e) => e.outerHTML.slice(0, 120))"""


def tour(someone: Person) -> Iterator[tuple[str, Page]]:
    """Every kind of page, as one person comes along."""
    page = someone.page
    page.goto("/")
    yield "front", page
    page.goto("/nowhere")
    yield "message", page
    page.goto("/rules/middle-kingdom")
    yield "rules", page
    page.goto("/learn/middle-kingdom")
    yield "lessons", page
    page.locator(".lessons a").first.click()
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector(".meant")
    yield "lesson", page
    page.goto("/new/middle-kingdom")
    yield "new", page
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")
    yield "room", page
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".made-link a").get_attribute("href")
    yield "menu", page
    page.goto(link or "")
    yield "hand-over", page
    page.goto("/daily/xiang-chi")
    yield "daily", page
    someone.play_now(TITLE)
    someone.wait_for_turn()
    yield "bid", page
    someone.decide()
    someone.wait_for_turn()
    yield "later", page
    for tab in ("Chat", "Rules", "More"):
        page.get_by_role("tab", name=tab).click()
        yield tab, page
    someone.play(12)
    yield "later still", page
    page.goto(f"/table/{someone.table}/replay?move=8")
    yield "replay", page


def test_no_serious_barriers(person: NewPerson) -> None:
    someone = person()
    found = {name: barriers(page) for name, page in tour(someone)}
    assert {name: what for name, what in found.items() if what} == {}


def barriers(page: Page) -> list[str]:
    """What axe finds serious, light and dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [
            f"{scheme}, {violation['id']}: {node['html'][:140]} {node.get('failureSummary')}"
            for violation in Axe().run(page).response["violations"]
            if violation["impact"] in SERIOUS
            for node in violation["nodes"]
        ]
    return found


def test_a_phone_shows_everything_without_scrolling_sideways(person: NewPerson) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    for name, page in tour(someone):
        assert page.evaluate(TOO_WIDE) <= 0, f"{name} is too wide"
        assert page.evaluate(SMALL, [TARGET, OPTION]) == [], f"{name} has targets too small"
    assert [error for error in someone.errors if "404" not in error] == []


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_the_final_scoring_fits_a_phone(game: Game, person: NewPerson, tmp_path: Path) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    someone.watch(random_record(players=game.players[-1], game=game.id), tmp_path)
    page.goto(f"/table/{someone.table}")
    assert someone.over()
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(SMALL, [TARGET, OPTION]) == []
    assert barriers(page) == []


def test_a_whole_game_by_keyboard_alone(person: NewPerson) -> None:
    someone = person()
    page, keys = someone.page, someone.page.keyboard
    page.goto("/new/middle-kingdom")
    selects = page.locator("select[name=seats]")
    for seat in range(1, 5):  # five players make the shortest game
        selects.nth(seat).focus()
        keys.type("Bot, n")
    page.locator("form.new button.primary").focus()
    keys.press("Enter")
    page.wait_for_url("**/table/*")
    for _ in range(400):
        if not someone.wait_for_turn():
            break
        asked = someone.question
        for key in ("ArrowDown", "ArrowRight") if someone.dice.random() < 0.5 else ("ArrowDown",):
            keys.press(key)
        keys.press("Enter")
        if not someone.moved_on(asked, 150):
            keys.press("Enter")  # a bid is confirmed
            assert someone.moved_on(asked, PATIENCE), someone.prompt()
    assert someone.over()


def test_motion_and_theme_follow_the_person(person: NewPerson) -> None:
    moving = person(reduced_motion="no-preference")
    moving.play_now(TITLE)
    moving.play(3)
    moving.wait_for_turn()  # until the staging is over: a click meanwhile skips it
    assert moving.errors == []
    page = moving.page
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(background) != light
    page.reload()
    assert page.evaluate(background) != light, "it is remembered"


def test_the_focus_stays_at_the_table(person: NewPerson) -> None:
    someone = person()
    page, keys = someone.page, someone.page.keyboard
    someone.play_now(TITLE)
    for _ in range(4):
        assert someone.wait_for_turn()
        asked = someone.question
        keys.press("ArrowDown")
        keys.press("Enter")
        if not someone.moved_on(asked, 400):
            keys.press("c")
        assert someone.moved_on(asked, PATIENCE)
        someone.wait_for_turn()
        at = page.evaluate("document.activeElement.closest('.table') !== null")
        assert at, f"it fell to the body after: {someone.prompt()}"


def test_enter_confirms_a_move_of_two_parts(person: NewPerson) -> None:
    someone, other = sit_together(person(), person())
    keys = someone.page.keyboard
    someone.page.locator("[data-pick='6']").focus()
    keys.press("Enter")
    someone.page.locator("[data-pick='2']").focus()
    confirm = someone.page.locator("[data-do=confirm]")
    keys.press("Space")
    expect(confirm).to_be_enabled()
    keys.press("Space")  # takes it back
    expect(confirm).to_be_disabled()
    keys.press("Space")
    expect(confirm).to_be_enabled()
    keys.press("Enter")
    expect(someone.page.locator(".choice")).to_contain_text("6 for slot A, 2 for slot B")
    assert someone.errors == other.errors == []


def test_the_shortcuts_are_listed(person: NewPerson) -> None:
    someone = person()
    someone.play_now(TITLE)
    someone.page.keyboard.press("?")
    listed = someone.page.get_by_role("dialog", name="Shortcuts")
    for key in ("Enter", "Esc", "U", "T", "R", "W", "?"):
        expect(listed.locator("kbd", has_text=key).first).to_be_visible()
    someone.page.keyboard.press("Escape")
    expect(listed).to_be_hidden()


def test_a_tip_lies_above_everything_and_goes(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    someone.play_now("The Court of Xiang Chi")
    tip = page.locator("#tip")
    for piece in page.locator(".market [title], .market .option:has(> .preview)").all()[:6]:
        piece.hover(force=True)
        if not tip.is_visible():
            continue
        box = tip.bounding_box()
        size = page.viewport_size
        assert box
        assert size
        assert box["x"] >= 0
        assert box["y"] >= 0, "not under the header"
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
        assert tip.evaluate("tip => tip.matches(':popover-open')"), "in the top layer"
        page.mouse.move(1, 1)
        expect(tip).to_be_hidden()
