"""Russian typography of figures: '1 234 567,89 ₽' with spaces that do not break."""

from datetime import date
from decimal import Decimal
from functools import lru_cache

from calculator.duty.rounding import hundredths

NBSP = "\u00a0"
POWER_UNITS = {"hp": f"л.{NBSP}с.", "kW": "кВт"}
_FOUR_PLACES = Decimal("0.0001")


def _russian(text: str) -> str:
    return text.replace(",", NBSP).replace(".", ",")


# Cached, because every response contains the same rates and bounds.
@lru_cache(maxsize=8192)
def number(value: Decimal | int) -> str:
    """Format a number with its decimals, without trailing zeros."""
    text = f"{value:,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _russian(text)


@lru_cache(maxsize=8192)
def exact(value: Decimal) -> str:
    """Format an unrounded sum: whole, or with two to four decimals."""
    if value == value.to_integral_value():
        return _russian(f"{value:,.0f}")
    short = value.quantize(_FOUR_PLACES)
    if short != value or short == hundredths(value):
        return _russian(f"{hundredths(value):,f}")
    return number(short)


def roubles(value: Decimal | int) -> str:
    return f"{number(value)}{NBSP}₽"


@lru_cache(maxsize=1024)
def day(value: date) -> str:
    return f"{value:%d.%m.%Y}"


def difference(amount: Decimal | int) -> str:
    """Return 'на 1 234 ₽ больше', or a text for no change."""
    if amount == 0:
        return "без разницы"
    return f"на {roubles(abs(Decimal(amount)))} {'больше' if amount > 0 else 'меньше'}"
