"""Runtime of a service: its database, NATS connection, workers and settings; and types of FastAPI dependencies."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar, cast

import structlog
from fastapi import Depends, Request
from httpx2 import AsyncClient

from chassis.database.session import Database, Session, make_engine
from chassis.events.bus import Bus
from chassis.identity.keys import public_keys
from chassis.identity.verifier import Identity
from chassis.settings import CommonSettings, latest
from chassis.tasks import end_tasks
from chassis.workers import Worker

log = structlog.get_logger()
S = TypeVar("S", bound=CommonSettings)
T = TypeVar("T")


def utc_now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


class Parts(dict[type[Any], Any]):
    """Singletons of a service by their class: `runtime.parts[Hub]` is a Hub."""

    def __getitem__(self, kind: type[T]) -> T:
        return cast("T", super().__getitem__(kind))

    def __setitem__(self, kind: type[T], part: T) -> None:
        super().__setitem__(kind, part)


class Runtime(Generic[S]):
    """Everything that a running service shares between requests; stored at `app.state.runtime`."""

    def __init__(self, name: str, settings: S, *parts: object, now: Callable[[], datetime] = utc_now) -> None:
        self.name = name
        self.settings = settings
        self.now = now
        self.engine = make_engine(lambda: latest("DATABASE_URL", settings.database_url), pool=settings.database_pool)
        self.database: Database[Runtime[S]] = Database(self.engine, self)
        self.bus = Bus(
            lambda: latest("NATS_URL", settings.nats_url), name, settings, timeout=settings.nats_timeout_seconds
        )
        self.identity = Identity(lambda: self.now(), public_keys(settings.identity_root_keys))
        self.workers: dict[str, Worker] = {}
        self.parts = Parts({type(part): part for part in parts})
        self.protocol: Any = "httptools"  # the class that uvicorn uses; a service may replace it
        self.is_set_up = self.is_draining = False  # draining: after SIGTERM
        self._tasks: set[asyncio.Task[None]] = set()

    def notify(self, worker: str) -> None:
        """Wake a worker. Does nothing if the worker does not run, for example in a command."""
        if found := self.workers.get(worker):
            found.notify()

    def background(self, work: Awaitable[None]) -> None:
        """Keep a task running until the service stops."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(_log_failure)
        task.add_done_callback(self._tasks.discard)
        self._tasks.add(task)

    async def stop(self) -> None:
        """Cancel the background tasks, then close the HTTP client, NATS and the database pool."""
        await end_tasks(list(self._tasks))
        if AsyncClient in self.parts:
            await self.parts.pop(AsyncClient).aclose()
        await self.bus.stop()
        await self.engine.dispose()


def _log_failure(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background_task_failed", exc_info=task.exception())


async def _runtime(request: Request) -> Runtime[Any]:
    runtime: Runtime[Any] = request.app.state.runtime
    return runtime


async def _transaction(request: Request) -> AsyncIterator[Session[Runtime[Any]]]:
    async with request.app.state.runtime.database.transaction() as db:
        yield db


async def _reading(request: Request) -> AsyncIterator[Session[Runtime[Any]]]:
    async with request.app.state.runtime.database.reading() as db:
        yield db


# A service names these types in its own `runtime.py`: `Db = chassis.runtime.Db[Settings]`.
# One request is one transaction. With scope="function" the commit runs before the response is sent, so a failing
# commit is answered with a 5xx and never with a 201.
Db = Annotated[Session[Runtime[S]], Depends(_transaction, scope="function")]
ReadDb = Annotated[Session[Runtime[S]], Depends(_reading, scope="function")]
Rt = Annotated[Runtime[S], Depends(_runtime)]
AnyRuntime = Runtime[Any]
AnySession = Session[Runtime[Any]]
