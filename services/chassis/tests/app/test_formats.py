from datetime import UTC, datetime
from decimal import Decimal

import pytest
from chassis.formats import (
    format_days,
    format_duration,
    format_exact_number,
    format_months,
    format_moscow_time,
    format_number,
    format_phone,
    format_roubles,
)

EVENING = datetime(2026, 11, 30, 21, 5, tzinfo=UTC)
MONTHS = (
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
)  # fmt: skip


def test_a_time_is_formatted_in_moscow_time() -> None:
    assert format_moscow_time(EVENING) == "01.12.2026, 00:05 МСК"
    assert format_moscow_time(EVENING, "d MMMM y, HH:mm") == "1 декабря 2026, 00:05"


@pytest.mark.parametrize(("number", "name"), list(enumerate(MONTHS, start=1)))
def test_months_stand_in_the_genitive(number: int, name: str) -> None:
    assert format_moscow_time(EVENING.replace(month=number, day=9), "d MMMM, HH:mm 'МСК'") == f"10 {name}, 00:05 МСК"


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "0"), (999, "999"), (1000, "1 000"), (1234567, "1 234 567"), (Decimal("2500.5"), "2 501"), (-1500, "-1 500")],
)
def test_an_amount_has_ordinary_spaces(amount: Decimal | int, text: str) -> None:
    assert (format_number(amount), format_roubles(amount)) == (text, f"{text} ₽")


@pytest.mark.parametrize(
    ("minutes", "text"), [(10, "10 минут"), (15, "15 минут"), (60, "1 час"), (90, "1 час 30 минут"), (240, "4 часа")]
)
def test_a_length_of_time_is_written_in_words(minutes: int, text: str) -> None:
    assert format_duration(minutes) == text


@pytest.mark.parametrize(("count", "days", "months"), [(1, "1 день", "1 месяц"), (54, "54 дня", "54 месяца")])
def test_days_and_months_are_written_in_words(count: int, days: str, months: str) -> None:
    assert (format_days(count), format_months(count)) == (days, months)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (5000, "5000"),
        (-9999, "-9999"),
        (10_000, "10\u00a0000"),
        (100_000_000_000, "100\u00a0000\u00a0000\u00a0000"),
        (0.1, "0,1"),
        (Decimal("-12345.5"), "-12\u00a0345,5"),
    ],
)
def test_exact_number_keeps_its_digits_and_groups_five(number: Decimal | float, text: str) -> None:
    assert format_exact_number(number) == text


def test_a_phone_number_is_grouped() -> None:
    assert format_phone("+74950000010") == "+7 495 000-00-10"
    assert format_phone("+491701234567") == "+49 170 123-45-67"
    assert format_phone("+375291234567") == "+375 29 123-45-67"
    assert format_phone("+12025550123") == "+1 202 555-01-23"
    assert format_phone("+37251234567") == "+372 5 123-45-67"
    assert format_phone("+8613912345678") == "+86 1 391 234-56-78"
    assert format_phone("доб. 12") == "доб. 12"
    assert format_phone("+749500000101") == "+749500000101", "too long"
