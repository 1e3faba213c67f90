"""What the others do is shown piece by piece, and nothing that is secret."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

import tianxia
from tests.server.running import random_record
from tianxia.engine.game import Game
from tianxia.server.house import House
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.text import words
from tianxia.web.assets import game_file
from tianxia.web.boards import Board
from tianxia.web.pages import regions
from tianxia.web.staging import (
    MOMENTS,
    about,
    moments,
    rounds,
    scenes,
    seats_of,
    since_own,
    steps,
)

from .conftest import NewPerson
from .person import Person

NAMES = ["Ann", "Bo", "Cai", "Di", "Eve", "Fu"]
MOVING = {"reduced_motion": "no-preference"}
#: Keeps every text the stage tells, and every name of a sound.
WATCH = """
  window.told = [];
  new MutationObserver(() => {
    const stage = document.querySelector("#stage");
    if (stage && !stage.hidden) for (const line of stage.querySelectorAll("li")) window.told.push(line.textContent);
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_scenes_show_what_a_seat_may_know(game: Game, tmp_path: Path) -> None:
    """Each scene is the seat's own view at a move everybody may look at, with the lines for it."""
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    guest = house.guests.create("Ann")
    seats = ["me"] + ["novice"] * (game.players[0] - 1)
    id = house.seats.create(guest, Plan(game.id, {}, seats))
    dice = random.Random(5)
    with house.tables.opened(id) as table:
        play = table.begun()
        for _ in range(60):
            if play.state.over():
                break
            actor = dice.choice(play.state.actors())
            action = play.game.space.text(dice.choice(play.state.legal(actor)))
            question = play.question(actor) or 0
            if actor == 0:
                house.games.decide(id, guest, question, [action])
            else:
                house.games.decide_as_bot(id, actor, question, action)
            for viewer in (None, *range(game.players[0])):
                shown = scenes(table, viewer, since_own(table, viewer))
                for move, scene, view in shown:
                    assert move <= play.seen()
                    assert view == play.match.record.replay(move).view(viewer)
                    seen = [e for e in play.happenings[move].events if e.seen_by(viewer)]
                    assert len(scene["lines"]) == len(seen) > 0
                    assert scene["seat"] == play.match.record.decisions[move - 1][0]
        looked = steps(table, 0)
        assert looked == sorted(set(looked))
        assert set(rounds(table)) <= set(range(play.seen() + 1))
    house.storage.close()


def test_all_that_happened_since_the_own_decision_is_told(tmp_path: Path) -> None:
    """However much it is: a month of five ends and another begins."""
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    guest = house.guests.create("Ann")
    id = house.seats.create(guest, Plan("year-of-the-dragon", {}, ["me"] + ["novice"] * 4))
    dice = random.Random(5)
    most = 0
    with house.tables.opened(id) as table:
        play = table.begun()
        for _ in range(60):
            actor = play.state.next_actor()
            action = play.game.space.text(dice.choice(play.state.legal(actor)))
            question = play.question(actor) or 0
            if actor != 0:
                house.games.decide_as_bot(id, actor, question, action)
                continue
            own = since_own(table, 0)
            happened = sum(len(h.events) for h in play.happenings[own + 1 :] if own)
            most = max(most, happened)
            told = regions(house, table, guest)["prompt"].count("<li>")
            assert not own or told == happened
            house.games.decide(id, guest, question, [action])
    assert most > 20
    house.storage.close()


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_moments_are_events_of_the_game(game: Game) -> None:
    told = words(game.package)
    assert game_file(game.package, "moments.toml")
    assert moments(game), "a game has its moments"
    assert set(moments(game).values()) <= set(MOMENTS)
    assert [kind for kind in moments(game) if not told.has(f"event-{kind}")] == []
    assert "round" in moments(game).values()


def sit(someone: Person, speed: str) -> None:
    """At a table of Middle Kingdom with two novices."""
    page = someone.page
    chosen = f"localStorage.tianxia ??= JSON.stringify({{speed: '{speed}'}});"
    page.add_init_script(WATCH + chosen)
    page.goto("/new/middle-kingdom")
    for seat in range(1, 5):
        page.locator("select[name=seats]").nth(seat).select_option("novice" if seat < 3 else "")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")
    someone.wait_for_turn()


def test_what_the_others_did_is_told_line_by_line(person: NewPerson) -> None:
    someone = person(**MOVING)
    sit(someone, "fast")
    page = someone.page
    someone.decide()
    someone.wait_for_turn()
    told = page.evaluate("told")
    log = set(page.locator(".log .what").all_inner_texts())
    assert any("All choices are in" in line for line in told), "a pause before the reveal"
    assert any(line in log for line in told)
    expect(page.locator("#stage")).to_be_hidden()
    assert page.locator(".lit").count() == 0
    assert someone.errors == []


def skip(page: Page, by_key: bool) -> bool:
    """Press or click while it is shown; was it in time?"""
    if by_key:
        page.keyboard.press("Escape")
        return True
    try:
        page.locator("[data-do=skip]").click(timeout=5000)
    except TooLate:
        return False
    return True


def test_staging_is_skipped_by_a_click_or_a_key(person: NewPerson) -> None:
    someone = person(**MOVING)
    sit(someone, "slow")
    page = someone.page
    for by_key in (True, False):
        skipped = False
        while not skipped:  # on a busy machine it may be over before the hand is there
            asked = someone.question
            someone.decide_and_see("#stage")
            skipped = skip(page, by_key)
            assert someone.moved_on(asked, 60_000)
            if not skipped:
                assert someone.wait_for_turn()
        expect(page.locator("#stage")).to_be_hidden()
        someone.wait_for_turn()
    assert someone.errors == []


@pytest.mark.parametrize("how", ["none", "reduced motion"])
def test_without_staging_it_is_told_in_words(how: str, person: NewPerson) -> None:
    someone = person() if how == "reduced motion" else person(**MOVING)
    sit(someone, "none" if how == "none" else "normal")
    page = someone.page
    someone.decide()
    someone.wait_for_turn()
    assert page.evaluate("told") == []
    page.keyboard.press("w")
    dialog = page.get_by_role("dialog", name="Since your last decision")
    expect(dialog.locator("li").first).to_be_visible()
    told = dialog.locator("li").all_inner_texts()
    log = set(page.locator(".log .what").all_inner_texts())
    assert told
    assert set(told) <= log
    show = dialog.get_by_role("button", name="Show it on the board")
    if how == "none":  # asked for, it is shown
        show.click()
        expect(page.locator("#stage")).to_be_visible()
        page.keyboard.press("Escape")
        someone.wait_for_turn()
    else:
        expect(show).to_be_hidden()
    assert someone.errors == []


def test_who_comes_back_sees_what_happened_meanwhile(person: NewPerson) -> None:
    someone = person(**MOVING)
    sit(someone, "normal")
    page = someone.page
    someone.decide()
    someone.wait_for_turn()
    page.evaluate(
        f"localStorage.setItem('tianxia-shown', JSON.stringify({{'{someone.table}': 0}}))"
    )
    page.reload()
    expect(page.locator("#stage")).to_be_visible()
    assert someone.wait_for_turn()


def test_sounds_are_off_by_one_click(person: NewPerson) -> None:
    someone = person()
    sit(someone, "normal")
    button = someone.page.get_by_role("button", name="Sounds on or off")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    someone.page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_seals_light_up_and_go_out_again(person: NewPerson, tmp_path: Path) -> None:
    """They are drawings, not elements as others: somebody advances on the person track."""
    record = random_record(players=3, game="year-of-the-dragon")
    game = tianxia.read_record(record)
    state = game.start()
    for player, action in game.decisions:
        state.play(player, action)
        if any(event.kind == "advance" for event in state.events or []):
            break
    someone = person(**MOVING)
    page = someone.page
    someone.watch(record, tmp_path)
    page.goto(f"{page.url.partition('?')[0]}?move={state.decisions - 1}&seat=0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.seal.lit").first).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("svg.seal.lit")).to_have_count(0)
    assert someone.errors == []


#: What is nowhere on the board: only the panel of the player concerned lights up.
PLAYER_ONLY: dict[str, set[str]] = {
    "middle-kingdom": set(),
    "ten-suns": set(),
    "xiang-chi": set(),
    # The sum of all points, and who has most of them.
    "year-of-the-dragon": {"score-end", "winner"},
    # The sum of all points; abilities not used; an official who finds no place.
    "zhanguo": {"final", "leave", "no-official"},
}


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_what_is_told_lights_up(game: Game) -> None:
    """Every kind of event finds the pieces it speaks of, as `stage.light` looks for them."""
    happened: set[str] = set()
    lit: set[str] = set()
    nobody: set[str] = set()
    for seed in range(3):
        players = game.players[-1] if seed else game.default_players
        state = game.new(players=players, seed=seed)
        dice = random.Random(seed)
        while not state.over():
            seat = state.next_actor()
            state.play(seat, dice.choice(state.legal(seat)))
            events = state.events or []
            kinds = {event.kind for event in events}
            happened |= kinds
            nobody |= {event.kind for event in events if not seats_of(event)}
            if kinds <= lit:
                continue
            board = Board(game, state.view(seat), NAMES[:players])
            drawn = str(board.board() + board.hand())
            drawn += "".join(board.player(other) for other in range(players))
            there = set(re.findall('data-kind="([^"]+)"', drawn))
            there.update(*(one.split() for one in re.findall('data-about="([^"]+)"', drawn)))
            lit |= {event.kind for event in events if there & {*about(event)}}
    assert happened - lit == PLAYER_ONLY[game.id] & happened
    assert nobody & PLAYER_ONLY[game.id] == set()
