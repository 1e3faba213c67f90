"""From the end of a game to what decided it, to a position, to what if; hints and the coach."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

import tianxia
from tests.server.running import Player, Server

from .conftest import DESKTOP, PHONE, NewPerson
from .together import sit_together

TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
SERIOUS = ("serious", "critical")
GAME = tianxia.game("xiang-chi")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that analyses quickly."""
    running = Server(tmp_path_factory.mktemp("reviews"), analysis="quick")
    yield running
    running.stop()


def barriers(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_from_the_end_of_a_game_to_what_if(
    person: NewPerson, house: Server, size: dict[str, int]
) -> None:
    ann = person(house, viewport=size, color_scheme="dark" if size == PHONE else "light")
    page = ann.page
    ann.play_now(GAME.title)
    played = ann.table
    ann.play()
    page.get_by_role("link", name="What decided it?").first.click()
    page.wait_for_url("**/review")
    expect(page.locator(".going")).to_be_visible()
    expect(page.locator(".going")).to_have_count(0)
    expect(page.locator(".curve:visible")).to_have_count(2)
    expect(page.locator(".card")).to_have_count(1)
    assert page.evaluate(TOO_WIDE) <= 0
    page.locator(".numbers summary").click()
    expect(page.locator(".numbers tbody tr").first).to_be_visible()
    assert barriers(page) == []
    assert page.locator(".moment:visible").count() == page.locator(".turnings li").count() > 0
    page.locator(".costly a, .turnings a").last.click()
    page.wait_for_url("**/review/*/0")
    expect(page.locator(".advised.first .advice-rank-1").first).to_be_visible()
    best = page.locator(".options tbody tr").first
    expect(best.locator(".advice-rank")).to_have_text("1")
    assert page.locator(".options .played").count() == 1
    assert page.evaluate(TOO_WIDE) <= 0
    assert barriers(page) == []
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda address: "/review" not in address)
    assert ann.table != played
    assert ann.wait_for_turn()
    ann.decide()
    page.get_by_role("tab", name="More").click()
    page.get_by_role("link", name="What if: this game goes on from another").click()
    page.wait_for_url(f"**/table/{played}/review")
    page.goto(f"/table/{played}")
    expect(page.locator(".scroll")).to_be_visible()
    assert ann.errors == []


def test_a_record_of_others_can_be_analysed_by_a_stranger(
    person: NewPerson, house: Server, tmp_path: Path
) -> None:
    bo = Player(house, "Bo")
    table = bo.table(["me"], "xiang-chi", public=True)
    bo.play_on(table)
    page = person(house).page
    page.goto(f"/table/{table}/replay?move=0")
    page.get_by_role("link", name="Analysis").click()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator(".curve:visible")).to_have_count(2)


def test_a_hint_on_the_board(person: NewPerson, house: Server) -> None:
    ann = person(house)
    page = ann.page
    ann.play_now(GAME.title)
    ann.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice .advised-options li").first).to_be_visible()
    expect(page.locator(".advised.first .advice-rank-1").first).to_be_visible()
    assert 2 <= page.locator("#advice li").count() <= 3
    assert barriers(page) == []
    ann.decide()
    ann.wait_for_turn()
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator(".advised")).to_have_count(0)
    assert ann.errors == []


def test_the_coach_speaks_before_and_after_a_blunder(person: NewPerson, house: Server) -> None:
    ann = person(house)
    page = ann.page
    ann.play_now(GAME.title)
    ann.wait_for_turn()
    page.get_by_role("tab", name="More").click()
    page.get_by_label("A coach who speaks up before a blunder").check()
    asked: list[str] = []

    def blunder(route: Route) -> None:
        """Whatever is chosen, the coach would rather not; what it finds itself is tested elsewhere."""
        told = route.fetch().json()
        asked.append(told["question"])
        option = {
            "actions": ["keep 1"],
            "words": "That",
            "win": 1,
            "points": 9,
            "behind": 0,
            "error": 0,
            "why": "",
        }
        said = {"speaks": True, "before": "Are you sure?", "after": "That was one."}
        route.fulfill(json={**told, **said, "options": [option]})

    page.route("**/coach", blunder)
    question = ann.question
    page.locator("button.option:visible").first.click()
    expect(page.locator("#advice")).to_contain_text("Are you sure?")
    page.get_by_role("button", name="Think again").click()
    expect(page.locator("#advice")).to_be_hidden()
    assert ann.question == question, "nothing was decided"
    page.locator("button.option:visible").first.click()
    page.get_by_role("button", name="Play it all the same").click()
    expect(page.locator("#advice")).to_contain_text("That was one.")
    assert ann.question != question
    page.get_by_label("A coach who speaks up before a blunder").uncheck()
    ann.wait_for_turn()
    ann.decide()
    assert len(asked) == 2
    assert ann.errors == []


def test_several_people_agree_to_hints(person: NewPerson) -> None:
    ann, bo = person(), person()
    sit_together(ann, bo)
    for one in (ann, bo):
        one.wait_for_turn()
        expect(one.page.get_by_role("button", name="Hint")).to_have_count(0)
    for one in (ann, bo):
        one.page.get_by_role("tab", name="More").click()
        one.page.get_by_role("button", name="I agree").click()
    for one in (ann, bo):
        expect(one.page.locator(".agree")).to_contain_text("Everybody has agreed")
        expect(one.page.get_by_role("button", name="Hint")).to_be_visible()
    bo.page.get_by_role("button", name="I no longer agree").click()
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
