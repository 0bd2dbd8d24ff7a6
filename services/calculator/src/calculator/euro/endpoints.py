"""The euro rate in use, and where it comes from."""

import datetime as dt
from typing import Literal

from chassis.app import Rt
from chassis.errors import Unavailable, documented
from fastapi import APIRouter
from pydantic import BaseModel, Field

from calculator.estimates.schemas import EuroRateRead
from calculator.euro.rates import FIXED_RATE, RateSource
from calculator.policy.current import customs_day
from calculator.policy.local_copy import get_policy

router = APIRouter(tags=["calculator"])
MAX_BANK_RATES = 30


class BankRateRead(BaseModel):
    day: dt.date = Field(description="День, на который курс действует")
    date: dt.date = Field(description="День, на который курс установлен")
    value: float


class RatesRead(BaseModel):
    """The rate in use today, the chosen source, its warning, and the bank's last known rates."""

    success: Literal[True] = True
    eurRate: EuroRateRead
    source: RateSource = Field(description="Что выбрал администратор; курс мог быть взят из запасного источника")
    fixed: float
    warning: str | None
    message: str | None
    bank: list[BankRateRead]


@router.get("/api/calculator/rates", responses=documented(Unavailable))
async def euro_rates(rt: Rt) -> RatesRead:
    """The euro rate in use today and where it comes from."""
    policy = get_policy(rt)
    rate = policy.rate_on(customs_day(rt.clock()))
    return RatesRead(
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        source=policy.rate_source,
        fixed=float(FIXED_RATE),
        warning=rate.warning,
        message=rate.message or None,
        bank=[
            BankRateRead(day=known.day, date=known.quoted_on, value=float(known.value))
            for known in policy.bank_rates[:MAX_BANK_RATES]
        ],
    )
