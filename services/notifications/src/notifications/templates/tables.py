"""Templates that administrators changed; the built-in ones are in `rules`."""

from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class Template(Base, table=True):
    """The text of one rule as an administrator changed it."""

    __tablename__ = "templates"
    key: str = Field(primary_key=True)
    title: str
    message: str
    changed_by: UUID
    changed_at: datetime = Field(sa_type=UtcDateTime)

    @property
    def version(self) -> int:
        """The version of the text: the microsecond of its change."""
        return round(self.changed_at.timestamp() * 1_000_000)
