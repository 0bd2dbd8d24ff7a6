"""The handling of events: one durable consumer of NATS for each service, each event applied exactly once.

Own code over nats-py instead of a framework: the id of a handled event is stored in the handler's transaction, and an
outage of the database pauses a consumer without using up its attempts (docs/decisions/0002).
"""

import asyncio
import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

import nats
import orjson
import structlog
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError
from opentelemetry import propagate, trace
from persistence.tables import Base, UtcDateTime
from prometheus_client import Counter, Histogram
from sqlalchemy import text
from sqlmodel import Field

from messaging import event_tries
from messaging.event_tries import Place
from messaging.events import EventContext, Handlers
from messaging.outages import is_outage
from messaging.runtime import Runtime, Session

log = structlog.get_logger()
tracer = trace.get_tracer("messaging.consumer")

HANDLED = Counter("events_handled_total", "Events handled", ["type", "result"])
LATENCY = Histogram("event_delay_seconds", "Time from the event to its effect in this service", ["type"])
PARKED = Counter("events_parked_total", "Events parked after too many failures", ["type"])


CONSUMER = ConsumerConfig(ack_policy=AckPolicy.EXPLICIT, ack_wait=20, max_deliver=-1, max_ack_pending=10_000)
# Events fetched together are applied in one transaction; after one of them failed only a few are fetched.
TOGETHER, FEW = 100, 8
MAX_ATTEMPTS = 5
# A crash during handling ends in no failure, only in another try: after this many the event is taken for the cause.
MAX_TRIES = 20
QUERY_CANCELED, DEADLOCK = "57014", "40P01"  # groups may lock rows in different orders, single events do not
# Longer than a rolling release takes. Afterwards replicas that know a type come no sooner than the next release.
ROLLING_RELEASE, PUT_BACK_SECONDS = timedelta(minutes=15), 300.0
# How old the events of a type may be that the service did not handle before; how far they are read at most.
EARLIER, NO_END = timedelta(days=1), 2**63
NOTE = text(
    "INSERT INTO seen_events (id, seen_at) SELECT DISTINCT unnest(CAST(:ids AS uuid[])), CAST(:now AS timestamptz)"
    " ORDER BY 1 ON CONFLICT DO NOTHING RETURNING id"
)


class SeenEvent(Base, table=True):
    """The id of an event whose effect is in this database, written in the same transaction as the effect."""

    __tablename__ = "seen_events"
    id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Consumer:
    """Receives the events that the service handles, in their order, and applies each exactly once."""

    def __init__(self, runtime: Runtime, handlers: Handlers) -> None:
        self._runtime, self._handlers = runtime, handlers
        self._retry = runtime.settings.event_retry_seconds
        self._outage_seconds = runtime.settings.event_outage_seconds
        # The second is that of earlier events, if there is one, and read up to this place of the stream.
        self._subscriptions: list[JetStreamContext.PullSubscription] = []
        self._until, self._count = 0, TOGETHER
        runtime.bus.on_reconnect(self._subscriptions.clear)

    async def step(self) -> bool:
        """Fetch and handle the next few events; waits up to two seconds for the first."""
        await self._runtime.bus.connected()
        if not self._subscriptions:
            await self._subscribe()
        main, *others = self._subscriptions
        for earlier in others:
            try:
                is_read = await self._step_earlier(earlier)
            except nats.errors.Error as error:
                # Another replica has read it to its end, or has made it anew and reads it.
                log.warning("earlier_events_left", error=type(error).__name__)
                is_read = True
            if is_read and earlier in self._subscriptions:
                self._subscriptions.remove(earlier)
        try:
            messages = await main.fetch(self._count, timeout=0.1 if others else 2)
        except TimeoutError:
            return True
        await self._handle_all(messages)
        return True

    async def _step_earlier(self, earlier: JetStreamContext.PullSubscription) -> bool:
        """Handle the next few events of types that are new to the service; true, without the consumer, at their end."""
        messages: list[Msg] = []
        with contextlib.suppress(TimeoutError):
            messages = await earlier.fetch(self._count, timeout=0.1)
        for message in messages:
            if message.metadata.sequence.stream > self._until:
                await message.ack()
        await self._handle_all([one for one in messages if one.metadata.sequence.stream <= self._until])
        if messages and messages[-1].metadata.sequence.stream <= self._until:
            return False
        left = await earlier.consumer_info()
        if left.num_ack_pending or (not messages and left.num_pending):
            return False
        await self._runtime.bus.js.delete_consumer("EVENTS", left.name)
        return True

    async def _subscribe(self) -> None:
        """Go on where the service's replicas are; of types that are new to the service, the last day is read as well.

        Replicas of an older release passed over these when the publisher's new release was the first to start. A
        second consumer reads them, up to where the first one takes over. It is made before the first one's filter is
        widened, so that a crash in between costs nothing, and removed at its end.
        """
        name, js = self._runtime.name, self._runtime.bus.js
        own, present = {f"events.{kind}" for kind in self._handlers.by_type}, await self._config_of(name)
        known = set(present.filter_subjects or ()) if present else set()
        added = own - known if present else set()
        # A replica of an older release must not take away what a newer one asks for.
        main = CONSUMER.evolve(durable_name=name, filter_subjects=sorted(own | known))
        earlier = await self._prepare_earlier(added)
        if not own <= known:
            await js.add_consumer("EVENTS", main)
            if earlier and added:
                until = str((await js.stream_info("EVENTS")).state.last_seq)
                earlier = (await js.add_consumer("EVENTS", earlier.evolve(metadata={"until": until}))).config
        self._until = int((earlier.metadata or {}).get("until", NO_END)) if earlier else 0
        durables = [name, earlier.durable_name] if earlier else [name]
        self._subscriptions[:] = [await js.pull_subscribe_bind(durable=one, stream="EVENTS") for one in durables]

    async def _prepare_earlier(self, added: set[str]) -> ConsumerConfig | None:
        """The consumer of earlier events, made anew if types were added; None when there is none to read."""
        name, js = f"{self._runtime.name}_earlier", self._runtime.bus.js
        try:
            present = await self._config_of(name)
            if not added:
                known = {f"events.{kind}" for kind in self._handlers.by_type}
                return present if present and known.issuperset(present.filter_subjects or ()) else None
            with contextlib.suppress(NotFoundError):
                await js.delete_consumer("EVENTS", name)
            start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - EARLIER
            config = CONSUMER.evolve(durable_name=name, filter_subjects=sorted(added))
            config = config.evolve(deliver_policy=DeliverPolicy.BY_START_TIME, opt_start_time=start)
            made = await js.add_consumer("EVENTS", config.evolve(inactive_threshold=EARLIER.total_seconds()))
        except TimeoutError:
            # NATS says nothing to a user whose permissions are still those of an older release.
            log.warning("earlier_events_not_read")
            return None
        return made.config

    async def _config_of(self, consumer: str) -> ConsumerConfig | None:
        try:
            found: ConsumerConfig = (await self._runtime.bus.js.consumer_info("EVENTS", consumer)).config
        except NotFoundError:
            return None
        return found

    async def _handle_all(self, messages: list[Msg]) -> None:
        """Handle events in their order, those together that come for the first time."""
        self._count = TOGETHER
        for is_first, group in groupby(messages, self._is_first_delivery):
            some = list(group)
            if not is_first or len(some) == 1 or not await self._handle_together(some):
                for message in some:
                    await self._handle(message)

    def _is_first_delivery(self, message: Msg) -> bool:
        return message.metadata.num_delivered == 1 and message.subject[len("events.") :] in self._handlers.by_type

    async def _handle_together(self, messages: list[Msg], *, is_repeated: bool = False) -> bool:
        """Handle the events in one transaction; false, without any effect, when one of them is to blame for a failure.

        After a deadlock they are tried once more: the other transaction has its locks then. When a dependency is away,
        all are put back, so that none waits here longer than NATS waits for its handling.
        """
        try:
            applied = await self._apply(messages)
        except Exception as error:
            if _sqlstate(error) == DEADLOCK and not is_repeated:
                return await self._handle_together(messages, is_repeated=True)
            log.warning("events_not_handled_together", error=type(error).__name__)
            self._count = FEW
            if is_down := _is_dependency_down(error, DEADLOCK):
                await self._keep_places(messages)
                for message in messages:
                    await message.nak(delay=self._outage_seconds)
                await asyncio.sleep(self._outage_seconds / 5)
            return is_down
        await self._acknowledge(messages, applied)
        return True

    async def _handle(self, message: Msg) -> None:
        body, tries = parse_body(message.data), 0
        kind, place = str(body.get("type")), _place_of(body, message)
        with _processing(message, body):
            if "type" in body and kind not in self._handlers.by_type:
                # A newer replica subscribed to it: it is put back until that one takes it.
                is_rolling = datetime.now(UTC) - message.metadata.timestamp < ROLLING_RELEASE
                await message.nak(delay=self._outage_seconds if is_rolling else PUT_BACK_SECONDS)
                return
            try:
                if message.metadata.num_delivered != 1:
                    tries = await event_tries.add(self._runtime.database, place)
                if tries > MAX_TRIES:
                    await self._park(message, kind, place.id, RuntimeError("tried too often without an end"))
                    return
                applied = await self._apply([message], is_counted=bool(tries))
            except Exception as error:
                await self._failed(message, kind, place, tries, error)
                return
        await self._acknowledge([message], applied)

    async def _apply(self, messages: list[Msg], *, is_counted: bool = False) -> list[tuple[str, float | None]]:
        """Apply the events in one transaction; returns the result of each, and its delay if it was applied.

        One that an earlier event about the same entity must precede waits. Its try, if `is_counted`, is taken back.
        """
        runtime, applied = self._runtime, list[tuple[str, float | None]]()
        bodies = [parse_body(message.data) for message in messages]
        places = [_place_of(body, message) for body, message in zip(bodies, messages, strict=True)]
        async with runtime.database.transaction() as db:
            waiting, known = await event_tries.split(db, places)
            ids = [UUID(body["id"]) for body, place in zip(bodies, places, strict=True) if place.id not in waiting]
            fresh = set(await db.scalars(NOTE, {"ids": ids, "now": runtime.now()})) if ids else set()
            if known - waiting:
                await event_tries.forget(db, list(known - waiting))
            for message, body, place in zip(messages, bodies, places, strict=True):
                result, delay = "duplicate", None
                if place.id in waiting:
                    result = "waits"
                    await event_tries.add_in(db, place, -1 if is_counted else 0)
                elif place.id in fresh:
                    fresh.remove(place.id)
                    result, delay = "applied", await self._apply_one(message, body, db, is_single=len(messages) == 1)
                applied.append((result, delay))
        return applied

    async def _apply_one(self, message: Msg, body: dict[str, Any], db: Session, *, is_single: bool) -> float:
        """Run the handlers of an event; returns the seconds since it happened."""
        time = datetime.fromisoformat(body["time"])
        context = EventContext(id=UUID(body["id"]), time=time, source=str(body["source"]))
        with contextlib.nullcontext() if is_single else _processing(message, body):
            for model, handler in self._handlers.by_type[body["type"]]:
                await handler(model.model_validate(body["data"]), db, context)
        return max(0.0, (self._runtime.now() - time).total_seconds())

    async def _keep_places(self, messages: list[Msg]) -> None:
        """Events that are put back keep their place before later ones about their entities, if that can be stored."""
        try:
            async with self._runtime.database.transaction() as db:
                for message in messages:
                    await event_tries.add_in(db, _place_of(parse_body(message.data), message), 0)
        except Exception as error:
            log.warning("event_places_not_written", error=type(error).__name__)

    async def _acknowledge(self, messages: list[Msg], applied: list[tuple[str, float | None]]) -> None:
        for message, (result, delay) in zip(messages, applied, strict=True):
            kind = message.subject[len("events.") :]
            HANDLED.labels(kind, result).inc()
            if result == "waits":
                await message.nak(delay=self._retry[0])
                continue
            await message.ack()
            if delay is not None:
                LATENCY.labels(kind).observe(delay)

    async def _failed(self, message: Msg, kind: str, place: Place, tries: int, error: Exception) -> None:
        """Deliver it again later; park an event that is itself the cause, whichever replicas it failed on."""
        trace.get_current_span().set_status(trace.StatusCode.ERROR)
        self._count, database = FEW, self._runtime.database
        try:
            if _is_dependency_down(error):
                await event_tries.add(database, place, -1 if tries else 0)
                raise error
            tries = tries or await event_tries.add(database, place)
        except Exception as outage:
            log.warning("event_retried_after_outage", error=type(outage).__name__)
            await message.nak(delay=self._outage_seconds)
            await asyncio.sleep(self._outage_seconds / 5)
            return
        HANDLED.labels(kind, "failed").inc()
        if tries >= MAX_ATTEMPTS:
            await self._park(message, kind, place.id, error)
            return
        delay = self._retry[min(tries, len(self._retry)) - 1]
        log.warning("event_failed", tries=tries, retry_in=delay, exc_info=error)
        await message.nak(delay=delay)

    async def _park(self, message: Msg, kind: str, id: UUID, error: Exception) -> None:
        """Keep the event in the stream DLQ and go on; `python -m status.parked_events` shows and replays it."""
        log.error("event_parked", exc_info=error)
        name = self._runtime.name
        headers = {
            # An event parked again after a replay is a new message: by the event id alone NATS would drop it.
            "Nats-Msg-Id": f"dlq-{name}-{message.metadata.sequence.stream}",
            "Parked-Error": type(error).__name__,
            "Parked-Type": kind,
        }
        await self._runtime.bus.js.publish(f"dlq.{name}", message.data, headers=headers)
        async with self._runtime.database.transaction() as db:
            await event_tries.forget(db, [id])
        PARKED.labels(kind).inc()
        await message.term()


@contextlib.contextmanager
def _processing(message: Msg, body: dict[str, Any]) -> Iterator[None]:
    """The span of an event, in the trace of its publication, and its name in the log."""
    kind = str(body.get("type"))
    # The header is newer: it belongs to the publication, the body to the change itself.
    context = (message.headers or {}).get("traceparent") or str(body.get("traceparent", ""))
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


def _place_of(body: dict[str, Any], message: Msg) -> Place:
    """The event's place among those about the same entity; one without an id has one from its place in the stream."""
    position, subject = message.metadata.sequence.stream, body.get("subject")
    try:
        id = UUID(body["id"])
    except (KeyError, TypeError, ValueError, AttributeError):
        id = UUID(int=position)
    return Place(id, subject if isinstance(subject, str) else None, position)


def parse_body(data: bytes) -> dict[str, Any]:
    """The event of a message; empty when it cannot be read."""
    body: Any = None
    with contextlib.suppress(orjson.JSONDecodeError):
        body = orjson.loads(data)
    return body if isinstance(body, dict) else {}
