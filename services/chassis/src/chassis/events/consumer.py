"""The events of NATS: one durable consumer for each service, whose replicas share what it delivers.

Own code over nats-py instead of a framework: the id of a handled event is stored in the handler's transaction, and an
outage of the database pauses a consumer without using up its attempts (docs/decisions/0002).
"""

import contextlib
from datetime import UTC, datetime, timedelta

import nats
import structlog
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

from chassis.events.handling import EventHandling
from chassis.events.registry import Handlers
from chassis.events.runtime import Runtime

log = structlog.get_logger()
CONSUMER = ConsumerConfig(ack_policy=AckPolicy.EXPLICIT, ack_wait=20, max_deliver=-1, max_ack_pending=10_000)
# How old the events of a type may be that the service did not handle before; how far they are read at most.
EARLIER, NO_END = timedelta(days=1), 2**63


class Consumer:
    """Receives the events that the service handles, in their order, and has them handled."""

    def __init__(self, runtime: Runtime, handlers: Handlers) -> None:
        self._name, self._bus = runtime.name, runtime.bus
        self._own = {f"events.{kind}" for kind in handlers.by_type}
        self.handling = EventHandling(runtime, handlers)
        # The second is that of earlier events, if there is one, and read up to this place of the stream.
        self._subscriptions: list[JetStreamContext.PullSubscription] = []
        self._until = 0
        runtime.bus.on_reconnect(self._subscriptions.clear)

    async def step(self) -> bool:
        """Fetch and handle the next few events; waits up to two seconds for the first."""
        await self._bus.connected()
        if not self._subscriptions:
            await self._subscribe()
        main, *others = self._subscriptions
        for earlier in others:
            try:
                if not await self._is_read(earlier):
                    continue
            except nats.errors.Error as error:
                # Another replica has read it to its end, or has made it anew and reads it.
                log.warning("earlier_events_left", error=type(error).__name__)
            if earlier in self._subscriptions:
                self._subscriptions.remove(earlier)
        try:
            messages = await main.fetch(self.handling.count, timeout=0.1 if others else 2)
        except TimeoutError:
            return True
        await self.handling.handle_all(messages)
        return True

    async def _is_read(self, earlier: JetStreamContext.PullSubscription) -> bool:
        """Handle the next few events of types that are new to the service; true, without the consumer, at their end."""
        messages: list[Msg] = []
        with contextlib.suppress(TimeoutError):
            messages = await earlier.fetch(self.handling.count, timeout=0.1)
        for message in messages:
            if message.metadata.sequence.stream > self._until:
                await message.ack()
        await self.handling.handle_all([one for one in messages if one.metadata.sequence.stream <= self._until])
        if messages and messages[-1].metadata.sequence.stream <= self._until:
            return False
        left = await earlier.consumer_info()
        if left.num_ack_pending or (not messages and left.num_pending):
            return False
        await self._bus.js.delete_consumer("EVENTS", left.name)
        return True

    async def _subscribe(self) -> None:
        """Go on where the service's replicas are; of types that are new to the service, the last day is read as well.

        Replicas of an older release passed over these when the publisher's new release was the first to start. A
        second consumer reads them, up to where the first one takes over. It is made before the first one's filter is
        widened, so that a crash in between costs nothing, and removed at its end.
        """
        name, js = self._name, self._bus.js
        present = await self._config_of(name)
        known = set(present.filter_subjects or ()) if present else set()
        added = self._own - known if present else set()
        # A replica of an older release must not take away what a newer one asks for.
        main = CONSUMER.evolve(durable_name=name, filter_subjects=sorted(self._own | known))
        earlier = await self._prepare_earlier(added)
        if not self._own <= known:
            await js.add_consumer("EVENTS", main)
            if earlier and added:
                until = str((await js.stream_info("EVENTS")).state.last_seq)
                earlier = (await js.add_consumer("EVENTS", earlier.evolve(metadata={"until": until}))).config
        self._until = int((earlier.metadata or {}).get("until", NO_END)) if earlier else 0
        durables = [name, earlier.durable_name] if earlier else [name]
        self._subscriptions[:] = [await js.pull_subscribe_bind(durable=one, stream="EVENTS") for one in durables]

    async def _prepare_earlier(self, added: set[str]) -> ConsumerConfig | None:
        """The consumer of earlier events, made anew if types were added; None when there is none to read."""
        name, js = f"{self._name}_earlier", self._bus.js
        try:
            present = await self._config_of(name)
            if not added:
                return present if present and self._own.issuperset(present.filter_subjects or ()) else None
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
            found: ConsumerConfig = (await self._bus.js.consumer_info("EVENTS", consumer)).config
        except NotFoundError:
            return None
        return found
