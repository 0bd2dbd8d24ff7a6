"""The outlook of a calculation: what changes the sum, and the sum of the last 12 months by rate and edition."""

from collections.abc import Iterator
from datetime import date

from calculator.duty.payments import Assessment, assess
from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.estimates.inputs import Inputs, prepare_inputs
from calculator.estimates.schemas import PowerBandRead, convert_to_json_number
from calculator.estimates.service import serialize_power_bands
from calculator.euro.rates import list_rates_by_banking_day
from calculator.euro.schemas import EuroRateRead
from calculator.outlook.changes import Baseline, Change, list_changes_in_time, list_changes_of_power
from calculator.outlook.schemas import EditionSumRead, OutlookRead, OutlookRequest, PastSumRead, SumChangeRead
from calculator.policy.policy import Policy
from calculator.policy.service import SHOWN_HISTORY


def build_outlook(request: OutlookRequest, *, policy: Policy, today: date) -> OutlookRead:
    """Return the outlook from today on, by the edition in force.

    Raises Invalid with the field for an impossible date.
    """
    inputs = prepare_inputs(
        request.model_copy(update={"edition": None, "declaration_date": today}), policy=policy, today=today
    )
    rate = inputs.rate
    result = assess(inputs.car, inputs.edition, rate.value)
    base = Baseline(
        car=inputs.car,
        edition=inputs.edition,
        rate=rate.value,
        today=today,
        result=result,
        manufacture_date=request.manufacture_date,
        has_exact_day=request.has_day_of_manufacture,
    )
    changes = [*list_changes_in_time(base), *list_changes_of_power(base)]
    return OutlookRead(
        edition=inputs.edition.id,
        date=today,
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        totalCustoms=result.total_customs,
        total=convert_to_json_number(result.total),
        powerRange=_list_power_bands(inputs, inputs.edition, result),
        changes=[_serialize_change(change, today) for change in changes],
        history=list(_list_past_sums(inputs, policy)),
        editions=list(_list_sums_by_edition(inputs)),
    )


def _serialize_change(change: Change, today: date) -> SumChangeRead:
    return SumChangeRead(
        kind=change.kind,
        date=change.day,
        days=(change.day - today).days if change.day else None,
        isApproximate=change.is_approximate,
        isPrepared=change.edition.status == "prepared",
        edition=change.edition.id,
        totalCustoms=change.result.total_customs,
        total=convert_to_json_number(change.result.total),
        difference=change.difference,
        message=change.message,
    )


def _list_past_sums(inputs: Inputs, policy: Policy) -> Iterator[PastSumRead]:
    """Yield the sum of the same car on each banking day whose rate is saved. Other days are left out."""
    rates = list_rates_by_banking_day(policy.bank_rates, inputs.today - SHOWN_HISTORY)
    for day, rate in rates.items():
        edition = load_editions().find_in_force(day)
        if edition is not None and day <= inputs.today:
            customs = assess(inputs.car, edition, rate).total_customs
            yield PastSumRead(date=day, rate=float(rate), edition=edition.id, totalCustoms=customs)


def _list_sums_by_edition(inputs: Inputs) -> Iterator[EditionSumRead]:
    first_day = inputs.today - SHOWN_HISTORY
    for edition in load_editions():
        if edition.starts <= inputs.today and (edition.ends is None or edition.ends >= first_day):
            result = assess(inputs.car, edition, inputs.rate.value)
            yield EditionSumRead(
                edition=edition.id,
                starts=edition.starts,
                ends=edition.ends,
                totalCustoms=result.total_customs,
                powerRange=_list_power_bands(inputs, edition, result),
            )


def _list_power_bands(inputs: Inputs, edition: Edition, result: Assessment) -> list[PowerBandRead] | None:
    """Return the sums by power, or None if the power is known or changes nothing."""
    bands = [PowerBandRead.model_validate(band) for band in serialize_power_bands(inputs, edition, result)]
    return bands or None
