"""Saved calculations. Request and answer are stored as they were and never computed again."""

import datetime as dt
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class SiteSettingsCopy(Base, table=True):
    """Copy of the site settings that the PDF needs. The content service publishes their changes."""

    __tablename__ = "site_settings_copy"
    id: int = Field(default=1, primary_key=True)
    company: str = "Меридиан Авто"
    event_time: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)


class OrderCopy(Base, table=True):
    """Copy of an order and its user. The row of a deleted order stays, with a user id of zeros."""

    __tablename__ = "orders_copy"
    order_id: UUID = Field(primary_key=True)
    user_id: UUID


class Calculation(Entity, table=True):
    """A saved calculation. Anybody who knows the id may read it: 74 of its bits are random."""

    __tablename__ = "calculations"
    __table_args__ = (UniqueConstraint("saved_by", "idempotency_key", name="calculations_once"),)
    owner_id: UUID | None = Field(default=None, index=True)
    # Scope of the idempotency key: the owner's id, or a keyed digest of a visitor's address.
    saved_by: str
    idempotency_key: str | None = None
    title: str | None = None
    request: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    # The JSON is stored as text, because JSONB would change the order of keys and the form of numbers.
    answer: str
    edition: str
    fingerprint: str
    request_id: UUID | None = None
    order_id: UUID | None = None
    created_at: dt.datetime = Field(sa_type=UtcDateTime)
