from datetime import datetime
from typing import Any
from uuid import UUID

from persistence.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class AuditEntry(Base, table=True):
    """Who changed what. Append-only by a trigger; only an erasure may remove the name and the address."""

    __tablename__ = "audit_entries"
    __table_args__ = (Index("audit_of_entity", "entity", "entity_id"),)
    id: UUID = Field(default_factory=new_id, primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    actor_id: UUID = Field(index=True)
    actor_name: str
    address: str | None = None
    action: str
    entity: str
    entity_id: UUID
    changes: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
