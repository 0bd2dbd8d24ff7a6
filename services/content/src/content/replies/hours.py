"""The reply clock: fifteen minutes of working time, read from the hours that the site shows. Pure."""

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

MOSCOW = ZoneInfo("Europe/Moscow")
Schedule = dict[int, tuple[time, time]]
NINE_TO_SEVEN = (time(9), time(19))
DEFAULT: Schedule = dict.fromkeys(range(5), NINE_TO_SEVEN) | {5: (time(10), time(16))}
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


def _moment(text: str) -> time:
    hour, minute = re.split("[:.]", text)
    return time(int(hour) % 24, int(minute) % 60)


def schedule_of(text: str) -> Schedule:
    """Working days with their hours, as the text names them; the usual ones when it names none."""
    found: Schedule = {}
    for span in SPAN.finditer(text):
        opens, closes = _moment(span["from"]), _moment(span["to"])
        if opens < closes:
            found |= dict.fromkeys(_days(span["first"], span["last"]), (opens, closes))
    return found or DEFAULT


def due_at(asked_at: datetime, *, minutes: int, schedule: Schedule) -> datetime:
    """The moment by which an answer is promised: so many minutes later, counting working time only."""
    left, now = timedelta(minutes=minutes), asked_at.astimezone(MOSCOW)
    # Two weeks hold a working day of any schedule, since none is empty.
    for ahead in range(15):
        day = (now + timedelta(days=ahead)).date()
        if day.weekday() not in schedule:
            continue
        opens, closes = (datetime.combine(day, moment, MOSCOW) for moment in schedule[day.weekday()])
        begin = max(opens, now)
        if begin + left <= closes:
            return (begin + left).astimezone(asked_at.tzinfo)
        left -= max(timedelta(), closes - begin)
    raise AssertionError("a schedule without working time")
