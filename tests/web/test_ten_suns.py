"""Ten Suns in the browser: secret Bids of several Energy, made like one move."""

import html
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tianxia
from tests.server.running import Server, random_record
from tianxia.server.look import choices
from tianxia.web.boards import Board

from .conftest import PHONE, NewPerson
from .person import Person
from .test_everybody import OPTION, SMALL, TARGET, TOO_WIDE, barriers
from .together import overheard, sit_together

Pair = tuple[Person, Person]
REGIONS = ("prompt", "board", "hand", "players", "log")


@pytest.fixture
def two(person: NewPerson) -> Pair:
    """Two people who have to bid: the first held the Bow and has placed the bonus items."""
    ann, bo = sit_together(person(), person(), "ten-suns")
    place_items(ann)
    for someone in (ann, bo):
        expect(someone.page.locator(".stepper")).to_have_count(3)
    return ann, bo


def place_items(someone: Person) -> None:
    while someone.page.locator("[data-action^='put ']").count():
        someone.decide()


def raise_bids(someone: Person, *bids: int) -> None:
    for space, energy in enumerate(bids, 1):
        for _ in range(energy):
            someone.page.locator(f"[data-plus='bid {space}']").click()


def bid(someone: Person, *bids: int) -> None:
    raise_bids(someone, *bids)
    someone.page.locator("[data-do=confirm]").click()
    expect(someone.page.locator(".own b")).to_have_text([str(energy) for energy in bids])


def shows(someone: Person, *bids: int) -> None:
    """These Bids are made, not yet sent."""
    counts = someone.page.locator("input[data-count]")
    for space, energy in enumerate(bids):
        expect(counts.nth(space)).to_have_value(str(energy))


def energy(someone: Person) -> tuple[int, int]:
    """Solar and Lunar of the first player: 10 and 5, or less Solar where the first deal lowers the Sun."""
    view = someone.page.request.get(f"/api/tables/{someone.table}/view").json()["view"]
    return view["seats"][0]["solar"], view["seats"][0]["lunar"]


def take_back(someone: Person) -> None:
    someone.page.get_by_role("button", name="Undo").click()
    expect(someone.page.locator(".stepper")).to_have_count(3)


def wait_until_ready(seat: int, watcher: Person, ready: bool = True) -> None:
    bidding = watcher.page.locator(f".player.seat-{seat}.acting")
    expect(bidding).to_have_count(0 if ready else 1)


def known(watcher: Person, heard: list[str]) -> tuple[str, ...]:
    """All a watcher can know: the page, the API's answer, and what last came by the socket."""
    page = watcher.page
    shown = [page.locator(f"[data-region={region}]").inner_html() for region in REGIONS]
    answer = page.request.get(f"/api/tables/{watcher.table}/view").text()
    assert heard, "the page is told that the other is ready"
    return (*shown, answer, heard[-1])


@pytest.mark.parametrize("bidder", [0, 1])
def test_nobody_learns_anything_of_a_secret_bid(bidder: int, two: Pair) -> None:
    """Whatever is bid, the other's page, socket and API say the same, until all have bid."""
    someone, watcher = two[bidder], two[1 - bidder]
    reserve = energy(watcher)
    heard = overheard(watcher.page)
    seen = []
    for bids in ((7, 0, 2), (0, 12, 0)):
        heard.clear()
        bid(someone, *bids)
        wait_until_ready(bidder, watcher)
        seen.append(known(watcher, heard))
        assert "has bid" not in "".join(seen[-1])
        view = watcher.page.request.get(f"/api/tables/{watcher.table}/view").json()["view"]
        assert [space["bids"][bidder] for space in view["row"]] == [None] * 3
        assert (view["seats"][bidder]["solar"], view["seats"][bidder]["lunar"]) == reserve
        take_back(someone)
        wait_until_ready(bidder, watcher, ready=False)
    assert seen[0] == seen[1]

    bid(someone, 7, 0, 2)
    wait_until_ready(bidder, watcher)
    assert known(watcher, heard)[:-1] == seen[0][:-1], "now as before"
    heard.clear()
    raise_bids(watcher, 1, 4, 0)
    watcher.page.locator("[data-do=confirm]").click()
    expect(watcher.page.locator(".log")).to_contain_text(
        "has bid, from left to right: 7, 0 and 2 (9 in all)"
    )
    expect(someone.page.locator(".log")).to_contain_text("1, 4 and 0 (5 in all)")
    assert "7, 0 and 2 (9 in all)" in "".join(heard), "the test hears what it listens for"
    assert someone.errors == watcher.errors == []


def test_a_bid_of_several_energy_is_one_move_undone_locally(two: Pair) -> None:
    ann, bo = two
    page = ann.page
    asked = ann.question
    tokens = page.locator("[data-token]")
    pending = page.locator(".pending")
    expect(pending).to_be_hidden()
    most = sum(energy(ann))
    expect(tokens).to_have_count(most)
    raise_bids(ann, 3, 0, 1)
    page.locator("[data-minus='bid 1']").click()
    shows(ann, 2, 0, 1)
    expect(page.locator("[data-left]")).to_have_text(str(most - 3))
    expect(page.locator("[data-token].spent")).to_have_count(3)
    expect(page.locator("[data-do=confirm]")).to_have_text("Confirm: My Bids are set")

    bid(bo, 5, 0, 0)
    wait_until_ready(1, ann)
    shows(ann, 2, 0, 1)  # what is half made stays
    page.keyboard.press("Escape")
    shows(ann, 0, 0, 0)
    expect(pending).to_be_hidden()
    raise_bids(ann, most)
    expect(page.locator("[data-plus][aria-disabled=true]")).to_have_count(3)  # nothing is left
    page.locator("[data-do=clear]").click()
    shows(ann, 0, 0, 0)
    assert ann.question == asked, "nothing was sent"


def test_a_bid_is_typed_or_dragged(two: Pair) -> None:
    ann, _ = two
    page = ann.page
    counts = page.locator("input[data-count]")
    page.set_viewport_size({"width": 1366, "height": 625})
    high = "e => e.offsetHeight"
    before = page.locator(".dock").evaluate(high)
    counts.nth(0).fill("7")
    assert page.locator(".dock").evaluate(high) == before, "the buttons find room beside the hand"
    most = sum(energy(ann))
    expect(page.locator("[data-left]")).to_have_text(str(most - 7))
    counts.nth(1).fill("99")  # no more than there is
    expect(page.locator("[data-left]")).to_have_text("0")
    counts.nth(2).click()
    shows(ann, 7, most - 7, 0)
    counts.nth(1).focus()
    page.keyboard.press("ArrowDown")
    shows(ann, 7, most - 8, 0)
    box = counts.nth(0).bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] - 22, box["y"] + 20)
    page.mouse.up()
    shows(ann, 4, most - 8, 0)
    counts.nth(2).focus()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator(".own b")).to_have_text(["4", str(most - 8), "2"])
    assert ann.errors == []


def test_the_first_items_spread_by_themselves(person: NewPerson) -> None:
    ann, _ = sit_together(person(), person(), "ten-suns")
    ann.page.get_by_role("button", name="Spread them for me").click()
    expect(ann.page.locator(".stepper")).to_have_count(3)
    placed = ann.page.locator(".tray .item:not(.vacant)")
    expect(placed).to_have_count(5)  # three parts and two Lunar
    assert ann.errors == []


def test_a_bid_is_taken_back_as_a_whole(two: Pair) -> None:
    ann, bo = two
    most = sum(energy(ann))
    bid(ann, 2, 1, 4)
    wait_until_ready(0, bo)
    take_back(ann)
    expect(ann.page.locator("[data-token]")).to_have_count(most)
    expect(ann.page.locator("[data-do=undo]")).to_have_count(0)
    bid(ann, 0, most - 1, 1)  # all there is
    take_back(ann)
    ann.page.get_by_role("button", name="Bid nothing").click()
    ann.page.locator("[data-do=confirm]").click()
    expect(ann.page.locator(".own b")).to_have_text(["0", "0", "0"])
    wait_until_ready(0, bo)


def test_nobody_waits_for_the_bids_of_a_bot(person: NewPerson, tmp_path: Path) -> None:
    """The pace of bots is for what can be seen; a Bid has many steps that cannot."""
    server = Server(tmp_path, pace="15")
    try:
        ann = person(server)
        page = ann.page
        page.goto("/new/ten-suns")
        selects = page.locator("select[name=seats]")
        for seat in range(1, selects.count()):
            selects.nth(seat).select_option("novice" if seat == 1 else "")
        page.get_by_role("button", name="Make the table").click()
        page.wait_for_url("**/table/*")
        ann.wait_for_turn()
        place_items(ann)
        wait_until_ready(1, ann)
        page.context.close()
    finally:
        server.stop()


def test_every_use_of_a_god_can_be_put_together_on_the_board() -> None:
    game = tianxia.game("ten-suns")
    dice = random.Random(1)
    seen = set()
    for seed in range(6):
        state = game.new(players=3, seed=seed)
        while not state.over():
            seat = state.next_actor()
            uses = [c for c in choices(state, seat) if c.action.startswith("use ")]
            if uses:
                board = Board(game, state.view(seat), ["Ann", "Bo", "Cai"], choices(state, seat))
                drawn = board.board() + board.hand()
                parts = {html.unescape(part) for part in re.findall('data-pick="([^"]*)"', drawn)}
                for use in uses:
                    god, _, target = use.action.removeprefix("use ").partition(" ")
                    needed = {god, *target.split(">")} - {""}
                    assert needed <= parts, use.action
                    seen.add(god)
            state.play(seat, dice.choice(state.legal(seat)))
    assert "monkey-king" in seen


def positions(someone: Person, folder: Path) -> Iterator[str]:
    """The board with the first options of a game, and in the middle and at the end of another."""
    someone.play_now("Ten Suns")
    someone.wait_for_turn()
    yield "items"
    place_items(someone)
    someone.wait_for_turn()
    yield "bids"
    raise_bids(someone, 1, 2)
    yield "half made"
    someone.watch(random_record(players=6, game="ten-suns"), folder)
    replay = someone.page.url.partition("?")[0]
    last = int(someone.page.locator("#move").get_attribute("max") or 0)
    for move in (last // 2, last * 2 // 3, last):
        someone.page.goto(f"{replay}?move={move}")
        yield f"move {move} of {last}"


def test_no_serious_barriers(person: NewPerson, tmp_path: Path) -> None:
    someone = person()
    found = {name: barriers(someone.page) for name in positions(someone, tmp_path)}
    assert {name: what for name, what in found.items() if what} == {}


def test_it_fits_a_phone(person: NewPerson, tmp_path: Path) -> None:
    someone = person(viewport=PHONE, has_touch=True, is_mobile=True)
    for name in positions(someone, tmp_path):
        assert someone.page.evaluate(TOO_WIDE) <= 0, f"{name} is too wide"
        assert someone.page.evaluate(SMALL, [TARGET, OPTION]) == [], name
    assert someone.errors == []
