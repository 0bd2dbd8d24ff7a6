from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.paging import PageQuery
from contracts.fields import UNSET
from pydantic import BaseModel, Field

from content.fields import (
    Consent,
    Email,
    OptionalLine,
    OptionalNote,
    Paragraphs,
    Phone,
    Search,
    ShortLine,
    Version,
    WholeNumber,
)

HandlingStatus = Literal["new", "in_progress", "answered", "closed", "spam"]

# Statuses of messages and requests that need no more work.
SETTLED_STATUSES: tuple[HandlingStatus, ...] = ("answered", "closed", "spam")


class ContactCreate(BaseModel):
    name: ShortLine
    phone: Phone
    email: Email
    subject: OptionalLine = None
    message: Paragraphs
    consent: Consent
    # A hidden field that only spam programs fill in.
    website: Annotated[str, Field(max_length=500)] = ""
    # How long the form was open, as measured by the page; may be absent.
    filled_in_ms: Annotated[WholeNumber, Field(ge=0, le=86_400_000)] | None = None


class ContactAnswer(BaseModel):
    success: bool = True
    message: str = "Сообщение отправлено!"
    id: UUID
    reference: str
    reply_by: datetime


class ContactAdmin(BaseModel):
    id: UUID
    reference: str
    name: str
    phone: str
    email: str
    subject: str | None
    message: str
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


class ContactAdminQuery(PageQuery):
    status: HandlingStatus | None = None
    assignee_id: UUID | None = None
    overdue: bool | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "due_at"] = "-created_at"


class ContactAdminCreate(BaseModel):
    """A message that came by another channel, for example by telephone."""

    name: ShortLine
    phone: Phone
    email: Email
    subject: OptionalLine = None
    message: Paragraphs
    status: HandlingStatus = "new"
    assignee_id: UUID | None = None
    note: OptionalNote = None


class HandlingUpdate(BaseModel):
    version: Version
    status: HandlingStatus = UNSET
    assignee_id: UUID | None = None
    note: OptionalNote = None
