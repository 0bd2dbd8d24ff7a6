"""Bookable times: every half hour of the working time, at least an hour ahead. The functions are pure."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from content.opening_hours import Hours, get_working_time

START_INTERVAL = timedelta(minutes=30)
MIN_NOTICE = timedelta(hours=1)
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
    taken_intervals = list(taken)
    free_times = []
    starts_at = opens
    while starts_at + length <= closes:
        is_taken = any(starts_at < until and since < starts_at + length for since, until in taken_intervals)
        if starts_at >= now + MIN_NOTICE and not is_taken:
            free_times.append(starts_at.astimezone(now.tzinfo))
        starts_at += START_INTERVAL
    return free_times
