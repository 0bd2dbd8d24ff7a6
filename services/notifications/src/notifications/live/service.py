"""Brings the live part of a replica up and down."""

from datetime import timedelta

from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.jobs import Worker
from fastapi import FastAPI
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.live import catchup, door, measures, presence
from notifications.live.announcements import Announcer
from notifications.live.hub import Hub
from notifications.live.tables import LiveLog
from notifications.settings import Settings


def install(app: FastAPI, settings: Settings) -> None:
    """Give the application its hub, the workers around it and the door in front."""
    runtime: Runtime = app.state.runtime
    hub, announcer = Hub(runtime, settings), Announcer(runtime)
    measures.OPEN.set_function(lambda: hub.count)
    runtime.state |= {"hub": hub, "announcer": announcer}
    greeter = Worker("streams.greet", lambda: catchup.step(hub), every=5)
    speaker = Worker("streams.announce", announcer.step, every=5)
    hub.notify, announcer.notify = greeter.notify, speaker.notify
    heart = Worker("streams.beat", hub.beat, every=1)
    keeper = Worker("streams.compare", lambda: _keep(hub), every=1)
    runtime.workers += [greeter, speaker, heart, keeper]
    door.install(app, hub)


async def _keep(hub: Hub) -> bool:
    """Once a second; a stream has its turn every fifteenth time, and every time while NATS is away."""
    await presence.keep(hub)
    await catchup.compare(hub, hub.next_compared())
    return False


async def begin(runtime: Runtime) -> None:
    """Hear every announcement, and every change of somebody's standing."""
    hub: Hub = runtime.state["hub"]
    await runtime.bus.client.subscribe("live.*", cb=hub.on_message)
    runtime.bus.on_reconnect(hub.distrust)
    runtime.identity.on_change(hub.standing_changed)
    await presence.keep(hub)


async def finish(runtime: Runtime) -> None:
    """Say goodbye to the streams and leave the register."""
    hub: Hub = runtime.state["hub"]
    await hub.shut_down()
    await presence.depart(hub)


async def forget_old(db: AsyncSession, runtime: Runtime) -> None:
    """Drop from the log what nobody may replay any more."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    old = runtime_of(db).clock() - timedelta(hours=settings.replay_hours)
    await db.execute(delete(LiveLog).where(col(LiveLog.created_at) < old))
