"""Lessons in the browser: clicked through as a newcomer would, on every board."""

import os
import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Locator, ViewportSize, expect

import tianxia
from tests.server.running import Server
from tests.teaching.test_lessons import right_answers
from tianxia.teaching import Lesson, Run, lessons
from tianxia.teaching.lesson import DO, FREE, PREDICT, SHOW, Step, lesson
from tianxia.web.learning import NOTHING_SAID, regions

from .conftest import DESKTOP, PHONE, NewPerson
from .person import Person
from .test_explained import Element, Tree

LESSONS = [each for game in tianxia.all_games() for each in lessons(game.id)]
#: The first of each game is clicked through, or all of them: `make lessons`.
CLICKED = (
    LESSONS
    if os.environ.get("TIANXIA_LESSONS") == "all"
    else [lessons(game.id)[0] for game in tianxia.all_games() if lessons(game.id)]
)
#: Steps that point at what is to be thought about instead of what is to be clicked.
THOUGHT_ABOUT = [
    ("ten-suns", "monsters", "wait"),
    ("xiang-chi", "people", "worth"),
    ("xiang-chi", "people", "tax"),
    ("year-of-the-dragon", "events", "drought"),
]
SMALL: ViewportSize = {"width": 1366, "height": 625}
PLACE = "e => { const { top, bottom } = e.getBoundingClientRect(); return `${top} to ${bottom}`; }"
#: Is what is meant in view, and does nothing lie over it?
HIDDEN = """() => [...document.querySelectorAll(".meant")]
  .filter((e) => e.closest(".field, .dock") && e.getClientRects().length).slice(0, 1)
  .filter((e) => {
    const box = e.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
    return !at || !(e.contains(at) || at.contains(e));
  }).map((e) => e.outerHTML.slice(0, 100))"""


def walk(lesson: Lesson) -> Iterator[tuple[Run, tuple[str, ...]]]:
    """The steps of a lesson up to free play, each with a right answer to it."""
    run = Run(lesson)
    while (step := run.step) is not None and step.kind != FREE:
        right = right_answers(run)
        yield run, right
        for given in right:
            run.answer(given)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game}-{one.id}")
def test_what_a_lesson_points_at_is_on_the_board(lesson: Lesson) -> None:
    for run, _ in walk(lesson):
        step = run.step
        assert step is not None
        drawn = regions(run, NOTHING_SAID)
        shown = "".join(drawn[name] for name in ("board", "hand", "players"))
        names = {"hand"} if drawn["hand"] else set()
        names |= set(re.findall(r'data-(?:explain|part)="([^"]+)"', shown))
        for piece in (*step.point, *step.see):
            assert any(name == piece or name.startswith(f"{piece}-") for name in names), (
                step.id,
                piece,
                sorted(names),
            )
        assert all(run.pointed()), "and it has a name"
        if (lesson.game, lesson.id, step.id) not in THOUGHT_ABOUT:
            assert in_the_dark(step, drawn) == set(), step.id


def in_the_dark(step: Step, drawn: dict[str, str]) -> set[str]:
    """Decisions a step asks for whose pieces are drawn, but not where it points.

    Where one of many answers is laid out, nobody is led to it.
    """
    if step.kind != DO or step.wants or not step.point:
        return set()
    hand = f'<section data-part="hand">{drawn["hand"]}</section>'
    everything = list(Tree(drawn["board"] + hand + drawn["players"]).root.all())
    return {
        action
        for action in step.decisions
        for pieces in to_be_clicked(everything, action)
        if not any(lit(piece, step.point) for piece in pieces)
    }


def to_be_clicked(everything: list[Element], action: str) -> list[list[Element]]:
    """One of each list is clicked: of the pieces that are the action, or of each of its parts."""

    def those(name: str, value: str) -> list[Element]:
        return [each for each in everything if each.attributes.get(name) == value]

    if whole := those("data-action", action) + those("data-plus", action):
        return [whole]
    return [
        those("data-pick", part)
        for part in picks(action, lambda one: bool(those("data-pick", one)))
    ]


def lit(piece: Element, names: tuple[str, ...]) -> bool:
    """Is it in a part that is pointed at, or such a part in it?"""
    around: Element | None = piece
    near = list(piece.all())
    while around := around.parent if around else None:
        near.append(around)
    return any(
        one.attributes.get("data-part") == name
        or f"{one.attributes.get('data-explain', '')}-".startswith(f"{name}-")
        for one in near
        for name in names
    )


def picks(action: str, known: Callable[[str], bool]) -> Iterator[str]:
    """The parts of a compound move; a piece may stand for several words: a Bid for whose it is and where."""
    parts = re.split(r"[\s/+>,]+", action)
    while parts:
        end = len(parts)
        while end > 1 and not known(" ".join(parts[:end])):
            end -= 1
        if known(part := " ".join(parts[:end])):
            yield part
        del parts[:end]


def give(someone: Person, step: Step, right: tuple[str, ...]) -> None:
    """Answer a step as it wants it, and see the lesson go on."""
    asked = someone.question
    if step.kind in (SHOW, PREDICT):
        someone.page.locator(f'[data-answer="{right[0]}"]').click()
    elif step.wants:
        lay_out(someone, right)
    else:
        choose(someone, right[0])
    assert someone.moved_on(asked, 60_000), (step.id, right)


def lay_out(someone: Person, actions: tuple[str, ...]) -> None:
    """Several decisions that are one answer: as many of each as wanted, then the last."""
    page = someone.page
    for action in actions[:-1]:
        page.locator(f'[data-plus="{action}"]:visible').click()
    someone.click("[data-do=confirm]:visible:enabled")


def choose(someone: Person, action: str) -> None:
    """Click an action on the board: a piece, or the parts of a compound move."""
    page = someone.page
    asked = someone.question

    def shown(part: str) -> Locator:
        return page.locator(f'[data-pick="{part}"]:visible')

    whole = page.locator(f'[data-action="{action}"]:visible')
    if whole.count():
        whole.first.click()
    else:
        for part in picks(action, lambda one: shown(one).count() > 0):
            shown(part).first.click()
    if not someone.moved_on(asked, 300):
        someone.click("[data-do=confirm]:visible:enabled")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("lesson", CLICKED, ids=lambda one: f"{one.game}-{one.id}")
def test_a_whole_lesson_is_clicked_through(
    lesson: Lesson, size: dict[str, int], person: NewPerson
) -> None:
    someone = person(viewport=size, has_touch=size is PHONE)
    page = someone.page
    page.goto("/")
    page.locator(f'.newcomer a[href="/learn/{lesson.game}"]').click()
    here = page.locator(f'.lessons a[href="/learn/{lesson.game}/{lesson.id}"]')
    here.click()
    for run, right in walk(lesson):
        step = run.step
        assert step is not None
        expect(page.locator("#prompt-text")).to_contain_text(run.said())
        for piece in step.point:
            meant = f'.meant:is([data-part="{piece}"], [data-explain="{piece}"], [data-explain^="{piece}-"])'
            expect(page.locator(meant).filter(visible=True).first).to_be_visible()
        if (
            step.kind != DO
        ):  # there what is to be chosen comes first, if a phone has no room for both
            assert page.evaluate(HIDDEN) == [], step.id
        give(someone, step, right)
    assert someone.errors == []
    if any(step.kind == FREE for step in lesson.steps):
        return  # a whole game: others play those, on every screen
    expect(page.locator("#actions a.primary")).to_have_text("Next lesson")
    page.goto(f"/learn/{lesson.game}")
    expect(here).to_have_class("done")


def at_the_end(game: str, id: str) -> str:
    """What is offered when a lesson is over, or the game in it."""
    run = Run(lesson(game, id))
    space = run.match.record.game.space
    while (step := run.step) is not None:
        if step.kind == FREE:
            run.answer(space.text(run.match.state.legal(run.lesson.seat)[0]), insist=True)
        else:
            for given in right_answers(run):
                run.answer(given)
    return regions(run, NOTHING_SAID)["actions"]


def test_the_first_game_comes_before_what_is_extra() -> None:
    path = "/learn/year-of-the-dragon"
    basic = at_the_end("year-of-the-dragon", "full")
    assert f'class="button primary" href="{path}/first">Next lesson' in basic
    assert f'href="{path}">Extra lessons' in basic
    one = at_the_end("year-of-the-dragon", "wall")
    assert f'class="button primary" href="{path}/super">' in one
    last = at_the_end("year-of-the-dragon", "first")
    assert 'class="button primary" href="/new/year-of-the-dragon">' in last
    assert f'href="{path}">Extra lessons' in last
    assert "Extra" not in one
    assert "Extra" not in at_the_end("year-of-the-dragon", "month")


def test_other_decisions_are_answered_and_not_carried_out(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    page.goto("/learn/middle-kingdom/round")
    for asked in "01":
        page.get_by_role("button", name="Go on").click()
        assert someone.moved_on(asked, 60_000)
    page.locator('[data-action="bid 1"]').click()
    page.get_by_role("button", name="Confirm: Bid 1").click()
    expect(page.locator(".reply")).to_contain_text("That may be too little")
    expect(page.locator("[data-part=bids] .card")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_board_steps_back_when_the_hand_is_meant(
    size: dict[str, int], person: NewPerson
) -> None:
    someone = person(viewport=size)
    page = someone.page
    page.goto("/learn/middle-kingdom/round")
    for asked in "01":
        page.get_by_role("button", name="Go on").click()
        assert someone.moved_on(asked, 60_000)
    expect(page.locator("#hand.meant")).to_be_visible()
    dimmed = """e => {
      for (let at = e; at; at = at.parentElement) {
        const { display, filter } = getComputedStyle(at);
        if (display !== "contents" && filter !== "none") return true;
      }
      return false;
    }"""
    assert page.locator(".goals").evaluate(dimmed)
    assert page.locator("#players").evaluate(dimmed)
    assert not page.locator("#hand").evaluate(dimmed)
    assert not page.locator("[data-part=row]").evaluate(dimmed), "which one bids for"


def test_who_leaves_goes_on_later_and_may_step_back_or_begin_again(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    page.goto("/learn/middle-kingdom/round")
    page.get_by_role("button", name="Go on").click()
    text = page.locator("#prompt-text")
    expect(text).to_contain_text("Two cards lie open")
    page.goto("/learn/middle-kingdom")
    expect(page.locator(".lessons .state").first).to_have_text("Go on where you stopped")
    page.locator(".lessons a").first.click()
    expect(text).to_contain_text("Two cards lie open")
    page.get_by_role("button", name="Back").click()
    expect(text).to_contain_text("The Han have fallen")
    page.get_by_role("button", name="Go on").click()
    expect(text).to_contain_text("Two cards lie open")
    page.get_by_role("button", name="Start over").click()
    expect(text).to_contain_text("The Han have fallen")


def test_a_lesson_by_keyboard_alone(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    page.goto("/learn/middle-kingdom/round")
    lesson = lessons("middle-kingdom")[0]
    page.keyboard.press("ArrowRight")
    for run, right in walk(lesson):
        step = run.step
        assert step is not None
        expect(page.locator("#live")).to_contain_text(run.said())
        asked = someone.question
        wanted = f'[data-answer="{right[0]}"], [data-action="{right[0]}"]'
        for _ in range(20):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if step.kind == DO and not someone.moved_on(asked, 300):
            page.keyboard.press("c")
        assert someone.moved_on(asked, 60_000), step.id


@pytest.mark.parametrize("id", ["ties", "two"])
def test_the_board_keeps_still_however_many_buttons_there_are(id: str, person: NewPerson) -> None:
    someone = person(viewport=SMALL)
    page = someone.page
    page.goto(f"/learn/middle-kingdom/{id}")
    places = set()
    for run, right in walk(lesson("middle-kingdom", id)):
        step = run.step
        assert step is not None
        expect(page.locator("#prompt-text")).to_contain_text(run.said())
        places.add(page.locator(".middle").evaluate(PLACE))
        give(someone, step, right)
    assert len(places) == 1, places


def test_lines_that_find_no_room_can_be_read(person: NewPerson) -> None:
    someone = person(viewport=SMALL)
    page = someone.page
    page.goto("/learn/middle-kingdom/ties")
    more = page.locator(".since")
    expect(more).to_have_count(0)
    page.locator('[data-action="bid 4"]').click()
    page.get_by_role("button", name="Confirm: Bid 4").click()
    expect(more).to_be_visible()
    lines = page.locator(".news li").all_text_contents()
    expect(more).to_have_text(f"All {len(lines)} lines")
    more.click()
    expect(page.locator("#since li")).to_have_text(lines)
    page.locator("#since").get_by_role("button", name="Close").click()
    expect(page.locator("#since")).to_be_hidden()
    assert someone.errors == []


def test_what_came_of_a_decision_stays_until_enter(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    page.goto("/learn/middle-kingdom/two")
    for run, right in walk(lesson("middle-kingdom", "two")):
        step = run.step
        assert step is not None
        give(someone, step, right)
        if step.id == "place":
            break
    text = page.locator("#prompt-text")
    expect(text).to_contain_text("look at the board, then go on")
    expect(page.locator(".news")).to_contain_text("put the Merchant with the Farmers")
    expect(page.locator("[data-part=piles-0] [data-about=farmers]")).to_contain_text("×2")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("A new position:")


def test_a_game_that_was_played_invites_no_longer(person: NewPerson) -> None:
    someone = person()
    someone.play_now("Middle Kingdom")
    someone.page.goto("/")
    expect(someone.page.locator('.newcomer a[href="/learn/middle-kingdom"]')).to_have_count(0)
    expect(someone.page.locator('.row a[href="/learn/middle-kingdom"]')).to_be_visible()


def test_what_a_lesson_does_not_take_is_refused(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        path = "/learn/middle-kingdom/round"
        assert client.get("/learn/nothing").status_code == 404
        assert client.get("/learn/middle-kingdom/nothing").status_code == 404
        assert client.post("/learn/middle-kingdom/nothing", json={"answers": []}).status_code == 404
        stale = client.post(path, json={"answers": ["on", "claim noble-4"]})
        assert stale.status_code == 409
        assert "Begin it again" in stale.json()["message"]
        wrong = client.post(path, json={"answers": ["on", "on"], "answer": ["nonsense"]})
        assert wrong.json()["answers"] == ["on", "on"]
        for bad in ({}, {"answers": "on"}, {"answers": ["x" * 401]}, {"answers": ["on"] * 3000}):
            assert client.post(path, json=bad).status_code == 422
