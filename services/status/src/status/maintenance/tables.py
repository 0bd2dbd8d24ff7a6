from datetime import datetime

from chassis.database.search import build_searchable
from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Maintenance(Entity, table=True):
    """Scheduled maintenance. It begins and ends at its times. An administrator can set `verifying`, and complete it
    early or late.
    """

    __tablename__ = "maintenance"
    __table_args__ = (
        Index("maintenance_by_start", "starts_at"),
        Index("maintenance_by_title", "title"),
        Index("maintenance_to_announce", "id", postgresql_where=text("announced_stage <> 'completed'")),
    )
    title: str
    description: str = ""
    starts_at: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)
    affected: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False))
    verifying: bool = False
    completed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The stage that users were last notified of.
    announced_stage: str = "scheduled"
    created_at: datetime = Field(sa_type=UtcDateTime)
    version: int = 1


build_searchable(Maintenance, "title")
