"""Tables, seats and links, through the API."""

from typing import get_args

import httpx
import pytest

from tianxia.bots import LEVELS
from tianxia.server.schemas import Level, SeatBody, Wanted

from .running import Player, Server, good, refused


def test_games_are_listed_with_their_options(ann: Player) -> None:
    found = {game["id"]: game for game in ann.get("/api/games")}
    assert found["middle-kingdom"]["players"] == [2, 3, 4, 5]
    assert found["middle-kingdom"]["options"][0]["name"] == "experienced"


def test_every_level_can_be_asked_for() -> None:
    assert get_args(Level) == LEVELS
    assert get_args(Wanted) == ("me", "open", *LEVELS)
    assert get_args(SeatBody.model_fields["wanted"].annotation) == ("open", *LEVELS)


def test_a_guest_is_known_by_token_and_by_cookie(server: Server, ann: Player) -> None:
    assert ann.get("/api/guests/me")["name"] == "Ann"
    with httpx.Client(base_url=server.url, cookies={"tianxia": ann.token}) as browser:
        assert good(browser.get("/api/guests/me"))["name"] == "Ann"
        browser.cookies.set("tianxia", ann.token[:-2] + "xx")
        refused(browser.post("/api/tables", json={"game": "x", "seats": ["me"]}), 401, "who")
    with httpx.Client(base_url=server.url) as browser:
        made = browser.post("/api/guests", json={})
        assert "httponly" in made.headers["set-cookie"].lower()
        assert "samesite=lax" in made.headers["set-cookie"].lower()
        assert good(browser.get("/api/guests/me"))["name"] == good(made)["name"]


def test_a_name_is_cleaned_and_changes_at_the_table_too(ann: Player) -> None:
    table = ann.table(["me", "open"])
    good(ann.call("PUT", "/api/guests/me", name="  An\u0007na \n Li "))
    assert ann.get(f"/api/tables/{table}")["seats"][0]["name"] == "An na Li"
    refused(ann.call("PUT", "/api/guests/me", name=" \t "), 422, "invalid")


def test_a_table_begins_when_the_last_seat_is_taken(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open"])
    assert ann.get(f"/api/tables/{table}")["state"] == "waiting"
    refused(ann.http.get(f"/api/tables/{table}/view"), 409, "not-begun")
    bo.come(table, ann, 1)
    assert ann.get(f"/api/tables/{table}")["state"] == "running"
    assert bo.view(table)["question"] is not None


def test_the_host_gives_seats_to_bots_and_begins(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open", "open"])
    bo.post(f"/api/tables/{table}/enter", key=key(ann, table, "invite"))
    refused(bo.call("PATCH", f"/api/tables/{table}/seats/1", wanted="adept"), 403, "host-only")
    refused(bo.call("POST", f"/api/tables/{table}/start", level="adept"), 403, "host-only")
    good(ann.call("PATCH", f"/api/tables/{table}/seats/1", wanted="novice"))
    good(ann.call("PATCH", f"/api/tables/{table}/seats/1", wanted="open"))
    began = ann.post(f"/api/tables/{table}/start", level="adept")
    assert [seat["kind"] for seat in began["seats"]] == ["person", "bot", "bot"]
    assert len({seat["name"] for seat in began["seats"]}) == 3
    refused(ann.call("POST", f"/api/tables/{table}/start", level="adept"), 409, "begun")


def test_options_and_numbers_of_players_are_checked(ann: Player) -> None:
    for body in (
        {"seats": ["me"]},
        {"seats": ["me", "adept"], "options": {"experienced": True}},
        {"seats": ["me", "adept"], "options": {"nonsense": 1}},
        {"seats": ["me", "me"]},
        {"seats": ["me", "emperor"]},
        {"seats": ["me", "adept"], "surprise": True},
    ):
        refused(ann.call("POST", "/api/tables", game="middle-kingdom", **body), 422, "invalid")
    refused(ann.call("POST", "/api/tables", game="go", seats=["me", "open"]), 404, "no-game")


def test_a_private_table_needs_its_link(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open"])
    cy = bo
    for method, path in (
        ("GET", ""),
        ("GET", "/view"),
        ("GET", "/chat"),
        ("GET", "/moves/0"),
        ("PUT", "/seats/1"),
        ("POST", "/undo"),
    ):
        refused(cy.call(method, f"/api/tables/{table}{path}"), 404, "no-table")
    assert cy.http.get(f"/table/{table}").status_code == 404
    assert table not in cy.http.get("/").text
    refused(cy.call("POST", f"/api/tables/{table}/enter", key="guessed"), 404, "no-table")
    cy.post(f"/api/tables/{table}/enter", key=key(ann, table, "watch"))
    assert cy.get(f"/api/tables/{table}")["invite"] is None
    refused(cy.call("PUT", f"/api/tables/{table}/seats/1"), 403, "watch-only")
    cy.post(f"/api/tables/{table}/enter", key=key(ann, table, "invite"))
    good(cy.call("PUT", f"/api/tables/{table}/seats/1"))


def test_a_public_table_is_listed_until_it_begins(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open"], public=True)
    listed = {found["id"] for found in bo.get("/api/tables")}
    assert table in listed
    assert table in bo.http.get("/").text
    good(bo.call("PUT", f"/api/tables/{table}/seats/1"))
    assert table not in {found["id"] for found in bo.get("/api/tables")}


def test_seats_are_bound_to_their_guests(ann: Player, bo: Player, server: Server) -> None:
    table = ann.table(["me", "open", "open"])
    bo.come(table, ann, 1)
    refused(bo.call("PUT", f"/api/tables/{table}/seats/2"), 409, "seated-already")
    refused(bo.call("PUT", f"/api/tables/{table}/seats/9"), 404, "no-seat")
    cy = Player(server, "Cy")
    cy.post(f"/api/tables/{table}/enter", key=key(ann, table, "invite"))
    refused(cy.call("PUT", f"/api/tables/{table}/seats/1"), 409, "seat-taken")
    left = good(bo.call("DELETE", f"/api/tables/{table}/seat"))
    assert left["seats"][1]["kind"] == "open"


def test_who_leaves_is_played_by_a_bot_and_can_come_back(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    good(bo.call("DELETE", f"/api/tables/{table}/seat"))
    seat = ann.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["kind"], seat["away"], seat["name"]) == ("person", True, "Bo")
    asked = ann.play_on(table, decisions=3)
    assert asked["view"]["decisions"] > 3, "the bot decided as well"
    refused(bo.decide(table, 0, "bid 1"), 409, "away")
    refused(bo.call("POST", f"/api/tables/{table}/undo"), 409, "away")
    back = good(bo.call("PUT", f"/api/tables/{table}/seats/1"))
    assert back["seats"][1]["away"] is False
    while bo.view(table)["question"] is None:  # the bot may have answered for Bo already
        ann.answer(table)
    assert bo.view(table)["choices"]


def test_chat_is_heard_at_the_table_only(ann: Player, bo: Player, server: Server) -> None:
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    ann.post(f"/api/tables/{table}/chat", text="  hello <b>all</b> ")
    said = bo.get(f"/api/tables/{table}/chat")
    assert [(line["name"], line["text"]) for line in said] == [("Ann", "hello <b>all</b>")]
    assert "hello &lt;b&gt;all&lt;/b&gt;" in bo.http.get(f"/table/{table}").text
    stranger = Player(server, "Cy")
    refused(stranger.call("POST", f"/api/tables/{table}/chat", text="hi"), 404, "no-table")


def test_the_hand_over_link_works_once(ann: Player, server: Server) -> None:
    path = ann.post("/api/guests/me/hand-over")["path"]
    with httpx.Client(base_url=server.url) as phone:
        assert "Ann" in phone.get(path).text, "a preview does not use it up"
        key = path.rpartition("/")[2]
        assert good(phone.post("/api/hand-overs", json={"key": key}))["name"] == "Ann"
        assert good(phone.get("/api/guests/me"))["name"] == "Ann"
        assert phone.cookies["tianxia"] != ann.token, "each device has a session of its own"
        refused(phone.post("/api/hand-overs", json={"key": key}), 404, "no-hand-over")


def test_a_daily_court_is_shown_to_those_who_have_played_it(ann: Player, bo: Player) -> None:
    first, second = (who.post("/api/daily/xiang-chi")["id"] for who in (ann, bo))
    assert ann.play_on(first)["view"]["over"]
    past = f"/api/tables/{first}/moves/0"
    refused(bo.http.get(past), 404, "no-table")
    assert f"/table/{first}" not in bo.http.get("/daily/xiang-chi").text
    assert bo.play_on(second)["view"]["over"]
    assert bo.get(past)["view"]["decisions"] == 0
    assert f"/table/{first}" in bo.http.get("/daily/xiang-chi").text


def test_a_link_to_a_move_brings_a_spectator(ann: Player, bo: Player, server: Server) -> None:
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    link = f"/table/{table}/replay?move=0"
    with httpx.Client(base_url=server.url, follow_redirects=True) as browser:
        assert browser.get(link).status_code == 404
        page = browser.get(f"{link}&key={key(ann, table, 'watch')}")
        assert page.status_code == 200
        assert str(page.url).endswith(link)


@pytest.mark.parametrize("wanted", ["invite", "watch"])
def test_a_link_in_the_browser_makes_a_guest_and_leaves_the_address(
    wanted: str, ann: Player, server: Server
) -> None:
    table = ann.table(["me", "open"])
    link = ann.get(f"/api/tables/{table}")[wanted]
    with httpx.Client(base_url=server.url, follow_redirects=True) as browser:
        page = browser.get(link)
        assert page.status_code == 200
        assert "key=" not in str(page.url)
        assert ("Sit here" in page.text) == (wanted == "invite")


def key(player: Player, table: str, which: str) -> str:
    link = player.get(f"/api/tables/{table}")[which]
    assert isinstance(link, str)
    return link.partition("key=")[2]
