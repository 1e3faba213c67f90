"""ZhanGuo in the browser: a card, what it is for, and where; without a click to confirm it."""

import html
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import tianxia
from tests.server.running import random_record
from tianxia.server.look import choices
from tianxia.teaching import Lesson
from tianxia.teaching.lesson import lesson
from tianxia.text import words
from tianxia.web.boards import Board

from .conftest import PHONE, NewPerson
from .person import Person
from .test_lessons import SMALL, walk

NAMES = ["Ann", "Bo", "Cai"]
#: Texts of cards in hand that do not fit their cards.
CUT_OFF = """() => [...document.querySelectorAll(".zg-hand .text")]
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent)"""

#: What is drawn beyond the edge of its card in hand.
BEYOND = """() => [...document.querySelectorAll(".zg-hand .card")].flatMap((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [...card.querySelectorAll(".number, .does, .does *, .text")]
    .map((e) => [e.getBoundingClientRect(), card.textContent])
    .filter(([box]) => box.width && (box.right > right + 1 || box.left < left - 1))
    .map(([, text]) => text);
})"""

#: Tasks whose discs or sums lie over what is beside them.
OVERFLOWING = """() => [...document.querySelectorAll(".task, .tasks h3")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


def seated(person: NewPerson, **screen: Any) -> Person:
    """At the use of the first card."""
    someone = person(**screen)
    someone.play_with_novices(tianxia.game("zhanguo"))
    someone.wait_for_turn()
    someone.page.locator("#hand button.card").first.click()
    expect(someone.page.locator(".zg.at-use")).to_be_visible()
    return someone


def at_step(person: NewPerson, size: ViewportSize, lesson: Lesson, step: str) -> Person:
    """Where a learner left a lesson, at that step."""
    answers = next(list(run.answers) for run, _ in walk(lesson) if run.step and run.step.id == step)
    path, version = f"/learn/zhanguo/{lesson.id}", str(tianxia.game("zhanguo").version)
    kept = {path: {"version": version, "answers": answers, "done": False}}
    someone = person(viewport=size)
    someone.page.goto("/")
    someone.page.evaluate(
        "kept => localStorage.setItem('tianxia-lessons', JSON.stringify(kept))", kept
    )
    someone.page.goto(path)
    expect(someone.page.locator("#prompt-text")).to_have_attribute(
        "data-question", str(len(answers))
    )
    return someone


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["desktop", "phone"])
def test_of_nine_cards_in_hand_those_asked_about_can_be_read(
    size: ViewportSize, person: NewPerson
) -> None:
    page = at_step(person, size, lesson("zhanguo", "boards"), "toss").page
    expect(page.locator(".zg-hand .card")).to_have_count(9)
    asked = page.locator(".zg-hand .card.option")
    expect(asked).to_have_count(3)
    for card in asked.all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= 110
        expect(card.locator(".text")).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(BEYOND) == []


def test_the_sum_of_a_row_of_tasks_stays_in_its_place(person: NewPerson) -> None:
    page = at_step(person, SMALL, lesson("zhanguo", "tasks"), "disc").page
    expect(page.locator(".tasks .now").first).to_contain_text("5 × 1 =")
    assert page.evaluate(OVERFLOWING) == []


def test_zhanguo_asks_what_a_card_is_for_then_where(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    pads = page.locator(".pad:visible")
    expect(page.locator(".intent")).to_have_count(7)
    expect(pads).to_have_count(0)
    page.locator("[data-pick=recruit]").click()
    expect(pads).to_have_count(15)
    page.locator("[data-pick=unify]").click()  # something else instead
    expect(page.locator("[data-pick=recruit]")).to_have_attribute("aria-pressed", "false")
    expect(pads).to_have_count(5)
    page.keyboard.press("Escape")
    expect(pads).to_have_count(0)
    page.locator("[data-pick=recruit]").click()
    page.locator("[data-pick='gray 3']").click()
    expect(page.locator(".log")).to_contain_text("places a gray official in region 3")
    assert someone.errors == []


def test_zhanguo_says_why_an_action_is_closed(person: NewPerson) -> None:
    """Nobody has workers when the first card is played."""
    page = seated(person).page
    closed = page.locator(".intent.barred")
    expect(closed.filter(has_text="Wall")).to_contain_text("Needs a worker")
    expect(closed.filter(has_text="Palace")).to_contain_text("Needs 2 workers here, 1 elsewhere")
    expect(page.locator("button.intent").filter(has_text="Wall")).to_have_count(0)


def test_zhanguo_answers_anywhere_in_a_lit_region(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    page.locator("[data-pick=unify]").click()
    page.locator(".region").nth(2).locator(".seat-of-power").click(force=True)
    expect(page.locator(".log")).to_contain_text("unifies region 3")


@pytest.mark.parametrize("screen", [(1366, 625), (1920, 1080)])
def test_zhanguo_shows_the_whole_decision(screen: tuple[int, int], person: NewPerson) -> None:
    """What a card is for and where, all hands and all lands, without scrolling."""
    width, height = screen
    page = seated(person, viewport={"width": width, "height": height}).page
    page.locator("[data-pick=unify]").click()
    middle = page.locator(".middle")
    assert middle.evaluate("e => e.scrollHeight - e.clientHeight") <= 0
    expect(page.locator(".mini").first).to_be_in_viewport(ratio=0.8)  # the next player's lands
    for wanted in (".intent", ".pad:visible", ".region", ".zg-hand .card"):
        for one in page.locator(wanted).all():
            expect(one).to_be_in_viewport(ratio=0.99)
    assert page.evaluate(CUT_OFF) == []


def test_zhanguo_shows_the_lands_of_four_at_a_glance(person: NewPerson, tmp_path: Path) -> None:
    someone = person(viewport={"width": 1366, "height": 625})
    page = someone.page
    page.goto("/new/zhanguo")
    for seat in range(1, 4):
        page.locator("select[name=seats]").nth(seat).select_option("novice")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")
    someone.wait_for_turn()
    late = random_record(players=4, game="zhanguo")
    for _ in ("at the beginning", "late in a game"):
        expect(page.locator(".mini")).to_have_count(3)
        for width, height in ((1920, 1080), (1366, 768), (1366, 625)):
            page.set_viewport_size({"width": width, "height": height})
            for land in page.locator(".mini").all():
                expect(land).to_be_in_viewport(ratio=0.95)
        assert page.evaluate(OVERFLOWING) == []
        someone.watch(late, tmp_path)
        page.goto(f"{page.url.partition('?')[0]}?move=300&seat=0")
    assert someone.errors == []


def test_zhanguo_keeps_the_focus_when_an_intent_is_taken_back(person: NewPerson) -> None:
    """What has the focus vanishes with the intent: the keyboard goes on at the table."""
    page = seated(person).page
    page.locator("[data-pick=unify]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-pick='1']:visible").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".pad:visible")).to_have_count(0)
    expect(page.locator("button.intent:focus")).to_have_count(1)


def test_zhanguo_moves_officials_from_area_to_area(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    page.locator("[data-action=reassign]").click()
    source = page.locator("[data-pick='white g1']")
    source.click()
    expect(page.locator(".landing:visible")).to_have_count(1)  # the next region only
    page.keyboard.press("Escape")
    expect(page.locator(".landing:visible")).to_have_count(0)
    source.click()
    page.locator("[data-pick=g2]").click()
    expect(page.locator("[data-pick='white g2']")).to_be_visible()
    expect(page.locator("#prompt-text")).to_contain_text("2 points are left")
    assert someone.errors == []


def test_zhanguo_keeps_open_what_was_opened(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    supply = page.locator("details[id^=zg-supply]").first
    supply.locator("summary").click()
    page.locator("[data-pick=unify]").click()
    page.locator("[data-pick='1']:visible").click()
    expect(page.locator(".log")).to_contain_text("unifies region 1")
    expect(supply).to_have_attribute("open", "")


def test_every_use_of_a_card_can_be_put_together_on_the_board() -> None:
    game = tianxia.game("zhanguo")
    dice = random.Random(2)
    seen = set()
    for seed in range(3):
        state = game.new(players=3, seed=seed)
        while not state.over():
            seat = state.next_actor()
            options = choices(state, seat)
            if state.view(seat)["prompt"]["id"] == "use":
                board = Board(game, state.view(seat), NAMES, options)
                drawn = board.board() + board.hand()
                assert board.rest() == []
                parts = {html.unescape(part) for part in re.findall('data-pick="([^"]*)"', drawn)}
                for use in options:
                    intent, _, target = use.action.partition(" ")
                    seen.add(intent)
                    if target:
                        assert {intent, target} <= parts, use.action
                closed = state.view(seat)["previews"]["closed"]
                assert set(closed).isdisjoint(use.action.partition(" ")[0] for use in options)
                assert all(words(game.package).has(reason) for reason in closed.values())
                assert len(closed) + len({use.action.partition(" ")[0] for use in options}) == 7
            state.play(seat, dice.choice(state.legal(seat)))
    assert seen == {"unify", "hire", "wall", "palace", "recruit", "governor", "reassign"}
