from datetime import datetime
from typing import Any
from uuid import UUID

from persistence.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class AuditEntry(Base, table=True):
    """Who changed what; append-only by a trigger; erasure removes the name and the address."""

    __tablename__ = "audit_entries"
    __table_args__ = (Index("audit_of_entity", "entity", "entity_id"),)
    id: UUID = Field(default_factory=new_id, primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    actor_id: UUID = Field(index=True)
    actor_name: str
    # Where the request came from; NULL for actions without a request.
    address: str | None = None
    action: str
    entity: str
    entity_id: UUID | None = None
    changes: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
