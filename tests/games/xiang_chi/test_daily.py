from datetime import date, timedelta

from tianxia.engine.record import state_hash
from tianxia.games.xiang_chi.daily import daily_seed

from .scenario import GAME


def test_the_seed_reads_as_the_date() -> None:
    assert daily_seed(date(2026, 1, 31)) == 20260131


def test_each_day_has_its_own_deck() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(400)]
    assert len({daily_seed(day) for day in days}) == 400
    openings = {tuple(GAME.new(seed=daily_seed(day)).view(0)["row"][0].items()) for day in days}
    assert len(openings) > 40


def test_the_same_day_is_the_same_for_everyone() -> None:
    one, two = (GAME.new(seed=daily_seed(date(2026, 7, 14))) for _ in range(2))
    assert state_hash(one) == state_hash(two)
