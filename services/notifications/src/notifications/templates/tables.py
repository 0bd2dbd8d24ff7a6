"""Wordings that administrators changed; all others are in `facts`."""

from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class Template(Base, table=True):
    """The wording of one fact as an administrator wants it."""

    __tablename__ = "templates"
    key: str = Field(primary_key=True)
    title: str
    message: str
    changed_by: UUID
    changed_at: datetime = Field(sa_type=UtcDateTime)

    @property
    def version(self) -> int:
        """Tells its states apart: the microsecond of the change."""
        return round(self.changed_at.timestamp() * 1_000_000)
