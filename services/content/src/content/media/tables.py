from typing import ClassVar

from chassis.database.search import build_searchable
from sqlalchemy import Index
from sqlmodel import Field

from content.records import Record


class MediaFile(Record, table=True):
    """An uploaded picture. Its files are named by a digest of the content, so their addresses never change."""

    entity: ClassVar[str] = "media"
    __tablename__ = "media_files"
    __table_args__ = (Index("media_by_name", "name"), Index("media_made", "created_at"))
    digest: str = Field(unique=True)
    name: str
    alt: str | None = None
    width: int
    height: int
    size: int

    def get_audit_title(self) -> str:
        return self.name


build_searchable(MediaFile, "name")
