"""The practice court of a date: one deck a day, the same in every terminal.

A server's daily court is drawn from a secret of its own.
"""

import datetime


def daily_seed(day: datetime.date) -> int:
    """The seed of a day, readable as its date: 20260131 for 31 January 2026."""
    return day.year * 10_000 + day.month * 100 + day.day
