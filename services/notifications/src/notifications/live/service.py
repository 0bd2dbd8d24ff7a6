"""Starts and stops the live streams of a replica."""

from datetime import timedelta
from functools import partial

from chassis.database.partitions import PartitionedTable, maintain
from chassis.web import telemetry
from chassis.workers import Worker

from notifications.live import metrics, presence, replay, signals
from notifications.live.hub import Hub
from notifications.live.protocol import StreamProtocol
from notifications.live.request import PATH
from notifications.runtime import NotificationsRuntime, Session

# Other code wakes these workers. Without a call they look for work after this time.
IDLE_SECONDS = 5.0


def create_workers(runtime: NotificationsRuntime) -> list[Worker]:
    """Return the workers of the streams, and make the server open streams with `StreamProtocol`."""
    hub = runtime.hub
    metrics.OPEN.set_function(lambda: hub.stream_count)
    publish_worker = Worker("streams.publish", runtime.publisher.step, every=IDLE_SECONDS)
    if not runtime.settings.has_streams:
        return [publish_worker]
    # The URL is not logged or traced: it may hold a token.
    telemetry.UNLOGGED_PATHS.add(PATH)
    runtime.protocol = partial(StreamProtocol, hub)
    return [
        Worker("streams.initialize", lambda: replay.serve_next_batch(hub), every=IDLE_SECONDS),
        publish_worker,
        Worker("streams.tick", hub.tick, every=1),
        Worker("streams.compare", lambda: _compare(hub), every=1),
    ]


async def _compare(hub: Hub) -> bool:
    """Compare streams with the database: each once in a heartbeat interval, or all every second without NATS."""
    await presence.refresh(hub)
    await replay.detect_lost_messages(hub, hub.choose_compared_slots())
    return False


async def begin(runtime: NotificationsRuntime) -> None:
    """Subscribe to stream events, and to changes of accounts and sessions."""
    hub = runtime.hub
    await runtime.bus.client.subscribe("live.*", cb=hub.on_message)
    await signals.subscribe_to_hints(hub)
    runtime.bus.on_reconnect(hub.mark_possibly_stale)
    runtime.identity.on_change(hub.on_access_change)
    await presence.refresh(hub)


async def finish(runtime: NotificationsRuntime) -> None:
    hub = runtime.hub
    await hub.shut_down()
    await presence.unregister_replica(hub)


async def purge_old_events(db: Session, runtime: NotificationsRuntime) -> None:
    """Drop the partitions of the log whose events are too old to be replayed."""
    retention = timedelta(hours=runtime.settings.replay_hours)
    log = PartitionedTable("live_log", retention, "created_at > :keep_since", key="created_at", is_id=False)
    await maintain(runtime.database, runtime.now(), log)
