"""Reads changes of a NATS key-value bucket after a known revision."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import nats.errors
from nats.js.api import ConsumerConfig, DeliverPolicy, StreamState
from nats.js.kv import KV_DEL, KV_OP, KV_PURGE, KeyValue

from chassis.events.bus import Bus

# NATS deletes an inactive reader after this time.
INACTIVE_SECONDS = 300.0
READ_SECONDS = 5.0
EntryReader = Callable[[float], Awaitable[KeyValue.Entry]]


@asynccontextmanager
async def watch_changes(bus: Bus, name: str, *, after: int) -> AsyncIterator[EntryReader]:
    """Yield a function that returns the next entry: first the entries after the revision `after`, then new ones.

    The function raises TimeoutError if no entry arrives in the given seconds. `delta` of an entry is the number of
    entries that follow it.
    """

    async def receive_next_entry(seconds: float) -> KeyValue.Entry:
        message: Any = await subscription.next_msg(seconds)
        metadata = message.metadata
        operation = (message.headers or {}).get(KV_OP)
        return KeyValue.Entry(
            bucket=name,
            key=message.subject.removeprefix(f"$KV.{name}."),
            value=message.data,
            revision=metadata.sequence.stream,
            delta=metadata.num_pending,
            created=metadata.timestamp,
            operation=operation if operation in {KV_DEL, KV_PURGE} else None,
        )

    config = ConsumerConfig(inactive_threshold=INACTIVE_SECONDS)
    config.deliver_policy = DeliverPolicy.BY_START_SEQUENCE
    config.opt_start_seq = after + 1
    subscription = await bus.js.subscribe(f"$KV.{name}.>", stream=f"KV_{name}", ordered_consumer=True, config=config)
    try:
        yield receive_next_entry
    finally:
        with suppress(nats.errors.Error, TimeoutError):
            await subscription.unsubscribe()


async def read_bucket_state(bus: Bus, name: str) -> StreamState:
    """Return the number of entries and last revision of a bucket."""
    return (await bus.js.stream_info(f"KV_{name}")).state


class Mirror:
    """Local copy of a bucket, with delete markers: read completely once for each NATS connection, then updated."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._connection = 0
        self._last_revision = 0
        self.entries: dict[str, KeyValue.Entry] = {}

    async def refresh(self, bus: Bus) -> None:
        """Bring `entries` up to date. Raises TimeoutError if NATS does not send them; the next call reads them all."""
        connection = bus.connections
        state = await read_bucket_state(bus, self._name)
        if connection != self._connection or state.last_seq < self._last_revision or state.messages < len(self.entries):
            # NATS may have lost entries.
            self.entries = {}
            self._last_revision = 0
        if state.messages and state.last_seq > self._last_revision:
            try:
                await self._read_new_entries(bus)
            except TimeoutError:
                # The changed entry has been purged, or NATS is slow. A complete read tells them apart.
                self.entries = {}
                self._last_revision = 0
                await self._read_new_entries(bus)
        self._connection = connection
        self._last_revision = state.last_seq

    async def _read_new_entries(self, bus: Bus) -> None:
        """Read the entries after the last known revision. Raises TimeoutError."""
        async with watch_changes(bus, self._name, after=self._last_revision) as next_entry:
            is_last = False
            while not is_last:
                entry = await next_entry(READ_SECONDS)
                self.entries[entry.key] = entry
                is_last = not entry.delta
