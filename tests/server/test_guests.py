"""Signing out, names, and what a host can do about guests."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from tianxia.server.errors import Refused
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.live import sessions_of
from tianxia.server.look import look, table_out
from tianxia.server.main import whole_app
from tianxia.server.names import distinct, skeleton
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import Base, TableRow

from .running import good, inside, refused

BROWSER = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def here(databases: str, house: Callable[..., House]) -> House:
    return house(databases)


def people(house: House, *names: str) -> list[Guest]:
    return [house.guests.create(name) for name in names]


def room(house: House, host: Guest, seats: list[str], **more: Any) -> str:
    return house.seats.create(host, Plan("middle-kingdom", {}, seats, public=True, **more))


def code(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code


def test_signing_out_here_and_everywhere(here: House) -> None:
    ann, bo = people(here, "Ann", "Bo")
    desk, phone, tablet = (here.guests.sign_in(ann) for _ in range(3))
    other = here.guests.sign_in(bo)
    here.sign_out(ann, desk)
    assert here.guests.known(desk) is None
    assert here.guests.known(phone) == ann
    here.sign_out(bo, phone)
    assert here.guests.known(phone) == ann, "nobody signs others out"
    here.sign_out(ann, None)
    assert [here.guests.known(token) for token in (phone, tablet, other)] == [None, None, bo]


def test_no_script_can_read_what_proves_a_guest(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        made = await client.post("/api/guests", json={"name": "Ann"}, headers=BROWSER)
        assert good(made) == {"name": "Ann", "token": None}
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        secret = client.cookies["tianxia"]
        for path in ("/", "/api/guests/me", "/api/tables/mine"):
            assert secret not in (await client.get(path, headers=BROWSER)).text
        program = await client.post("/api/guests", json={})
        assert good(program)["token"]
        client.cookies.clear()
        client.cookies.set("tianxia", secret)
        gone = await client.delete("/api/guests/me/session", headers=BROWSER)
        assert good(gone)["name"] == "Ann"
        assert "max-age=0" in gone.headers["set-cookie"].lower()
        refused(await client.get("/api/guests/me"), 401, "who")

    inside(whole_app(Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1)), visit)


def test_open_pages_are_told_of_a_sign_out(here: House) -> None:
    async def listen() -> None:
        here.hub._loop = asyncio.get_running_loop()
        (ann,) = people(here, "Ann")
        with here.hub.listen([sessions_of(ann.id)], None) as told:
            here.sign_out(ann, None)
            await asyncio.wait_for(told.wait(), 60)
        here.hub._loop = None

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(listen())).result()


@pytest.mark.parametrize(
    "name",
    ["Ann", "ANN", "Αnn", "Аnn", "A n n", "Ann.", "Ànn", "\uff21nn"],  # Greek, Cyrillic ...
)
def test_names_that_look_alike_are_told_apart(name: str) -> None:
    assert skeleton(name) == skeleton("Ann")
    assert distinct(name, ["Ann"]) == f"{name} (2)"
    assert distinct(name, ["Ann", "Ann (2)"]) == f"{name} (3)"
    assert distinct("Bo", ["Ann"]) == "Bo"


def test_other_names_are_left_as_they_are() -> None:
    names = ["Ann", "Anna", "Bo", "李斯", "李四", "Ann 2", "🐉", "🐅"]
    assert len({skeleton(name) for name in names}) == len(names)


def test_everybody_at_a_table_has_a_name_of_their_own(here: House) -> None:
    ann, other, third = people(here, "Ann", "Аnn", "ann")
    id = room(here, ann, ["me", "open", "open"])
    here.seats.sit(id, other, 1)
    here.talk.say(id, third, "hello")
    with here.tables.opened(id) as table:
        assert table.names == ["Ann", "Аnn (2)", ""]
        assert [said.name for said in table.said] == ["ann (3)"]
    renamed = here.guests.rename(third, "Cy")
    here.talk.say(id, renamed, "better")
    with here.tables.opened(id) as table:
        assert table.said[-1].name == "Cy"
    bot = people(here, "Li Si")[0]
    for _ in range(5):
        with here.tables.opened(room(here, bot, ["me", *["novice"] * 4])) as table:
            assert len({skeleton(name) for name in table.names}) == 5


def test_the_host_silences_and_sends_away(here: House) -> None:
    ann, bo, cy = people(here, "Ann", "Bo", "Cy")
    id = room(here, ann, ["me", "open", "open"])
    here.seats.sit(id, bo, 1)
    here.talk.say(id, cy, "spam")
    assert code(lambda: here.seats.mute(id, bo, "Cy", True)) == "host-only"
    assert code(lambda: here.seats.mute(id, ann, "Nobody", True)) == "no-guest"
    assert code(lambda: here.seats.remove(id, ann, "Ann")) == "no-guest"
    table = here.seats.mute(id, ann, "Cy", True)
    assert table_out(here.hub, table, ann).muted == ["Cy"]
    assert table_out(here.hub, table, bo).muted == []
    assert code(lambda: here.talk.say(id, cy, "spam")) == "muted"
    here.seats.mute(id, ann, "Cy", False)
    here.talk.say(id, cy, "sorry")
    here.seats.remove(id, ann, "Bo")
    with here.tables.opened(id) as table:
        assert table.seats[1].kind == "open"
        key = table.row.key
    assert code(lambda: here.seats.sit(id, bo, 1)) == "no-table"
    assert code(lambda: here.seats.enter(id, bo, key)) == "no-table"
    here.seats.sit(id, cy, 1)
    here.seats.start(id, ann, "novice")
    here.seats.remove(id, ann, "Cy")
    with here.tables.opened(id) as table:
        assert [(seat.kind, seat.guest) for seat in table.seats[1:]] == [("bot", None)] * 2
        assert len(table.jobs) == 2, "bots play on"


def test_a_table_nobody_else_plays_at_can_be_deleted(here: House) -> None:
    ann, bo = people(here, "Ann", "Bo")
    id = room(here, ann, ["me", "novice"])
    here.talk.say(id, bo, "hello")
    with here.tables.opened(id) as table:
        play = table.begun()
        question, action = play.question(0) or 0, play.game.space.text(play.state.legal(0)[0])
    here.games.decide(id, ann, question, [action])
    here.games.undo(id, ann)
    assert code(lambda: here.seats.delete(id, bo)) == "host-only"
    here.seats.delete(id, ann)
    assert code(lambda: here.talk.say(id, ann, "gone")) == "no-table"
    with here.storage.session() as session:
        for model in Base.registry.mappers:
            if "table" in model.columns:
                left = select(func.count()).where(model.columns["table"] == id)
                assert session.scalar(left) == 0, model
        assert session.get(TableRow, id) is None
    together = room(here, ann, ["me", "open"])
    here.seats.sit(together, bo, 1)
    assert code(lambda: here.seats.delete(together, ann)) == "others-play"
    today = here.seats.create(ann, Plan("xiang-chi", {}, ["me"], daily="2026-11-17"))
    assert code(lambda: here.seats.delete(today, ann)) == "daily-stays"


def test_who_resigns_is_played_by_a_bot_for_good(here: House) -> None:
    ann, bo = people(here, "Ann", "Bo")
    id = room(here, ann, ["me", "open"])
    assert code(lambda: here.seats.resign(id, ann)) == "not-begun"
    here.seats.sit(id, bo, 1)
    here.seats.resign(id, bo)
    with here.tables.opened(id) as table:
        assert table.row.state == "running"
        assert list(table.jobs) == [f"{id}/1"]
    assert code(lambda: here.seats.sit(id, bo, 1)) == "resigned"
    assert code(lambda: here.seats.resign(id, bo)) == "resigned"
    assert code(lambda: here.records.record(id, ann)) == "record-later"
    table = here.seats.resign(id, ann)
    assert (table.row.state, table.row.given_up) == ("finished", True)
    assert look(table, 0).question is None
    assert look(table, 0).prompt == "The game was given up."
    assert look(table, 0).view["actors"] == []
    assert here.jobs.count() == {}
    assert "hash" in here.records.record(id, ann)
    assert code(lambda: here.games.decide(id, ann, 0, ["x"])) == "game-over"
    assert here.seats.rematch(id, bo) == here.seats.rematch(id, ann)


def test_a_court_given_up_has_no_place_among_the_results(here: House) -> None:
    (ann,) = people(here, "Ann")
    id = here.seats.create(ann, Plan("xiang-chi", {}, ["me"], daily="2026-11-17"))
    here.seats.resign(id, ann)
    assert here.lists.daily("xiang-chi", "2026-11-17") == []


def test_a_record_of_this_house_is_told_from_one_that_anybody_wrote(
    here: House, house: Callable[..., House], tmp_path: Path
) -> None:
    (ann,) = people(here, "Ann")
    id = here.seats.create(ann, Plan("xiang-chi", {}, ["me"]))
    with here.tables.opened(id) as table:
        play = table.begun()
        while not play.state.over():
            action = play.game.space.text(play.state.legal(0)[0])
            here.games.decide(id, ann, play.question(0) or 0, [action])
    text = here.records.record(id, ann)
    unsigned = play.match.record.text()
    other = house(f"sqlite:///{tmp_path / 'other.db'}")
    assert "signed " in text
    assert "signed " not in unsigned
    brought = {
        "ours": (here, here.records.upload(ann, text)),
        "anybody's": (here, here.records.upload(ann, unsigned)),
        "another house's": (other, other.records.upload(people(other, "Bo")[0], text)),
    }
    for whose, (where, copy) in brought.items():
        with where.tables.opened(copy) as table:
            assert table_out(where.hub, table, ann).genuine == (whose == "ours")
    where, copy = brought["anybody's"]
    assert "signed " not in where.records.record(copy, ann), (
        "nothing is vouched for by passing it on"
    )


def test_a_rewound_game_says_so_after_a_restart(
    databases: str, house: Callable[..., House]
) -> None:
    here = house(databases)
    (ann,) = people(here, "Ann")
    back: list[int] = []
    while not back:  # some games end before there is anything to go back past
        id = here.seats.create(ann, Plan("xiang-chi", {}, ["me"]))
        while not back:
            with here.tables.opened(id) as table:
                play = table.begun()
                back = table.rewinds(0)
                if play.state.over():
                    break
                action = play.game.space.text(play.state.legal(0)[0])
                question = play.question(0) or 0
            if not back:
                here.games.decide(id, ann, question, [action])
    here.games.rewind(id, ann, back[0])
    with house(databases).tables.opened(id) as loaded:
        assert loaded.begun().match.record.rewound == 1
