from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime, new_id
from chassis.features.audit import AuditColumns
from sqlmodel import Field


class Vehicle(Base, table=True):
    """A record of a user that an administrator has approved."""

    __tablename__ = "vehicles"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    approved_by: UUID | None = None
    title: str
    colour: str | None = None


class Repair(Base, table=True):
    """A record that is kept for accounting, without its user."""

    __tablename__ = "repairs"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    vehicle_id: UUID
    user_id: UUID | None = None
    done_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Visitor(Base, table=True):
    """A visitor, who is identified only by an address."""

    __tablename__ = "visitors"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    email: str


class AccountCopy(Base, table=True):
    """The copy of an account."""

    __tablename__ = "account_copies"
    id: UUID = Field(primary_key=True)
    email: str


class AuditEntry(AuditColumns, table=True):
    __tablename__ = "sample_audit"
