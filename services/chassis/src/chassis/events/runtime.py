"""What the events need of the running service; the chassis' Runtime has it."""

from typing import Protocol

from chassis.database import session
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings


class Runtime(session.Clock, Protocol):
    """A running service: its name, its clock, its database and NATS."""

    name: str
    bus: Bus

    @property
    def settings(self) -> StreamSettings: ...

    @property
    def database(self) -> "session.Database[Runtime]": ...

    def notify(self, worker: str) -> None:
        """Run the next step of a worker now; `outbox` is the relay that publishes recorded events."""

    async def stop(self) -> None:
        """Close NATS and the database."""


Session = session.Session[Runtime]
