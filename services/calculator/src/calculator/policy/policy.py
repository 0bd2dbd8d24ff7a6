"""The policy that the administrator sets: the default edition and the source of the euro rate."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from chassis.formats import MOSCOW
from contracts.calculator import SettingsChanged

from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.euro.rates import BankRate, RateInUse, RateSource, build_manual_rate, choose_bank_rate, get_fixed_rate

DEFAULT_EDITION = "ru-2025-01"


def get_customs_day(at: datetime) -> date:
    """Return the date in Moscow: customs count days there."""
    return at.astimezone(MOSCOW).date()


@dataclass(frozen=True)
class Policy:
    """Default edition, source of the euro rate, and the known rates of the bank."""

    default_edition: str = DEFAULT_EDITION
    rate_source: RateSource = "fixed"
    manual_value: Decimal | None = None
    manual_date: date | None = None
    bank_rates: Sequence[BankRate] = ()
    version: int = 0

    def get_edition(self) -> Edition:
        edition = load_editions().get(self.default_edition)
        assert edition is not None, "an edition is never removed"
        return edition

    def get_rate_on(self, day: date) -> RateInUse:
        """Return the rate of the chosen source for a declaration on this day.

        A manual source without a value gives the fixed rate.
        """
        if self.rate_source == "central_bank":
            return choose_bank_rate(self.bank_rates, day)
        if self.rate_source == "manual" and self.manual_value is not None and self.manual_date is not None:
            return build_manual_rate(self.manual_value, self.manual_date)
        return get_fixed_rate(day)

    def build_change_event(self, today: date, *, reason: Literal["settings", "rate"] = "settings") -> SettingsChanged:
        """Return the event for a change of the policy or of the rate."""
        rate = self.get_rate_on(today)
        return SettingsChanged(
            default_edition=self.default_edition,
            rate_source=rate.source,
            rate_value=rate.value,
            rate_date=rate.date,
            reason=reason,
        )
