"""Runtime of a service: its database, NATS connection, workers and settings; and types of FastAPI dependencies."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Any, Generic, Self, TypeVar

import structlog
from fastapi import Depends, Request
from httpx2 import AsyncClient
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database.session import Database, Session, make_engine
from chassis.events.bus import Bus
from chassis.identity.keys import parse_public_keys
from chassis.identity.verifier import Identity
from chassis.settings import CommonSettings, read_latest_secret
from chassis.tasks import end_tasks
from chassis.workers import Worker

log = structlog.get_logger()
S = TypeVar("S", bound=CommonSettings)
R = TypeVar("R", bound="Runtime[Any]")


def utc_now() -> datetime:
    """Return the current time, aware, in UTC."""
    return datetime.now(UTC)


class Runtime(Generic[S]):
    """State that the requests of a process share; stored at `app.state.runtime`.

    A service derives its own class, such as `ContentRuntime`, with an attribute for each shared object.
    """

    def __init__(self, name: str, settings: S, *, now: Callable[[], datetime] = utc_now) -> None:
        self.name = name
        self.settings = settings
        self.now = now
        self.engine = make_engine(
            lambda: read_latest_secret("DATABASE_URL", settings.database_url), pool_size=settings.database_pool
        )
        self.bus = Bus(
            lambda: read_latest_secret("NATS_URL", settings.nats_url),
            name,
            settings,
            timeout=settings.nats_timeout_seconds,
        )
        self.identity = Identity(lambda: self.now(), parse_public_keys(settings.identity_root_keys))
        self.workers: dict[str, Worker] = {}
        # The first use creates the client, which costs about 50 ms of CPU time.
        self.http_client: AsyncClient | None = None
        # HTTP implementation of uvicorn: a name or a protocol class. A service may replace it.
        self.protocol: Any = "httptools"
        # True when `setup` of the service is done.
        self.is_set_up = False
        # True after SIGTERM.
        self.is_draining = False
        self._tasks: set[asyncio.Task[None]] = set()

    @cached_property
    def database(self) -> Database[Self]:
        """The database of the service. Its sessions know this runtime."""
        return Database(self.engine, self)

    def notify(self, worker: str) -> None:
        """Wake a worker. Does nothing if the worker does not run, for example in a command."""
        if running_worker := self.workers.get(worker):
            running_worker.notify()

    def run_in_background(self, work: Awaitable[None]) -> None:
        """Keep a task running until the service stops."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(_log_failure)
        task.add_done_callback(self._tasks.discard)
        self._tasks.add(task)

    async def run_once(self, work: Callable[[Session[Self]], Awaitable[None]]) -> None:
        """Do the work of a command in one transaction, then close the database pool."""
        try:
            async with self.database.transaction() as db:
                await work(db)
        finally:
            await self.engine.dispose()

    async def stop(self) -> None:
        """Cancel the background tasks, then close the HTTP client, NATS and the database pool."""
        await end_tasks(list(self._tasks))
        if self.http_client is not None:
            await self.http_client.aclose()
            self.http_client = None
        await self.bus.stop()
        await self.engine.dispose()


def _log_failure(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background_task_failed", exc_info=task.exception())


async def _get_runtime(request: Request) -> Runtime[Any]:
    runtime: Runtime[Any] = request.app.state.runtime
    return runtime


async def _open_transaction(request: Request) -> AsyncIterator[Session[Runtime[Any]]]:
    async with request.app.state.runtime.database.transaction() as db:
        yield db


async def _open_reading_session(request: Request) -> AsyncIterator[Session[Runtime[Any]]]:
    async with request.app.state.runtime.database.reading() as db:
        yield db


async def _open_reading_connection(request: Request) -> AsyncIterator[AsyncConnection]:
    async with request.app.state.runtime.engine.connect() as connection:
        yield connection


# A service names these types in its own `runtime.py`: `Db = chassis.runtime.Db[ContentRuntime]`.
# One request is one transaction. With scope="function" the commit runs before the response is sent, so a failing
# commit is answered with a 5xx and never with a 201.
Db = Annotated[Session[R], Depends(_open_transaction, scope="function")]
ReadDb = Annotated[Session[R], Depends(_open_reading_session, scope="function")]
# A connection without a session, in autocommit mode: it reads columns in about 0.6 of the processor time in which a
# session reads entities. For the few reads that every page of a signed-in user sends.
ReadConnection = Annotated[AsyncConnection, Depends(_open_reading_connection, scope="function")]
CurrentRuntime = Annotated[R, Depends(_get_runtime)]
AnyRuntime = Runtime[Any]
AnySession = Session[Runtime[Any]]
