"""Which times may be booked: whole half hours of the working time, from an hour ahead. Pure."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from content.replies.hours import Schedule, working_time

STEP = timedelta(minutes=30)
NOTICE = timedelta(hours=1)
Span = tuple[datetime, datetime]


def of_day(day: date, *, minutes: int, schedule: Schedule, now: datetime, taken: Iterable[Span]) -> list[datetime]:
    """Free beginnings of that day, in UTC."""
    if day.weekday() not in schedule:
        return []
    opens, closes = working_time(day, schedule)
    length, busy = timedelta(minutes=minutes), list(taken)
    free, begin = [], opens
    while begin + length <= closes:
        overlaps = any(begin < until and since < begin + length for since, until in busy)
        if begin >= now + NOTICE and not overlaps:
            free.append(begin.astimezone(now.tzinfo))
        begin += STEP
    return free
