"""The handling of events: each is applied exactly once, in the order of its entity, with its id in one transaction.

An event that fails is delivered again and parked in the end; one that finds the database or NATS away is only put back.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Self
from uuid import UUID

import structlog
from nats.aio.msg import Msg
from opentelemetry import propagate, trace
from prometheus_client import Counter, Histogram
from sqlalchemy import text
from sqlmodel import Field

from chassis.database.tables import Base, UtcDateTime
from chassis.events import event_tries
from chassis.events.event_tries import Place
from chassis.events.outages import is_outage
from chassis.events.registry import EventContext, EventRefused, Handlers, check_sender, check_time, parse_body
from chassis.events.runtime import Runtime, Session

log = structlog.get_logger()
tracer = trace.get_tracer("chassis.events.consumer")

HANDLED = Counter("events_handled_total", "Events handled", ["type", "result"])
LATENCY = Histogram("event_delay_seconds", "Time from the event to its effect in this service", ["type"])
PARKED = Counter("events_parked_total", "Events parked after too many failures", ["type"])

# Events fetched together are applied in one transaction; after one of them failed only a few are fetched.
TOGETHER, FEW = 100, 8
MAX_ATTEMPTS = 5
# A crash during handling ends in no failure, only in another try: after this many the event is taken for the cause.
MAX_TRIES = 20
QUERY_CANCELED, DEADLOCK = "57014", "40P01"  # groups may lock rows in different orders, single events do not
# Longer than a rolling release takes. Afterwards replicas that know a type come no sooner than the next release.
ROLLING_RELEASE, PUT_BACK_SECONDS = timedelta(minutes=15), 300.0
NOTE = text(
    "INSERT INTO seen_events (id, seen_at) SELECT DISTINCT unnest(CAST(:ids AS uuid[])), CAST(:now AS timestamptz)"
    " ORDER BY 1 ON CONFLICT DO NOTHING RETURNING id"
)


class SeenEvent(Base, table=True):
    """The id of an event whose effect is in this database, written in the same transaction as the effect."""

    __tablename__ = "seen_events"
    id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime, index=True)


@dataclass(frozen=True)
class Received(Place):
    """A message with the event in it; the body is empty when it cannot be read."""

    message: Msg
    body: dict[str, Any]
    kind: str

    @classmethod
    def of(cls, message: Msg) -> Self:
        """An event without an id has one from its place in the stream."""
        body, position = parse_body(message.data), message.metadata.sequence.stream
        try:
            id = UUID(body["id"])
        except (KeyError, TypeError, ValueError, AttributeError):
            id = UUID(int=position)
        subject = body.get("subject")
        return cls(id, subject if isinstance(subject, str) else None, position, message, body, str(body.get("type")))


class EventHandling:
    """Applies the events that are delivered, and answers NATS for each."""

    def __init__(self, runtime: Runtime, handlers: Handlers) -> None:
        self._runtime, self._by_type = runtime, handlers.by_type
        self._retry, self._outage_seconds = runtime.settings.event_retry_seconds, runtime.settings.event_outage_seconds
        self.count = TOGETHER  # how many are to be fetched next

    async def handle_all(self, messages: list[Msg]) -> None:
        """Handle events in their order, those together that come for the first time."""
        self.count = TOGETHER
        for is_first, group in groupby(map(Received.of, messages), self._is_first_delivery):
            some = list(group)
            if not is_first or len(some) == 1 or not await self.handle_together(some):
                for event in some:
                    await self._handle(event)

    def _is_first_delivery(self, event: Received) -> bool:
        """Whether the event may be handled together with others; one that is refused is parked by itself."""
        if event.message.metadata.num_delivered != 1 or event.kind not in self._by_type:
            return False
        try:
            self._check_claims(event)
        except EventRefused:
            return False
        return True

    def _check_claims(self, event: Received) -> None:
        """Check what the sender says of itself and of the time. Raises EventRefused.

        An event that cannot be read is not refused here: it fails in its handling.
        """
        if "type" not in event.body:
            return
        check_sender(event.body, event.message.subject)
        with contextlib.suppress(ValueError, TypeError, KeyError):
            published = datetime.fromisoformat(event.body["time"])
            check_time(published, self._now(event))

    def _now(self, event: Received) -> datetime:
        """The later one of the clocks of this service and of NATS when it stored the event."""
        return max(self._runtime.now(), event.message.metadata.timestamp)

    async def handle_together(self, events: list[Received], *, is_repeated: bool = False) -> bool:
        """Handle the events in one transaction; false, without any effect, when one of them is to blame for a failure.

        After a deadlock they are tried once more: the other transaction has its locks then. When a dependency is away,
        all are put back, so that none waits here longer than NATS waits for its handling.
        """
        try:
            applied = await self._apply(events)
        except Exception as error:
            if _sqlstate(error) == DEADLOCK and not is_repeated:
                return await self.handle_together(events, is_repeated=True)
            log.warning("events_not_handled_together", error=type(error).__name__)
            self.count = FEW
            if is_down := _is_dependency_down(error, DEADLOCK):
                await self._keep_places(events)
                for event in events:
                    await event.message.nak(delay=self._outage_seconds)
                await asyncio.sleep(self._outage_seconds / 5)
            return is_down
        await self._acknowledge(events, applied)
        return True

    async def _handle(self, event: Received) -> None:
        message, tries = event.message, 0
        with _processing(event):
            try:
                self._check_claims(event)
            except EventRefused as refusal:
                await self._park(event, refusal)
                return
            if "type" in event.body and event.kind not in self._by_type:
                # A newer replica subscribed to it: it is put back until that one takes it.
                is_rolling = datetime.now(UTC) - message.metadata.timestamp < ROLLING_RELEASE
                await message.nak(delay=self._outage_seconds if is_rolling else PUT_BACK_SECONDS)
                return
            try:
                if message.metadata.num_delivered != 1:
                    tries = await event_tries.add(self._runtime.database, event)
                if tries > MAX_TRIES:
                    await self._park(event, RuntimeError("tried too often without an end"))
                    return
                applied = await self._apply([event], is_counted=bool(tries))
            except Exception as error:
                await self._failed(event, tries, error)
                return
        await self._acknowledge([event], applied)

    async def _apply(self, events: list[Received], *, is_counted: bool = False) -> list[tuple[str, float | None]]:
        """Apply the events in one transaction; returns the result of each, and its delay if it was applied.

        One that an earlier event about the same entity must precede waits. Its try, if `is_counted`, is taken back.
        """
        runtime, applied = self._runtime, list[tuple[str, float | None]]()
        async with runtime.database.transaction() as db:
            waiting, known = await event_tries.split(db, events)
            ids = [UUID(event.body["id"]) for event in events if event.id not in waiting]
            fresh = set(await db.scalars(NOTE, {"ids": ids, "now": runtime.now()})) if ids else set()
            if known - waiting:
                await event_tries.forget(db, list(known - waiting))
            for event in events:
                result, delay = "duplicate", None
                if event.id in waiting:
                    result = "waits"
                    await event_tries.add_in(db, event, -1 if is_counted else 0)
                elif event.id in fresh:
                    fresh.remove(event.id)
                    result, delay = "applied", await self._apply_one(event, db, is_single=len(events) == 1)
                applied.append((result, delay))
        return applied

    async def _apply_one(self, event: Received, db: Session, *, is_single: bool) -> float:
        """Run the handlers of an event that is for this service; returns the seconds since it was published."""
        body, published = event.body, datetime.fromisoformat(event.body["time"])
        with contextlib.nullcontext() if is_single else _processing(event):
            for model, handler in self._by_type[event.kind]:
                data = model.model_validate(body["data"])
                if data.is_for(self._runtime.name):
                    happened_at = data.happened_at(published)
                    check_time(happened_at, self._now(event))
                    context = EventContext(event.id, happened_at, str(body["source"]))
                    await handler(data, db, context)
        return max(0.0, (self._runtime.now() - published).total_seconds())

    async def _keep_places(self, events: list[Received]) -> None:
        """Events that are put back keep their place before later ones about their entities, if that can be stored."""
        try:
            async with self._runtime.database.transaction() as db:
                for event in events:
                    await event_tries.add_in(db, event, 0)
        except Exception as error:
            log.warning("event_places_not_written", error=type(error).__name__)

    async def _acknowledge(self, events: list[Received], applied: list[tuple[str, float | None]]) -> None:
        for event, (result, delay) in zip(events, applied, strict=True):
            HANDLED.labels(event.kind, result).inc()
            if result == "waits":
                await event.message.nak(delay=self._retry[0])
                continue
            await event.message.ack()
            if delay is not None:
                LATENCY.labels(event.kind).observe(delay)

    async def _failed(self, event: Received, tries: int, error: Exception) -> None:
        """Deliver it again later; park an event that is itself the cause, whichever replicas it failed on."""
        trace.get_current_span().set_status(trace.StatusCode.ERROR)
        self.count, database = FEW, self._runtime.database
        try:
            if _is_dependency_down(error):
                await event_tries.add(database, event, -1 if tries else 0)
                raise error
            tries = tries or await event_tries.add(database, event)
        except Exception as outage:
            log.warning("event_retried_after_outage", error=type(outage).__name__)
            await event.message.nak(delay=self._outage_seconds)
            await asyncio.sleep(self._outage_seconds / 5)
            return
        HANDLED.labels(event.kind, "failed").inc()
        if tries >= MAX_ATTEMPTS:
            await self._park(event, error)
            return
        delay = self._retry[min(tries, len(self._retry)) - 1]
        log.warning("event_failed", tries=tries, retry_in=delay, exc_info=error)
        await event.message.nak(delay=delay)

    async def _park(self, event: Received, error: Exception) -> None:
        """Keep the event in the stream DLQ and go on; `python -m status.parked_events` shows and replays it."""
        log.error("event_parked", exc_info=error)
        stream = event.message.metadata.stream
        # A part of a personal-data export is dropped: whoever asked for it asks again.
        if stream != "EXPORTS":
            await self._keep_parked(event, error, stream)
        async with self._runtime.database.transaction() as db:
            await event_tries.forget(db, [event.id])
        PARKED.labels(event.kind).inc()
        await event.message.term()

    async def _keep_parked(self, event: Received, error: Exception, stream: str) -> None:
        name = self._runtime.name
        headers = {
            # An event parked again after a replay is a new message: by the event id alone NATS would drop it.
            "Nats-Msg-Id": f"dlq-{name}-{stream}-{event.position}",
            "Parked-Error": type(error).__name__,
            "Parked-Type": event.kind,
            # A replay must not give an event a subject that its sender may not use.
            "Parked-Subject": event.message.subject,
        }
        await self._runtime.bus.js.publish(f"dlq.{name}", event.message.data, headers=headers)


@contextlib.contextmanager
def _processing(event: Received) -> Iterator[None]:
    """The span of an event, in the trace of its publication, and its name in the log."""
    body, kind = event.body, event.kind
    # The header is newer: it belongs to the publication, the body to the change itself.
    context = (event.message.headers or {}).get("traceparent") or str(body.get("traceparent", ""))
    parent = propagate.extract({"traceparent": context})
    with (
        tracer.start_as_current_span(f"process {kind}", context=parent, kind=trace.SpanKind.CONSUMER),
        structlog.contextvars.bound_contextvars(event_id=str(body.get("id")), event_type=kind),
    ):
        yield


def _is_dependency_down(error: Exception, *besides: str) -> bool:
    """A statement that took too long is the failure of its handler: the database answers everybody else."""
    return is_outage(error) and _sqlstate(error) not in {QUERY_CANCELED, *besides}


def _sqlstate(error: Exception) -> str | None:
    return getattr(getattr(error, "orig", None), "sqlstate", None)
