"""Inquiries of visitors: messages of the contact form and requests for services."""

import secrets
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import UtcDateTime
from sqlalchemy import Column, ForeignKey, Index, text
from sqlmodel import Field

from content.records import Record

# References are read out by telephone, so the alphabet has no characters that look alike.
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def create_reference() -> str:
    """Create a random reference such as MA-7K3QX9. There are a billion references, so nobody can guess one."""
    return "MA-" + "".join(secrets.choice(ALPHABET) for _ in range(6))


class Inquiry(Record):
    """Columns of both kinds of inquiries: the sender, and the handling."""

    withheld: ClassVar[set[str]] = {"note"}
    # The fields by which a repeated inquiry is recognized.
    identity: ClassVar[tuple[str, ...]]

    reference: str = Field(default_factory=create_reference, unique=True)
    name: str
    phone: str
    email: str | None = None
    message: str | None = None
    user_id: UUID | None = Field(default=None, index=True)
    fingerprint: str
    consent_at: datetime = Field(sa_type=UtcDateTime)
    status: str = "new"
    assignee_id: UUID | None = None
    note: str | None = None
    due_at: datetime = Field(sa_type=UtcDateTime)
    overdue_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    def get_audit_title(self) -> str:
        return self.reference


def _build_indexes(table: str) -> tuple[Index, ...]:
    return (
        Index(f"{table}_same", "fingerprint", "created_at"),
        Index(f"{table}_by_status", "status", text("id DESC")),
        Index(f"{table}_by_due", "due_at"),
        Index(f"{table}_of_assignee", "assignee_id"),
        Index(f"{table}_late", "overdue_at"),
        Index(f"{table}_of_guest", text("lower(email)"), postgresql_where=text("user_id IS NULL")),
        Index(f"{table}_waiting", "due_at", postgresql_where=text("status = 'new' AND overdue_at IS NULL")),
    )


class Contact(Inquiry, table=True):
    """A message from the contact form."""

    __tablename__ = "contacts"
    __table_args__ = _build_indexes("contacts")
    entity: ClassVar[str] = "contact"
    identity: ClassVar = ("name", "phone", "email", "subject", "message")
    email: str
    message: str
    subject: str | None = None


class ServiceRequest(Inquiry, table=True):
    __tablename__ = "requests"
    __table_args__ = (*_build_indexes("requests"), Index("requests_of_kind", "kind"))
    entity: ClassVar[str] = "request"
    identity: ClassVar = ("user_id", "kind", "name", "phone", "email", "car_id", "message", "calculation_id")
    kind: str
    car_id: UUID | None = Field(default=None, sa_column=Column(ForeignKey("cars.id", ondelete="SET NULL"), index=True))
    car_title: str | None = None
    calculation_id: UUID | None = None


for _table in (Contact, ServiceRequest):
    build_searchable(_table, "name", "email", "phone", "reference", "message")
