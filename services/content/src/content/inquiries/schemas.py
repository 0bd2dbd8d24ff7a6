from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from contracts.content import RequestKind
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from content.fields import (
    Assignee,
    Consent,
    Email,
    Name,
    OptionalEmail,
    OptionalLine,
    OptionalNote,
    OptionalParagraphs,
    Paragraphs,
    Phone,
    WholeNumber,
)
from content.records import Changes, RecordRead
from content.restoring import FormerValues

HandlingStatus = Literal["new", "in_progress", "answered", "closed", "spam"]

# Statuses of inquiries that need no more work.
SETTLED_STATUSES: tuple[HandlingStatus, ...] = ("answered", "closed", "spam")


class Sender(BaseModel):
    """The sender of an inquiry. Subclasses add the content."""

    name: Name
    phone: Phone
    email: OptionalEmail = None


class ContactFields(Sender):
    email: Email
    subject: OptionalLine = None
    message: Paragraphs


class RequestFields(Sender):
    kind: RequestKind
    car_id: UUID | None = None
    message: OptionalParagraphs = None
    calculation_id: UUID | None = None


class PublicForm(Sender):
    consent: Consent
    # The honeypot: a hidden field that only spam programs fill in.
    website: Annotated[str, Field(max_length=500)] = ""
    # How long the form was open, in milliseconds, as measured by the page. Optional.
    filled_in_ms: Annotated[WholeNumber, Field(ge=0, le=86_400_000)] | None = None


class ContactCreate(ContactFields, PublicForm):
    pass


class RequestCreate(RequestFields, PublicForm):
    pass


class InquiryAnswer(Answer):
    id: UUID
    reference: str
    reply_by: datetime


class ContactAnswer(InquiryAnswer):
    message: str = "Сообщение отправлено!"


class RequestAnswer(InquiryAnswer):
    message: str = "Заявка отправлена!"


class InquiryAdmin(RecordRead):
    reference: str
    name: str
    phone: str
    user_id: UUID | None
    status: HandlingStatus
    assignee_id: UUID | None
    assignee_name: str | None = None
    note: str | None
    due_at: datetime
    overdue_at: datetime | None
    answered_at: datetime | None


class ContactAdmin(InquiryAdmin):
    email: str
    subject: str | None
    message: str


class RequestAdmin(InquiryAdmin):
    kind: RequestKind
    email: str | None
    message: str | None
    car_id: UUID | None
    car_title: str | None
    calculation_id: UUID | None


class ContactAdminQuery(PageQuery):
    """`overdue`: true selects inquiries that still wait for an answer after the promised time, false the others."""

    status: HandlingStatus | None = None
    assignee_id: Assignee | None = None
    overdue: bool | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "due_at"] = "-created_at"


class RequestAdminQuery(ContactAdminQuery):
    kind: RequestKind | None = None


class HandlingCreate(Sender):
    status: HandlingStatus = "new"
    assignee_id: UUID | None = None
    note: OptionalNote = None


class ContactAdminCreate(ContactFields, HandlingCreate):
    """A message that came by another channel, for example by telephone."""


class RequestAdminCreate(RequestFields, HandlingCreate):
    """A request that came by another channel, for example by telephone."""


class FormerHandling(FormerValues):
    status: HandlingStatus
    assignee_id: UUID | None = None


class HandlingUpdate(Changes):
    status: HandlingStatus
    assignee_id: UUID | None
    note: OptionalNote
