"""Handling of events: each event is applied exactly once, in the order of its entity, in one transaction with its id.

An event whose handler fails is delivered again and finally parked. If the database or NATS is unavailable, the event is
only put back.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Literal, NamedTuple, Self
from uuid import UUID

import structlog
from nats.aio.msg import Msg
from opentelemetry import propagate, trace
from prometheus_client import Counter, Histogram
from sqlalchemy import text
from sqlmodel import Field

from chassis.database.tables import Base, UtcDateTime
from chassis.events import event_attempts
from chassis.events.event_attempts import PendingEvent
from chassis.events.outages import is_outage
from chassis.events.registry import EventContext, EventRefused, Handlers, check_sender, check_time, parse_body
from chassis.events.runtime import EventRuntime, Session

log = structlog.get_logger()
tracer = trace.get_tracer("chassis.events.consumer")

HANDLED_EVENTS = Counter("events_handled_total", "Events handled", ["type", "result"])
LATENCY = Histogram("event_delay_seconds", "Time from the event to its effect in this service", ["type"])
PARKED_EVENTS = Counter("events_parked_total", "Events parked after too many failures", ["type"])

# Events of a batch share a transaction. After a failure the batches are small.
BATCH_SIZE = 100
BATCH_SIZE_AFTER_FAILURE = 8
# An event that fails is parked after this many attempts.
MAX_FAILED_ATTEMPTS = 5
# A crash during handling leaves only an attempt, no failure: after this many attempts the event counts as the cause.
MAX_UNFINISHED_ATTEMPTS = 20
# SQLSTATE of a statement timeout.
QUERY_CANCELED = "57014"
# SQLSTATE of a deadlock. Batches may lock rows in different orders, single events do not.
DEADLOCK = "40P01"
# Longer than a rolling release takes. Afterwards no replica of this release will know an unknown type.
ROLLING_RELEASE = timedelta(minutes=15)
PUT_BACK_SECONDS = 300.0
INSERT_SEEN_EVENTS = text(
    "INSERT INTO seen_events (id, seen_at) SELECT DISTINCT unnest(CAST(:ids AS uuid[])), CAST(:now AS timestamptz)"
    " ORDER BY 1 ON CONFLICT DO NOTHING RETURNING id"
)


class SeenEvent(Base, table=True):
    """Id of an applied event, written in the same transaction as its effect."""

    __tablename__ = "seen_events"
    id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime, index=True)


class HandlingResult(NamedTuple):
    """The result of handling an event. `delay` is the time since its publication in seconds, if it was applied."""

    name: Literal["applied", "duplicate", "waits"]
    delay: float | None = None


@dataclass(frozen=True)
class ReceivedEvent(PendingEvent):
    """A message with its parsed event. The body is empty if it cannot be parsed."""

    message: Msg
    body: dict[str, Any]
    kind: str

    @classmethod
    def parse(cls, message: Msg) -> Self:
        """Parse a message. An event without an id gets one from its position in the stream."""
        body = parse_body(message.data)
        position = message.metadata.sequence.stream
        try:
            id = UUID(body["id"])
        except (KeyError, TypeError, ValueError, AttributeError):
            id = UUID(int=position)
        subject = body.get("subject")
        return cls(
            id=id,
            subject=subject if isinstance(subject, str) else None,
            position=position,
            message=message,
            body=body,
            kind=str(body.get("type")),
        )


class EventHandling:
    """Applies delivered events and acknowledges them."""

    def __init__(self, runtime: EventRuntime, handlers: Handlers) -> None:
        self._runtime = runtime
        self._by_type = handlers.by_type
        self._retry_seconds = runtime.settings.event_retry_seconds
        self._outage_seconds = runtime.settings.event_outage_seconds
        self.next_fetch_size = BATCH_SIZE

    async def handle_all(self, messages: list[Msg]) -> None:
        """Handle events in order. Events that are delivered for the first time share a transaction."""
        self.next_fetch_size = BATCH_SIZE
        for may_share, group in groupby(map(ReceivedEvent.parse, messages), self._may_share_transaction):
            events = list(group)
            is_handled = False
            if may_share and len(events) > 1:
                is_handled = await self.handle_together(events)
            if not is_handled:
                for event in events:
                    await self._handle(event)

    def _may_share_transaction(self, event: ReceivedEvent) -> bool:
        """Return True if the event may be handled together with others. A refused event is parked by itself."""
        if event.message.metadata.num_delivered != 1 or event.kind not in self._by_type:
            return False
        try:
            self._check_claims(event)
        except EventRefused:
            return False
        return True

    def _check_claims(self, event: ReceivedEvent) -> None:
        """Check sender and time of an event. Raises EventRefused.

        An event that cannot be parsed is not refused here: its handling fails.
        """
        if "type" not in event.body:
            return
        check_sender(event.body, event.message.subject)
        with contextlib.suppress(ValueError, TypeError, KeyError):
            published_at = datetime.fromisoformat(event.body["time"])
            check_time(published_at, self._get_latest_time(event))

    def _get_latest_time(self, event: ReceivedEvent) -> datetime:
        """Return the later of the service's clock and the time at which NATS stored the event."""
        return max(self._runtime.now(), event.message.metadata.timestamp)

    async def handle_together(self, events: list[ReceivedEvent], *, is_repeated: bool = False) -> bool:
        """Handle events in one transaction. Returns False, without any effect, if one of them caused a failure.

        After a deadlock they are handled once more: by then the other transaction has finished. If a dependency is
        down, all are put back, so that none exceeds NATS's time for an acknowledgement.
        """
        try:
            results = await self._apply(events)
        except Exception as error:
            if _get_sqlstate(error) == DEADLOCK and not is_repeated:
                return await self.handle_together(events, is_repeated=True)
            log.warning("events_not_handled_together", error=type(error).__name__)
            self.next_fetch_size = BATCH_SIZE_AFTER_FAILURE
            is_down = _is_dependency_down(error, DEADLOCK)
            if is_down:
                await self._mark_as_put_back(events)
                for event in events:
                    await event.message.nak(delay=self._outage_seconds)
                await asyncio.sleep(self._outage_seconds / 5)
            return is_down
        await self._acknowledge(events, results)
        return True

    async def _handle(self, event: ReceivedEvent) -> None:
        message = event.message
        attempts = 0
        with _trace_processing(event):
            try:
                self._check_claims(event)
            except EventRefused as refusal:
                await self._park(event, refusal)
                return
            if "type" in event.body and event.kind not in self._by_type:
                # A newer replica has subscribed to this type. The event is put back until that replica takes it.
                is_rolling = datetime.now(UTC) - message.metadata.timestamp < ROLLING_RELEASE
                await message.nak(delay=self._outage_seconds if is_rolling else PUT_BACK_SECONDS)
                return
            try:
                if message.metadata.num_delivered != 1:
                    attempts = await event_attempts.add(self._runtime.database, event)
                if attempts > MAX_UNFINISHED_ATTEMPTS:
                    await self._park(event, RuntimeError("too many attempts without a result"))
                    return
                results = await self._apply([event], is_counted=bool(attempts))
            except Exception as error:
                await self._retry_or_park(event, attempts, error)
                return
        await self._acknowledge([event], results)

    async def _apply(self, events: list[ReceivedEvent], *, is_counted: bool = False) -> list[HandlingResult]:
        """Apply the events in one transaction. Returns the result of each.

        An event waits if an earlier event of its entity is pending. With `is_counted` its attempt was counted already,
        and is taken back if it waits.
        """
        runtime = self._runtime
        results: list[HandlingResult] = []
        async with runtime.database.transaction() as db:
            waiting_ids, counted_ids = await event_attempts.find_waiting_and_counted(db, events)
            ids = [UUID(event.body["id"]) for event in events if event.id not in waiting_ids]
            new_ids = set(await db.scalars(INSERT_SEEN_EVENTS, {"ids": ids, "now": runtime.now()})) if ids else set()
            if counted_ids - waiting_ids:
                await event_attempts.forget(db, list(counted_ids - waiting_ids))
            for event in events:
                if event.id in waiting_ids:
                    await event_attempts.add_in(db, event, -1 if is_counted else 0)
                    result = HandlingResult("waits")
                elif event.id in new_ids:
                    new_ids.remove(event.id)
                    delay = await self._apply_one(event, db, is_single=len(events) == 1)
                    result = HandlingResult("applied", delay)
                else:
                    result = HandlingResult("duplicate")
                results.append(result)
        return results

    async def _apply_one(self, event: ReceivedEvent, db: Session, *, is_single: bool) -> float:
        """Run the handlers of an event. Returns the seconds since its publication."""
        body = event.body
        published_at = datetime.fromisoformat(body["time"])
        # `_handle` has opened the span of a single event.
        span = contextlib.nullcontext() if is_single else _trace_processing(event)
        with span:
            for model, handler in self._by_type[event.kind]:
                data = model.model_validate(body["data"])
                if data.is_for(self._runtime.name):
                    happened_at = data.get_time(published_at)
                    check_time(happened_at, self._get_latest_time(event))
                    context = EventContext(event.id, happened_at, str(body["source"]))
                    await handler(data, db, context)
        return max(0.0, (self._runtime.now() - published_at).total_seconds())

    async def _mark_as_put_back(self, events: list[ReceivedEvent]) -> None:
        """Record that events were put back, so that later events of their entities wait. An error is only logged."""
        try:
            async with self._runtime.database.transaction() as db:
                for event in events:
                    await event_attempts.add_in(db, event, 0)
        except Exception as error:
            log.warning("event_places_not_written", error=type(error).__name__)

    async def _acknowledge(self, events: list[ReceivedEvent], results: list[HandlingResult]) -> None:
        for event, result in zip(events, results, strict=True):
            HANDLED_EVENTS.labels(event.kind, result.name).inc()
            if result.name == "waits":
                await event.message.nak(delay=self._retry_seconds[0])
                continue
            await event.message.ack()
            if result.delay is not None:
                LATENCY.labels(event.kind).observe(result.delay)

    async def _retry_or_park(self, event: ReceivedEvent, attempts: int, error: Exception) -> None:
        """Deliver the event again later, or park it after its last attempt, whichever replicas it failed on."""
        trace.get_current_span().set_status(trace.StatusCode.ERROR)
        self.next_fetch_size = BATCH_SIZE_AFTER_FAILURE
        database = self._runtime.database
        try:
            if _is_dependency_down(error):
                await event_attempts.add(database, event, -1 if attempts else 0)
                raise error
            if not attempts:
                attempts = await event_attempts.add(database, event)
        except Exception as outage:
            log.warning("event_retried_after_outage", error=type(outage).__name__)
            await event.message.nak(delay=self._outage_seconds)
            await asyncio.sleep(self._outage_seconds / 5)
            return
        HANDLED_EVENTS.labels(event.kind, "failed").inc()
        if attempts >= MAX_FAILED_ATTEMPTS:
            await self._park(event, error)
            return
        # Unlike in `chassis.retries`, the last pause is repeated: an event is parked only after MAX_FAILED_ATTEMPTS.
        delay = self._retry_seconds[min(attempts, len(self._retry_seconds)) - 1]
        log.warning("event_failed", attempts=attempts, retry_in=delay, exc_info=error)
        await event.message.nak(delay=delay)

    async def _park(self, event: ReceivedEvent, error: Exception) -> None:
        """Move the event to the stream DLQ. `python -m status.parked_events` lists and replays parked events."""
        log.error("event_parked", exc_info=error)
        stream = event.message.metadata.stream
        # A part of a personal-data export is dropped; the user can request the export again.
        if stream != "EXPORTS":
            await self._publish_parked_event(event, error, stream)
        async with self._runtime.database.transaction() as db:
            await event_attempts.forget(db, [event.id])
        PARKED_EVENTS.labels(event.kind).inc()
        await event.message.term()

    async def _publish_parked_event(self, event: ReceivedEvent, error: Exception, stream: str) -> None:
        name = self._runtime.name
        headers = {
            # An event that is parked again after a replay needs a new message id, or NATS would drop it as a duplicate.
            "Nats-Msg-Id": f"dlq-{name}-{stream}-{event.position}",
            "Parked-Error": type(error).__name__,
            "Parked-Type": event.kind,
            # A replay must not give an event a subject that its sender may not use.
            "Parked-Subject": event.message.subject,
        }
        await self._runtime.bus.js.publish(f"dlq.{name}", event.message.data, headers=headers)


@contextlib.contextmanager
def _trace_processing(event: ReceivedEvent) -> Iterator[None]:
    """Open the span of an event in the trace of its publication, and bind its name to the log."""
    body = event.body
    kind = event.kind
    # The header belongs to the publication and is newer; the body has the trace of the change.
    context = (event.message.headers or {}).get("traceparent") or str(body.get("traceparent", ""))
    parent = propagate.extract({"traceparent": context})
    with (
        tracer.start_as_current_span(f"process {kind}", context=parent, kind=trace.SpanKind.CONSUMER),
        structlog.contextvars.bound_contextvars(event_id=str(body.get("id")), event_type=kind),
    ):
        yield


def _is_dependency_down(error: Exception, *ignored_states: str) -> bool:
    """Return True if a dependency is down. Neither a statement timeout nor one of `ignored_states` is an outage."""
    return is_outage(error) and _get_sqlstate(error) not in {QUERY_CANCELED, *ignored_states}


def _get_sqlstate(error: Exception) -> str | None:
    return getattr(getattr(error, "orig", None), "sqlstate", None)
