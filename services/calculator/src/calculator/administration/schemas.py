"""Requests and responses of the administration."""

import datetime as dt

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from calculator.estimates.schemas import AmountsRead, CalendarDay, Number
from calculator.euro.rates import RateSource
from calculator.euro.schemas import EuroRateRead


class PolicyUpdate(BaseModel):
    """A missing field keeps its value. `version` guards against a concurrent change."""

    defaultEdition: str | None = Field(None, max_length=20)
    euroRateSource: RateSource | None = None
    manualRate: Number | None = Field(None, ge=1, le=100_000, decimal_places=4)
    manualDate: CalendarDay | None = None
    version: int | None = Field(None, ge=0, le=2_147_483_647)


class PolicySettings(BaseModel):
    defaultEdition: str
    euroRateSource: RateSource
    manualRate: float | None
    manualDate: dt.date | None
    version: int


class PolicyRead(Answer):
    settings: PolicySettings
    eurRate: EuroRateRead
    warning: str | None


class PolicyPreview(BaseModel):
    """The policy to preview."""

    defaultEdition: str = Field(max_length=20)
    euroRate: Number | None = Field(None, ge=1, le=100_000, description="Without it the current rate is used.")


class SamplePreview(BaseModel):
    title: str
    before: AmountsRead
    after: AmountsRead
    difference: int


class PolicyPreviewRead(Answer):
    before: str
    after: str
    samples: list[SamplePreview]


class ChangeRead(BaseModel):
    id: str
    changed_at: dt.datetime
    changed_by: str
    changed_by_name: str
    before: dict[str, str | int | None]
    after: dict[str, str | int | None]
