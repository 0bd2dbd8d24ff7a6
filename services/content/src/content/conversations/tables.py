from typing import ClassVar

from chassis.database.search import build_searchable
from sqlalchemy import Index
from sqlmodel import Field

from content.records import Record


class SavedReply(Record, table=True):
    """A text that managers insert into a message."""

    entity: ClassVar[str] = "saved_reply"
    __tablename__ = "saved_replies"
    __table_args__ = (Index("saved_replies_made", "created_at"),)
    title: str = Field(index=True)
    text: str

    def get_audit_title(self) -> str:
        return self.title


build_searchable(SavedReply, "title", "text")
