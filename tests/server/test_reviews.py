"""Analyses of finished games and advice during a game: kept, bounded, and blind to what is hidden."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

import tianxia
from tianxia.analysis import EFFORTS
from tianxia.analysis import decisions as analysis_decisions
from tianxia.engine.game import Game
from tianxia.engine.record import read_record
from tianxia.server import reviews as reviewing
from tianxia.server import tasks
from tianxia.server.advice import COACH, HINTS, WHY, as_asked
from tianxia.server.errors import Conflict, Forbidden, Missing
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.jobs import LOOKED_AT, REVIEW_JOB, WAITED_FOR
from tianxia.server.main import whole_app
from tianxia.server.review_api import _why_out
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import FINISHED, FindingRow, JobRow, ReviewRow, TableRow
from tianxia.server.workers import Failed, LocalWorker, Work, do

from .running import inside, random_record, refused

TINY = tianxia.analysis.Effort(games=12, reach=4, questions=0)


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "quick", TINY)
    monkeypatch.setattr(tasks, "HINT", TINY)


@pytest.fixture
def both(databases: str, house: Callable[..., House]) -> House:
    """On SQLite and on PostgreSQL."""
    return house(databases, slow=0.0, analysis="quick")


@pytest.fixture
def here(tmp_path: Path, house: Callable[..., House]) -> House:
    return house(f"sqlite:///{tmp_path / 'tianxia.db'}", slow=0.0, analysis="quick")


def errands(house: House, most: int = 10_000) -> int:
    """What the workers do, here and now; returns how many jobs it took."""
    for number in range(most):
        jobs = house.jobs.claim(1)
        if not jobs:
            return number
        errand = {REVIEW_JOB: house.reviews}.get(jobs[0].kind, house.advice)
        work = errand.work(jobs[0])
        if work is None:
            house.jobs.done(jobs[0])
        else:
            errand.done(jobs[0], do(work))
    return most


def finished(house: House, guest: Guest, game: str = "xiang-chi", players: int = 1) -> str:
    return house.records.upload(guest, random_record(players, 3, game))


def test_an_analysis_is_done_once_and_survives_a_restart(
    databases: str, house: Callable[..., House], both: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = both
    monkeypatch.setattr(reviewing, "STINT", 0.0)  # one part at a time
    ann, bo = here.guests.create("Ann"), here.guests.create("Bo")
    table = finished(here, ann)
    assert here.reviews.review(table, None) is None
    here.reviews.begin(table, ann)
    here.reviews.begin(table, bo)
    with here.storage.session() as session:
        assert session.scalar(select(func.count()).select_from(JobRow)) == 1
        assert session.scalar(select(JobRow.rank)) == LOOKED_AT > WAITED_FOR
        assert session.get_one(ReviewRow, table).guest == ann.id
    assert errands(here, 4) == 4
    begun = here.reviews.review(table, bo)
    assert begun is not None
    assert (begun.done, begun.finished, len(begun.analysis.judged)) == (4, False, 3)
    assert begun.analysis.steps, "the curve comes first"
    (leased,) = here.jobs.claim(1)  # the server stops in the midst of a part
    work = here.reviews.work(leased)
    assert work is not None
    here.jobs.give_back()
    other = house(databases, slow=0.0, analysis="quick")
    assert errands(other) == begun.parts - 4
    here.reviews.done(leased, do(work))  # it was only slow: too late
    found = here.reviews.review(table, bo)
    assert found is not None
    assert found.finished
    with here.tables.opened(table) as opened:
        record = opened.begun().match.record
    direct = tianxia.analysis.analyse(record, TINY)
    assert found.analysis == direct, "the same as without a server"
    here.reviews.begin(table, bo)
    assert here.jobs.count() == {}
    with here.storage.session() as session:
        rows = session.scalar(select(func.count()).select_from(FindingRow))
    assert rows == found.parts


def test_whoever_waits_comes_first(here: House) -> None:
    ann, bo = here.guests.create("Ann"), here.guests.create("Bo")
    here.reviews.begin(finished(here, ann), ann)
    table = here.seats.create(bo, Plan("middle-kingdom", {}, ["me", "novice"]))
    assert [job.table for job in here.jobs.claim(1)] == [table]


def test_one_guest_has_only_so_many_at_once(here: House) -> None:
    ann, bo = here.guests.create("Ann"), here.guests.create("Bo")
    tables = [finished(here, ann) for _ in range(reviewing.MOST_REVIEWS + 1)]
    for table in tables[:-1]:
        here.reviews.begin(table, ann)
    with pytest.raises(Conflict, match="already"):
        here.reviews.begin(tables[-1], ann)
    here.reviews.begin(tables[-1], bo)
    assert len(here.jobs.claim(5)) == 2, "one part for each guest at a time"


def test_nobody_analyses_a_running_game_nor_one_they_may_not_see(here: House) -> None:
    ann, eve = here.guests.create("Ann"), here.guests.create("Eve")
    table = here.seats.create(ann, Plan("xiang-chi", {}, ["me"]))
    for ask in (here.reviews.begin, here.reviews.review):
        with pytest.raises(Conflict, match="when the game is over"):
            ask(table, ann)
        with pytest.raises(Missing):
            ask(table, eve)
    with pytest.raises(Conflict):
        here.reviews.what_if(table, ann, 0, 0, "adept")
    here.seats.resign(table, ann)
    with pytest.raises(Conflict, match="Nothing was decided"):
        here.reviews.begin(table, ann)
    with pytest.raises(Missing):
        here.reviews.what_if(table, eve, 0, 0, "adept")


def test_a_deleted_table_takes_its_analysis_along(here: House) -> None:
    ann = here.guests.create("Ann")
    table = finished(here, ann)
    here.reviews.begin(table, ann)
    assert errands(here, 1) == 1
    here.seats.delete(table, ann)
    assert here.jobs.count() == {}
    with here.storage.session() as session:
        assert session.get(ReviewRow, table) is None


def test_what_if_goes_on_at_a_table_of_its_own(both: House) -> None:
    here = both
    ann = here.guests.create("Ann")
    table = finished(here, ann, "middle-kingdom", 3)
    with here.tables.opened(table) as opened:
        record = opened.begun().match.record
        before = record.text()
        secret = next(
            n for n in range(5, 60) if record.replay(n).asked_at < n and record.replay(n).secret()
        )
        asked = record.replay(secret).asked_at
    new = here.reviews.what_if(table, ann, secret, 1, "novice")
    with here.tables.opened(new) as opened:
        play = opened.begun()
        assert play.match.record.decisions == record.decisions[:asked], "nobody has answered"
        assert play.state.to_dict() == record.replay(asked).to_dict()
        assert (opened.seat_of(ann), opened.row.origin, opened.row.origin_move) == (1, table, asked)
        assert not opened.row.public
        assert set(opened.jobs) == {f"{new}/0", f"{new}/2"}, "the bots are asked"
        question, action = play.question(1), play.game.space.text(play.state.legal(1)[0])
    assert question is not None
    here.games.decide(new, ann, question, [action])
    again = House(here.settings)
    with again.tables.opened(new) as opened:
        assert len(opened.begun().match.record.decisions) == asked + 1
    again.behind.shutdown()
    again.storage.close()
    with here.storage.writing() as session:
        session.get_one(TableRow, new).state = FINISHED
        session.get_one(TableRow, new).revision += 1
    assert "\nsigned " not in here.records.record(new, ann), "the house does not vouch for it"
    with here.tables.opened(table) as opened:
        assert opened.begun().match.record.text() == before
    for move, seat in ((10_000, 0), (0, 7)):
        with pytest.raises(Missing):
            here.reviews.what_if(table, ann, move, seat, "novice")


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_a_hint_depends_on_nothing_the_seat_cannot_know(game: Game) -> None:
    """Another deal of what is hidden, and others who have answered in secret, change no hint."""
    match = tianxia.new_match(game, game.players[0], 5)
    dice = random.Random(2)
    for _ in range(30):
        seat = dice.choice(match.state.actors())
        match.play(seat, dice.choice(match.state.legal(seat)))
    state = match.state
    seat = state.next_actor()
    dealt = [
        other.determinize(seat, 0).to_dict() for other in (state, state.determinize(seat, 1234))
    ]
    one, two = (tasks.advise(game.id, each, seat, [], 7) for each in dealt)
    assert one == two
    assert one["options"]
    legal = state.legal(seat)
    assert all(option["actions"][0] in legal for option in one["options"])


def begin(house: House, guest: Guest, game: str, *seats: str) -> str:
    return house.seats.create(guest, Plan(game, {}, ["me", *seats]))


def test_what_others_answered_in_secret_is_no_help(here: House) -> None:
    ann = here.guests.create("Ann")
    table = begin(here, ann, "middle-kingdom", "novice", "novice")
    with here.tables.opened(table) as opened:
        play = opened.begun()
        assert play.state.secret()
        before = as_asked(opened, 0).to_dict()
        action = play.game.space.text(play.state.legal(1)[0])
        here.games.decide_as_bot(table, 1, play.question(1) or 0, action)
        assert as_asked(opened, 0).to_dict() == before


def lasts(house: House, table: str, decisions: int) -> bool:
    """Does the game go on for so many decisions, each the first there is? Four Princes may end it."""
    with house.tables.opened(table) as opened:
        state = opened.begun().state.copy()
    for _ in range(decisions):
        if not state.over():
            state.apply(0, state.legal(0)[0])
    return not state.over()


def test_a_record_says_where_hints_were_used(both: House) -> None:
    here = both
    ann = here.guests.create("Ann")
    table = begin(here, ann, "xiang-chi")
    while not lasts(here, table, 6):
        table = begin(here, ann, "xiang-chi")
    for number in range(6):
        with here.tables.opened(table) as opened:
            question = opened.begun().question(0)
        assert question is not None
        if number in (1, 4):
            assert here.advice.ask_hint(table, ann) == (0, question)
            assert here.advice.answer(table, 0, HINTS, question) is None
            assert errands(here) == 1
            found = here.advice.answer(table, 0, HINTS, question)
            assert found is not None
            assert found["options"]
            here.advice.ask_hint(table, ann)
            assert here.jobs.count() == {}, "asked again, it is the same hint"
        with here.tables.opened(table) as opened:
            play = opened.begun()
            assert play.question(0) == question, "a hint changes no question"
            action = play.game.space.text(play.state.legal(0)[0])
        here.games.decide(table, ann, question, [action])
        if number == 4:
            with pytest.raises(Conflict):
                here.advice.answer(table, 0, HINTS, question + 1)
    again = House(here.settings)
    for each in (here, again):
        with each.tables.opened(table) as opened:
            record = opened.begun().match.record
        assert record.hinted == [(0, 1), (0, 4)]
        assert read_record(record.text()).hinted == record.hinted
        assert "\nhinted 0 1 4 ~" in record.text()
    again.behind.shutdown()
    again.storage.close()


def test_hints_stay_noted_when_something_is_taken_back(here: House) -> None:
    ann = here.guests.create("Ann")
    table = begin(here, ann, "year-of-the-dragon", "novice")
    with here.tables.opened(table) as opened:
        play = opened.begun()
        while play.state.actors() != [0]:
            seat = play.state.next_actor()
            action = play.game.space.text(play.state.legal(seat)[0])
            if seat:
                here.games.decide_as_bot(table, seat, play.question(seat) or 0, action)
            else:
                here.games.decide(table, ann, play.question(0) or 0, [action])
        here.advice.ask_hint(table, ann)
        number = len(play.match.record.decisions)
        action = play.game.space.text(play.state.legal(0)[0])
        here.games.decide(table, ann, play.question(0) or 0, [action])
        if play.match.undoable(0) is not None:
            here.games.undo(table, ann)
        assert play.match.record.hinted == [(0, number)]
    again = House(here.settings)  # from the snapshot
    with again.tables.opened(table) as opened:
        assert opened.begun().match.record.hinted == [(0, number)]
    again.behind.shutdown()
    again.storage.close()


def test_several_people_must_agree(here: House) -> None:
    ann, bo, eve = (here.guests.create(name) for name in ("Ann", "Bo", "Eve"))
    table = here.seats.create(ann, Plan("xiang-chi", {}, ["me"], daily="2020-01-01"))
    with pytest.raises(Forbidden, match="daily"):
        here.advice.ask_hint(table, ann)
    table = here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "open"], public=True))
    here.seats.sit(table, bo, 1)
    asks = (here.advice.ask_hint, here.advice.ask_why)
    for ask in asks:
        with pytest.raises(Forbidden, match="agreed"):
            ask(table, ann)
        with pytest.raises(Forbidden, match="no seat"):
            ask(table, eve)
    here.advice.agree(table, ann, True)
    with pytest.raises(Forbidden, match="agreed"):
        here.advice.ask_hint(table, ann)
    here.advice.agree(table, bo, True)
    here.advice.ask_hint(table, ann)
    here.advice.agree(table, ann, False)
    with pytest.raises(Forbidden, match="agreed"):
        here.advice.ask_hint(table, bo)
    with pytest.raises(Forbidden, match="no seat"):
        here.advice.agree(table, eve, True)


def test_the_coach_speaks_up_before_a_blunder_only(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is slow to speak: a blunder must be sure. Here a smaller loss is called so, or it would need more games.
    monkeypatch.setattr(analysis_decisions, "POINT_LOSSES", (0.2, 0.5, 1.0))
    monkeypatch.setattr(tasks, "HINT", tianxia.analysis.Effort(games=72, reach=4, questions=0))
    ann = here.guests.create("Ann")
    table = begin(here, ann, "xiang-chi")
    spoken = turns = 0
    while turns < 4 or not spoken:  # some deals offer no blunder at once
        turns += 1
        with here.tables.opened(table) as opened:
            play = opened.begun()
            question = play.question(0)
            legal = [play.game.space.text(action) for action in play.state.legal(0)]
        assert question is not None, "some of that was a blunder"
        for action in legal[::3]:
            here.advice.ask_coach(table, ann, question, [action])
            assert errands(here) == 1
            found = here.advice.answer(table, 0, COACH, question)
            assert found is not None
            mine = [o for o in found["options"] if o["actions"] == [play.game.space.parse(action)]]
            assert found["speaks"] == (mine[0]["behind"] - 2 * mine[0]["error"] >= 1)
            spoken += found["speaks"]
            with here.tables.opened(table) as opened:
                hinted = (0, opened.begun().state.decisions) in opened.begun().match.record.hinted
            assert hinted or not found["speaks"]
        with pytest.raises(Conflict):
            here.advice.ask_coach(table, ann, question + 7, legal[:1])
        here.games.decide(table, ann, question, [legal[-1]])


def test_why_a_bot_did_something_tells_none_of_its_secrets(here: House) -> None:
    ann = here.guests.create("Ann")
    table = begin(here, ann, "year-of-the-dragon", "novice")
    told = 0
    with here.tables.opened(table) as opened:
        play = opened.begun()
        for _ in range(20):
            seat = play.state.next_actor()
            action = play.game.space.text(play.state.legal(seat)[-1])
            if seat:
                here.games.decide_as_bot(table, seat, play.question(seat) or 0, action)
            else:
                here.games.decide(table, ann, play.question(0) or 0, [action])
                with pytest.raises(Conflict):
                    here.advice.ask_why(table, ann)
                continue
            try:
                _, number = here.advice.ask_why(table, ann)
            except Conflict:
                continue
            jobs = [job for job in here.jobs.claim(9) if job.kind == WHY]
            if not jobs:
                continue  # asked before
            (job,) = jobs
            before = play.match.record.replay(number)
            other = before.determinize(0, 99).determinize(0, 0).to_dict()
            work = here.advice.work(job)
            assert work is not None
            assert work[1][1] == other, "what the worker gets is what Ann could know"
            here.advice.done(job, do(work))
            found = here.advice.answer(table, 0, WHY, number)
            assert found is not None
            told += bool(found["options"])
            said = _why_out(here, table, ann, number, found)
            assert said.seat == 1
            assert opened.names[1] in said.words
    assert told


def test_who_asks_hears_at_once_that_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fail(_: LocalWorker, work: Work, patience: float) -> None:
        asked.append(work[0])
        raise Failed("a secret of the worker")

    monkeypatch.setattr(LocalWorker, "ask", fail)
    database = f"sqlite:///{tmp_path}/t.db"
    app = whole_app(Settings(database, workers=1, painters=0, limits=False, pace=0.0))

    async def visit(client: httpx.AsyncClient) -> None:
        await client.post("/api/guests", json={"name": "Ann"})
        body = {"game": "xiang-chi", "seats": ["me"]}
        table = (await client.post("/api/tables", json=body)).json()["id"]
        for _ in range(2):  # it is not answered from memory
            async with asyncio.timeout(20):
                answer = await client.post(f"/api/tables/{table}/hint")
            assert "worker" not in refused(answer, 503, "advice-failed")
        assert asked == ["advise", "advise"]

    inside(app, visit)


def test_the_api_says_it_all(tmp_path: Path) -> None:
    app = whole_app(
        Settings(f"sqlite:///{tmp_path}/t.db", workers=1, limits=False, analysis="quick", pace=0.0)
    )
    record = random_record(1, 3, "xiang-chi")

    async def visit(client: httpx.AsyncClient) -> None:
        token = (await client.post("/api/guests", json={"name": "Ann"})).json()["token"]
        client.cookies.clear()
        headers = {"authorization": f"Bearer {token}"}

        async def call(method: str, path: str, **body: object) -> httpx.Response:
            return await client.request(method, path, json=body or None, headers=headers)

        new = await client.post(
            "/api/records", content=record, headers={**headers, "content-type": "text/plain"}
        )
        table = f"/api/tables/{new.json()['id']}"
        missing = await call("GET", f"{table}/review")
        assert (missing.status_code, missing.json()["code"]) == (404, "no-review")
        state = (await call("POST", f"{table}/review")).json()
        assert state["total"] > 10
        while state["done"] < state["total"]:
            found = await call("GET", f"{table}/review")
            state = found.json()
            await asyncio.sleep(0.2)
        (summary,) = state["summaries"]
        assert summary["decisions"] > 0
        assert abs(summary["result"] - summary["luck"] - summary["adjusted"]) < 1e-9
        lost = [each for each in state["decisions"] if each["loss"] > 0]
        assert lost
        assert all(each["why"] for each in lost)
        again = await call("POST", f"{table}/what-if", move=lost[0]["move"], seat=0)
        assert again.status_code == 201, again.text
        mine = f"/api/tables/{again.json()['id']}"
        hint = await call("POST", f"{mine}/hint")
        assert hint.status_code == 200, hint.text
        best = hint.json()["options"][0]
        assert best["words"]
        assert hint.json()["question"] == (await call("GET", f"{mine}/view")).json()["question"]
        coached = await call(
            "POST", f"{mine}/coach", question=hint.json()["question"], action=best["actions"]
        )
        assert coached.json()["speaks"] is False
        wrong = await call("POST", f"{mine}/coach", question=hint.json()["question"], action=["x"])
        assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal")
        why = await call("POST", f"{mine}/why")
        assert (why.status_code, why.json()["code"]) == (409, "why-nothing")

    inside(app, visit)
