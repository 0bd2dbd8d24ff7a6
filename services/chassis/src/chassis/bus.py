"""NATS JetStream: one stream of facts, one durable consumer a service, nothing lost, nothing done twice.

Own code over nats-py instead of a framework: the seen-id must share the handler's transaction, and an outage
of the database must pause a consumer without using up its tries (docs/decisions/0002).
"""

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import nats
import orjson
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, RetentionPolicy, StreamConfig
from nats.js.errors import BadRequestError
from opentelemetry import propagate, trace
from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.database import runtime_of
from chassis.errors import is_outage
from chassis.events import EventContext, Handlers
from chassis.tables import Base, UtcDateTime
from chassis.telemetry import traceparent

if TYPE_CHECKING:
    from chassis.app import Runtime

log = structlog.get_logger()
tracer = trace.get_tracer("chassis.bus")

HANDLED = Counter("events_handled_total", "Facts handled", ["type", "result"])
LATENCY = Histogram("event_delay_seconds", "From the fact to its effect here", ["type"])
PARKED = Counter("events_parked_total", "Facts parked after too many failures", ["type"])
LAG = Gauge("consumer_pending", "Facts that wait for this service")

EVENTS = StreamConfig(
    name="EVENTS",
    subjects=["events.>"],
    retention=RetentionPolicy.LIMITS,
    max_age=30 * 86400,
    duplicate_window=3600,
)
DLQ = StreamConfig(name="DLQ", subjects=["dlq.>"], max_age=90 * 86400, duplicate_window=3600)
# The server counts headers too, ours and those of a fact that is parked; a client that sends more is cut off.
HEADERS_ROOM = 4096
TRIES = 5
# Death in mid-work leaves no error to count, only deliveries: beyond this many the fact itself is taken for the killer.
DELIVERIES = 20


class SeenEvent(Base, table=True):
    """A fact whose effect is in this database: written in the same transaction as the effect."""

    __tablename__ = "seen_events"
    id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Bus:
    """The connection to NATS; it comes back by itself, and whoever needs it waits for `connected`."""

    def __init__(self, url: str, name: str, *, patience: float = 5.0) -> None:
        """`patience`: seconds to wait for an answer of JetStream."""
        self._url, self._name, self._patience = url, name, patience
        self._up = asyncio.Event()
        self._leaves = False
        self._on_reconnect: list[Callable[[], None]] = []
        self.client = Client()
        self.js: JetStreamContext = self.client.jetstream()

    async def start(self) -> None:
        """Connect, however long it takes, and make sure that the streams exist."""
        await self.client.connect(
            self._url,
            name=self._name,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.5,  # type: ignore[arg-type]
            ping_interval=10,
            max_outstanding_pings=2,
            error_cb=self._noted,
            disconnected_cb=self._lost,
            reconnected_cb=self._found,
        )
        self.js = self.client.jetstream(timeout=self._patience)
        while True:
            try:
                for stream in (EVENTS, DLQ):
                    await self._ensure(stream)
                break
            except (TimeoutError, nats.errors.Error) as error:
                log.warning("bus_streams_wait", error=type(error).__name__)
                await asyncio.sleep(0.5)
        self._up.set()

    async def stop(self) -> None:
        """Send what was published, then leave. Nobody listens any more, so draining would wait for readers in vain."""
        self._leaves = True
        if self.client.is_connected:
            with contextlib.suppress(TimeoutError, nats.errors.Error):
                await self.client.flush(timeout=1)
        if not self.client.is_closed:
            await self.client.close()

    @property
    def is_up(self) -> bool:
        return self._up.is_set() and self.client.is_connected

    async def connected(self) -> None:
        """Wait until facts can be published."""
        await self._up.wait()

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        """Call back after the connection was lost and found: subscriptions of the server's memory are gone then."""
        self._on_reconnect.append(callback)

    async def publish(self, subject: str, body: bytes, *, message_id: str) -> None:
        """Publish to JetStream and wait for its answer; `duplicate` is as good as a success. Raises MaxPayloadError."""
        if len(body) > self.client.max_payload - HEADERS_ROOM:
            raise nats.errors.MaxPayloadError
        headers = {"Nats-Msg-Id": message_id, "Content-Type": "application/cloudevents+json"}
        if context := traceparent(if_recorded=True):
            headers["traceparent"] = context
        await self.js.publish(subject, body, headers=headers, timeout=self._patience)

    async def _ensure(self, stream: StreamConfig) -> None:
        try:
            await self.js.add_stream(stream)
        except BadRequestError:
            await self.js.update_stream(stream)

    async def _noted(self, error: Exception) -> None:
        log.warning("bus_error", error=type(error).__name__)

    async def _lost(self) -> None:
        if not self._leaves:
            log.warning("bus_disconnected")

    async def _found(self) -> None:
        log.info("bus_reconnected")
        for callback in self._on_reconnect:
            callback()


class Consumer:
    """Hears the facts a service asked for, one after another, and applies each exactly once."""

    def __init__(self, runtime: "Runtime", handlers: Handlers) -> None:
        self._runtime, self._handlers = runtime, handlers
        self._retry = runtime.settings.event_retry_seconds
        self._subscription: JetStreamContext.PullSubscription | None = None
        self._outages: dict[str, int] = {}
        runtime.bus.on_reconnect(self._forget)

    def _forget(self) -> None:
        self._subscription = None

    async def step(self) -> bool:
        """Take and handle the next few facts; waits up to two seconds for the first."""
        await self._runtime.bus.connected()
        subscription = self._subscription or await self._subscribe()
        try:
            messages = await subscription.fetch(8, timeout=2)
        except TimeoutError:
            await self._measure(subscription)
            return True
        for message in messages:
            await self._take(message)
        return True

    async def _subscribe(self) -> JetStreamContext.PullSubscription:
        name, js = self._runtime.name, self._runtime.bus.js
        config = ConsumerConfig(
            durable_name=name,
            filter_subjects=sorted(f"events.{kind}" for kind in self._handlers.by_type),
            ack_policy=AckPolicy.EXPLICIT,
            deliver_policy=DeliverPolicy.ALL,
            ack_wait=30,
            max_deliver=-1,
            max_ack_pending=64,
        )
        await js.add_consumer("EVENTS", config)
        self._subscription = await js.pull_subscribe_bind(durable=name, stream="EVENTS")
        return self._subscription

    async def _measure(self, subscription: JetStreamContext.PullSubscription) -> None:
        LAG.set((await subscription.consumer_info()).num_pending or 0)

    async def _take(self, message: Msg) -> None:
        tries = message.metadata.num_delivered or 1
        body = _parsed(message.data)
        kind = str(body.get("type"))
        # The header is younger: it names the publication, the body the change itself.
        context = (message.headers or {}).get("traceparent") or str(body.get("traceparent", ""))
        parent = propagate.extract({"traceparent": context})
        with (
            tracer.start_as_current_span(f"process {kind}", context=parent, kind=trace.SpanKind.CONSUMER),
            structlog.contextvars.bound_contextvars(event_id=str(body.get("id")), event_type=kind),
        ):
            try:
                if tries - self._outages.get(str(body.get("id")), 0) > DELIVERIES:
                    raise RuntimeError("delivered too often without an answer")
                result = await self._apply(body)
            except Exception as error:
                await self._failed(message, body, tries, error)
                return
        await message.ack()
        self._outages.pop(str(body.get("id")), None)
        HANDLED.labels(kind, result).inc()

    async def _apply(self, body: dict[str, Any]) -> str:
        runtime = self._runtime
        id, time = UUID(body["id"]), datetime.fromisoformat(body["time"])
        async with runtime.database.transaction() as db:
            row = insert(SeenEvent).values(id=id, seen_at=runtime.clock())
            fresh = await db.execute(row.on_conflict_do_nothing().returning(col(SeenEvent.id)))  # type: ignore[arg-type]
            if fresh.first() is None:
                return "repeated"
            context = EventContext(id=id, time=time, source=str(body["source"]), runtime=runtime)
            for model, handler in self._handlers.by_type[body["type"]]:
                await handler(model.model_validate(body["data"]), db, context)
        LATENCY.labels(body["type"]).observe(max(0.0, (runtime.clock() - time).total_seconds()))
        return "applied"

    async def _failed(self, message: Msg, body: dict[str, Any], tries: int, error: Exception) -> None:
        kind, id = str(body.get("type")), str(body.get("id"))
        trace.get_current_span().set_status(trace.StatusCode.ERROR)
        if is_outage(error):
            # The fact is not to blame: wait for the dependency without counting this as one of its tries.
            self._outages[id] = self._outages.get(id, 0) + 1
            log.warning("event_waits", error=type(error).__name__)
            await message.nak(delay=5)
            await asyncio.sleep(1)
            return
        HANDLED.labels(kind, "failed").inc()
        tries -= self._outages.get(id, 0)
        if tries < TRIES:
            delay = self._retry[min(tries, len(self._retry)) - 1]
            log.warning("event_failed", tries=tries, retry_in=delay, exc_info=error)
            await message.nak(delay=delay)
            return
        log.error("event_parked", tries=tries, exc_info=error)
        name = self._runtime.name
        await self._runtime.bus.js.publish(
            f"dlq.{name}",
            message.data,
            headers={
                # Parked again after a replay it is not the same message: by its id alone NATS would drop it.
                "Nats-Msg-Id": f"dlq-{name}-{message.metadata.sequence.stream}",
                "Parked-Error": type(error).__name__,
                "Parked-Type": kind,
            },
        )
        self._outages.pop(id, None)
        PARKED.labels(kind).inc()
        await message.term()


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        body = orjson.loads(data)
    except orjson.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) else {}


async def purge_seen(db: AsyncSession) -> None:
    """Forget seen ids once the stream itself has forgotten the facts."""
    old = runtime_of(db).clock().timestamp() - (EVENTS.max_age or 0) - 86400
    await db.execute(delete(SeenEvent).where(col(SeenEvent.seen_at) < datetime.fromtimestamp(old).astimezone()))  # type: ignore[arg-type]
