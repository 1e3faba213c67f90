"""What a guest who means harm can send, and what it costs the house."""

import hmac
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from tianxia.server import daily, play
from tianxia.server.house import House
from tianxia.server.limits import RATES
from tianxia.server.main import whole_app
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import DecisionRow
from tianxia.web import assets

from .running import inside, refused


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1)


def test_everything_has_a_rate(settings: Settings) -> None:
    async def hammer(client: httpx.AsyncClient) -> None:
        codes = [
            (await client.get("/static/nothing")).status_code
            for _ in range(int(RATES["any"].burst) * 3)
        ]
        assert codes[: int(RATES["any"].burst)] == [404] * int(RATES["any"].burst)
        answer = await client.get("/static/nothing")
        while answer.status_code != 429:
            answer = await client.get("/static/nothing")
        refused(answer, 429, "too-fast")
        assert int(answer.headers["retry-after"]) >= 1

    inside(whole_app(settings), hammer)


@pytest.mark.parametrize("where", ["/static/", "/rules/", "/table/", "/hand-over/", "/games/", "/"])
def test_odd_addresses_are_no_fault_of_ours(where: str, settings: Settings) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        for odd in ("%00", "a%00b", "x" * 300, "x" * 3000, "x" * 9000, "%ff%fe", "..%2f..%2fetc"):
            answer = await client.get(where + odd)
            assert 400 <= answer.status_code < 500, (where, odd[:20], answer.status_code)
            assert answer.json()["message"]
        answer = await client.get("/hand-over/x?key=%00")
        assert answer.status_code == 404

    inside(whole_app(settings), visit)


def test_files_that_do_not_exist_are_not_remembered() -> None:
    for number in range(200):
        assert assets.static_file(f"no-{number}.css") is None
    assert assets._static_files.cache_info().currsize <= 1
    assert not hasattr(assets.static_file, "cache_info")


def test_health_needs_a_database_that_takes_what_is_written(settings: Settings) -> None:
    app = whole_app(settings)
    house: House = app.state.house

    async def visit(client: httpx.AsyncClient) -> None:
        assert (await client.get("/healthz")).status_code == 200
        with house.storage.writing() as session:
            session.execute(
                text(
                    "CREATE TRIGGER full BEFORE UPDATE ON settings"
                    " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
                )
            )
        refused(await client.get("/healthz"), 503, "no-database")

    inside(app, visit)


def test_health_sees_a_read_only_database(postgres: Any, house: Callable[..., House]) -> None:
    url = postgres.new_database()
    here = house(url)
    with here.storage.writing() as session:
        name = session.scalar(text("SELECT current_database()"))
        session.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    here.storage.engine.dispose()
    app = whole_app(Settings(url, workers=1))

    async def visit(client: httpx.AsyncClient) -> None:
        refused(await client.get("/healthz"), 503, "no-database")

    inside(app, visit)


def test_todays_seed_is_the_houses_secret(databases: str, house: Callable[..., House]) -> None:
    one, two = house(databases), house(databases)
    plan = Plan("xiang-chi", {}, ["me"], daily=daily.today().isoformat())
    seeds = set()
    for here in (one, two):
        id = here.seats.create(here.guests.create("Ann"), plan)
        with here.tables.opened(id) as table:
            seeds.add(int(table.row.seed))
            game = table.game
    (seed,) = seeds
    assert game.daily_seed is not None
    assert seed != game.daily_seed(daily.today()), "not the date"
    assert (
        len({daily.daily_seed(one.storage, game, f"2026-01-{day:02}") for day in range(1, 29)})
        == 28
    )
    unsalted = hmac.digest(b"", f"{game.id} {daily.today()}".encode(), "sha256")
    assert seed != int.from_bytes(unsalted) >> 196


def test_a_seed_is_told_when_its_day_is_over(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(databases)
    day = daily.today()
    id = here.seats.create(here.guests.create("Ann"), Plan("xiang-chi", {}, ["me"], daily=str(day)))
    with here.tables.opened(id) as table:
        seed, game = table.row.seed, table.game
    assert daily.revealed(here.storage, game, str(day)) is None
    monkeypatch.setattr(daily, "today", lambda: day + timedelta(1))
    assert daily.revealed(here.storage, game, str(day)) == seed
    assert daily.revealed(here.storage, game, str(day + timedelta(1))) is None


def test_many_undos_do_not_make_a_table_slow_to_load(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(databases)
    ann, bo = here.guests.create("Ann"), here.guests.create("Bo")
    id = here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "open"], public=True))
    here.seats.sit(id, bo, 1)
    for _ in range(20):
        with here.tables.opened(id) as table:
            begun = table.begun()
            question, action = begun.question(0), begun.game.space.text(begun.state.legal(0)[0])
        here.games.decide(id, ann, question or 0, [action])
        here.games.undo(id, ann)
    here.games.decide(id, bo, begun.question(1) or 0, [action])
    read: list[int] = []
    real = play.Play.read

    def counted(self: play.Play, row: DecisionRow) -> None:
        read.append(row.number)
        real(self, row)

    monkeypatch.setattr(play.Play, "read", counted)
    fresh = house(databases)
    with fresh.tables.opened(id) as loaded, here.tables.opened(id) as kept:
        assert read == [40], "only what came after the last undo"
        assert loaded.begun().rows == kept.begun().rows == 41
        for seat in (0, 1):
            assert loaded.begun().question(seat) == kept.begun().question(seat)
        assert loaded.begun().state.to_dict() == kept.begun().state.to_dict()
        assert len(loaded.begun().happenings) == len(kept.begun().happenings)
    with fresh.storage.session() as session:
        rows = session.scalars(select(DecisionRow).where(DecisionRow.table == id)).all()
        assert len(rows) == 41, "what was taken back stays written down"
