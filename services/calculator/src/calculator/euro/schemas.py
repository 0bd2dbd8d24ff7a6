"""The euro rate in answers."""

import datetime as dt
from typing import Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from calculator.euro.rates import RateSource


class EuroRateRead(BaseModel):
    """The rate in use, its day and its source."""

    value: float
    date: dt.date
    source: Literal["fixed", "manual", "central_bank"]


class BankRateRead(BaseModel):
    day: dt.date = Field(description="The day for which the rate holds.")
    date: dt.date = Field(description="The day for which the bank set the rate.")
    value: float


class RatesRead(Answer):
    """The rate in use today, the chosen source, its warning, and the bank's last known rates."""

    eurRate: EuroRateRead
    source: RateSource = Field(
        description="The source that the administrator chose. The rate may come from a fallback."
    )
    fixed: float
    warning: str | None
    message: str | None
    bank: list[BankRateRead]


class QuotedRate(BaseModel):
    date: dt.date = Field(description="The day for which the bank set the rate.")
    value: float


class RateHistoryRead(Answer):
    """The bank's euro rates of the last 12 months that are known, the oldest first: one for each banking day."""

    rates: list[QuotedRate]
