from datetime import datetime

from chassis.database.tables import Base, UtcDateTime
from sqlmodel import Field


class ProbeTurn(Base, table=True):
    """Time of the last round of probes. The replica that advances `taken_at` runs the next round.

    `written_at` is the newest round in the database, so that no round is counted twice.
    """

    __tablename__ = "probe_turns"
    name: str = Field(primary_key=True)
    taken_at: datetime = Field(sa_type=UtcDateTime)
    written_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
