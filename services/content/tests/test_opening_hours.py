from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import pytest
from content.bookings import slots
from content.hours_text import HoursTextError, format_hours, read_hours
from content.opening_hours import DEFAULT_WEEKLY_HOURS, Hours, OpeningHours, compute_deadline, list_holidays
from hypothesis import given
from hypothesis import strategies as st

# Ten minutes before midnight in Moscow.
MONDAY = datetime(2026, 11, 23, 20, 50, tzinfo=UTC)


def make_hours(opens: float, closes: float) -> Hours:
    return timedelta(hours=opens), timedelta(hours=closes)


def make_week(opens: float, closes: float, days: range = range(7)) -> dict[int, Hours]:
    return dict.fromkeys(days, make_hours(opens, closes))


class TestText:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Ежедневно 9:00–24:00", make_week(9, 24)),
            ("Ежедневно 9:00–00:00", make_week(9, 24)),
            ("Ежедневно с 8.30 до 21.00", make_week(8.5, 21)),
            ("Пн–Пт 9:00–19:00, Сб 10:00–16:00", DEFAULT_WEEKLY_HOURS),
            ("Будни 9:00–19:00, суббота 10:00–16:00", DEFAULT_WEEKLY_HOURS),
            ("Пн–Пт 10–18", make_week(10, 18, range(5))),
            ("Без выходных 9:00–21:00", make_week(9, 21)),
            ("9:00–19:00 ежедневно", make_week(9, 19)),
            ("10–20 пн-пт, 11–18 сб", make_week(10, 20, range(5)) | make_week(11, 18, range(5, 6))),
            ("с понедельника по пятницу с 9 до 18 часов", make_week(9, 18, range(5))),
            (
                "по будням с 10 до 20, по выходным с 11 до 18",
                make_week(10, 20, range(5)) | make_week(11, 18, range(5, 7)),
            ),
            ("Пт–Пн 9–18", {day: make_hours(9, 18) for day in (0, 4, 5, 6)}),
            ("Пн-Пт 9-18; сб, вс — выходные", make_week(9, 18, range(5))),
            ("Ежедневно 9–18, вс выходной", make_week(9, 18, range(6))),
            ("Круглосуточно", make_week(0, 24)),
            ("24/7", make_week(0, 24)),
        ],
    )
    def test_hours_are_read_as_they_are_written(self, text: str, expected: dict[int, Hours]) -> None:
        assert read_hours(text) == expected

    @pytest.mark.parametrize(
        ("text", "parsed_text", "unparsed_text"),
        [
            ("Пн–Пт 9–18, Сб по Записи", "Будни 9:00–18:00", "Сб Записи"),
            ("По договорённости", "", "договорённости"),
            ("Ежедневно 9:00–25:00", "", "Ежедневно 9:00–25:00"),
            ("Пн–Пт 9–13, 14–18", "Будни 9:00–13:00", "14–18"),
            ("9–18", "", "9–18"),
            ("Пн–Пт", "", "Пн–Пт"),
            ("Пн – Пт 18–9", "", "Пн – Пт 18–9"),
            ("пн 9:75–18:00", "", "пн 9:75–18:00"),
            ("", "", ""),
        ],
    )
    def test_opening_hours_that_cannot_be_parsed_are_refused(
        self, text: str, parsed_text: str, unparsed_text: str
    ) -> None:
        with pytest.raises(HoursTextError) as refusal:
            read_hours(text)
        assert refusal.value.parsed_text == parsed_text
        assert refusal.value.unparsed_text == unparsed_text

    @given(st.dictionaries(st.integers(0, 6), st.tuples(st.integers(0, 1439), st.integers(1, 1440)), min_size=1))
    def test_formatted_hours_are_parsed_back(self, minutes: dict[int, tuple[int, int]]) -> None:
        weekly = {
            day: (timedelta(minutes=min(opens, closes - 1)), timedelta(minutes=closes))
            for day, (opens, closes) in minutes.items()
        }
        assert read_hours(format_hours(weekly)) == weekly

    @given(st.text(alphabet="пнвтсрчбудивыхоеж 0123456789:.-–,сдопокруглсч"))
    def test_any_text_is_parsed_or_refused(self, text: str) -> None:
        with suppress(HoursTextError):
            assert read_hours(text)


class TestDays:
    def test_holidays_are_closed_with_moved_days_off(self) -> None:
        hours = OpeningHours()
        closed_days = [date(2027, 1, 1), date(2027, 1, 7), date(2026, 12, 31), date(2026, 1, 9), date(2027, 5, 3)]
        assert [hours.get_hours(day) for day in closed_days] == [None] * len(closed_days)
        # A Saturday that is a working day instead of the Monday after it.
        assert hours.get_hours(date(2027, 2, 20)) == make_hours(9, 19)
        assert hours.get_hours(date(2027, 1, 11)) == make_hours(9, 19)
        names = dict(list_holidays(date(2026, 12, 30), date(2027, 1, 8)))
        assert (len(names), names[date(2027, 1, 7)]) == (9, "Рождество Христово")

    def test_exceptions_replace_weekdays_and_holidays(self) -> None:
        exceptions = {date(2027, 1, 4): make_hours(10, 14), date(2026, 11, 24): None}
        hours = OpeningHours(exceptions=exceptions)
        assert hours.get_hours(date(2027, 1, 4)) == make_hours(10, 14)
        assert hours.get_hours(date(2026, 11, 24)) is None
        ten_minutes_before_closing = datetime(2026, 12, 30, 15, 50, tzinfo=UTC)
        assert compute_deadline(ten_minutes_before_closing, minutes=15, hours=hours) == datetime(
            2027, 1, 4, 7, 5, tzinfo=UTC
        )

    def test_a_company_that_is_closed_for_months_still_has_a_deadline(self) -> None:
        closed_days = {date(2026, 11, 1) + timedelta(days=ahead): None for ahead in range(200)}
        assert compute_deadline(MONDAY, minutes=15, hours=OpeningHours(exceptions=dict(closed_days))) > MONDAY

    def test_day_that_ends_at_midnight_has_its_last_minutes(self) -> None:
        hours = OpeningHours(make_week(9, 24))
        assert compute_deadline(MONDAY, minutes=5, hours=hours) == MONDAY + timedelta(minutes=5)
        assert compute_deadline(MONDAY, minutes=15, hours=hours) == datetime(2026, 11, 24, 6, 5, tzinfo=UTC)
        tuesday = date(2026, 11, 24)
        hours_of_tuesday = hours.get_hours(tuesday)
        offered_times = slots.list_free_times(tuesday, minutes=30, hours=hours_of_tuesday, now=MONDAY, taken=[])
        assert offered_times[-1] == datetime(2026, 11, 24, 20, 30, tzinfo=UTC)
