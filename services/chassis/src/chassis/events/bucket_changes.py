"""The entries of a key-value bucket behind a revision, so that what is known is not read again."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import nats.errors
from nats.js.api import ConsumerConfig, DeliverPolicy, StreamState
from nats.js.kv import KV_DEL, KV_OP, KV_PURGE, KeyValue

from chassis.events.bus import Bus

# NATS forgets a reader that has gone after this time.
INACTIVE_SECONDS = 300.0
NextEntry = Callable[[float], Awaitable[KeyValue.Entry]]


@asynccontextmanager
async def changes(bus: Bus, name: str, *, after: int) -> AsyncIterator[NextEntry]:
    """Read the entries behind the revision `after`, and then those that come, in the order of their revisions.

    What it gives waits so many seconds for the next entry, whose `delta` is the number of those behind it, and raises
    TimeoutError when there is none.
    """

    async def next_entry(seconds: float) -> KeyValue.Entry:
        message: Any = await subscription.next_msg(seconds)
        place, operation = message.metadata, (message.headers or {}).get(KV_OP)
        return KeyValue.Entry(
            bucket=name,
            key=message.subject.removeprefix(f"$KV.{name}."),
            value=message.data,
            revision=place.sequence.stream,
            delta=place.num_pending,
            created=place.timestamp,
            operation=operation if operation in {KV_DEL, KV_PURGE} else None,
        )

    config = ConsumerConfig(inactive_threshold=INACTIVE_SECONDS)
    config.deliver_policy, config.opt_start_seq = DeliverPolicy.BY_START_SEQUENCE, after + 1
    subscription = await bus.js.subscribe(f"$KV.{name}.>", stream=f"KV_{name}", ordered_consumer=True, config=config)
    try:
        yield next_entry
    finally:
        with suppress(nats.errors.Error, TimeoutError):
            await subscription.unsubscribe()


async def state_of(bus: Bus, name: str) -> StreamState:
    """How many entries a bucket has, and the last revision of it."""
    return (await bus.js.stream_info(f"KV_{name}")).state


class Mirror:
    """The entries of a bucket, delete markers too: read whole once for each connection to NATS, then what changed."""

    def __init__(self, name: str) -> None:
        self._name, self._connection, self._last = name, 0, 0
        self.entries: dict[str, KeyValue.Entry] = {}

    async def refresh(self, bus: Bus) -> None:
        """Bring `entries` up to date."""
        connection, state = bus.connections, await state_of(bus, self._name)
        if connection != self._connection or state.last_seq < self._last or state.messages < len(self.entries):
            # NATS may have lost some of them.
            self.entries, self._last = {}, 0
        if state.messages and state.last_seq > self._last:
            async with changes(bus, self._name, after=self._last) as next_entry:
                with suppress(TimeoutError):  # What changed was purged since.
                    while (entry := await next_entry(5)).delta:
                        self.entries[entry.key] = entry
                    self.entries[entry.key] = entry
        self._connection, self._last = connection, state.last_seq
