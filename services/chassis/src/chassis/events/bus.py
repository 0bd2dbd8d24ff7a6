"""NATS JetStream: one connection for each service, and the streams of events and of parked events."""

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from urllib.parse import SplitResult, urlsplit
from uuid import UUID

import nats
import structlog
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError
from nats.protocol.parser import AUTHORIZATION_VIOLATION
from prometheus_client import Gauge

from chassis.events.settings import StreamSettings
from chassis.events.streams import EVENTS, STREAM_NAMES, declare_streams, get_placement
from chassis.events.tracing import get_traceparent

log = structlog.get_logger()
# NATS counts headers as payload and disconnects a client that exceeds the limit.
RESERVED_HEADER_BYTES = 4096
# Share of the space of EVENTS that one service may use, so that a flood of one service leaves room for the others.
MAX_SERVICE_SHARE = 0.5
# Space that is divided if the stream has no limit of its own. `max_file_store` in nats.conf is larger.
DEFAULT_SPACE_BYTES = 6 * 2**30
SHARE_CACHE_SECONDS = 10.0
USED_SHARE = Gauge("outbox_stream_share", "Part of its share of the stream EVENTS that this service uses; 1 is all")


class ReconnectingClient(Client):
    async def _process_err(self, err_msg: str) -> None:
        """Reconnect when NATS refuses an accepted connection because it has new passwords (decision 0157)."""
        if AUTHORIZATION_VIOLATION not in err_msg:
            return await super()._process_err(err_msg)
        return await self._process_op_err(nats.errors.AuthorizationError())


class Bus:
    """The NATS connection of a service. It reconnects by itself; callers wait for it with `wait_until_connected()`."""

    def __init__(
        self, read_url: Callable[[], str], name: str, streams: StreamSettings, *, timeout: float = 5.0
    ) -> None:
        """`read_url` returns the addresses of the nodes, separated by commas. `timeout` is JetStream's, in seconds.

        User and password of the first address are used for all nodes, and are read again at each connection.
        """
        self._read_url = read_url
        self._name = name
        self.streams = streams
        self.placement = get_placement(streams)
        self._ready = asyncio.Event()
        self._is_stopping = False
        # Number of connections so far. The relay publishes recent events again after each one, and sets
        # `compared_connection` to the number of the last one for which it has done so.
        self.connections = 1
        self.compared_connection = 0
        # The unpublishable events of the outbox. None before the relay has looked for them.
        self.unpublishable_ids: set[UUID] | None = None
        # Last known sequence of EVENTS.
        self._sequence = 0
        # Time of the last leader election of EVENTS: None before the first check, and for a stream with one copy.
        self._leader_since: datetime | None = None
        self._on_reconnect: list[Callable[[], None]] = []
        self._used_share = 0.0
        self._share_read_at = -SHARE_CACHE_SECONDS
        self.client: Client = ReconnectingClient()
        self.js: JetStreamContext = self.client.jetstream(timeout=timeout)

    async def start(self) -> None:
        """Connect, however long it takes, and wait until the operator has declared the streams."""
        servers = self._read_url().split(",")
        await self.client.connect(
            servers,
            name=self._name,
            user=lambda: self._get_first_url().username or "",
            password=lambda: self._get_first_url().password or "",
            # An inbox prefix for each service, so that its user cannot read replies to others.
            inbox_prefix=f"_INBOX_{self._name}",
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.5,  # type: ignore[arg-type]  # declared as int, passed to asyncio.sleep
            ping_interval=10,
            max_outstanding_pings=2,
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnect,
            reconnected_cb=self._on_reconnected,
            **self.streams.build_tls_arguments(servers),
        )
        while True:
            try:
                if self.is_own_operator:
                    await declare_streams(self.js, self.streams)
                for stream in STREAM_NAMES:
                    await self.js.stream_info(stream)
                break
            except NotFoundError:
                log.warning("bus_streams_missing", hint="python -m chassis.streams declares them")
                await asyncio.sleep(1)
            except (TimeoutError, nats.errors.Error) as error:
                log.warning("bus_stream_setup_retried", error=type(error).__name__)
                await asyncio.sleep(0.5)
        # If the connection has just been lost, the reconnection sets `_ready`.
        self._on_reconnect.insert(0, self._ready.set)
        if self.client.is_connected:
            self._ready.set()

    def _get_first_url(self) -> SplitResult:
        return urlsplit(self._read_url().partition(",")[0])

    async def stop(self) -> None:
        """Flush published messages and close. Draining would wait for subscriptions that nobody reads any more."""
        self._is_stopping = True
        if self.client.is_connected:
            with contextlib.suppress(TimeoutError, nats.errors.Error):
                await self.client.flush(timeout=1)
        await self.client.close()

    @property
    def is_own_operator(self) -> bool:
        """True if this NATS server has no users, and so no operator who declares streams and consumers."""
        return not self._get_first_url().username

    @property
    def is_up(self) -> bool:
        """True if NATS is connected and the streams exist, so that events can be published."""
        return self._ready.is_set() and self.client.is_connected

    async def wait_until_connected(self) -> None:
        """Wait until NATS is connected. Requests sent during an outage would be answered when nobody waits any more."""
        await self._ready.wait()

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        """Register a callback for reconnections: the server has dropped its in-memory subscriptions by then."""
        self._on_reconnect.append(callback)

    async def publish(self, subject: str, body: bytes, *, message_id: str) -> None:
        """Publish to JetStream and wait for the acknowledgement. A duplicate counts as success.

        Raises MaxPayloadError, nats.errors.Error or TimeoutError. During an outage it raises at once, so nothing is
        sent later.
        """
        if not self.client.is_connected:
            raise nats.errors.NoServersError
        if len(body) > self.client.max_payload - RESERVED_HEADER_BYTES:
            raise nats.errors.MaxPayloadError
        headers = {"Nats-Msg-Id": message_id, "Content-Type": "application/cloudevents+json"}
        if context := get_traceparent(if_recorded=True):
            headers["traceparent"] = context
        acknowledgement = await self.js.publish(subject, body, headers=headers)
        self._sequence = max(self._sequence, acknowledgement.seq)

    async def look_for_loss(self) -> bool:
        """Detect whether EVENTS may have lost acknowledged events while this connection stayed open.

        That happens on other nodes: a new leader may lack the newest events, and a stream with one copy may go back.
        The connection is then treated as a new one, so that the relay publishes recent events again.
        """
        await self.wait_until_connected()
        seen_sequence = self._sequence
        previous_leader_since = self._leader_since
        stream = await self.js.stream_info(str(EVENTS.name))
        last_sequence = stream.state.last_seq
        self._leader_since = (stream.cluster.leader_since if stream.cluster else None) or previous_leader_since
        has_same_leader = previous_leader_since in {None, self._leader_since}
        if has_same_leader and last_sequence >= seen_sequence:
            self._sequence = max(self._sequence, last_sequence)
            return False
        log.warning("bus_may_have_lost_events", sequence=seen_sequence, last_sequence=last_sequence)
        self._sequence = last_sequence
        self.connections += 1
        return True

    async def has_space(self) -> bool:
        """Return True if this service's events use less than their share of EVENTS. The answer may be ten seconds old.

        NATS counts messages by subject but not their bytes, so the average size of the stream's messages is used.
        """
        if monotonic() - self._share_read_at >= SHARE_CACHE_SECONDS:
            subjects = f"events.{self._name}.>"
            stream = await self.js.stream_info(str(EVENTS.name), subjects_filter=subjects)
            message_count = sum((stream.state.subjects or {}).values())
            average_bytes = stream.state.bytes / max(stream.state.messages, 1)
            max_bytes = stream.config.max_bytes or 0
            space = max_bytes if max_bytes > 0 else DEFAULT_SPACE_BYTES
            self._used_share = message_count * average_bytes / (space * MAX_SERVICE_SHARE)
            self._share_read_at = monotonic()
            USED_SHARE.set(self._used_share)
        return self._used_share < 1

    async def _on_error(self, error: Exception) -> None:
        log.warning("bus_error", error=type(error).__name__)
        # The client leaves the socket of a refused attempt open, one every half second.
        if self.client.is_connecting and self.client._transport:
            self.client._transport.close()

    async def _on_disconnect(self) -> None:
        self._ready.clear()
        if not self._is_stopping:
            log.warning("bus_disconnected")

    async def _on_reconnected(self) -> None:
        log.info("bus_reconnected")
        self.connections += 1
        for callback in self._on_reconnect:
            callback()
