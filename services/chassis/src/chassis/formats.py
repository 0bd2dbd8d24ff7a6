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


# The country codes of ITU-T E.164 have one, two or three digits.
COUNTRY_CODE = r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}"
PHONE_NUMBER = re.compile(rf"\+({COUNTRY_CODE})(\d+)(\d\d)(\d\d)")
RUSSIAN_DIGITS = 10


def format_phone(number: str) -> str:
    """Write a number in E.164 as `+7 495 000-00-10`, or with another country code: `+49 170 123-45-67`.

    The hyphens keep spreadsheets from reading it as a number. Anything else, such as a Russian number with too many
    digits, is returned unchanged.
    """
    match = PHONE_NUMBER.fullmatch(number)
    if not match or (match[1] == "7" and len(number) != len("+7") + RUSSIAN_DIGITS):
        return number
    country, start, *pairs = match.groups()
    groups = re.sub(r"\B(?=(?:\d{3})+$)", " ", start)
    return f"+{country} {groups}-{'-'.join(pairs)}"


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
