"""NATS consumer of a service: one durable consumer for each stream, shared by the replicas.

This is our own code over nats-py, without a framework: the id of a handled event is stored in the transaction of its
handler, and an outage of the database pauses the consumer without using up attempts (docs/decisions/0002).
"""

import asyncio
import contextlib

import nats
import structlog
from contracts.event import build_nats_subject
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from chassis.events.handling import EventHandling
from chassis.events.registry import Handlers
from chassis.events.runtime import EventRuntime
from chassis.events.streams import declare_consumers, read_consumer_config

log = structlog.get_logger()
FETCH_SECONDS = 2.0
# While a catch-up consumer has events, neither consumer waits long for its next event.
CATCH_UP_FETCH_SECONDS = 0.1
# The catch-up consumer has no end until its metadata has the position.
NO_END = 2**63


def group_subjects_by_stream(handlers: Handlers) -> dict[str, set[str]]:
    """Return the NATS subjects of the event types that a service handles, by the name of their stream."""
    subjects_by_stream: dict[str, set[str]] = {}
    for kind in handlers.by_type:
        subject = build_nats_subject(kind, "*")
        # The first part of a subject is the name of its stream in lower case.
        subjects_by_stream.setdefault(subject.partition(".")[0].upper(), set()).add(subject)
    return subjects_by_stream


class Consumer:
    """Fetches the events of one stream that the service handles and passes them on in order."""

    def __init__(self, runtime: EventRuntime, handlers: Handlers, stream: str = "EVENTS") -> None:
        self._name = runtime.name
        self._bus = runtime.bus
        self._stream = stream
        self._own_subjects = group_subjects_by_stream(handlers).get(stream, set())
        self.handling = EventHandling(runtime, handlers)
        # The subscription of the durable consumer, and of the catch-up consumer if there is one.
        self._subscriptions: list[JetStreamContext.PullSubscription] = []
        # The position of the stream up to which the catch-up consumer reads.
        self._catch_up_end = 0
        runtime.bus.on_reconnect(self._subscriptions.clear)

    async def step(self) -> bool:
        """Fetch and handle the next few events. Waits up to two seconds for the first event."""
        await self._bus.wait_until_connected()
        if not self._subscriptions:
            await self._subscribe()
        if not self._subscriptions:
            await asyncio.sleep(1)
            return True
        main_subscription, *catch_up_subscriptions = self._subscriptions
        for catch_up_subscription in catch_up_subscriptions:
            try:
                is_drained = await self._handle_catch_up_batch(catch_up_subscription)
                if not is_drained:
                    continue
            except nats.errors.Error as error:
                # Another replica has drained it, or the operator has declared it again.
                log.warning("earlier_events_left", error=type(error).__name__)
            if catch_up_subscription in self._subscriptions:
                self._subscriptions.remove(catch_up_subscription)
        fetch_seconds = CATCH_UP_FETCH_SECONDS if catch_up_subscriptions else FETCH_SECONDS
        try:
            messages = await main_subscription.fetch(self.handling.next_fetch_size, timeout=fetch_seconds)
        except TimeoutError:
            return True
        await self.handling.handle_all(messages)
        return True

    async def _handle_catch_up_batch(self, subscription: JetStreamContext.PullSubscription) -> bool:
        """Handle one batch of the catch-up consumer. Returns True when it is drained.

        NATS deletes the consumer when nobody has read it for a day.
        """
        messages: list[Msg] = []
        with contextlib.suppress(TimeoutError):
            messages = await subscription.fetch(self.handling.next_fetch_size, timeout=CATCH_UP_FETCH_SECONDS)
        for message in messages:
            if message.metadata.sequence.stream > self._catch_up_end:
                await message.ack()
        await self.handling.handle_all(
            [message for message in messages if message.metadata.sequence.stream <= self._catch_up_end]
        )
        if messages and messages[-1].metadata.sequence.stream <= self._catch_up_end:
            return False
        info = await subscription.consumer_info()
        has_unacknowledged = bool(info.num_ack_pending)
        has_unread = not messages and bool(info.num_pending)
        return not has_unacknowledged and not has_unread

    async def _subscribe(self) -> None:
        """Bind the durable consumer; for event types added in this release, also read the last 24 hours."""
        name = self._name
        catch_up_name = f"{self._name}_earlier"
        js = self._bus.js
        if self._bus.is_own_operator:
            await declare_consumers(js, name, self._own_subjects, keeps_others=True)

        main_config = await read_consumer_config(js, self._stream, name)
        declared_subjects = set(main_config.filter_subjects or ()) if main_config else set()
        missing_subjects = self._own_subjects - declared_subjects
        if missing_subjects:
            # NATS was not prepared for this release. Meanwhile the consumer handles the types that it already has.
            log.error(
                "consumer_not_declared", subjects=sorted(missing_subjects), hint="python -m chassis.streams declares it"
            )
        if main_config is None:
            return

        consumer_names = [name]
        catch_up_config = None
        if self._stream == "EVENTS":
            catch_up_config = await read_consumer_config(js, self._stream, catch_up_name)
        if catch_up_config and self._own_subjects.issuperset(catch_up_config.filter_subjects or ()):
            consumer_names.append(catch_up_name)
            self._catch_up_end = int((catch_up_config.metadata or {}).get("until", NO_END))
        self._subscriptions[:] = [
            await js.pull_subscribe_bind(durable=consumer, stream=self._stream) for consumer in consumer_names
        ]
