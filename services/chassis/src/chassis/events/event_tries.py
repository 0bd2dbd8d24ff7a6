"""Events that are neither applied nor parked: how often each was tried, and which later ones wait for it.

All replicas read and write this table of the service's database, so they see the same numbers. Only events that failed,
were delivered again or wait for an earlier one about the same entity have a row. While the database is away nothing can
be counted, so an outage, however long and with however many replicas, uses up no try.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import BigInteger, delete, text
from sqlmodel import Field, col

from chassis.database.session import Database
from chassis.database.tables import Base, UtcDateTime
from chassis.events.runtime import Runtime, Session

# Longer than the longest pause between two tries. An event that NATS has lost holds back others no longer than this.
HELD = timedelta(minutes=15)
ADD = text(
    "INSERT INTO event_tries (id, tries, updated_at, subject, position)"
    " VALUES (:id, :change, :now, :subject, :position) ON CONFLICT (id) DO UPDATE"
    " SET tries = event_tries.tries + excluded.tries, updated_at = excluded.updated_at,"
    " subject = excluded.subject, position = least(event_tries.position, excluded.position) RETURNING tries"
)
FIND = text(
    "SELECT id, subject, position FROM event_tries WHERE id = ANY(CAST(:ids AS uuid[])) UNION"
    " (SELECT DISTINCT ON (subject) id, subject, position FROM event_tries"
    " WHERE subject = ANY(CAST(:subjects AS varchar[])) AND updated_at > :since ORDER BY subject, position)"
)


class EventTries(Base, table=True):
    """An event that is neither applied nor parked yet."""

    __tablename__ = "event_tries"
    id: UUID = Field(primary_key=True)
    tries: int
    updated_at: datetime = Field(sa_type=UtcDateTime, index=True)
    subject: str | None = Field(default=None, index=True)
    position: int | None = Field(default=None, sa_type=BigInteger)


@dataclass(frozen=True)
class Place:
    """An event's id, the entity it is about (`subject`), and its position in the stream: the order of one entity."""

    id: UUID
    subject: str | None
    position: int


async def add(database: Database[Runtime], place: Place, change: int = 1) -> int:
    """Count a try, or take one back with -1; returns all tries of this event."""
    async with database.transaction() as db:
        return await add_in(db, place, change)


async def add_in(db: Session, place: Place, change: int) -> int:
    """The same in a transaction of the caller; 0 only notes that later events about this entity wait."""
    values = {"id": place.id, "subject": place.subject, "position": place.position}
    return int(await db.scalar(ADD, {**values, "change": change, "now": db.now()}) or 0)


async def split(db: Session, places: Sequence[Place]) -> tuple[set[UUID], set[UUID]]:
    """Those of the events that must wait for an earlier one about the same entity, and those that have a row."""
    ids, subjects = [place.id for place in places], list({place.subject for place in places if place.subject})
    rows = (await db.execute(FIND, {"ids": ids, "subjects": subjects, "since": db.now() - HELD})).all()
    known = {row.id for row in rows}.intersection(ids)
    # The first of an entity is found by its age, too; one that has been updated long ago holds back nobody.
    waiting = {
        place.id
        for place in places
        for row in rows
        if row.subject == place.subject and row.id != place.id and (row.position or place.position) < place.position
    }
    return waiting, known


async def forget(db: Session, ids: Sequence[UUID]) -> None:
    """The events are applied or parked."""
    await db.execute(delete(EventTries).where(col(EventTries.id).in_(ids)))
