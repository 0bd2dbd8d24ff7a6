from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.paging import PageQuery
from pydantic import BaseModel, Field

from content.contacts.schemas import HandlingStatus
from content.fields import (
    Consent,
    OptionalEmail,
    OptionalNote,
    OptionalParagraphs,
    Phone,
    Search,
    ShortLine,
    WholeNumber,
)

RequestKind = Literal["selection", "consultation", "calculation", "order", "trade_in", "callback"]
TITLES: dict[str, str] = {
    "selection": "Подбор автомобиля",
    "consultation": "Консультация",
    "calculation": "Расчёт стоимости",
    "order": "Заказ услуги",
    "trade_in": "Обмен автомобиля",
    "callback": "Обратный звонок",
}


class RequestCreate(BaseModel):
    kind: RequestKind
    name: ShortLine
    phone: Phone
    email: OptionalEmail = None
    car_id: UUID | None = None
    message: OptionalParagraphs = None
    calculation_id: UUID | None = None
    consent: Consent
    website: Annotated[str, Field(max_length=500)] = ""
    filled_in_ms: Annotated[WholeNumber, Field(ge=0, le=86_400_000)] | None = None


class RequestAnswer(BaseModel):
    success: bool = True
    message: str = "Заявка отправлена!"
    id: UUID
    reference: str
    reply_by: datetime


class RequestAdmin(BaseModel):
    id: UUID
    reference: str
    kind: RequestKind
    name: str
    phone: str
    email: str | None
    message: str | None
    car_id: UUID | None
    car_title: str | None
    calculation_id: UUID | None
    user_id: UUID | None
    status: HandlingStatus
    assignee_id: UUID | None
    note: str | None
    due_at: datetime
    overdue_at: datetime | None
    answered_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime


class RequestAdminQuery(PageQuery):
    status: HandlingStatus | None = None
    kind: RequestKind | None = None
    assignee_id: UUID | None = None
    overdue: bool | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "due_at"] = "-created_at"


class RequestAdminCreate(BaseModel):
    """A request that came by another channel, for example by telephone."""

    kind: RequestKind
    name: ShortLine
    phone: Phone
    email: OptionalEmail = None
    car_id: UUID | None = None
    message: OptionalParagraphs = None
    calculation_id: UUID | None = None
    status: HandlingStatus = "new"
    assignee_id: UUID | None = None
    note: OptionalNote = None
