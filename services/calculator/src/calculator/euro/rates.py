"""Which euro rate a calculation uses, where it comes from, and its warning. Pure functions."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal, NamedTuple

from calculator.explanation.wording import NBSP, day, number

RateSource = Literal["fixed", "manual", "central_bank"]

# The rate the product was specified with; no day on which the central bank set it was found.
FIXED_RATE = Decimal("93.3508")
LAST_GOOD_DAYS = timedelta(days=7)


class BankRate(NamedTuple):
    """The central bank's rate that holds on `day`; it was set for `quoted_on`, the last banking day before."""

    day: date
    quoted_on: date
    value: Decimal


class RateInUse(NamedTuple):
    """`date` is the day the rate was set for; of a fixed rate, the day it is applied to."""

    value: Decimal
    date: date
    source: RateSource
    warning: str | None = None
    message: str = ""


def _fixed(on_day: date, message: str) -> RateInUse:
    return RateInUse(FIXED_RATE, on_day, "fixed", "rate_fixed", message)


FIXED_MESSAGE = (
    f"Курс {number(FIXED_RATE)}{NBSP}₽ за евро зафиксирован; в день подачи декларации действует курс Банка России"
)


def fixed_rate(on_day: date) -> RateInUse:
    return _fixed(on_day, FIXED_MESSAGE)


def manual_rate(value: Decimal, since: date) -> RateInUse:
    """The rate that the administrator set, with its warning."""
    message = (
        f"Курс {number(value)}{NBSP}₽ за евро установлен компанией {day(since)}; "
        "в день подачи декларации действует курс Банка России"
    )
    return RateInUse(value, since, "manual", "rate_fixed", message)


def bank_rate(kept: Sequence[BankRate], on_day: date) -> RateInUse:
    """The bank's rate for the day; else the last one of the past week, with a warning; else the fixed one, likewise."""
    known = [rate for rate in kept if rate.day <= on_day]
    last = max(known, default=None)
    if last is not None and last.day == on_day:
        return RateInUse(last.value, last.quoted_on, "central_bank")
    if last is not None and on_day - last.day <= LAST_GOOD_DAYS:
        message = f"Курс Банка России на {day(on_day)} неизвестен: взят последний полученный, на {day(last.day)}"
        return RateInUse(last.value, last.quoted_on, "central_bank", "rate_stale", message)
    return _fixed(
        on_day,
        f"Курса Банка России на {day(on_day)} нет, последний полученный старше недели: "
        f"взят зафиксированный курс {number(FIXED_RATE)}{NBSP}₽ за евро. Сумма приблизительная",
    )
