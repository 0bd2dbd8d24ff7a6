"""Requests and responses of saved calculations."""

import datetime as dt
from typing import Any
from uuid import UUID

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from calculator.estimates.schemas import CalculationRead, CalculationRequest, PlainText, PowerBandRead


class CalculationUpdate(BaseModel):
    """A new name, or the request or order the calculation belongs to."""

    title: PlainText | None = Field(None, max_length=120)
    requestId: UUID | None = None
    orderId: UUID | None = None


class CalculationSave(CalculationUpdate, CalculationRequest):
    """A calculation to save: the request itself, a name for it, and what it belongs to."""


class CalculationLinks(BaseModel):
    """A saved calculation: when it was saved, where to find it, what it belongs to, and its request."""

    id: str
    title: str | None
    createdAt: dt.datetime
    shareUrl: str
    pdfUrl: str
    requestId: str | None
    orderId: str | None
    request: dict[str, Any]


class KeptCalculation(CalculationLinks, CalculationRead):
    """The answer as it was saved, with its link.

    `claimToken` is only in the answer to a visitor who saves: with it the calculation can be moved to an account.
    """

    fingerprint: str
    claimToken: str | None = None


class GuestCalculation(BaseModel):
    """A calculation that a visitor saved, and the token that proves that this visitor saved it."""

    id: UUID
    claimToken: str = Field(max_length=100)


class CalculationClaims(BaseModel):
    """Calculations that the caller saved before signing in."""

    calculations: list[GuestCalculation] = Field(min_length=1, max_length=50)


class ClaimedCalculations(Answer):
    """`claimed` were added to the account now. `left` did not fit into it."""

    claimed: list[UUID]
    left: list[UUID]


class CalculationSummary(CalculationLinks):
    edition: str
    totalCustoms: int
    total: int | float
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )


class CalculationList(Answer):
    calculations: list[CalculationSummary]
    total: int
    hasMore: bool
