from datetime import datetime
from uuid import UUID

from chassis.search import searchable
from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Index, text
from sqlmodel import Field


class Contact(Base, table=True):
    """A message from the contact form, and its handling."""

    __tablename__ = "contacts"
    __table_args__ = (
        Index("contacts_same", "fingerprint", "created_at"),
        Index("contacts_by_status", "status", text("id DESC")),
        Index("contacts_by_due", "due_at"),
        Index("contacts_of_assignee", "assignee_id"),
        Index("contacts_late", "overdue_at"),
        Index("contacts_waiting", "due_at", postgresql_where=text("status = 'new' AND overdue_at IS NULL")),
    )
    id: UUID = Field(default_factory=new_id, primary_key=True)
    reference: str = Field(unique=True)
    name: str
    phone: str
    email: str
    subject: str | None = None
    message: str
    user_id: UUID | None = Field(default=None, index=True)
    fingerprint: str
    consent_at: datetime = Field(sa_type=UtcDateTime)
    status: str = "new"
    assignee_id: UUID | None = None
    note: str | None = None
    due_at: datetime = Field(sa_type=UtcDateTime)
    overdue_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)


CONTACT_SEARCH = searchable(Contact, "name", "email", "phone", "reference", "message")
