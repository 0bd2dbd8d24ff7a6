"""Russian typography of figures: '1 234 567,89 ₽' with no-break spaces."""

from datetime import date
from decimal import Decimal
from functools import lru_cache

from calculator.duty.rounding import round_to_hundredths

NBSP = "\u00a0"
POWER_UNITS = {"hp": f"л.{NBSP}с.", "kW": "кВт"}
_FOUR_PLACES = Decimal("0.0001")


def _format_russian(text: str) -> str:
    return text.replace(",", NBSP).replace(".", ",")


# The results are cached, because every response contains the same rates and bounds.
@lru_cache(maxsize=8192)
def format_number(value: Decimal | int) -> str:
    """Format a number with its decimals, without trailing zeros."""
    text = f"{value:,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _format_russian(text)


@lru_cache(maxsize=8192)
def format_exact(value: Decimal) -> str:
    """Format an unrounded sum: whole, or with two to four decimals. A longer fraction is rounded to two."""
    if value == value.to_integral_value():
        return _format_russian(f"{value:,.0f}")
    rounded_value = value.quantize(_FOUR_PLACES)
    if rounded_value != value or rounded_value == round_to_hundredths(value):
        return _format_russian(f"{round_to_hundredths(value):,f}")
    return format_number(rounded_value)


def format_roubles(value: Decimal | int) -> str:
    return f"{format_number(value)}{NBSP}₽"


@lru_cache(maxsize=1024)
def format_day(value: date) -> str:
    return f"{value:%d.%m.%Y}"


def describe_difference(amount: Decimal | int) -> str:
    """Return 'на 1 234 ₽ больше', or a text for no change."""
    if amount == 0:
        return "без разницы"
    return f"на {format_roubles(abs(Decimal(amount)))} {'больше' if amount > 0 else 'меньше'}"
