"""Working hours by weekday, and deadlines in working time. Pure.

The contract of the settings has the hours as one text (`workingHours`), which the panel edits and pages show as it is.
It is read when it is saved: the settings keep the hours by weekday beside it (`site.service`), and work by those.
"""

import re
from datetime import date, datetime, time, timedelta

from chassis.formats import MOSCOW
from pydantic import TypeAdapter

# Opening and closing by weekday, as offsets from midnight: a day may end at 24:00, which `time` cannot express.
Schedule = dict[int, tuple[timedelta, timedelta]]
SCHEDULE = TypeAdapter(Schedule)
DAY_LENGTH = timedelta(days=1)
NINE_TO_SEVEN = (timedelta(hours=9), timedelta(hours=19))
DEFAULT: Schedule = dict.fromkeys(range(5), NINE_TO_SEVEN) | {5: (timedelta(hours=10), timedelta(hours=16))}
DAYS = {
    "будн": range(5), "ежедневн": range(7), "выходн": (5, 6), "пн": (0,), "понед": (0,), "вт": (1,), "ср": (2,),
    "чт": (3,), "четв": (3,), "пт": (4,), "пятн": (4,), "сб": (5,), "субб": (5,), "вс": (6,), "воскр": (6,),
}  # fmt: skip
DAY = "|".join(sorted(DAYS, key=len, reverse=True))
SPAN = re.compile(
    rf"(?P<first>{DAY})[а-яё.]*(?:\s*[-–—]\s*(?P<last>{DAY})[а-яё.]*)?\D*?"
    r"(?P<from>\d{1,2}[:.]\d{2})\s*(?:[-–—]|до)\s*(?P<to>\d{1,2}[:.]\d{2})",
    re.IGNORECASE,
)


def _days(first: str, last: str | None) -> list[int]:
    begin = list(DAYS[first.lower()])
    if last is None:
        return begin
    end = list(DAYS[last.lower()])[-1]
    return list(range(begin[0], end + 1)) if begin[0] <= end else [*range(begin[0], 7), *range(end + 1)]


def _parse_time(text: str) -> timedelta:
    hour, minute = re.split("[:.]", text)
    return timedelta(hours=int(hour), minutes=int(minute))


def parse_schedule(text: str) -> Schedule:
    """The working hours that the text names; the default hours when it names none."""
    found: Schedule = {}
    for span in SPAN.finditer(text):
        opens, closes = _parse_time(span["from"]), _parse_time(span["to"]) or DAY_LENGTH
        if opens < closes <= DAY_LENGTH:
            found |= dict.fromkeys(_days(span["first"], span["last"]), (opens, closes))
    return found or DEFAULT


def working_time(day: date, schedule: Schedule) -> tuple[datetime, datetime]:
    """Start and end of a working day (Moscow has no daylight saving time)."""
    opens, closes = schedule[day.weekday()]
    begin = datetime.combine(day, time(), MOSCOW)
    return begin + opens, begin + closes


def due_at(requested_at: datetime, *, minutes: int, schedule: Schedule) -> datetime:
    """The deadline of a promised answer: so many minutes later, counting working time only."""
    left, now = timedelta(minutes=minutes), requested_at.astimezone(MOSCOW)
    # Any schedule has a working day within two weeks, since none is empty.
    for ahead in range(15):
        day = (now + timedelta(days=ahead)).date()
        if day.weekday() not in schedule:
            continue
        opens, closes = working_time(day, schedule)
        begin = max(opens, now)
        if begin + left <= closes:
            return (begin + left).astimezone(requested_at.tzinfo)
        left -= max(timedelta(), closes - begin)
    raise AssertionError("a schedule without working time")
