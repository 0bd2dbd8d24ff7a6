from uuid import UUID

from chassis.database.tables import Base, new_id
from sqlmodel import Field


class Note(Base, table=True):
    __tablename__ = "notes"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    text: str = Field(unique=True)
    author_id: UUID | None = None


class ReceivedNote(Base, table=True):
    """A note that the sample service received by an event."""

    __tablename__ = "received"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    text: str
