"""Request and response of the outlook: what changes the sum, and the sum of the last 12 months."""

import datetime as dt
from typing import Any, Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

from calculator.estimates.schemas import CalculationRequest, PowerBandRead
from calculator.euro.schemas import EuroRateRead

ChangeKind = Literal["age", "power", "law"]
LENGTH_OF_DAY = len("2023-07-01")


class OutlookRequest(CalculationRequest):
    """The car of a calculation. `edition` is not used: the sum of each day uses the edition in force on it."""

    _has_day_of_manufacture: bool = PrivateAttr(False)

    @model_validator(mode="wrap")
    @classmethod
    def remember_precision(cls, value: Any, handler: ModelWrapValidatorHandler["OutlookRequest"]) -> "OutlookRequest":
        """Remember whether the day of manufacture was sent: a month or a year is completed to a day."""
        request = handler(value)
        sent_date = value.get("manufacture_date") if isinstance(value, dict) else None
        request._has_day_of_manufacture = isinstance(sent_date, str) and len(sent_date) == LENGTH_OF_DAY
        return request

    @property
    def has_day_of_manufacture(self) -> bool:
        return self._has_day_of_manufacture


class SumChangeRead(BaseModel):
    """One bound and the sum beyond it."""

    kind: ChangeKind
    date: dt.date | None = Field(
        description="The first day with the new sum, or null if the change does not depend on time."
    )
    days: int | None = Field(description="Days until then.")
    isApproximate: bool = Field(
        description="True if the day is approximate, because the day of manufacture is unknown."
    )
    isPrepared: bool = Field(description="True if the sum follows a prepared edition, which may still change.")
    edition: str
    totalCustoms: int
    total: int | float
    difference: int = Field(description="Roubles more than before this bound. For a change of power: more than now.")
    message: str


class PastSumRead(BaseModel):
    """The sum on a banking day."""

    date: dt.date
    rate: float
    edition: str
    totalCustoms: int


class EditionSumRead(BaseModel):
    """The sum by one edition, at the rate of today."""

    edition: str
    starts: dt.date
    ends: dt.date | None
    totalCustoms: int
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )


class OutlookRead(Answer):
    edition: str = Field(description="The edition in force on that day.")
    date: dt.date
    eurRate: EuroRateRead
    totalCustoms: int
    total: int | float
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )
    changes: list[SumChangeRead]
    history: list[PastSumRead] = Field(
        description="Sums by the Bank of Russia's rate and the edition of each day, oldest first."
    )
    editions: list[EditionSumRead] = Field(description="Sums by each edition of the last 12 months, at today's rate.")
