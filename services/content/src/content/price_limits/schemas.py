from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts.envelopes import Answer
from pydantic import BaseModel, ConfigDict, Field

from content.fields import Flag, Roubles

LimitRoubles = Annotated[Roubles, Field(ge=1)]


class PriceLimitSet(BaseModel):
    model_config = ConfigDict(extra="forbid")
    limit_rub: LimitRoubles


class PriceLimitUpdate(BaseModel):
    model_config = ConfigDict(extra="forbid")
    limit_rub: LimitRoubles | None = None
    alerts: Flag | None = None


class PriceLimitRead(BaseModel):
    """A limit. `current_rub` is the price of the car, or the last estimate of the calculation."""

    id: UUID
    car_id: UUID | None
    calculation_id: UUID | None
    title: str | None
    limit_rub: int
    current_rub: int | None
    alerts: bool
    alerted_at: datetime | None
    created_at: datetime


class PriceLimitAnswer(Answer):
    limit: PriceLimitRead


class PriceLimitList(Answer):
    limits: list[PriceLimitRead]
    total: int
