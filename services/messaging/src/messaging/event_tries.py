"""How often an event was tried, counted in the service's database: all replicas see the same number.

Only events that failed or were delivered again have a row. While the database is away nothing can be counted, so an
outage, however long and with however many replicas, uses up no try.
"""

from datetime import datetime
from uuid import UUID

from persistence.session import Database
from persistence.tables import Base, UtcDateTime
from sqlalchemy import delete, text
from sqlmodel import Field, col

from messaging.runtime import Runtime, Session

ADD = text(
    "INSERT INTO event_tries (id, tries, updated_at) VALUES (:id, :change, :now) ON CONFLICT (id) DO UPDATE"
    " SET tries = event_tries.tries + excluded.tries, updated_at = excluded.updated_at RETURNING tries"
)


class EventTries(Base, table=True):
    """An event that is neither applied nor parked yet."""

    __tablename__ = "event_tries"
    id: UUID = Field(primary_key=True)
    tries: int
    updated_at: datetime = Field(sa_type=UtcDateTime, index=True)


async def add(database: Database[Runtime], id: UUID, change: int = 1) -> int:
    """Count a try, or take one back with -1; returns all tries of this event."""
    async with database.transaction() as db:
        return int(await db.scalar(ADD, {"id": id, "change": change, "now": db.now()}) or 0)


async def forget(db: Session, id: UUID) -> None:
    """The event is applied or parked."""
    await db.execute(delete(EventTries).where(col(EventTries.id) == id))
