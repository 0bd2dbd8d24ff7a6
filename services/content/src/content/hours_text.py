"""Parses and formats opening hours as a Russian text. The functions are pure.

Employees type the text, so it is parsed word by word. A text with an unknown word is refused: a silent default would be
used everywhere without anyone seeing it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from content.opening_hours import DAY_LENGTH, Hours, WeeklyHours

FULL_NAMES = ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье")
SHORT_NAMES = ("пн", "вт", "ср", "чт", "пт", "сб", "вс")
WORKDAYS = frozenset(range(5))
WEEKEND = frozenset({5, 6})
WHOLE_WEEK = frozenset(range(7))
WEEKDAY_NAME = (
    r"(?:понедельник\w{0,2}|пн|вторник\w{0,2}|вт|сред[аыуе]|ср|четверг\w{0,2}|чт|пятниц[аыуе]|пт|суббот[аыуе]|сб"
    r"|воскресень[ейяю]|вс)\b\.?"
)
# Patterns of the beginnings of the weekday names in any case form, from Monday on.
WEEKDAY_STARTS = ("п[но]", "вт", "ср", "ч", "пт|пят", "с[бу]", "в[со]с?")
CLOCK = r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:ч(?:\.|ас(?:ов|а)?)?(?![а-я]))?"
TOKENS = re.compile(
    rf"""
    (?P<hours>(?:с\s+)?{CLOCK}\s*(?:-|до)\s*{CLOCK}(?![\d:]))
    | (?P<nonstop>круглосуточно|24/7)
    | (?P<week>(?:без\s+перерыв\w*\s+и\s+)?(?:без\s+)выходных|ежедневно|каждый\s+день|все\s+дни|всю\s+неделю)
    | (?P<closed>выходной(?:\s+день)?|выходные\s+дни(?=\s*$)|закрыто|не\s+работаем|нерабочий(?:\s+день)?)
    | (?P<workdays>(?:по\s+)?буд(?:ни\w*|ням)(?:\s+дн\w+)?|рабочие\s+дни)
    | (?P<weekend>(?:по\s+)?выходн(?:ые|ым)(?:\s+дн\w+)?)
    | (?P<range>(?:с\s+)?{WEEKDAY_NAME}\s*(?:-|по)\s*{WEEKDAY_NAME})
    | (?P<day>{WEEKDAY_NAME})
    | (?P<filler>(?:часы|время|режим|график)\s+работы|работаем|открыто|мск|по\s+москве|московское\s+время
        |без\s+перерыв\w*
        |(?:по|с|и|в|во)(?![а-я])|[\s,;:.()-]+)
    | (?P<unknown>[^\s,;]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Each character is replaced by exactly one character, so a position is the same in both texts.
PLAIN_CHARACTERS = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | {"ё": "е", "Ё": "Е"})


class HoursTextError(ValueError):
    """The text could not be parsed completely.

    `parsed_text` describes the hours that were parsed. `unparsed_text` has the other words, as they were typed. It is
    the whole text if all words are known, but no day has hours.
    """

    def __init__(self, parsed_hours: WeeklyHours, unparsed_text: str) -> None:
        super().__init__(unparsed_text)
        self.parsed_text = format_hours(parsed_hours) if parsed_hours else ""
        self.unparsed_text = unparsed_text


# The position of some words in the text, and the words as they were typed.
TypedWords = tuple[int, str]


@dataclass
class _Parser:
    """State of the parser. Hours follow their days (`пн-пт 9-18`) or precede them (`9-18 ежедневно`)."""

    hours_by_day: WeeklyHours = field(default_factory=dict)
    pending_days: set[int] = field(default_factory=set)
    pending_words: list[TypedWords] = field(default_factory=list)
    hours: Hours | None = None
    hours_words: TypedWords = (0, "")
    # None until the first days or hours are parsed.
    hours_come_first: bool | None = None
    are_hours_used: bool = True

    def add_days(self, days: frozenset[int], words: TypedWords) -> None:
        if self.hours_come_first is None:
            self.hours_come_first = False
        if self.hours_come_first and self.hours:
            self.hours_by_day |= dict.fromkeys(days, self.hours)
            self.are_hours_used = True
        else:
            self.pending_days |= days
            self.pending_words.append(words)

    def add_hours(self, hours: Hours, words: TypedWords) -> bool:
        """Assign hours to the pending days, or keep them for the days that follow.

        Returns False if these hours, or the hours before them, have no days.
        """
        if self.hours_come_first is None:
            self.hours_come_first = True
        if self.hours_come_first:
            had_days = self.are_hours_used
            self.hours = hours
            self.hours_words = words
            self.are_hours_used = False
            return had_days
        if not self.pending_days:
            return False
        self.hours_by_day |= dict.fromkeys(self.pending_days, hours)
        self._forget_pending_days()
        return True

    def close_pending_days(self) -> bool:
        """Mark the pending days as closed. Returns False if there are no days."""
        for day in self.pending_days:
            self.hours_by_day.pop(day, None)
        had_days = bool(self.pending_days)
        self._forget_pending_days()
        return had_days

    def _forget_pending_days(self) -> None:
        self.pending_days = set()
        self.pending_words = []


def read_hours(text: str) -> WeeklyHours:
    """Parse the text into hours by weekday. Raises HoursTextError."""
    typed_text = " ".join(text.split())
    parser = _Parser()
    unparsed_words: list[TypedWords] = []
    for kind, match in _split_tokens(typed_text.translate(PLAIN_CHARACTERS)):
        words = (match.start(), typed_text[match.start() : match.end()].strip())
        if kind == "unknown" or not _process_token(parser, kind, words, match):
            unparsed_words.append(words)
    if parser.pending_days:
        unparsed_words.extend(parser.pending_words)
    if not parser.are_hours_used and parser.hours:
        unparsed_words.append(parser.hours_words)
    if unparsed_words or not parser.hours_by_day:
        unparsed_text = " ".join(words for _, words in sorted(unparsed_words))
        raise HoursTextError(parser.hours_by_day, unparsed_text or typed_text)
    return dict(sorted(parser.hours_by_day.items()))


def _split_tokens(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for match in TOKENS.finditer(text):
        kind = match.lastgroup or "unknown"
        if kind != "filler":
            yield kind, match


def _process_token(parser: _Parser, kind: str, words: TypedWords, match: re.Match[str]) -> bool:
    """Process one token, typed as `words`. Returns False if it is invalid at its place."""
    lower_text = match.group().lower()
    if kind == "hours":
        hours = _parse_hours(lower_text)
        return hours is not None and parser.add_hours(hours, words)
    if kind == "nonstop":
        if lower_text == "24/7" or (parser.hours_come_first is None and not parser.pending_days):
            parser.add_days(WHOLE_WEEK, words)
        return parser.add_hours((timedelta(), DAY_LENGTH), words)
    if kind == "closed":
        return parser.close_pending_days()
    if kind == "weekend":
        has_weekend_days = bool(parser.pending_days) and parser.pending_days <= WEEKEND
        if has_weekend_days and not _is_followed_by_hours(match):
            # «сб, вс — выходные»: here the word means that these days are closed.
            return parser.close_pending_days()
    parser.add_days(_parse_days(kind, lower_text), words)
    return True


def _is_followed_by_hours(match: re.Match[str]) -> bool:
    return re.match(r"[\s,:-]*(?:с\s+)?\d", match.string[match.end() :], re.IGNORECASE) is not None


def _parse_days(kind: str, words: str) -> frozenset[int]:
    if kind == "week":
        return WHOLE_WEEK
    if kind == "workdays":
        return WORKDAYS
    if kind == "weekend":
        return WEEKEND
    first_day, *other_days = (_parse_weekday(name) for name in re.findall(WEEKDAY_NAME, words))
    if not other_days:
        return frozenset({first_day})
    last_day = other_days[0]
    if first_day <= last_day:
        return frozenset(range(first_day, last_day + 1))
    # The range contains the end of a week, such as «сб-пн».
    return frozenset([*range(first_day, 7), *range(last_day + 1)])


def _parse_weekday(word: str) -> int:
    return next(day for day, start in enumerate(WEEKDAY_STARTS) if re.match(start, word))


def _parse_hours(words: str) -> Hours | None:
    clocks = re.findall(r"(\d{1,2})(?:[:.](\d{2}))?", words)
    opens, closes = (timedelta(hours=int(hour), minutes=int(minute or 0)) for hour, minute in clocks)
    if any(int(minute or 0) > 59 for _, minute in clocks):
        return None
    # Closing at 0:00 is the end of the day.
    closes = closes or DAY_LENGTH
    if not opens < closes <= DAY_LENGTH:
        return None
    return opens, closes


def format_hours(weekly: WeeklyHours) -> str:
    """Format hours as a text, such as «Будни 9:00–19:00, суббота 10:00–16:00». `read_hours` is the inverse."""
    groups: dict[Hours, list[int]] = {}
    for day in sorted(weekly):
        groups.setdefault(weekly[day], []).append(day)
    text = ", ".join(f"{_format_days(days)} {_format_hours(hours)}" for hours, days in groups.items())
    return text[:1].upper() + text[1:]


def _format_days(days: list[int]) -> str:
    group_name = {WHOLE_WEEK: "ежедневно", WORKDAYS: "будни", WEEKEND: "выходные"}.get(frozenset(days))
    if group_name:
        return group_name
    if len(days) == 1:
        return FULL_NAMES[days[0]]
    if len(days) > 2 and days[-1] - days[0] == len(days) - 1:
        return f"{SHORT_NAMES[days[0]]}–{SHORT_NAMES[days[-1]]}"
    return ", ".join(SHORT_NAMES[day] for day in days)


def _format_hours(hours: Hours) -> str:
    if hours == (timedelta(), DAY_LENGTH):
        return "круглосуточно"
    return "–".join(format_clock(time_of_day) for time_of_day in hours)


def format_clock(time_of_day: timedelta) -> str:
    """Format an offset from midnight as hours and minutes, such as 9:00. The end of the day is 24:00."""
    minutes = int(time_of_day.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02d}"
