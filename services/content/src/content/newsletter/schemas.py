from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.paging import PageQuery
from contracts.fields import UNSET
from pydantic import BaseModel, Field

from content.fields import Consent, Email, Search, Version

SubscriberStatus = Literal["pending", "confirmed", "unsubscribed"]


class Subscribe(BaseModel):
    email: Email
    consent: Consent
    website: Annotated[str, Field(max_length=500)] = ""


class SubscriberAdmin(BaseModel):
    id: UUID
    email: str
    status: SubscriberStatus
    consent_at: datetime
    confirmed_at: datetime | None
    unsubscribed_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime


class SubscriberCreate(BaseModel):
    """An address whose owner consented in another way; it is still confirmed by email."""

    email: Email


class SubscriberUpdate(BaseModel):
    version: Version
    status: Literal["unsubscribed"] = UNSET


class SubscriberQuery(PageQuery):
    status: SubscriberStatus | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "email"] = "-created_at"
