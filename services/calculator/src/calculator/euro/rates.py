"""The euro rate of a calculation, its source and its warning. Its functions are pure."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal, NamedTuple

from calculator.explanation.wording import NBSP, format_day, format_number

RateSource = Literal["fixed", "manual", "central_bank"]

# The rate in the product specification. No day is known on which the central bank set it.
FIXED_RATE = Decimal("93.3508")
MAX_RATE_AGE = timedelta(days=7)


class BankRate(NamedTuple):
    """The central bank's rate that holds on `day`. `quoted_on` is the last banking day up to `day`."""

    day: date
    quoted_on: date
    value: Decimal


class RateInUse(NamedTuple):
    """The rate that is used. `date` is the day for which the rate was set; for a fixed rate, the requested day."""

    value: Decimal
    date: date
    source: RateSource
    warning: str | None = None
    message: str = ""


def list_rates_by_banking_day(bank_rates: Sequence[BankRate], first_day: date) -> dict[date, Decimal]:
    """Return the bank's rate of each banking day from `first_day` on, in order. Other days repeat an earlier rate."""
    return {rate.quoted_on: rate.value for rate in sorted(bank_rates) if rate.quoted_on >= first_day}


def _build_fixed_rate(on_day: date, message: str) -> RateInUse:
    return RateInUse(FIXED_RATE, on_day, "fixed", "rate_fixed", message)


FIXED_MESSAGE = (
    f"Курс {format_number(FIXED_RATE)}{NBSP}₽ за евро зафиксирован; "
    "в день подачи декларации действует курс Банка России"
)


def get_fixed_rate(on_day: date) -> RateInUse:
    return _build_fixed_rate(on_day, FIXED_MESSAGE)


def build_manual_rate(value: Decimal, since: date) -> RateInUse:
    """Return the rate set by the administrator, with a warning."""
    message = (
        f"Курс {format_number(value)}{NBSP}₽ за евро установлен компанией {format_day(since)}; "
        "в день подачи декларации действует курс Банка России"
    )
    return RateInUse(value, since, "manual", "rate_fixed", message)


def choose_bank_rate(bank_rates: Sequence[BankRate], on_day: date) -> RateInUse:
    """Return the bank's rate for the day.

    Falls back, with a warning, to the newest rate of the last 7 days, then to the fixed rate.
    """
    earlier_rates = [rate for rate in bank_rates if rate.day <= on_day]
    last_rate = max(earlier_rates, default=None)
    if last_rate is not None and last_rate.day == on_day:
        return RateInUse(last_rate.value, last_rate.quoted_on, "central_bank")
    if last_rate is not None and on_day - last_rate.day <= MAX_RATE_AGE:
        message = (
            f"Курс Банка России на {format_day(on_day)} неизвестен: "
            f"взят последний полученный, на {format_day(last_rate.day)}"
        )
        return RateInUse(last_rate.value, last_rate.quoted_on, "central_bank", "rate_stale", message)
    return _build_fixed_rate(
        on_day,
        f"Курса Банка России на {format_day(on_day)} нет, последний полученный старше недели: "
        f"взят зафиксированный курс {format_number(FIXED_RATE)}{NBSP}₽ за евро. Сумма приблизительная",
    )
