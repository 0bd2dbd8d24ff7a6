"""The replay log, and the register of replicas and their open streams."""

from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import BigInteger, Column, Index
from sqlmodel import Field


class LiveLog(Base, table=True):
    """One event of the stream of a user, written in the transaction of the change. Revisions have no gaps."""

    __tablename__ = "live_log"
    __table_args__ = (
        Index("live_log_age", "created_at", postgresql_using="brin"),
        Index("live_log_of_user", "user_id", "revision"),
    )
    user_id: UUID = Field(primary_key=True)
    revision: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    body: str
    created_at: datetime = Field(sa_type=UtcDateTime)


class Replica(Base, table=True):
    """A running process of this service. If it is not seen for a while it has crashed, and its streams are deleted."""

    __tablename__ = "replicas"
    id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime)


class OpenStream(Base, table=True):
    """A stream that is open on a replica. With these rows all replicas count the streams of a user together."""

    __tablename__ = "open_streams"
    id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    replica_id: UUID = Field(index=True)
    opened_at: datetime = Field(sa_type=UtcDateTime)
