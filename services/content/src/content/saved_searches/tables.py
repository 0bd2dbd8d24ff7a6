from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Column, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from content.stop_links import AlertingRecord


class SavedSearch(AlertingRecord, table=True):
    """Filters of the catalogue that a user has saved. `key` is the same for the same filters."""

    __tablename__ = "saved_searches"
    __table_args__ = (
        UniqueConstraint("user_id", "key", name="saved_searches_user_id_key"),
        Index("saved_searches_to_check", "checked_at", "id", postgresql_where=text("is_alerting IS true")),
    )
    user_id: UUID
    name: str
    filters: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    key: str
    # When the cars were last compared with the filters.
    checked_at: datetime = Field(sa_type=UtcDateTime)
    alerted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)


class KnownCar(Base, table=True):
    """A car that the owner of a saved search knows: it matched when alerts were turned on, or it was announced."""

    __tablename__ = "saved_search_cars"
    search_id: UUID = Field(
        sa_column=Column(ForeignKey("saved_searches.id", ondelete="CASCADE"), primary_key=True, nullable=False)
    )
    car_id: UUID = Field(
        sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), primary_key=True, nullable=False, index=True)
    )
