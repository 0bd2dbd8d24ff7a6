"""Events published by the calculator service."""

from datetime import date, datetime
from decimal import Decimal
from typing import ClassVar, Literal
from uuid import UUID

from contracts.event import Event


class CalculationSaved(Event):
    """A calculation was saved. Its figures never change afterwards.

    `is_new` is false if it was renamed, attached to a request or order, or moved from a visitor to an account.
    """

    type: ClassVar[str] = "calculator.calculation.saved"
    calculation_id: UUID
    user_id: UUID | None = None
    edition: str
    total_customs: int
    total: Decimal
    request_id: UUID | None = None
    order_id: UUID | None = None
    is_new: bool = True


class CalculationCopied(CalculationSaved):
    """A calculation was published again, for a service that requested all of them (`make replay`)."""

    type: ClassVar[str] = "calculator.calculation.copied"
    time_field = "saved_at"
    saved_at: datetime
    audience: str


class SettingsChanged(Event):
    """The settings of calculations have changed: the default edition, or the euro rate in use.

    A service that stores prices in Russia computes them again. `reason` is `rate` when only the bank's rate changed.
    """

    type: ClassVar[str] = "calculator.settings.changed"
    default_edition: str
    rate_source: Literal["fixed", "manual", "central_bank"]
    rate_value: Decimal
    rate_date: date
    reason: Literal["settings", "rate"] = "settings"
