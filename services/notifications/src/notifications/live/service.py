"""Starts and stops the live streams of a replica."""

from datetime import timedelta

from chassis import telemetry
from chassis.app import Runtime
from chassis.jobs import Worker
from fastapi import FastAPI
from persistence.partitions import Partitioned, maintain
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.live import metrics, presence, replay
from notifications.live.hub import Hub
from notifications.live.publisher import Publisher
from notifications.live.request import PATH
from notifications.settings import Settings


def install(app: FastAPI, settings: Settings) -> None:
    """Add the hub, its workers and the connection protocol to the application."""
    runtime: Runtime = app.state.runtime
    hub, publisher = Hub(runtime, settings), Publisher(runtime)
    metrics.OPEN.set_function(lambda: hub.count)
    runtime.state |= {"hub": hub, "publisher": publisher}
    initializer = Worker("streams.initialize", lambda: replay.step(hub), every=5)
    sender = Worker("streams.publish", publisher.step, every=5)
    hub.notify, publisher.notify = initializer.notify, sender.notify
    ticker = Worker("streams.tick", hub.tick, every=1)
    comparer = Worker("streams.compare", lambda: _compare(hub), every=1)
    runtime.workers.append(sender)
    if not settings.has_streams:
        return
    runtime.workers += [initializer, ticker, comparer]
    # The URL is not logged or traced: it may hold a token.
    telemetry.QUIET.add(PATH)
    if settings.stream_transport == "protocol":
        # Not imported otherwise: this module needs names of uvicorn that another version may not have.
        from notifications.live import protocol

        protocol.install(app, hub)


async def _compare(hub: Hub) -> bool:
    """Once a second; a stream is compared every fifteenth time, and every time while NATS is unreachable."""
    await presence.refresh(hub)
    await replay.compare(hub, hub.next_compared())
    return False


async def begin(runtime: Runtime) -> None:
    """Subscribe to stream events, and to changes of accounts and sessions."""
    hub: Hub = runtime.state["hub"]
    await runtime.bus.client.subscribe("live.*", cb=hub.on_message)
    runtime.bus.on_reconnect(hub.mark_possibly_stale)
    runtime.identity.on_change(hub.on_access_change)
    await presence.refresh(hub)


async def finish(runtime: Runtime) -> None:
    """Close the streams and unregister this replica."""
    hub: Hub = runtime.state["hub"]
    await hub.shut_down()
    await presence.unregister_replica(hub)


async def purge_old(db: AsyncSession, runtime: Runtime) -> None:
    """Drop the partitions of the log whose events are too old to be replayed."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    kept = timedelta(hours=settings.replay_hours)
    log = Partitioned("live_log", kept, "created_at > :limit", key="created_at", is_id=False)
    await maintain(runtime.database, runtime.now(), log)
