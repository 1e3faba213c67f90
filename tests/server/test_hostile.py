"""What a guest who means harm can send, and what it costs the house."""

import hmac
import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from tianxia import game, read_record
from tianxia.engine.errors import IllegalAction
from tianxia.engine.rng import Rng
from tianxia.server import daily
from tianxia.server.errors import Refused
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.limits import RATES
from tianxia.server.main import whole_app
from tianxia.server.play import Play
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import DecisionRow, TableRow
from tianxia.web import assets

from .running import inside, refused


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1)


def finish(here: House, table: str, guest: Guest) -> Play:
    """Play anything, the guest in the first seat and bots in the others, until the game is over."""
    dice = random.Random(1)
    while True:
        with here.tables.opened(table) as opened:
            play = opened.begun()
            if play.state.over():
                return play
            seat = play.state.next_actor()
            question = play.question(seat)
            action = play.game.space.text(dice.choice(play.state.legal(seat)))
        assert question is not None
        if seat:
            here.games.decide_as_bot(table, seat, question, action)
        else:
            here.games.decide(table, guest, question, [action])


def test_everything_has_a_rate(settings: Settings) -> None:
    app = whole_app(settings)
    app.state.house.limits._clock = lambda: 0.0  # nothing fills up again meanwhile

    async def hammer(client: httpx.AsyncClient) -> None:
        for _ in range(int(RATES["any"].burst)):
            assert (await client.get("/static/nothing")).status_code == 404
        answer = await client.get("/static/nothing")
        refused(answer, 429, "too-fast")
        assert int(answer.headers["retry-after"]) >= 1

    inside(app, hammer)


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
    seeds, keys = set(), set()
    for here in (one, two):
        id = here.seats.create(here.guests.create("Ann"), plan)
        with here.tables.opened(id) as table:
            seeds.add(int(table.row.seed))
            keys.add(table.row.chance)
            court = table.game
    (seed,), (key,) = seeds, keys
    assert len(key) == 64
    assert court.daily_seed is not None
    assert seed != court.daily_seed(daily.today()), "not the date"
    days = [daily.daily_chance(one.storage, court, f"2026-01-{day:02}") for day in range(1, 29)]
    assert len({day.seed for day in days}) == len({day.key for day in days}) == 28
    unsalted = hmac.digest(b"", f"{court.id} {daily.today()}".encode(), "sha256")
    assert seed != int.from_bytes(unsalted) >> 196


def test_a_seed_is_told_when_its_day_is_over(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(databases)
    day = daily.today()
    id = here.seats.create(here.guests.create("Ann"), Plan("xiang-chi", {}, ["me"], daily=str(day)))
    with here.tables.opened(id) as table:
        chance, court = daily.Chance(table.row.seed, table.row.chance), table.game
    assert daily.revealed(here.storage, court, str(day)) is None
    monkeypatch.setattr(daily, "today", lambda: day + timedelta(1))
    assert daily.revealed(here.storage, court, str(day)) == chance
    unplayed = daily.revealed(here.storage, court, "2026-01-01")
    assert unplayed == daily.daily_chance(here.storage, court, "2026-01-01")
    assert daily.revealed(here.storage, court, str(day + timedelta(1))) is None


def test_the_record_of_a_daily_game_waits_for_the_end_of_its_day(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, day = house(databases), daily.today()
    ann = here.guests.create("Ann")
    id = here.seats.create(ann, Plan("xiang-chi", {}, ["me"], daily=str(day)))
    finish(here, id, ann)
    with pytest.raises(Refused) as refusal:
        here.records.record(id, ann)
    assert refusal.value.code == "record-tomorrow"
    monkeypatch.setattr(daily, "today", lambda: day + timedelta(1))
    assert read_record(here.records.record(id, ann)).replay().over()


@pytest.mark.parametrize("id", ["zhanguo", "middle-kingdom"])
def test_nobody_can_tell_from_what_was_drawn_what_will_be(
    id: str, databases: str, house: Callable[..., House]
) -> None:
    """Who has found the word in the generator knows nothing of the next draw; the record does."""
    one, two = house(databases), house(databases)
    seats = ["novice"] * game(id).default_players
    table = one.seats.create(one.guests.create("Ann"), Plan(id, {}, seats, public=True))
    with one.tables.opened(table) as opened:
        begun = opened.begun().state
    with two.tables.opened(table) as opened:
        assert opened.begun().state.to_dict() == begun.to_dict(), "all processes draw the same"
        record = opened.begun().match.record
    assert len(record.key) == 64
    seer = Rng()
    seer.state = begun.rng.state
    truth = begun.copy().rng
    assert [int(truth.below(1 << 29)) for _ in range(4)] != [
        int(seer.below(1 << 29)) for _ in range(4)
    ]
    known = begun.determinize(0, 1)
    assert (known.rng.drawn, record.key in json.dumps(known.to_dict())) == (-1, False)


def test_the_record_of_a_keyed_game_is_checked_to_the_last_token(
    databases: str, house: Callable[..., House]
) -> None:
    here = house(databases)
    ann = here.guests.create("Ann")
    table = here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice"]))
    play = finish(here, table, ann)
    text = here.records.record(table, ann)
    record = read_record(text)
    assert record.signature_is(here.storage.setting("signing").encode())
    assert record.replay().scores() == play.state.scores()
    uploaded = here.records.upload(here.guests.create("Bo"), text)
    with here.tables.opened(uploaded) as opened:
        assert opened.begun().state.to_dict() == play.state.to_dict()
        assert opened.row.genuine
    record.key = "0" * 64
    with pytest.raises(IllegalAction):
        record.replay()


def test_a_game_of_before_there_were_keys_goes_on_as_it_began(
    databases: str, house: Callable[..., House]
) -> None:
    here = house(databases)
    table = here.seats.create(here.guests.create("Ann"), Plan("xiang-chi", {}, ["me"]))
    with here.storage.writing() as session:
        row = session.get_one(TableRow, table)
        row.chance = ""
        seed = int(row.seed)
    with house(databases).tables.opened(table) as opened:
        assert opened.begun().state.to_dict() == game("xiang-chi").new(1, seed).to_dict()


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
    real = Play.read

    def counted(self: Play, row: DecisionRow) -> None:
        read.append(row.number)
        real(self, row)

    monkeypatch.setattr(Play, "read", counted)
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
