"""A service's own PostgreSQL: the pool of connections, transactions that commit at their end, and plain reads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial
from select import POLLIN, poll
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Dialect, event, make_url, text
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.util import await_only

WRONG_PASSWORD = "password authentication failed"  # noqa: S105 - PostgreSQL's words
# A HEAD request runs its GET route, and must not change anything (RFC 9110 section 9.2.1).
discards_changes: ContextVar[bool] = ContextVar("discards_changes", default=False)


def make_engine(url: Callable[[], str], *, pool: int) -> AsyncEngine:
    """The pool of connections; the password of `url` is read again for each new one (docs/decisions/0148)."""
    engine = create_async_engine(
        url(),
        pool_size=pool,
        max_overflow=pool,
        pool_timeout=5,
        pool_recycle=1800,
        # The one used last is taken first, so that the server closes those of a burst (docs/decisions/0171).
        pool_use_lifo=True,
        # A failing statement is logged with its traceback; its values are keys, codes and people's data.
        hide_parameters=True,
        connect_args={
            "connect_timeout": 3,
            # Times are UTC, and no statement may run for ever.
            "options": "-c timezone=UTC -c statement_timeout=30000 -c lock_timeout=10000 "
            "-c idle_in_transaction_session_timeout=60000 -c idle_session_timeout=300000",
        },
    )
    event.listen(engine.sync_engine, "checkout", _replace_closed)
    event.listen(engine.sync_engine, "do_connect", partial(_connect, url))
    return engine


def _connect(url: Callable[[], str], dialect: Dialect, _: Any, words: Any, parameters: dict[str, Any]) -> Any:
    """A connection with the latest password, which the server may get seconds after its file (rotate.sh)."""
    refused_until = monotonic() + 5
    while True:
        if password := make_url(url()).password:
            parameters["password"] = password
        try:
            return dialect.connect(*words, **parameters)
        except dialect.loaded_dbapi.OperationalError as error:
            if WRONG_PASSWORD not in str(error) or monotonic() > refused_until:
                raise
        await_only(asyncio.sleep(0.25))


def _replace_closed(connection: Any, *_: object) -> None:
    """Make the pool open another connection when the server closed this one: it has an end of file to read.

    SQLAlchemy's own `pool_pre_ping` would cost each request a round trip to the database.
    """
    driver, readable = connection.driver_connection, poll()
    if not driver.closed:
        readable.register(driver.fileno(), POLLIN)
    if driver.closed or readable.poll(0):
        raise DisconnectionError


class Clock(Protocol):
    """Has the current time of the service."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""


R_co = TypeVar("R_co", bound=Clock, covariant=True)
T = TypeVar("T")


class Session(AsyncSession, Generic[R_co]):
    """A session that knows the `runtime` of the service that opened it, and what to do before and after the commit."""

    def __init__(self, *given: Any, runtime: R_co, **named: Any) -> None:
        super().__init__(*given, **named)
        self._runtime = runtime
        self._callbacks: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        self._steps: dict[Callable[[Any, list[Any]], Awaitable[None]], list[Any]] = {}

    @property
    def runtime(self) -> R_co:
        return self._runtime

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return self._runtime.now()

    def at_end(self, step: Callable[[Any, list[T]], Awaitable[None]], item: T) -> None:
        """Run `step(db, items)` once before the commit, with the items of all calls: many changes in few statements."""
        self._steps.setdefault(step, []).append(item)

    async def finish(self) -> None:
        """Run the steps of `at_end`, in the order in which they were first asked for."""
        while self._steps:
            step = next(iter(self._steps))
            await step(self, self._steps.pop(step))

    def after_commit(self, callback: Callable[..., object], *values: object) -> None:
        """Call `callback(*values)` once the transaction is committed; never if it fails, and not twice."""
        if (callback, values) not in self._callbacks:
            self._callbacks.append((callback, values))

    def call_back(self) -> None:
        """Run the callbacks of the transaction that was committed."""
        callbacks, self._callbacks = self._callbacks, []
        for callback, values in callbacks:
            callback(*values)


class Database(Generic[R_co]):
    """Transactions and plain reads of one service's own database."""

    def __init__(self, engine: AsyncEngine, runtime: R_co) -> None:
        self.engine = engine
        open_session = partial(Session[R_co], runtime=runtime, expire_on_commit=False)
        self._open_session = partial(open_session, engine)
        # A single SELECT needs no BEGIN and ROLLBACK around it: half the work for PostgreSQL.
        self._open_reader = partial(open_session, engine.execution_options(isolation_level="AUTOCOMMIT"))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session[R_co]]:
        """A session that commits when the block ends without an error, and then runs the `after_commit` callbacks."""
        async with self._open_session() as db, db.begin() as begun:
            yield db
            await db.finish()
            if discards_changes.get():
                await begun.rollback()
        if not discards_changes.get():
            db.call_back()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Session[R_co]]:
        """A session for reads: each statement is committed on its own."""
        async with self._open_reader() as db:
            yield db


LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(CAST(:names AS text[])) AS name")


async def advisory_lock(db: AsyncSession, *names: str) -> None:
    """Wait for the PostgreSQL advisory locks of these names, in one order; they are released with the transaction."""
    await db.execute(LOCK, {"names": sorted(names)})
