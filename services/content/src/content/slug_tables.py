"""Former addresses of articles and cars."""

from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlmodel import Field


class FormerSlug(Base, table=True):
    """A former address of an article or a car. It redirects to the current one."""

    __tablename__ = "former_slugs"
    entity: str = Field(primary_key=True)
    slug: str = Field(primary_key=True)
    record_id: UUID = Field(index=True)
    replaced_at: datetime = Field(sa_type=UtcDateTime)
