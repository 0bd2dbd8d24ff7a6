"""What the events need of the running service; the chassis' Runtime has it."""

from datetime import datetime
from typing import Protocol

from persistence import session
from persistence.session import Database

from messaging.bus import Bus


class Settings(Protocol):
    """When an event is delivered again: after a failure of its own, and after an outage."""

    @property
    def event_retry_seconds(self) -> tuple[float, ...]: ...

    @property
    def event_outage_seconds(self) -> float: ...


class Runtime(Protocol):
    """A running service: its name, its clock, its database and NATS."""

    @property
    def name(self) -> str: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def database(self) -> "Database[Runtime]": ...

    @property
    def bus(self) -> Bus: ...

    def now(self) -> datetime:
        """The current time, aware, in UTC."""

    def notify(self, worker: str) -> None:
        """Run the next step of a worker now; `outbox` is the relay that publishes recorded events."""

    async def stop(self) -> None:
        """Close NATS and the database."""


Session = session.Session[Runtime]
