from datetime import datetime

from chassis.database.tables import Base, UtcDateTime
from sqlmodel import Field


class ProbeTurn(Base, table=True):
    """Which round of probes was the last: the replica that moves `taken_at` on runs the next one, and no other.

    `written_at` is the latest round that the database has, so that no round is counted twice.
    """

    __tablename__ = "probe_turns"
    name: str = Field(primary_key=True)
    taken_at: datetime = Field(sa_type=UtcDateTime)
    written_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
