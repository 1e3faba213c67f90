"""When the database or its word of changes fails: nothing is lost, and no secret is told."""

import asyncio
import io
import json
import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from tianxia.server.app import create_app
from tianxia.server.house import House
from tianxia.server.live import LOBBY, games_of, sessions_of
from tianxia.server.logs import JsonLines, set_up_logs
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import DecisionRow, TableRow

from .running import inside

SECRET = "bid 6/2 of the secret kind"


def duel(house: House) -> tuple[str, Any, Any]:
    ann, bo = house.guests.create("Ann"), house.guests.create("Bo")
    id = house.seats.create(ann, Plan("middle-kingdom", {}, ["me", "open"], public=True))
    house.seats.sit(id, bo, 1)
    return id, ann, bo


def test_what_was_to_be_stored_stays_out_of_the_log(
    databases: str, house: Callable[..., House]
) -> None:
    here = house(databases)
    id, *_ = duel(here)
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Keep()
    handler.setFormatter(JsonLines())
    log = logging.getLogger("tianxia.test")
    log.addHandler(handler)
    row = {"table": id, "number": 0, "kind": "play", "seat": 0, "by_bot": False, "at": 0.0}
    for wrong in ({"at": None}, {"table": "nowhere"}):  # a row that is quoted, a key that is
        try:
            with here.storage.writing() as session:
                session.add(DecisionRow(**{**row, "action": SECRET, **wrong}))
        except IntegrityError:
            log.exception("the database failed")
    try:
        try:
            raise ValueError("told")
        except ValueError as error:
            with here.storage.writing() as session:
                session.add(DecisionRow(**{**row, "action": SECRET, "at": None}))
                session.flush()
            raise AssertionError from error
    except IntegrityError:
        log.exception("one after the other")
    log.removeHandler(handler)
    assert len(lines) == 3
    for line in lines:
        assert SECRET not in line
        assert "IntegrityError" in json.loads(line)["error"]
    assert "ValueError: told" in lines[2], "what holds no secret is told"


def test_a_stored_decision_is_answered_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1))
    house: House = app.state.house
    committed = house.hub.deliver

    def then_all_fails(*args: Any) -> None:
        """Right after the commit the database is gone, and nobody can be told."""
        committed(*args)

        def gone(*args: Any) -> Any:
            raise OperationalError("SELECT", {}, Exception("gone"))

        for way in ("session", "first"):
            monkeypatch.setattr(house.storage, way, gone)
        closed = asyncio.new_event_loop()
        closed.close()
        monkeypatch.setattr(house.hub, "_loop", closed)
        committed(*args)
        monkeypatch.setattr(closed, "is_closed", lambda: False)  # it closes just now
        committed(*args)

    async def play(client: httpx.AsyncClient) -> None:
        id, ann, _ = duel(house)
        client.headers["authorization"] = f"Bearer {house.guests.sign_in(ann)}"
        seen = (await client.get(f"/api/tables/{id}/view")).json()
        body = {"question": seen["question"], "action": seen["choices"][0]["action"]}
        monkeypatch.setattr(house.hub, "deliver", then_all_fails)
        answer = await client.post(f"/api/tables/{id}/decisions", json=body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["question"] is None
        failed = await client.get(f"/api/tables/{id}/view")
        assert failed.status_code == 503
        assert failed.json()["code"] == "no-database"
        monkeypatch.undo()
        again = (await client.get(f"/api/tables/{id}/view")).json()
        assert again["view"]["actors"] == [1]

    inside(app, play)


@pytest.mark.parametrize("what", ["decide", "leave"])
@pytest.mark.parametrize("then", ["decide", "leave"])
def test_what_is_stored_is_answered_as_such_though_the_next_change_fails(
    what: str, then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the commit and the answer somebody else does something, which cannot be stored."""
    app = create_app(Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1))
    house: House = app.state.house
    decide, leave = house.games.decide, house.seats.leave

    def fail(*_: object) -> None:
        raise OperationalError("COMMIT", {}, Exception("the disk is full"))

    async def play(client: httpx.AsyncClient) -> None:
        id, ann, bo = duel(house)
        client.headers["authorization"] = f"Bearer {house.guests.sign_in(ann)}"
        seen = (await client.get(f"/api/tables/{id}/view")).json()
        question, action = seen["question"], seen["choices"][0]["action"]

        def bo_fails(done: Any) -> Any:
            decides = partial(decide, id, bo, question, [action])
            with monkeypatch.context() as broken:
                broken.setattr(house.hub, "announce", fail)
                with pytest.raises(OperationalError):
                    decides() if then == "decide" else leave(id, bo)
            return done

        monkeypatch.setattr(house.games, "decide", lambda *given: bo_fails(decide(*given)))
        monkeypatch.setattr(house.seats, "leave", lambda *given: bo_fails(leave(*given)))
        if what == "decide":
            body = {"question": question, "action": action}
            answer = await client.post(f"/api/tables/{id}/decisions", json=body)
            assert answer.status_code == 200, answer.text
            assert answer.json()["view"]["actors"] == [1]
        else:
            answer = await client.delete(f"/api/tables/{id}/seat")
            assert answer.status_code == 200, answer.text
            assert [seat["away"] for seat in answer.json()["seats"]] == [True, False]

    inside(app, play)


def test_what_is_not_stored_is_not_shown(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(databases)
    id, ann, _ = duel(here)
    with here.tables.opened(id) as table:
        play = table.begun()
        question, action = play.question(0) or 0, play.game.space.text(play.state.legal(0)[0])

    def fail(*_: object) -> None:
        raise OperationalError("COMMIT", {}, Exception("the disk is full"))

    monkeypatch.setattr(here.hub, "announce", fail)
    with pytest.raises(OperationalError):
        here.games.decide(id, ann, question, [action])
    with pytest.raises(OperationalError):
        here.seats.leave(id, ann)
    monkeypatch.undo()
    with here.tables.opened(id) as table:
        assert table.begun().rows == 0
        assert not table.seats[0].away
    here.games.decide(id, ann, question, [action])


def test_changes_nobody_told_of_are_found(databases: str, house: Callable[..., House]) -> None:
    one, two = house(databases), house(databases)

    async def listen() -> None:
        two.hub._loop = asyncio.get_running_loop()  # not started: it hears nothing by itself
        woken: list[str] = []
        two.hub.every(woken.append)
        id, ann, _ = duel(one)
        with (
            two.hub.listen([id], None) as page,
            two.hub.listen([LOBBY], None) as lobby,
            two.hub.listen([games_of(ann.id)], None) as mine,
        ):
            events = (page, lobby, mine)
            for _ in range(2):
                for event in events:
                    event.clear()
                one.talk.say(id, ann, "hello")
                assert two.hub.look_for_missed() == [id]
                for event in events:
                    await asyncio.wait_for(event.wait(), 60)
                assert two.hub.look_for_missed() == [], "told once"
            assert woken == [id, id]
            two.talk.say(id, ann, "my own")
            assert two.hub.look_for_missed() == []
        two.hub._loop = None

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(listen())).result()


def test_a_sign_out_nobody_told_of_is_found(databases: str, house: Callable[..., House]) -> None:
    one, two = house(databases), house(databases)

    async def listen() -> None:
        two.hub._loop = asyncio.get_running_loop()  # not started: it hears nothing by itself
        ann, bo = (one.guests.create(name) for name in ("Ann", "Bo"))
        desk, phone, _ = (one.guests.sign_in(guest) for guest in (ann, ann, bo))
        with (
            two.hub.listen([sessions_of(ann.id)], None) as page,
            two.hub.listen([sessions_of(bo.id)], None) as other,
        ):
            assert two.hub.look_for_signed_out() == [ann.id, bo.id], "who has just come"
            for ended in (desk, None):
                assert two.hub.look_for_signed_out() == []
                await asyncio.sleep(0)  # what was to be told is told
                page.clear()
                other.clear()
                one.sign_out(ann, ended)
                one.guests.sign_in(ann)  # somewhere else
                assert two.hub.look_for_signed_out() == [ann.id]
                await asyncio.wait_for(page.wait(), 60)
                assert not other.is_set()
        assert two.guests.known(phone) is None
        two.hub._loop = None

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(listen())).result()


def test_the_same_table_read_by_another_process_is_up_to_date(
    databases: str, house: Callable[..., House]
) -> None:
    one, two = house(databases), house(databases)
    id, ann, _ = duel(one)
    with two.tables.opened(id) as table:
        assert table.said == []
    one.talk.say(id, ann, "hello")
    with two.storage.session() as session:
        revision = session.get_one(TableRow, id).revision
    with two.tables.opened(id) as table:
        assert [said.text for said in table.said] == ["hello"]
        assert table.revision == revision


@pytest.mark.parametrize("terminal", [False, True])
def test_a_terminal_is_shown_only_what_is_wrong(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = io.StringIO()
    monkeypatch.setattr(said, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", said)
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    level = root.level
    log = logging.getLogger("tianxia.test")
    try:
        set_up_logs()
        log.info("somebody came")
        log.warning("something broke")
    finally:
        root.setLevel(level)
    shown = [json.loads(line)["what"] for line in said.getvalue().splitlines()]
    assert shown == ["somebody came", "something broke"][terminal:]
