from datetime import datetime
from typing import Annotated, Literal

from chassis.features.lists import PageQuery
from chassis.fields import Search
from pydantic import BaseModel, Field

from content.fields import Consent, Email
from content.records import Changes, RecordRead

SubscriberStatus = Literal["pending", "confirmed", "unsubscribed"]


class Subscribe(BaseModel):
    email: Email
    consent: Consent
    # The honeypot: a hidden field that only spam programs fill in.
    website: Annotated[str, Field(max_length=500)] = ""


class SubscriberAdmin(RecordRead):
    email: str
    status: SubscriberStatus
    consent_at: datetime
    confirmed_at: datetime | None
    unsubscribed_at: datetime | None


class SubscriberCreate(BaseModel):
    """An address whose owner consented in another way; it is still confirmed by email."""

    email: Email


class SubscriberUpdate(Changes):
    status: Literal["unsubscribed"]


class SubscriberQuery(PageQuery):
    status: SubscriberStatus | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "email"] = "-created_at"
