from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Maintenance(Base, table=True):
    """Planned work. The clock starts and ends it; `verifying` is said by a person and ends it early or late."""

    __tablename__ = "maintenance"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    title: str
    description: str = ""
    starts_at: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)
    affected: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False))
    verifying: bool = False
    completed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The stage that users were told of.
    told: str = "scheduled"
    created_at: datetime = Field(sa_type=UtcDateTime)
    version: int = 1
