"""Russian formats of times and amounts, from Babel (Unicode CLDR)."""

import re
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from babel.numbers import format_decimal
from babel.units import format_unit

MOSCOW = ZoneInfo("Europe/Moscow")


def format_moscow_time(at: datetime, pattern: str = "dd.MM.y, HH:mm 'МСК'") -> str:
    """Format a time in Moscow with a CLDR pattern: `20.11.2026, 14:05 МСК`."""
    return format_datetime(at, pattern, tzinfo=MOSCOW, locale="ru")


def format_number(amount: Decimal | int) -> str:
    """Return `1 234 567`, rounded half up. Its spaces are ordinary, because the texts are also sent as plain text."""
    rounded_amount = Decimal(amount).quantize(Decimal(1), ROUND_HALF_UP)
    return format_decimal(rounded_amount, "#,##0", locale="ru").replace("\u00a0", " ")


def format_exact_number(number: Decimal | float) -> str:
    """Return `5000`, `100 000 000` or `0,1`: not rounded, with no-break spaces. Four digits are not grouped."""
    has_five_digits = number >= 10_000 or number <= -10_000
    pattern = "#,##0.###" if has_five_digits else "0.###"
    return format_decimal(number, pattern, locale="ru", decimal_quantization=False)


def format_roubles(amount: Decimal | int) -> str:
    """Return `1 234 567 ₽`."""
    return f"{format_number(amount)} ₽"


def format_phone(number: str) -> str:
    """Write a Russian number in E.164 as `+7 495 000-00-10`. Others are returned unchanged."""
    return re.sub(r"^\+7(\d{3})(\d{3})(\d{2})(\d{2})$", r"+7 \1 \2-\3-\4", number)


def format_duration(minutes: int) -> str:
    """Format minutes as `45 минут`, `1 час`, `2 часа` or `1 час 30 минут`."""
    hours, minutes_left = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes_left, "minute")]
    return " ".join(format_unit(number, unit, locale="ru") for number, unit in parts if number)


def format_days(days: int) -> str:
    """Format days as `1 день`, `54 дня` or `12 дней`."""
    return format_unit(days, "day", locale="ru")


def format_months(months: int) -> str:
    """Format months as `1 месяц`, `3 месяца` or `6 месяцев`."""
    return format_unit(months, "month", locale="ru")
