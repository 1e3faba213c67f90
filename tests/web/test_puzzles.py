"""Puzzles in the browser: solved by click and by keyboard, at both sizes; nothing is given away."""

import re
from html import unescape

import httpx
import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.server.running import Server
from tianxia.engine.game import Game
from tianxia.server.daily import today
from tianxia.teaching import lessons
from tianxia.teaching.puzzle import REVEAL, Puzzle, address, daily, puzzles
from tianxia.web.puzzles import NOTHING_SAID, regions

from .conftest import DESKTOP, PHONE, NewPerson
from .person import Person

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]
#: Is the answer marked on the board?
MARKED = (
    "best => document.querySelector(`[data-action=\"${CSS.escape(best)}\"]`)?.matches('.meant')"
)


def wrong_of(each: Puzzle) -> str:
    return next(text for text in each.promises if text not in each.best)


def with_pieces(game_id: str) -> Puzzle:
    """The first puzzle all of whose options are single pieces on the board."""
    for each in puzzles(game_id):
        drawn = "".join(regions(each, [], NOTHING_SAID).values())
        if all(f'data-action="{text}"' in drawn for text in each.promises):
            return each
    raise AssertionError(game_id)


def choose(someone: Person, action: str) -> None:
    """Click an option and confirm it if that is asked for."""
    page = someone.page
    page.locator(f'[data-action="{action}"]:visible').first.click()
    if page.locator("[data-do=confirm]:visible:enabled").count():
        page.locator("[data-do=confirm]").click()


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_can_be_answered_on_its_page_and_tells_no_secret(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_position = Puzzle.position
    for each in puzzles(game.id):
        with monkeypatch.context() as dealt_anew:
            drawn = regions(each, [], NOTHING_SAID)
            dealt_anew.setattr(
                Puzzle, "position", lambda self: true_position(self).determinize(self.seat, 4)
            )
            assert regions(each, [], NOTHING_SAID) == drawn, "it shows something hidden"
        listed = set(re.findall(r'<option value="([^"]+)"', unescape(drawn["actions"])))
        assert listed == set(each.promises)
        assert 'data-best=""' in drawn["prompt"]
        after = regions(each, [each.best[0]], each.answer(each.best[0]))
        assert f'data-best="{"|".join(each.best)}"' in unescape(after["prompt"])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game_id", ["middle-kingdom", "year-of-the-dragon"])
def test_solved_by_click_after_a_wrong_answer(
    game_id: str, size: dict[str, int], person: NewPerson
) -> None:
    someone = person(viewport=size, has_touch=size is PHONE)
    page = someone.page
    each = with_pieces(game_id)
    page.goto(address(each))
    expect(page.locator("#prompt-text")).to_contain_text("One option is clearly better")
    choose(someone, wrong_of(each))
    expect(page.locator(".reply.again")).to_contain_text("Not the best.")
    expect(page.locator("#live")).to_contain_text("Not the best.")  # for those who hear the page
    choose(someone, each.best[0])
    expect(page.locator(".reply.right")).to_contain_text("Right!")
    expect(page.locator("#prompt")).to_contain_text("How often it is found")
    assert page.evaluate(MARKED, each.best[0])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
    next_one = page.get_by_role("link", name="Next puzzle")
    expect(next_one).not_to_have_attribute("href", address(each))
    next_one.click()
    expect(page.locator("#prompt-text")).to_contain_text("One option is clearly better")
    page.goto(f"/puzzles/{game_id}")
    expect(page.locator(f'.lessons a[href="{address(each)}"] .state')).to_have_text("Solved")
    assert someone.errors == []


def test_by_keyboard_alone(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    each = with_pieces("xiang-chi")
    page.goto(address(each))
    expect(page.locator("#prompt-text")).to_contain_text("clearly better")
    wanted = f'[data-action="{each.best[0]}"]'
    reached = "wanted => document.activeElement.matches(wanted)"
    for key in ["ArrowRight"] * 12 + ["ArrowLeft", "ArrowDown"] * 12 + ["Tab"] * 60:
        if page.evaluate(reached, wanted):
            break
        page.keyboard.press(key)
    assert page.evaluate(reached, wanted)
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    if not page.locator(".reply").count():
        page.keyboard.press("c")
    expect(page.locator(".reply.right")).to_contain_text("Right!")


def test_the_answer_can_be_seen_and_others_tried_after_it(person: NewPerson) -> None:
    someone = person()
    page: Page = someone.page
    each = with_pieces("middle-kingdom")
    page.goto(address(each))
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".reply")).to_contain_text("The answer:")
    choose(someone, wrong_of(each))
    expect(page.locator(".reply.again")).to_contain_text("Not the best.")
    page.goto("/puzzles/middle-kingdom")
    seen = page.locator(f'.lessons a[href="{address(each)}"] .state')
    expect(seen).to_have_text("Answer seen")
    page.goto(address(each))
    expect(page.locator(".reply")).to_contain_text("The answer:")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#prompt-text")).to_contain_text("One option is clearly better")
    assert someone.errors == []


def test_the_front_page_has_one_a_day_for_every_game(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    page.goto("/")
    for game in tianxia.all_games():
        of_today = daily(game.id, today())
        assert of_today is not None
        expect(page.locator(f'.today a[href="{address(of_today)}"]')).to_contain_text(game.title)
    page.goto("/puzzle/ten-suns")
    expect(page.locator(".crumb")).to_contain_text("Puzzle of the day")


def test_the_end_of_a_lesson_leads_to_the_next_unsolved(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    first, second = puzzles("middle-kingdom")[:2]
    page.goto("/")
    version = str(tianxia.game("middle-kingdom").version)
    page.evaluate(
        "([path, version]) => localStorage.setItem('tianxia-lessons', JSON.stringify("
        "{ [path]: { version, answers: ['x'], done: true } }))",
        [address(first), version],
    )
    page.goto("/learn/middle-kingdom")
    expect(page.get_by_role("link", name="Puzzles")).to_have_attribute(
        "href", "/puzzles/middle-kingdom"
    )
    page.goto("/puzzles/middle-kingdom")
    link = page.get_by_role("link", name="The next you have not solved")
    expect(link).to_have_attribute("href", address(second))


def test_lessons_end_with_a_puzzle(server: Server) -> None:
    from tests.web.test_lessons import walk

    lesson = lessons("middle-kingdom")[0]
    answers = [given for _, right in walk(lesson) for given in right]
    with httpx.Client(base_url=server.url) as client:
        told = client.post(f"/learn/middle-kingdom/{lesson.id}", json={"answers": answers}).json()
    assert told["done"]
    assert address(puzzles("middle-kingdom")[0]) in told["regions"]["actions"]


def test_what_a_puzzle_does_not_take_is_refused(server: Server) -> None:
    each = puzzles("middle-kingdom")[0]
    path = address(each)
    with httpx.Client(base_url=server.url) as client:
        for missing in ("/puzzle/nothing", "/puzzle/middle-kingdom/900", "/puzzles/nothing"):
            assert client.get(missing).status_code == 404
        assert client.get("/puzzle/middle-kingdom/1").status_code == 200
        assert client.post("/puzzle/middle-kingdom/x", json={"answers": []}).status_code == 404
        wrong = client.post(path, json={"answers": [], "answer": ["nonsense"]}).json()
        assert (wrong["answers"], wrong["done"]) == ([], False)
        cheat = client.post(path, json={"answers": [wrong_of(each)]}).json()
        assert (cheat["answers"], cheat["done"]) == ([], False)
        shown = client.post(path, json={"answers": [], "answer": [REVEAL]}).json()
        assert (shown["answers"], shown["done"]) == ([REVEAL], False)
        right = client.post(path, json={"answers": [], "answer": [each.best[0]]}).json()
        assert (right["answers"], right["done"]) == ([each.best[0]], True)
        for bad in ({}, {"answers": "on"}, {"answers": ["x" * 401]}):
            assert client.post(path, json=bad).status_code == 422
