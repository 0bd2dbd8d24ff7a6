from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class DataExport(Entity, table=True):
    """A user's request for an export of their data."""

    __tablename__ = "data_exports"
    account_id: UUID = Field(index=True)
    requested_at: datetime = Field(sa_type=UtcDateTime, index=True)
    handed_over_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class DataExportPart(Base, table=True):
    """The data of one service in an export."""

    __tablename__ = "data_export_parts"
    export_id: UUID = Field(primary_key=True, foreign_key="data_exports.id", ondelete="CASCADE")
    service: str = Field(primary_key=True)
    data: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))


class Erasure(Entity, table=True):
    """An erasure of a user, complete when every service has answered. It holds no personal data."""

    __tablename__ = "erasures"
    account_id: UUID
    requested_at: datetime = Field(sa_type=UtcDateTime, index=True)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ErasureAnswer(Base, table=True):
    """The answer of one service. `kept` names the data that the service must keep by law."""

    __tablename__ = "erasure_answers"
    erasure_id: UUID = Field(primary_key=True, foreign_key="erasures.id", ondelete="CASCADE")
    service: str = Field(primary_key=True)
    answered_at: datetime = Field(sa_type=UtcDateTime)
    kept: str | None = None
