"""Two guests act at the same moment through two processes: one after the other, all the same."""

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import bindparam, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from tianxia.server import tables
from tianxia.server.daily import today
from tianxia.server.errors import Refused
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.seats import Plan
from tianxia.server.storage import OPEN, PERSON, RUNNING, WAITING, TableRow
from tianxia.server.tables import Change, Table

ROUNDS = 10
Call = Callable[[], object]


@pytest.fixture
def houses(databases: str, house: Callable[[str], House]) -> tuple[House, House]:
    """What two processes have: nothing in common but the database."""
    return house(databases), house(databases)


def at_once(*calls: Call) -> list[str]:
    """Released at the same moment: `ok`, or the code of the refusal."""
    together = threading.Barrier(len(calls))

    def run(call: Call) -> str:
        together.wait()
        try:
            call()
        except Refused as refused:
            return refused.code
        return "ok"

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def guests(house: House) -> list[Guest]:
    return [house.guests.create(name) for name in ("Ann", "Bo", "Cy")]


def room(house: House, host: Guest, seats: list[str]) -> str:
    return house.seats.create(host, Plan("middle-kingdom", {}, seats, public=True))


def checked(house: House, id: str) -> Table:
    """A table that can go on: running with nobody missing, or waiting with an open seat."""
    with house.tables.opened(id) as table:
        kinds = [seat.kind for seat in table.seats]
        assert (OPEN in kinds) == (table.row.state == WAITING)
        for seat in table.seats:
            assert (seat.guest is not None) == (seat.kind == PERSON)
            assert bool(seat.level) == (seat.kind not in (OPEN, PERSON) or seat.away)
    return table


def test_the_last_two_seats_taken_together_begin_the_game(houses: tuple[House, House]) -> None:
    one, two = houses
    ann, bo, cy = guests(one)
    for _ in range(ROUNDS):
        id = room(one, ann, ["me", "open", "open"])
        sat = at_once(lambda: one.seats.sit(id, bo, 1), lambda: two.seats.sit(id, cy, 2))  # noqa: B023
        assert sat == ["ok", "ok"]
        for house in houses:
            assert checked(house, id).row.state == RUNNING


def test_leaving_while_the_host_begins_leaves_no_hole(houses: tuple[House, House]) -> None:
    one, two = houses
    ann, bo, _ = guests(one)
    for _ in range(ROUNDS):
        id = room(one, ann, ["me", "open", "open"])
        two.seats.sit(id, bo, 1)
        done = at_once(lambda: two.seats.leave(id, bo), lambda: one.seats.start(id, ann, "novice"))  # noqa: B023
        assert done == ["ok", "ok"]
        table = checked(two, id)
        assert table.row.state == RUNNING
        assert table.played_by_bot(1)


def test_a_seat_is_a_persons_or_a_bots(houses: tuple[House, House]) -> None:
    one, two = houses
    ann, bo, _ = guests(one)
    for _ in range(ROUNDS):
        id = room(one, ann, ["me", "open", "open"])
        done = at_once(
            lambda: two.seats.sit(id, bo, 1),  # noqa: B023
            lambda: one.seats.set_seat(id, ann, 1, "novice"),  # noqa: B023
        )
        assert sorted(done) == ["ok", "seat-taken"]
        assert (checked(one, id).seat_of(bo) == 1) == (done[0] == "ok")


def test_a_guest_gets_one_seat(houses: tuple[House, House]) -> None:
    one, two = houses
    ann, bo, _ = guests(one)
    for _ in range(ROUNDS):
        id = room(one, ann, ["me", "open", "open", "open"])
        done = at_once(lambda: one.seats.sit(id, bo, 1), lambda: two.seats.sit(id, bo, 2))  # noqa: B023
        assert sorted(done) == ["ok", "seated-already"]
        assert checked(two, id).names.count("Bo") == 1


def test_the_daily_game_is_played_once(houses: tuple[House, House]) -> None:
    plan = Plan("xiang-chi", {}, ["me"], daily=today().isoformat())
    for number in range(ROUNDS):
        ann = houses[0].guests.create(f"Ann {number}")
        made: list[str] = []
        at_once(*(lambda h=house: made.append(h.seats.create(ann, plan)) for house in houses))  # noqa: B023
        assert len(made) == 2
        assert len(set(made)) == 1
        assert len(houses[0].lists.mine(ann, finished=False)) == 1


RACES = [
    test_the_last_two_seats_taken_together_begin_the_game,
    test_leaving_while_the_host_begins_leaves_no_hole,
    test_a_seat_is_a_persons_or_a_bots,
    test_a_guest_gets_one_seat,
]


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("guarded", [True, False], ids=["guarded", "unguarded"])
def test_it_is_the_guard_that_decides(
    guarded: bool,
    race: Callable[[tuple[House, House]], None],
    houses: tuple[House, House],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same races, with both made to look at the table before either changes it.

    Guarded, the second cannot look before the first is done, and all is well. Without the lock of the
    row (PostgreSQL), or with transactions that begin as readers (SQLite), every race is lost.
    """
    both = threading.Barrier(2)

    class LookedTogether(Change):
        """A change that has looked at the table and has done nothing yet."""

        def __init__(self, table: Table, session: Session) -> None:
            super().__init__(table, session)
            if threading.current_thread() is not threading.main_thread():
                with contextlib.suppress(threading.BrokenBarrierError):
                    both.wait(0.5)  # guarded, nobody comes, and from then on nobody waits

    monkeypatch.setattr(tables, "Change", LookedTogether)
    if guarded:
        race(houses)
        return
    only_look = select(TableRow.looked, TableRow.revision).where(TableRow.id == bindparam("id"))
    monkeypatch.setattr(tables, "HELD", only_look)
    for house in houses:
        monkeypatch.setattr(house.storage, "_writer", house.storage.engine)
    with pytest.raises((AssertionError, SQLAlchemyError)):
        race(houses)
