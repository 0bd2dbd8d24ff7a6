"""What the events need of the running service; the chassis' Runtime has it."""

from datetime import datetime
from typing import Protocol

from contracts.stream_settings import StreamSettings
from persistence import session

from messaging.bus import Bus


class Runtime(Protocol):
    """A running service: its name, its clock, its database and NATS."""

    @property
    def name(self) -> str: ...

    @property
    def settings(self) -> StreamSettings: ...

    @property
    def database(self) -> "session.Database[Runtime]": ...

    @property
    def bus(self) -> Bus: ...

    def now(self) -> datetime:
        """The current time, aware, in UTC."""

    def notify(self, worker: str) -> None:
        """Run the next step of a worker now; `outbox` is the relay that publishes recorded events."""

    async def stop(self) -> None:
        """Close NATS and the database."""


Session = session.Session[Runtime]
