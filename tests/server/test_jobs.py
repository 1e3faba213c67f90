"""The queue of what bots must think about: leases, fair turns, workers that fail."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tianxia import game
from tianxia.server import jobs as queue
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.jobs import Job
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.storage import JobRow, TableRow
from tianxia.server.tasks import choose
from tianxia.server.workers import Failed, LocalWorker, Work, do, places

Houses = tuple[House, House]


@pytest.fixture
def houses(databases: str, house: Callable[..., House]) -> Houses:
    return house(databases, slow=0.0), house(databases, slow=0.0)


def bots_only(house: House, guest: Guest, number: int = 1) -> list[str]:
    plan = Plan("middle-kingdom", {}, ["master", "novice"], public=True)
    return [house.seats.create(guest, plan) for _ in range(number)]


def forget(house: House, tables: list[str]) -> None:
    """Nobody has looked at these for long."""
    with house.storage.writing() as session:
        for id in tables:
            session.get_one(TableRow, id).looked = 0.0


def decide(house: House, job: Job) -> None:
    due = house.games.due(job)
    assert due is not None
    _, game_id, dealt = due
    actions = choose("novice", game_id, dealt, job.seat, 1)
    house.games.decide_as_bot(job.table, job.seat, job.question, *actions)


def test_a_job_is_done_by_one_process(houses: Houses) -> None:
    ann = houses[0].guests.create("Ann")
    houses[0].seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice", "novice", "novice"]))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda house: house.jobs.claim(2), houses))
    taken = [job.id for jobs in found for job in jobs]
    assert len(taken) == len(set(taken)) == 3, "all who bid at once, each in one place"
    assert [house.jobs.claim(5) for house in houses] == [[], []]


def test_the_jobs_of_a_dead_process_are_taken_over(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = houses
    ann = one.guests.create("Ann")
    table = one.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice"]))
    (job,) = one.jobs.claim(1)
    assert two.jobs.claim(1) == []
    monkeypatch.setattr(queue, "LEASE", -1.0)
    one.jobs.renew()  # as if its lease had run out
    monkeypatch.undo()
    (again,) = two.jobs.claim(1)
    assert (again.id, again.question, again.tries) == (job.id, job.question, 1)
    two.jobs.renew()
    assert one.jobs.claim(1) == []
    for house in houses:  # the dead one was only slow: its answer comes too late, or first
        due = house.games.due(again)
        if due is not None:
            actions = choose(*due, again.seat, 1)
            house.games.decide_as_bot(table, again.seat, again.question, *actions)
    assert two.games.due(again) is None
    assert one.jobs.count() == {}, "what is decided is out of the queue"


def test_a_bot_gives_a_secret_answer_of_several_decisions_at_once(houses: Houses) -> None:
    one, _ = houses
    ann = one.guests.create("Ann")
    table = one.seats.create(ann, Plan("ten-suns", {}, ["me", "adept"]))
    with one.tables.opened(table) as opened:
        play = opened.begun()
        while not play.state.secret():
            action = play.game.space.text(play.state.legal(0)[0])
            one.games.decide(table, ann, play.question(0) or 0, [action])
    (job,) = one.jobs.claim(5)
    due = one.games.due(job)
    assert due is not None
    actions = choose(*due, job.seat, 1)
    assert len(actions) > 5
    one.games.decide_as_bot(job.table, job.seat, job.question, *actions)
    with one.tables.opened(table) as opened:
        assert opened.begun().state.actors() == [0], "nothing of it is left to be said"
    assert one.jobs.count() == {}


def test_who_stops_gives_its_jobs_back(houses: Houses) -> None:
    one, two = houses
    one.seats.create(one.guests.create("Ann"), Plan("middle-kingdom", {}, ["me", "novice"]))
    assert len(one.jobs.claim(1)) == 1
    one.jobs.give_back()
    assert len(two.jobs.claim(1)) == 1


def test_a_person_who_waits_comes_before_eighty_tables_of_bots(houses: Houses) -> None:
    one, two = houses
    idle, ann = one.guests.create("Idle"), one.guests.create("Ann")
    bots_only(one, idle, 40)
    mine = one.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice"]))
    assert [job.table for job in two.jobs.claim(1)] == [mine]


def test_a_guest_with_many_tables_gets_one_turn_as_everybody(houses: Houses) -> None:
    one, two = houses
    greedy, ann = one.guests.create("Greedy"), one.guests.create("Ann")
    with_bot = Plan("middle-kingdom", {}, ["me", "novice"])
    many = [one.seats.create(greedy, with_bot) for _ in range(8)]
    mine = [one.seats.create(ann, with_bot) for _ in range(2)]
    order = [job.table for house in (one, two, one, two) for job in house.jobs.claim(1)]
    assert [table in mine for table in order] == [False, True, False, True]
    assert order[0] in many


def test_what_nobody_waits_for_is_done_one_table_at_a_time(houses: Houses) -> None:
    one, two = houses
    guests = [one.guests.create(name) for name in ("Ann", "Bo")]
    for guest in guests:
        bots_only(one, guest, 6)
    taken = [*one.jobs.claim(5), *two.jobs.claim(5)]
    assert len(taken) == 2, "one for each guest, however many places there are to think"
    one.jobs.done(taken[0])
    two.jobs.done(taken[0])
    assert len(two.jobs.claim(5)) == 1


def test_a_table_nobody_looks_at_slows_down(databases: str, house: Callable[..., House]) -> None:
    here = house(databases, slow=1000.0)
    ann = here.guests.create("Ann")
    (table,) = bots_only(here, ann)
    (job,) = here.jobs.claim(1)
    forget(here, [table])
    decide(here, job)
    (other,) = here.jobs.claim(5)  # it was due before
    decide(here, other)
    assert here.jobs.claim(5) == []
    with here.tables.opened(table) as opened:
        asked = len(opened.begun().state.actors())  # the deal decides whether one chooses or both
    assert here.jobs.count() == {queue.ALONE: asked}
    here.talk.say(table, ann, "go on")
    with here.tables.opened(table) as opened:
        assert opened.row.looked > 0


def test_what_failed_is_tried_again_after_a_rest(houses: Houses) -> None:
    one, two = houses
    one.seats.create(one.guests.create("Ann"), Plan("middle-kingdom", {}, ["me", "novice"]))
    (job,) = one.jobs.claim(1)
    one.jobs.failed(job)
    assert one.jobs.claim(1) == []
    with one.storage.writing() as session:
        session.get_one(JobRow, job.id).ready = 0.0
    assert [again.tries for again in two.jobs.claim(1)] == [1]


def work() -> Work:
    state = game("xiang-chi").new(1, 7)
    return ("choose", ("novice", "xiang-chi", state.determinize(0, 1).to_dict(), 0, 1))


def test_a_worker_that_hangs_is_replaced() -> None:
    worker = LocalWorker(nice=0)
    nonsense: Work = ("choose", ("novice", "unknown-game", {}, 0, 1))
    with pytest.raises(Failed, match="no answer"):
        worker.ask(nonsense, 0.01)  # it has hardly begun
    assert worker.ask(work(), 600.0) == do(work()), "by another: what the first says is not heard"
    worker._process.kill()
    worker._process.join()
    assert worker.ask(work(), 600.0) == do(work())
    with pytest.raises(Failed, match="unknown-game"):
        worker.ask(nonsense, 600.0)
    assert worker.ask(work(), 600.0) == do(work()), "an error does not end it"
    worker.close()


@pytest.mark.filterwarnings("ignore")  # of Ray's own making
def test_bots_think_on_a_cluster(cluster: None, tmp_path: Path) -> None:
    (place,) = places("ray", 1, 0)
    assert place.ask(work(), 600.0) == do(work())
    with pytest.raises(Failed, match="unknown-game"):
        place.ask(("choose", ("novice", "unknown-game", {}, 0, 1)), 600.0)
    with pytest.raises(Failed):
        place.ask(work(), 0.0)  # it has hardly begun
    assert place.ask(work(), 600.0) == do(work()), "neither ends it"
    place.close()
    url = f"sqlite:///{tmp_path / 'tianxia.db'}"

    async def play() -> None:
        here = House(Settings(url, workers=1, pace=0.0, think="ray"))
        await here.open()
        ann = here.guests.create("Ann")
        table = here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice", "novice"]))
        async with asyncio.timeout(600):
            while here.jobs.count():
                await asyncio.sleep(0.05)
        with here.tables.opened(table) as opened:
            assert opened.begun().state.actors() == [0], "both bots have bid"
        await here.close()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(play())).result()


@pytest.mark.parametrize("ticks", range(5))
def test_who_thinks_can_be_stopped_whatever_was_just_heard(
    ticks: int, tmp_path: Path, house: Callable[..., House]
) -> None:
    """Also between news and the look at the queue that it leads to."""

    async def stop() -> None:
        here = house(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1)
        here.thinker.start()
        await asyncio.sleep(0.3)  # it waits for news
        here.thinker.wake("")
        for _ in range(ticks):
            await asyncio.sleep(0)
        async with asyncio.timeout(30):
            await here.thinker.stop()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(stop())).result()


def test_a_bot_that_hangs_does_not_stop_the_others(tmp_path: Path) -> None:
    """The thinker with places that hang once: every job is done in the end."""
    asked: list[int] = []

    class Place:
        def ask(self, work: Work, patience: float) -> Any:
            asked.append(work[1][3])
            if len(asked) == 1:
                raise Failed("no answer")
            return do(work)

        def close(self) -> None:
            pass

    async def play() -> None:
        here = House(Settings(f"sqlite:///{tmp_path / 'tianxia.db'}", workers=1, pace=0.0))
        here.thinker.start()
        here.thinker._all = [Place()]
        here.thinker._free = list(here.thinker._all)
        here.hub.start()
        here.hub.every(here.thinker.wake)
        ann = here.guests.create("Ann")
        table = here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice", "novice"]))
        until = time.monotonic() + 120
        while here.jobs.count():
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        with here.tables.opened(table) as opened:
            assert opened.begun().state.actors() == [0]
        await here.close()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(play())).result()
    assert len(asked) == 3, "two decisions, one of them tried twice"


def test_eighty_tables_of_masters_keep_nobody_waiting(tmp_path: Path) -> None:
    """From the queue to the worker: at most what it is at, and what it has just taken, comes before."""
    asked: list[str] = []

    class Place:
        def ask(self, work: Work, patience: float) -> Any:
            task, (level, *rest) = work
            asked.append(level)
            return do((task, ("novice", *rest)))

        def close(self) -> None:
            pass

    async def until(condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(300):
            while not condition():
                await asyncio.sleep(0.01)

    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'tianxia.db'}"
        here = House(Settings(url, workers=1, pace=0.0, slow=0.0))
        masters = Plan("middle-kingdom", {}, ["master", "master"], public=True)
        for name in ("Idle", "Idler"):  # nobody may have so many alone
            idle = here.guests.create(name)
            for _ in range(40):
                here.seats.create(idle, masters)
        here.thinker.start()
        here.thinker._all = [Place()]
        here.thinker._free = list(here.thinker._all)
        here.hub.start()
        here.hub.every(here.thinker.wake)
        await until(lambda: len(asked) > 5)
        ann = here.guests.create("Ann")
        for _ in range(3):
            before = len(asked)
            here.seats.create(ann, Plan("middle-kingdom", {}, ["me", "novice"]))
            await until(lambda: "novice" in asked[before:])  # noqa: B023
            assert asked[before:].index("novice") <= 2
        await here.close()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(play())).result()
