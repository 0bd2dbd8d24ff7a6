"""The calculation: five payments in the order of the law, each rounded once, and their sums."""

from decimal import Decimal
from typing import NamedTuple

from calculator.duty.imports import Import
from calculator.duty.payments import Payment, clearance_fee, customs_duty, excise_tax, recycling_fee, value_added_tax
from calculator.duty.tariffs import Edition


class Assessment(NamedTuple):
    duty: Payment
    fee: Payment
    excise: Payment
    vat: Payment
    recycling: Payment
    total_customs: int
    total: Decimal

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self[:5]


def assess(car: Import, edition: Edition, rate: Decimal) -> Assessment:
    """What is due for `car` by `edition` at `rate` roubles for a euro."""
    fee = clearance_fee(car, edition)
    duty = customs_duty(car, edition, rate)
    excise = excise_tax(car, edition)
    vat = value_added_tax(car, edition, duty=duty.exact, excise=excise.exact)
    recycling = recycling_fee(car, edition)
    customs = duty.amount + fee.amount + excise.amount + vat.amount + recycling.amount
    return Assessment(duty, fee, excise, vat, recycling, customs, car.price + customs)
