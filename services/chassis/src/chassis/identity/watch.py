"""Keeps an Identity current from two NATS key-value buckets: one complete read, then changes."""

import asyncio
from collections.abc import Callable

import pyseto
import structlog
from nats.js import JetStreamContext
from nats.js.api import KeyValueConfig
from nats.js.errors import BucketNotFoundError
from nats.js.kv import KeyValue
from prometheus_client import Counter

from chassis.events.bucket_changes import read_bucket_state, watch_changes
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings
from chassis.events.streams import get_placement
from chassis.identity.verifier import SESSION_TTL, Identity
from chassis.tasks import end_tasks

log = structlog.get_logger()
WATCH_SECONDS = 60.0
REFUSED_ENTRIES = Counter(
    "identity_entries_refused_total", "Entries of the identity bucket that are malformed or not signed"
)
# The buckets, and the seconds after which their entries expire.
BUCKETS: dict[str, float | None] = {"identity": None, "ended_sessions": SESSION_TTL.total_seconds()}


async def declare_buckets(js: JetStreamContext, settings: StreamSettings) -> None:
    """Create missing buckets. Existing buckets belong to the operator and keep their configuration."""
    for name, ttl in BUCKETS.items():
        try:
            await js.key_value(name)
        except BucketNotFoundError:
            config = KeyValueConfig(name, replicas=settings.nats_replicas, placement=get_placement(settings), ttl=ttl)
            await js.create_key_value(config)


async def open_bucket(bus: Bus, name: str) -> KeyValue:
    """Return the key-value bucket of that name. Raises BucketNotFoundError until the operator has declared it."""
    await bus.wait_until_connected()
    if bus.is_own_operator:
        await declare_buckets(bus.js, bus.streams)
    return await bus.js.key_value(name)


async def watch(bus: Bus, identity: Identity) -> None:
    """Follow both buckets until cancelled.

    NATS keeps a watch in memory only and may lose it silently, so a new watch continues from the last revision every
    minute. After a reconnection everything is read again: NATS may have restarted with an older store.
    """
    reconnection = asyncio.Event()
    bus.on_reconnect(reconnection.set)
    while True:
        if reconnection.is_set():
            identity.revisions.clear()
        reconnection.clear()
        identity.purge_old_sessions()
        tasks = [
            asyncio.ensure_future(_follow(bus, "identity", identity.apply, identity)),
            asyncio.ensure_future(_follow(bus, "ended_sessions", identity.apply_session, identity)),
            asyncio.ensure_future(reconnection.wait()),
        ]
        try:
            ended_tasks, _ = await asyncio.wait(tasks, timeout=WATCH_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end_tasks(tasks)
        errors = [task.exception() for task in ended_tasks if task.exception()]
        if errors:
            log.warning("identity_watch_failed", error=type(errors[0]).__name__)
            await asyncio.sleep(0.5)


async def _follow(bus: Bus, name: str, apply: Callable[[str, bytes | None], None], identity: Identity) -> None:
    await open_bucket(bus, name)
    state = await read_bucket_state(bus, name)
    last_revision = identity.revisions.get(name, 0)
    if not state.messages:
        identity.unread_buckets.discard(name)
    if last_revision > state.last_seq:
        # The bucket was created again.
        last_revision = 0
    async with watch_changes(bus, name, after=last_revision) as next_entry:
        while True:
            try:
                entry = await next_entry(WATCH_SECONDS)
            except TimeoutError:
                continue
            _apply_entry(entry, apply)
            # Entries arrive in the order of their revisions, so an interrupted read can continue from this one.
            identity.revisions[name] = entry.revision or 0
            if not entry.delta:
                identity.unread_buckets.discard(name)
                identity.notify_listeners()


def _apply_entry(entry: KeyValue.Entry, apply: Callable[[str, bytes | None], None]) -> None:
    try:
        apply(entry.key, None if entry.operation else entry.value)
    except (pyseto.PysetoError, ValueError, TypeError, AttributeError) as error:
        REFUSED_ENTRIES.inc()
        log.error("identity_entry_refused", entry=entry.key, error=str(error) or type(error).__name__)
