from datetime import datetime

from chassis.database.tables import Base, UtcDateTime
from sqlmodel import Field


class ProbeSchedule(Base, table=True):
    """When the replicas last ran and saved a round of probes; a single row.

    The replica that advances `taken_at` runs the next round. `written_at` is the time of the newest saved round, so
    that no round is counted twice.
    """

    __tablename__ = "probe_turns"
    name: str = Field(primary_key=True)
    taken_at: datetime = Field(sa_type=UtcDateTime)
    written_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
