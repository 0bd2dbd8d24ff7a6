"""The part of a service's runtime that events use."""

from typing import Protocol

from chassis.database import session
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings


class EventRuntime(session.Clock, Protocol):
    """A running service: name, clock, database and NATS."""

    name: str
    bus: Bus

    @property
    def settings(self) -> StreamSettings: ...

    @property
    def database(self) -> "session.Database[EventRuntime]": ...

    def notify(self, worker: str) -> None:
        """Wake a worker. The worker `outbox` is the relay that publishes recorded events."""

    async def stop(self) -> None:
        """Close NATS and the database."""


Session = session.Session[EventRuntime]
