"""Saved calculations: the request and the answer as they were, never computed again."""

import datetime as dt
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class SiteSettingsCopy(Base, table=True):
    """A copy of the site's settings that the PDF needs; the content service publishes their changes."""

    __tablename__ = "site_settings_copy"
    id: int = Field(default=1, primary_key=True)
    company: str = "Меридиан Авто"
    event_time: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)


class OrderCopy(Base, table=True):
    """An order with its user: a calculation attached to any other id is not kept for it. A deleted one has no user."""

    __tablename__ = "orders_copy"
    order_id: UUID = Field(primary_key=True)
    user_id: UUID


class Calculation(Entity, table=True):
    """Whoever knows the id may read it: 74 of its bits are random."""

    __tablename__ = "calculations"
    __table_args__ = (UniqueConstraint("saved_by", "idempotency_key", name="calculations_once"),)
    owner_id: UUID | None = Field(default=None, index=True)
    # Who may repeat a save without doubling it: the owner, or a visitor's address in a keyed digest.
    saved_by: str
    idempotency_key: str | None = None
    title: str | None = None
    request: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    # The answer keeps the order of its keys and the form of its numbers, so it is text and not JSONB.
    answer: str
    edition: str
    fingerprint: str
    request_id: UUID | None = None
    order_id: UUID | None = None
    created_at: dt.datetime = Field(sa_type=UtcDateTime)
