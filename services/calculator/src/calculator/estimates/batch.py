"""Totals of many cars by one edition and one dated rate, for a job that keeps prices in Russia."""

import datetime as dt
from typing import Any

from chassis.errors import FieldProblem, Invalid, field_problem
from pydantic import BaseModel, Field, ValidationError

from calculator.duty.assessment import assess
from calculator.estimates.declared import declare
from calculator.estimates.schemas import AmountsRead, CalculationRequest, EuroRateRead
from calculator.estimates.service import amounts
from calculator.policy.current import Policy


class BatchItem(BaseModel):
    key: str = Field(min_length=1, max_length=100)
    request: dict[str, Any]


class BatchRequest(BaseModel):
    items: list[BatchItem] = Field(min_length=1, max_length=200)


class BatchItemRead(BaseModel):
    """Either a result or what is wrong with the request: one bad car does not spoil the batch."""

    key: str
    result: AmountsRead | None = None
    edition: str | None = None
    errors: list[FieldProblem] | None = None


class BatchRead(BaseModel):
    edition: str
    eurRate: EuroRateRead
    day: dt.date
    items: list[BatchItemRead]


def estimate(batch: BatchRequest, *, policy: Policy, today: dt.date) -> BatchRead:
    rate = policy.rate_on(today)
    return BatchRead(
        edition=policy.default_edition,
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        day=today,
        items=[_estimated(item, policy=policy, today=today) for item in batch.items],
    )


def _estimated(item: BatchItem, *, policy: Policy, today: dt.date) -> BatchItemRead:
    try:
        declared = declare(CalculationRequest.model_validate(item.request), policy=policy, today=today)
    except ValidationError as error:
        return BatchItemRead(key=item.key, errors=[field_problem(dict(found)) for found in error.errors()])
    except Invalid as refused:
        return BatchItemRead(key=item.key, errors=refused.fields)
    result = assess(declared.car, declared.edition, declared.rate.value)
    return BatchItemRead(key=item.key, result=AmountsRead.model_validate(amounts(result)), edition=declared.edition.id)
