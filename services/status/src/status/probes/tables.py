from datetime import datetime

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class ProbeTurn(Base, table=True):
    """Whose turn it is: the replica that moves `taken_at` on looks around, and no other in this time.

    `written_at` is the latest round in this database, so that no round is counted twice.
    """

    __tablename__ = "probe_turns"
    name: str = Field(primary_key=True)
    taken_at: datetime = Field(sa_type=UtcDateTime)
    written_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
