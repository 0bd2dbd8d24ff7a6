"""The entries of a key-value bucket behind a revision, so that what is known is not read again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import nats.errors
from nats.js.api import ConsumerConfig, DeliverPolicy, StreamState
from nats.js.kv import KV_DEL, KV_OP, KV_PURGE, KeyValue

from messaging.bus import Bus

# NATS forgets a reader that has gone after this time.
INACTIVE_SECONDS = 300.0


class Changes:
    """A reader of one bucket: `updates` waits for the next entry, in the order of their revisions."""

    def __init__(self, name: str, subscription: Any) -> None:
        self._name, self._subscription = name, subscription

    async def updates(self, timeout: float) -> KeyValue.Entry:  # noqa: ASYNC109  (as nats-py has it)
        """The next entry; its `delta` is the number of those behind it. Raises TimeoutError when there is none."""
        message = await self._subscription.next_msg(timeout)
        place = message.metadata
        operation = (message.headers or {}).get(KV_OP)
        return KeyValue.Entry(
            bucket=self._name,
            key=message.subject.removeprefix(f"$KV.{self._name}."),
            value=message.data,
            revision=place.sequence.stream,
            delta=place.num_pending,
            created=place.timestamp,
            operation=operation if operation in {KV_DEL, KV_PURGE} else None,
        )


@asynccontextmanager
async def changes(bus: Bus, name: str, *, after: int) -> AsyncIterator[Changes]:
    """Read the entries behind the revision `after`, and then those that come."""
    config = ConsumerConfig(inactive_threshold=INACTIVE_SECONDS)
    config.deliver_policy, config.opt_start_seq = DeliverPolicy.BY_START_SEQUENCE, after + 1
    subscription = await bus.js.subscribe(f"$KV.{name}.>", stream=f"KV_{name}", ordered_consumer=True, config=config)
    try:
        yield Changes(name, subscription)
    finally:
        with suppress(nats.errors.Error, TimeoutError):
            await subscription.unsubscribe()


async def state_of(bus: Bus, name: str) -> StreamState:
    """How many entries a bucket has, and the last revision of it."""
    state: StreamState = (await bus.js.stream_info(f"KV_{name}")).state
    return state


class Mirror:
    """The entries of a bucket, delete markers too: read whole once for each connection to NATS, then what changed."""

    def __init__(self, name: str) -> None:
        self._name, self._connection, self._last = name, 0, 0
        self.entries: dict[str, KeyValue.Entry] = {}

    async def refresh(self, bus: Bus) -> bool:
        """Bring `entries` up to date; true when they were read whole, since NATS may have lost some of them."""
        connection, state = bus.connections, await state_of(bus, self._name)
        is_whole = connection != self._connection or state.last_seq < self._last or state.messages < len(self.entries)
        if is_whole:
            self.entries, self._last = {}, 0
        if state.messages and state.last_seq > self._last:
            async with changes(bus, self._name, after=self._last) as reader:
                with suppress(TimeoutError):  # What changed was purged since.
                    while (entry := await reader.updates(timeout=5)).delta:
                        self.entries[entry.key] = entry
                    self.entries[entry.key] = entry
        self._connection, self._last = connection, state.last_seq
        return is_whole
