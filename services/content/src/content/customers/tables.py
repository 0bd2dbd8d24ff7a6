from typing import ClassVar
from uuid import UUID

from sqlalchemy import Index, text
from sqlmodel import Field

from content.records import Record


class CustomerNote(Record, table=True):
    """A note of the staff about a customer. The customer does not see it, except in an export of personal data."""

    entity: ClassVar[str] = "customer_note"
    withheld: ClassVar[set[str]] = {"text"}
    __tablename__ = "customer_notes"
    __table_args__ = (Index("customer_notes_of_user", "user_id", text("id DESC")),)
    user_id: UUID
    # NULL after the erasure of the author.
    author_id: UUID | None = Field(default=None, index=True)
    text: str
