"""Bookable times: every half hour of the working time, at least an hour ahead. The functions are pure."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from content.opening_hours import Hours, get_working_time

STEP = timedelta(minutes=30)
NOTICE = timedelta(hours=1)
Interval = tuple[datetime, datetime]


def list_free_times(
    day: date, *, minutes: int, hours: Hours | None, now: datetime, taken: Iterable[Interval]
) -> list[datetime]:
    """Return the free start times of a day with these opening hours, in the time zone of `now`.

    A closed day has no free times.
    """
    if hours is None:
        return []
    opens, closes = get_working_time(day, hours)
    length = timedelta(minutes=minutes)
    busy = list(taken)
    free = []
    begin = opens
    while begin + length <= closes:
        overlaps = any(begin < until and since < begin + length for since, until in busy)
        if begin >= now + NOTICE and not overlaps:
            free.append(begin.astimezone(now.tzinfo))
        begin += STEP
    return free
