"""Costs of a car at each power, if the recycling fee depends on the power and none was sent.

Since 2025-12-01 a person pays the preferential fee up to 160 hp, and at least 75 times as much above that. A single sum
would be the lowest possible one and would look like the answer.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from calculator.duty.imports import Import, Power, convert_bound_to_horsepower
from calculator.duty.payments import Assessment, Rule, assess, choose_recycling_bands
from calculator.duty.tariffs import Edition

POWER_UNKNOWN: set[Rule] = {"excise_power_unknown", "recycling_preferential_assumed", "recycling_lowest_assumed"}
# The last band has no upper bound. It is computed at this much above the last bound.
BEYOND_LAST_BOUND_KW = Decimal(1)


class PowerBand(NamedTuple):
    """The car at the powers up to `up_to_kw`; None is the last band, which has no upper bound."""

    up_to_kw: Decimal | None
    result: Assessment

    @property
    def up_to_hp(self) -> int | None:
        return convert_bound_to_horsepower(self.up_to_kw) if self.up_to_kw is not None else None


def assess_power_range(car: Import, edition: Edition, rate: Decimal, result: Assessment) -> list[PowerBand]:
    """Return the bands of power with different totals, weakest first. Empty if the power is known or changes nothing.

    If excise depends on the power too (an electric car), a band has the total at its upper bound. The last band has the
    total 1 kW above the last bound.
    """
    if not any(payment.rule in POWER_UNKNOWN for payment in result.payments):
        return []
    bands = [
        PowerBand(upper_bound, assess(car._replace(power=Power(power, "kW")), edition, rate))
        for upper_bound, power in _list_powers(car, edition)
    ]
    merged_bands: list[PowerBand] = []
    for band in bands:
        if merged_bands and merged_bands[-1].result.total_customs == band.result.total_customs:
            # Neighbouring bands with one total are merged: the last of them has the upper bound of all.
            merged_bands[-1] = band
        else:
            merged_bands.append(band)
    return merged_bands if len(merged_bands) > 1 else []


def _list_powers(car: Import, edition: Edition) -> Iterator[tuple[Decimal | None, Decimal]]:
    """Yield the upper bound of each band in kW, and a power inside it."""
    bounds = set(choose_recycling_bands(car, edition).bounds)
    preferential = edition.preferential
    limit = preferential.max_electric_power_kw if car.is_electric else preferential.max_power_kw
    if limit is not None:
        bounds.add(limit)
    if not bounds:
        return
    for bound in sorted(bounds):
        yield bound, bound
    yield None, max(bounds) + BEYOND_LAST_BOUND_KW
