from datetime import UTC, date, datetime, timedelta

import pytest
from content.bookings import slots
from content.opening_hours import DEFAULT, due_at, parse_schedule

MONDAY = datetime(2026, 11, 23, 20, 50, tzinfo=UTC)


def whole_week(opens: float, closes: float) -> dict[int, tuple[timedelta, timedelta]]:
    return dict.fromkeys(range(7), (timedelta(hours=opens), timedelta(hours=closes)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ежедневно 9:00–24:00", whole_week(9, 24)),
        ("Ежедневно 9:00–00:00", whole_week(9, 24)),
        ("Ежедневно с 8.30 до 21.00", whole_week(8.5, 21)),
        ("Пн–Пт 9:00–19:00, Сб 10:00–16:00", DEFAULT),
        ("Ежедневно 9:00–25:00", DEFAULT),
        ("Круглосуточно", DEFAULT),
    ],
)
def test_hours_are_read_as_they_are_written(text: str, expected: object) -> None:
    assert parse_schedule(text) == expected


def test_day_that_ends_at_midnight_has_its_last_minutes() -> None:
    week = whole_week(9, 24)
    assert due_at(MONDAY, minutes=5, schedule=week) == MONDAY + timedelta(minutes=5)
    assert due_at(MONDAY, minutes=15, schedule=week) == datetime(2026, 11, 24, 6, 5, tzinfo=UTC)
    offered = slots.list_free_times(date(2026, 11, 24), minutes=30, schedule=week, now=MONDAY, taken=[])
    assert offered[-1] == datetime(2026, 11, 24, 20, 30, tzinfo=UTC)
