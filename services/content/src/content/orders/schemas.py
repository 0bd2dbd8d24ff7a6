from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import UNSET, Moment, Search
from contracts.content import OrderAdvanced, Step
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from content.fields import (
    Assignee,
    Day,
    Line,
    Note,
    OptionalLine,
    OptionalNote,
    Roubles,
    ShortLine,
    Version,
    WebAddress,
    WholeNumber,
)
from content.orders.state_machine import OrderStatus, Route, StepStatus
from content.records import Changes, RecordRead

DocumentStatus = Literal["needed", "sent", "accepted", "rejected"]
Side = Literal["company", "client"]


class DocumentRead(BaseModel):
    id: UUID
    step: Step
    title: str
    side: Side
    status: DocumentStatus
    reason: str | None
    due_on: date | None
    file_name: str | None
    content_type: str | None
    size: int | None
    uploaded_at: datetime | None
    url: str | None
    version: int


class Delay(BaseModel):
    """Why a step was moved, and its earlier plan."""

    at: datetime
    was_from: date
    was_to: date
    reason: str


class SharedStep(BaseModel):
    key: Step
    title: str
    status: StepStatus
    planned_from: date
    planned_to: date
    actual_at: datetime | None


class StepRead(SharedStep):
    note: str | None
    message: str | None
    delay: Delay | None
    documents: list[DocumentRead]


class ReportRead(BaseModel):
    id: UUID
    step: Step
    at: datetime
    place: str | None
    text: str
    pictures: list[str]


class HistoryRead(BaseModel):
    id: UUID
    at: datetime
    actor: str
    kind: str
    text: str
    details: dict[str, Any]


class MoneyRead(BaseModel):
    """The money of an order, and its next unpaid invoice. Refunded money is not in `paid_rub`.

    Nothing is left to pay for a cancelled order: `left_rub` is 0, and there is no next invoice.
    """

    agreed_rub: int
    paid_rub: int
    refunded_rub: int
    left_rub: int
    next_due_at: datetime | None
    next_amount_rub: int | None


class OrderSummary(RecordRead):
    """An order as its buyer sees it in the list."""

    number: str
    title: str
    status: OrderStatus
    body_type: str | None
    route: Route | None
    car_id: UUID | None
    price_rub: int
    calculation_id: UUID | None
    calculation: dict[str, Any] | None
    current_step: Step | None
    steps: list[StepRead]
    money: MoneyRead


class OrderRead(OrderSummary):
    documents: list[DocumentRead]
    reports: list[ReportRead]
    history: list[HistoryRead]


class OrderList(Answer):
    orders: list[OrderSummary]
    total: int


class OrderAnswer(Answer):
    order: OrderRead


class OrderAdminSummary(OrderSummary):
    user_id: UUID | None
    user_name: str | None
    user_email: str | None
    user_phone: str | None = None
    # The employee who answers the buyer.
    assignee_name: str | None = None


class OrderAdmin(OrderAdminSummary, OrderRead):
    pass


class OrderAdminQuery(PageQuery):
    status: OrderStatus | None = None
    step: Step | None = None
    user_id: UUID | None = None
    assignee_id: Assignee | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "-updated_at", "price_rub", "-price_rub"] = "-created_at"


class OrderFields(BaseModel):
    title: Line
    body_type: OptionalLine = None
    route: Route | None = None
    car_id: UUID | None = None
    price_rub: Roubles
    calculation_id: UUID | None = None


class OrderCreate(OrderFields):
    user_id: UUID
    number: ShortLine | None = None
    start_on: Day | None = None


class StepUpdate(BaseModel):
    """The changes of one step. A later `planned_to` needs a `delay_reason`."""

    key: Step
    planned_from: Day = UNSET
    planned_to: Day = UNSET
    note: OptionalNote = None
    message: OptionalNote = None
    delay_reason: Line | None = None


class OrderUpdate(OrderFields, Changes):
    steps: Annotated[list[StepUpdate], Field(max_length=7)]


class Advance(BaseModel):
    """Body of an advance. `version` protects against a double click; without it the current step is advanced."""

    note: OptionalNote = None
    version: Version | None = None


class AdvancePreview(Answer):
    """The event that an advance would publish. `event` is null if the buyer was erased: nobody is notified."""

    type: Literal["content.order.advanced"]
    event: OrderAdvanced | None


class Cancellation(BaseModel):
    reason: Note
    version: Version | None = None


class DocumentCreate(BaseModel):
    step: Step
    title: Line
    side: Side = "client"
    due_on: Day | None = None


class DocumentUpdate(BaseModel):
    """Body of a verdict. `version` protects against a verdict on a document that was replaced meanwhile."""

    version: Version | None = None
    status: DocumentStatus = UNSET
    reason: OptionalNote = None
    title: Line = UNSET
    due_on: Day | None = None


class DocumentAnswer(Answer):
    document: DocumentRead


class ReportCreate(BaseModel):
    step: Step
    text: Note
    place: OptionalLine = None
    pictures: Annotated[list[WebAddress], Field(max_length=30)] = []
    at: Moment | None = None


class ShareCreate(BaseModel):
    days: Annotated[WholeNumber, Field(ge=1, le=90)] = 14


class ShareAnswer(Answer):
    url: str
    token: str
    expires_at: datetime


class SharedOrder(BaseModel):
    """An order as anybody with the link sees it: the progress of the car without data of its buyer."""

    title: str
    body_type: str | None
    status: OrderStatus
    current_step: Step | None
    steps: list[SharedStep]
    expires_at: datetime
    updated_at: datetime


class SharedAnswer(Answer):
    order: SharedOrder
