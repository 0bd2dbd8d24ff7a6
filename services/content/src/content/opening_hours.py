"""Opening hours: by weekday, with holidays and exceptions, and deadlines in working time. The functions are pure.

Slots of bookings, reply deadlines and «Открыто сейчас» are computed from `OpeningHours`. The text in the settings is
generated from it, or parsed into it by `hours_text.read_hours`, which refuses unknown words.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from chassis.formats import MOSCOW
from pydantic import TypeAdapter

# Opening and closing, as offsets from midnight: a day may end at 24:00, which `time` cannot express.
Hours = tuple[timedelta, timedelta]
# The hours of each weekday; Monday is 0. The company is closed on a day without hours.
WeeklyHours = dict[int, Hours]
WEEKLY_HOURS_ADAPTER = TypeAdapter(WeeklyHours)
DAY_LENGTH = timedelta(days=1)
WORKDAY_HOURS = (timedelta(hours=9), timedelta(hours=19))
SATURDAY_HOURS = (timedelta(hours=10), timedelta(hours=16))
DEFAULT_WEEKLY_HOURS: WeeklyHours = dict.fromkeys(range(5), WORKDAY_HOURS) | {5: SATURDAY_HOURS}
# No series of holidays is longer, although exceptions could close even more days.
MAX_DAYS_AHEAD = 60


@dataclass(frozen=True)
class OpeningHours:
    """The hours of each day. `exceptions` replace the hours of a date. An exception of None is a closed day."""

    weekly: WeeklyHours = field(default_factory=lambda: DEFAULT_WEEKLY_HOURS)
    exceptions: dict[date, Hours | None] = field(default_factory=dict)

    def get_hours(self, day: date) -> Hours | None:
        """Return the hours of a day, or None if it is closed."""
        if day in self.exceptions:
            return self.exceptions[day]
        calendar = _load_calendar(day.year)
        if day in calendar.holidays:
            return None
        # A weekend day whose day off was moved to another date has the hours of a Monday.
        weekday = 0 if day in calendar.moved_workdays else day.weekday()
        return self.weekly.get(weekday)


@dataclass(frozen=True)
class YearCalendar:
    """The public holidays of Russia in a year with their names, and the days off that became working days."""

    holidays: dict[date, str]
    moved_workdays: frozenset[date]


@lru_cache(maxsize=8)
def _load_calendar(year: int) -> YearCalendar:
    # The library follows the decrees about moved days. It is imported at its first use (decision 0146).
    from holidays import country_holidays

    holidays = country_holidays("RU", years=year, language="ru")
    workdays = frozenset(day for day in holidays.weekend_workdays if day.year == year)
    return YearCalendar({day: name for day, name in holidays.items() if day.year == year}, workdays)


def list_holidays(since: date, until: date) -> list[tuple[date, str]]:
    """Return the holidays from `since` to `until` inclusive, with their names."""
    years = range(since.year, until.year + 1)
    holidays = [holiday for year in years for holiday in _load_calendar(year).holidays.items()]
    return sorted((day, name) for day, name in holidays if since <= day <= until)


def get_working_time(day: date, hours: Hours) -> tuple[datetime, datetime]:
    """Return start and end of a working day (Moscow has no daylight saving time)."""
    opens, closes = hours
    midnight = datetime.combine(day, time(), MOSCOW)
    return midnight + opens, midnight + closes


def compute_deadline(requested_at: datetime, *, minutes: int, hours: OpeningHours) -> datetime:
    """Return the deadline of a promised answer: this many minutes of working time after the request."""
    time_left = timedelta(minutes=minutes)
    clock_start = requested_at.astimezone(MOSCOW)
    for days_ahead in range(MAX_DAYS_AHEAD):
        day = (clock_start + timedelta(days=days_ahead)).date()
        hours_of_day = hours.get_hours(day)
        if hours_of_day is None:
            continue
        opens, closes = get_working_time(day, hours_of_day)
        start = max(opens, clock_start)
        if start + time_left <= closes:
            return (start + time_left).astimezone(requested_at.tzinfo)
        time_left -= max(timedelta(), closes - start)
    # Exceptions close two whole months, so no earlier answer can be promised.
    return requested_at + timedelta(days=MAX_DAYS_AHEAD)
