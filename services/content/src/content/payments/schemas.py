from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Moment, Search
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from content.fields import Flag, Key, Line, OptionalLine, OptionalWebAddress, Version, WholeNumber
from content.records import Changes

Kind = Literal["deposit", "payment", "refund"]
Status = Literal["pending", "waiting", "paid", "cancelled", "refunded"]
# Why money was not booked: the payment is closed, the sum differs, or a refund has given it back already.
Problem = Literal["closed", "amount", "refund"]
AmountRoubles = Annotated[WholeNumber, Field(gt=0, le=10**12)]


class PaymentRead(BaseModel):
    """A payment. Without an order it is for a reservation: `order_title` is then its car, `order_number` its number."""

    id: UUID
    order_id: UUID | None
    reservation_id: UUID | None = None
    order_title: str
    order_number: str
    title: str
    amount_rub: int
    kind: Kind
    status: Status
    due_at: datetime | None
    paid_at: datetime | None
    receipt: str | None
    receipt_url: str | None
    # The sum contains customs payments, which may change until the declaration is registered.
    includes_customs: bool = False
    created_at: datetime
    updated_at: datetime


class PaymentList(Answer):
    payments: list[PaymentRead]
    total: int


class UnbookedNotice(BaseModel):
    """Money that a provider reported and the payment could not take. It waits for a manager."""

    provider: str
    notice_id: str
    problem: Problem
    status: str
    amount_rub: int
    received_at: datetime


class PaymentAdmin(PaymentRead):
    """A payment for administrators.

    `next_statuses` are the statuses that may follow. `statuses_after_mistake` are the statuses to which a status that
    was set by mistake can be taken back. They are known for one payment only, not in lists.
    """

    user_id: UUID | None
    version: int
    unbooked: list[UnbookedNotice] = []
    next_statuses: list[Status] = []
    statuses_after_mistake: list[Status] = []


class PaymentFields(BaseModel):
    amount_rub: AmountRoubles
    kind: Kind
    status: Status = "pending"
    title: OptionalLine = None
    due_at: Moment | None = None
    receipt: OptionalLine = None
    receipt_url: OptionalWebAddress = None
    includes_customs: Flag = False


class PaymentCreate(PaymentFields):
    order_id: UUID


class PaymentUpdate(PaymentFields, Changes):
    pass


class TakeBack(BaseModel):
    """A status that was set by mistake is replaced by `status`, one of the payment's `statuses_after_mistake`."""

    version: Version
    status: Status


class NoticeSettlement(BaseModel):
    """The decision of a manager about a notice. `note` describes it."""

    provider: Key
    notice_id: Annotated[str, Field(min_length=1, max_length=200)]
    note: Line


class PaymentAdminQuery(PageQuery):
    """`unbooked`: true selects payments with a notice whose money was not booked, false selects the others."""

    status: Status | None = None
    kind: Kind | None = None
    order_id: UUID | None = None
    user_id: UUID | None = None
    search: Search | None = None
    unbooked: bool | None = None
    sort: Literal["-created_at", "created_at", "due_at", "-amount_rub"] = "-created_at"


class NoticeAnswer(Answer):
    """`booked` is false when the notice was kept, but changed nothing: a manager decides about its money."""

    repeated: bool
    booked: bool
