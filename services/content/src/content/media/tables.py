from datetime import datetime
from uuid import UUID

from persistence.search import searchable
from persistence.tables import Base, UtcDateTime, new_id
from sqlalchemy import Index
from sqlmodel import Field


class MediaFile(Base, table=True):
    """An uploaded picture; its files are named by a digest of the content, so their addresses never change."""

    __tablename__ = "media_files"
    __table_args__ = (Index("media_by_name", "name"), Index("media_made", "created_at"))
    id: UUID = Field(default_factory=new_id, primary_key=True)
    digest: str = Field(unique=True)
    name: str
    alt: str | None = None
    width: int
    height: int
    size: int
    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)


MEDIA_SEARCH = searchable(MediaFile, "name")
