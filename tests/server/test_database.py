"""Databases of older versions, backups, and what a check finds."""

import errno
import gzip
import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from rich.console import Console
from sqlalchemy import Engine, MetaData, create_engine, select, text
from sqlalchemy.exc import OperationalError

from tianxia.cli import main
from tianxia.engine.registry import game
from tianxia.server.command import run
from tianxia.server.database import DatabaseError, back_up, check, restore, upgraded
from tianxia.server.house import House
from tianxia.server.lists import HOW_MANY_OWN, OWN
from tianxia.server.seats import Plan
from tianxia.server.storage import Base, Log, SeatRow, Storage, TableRow
from tianxia.server.upgrade import SchemaError, newest

FIRST_RELEASE = Path(__file__).parent / "schema_1"


def first_release(url: str) -> None:
    """A database as the first release left it, with what its races did to some tables."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in (FIRST_RELEASE / f"{engine.dialect.name}.sql").read_text().splitlines():
            connection.execute(text(statement))
        for name, row in rows_of(FIRST_RELEASE / "data.jsonl"):
            known = MetaData()
            known.reflect(connection, only=[name])
            connection.execute(known.tables[name].insert(), row)
    engine.dispose()


def rows_of(file: Path) -> list[tuple[str, dict[str, Any]]]:
    read = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [(line["table"], line["row"]) for line in read]


def everything(url: str) -> dict[str, list[Any]]:
    """All rows but the house's own settings, in order."""
    engine = create_engine(url)
    known = MetaData()
    known.reflect(engine)
    with engine.connect() as connection:
        found = {
            table.name: sorted(connection.execute(select(table)).all(), key=repr)
            for table in known.sorted_tables
        }
    engine.dispose()
    return found


def test_a_database_of_the_first_release_is_upgraded_with_all_that_is_in_it(
    databases: str, house: Callable[..., House]
) -> None:
    first_release(databases)
    here = house(databases)
    assert here.storage.setting("schema") == str(int(newest()))
    assert here.storage.setting("secret") == "the-secret-of-the-first-release"
    kept = everything(databases)
    for name, row in rows_of(FIRST_RELEASE / "data.jsonl"):
        if name in ("guests", "decisions", "chat", "access"):
            present = [dict(found._mapping) for found in kept[name]]
            assert any(row.items() <= found.items() for found in present), row
    with here.tables.opened("duel") as table:
        assert table.names == ["Ann", "Bo"]
        if table.row.version == game("middle-kingdom").version:
            assert table.begun().rows == 9
            assert table.begun().state.decisions == 7, "one was taken back"
    with here.tables.opened("waiting") as table:
        assert [said.text for said in table.said] == ["who's in? 天下"]
    assert here.guests.known(here.guests.sign_in(here.guests.create("Cy"))) is not None


def test_the_upgrade_mends_what_races_left(databases: str, house: Callable[..., House]) -> None:
    first_release(databases)
    here = house(databases)
    with here.tables.opened("two") as table:
        assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]
    with here.tables.opened("hole") as table:
        assert [(seat.kind, seat.guest) for seat in table.seats[1:]] == [("bot", None)] * 2
        assert all(seat.level for seat in table.seats[1:])
    with here.tables.opened("full") as table:
        assert table.row.state == "running"
    with here.storage.session() as session:
        days = session.scalars(select(TableRow.id).where(TableRow.daily.is_not(None)))
        assert set(days) == {"daily", "again"}
    assert list(check(databases)) == []


def test_the_steps_lead_to_the_tables_the_program_uses(databases: str) -> None:
    storage = Storage(databases)
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    storage.close()


def test_a_newer_database_is_refused_and_left_alone(databases: str) -> None:
    Storage(databases).close()
    alter(databases, "UPDATE alembic_version SET version_num = '9999'")
    before = everything(databases)
    with pytest.raises(SchemaError, match="9999"):
        Storage(databases)
    assert everything(databases) == before


def test_a_backup_is_the_same_house_again(
    databases: str, house: Callable[..., House], tmp_path: Path
) -> None:
    first_release(databases)
    file = tmp_path / "house.backup"
    assert back_up(databases, file) == len(rows_of(FIRST_RELEASE / "data.jsonl"))
    upgraded(databases)
    back_up(databases, file)
    elsewhere = f"sqlite:///{tmp_path / 'restored.db'}"
    restore(elsewhere, file)
    assert everything(elsewhere) == everything(databases)
    with pytest.raises(DatabaseError, match="not empty"):
        restore(elsewhere, file)
    assert house(elsewhere).storage.setting("secret") == "the-secret-of-the-first-release"


def test_into_postgresql_and_on(postgres: Any, house: Callable[..., House], tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'tianxia.db'}"
    first_release(source)
    back_up(source, tmp_path / "backup")
    target = postgres.new_database()
    restore(target, tmp_path / "backup")
    moved = house(target)
    bo = moved.guests.known(moved.guests.sign_in(moved.guests.create("Bo")))
    assert bo is not None
    moved.talk.say("waiting", bo, "here I am")  # the numbers of the chat go on


@pytest.mark.parametrize("damage", ["cut", "bytes", "other"])
def test_a_damaged_backup_restores_nothing(damage: str, tmp_path: Path) -> None:
    source, target = (f"sqlite:///{tmp_path / name}" for name in ("a.db", "b.db"))
    first_release(source)
    file = tmp_path / "backup"
    back_up(source, file)
    if damage == "cut":
        lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
        file.write_bytes(gzip.compress(b"".join(lines[:-5])))
    elif damage == "bytes":
        file.write_bytes(file.read_bytes()[:-40])
    else:
        file.write_bytes(gzip.compress(b'{"hello": 1}\n'))
    with pytest.raises(DatabaseError):
        restore(target, file)
    assert everything(target) == {}


def test_a_check_finds_what_is_wrong(databases: str, house: Callable[..., House]) -> None:
    here = house(databases)
    ann = here.guests.create("Ann")
    ids = [here.seats.create(ann, Plan("xiang-chi", {}, ["me"])) for _ in range(3)]
    with here.tables.opened(ids[1]) as table:
        play = table.begun()
        action = play.game.space.text(play.state.legal(0)[0])
        question = play.question(0) or 0
    here.games.decide(ids[1], ann, question, [action])
    assert list(check(databases)) == []
    with here.storage.writing() as session:
        session.get_one(SeatRow, (ids[0], 0)).kind = "open"
    alter(databases, f"UPDATE decisions SET action = 'nonsense' WHERE \"table\" = '{ids[1]}'")
    found = list(check(databases))
    assert len(found) == 2
    assert ids[0] in found[0]
    assert ids[1] in found[1]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'tianxia.db'}"
    first_release(url)
    file, copy = tmp_path / "backup", tmp_path / "copy.db"
    given = ["--database", str(tmp_path / "tianxia.db")]
    assert main(["database", "check", *given]) == 1
    assert main(["database", "upgrade", *given]) == 0
    assert main(["database", "upgrade", *given]) == 0
    assert main(["database", "backup", str(file), *given]) == 0
    assert main(["database", "restore", str(file), "--database", str(copy)]) == 0
    assert main(["database", "check", "--database", str(copy)]) == 0
    assert main(["database", "backup", *given]) == 2
    told = capsys.readouterr().out
    assert newest() in told
    assert "Nothing is wrong" in told
    assert run("check", str(copy), None, Console(quiet=True)) == 0


def alter(url: str, statement: str) -> None:
    engine: Engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def test_decisions_are_on_the_disk_before_they_are_answered(
    tmp_path: Path, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SQLite: what people do survives the power, leases and notes need not."""
    here = house(f"sqlite:///{tmp_path / 'tianxia.db'}")
    ann = here.guests.create("Ann")
    table = here.seats.create(ann, Plan("xiang-chi", {}, ["me"]))
    happened: list[str] = []
    real = os.fdatasync

    def sync(file: int) -> None:
        assert os.path.samestat(os.fstat(file), (tmp_path / "tianxia.db-wal").stat())
        assert not cast(threading.Lock, here.storage._turn).locked(), "others write meanwhile"
        happened.append("disk")
        real(file)

    monkeypatch.setattr(os, "fdatasync", sync)
    monkeypatch.setattr(here.hub, "deliver", lambda *_: happened.append("told"))
    with here.tables.changing(table):
        assert not happened
    assert happened == ["disk", "told"]
    happened.clear()
    with here.storage.writing(durable=False) as session:
        assert session.scalar(text("PRAGMA synchronous")) == 1, "NORMAL"
    assert not happened


def test_a_disk_that_fails_is_no_success(
    tmp_path: Path, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(f"sqlite:///{tmp_path / 'tianxia.db'}")
    ann = here.guests.create("Ann")
    table = here.seats.create(ann, Plan("xiang-chi", {}, ["me"]))

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "the disk is broken")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fdatasync", fail)
        with pytest.raises(OperationalError), here.tables.changing(table):
            pass
    with here.tables.opened(table) as found:
        assert found.revision == found.row.revision, "read anew"


def test_many_who_wait_for_the_disk_share_its_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log(str(tmp_path / "log"))
    (tmp_path / "log").touch()
    turns: list[int] = []
    begun, go_on = threading.Event(), threading.Event()

    def slow(file: int) -> None:
        turns.append(file)
        begun.set()
        assert go_on.wait(20)

    monkeypatch.setattr(os, "fdatasync", slow)
    with ThreadPoolExecutor(8) as people:
        first = people.submit(log.sync)
        assert begun.wait(20)
        later = [people.submit(log.sync) for _ in range(7)]
        while log._last_asked < 8:
            time.sleep(0.01)
        go_on.set()
        for each in (first, *later):
            each.result(20)
    assert len(turns) == 2, "the first alone; all who came meanwhile need one more"


@pytest.mark.parametrize("query", [OWN, HOW_MANY_OWN])
def test_a_guests_tables_are_found_without_a_look_at_everybodys(query: Any, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tianxia.db'}"
    upgraded(url)
    engine = create_engine(url)
    asked = {"guest": "ann", "states": ["finished"], "most": 20}
    plain = query.compile(engine).construct_expanded_state(asked)
    with engine.connect() as connection:
        told = f"EXPLAIN QUERY PLAN {plain.statement}"
        plan = connection.exec_driver_sql(told, plain.positional_parameters).all()
    engine.dispose()
    looks = [row[3] for row in plan if " tables " in row[3]]
    assert len(looks) == 2, plan
    assert all("(host=?)" in look or "(id=?)" in look for look in looks), plan
