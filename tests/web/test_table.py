"""The table in the browser: two people, links, reconnecting, undo, replay."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Route, expect

import tianxia
from tests.server.running import Server, random_record

from .conftest import PATIENCE, NewPerson
from .person import MINE, Person
from .together import overheard, sit_together

TITLE = "Middle Kingdom"
#: Counts what is heard and notified, and lets the page believe it is out of sight.
CALLS = """
  window.chimes = 0;
  window.notes = [];
  window.AudioContext = class extends AudioContext {
    resume() { window.chimes += 1; return super.resume(); } // once for each sound
  };
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { window.notes.push([title, body]); }
  };
  Object.defineProperty(document, "hidden", { get: () => window.outOfSight ?? false });
"""


AN_HOUR_OUT_OF_SIGHT = """() => {
  const seen = () => document.dispatchEvent(new Event("visibilitychange"));
  outOfSight = true;
  seen();
  const now = Date.now();
  Date.now = () => now + 3600000;
  outOfSight = false;
  seen();
}"""


@pytest.fixture
def two(person: NewPerson) -> tuple[Person, Person]:
    """Two people at one table, the second through the first one's invitation."""
    return sit_together(person(), person())


def pick(someone: Person, *cards: str) -> None:
    for card in cards:
        someone.page.locator(f"[data-pick='{card}']").click()


def cards_in_row(someone: Person) -> set[str | None]:
    cards = someone.page.locator("[data-place=row]")
    return {card.get_attribute("data-kind") for card in cards.all()}


def test_two_people_bid_in_secret(two: tuple[Person, Person]) -> None:
    ann, bo = two
    while len(cards_in_row(ann)) == 1:  # these are claimed without a question, and nobody sees bids
        sit_together(ann, bo)
    heard = overheard(bo.page)
    pick(ann, "2", "6")
    confirm = ann.page.locator("[data-do=confirm]")
    expect(confirm).to_have_text("Confirm: Bid 6 in slot A and 2 in slot B")
    confirm.click()
    expect(ann.page.locator(".choice")).to_have_text("You have chosen: 6 for slot A, 2 for slot B.")
    expect(bo.page.locator(".bids .back")).to_have_count(2)  # face down
    own_cards = 'data-place="slot-0"'
    assert own_cards not in "".join(heard)
    assert own_cards not in bo.page.content()
    assert "You have chosen" not in "".join(heard) + bo.page.content()
    answer = bo.page.request.get(f"/api/tables/{bo.table}/view").json()
    assert answer["view"]["choice"] is None
    assert answer["view"]["seats"][0]["slots"][0]["card"] is None

    pick(bo, "7", "3")
    bo.page.locator("[data-do=confirm]").click()
    expect(bo.page.locator(".ranking")).to_contain_text("6")
    assert bo.page.locator("[data-kind='bid-0-6'][data-place='slot-0']").count()
    expect(ann.page.locator(".news")).to_contain_text("bid")
    assert ann.errors == bo.errors == []


@pytest.mark.parametrize("game", ["middle-kingdom", "ten-suns"])
def test_two_people_play_to_the_end(game: str, person: NewPerson) -> None:
    two = sit_together(person(), person(), game)
    for _ in range(1000):
        if two[0].over():
            break
        for someone in two:
            someone.page.wait_for_timeout(30)
            if someone.page.locator("#prompt-text[data-mine='1']").count():
                someone.decide()
    for someone in two:
        expect(someone.page.locator(".scroll")).to_be_visible()
    two[0].page.get_by_role("button", name="Play again").click()
    two[0].page.wait_for_url(lambda url: two[1].table not in url)
    two[1].page.get_by_role("link", name="To the next game").click()
    two[1].page.wait_for_selector("#prompt-text")
    assert two[0].table == two[1].table


def test_the_next_question_need_not_wait_for_word_on_the_last(
    person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.web.person.PATIENCE", 20)
    someone = person()
    someone.play_with_novices(tianxia.game("middle-kingdom"))
    held: list[tuple[Route, APIResponse]] = []
    someone.page.route("**/decisions", lambda route: held.append((route, route.fetch())))
    part = someone.page.locator("[data-pick]:visible").first
    while len(held) < 2 or not part.count():
        someone.play(1)
        assert someone.wait_for_turn()
    part.click()
    expect(part).to_have_attribute("aria-pressed", "true")
    for route, answer in held:
        route.fulfill(response=answer)
    someone.page.wait_for_timeout(100)
    expect(part).to_have_attribute("aria-pressed", "true")


def test_a_compound_move_is_undone_locally(two: tuple[Person, Person]) -> None:
    ann, _ = two
    pending = ann.page.locator(".pending")
    expect(pending).to_be_hidden()
    pick(ann, "5")
    expect(ann.page.locator("[data-do=confirm]")).to_be_disabled()
    pick(ann, "5")
    expect(ann.page.locator("[data-pick='5']")).to_have_attribute("aria-pressed", "true")
    pick(ann, "5")
    expect(pending).to_be_hidden()
    pick(ann, "5", "R")
    ann.page.locator("[data-do=clear]").click()
    expect(pending).to_be_hidden()
    assert ann.question == "0", "nothing was sent"


def test_a_secret_bid_is_taken_back(two: tuple[Person, Person]) -> None:
    ann, bo = two
    pick(ann, "7", "R")
    ann.page.locator("[data-do=confirm]").click()
    expect(bo.page.locator(".bids .back")).to_have_count(2)
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator(".choice")).to_have_count(0)
    expect(bo.page.locator(".bids .back")).to_have_count(0)
    expect(bo.page.locator("[data-do=undo]")).to_have_count(0)


def test_what_is_half_made_stays_when_others_answer(two: tuple[Person, Person]) -> None:
    ann, bo = two
    pick(ann, "4")
    pick(bo, "7", "R")
    bo.page.locator("[data-do=confirm]").click()
    expect(ann.page.locator(".bids .back")).to_have_count(2)
    expect(ann.page.locator("[data-pick='4']")).to_have_class(re.compile(r"\bchosen\b"))


def test_a_typed_move(two: tuple[Person, Person]) -> None:
    ann, _ = two
    ann.page.get_by_role("tab", name="More").click()
    typed = ann.page.get_by_label("Type a move")
    typed.fill("bid 9")
    typed.press("Enter")
    expect(ann.page.locator("#toast")).to_contain_text("not possible")
    typed.fill("BID 7/1")
    typed.press("Enter")
    expect(ann.page.locator(".choice")).to_contain_text("7 for slot A, 1 for slot B")


def test_chat_and_leaving_and_coming_back(two: tuple[Person, Person]) -> None:
    ann, bo = two
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("good luck <3")
    ann.page.get_by_role("button", name="Send").click()
    expect(bo.page.locator(".unread")).to_be_visible()
    bo.page.get_by_role("tab", name="Chat").click()
    expect(bo.page.locator(".said")).to_contain_text("good luck <3")

    bo.page.on("dialog", lambda dialog: dialog.accept())
    bo.page.get_by_role("tab", name="More").click()
    bo.page.get_by_role("button", name="Leave the table").click()
    expect(ann.page.locator(".player").nth(1)).to_contain_text("a bot stands in")
    ann.decide()
    back = bo.page.get_by_role("button", name="Take your seat back")
    back.click()
    expect(back).to_have_count(0)
    expect(ann.page.locator(".player").nth(1)).not_to_contain_text("a bot stands in")


def test_who_is_called_to_the_turn_and_how(two: tuple[Person, Person]) -> None:
    ann, bo = two
    page = ann.page
    page.add_init_script(CALLS)
    page.reload()
    expect(page).to_have_title("● Your turn · Middle Kingdom")
    assert page.evaluate("chimes") == 0, "a page just opened calls nobody"
    assert called(ann, bo) == (1, []), "a notification only where it is wanted"

    page.get_by_role("tab", name="More").click()
    page.get_by_label("A notification when it is your turn").check()
    page.evaluate("outOfSight = true")
    assert called(ann, bo) == (1, [["Middle Kingdom · Tianxia", "It is your turn."]])

    page.get_by_role("checkbox", name="Sounds").uncheck()
    page.evaluate("outOfSight = false")
    assert called(ann, bo) == (0, []), "in sight it needs no notification"
    page.reload()
    page.get_by_role("tab", name="More").click()
    expect(page.get_by_role("checkbox", name="Sounds")).not_to_be_checked()
    assert ann.errors == []


def called(ann: Person, bo: Person) -> tuple[int, list[list[str]]]:
    """The sounds and notifications with which Ann is asked, after having waited for Bo."""
    while ann.page.locator(MINE).count():
        ann.decide()
    expect(ann.page).to_have_title("Middle Kingdom · Tianxia")
    ann.page.evaluate("chimes = 0, notes = []")
    while not ann.page.locator(MINE).count():
        if bo.page.locator(MINE).count():
            bo.decide()
        bo.page.wait_for_timeout(100)
    expect(ann.page).to_have_title("● Your turn · Middle Kingdom")
    chimes, notes = ann.page.evaluate("[chimes, notes]")
    return chimes, notes


def test_everybody_sees_who_is_there(two: tuple[Person, Person], person: NewPerson) -> None:
    ann, bo = two
    his_seat = ann.page.locator(".player").nth(1)
    expect(his_seat.locator(".here")).to_have_text("is here")
    bo.page.goto("/")
    expect(his_seat).to_contain_text("is not here")
    bo.page.goto(f"/table/{ann.table}")
    expect(his_seat.locator(".here")).to_be_visible()

    ann.page.get_by_role("tab", name="More").click()
    watch = ann.page.get_by_role("button", name="Copy the link for spectators")
    cy = person()
    cy.page.goto(watch.get_attribute("data-copy") or "")
    name = cy.page.locator("header .who").inner_text()
    expect(ann.page.locator(".watching")).to_have_text(f"Watching: {name}")
    cy.page.goto("/")
    expect(ann.page.locator(".watching")).to_have_count(0)


def test_a_spectator_sees_what_a_spectator_may(
    two: tuple[Person, Person], person: NewPerson
) -> None:
    ann, _ = two
    cy = person()
    answer = cy.page.goto(f"/table/{ann.table}")
    assert answer
    assert answer.status == 404, "a private table needs its link"
    expect(cy.page.get_by_role("heading", level=1)).to_be_visible()
    ann.page.get_by_role("tab", name="More").click()
    link = ann.page.get_by_role("button", name="Copy the link for spectators").get_attribute(
        "data-copy"
    )
    assert link
    cy.page.goto(link)
    pick(ann, "6", "2")
    ann.page.locator("[data-do=confirm]").click()
    expect(cy.page.locator(".bids .back")).to_have_count(2)
    assert cy.page.locator(".option").count() == 0
    assert "You have chosen" not in cy.page.content()


def test_a_second_tab_follows(two: tuple[Person, Person]) -> None:
    ann, _ = two
    other = Person(ann.page.context.new_page())
    other.page.goto(f"/table/{ann.table}")
    pick(other, "6", "2")
    other.page.locator("[data-do=confirm]").click()
    expect(ann.page.locator(".choice")).to_contain_text("6 for slot A, 2 for slot B")
    ann.page.get_by_role("button", name="Undo").click()
    expect(other.page.locator(".choice")).to_have_count(0)


def test_another_device_takes_over_by_link(person: NewPerson) -> None:
    ann = person()
    ann.play_now(TITLE)
    ann.page.locator(".menu summary").click()
    ann.page.get_by_role("button", name="Make a link").click()
    path = ann.page.locator(".made-link a").get_attribute("href")
    assert path
    phone = person()
    phone.page.goto(path)
    phone.page.get_by_role("button", name="Be").click()
    phone.page.wait_for_url("**/")
    phone.page.locator(".mine a").click()
    phone.page.wait_for_selector("#prompt-text[data-mine='1']")
    assert phone.table == ann.table


def test_a_page_lives_through_a_killed_server(person: NewPerson, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann = person(server)
        ann.play_now(TITLE)
        ann.play(6)
        ann.wait_for_turn()
        before = ann.prompt(), ann.log()
        server.kill()
        ann.page.wait_for_selector("body.offline")
        server.start()
        ann.page.wait_for_selector("body:not(.offline)")
        assert (ann.prompt(), ann.log()) == before
        ann.play(3)
        assert len(ann.log()) > len(before[1])
        ann.page.context.close()
    finally:
        server.stop()


def test_a_page_that_wakes_up_connects_anew(person: NewPerson) -> None:
    ann = person()
    page = ann.page
    page.add_init_script(CALLS)
    ann.play_now(TITLE)
    page.wait_for_selector("body:not(.offline)")
    with page.expect_websocket():
        page.evaluate("dispatchEvent(new Event('online'))")
    with page.expect_websocket():
        page.evaluate(AN_HOUR_OUT_OF_SIGHT)
    ann.play(2)
    assert ann.errors == []


def test_a_game_can_be_replayed_and_a_move_linked(person: NewPerson) -> None:
    ann = person()
    ann.play_now(TITLE)
    ann.play(5)
    ann.wait_for_turn()
    board = ann.page.locator("[data-region=board]")
    ann.page.goto(f"/table/{ann.table}/replay")
    steps = (ann.page.locator(".slider").get_attribute("data-steps") or "").split(",")
    assert len(steps) < int(ann.page.locator("#move").get_attribute("max") or 0), (
        "bids are one step"
    )
    before, after = steps[1:3]
    ann.page.goto(f"/table/{ann.table}/replay?move={after}")
    linked = board.text_content() or ""
    ann.page.goto(f"/table/{ann.table}/replay?move={before}")
    expect(ann.page.locator("output")).to_contain_text(f"{before} /")
    assert board.text_content() != linked
    ann.page.get_by_role("button", name="One move on").click()
    ann.page.wait_for_url(f"**/replay?move={after}*")
    expect(board).to_have_text(linked)
    assert ann.page.locator(".option").count() == 0
    assert ann.errors == []


def test_a_replay_plays_by_itself_and_by_keys(person: NewPerson, tmp_path: Path) -> None:
    ann = person()
    ann.page.add_init_script("localStorage.tianxia = JSON.stringify({replay: 'fast'})")
    ann.watch(random_record(players=2), tmp_path)
    page, output = ann.page, ann.page.locator("output")
    slider = page.locator(".slider")
    steps = [int(n) for n in (slider.get_attribute("data-steps") or "").split(",")]
    rounds = [int(n) for n in (slider.get_attribute("data-rounds") or "").split(",")]
    assert page.locator("#rounds option").count() == len(rounds) > 5
    play = page.get_by_role("button", name="Play by itself")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(output).to_contain_text(f"{steps[2]} /")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    for key, move in (
        ("Home", 0),
        ("ArrowRight", steps[1]),
        ("PageDown", next(move for move in rounds if move > steps[1])),
        ("ArrowLeft", max(s for s in steps if s < next(m for m in rounds if m > steps[1]))),
        ("End", steps[-1]),
    ):
        page.keyboard.press(key)
        expect(output).to_contain_text(f"{move} /")
    page.keyboard.press("Space")  # from the end it begins anew
    expect(output).to_contain_text(f"{steps[1]} /")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Shortcuts")).to_contain_text("Play by itself, or stop")
    assert ann.errors == []


def test_looking_back_begins_before_the_own_last_decision(person: NewPerson) -> None:
    ann = person()
    ann.play_now(TITLE)
    ann.play(2)
    ann.wait_for_turn()
    ann.page.get_by_role("tab", name="More").click()
    ann.page.get_by_role("link", name="Look back at earlier moves").click()
    shown, last = ann.page.locator("output").inner_text().split(" / ")
    assert 0 < int(shown) < int(last)


def test_a_copied_link_to_a_move_opens_for_others(person: NewPerson) -> None:
    ann, bo = person(), person()
    ann.play_now(TITLE)
    ann.play(2)
    ann.page.goto(f"/table/{ann.table}/replay?move=1")
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.get_by_role("button", name="Copy a link to this move").click()
    expect(ann.page.locator("#toast")).to_have_text("Copied")
    bo.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    expect(bo.page.locator("output")).to_contain_text("1 /")
    assert bo.page.url == ann.page.url


def test_it_says_when_it_is_your_turn(person: NewPerson) -> None:
    ann = person()
    ann.play_now(TITLE)
    ann.wait_for_turn()
    expect(ann.page).to_have_title("● Your turn · Middle Kingdom")
    ann.decide()
    ann.wait_for_turn()
    spoken = ann.page.locator("#live")
    expect(spoken).to_contain_text(".")
    assert ann.prompt().strip() in (spoken.text_content() or "")


def test_a_part_of_the_rules_is_one_click_away(person: NewPerson) -> None:
    ann = person()
    ann.play_now(TITLE)
    ann.page.get_by_role("tab", name="Rules").click()
    parts = ann.page.get_by_role("navigation", name="Parts of the rules")
    heading = ann.page.get_by_role("heading", name="The Market")
    expect(heading).not_to_be_in_viewport()
    parts.get_by_role("link", name="The Market").click()
    expect(heading).to_be_in_viewport()


def test_a_public_table_appears_and_goes_while_one_looks(person: NewPerson) -> None:
    looker, host = person(), person()
    looker.page.goto("/")
    host.page.goto("/new/middle-kingdom")
    host.page.get_by_label("Everybody").check()
    host.page.get_by_role("button", name="Make the table").click()
    host.page.wait_for_url("**/table/*")
    listed = looker.page.locator(f"a[href='/table/{host.table}']")
    expect(listed).to_be_visible()
    host.page.get_by_role("button", name="Begin now").click()
    expect(listed.locator(".state")).to_have_count(0)


def test_somebody_new_sits_down_at_a_public_table(person: NewPerson) -> None:
    host, stranger = person(), person()
    host.page.goto("/new/middle-kingdom")
    selects = host.page.locator("select[name=seats]")
    for seat in range(2, selects.count()):
        selects.nth(seat).select_option("")
    host.page.get_by_label("Everybody").check()
    host.page.get_by_role("button", name="Make the table").click()
    host.page.wait_for_url("**/table/*")
    stranger.page.goto(f"/table/{host.table}")
    stranger.page.get_by_role("button", name="Sit at seat 2").click()
    stranger.page.wait_for_selector(MINE)
    pick(stranger, "6", "2")
    stranger.page.locator("[data-do=confirm]").click()
    expect(stranger.page.locator(".choice")).to_have_text(
        "You have chosen: 6 for slot A, 2 for slot B."
    )
    expect(host.page.locator(".bids .back")).to_have_count(2)


def test_the_front_page_says_whose_turn_it_is(two: tuple[Person, Person]) -> None:
    ann, bo = two
    front = ann.page.context.new_page()
    front.goto("/")
    turn = front.locator(f".mine a[href='/table/{ann.table}'] .state")
    expect(turn).to_have_text("Your turn")
    pick(ann, "6", "2")
    ann.page.locator("[data-do=confirm]").click()
    name = bo.page.locator("header .who").inner_text()
    expect(turn).to_have_text(f"Waiting for {name}")
    ann.page.get_by_role("button", name="Undo").click()
    expect(turn).to_have_text("Your turn")


def test_a_record_is_downloaded_and_watched_again(person: NewPerson, tmp_path: Path) -> None:
    ann = person()
    record = random_record()
    ann.watch(record, tmp_path)
    slider = ann.page.get_by_role("slider")
    slider.focus()
    slider.press("End")
    expect(ann.page.locator(".scroll")).to_be_visible()
    ann.page.locator("#eyes").select_option("1")
    ann.page.wait_for_url("**seat=1")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    assert download.value.path().read_text() == record


def test_against_bots_one_goes_back_past_their_moves(person: NewPerson) -> None:
    ann = person()
    ann.play_with_novices(tianxia.game("year-of-the-dragon"))
    back = ann.page.locator("#actions [data-do=rewind]")
    ann.wait_for_turn()
    while not back.count():  # within a month nothing is drawn
        ann.decide()
        assert ann.wait_for_turn()
    asked, prompt, log = ann.question, ann.prompt(), ann.log()
    line = ann.page.locator(".log .rewind").first
    expect(line).to_have_attribute("data-to", back.get_attribute("data-to") or "")
    back.click()
    assert ann.moved_on(asked, PATIENCE)
    expect(ann.page.locator(".log li")).not_to_have_count(len(log))
    assert ann.prompt() != prompt or len(ann.log()) < len(log)
    assert ann.errors == []
