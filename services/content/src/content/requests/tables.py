from datetime import datetime
from uuid import UUID

from chassis.search import searchable
from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, ForeignKey, Index, text
from sqlmodel import Field


class ServiceRequest(Base, table=True):
    """A request for a service, and its handling."""

    __tablename__ = "requests"
    __table_args__ = (
        Index("requests_same", "fingerprint", "created_at"),
        Index("requests_by_status", "status", text("id DESC")),
        Index("requests_of_kind", "kind"),
        Index("requests_by_due", "due_at"),
        Index("requests_of_assignee", "assignee_id"),
        Index("requests_late", "overdue_at"),
        Index("requests_waiting", "due_at", postgresql_where=text("status = 'new' AND overdue_at IS NULL")),
    )
    id: UUID = Field(default_factory=new_id, primary_key=True)
    reference: str = Field(unique=True)
    kind: str
    name: str
    phone: str
    email: str | None = None
    message: str | None = None
    car_id: UUID | None = Field(default=None, sa_column=Column(ForeignKey("cars.id", ondelete="SET NULL"), index=True))
    car_title: str | None = None
    calculation_id: UUID | None = None
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


REQUEST_SEARCH = searchable(ServiceRequest, "name", "email", "phone", "reference", "message")
