"""Totals of many cars at once, for the job of content that computes prices in Russia."""

import datetime as dt
from typing import Any

from chassis.web.errors import FieldProblem, Invalid, build_field_problem
from pydantic import BaseModel, Field, ValidationError

from calculator.duty.payments import assess
from calculator.estimates.inputs import prepare_inputs
from calculator.estimates.schemas import AmountsRead, CalculationRequest
from calculator.estimates.service import serialize_amounts
from calculator.euro.schemas import EuroRateRead
from calculator.policy.policy import Policy


class BatchItem(BaseModel):
    key: str = Field(min_length=1, max_length=100)
    request: dict[str, Any]


class BatchRequest(BaseModel):
    items: list[BatchItem] = Field(min_length=1, max_length=200)


class BatchItemRead(BaseModel):
    """Result or errors of one car. One invalid car does not fail the batch."""

    key: str
    result: AmountsRead | None = None
    edition: str | None = None
    errors: list[FieldProblem] | None = None


class BatchRead(BaseModel):
    edition: str
    eurRate: EuroRateRead
    day: dt.date
    items: list[BatchItemRead]


def estimate_batch(batch: BatchRequest, *, policy: Policy, today: dt.date) -> BatchRead:
    rate = policy.get_rate_on(today)
    return BatchRead(
        edition=policy.default_edition,
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        day=today,
        items=[_estimate_item(item, policy=policy, today=today) for item in batch.items],
    )


def _estimate_item(item: BatchItem, *, policy: Policy, today: dt.date) -> BatchItemRead:
    try:
        inputs = prepare_inputs(CalculationRequest.model_validate(item.request), policy=policy, today=today)
    except ValidationError as error:
        return BatchItemRead(key=item.key, errors=[build_field_problem(dict(problem)) for problem in error.errors()])
    except Invalid as error:
        return BatchItemRead(key=item.key, errors=error.fields)
    result = assess(inputs.car, inputs.edition, inputs.rate.value)
    return BatchItemRead(
        key=item.key, result=AmountsRead.model_validate(serialize_amounts(result)), edition=inputs.edition.id
    )
