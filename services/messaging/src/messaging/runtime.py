"""What the events need of the running service; the chassis' Runtime has it."""

from datetime import datetime
from typing import Any, Protocol

from persistence.session import Database
from sqlalchemy.ext.asyncio import AsyncSession

from messaging.bus import Bus


class Settings(Protocol):
    """When an event is delivered again: after a failure of its own, and after an outage."""

    @property
    def event_retry_seconds(self) -> tuple[float, ...]: ...

    @property
    def event_outage_seconds(self) -> float: ...


class Relay(Protocol):
    """The worker that publishes recorded events."""

    def notify(self) -> None:
        """Publish now."""


class Runtime(Protocol):
    """A running service: its name, its clock, its database and NATS."""

    @property
    def name(self) -> str: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def database(self) -> Database: ...

    @property
    def bus(self) -> Bus: ...

    @property
    def relay(self) -> Relay: ...

    def now(self) -> datetime:
        """The current time, aware, in UTC."""

    async def stop(self) -> None:
        """Close NATS and the database."""


def runtime_of(db: AsyncSession) -> Runtime:
    """The runtime of the service that opened this session."""
    runtime: Any = db.info["runtime"]
    found: Runtime = runtime
    return found
