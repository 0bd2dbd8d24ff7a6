"""Transactional outbox: a change and its event commit together. The relay publishes events later, in order, at least
once.
"""

import asyncio
import collections
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson
import structlog
from contracts.event import Event, build_nats_subject, get_publisher
from nats.errors import MaxPayloadError
from opentelemetry import propagate, trace
from prometheus_client import Counter, Gauge
from sqlalchemy import BigInteger, Column, Identity, Index, LargeBinary, exists, select, text
from sqlalchemy.exc import OperationalError
from sqlmodel import Field, col

from chassis.database.session import Database, try_advisory_lock
from chassis.database.tables import Base, UtcDateTime, new_id
from chassis.events.bus import Bus
from chassis.events.registry import build_envelope
from chassis.events.runtime import EventRuntime, Session
from chassis.events.tracing import get_traceparent, start_own_trace

PUBLISHED_EVENTS = Counter("outbox_published_total", "Events published to NATS", ["type"])
OLDEST_EVENT_AGE = Gauge("outbox_oldest_seconds", "Age of the oldest event not yet published")
UNPUBLISHABLE_EVENTS = Gauge(
    "outbox_unpublishable_events", "Events in the outbox that can never be published", ["type"]
)
log = structlog.get_logger()
tracer = trace.get_tracer("chassis.events.outbox")
RETENTION = timedelta(days=7)
# `published_at` of an event that can never be published. The relay skips it and no purge deletes it.
UNPUBLISHABLE_MARK = datetime(9999, 1, 1, tzinfo=UTC)
BATCH_SIZE = 500
RETRY_SECONDS = 0.1
# No index finds unpublishable events, so the search reads the whole table. If it takes longer, events that became
# unpublishable before the start are not counted.
SEARCH_TIMEOUT = text("SET LOCAL statement_timeout = '5s'")
# Longer than NATS keeps acknowledged events in memory (two minutes by default), and shorter than its duplicate window.
RECENT_PERIOD = timedelta(minutes=10)
# The relay publishes by position, so recent rows follow the last older one.
REOPEN_RECENT = text("""
UPDATE outbox SET published_at = NULL WHERE published_at <> :unpublishable_mark AND position > coalesce(
    (SELECT position FROM outbox WHERE published_at < :since ORDER BY position DESC LIMIT 1), 0)
""")


class OutboxEvent(Base, table=True):
    """A recorded event. It is kept for a week after its publication."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("outbox_waiting", "position", postgresql_where=text("published_at IS NULL")),
        Index("outbox_position", "position"),
    )
    position: int | None = Field(default=None, sa_column=Column(BigInteger, Identity(), primary_key=True))
    id: UUID = Field(unique=True)
    type: str = Field(index=True)
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    created_at: datetime = Field(sa_type=UtcDateTime)
    published_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


# These queries are built once, because the relay runs at least the first after each recorded event, and every few
# seconds while it is idle.
HAS_UNPUBLISHED = select(exists().where(col(OutboxEvent.published_at).is_(None)))
SELECT_NEXT_BATCH = (
    select(OutboxEvent)
    .where(col(OutboxEvent.published_at).is_(None))
    .order_by(col(OutboxEvent.position))
    .limit(BATCH_SIZE)
)
MARK_PUBLISHED = text("UPDATE outbox SET published_at = :published_at WHERE id = ANY(:ids)")


async def record(db: Session, event: Event) -> UUID:
    """Record an event in the caller's transaction. Returns its id."""
    runtime = db.runtime
    now = db.now()
    id = new_id()
    context = get_traceparent()
    if context is None:
        with start_own_trace():
            context = get_traceparent()
    body = build_envelope(event, id=id, source=f"/services/{runtime.name}", time=now, traceparent=context)
    db.add(OutboxEvent(id=id, type=event.type, body=body, created_at=now))
    db.after_commit(runtime.notify, "outbox")
    return id


async def relay_step(database: Database[EventRuntime], bus: Bus) -> bool:
    """Publish the next batch. Returns True if more events may be waiting.

    A lock lets one replica publish at a time, so events of one entity keep their order. A replica that finds it taken
    tries again shortly, and holds no connection meanwhile. After a crash the publication is repeated with the same
    message id, and NATS drops the duplicate. After each start and reconnection the events of the last minutes are
    published again, because NATS may lose acknowledged events in a power cut. While the service's events use their
    whole share of the stream, the outbox waits.
    """
    if bus.unpublishable_ids is None:
        bus.unpublishable_ids = await _find_unpublishable(database)
    is_compared = bus.connections == bus.compared_connection
    if is_compared and not bus.unpublishable_ids and not await _has_unpublished(database):
        OLDEST_EVENT_AGE.set(0)
        return False
    published_count: int | None = None
    async with database.transaction() as db:
        if await try_advisory_lock(db, "outbox"):
            published_count = await _publish_next(db, bus)
    if published_count is None:
        await asyncio.sleep(RETRY_SECONDS)
        return True
    return published_count == BATCH_SIZE


async def _has_unpublished(database: Database[EventRuntime]) -> bool:
    """Return True if an event waits for publication. Usually none waits, so this takes one statement and no lock."""
    async with database.reading() as db:
        return await db.scalar(HAS_UNPUBLISHED) or False


async def _publish_next(db: Session, bus: Bus) -> int:
    """Publish the next batch in the transaction that has the lock; returns how many rows it had."""
    connection = bus.connections
    if connection != bus.compared_connection:
        await db.execute(REOPEN_RECENT, {"unpublishable_mark": UNPUBLISHABLE_MARK, "since": db.now() - RECENT_PERIOD})
    rows = (await db.scalars(SELECT_NEXT_BATCH)).all()
    now = db.now()
    OLDEST_EVENT_AGE.set((now - rows[0].created_at).total_seconds() if rows else 0)
    if rows and not await bus.has_space():
        log.error("outbox_waits_for_space")
        return 0
    ids_by_time: dict[datetime, list[UUID]] = {}
    for row, is_published in zip(rows, await _publish_all(bus, rows), strict=True):
        ids_by_time.setdefault(now if is_published else UNPUBLISHABLE_MARK, []).append(row.id)
    for published_at, ids in ids_by_time.items():
        await db.execute(MARK_PUBLISHED, {"published_at": published_at, "ids": ids})
    await _count_unpublishable(db, bus, ids_by_time.get(UNPUBLISHABLE_MARK, []))
    db.after_commit(setattr, bus, "compared_connection", connection)
    return len(rows)


async def _find_unpublishable(database: Database[EventRuntime]) -> set[UUID]:
    """Return the ids of the unpublishable events from before the start of this process."""
    statement = select(col(OutboxEvent.id)).where(col(OutboxEvent.published_at) == UNPUBLISHABLE_MARK)
    try:
        async with database.transaction() as db:
            await db.execute(SEARCH_TIMEOUT)
            return set(await db.scalars(statement))
    except OperationalError as error:
        log.warning("unpublishable_events_not_counted", error=type(error.orig).__name__)
        return set()


async def _count_unpublishable(db: Session, bus: Bus, new_ids: Sequence[UUID]) -> None:
    """Update the gauge of unpublishable events. An operator may have deleted such an event or published it again."""
    unpublishable_ids = (bus.unpublishable_ids or set()) | set(new_ids)
    if not unpublishable_ids:
        return
    statement = select(col(OutboxEvent.id), col(OutboxEvent.type)).where(
        col(OutboxEvent.id).in_(unpublishable_ids), col(OutboxEvent.published_at) == UNPUBLISHABLE_MARK
    )
    rows = (await db.execute(statement)).all()
    bus.unpublishable_ids = {row.id for row in rows}
    UNPUBLISHABLE_EVENTS.clear()
    for type, number in collections.Counter(row.type for row in rows).items():
        UNPUBLISHABLE_EVENTS.labels(type).set(number)


async def _publish_all(bus: Bus, rows: Sequence[OutboxEvent]) -> list[bool]:
    """Publish events concurrently, but events of one entity (their `subject`) one after another.

    Returns which events NATS accepted. An exception is raised only after all publications have ended.
    """
    bodies = [orjson.loads(row.body) for row in rows]
    queues: dict[object, list[int]] = {}
    for index, body in enumerate(bodies):
        queues.setdefault(body.get("subject"), []).append(index)
    are_published = [False] * len(rows)

    async def publish_in_order(indexes: list[int]) -> None:
        for index in indexes:
            are_published[index] = await _publish(bus, rows[index], bodies[index])

    results = await asyncio.gather(*map(publish_in_order, queues.values()), return_exceptions=True)
    failures = [result for result in results if result is not None]
    if failures:
        raise failures[0]
    return are_published


async def _publish(bus: Bus, row: OutboxEvent, body: dict[str, Any]) -> bool:
    """Publish one event in the trace of the request that recorded it. Returns False if NATS will never accept it.

    Such an event must not delay later ones. Every other failure is temporary, so the whole queue waits.
    """
    parent = propagate.extract({"traceparent": str(body.get("traceparent", ""))})
    with tracer.start_as_current_span(f"publish {row.type}", context=parent, kind=trace.SpanKind.PRODUCER):
        try:
            subject = build_nats_subject(row.type, get_publisher(body.get("source")))
            await bus.publish(subject, row.body, message_id=str(row.id))
        except MaxPayloadError:
            log.error("event_unpublishable", event_type=row.type, event_id=str(row.id), bytes=len(row.body))
            return False
    PUBLISHED_EVENTS.labels(row.type).inc()
    return True
