"""Counts attempts of events that are neither applied nor parked, and keeps later events of the same entity waiting.

All replicas share the table `event_tries` in the service's database. An event has a row only if it failed, was
delivered again or waits for an earlier event of its entity. During an outage of the database nothing is counted, so an
outage uses up no attempts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Column, Integer, Row, delete, text
from sqlmodel import Field, col

from chassis.database.session import Database
from chassis.database.tables import Base, UtcDateTime
from chassis.events.runtime import EventRuntime, Session

# Longer than the longest pause between two attempts. An event that NATS has lost blocks its entity no longer than this.
MAX_BLOCK_TIME = timedelta(minutes=15)
ADD_ATTEMPTS = text(
    "INSERT INTO event_tries (id, tries, updated_at, subject, position)"
    " VALUES (:id, :change, :now, :subject, :position) ON CONFLICT (id) DO UPDATE"
    " SET tries = event_tries.tries + excluded.tries, updated_at = excluded.updated_at,"
    " subject = excluded.subject, position = least(event_tries.position, excluded.position) RETURNING tries"
)
FIND_ATTEMPTS = text(
    "SELECT id, subject, position FROM event_tries WHERE id = ANY(CAST(:ids AS uuid[])) UNION"
    " (SELECT DISTINCT ON (subject) id, subject, position FROM event_tries"
    " WHERE subject = ANY(CAST(:subjects AS varchar[])) AND updated_at > :since ORDER BY subject, position)"
)


class EventAttempts(Base, table=True):
    """An event that is neither applied nor parked yet. The table and its column `tries` have an older term."""

    __tablename__ = "event_tries"
    id: UUID = Field(primary_key=True)
    attempts: int = Field(sa_column=Column("tries", Integer, nullable=False))
    updated_at: datetime = Field(sa_type=UtcDateTime, index=True)
    subject: str | None = Field(default=None, index=True)
    position: int | None = Field(default=None, sa_type=BigInteger)


@dataclass(frozen=True)
class PendingEvent:
    """Id of an event, the entity that it concerns (`subject`), and its position in the stream."""

    id: UUID
    subject: str | None
    position: int


async def add(database: Database[EventRuntime], event: PendingEvent, change: int = 1) -> int:
    """Count an attempt, or take one back with `change=-1`. Returns the number of attempts of this event."""
    async with database.transaction() as db:
        return await add_in(db, event, change)


async def add_in(db: Session, event: PendingEvent, change: int) -> int:
    """Like `add`, but in the caller's transaction. `change=0` only marks the entity as blocked."""
    values = {"id": event.id, "subject": event.subject, "position": event.position}
    return int(await db.scalar(ADD_ATTEMPTS, {**values, "change": change, "now": db.now()}) or 0)


async def find_waiting_and_counted(db: Session, events: Sequence[PendingEvent]) -> tuple[set[UUID], set[UUID]]:
    """Return the events that wait for an earlier event of their entity, and the events that have a row."""
    ids = [event.id for event in events]
    subjects = list({event.subject for event in events if event.subject})
    values = {"ids": ids, "subjects": subjects, "since": db.now() - MAX_BLOCK_TIME}
    rows = (await db.execute(FIND_ATTEMPTS, values)).all()
    counted_ids = {row.id for row in rows}.intersection(ids)
    # FIND_ATTEMPTS leaves out older rows of other events: after MAX_BLOCK_TIME an event no longer blocks its entity.
    waiting_ids = {event.id for event in events if any(_blocks(row, event) for row in rows)}
    return waiting_ids, counted_ids


def _blocks(row: Row[*tuple[Any, ...]], event: PendingEvent) -> bool:
    """Return True if the row belongs to an earlier event of the same entity."""
    if row.id == event.id or row.subject != event.subject:
        return False
    return row.position is not None and bool(row.position < event.position)


async def forget(db: Session, ids: Sequence[UUID]) -> None:
    """Delete the rows of events that were applied or parked."""
    await db.execute(delete(EventAttempts).where(col(EventAttempts.id).in_(ids)))
