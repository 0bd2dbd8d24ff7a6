"""A service's PostgreSQL: connection pool, transactions that commit at their end, reads in autocommit mode."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial
from select import POLLIN, poll
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection, Dialect, event, make_url, text
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.util import await_only

WRONG_PASSWORD = "password authentication failed"  # noqa: S105 - PostgreSQL's words
# A request waits this long for a connection of the pool, and for the server to accept a new one.
POOL_TIMEOUT_SECONDS = 5
CONNECT_TIMEOUT_SECONDS = 3
# How long a statement runs at most, and how long it waits for a lock that another transaction holds.
STATEMENT_TIMEOUT_SECONDS = 30
LOCK_TIMEOUT_SECONDS = 10
# While the password is replaced, the file has the new one up to this long before the server does.
PASSWORD_ROTATION_SECONDS = 5
PASSWORD_RETRY_SECONDS = 0.25
# This is set for HEAD requests, which run the GET route and must not change anything (RFC 9110, section 9.2.1).
discards_changes: ContextVar[bool] = ContextVar("discards_changes", default=False)


def make_engine(url: Callable[[], str], *, pool_size: int) -> AsyncEngine:
    """Create the connection pool. `url` is called for each new connection: the password may change (decision 0148)."""
    engine = create_async_engine(
        url(),
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=POOL_TIMEOUT_SECONDS,
        pool_recycle=1800,
        # The most recently used connection is reused first. Connections that were opened for a burst of requests become
        # idle then, and the server closes them (decision 0171).
        pool_use_lifo=True,
        # Failing statements are logged with a traceback; their parameters hold codes and personal data.
        hide_parameters=True,
        # Connections in the pool are in autocommit mode, which reads need. Changing the mode takes a tenth of a
        # transaction's processor time and a fifth of a read's, and there are many more reads.
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        connect_args={
            "connect_timeout": CONNECT_TIMEOUT_SECONDS,
            "options": f"-c timezone=UTC -c statement_timeout={STATEMENT_TIMEOUT_SECONDS}s "
            f"-c lock_timeout={LOCK_TIMEOUT_SECONDS}s "
            "-c idle_in_transaction_session_timeout=60s -c idle_session_timeout=300s",
        },
    )
    event.listen(engine.sync_engine, "checkout", _replace_closed)
    event.listen(engine.sync_engine, "do_connect", partial(_connect, url))
    return engine


def _connect(url: Callable[[], str], dialect: Dialect, _: Any, arguments: Any, parameters: dict[str, Any]) -> Any:
    """Connect with the current password. A refused password is read again until PASSWORD_ROTATION_SECONDS are over."""
    deadline = monotonic() + PASSWORD_ROTATION_SECONDS
    while True:
        password = make_url(url()).password
        if password:
            parameters["password"] = password
        try:
            return dialect.connect(*arguments, **parameters)
        except dialect.loaded_dbapi.OperationalError as error:
            if WRONG_PASSWORD not in str(error) or monotonic() > deadline:
                raise
        await_only(asyncio.sleep(PASSWORD_RETRY_SECONDS))


def _replace_closed(connection: Any, *_: object) -> None:
    """Discard a pooled connection that the server has closed (its socket is readable: end of file).

    `pool_pre_ping` of SQLAlchemy would cost each request a round trip to the database.
    """
    driver = connection.driver_connection
    if driver.closed:
        raise DisconnectionError
    socket_poll = poll()
    socket_poll.register(driver.fileno(), POLLIN)
    is_readable = bool(socket_poll.poll(0))
    if is_readable:
        raise DisconnectionError


def _leave_autocommit(connection: Connection) -> None:
    """Switch a connection of the pool to transactions. The return to the pool switches it back.

    The engine's option `isolation_level` does the same, but loses the connection if the task is cancelled meanwhile.
    """
    try:
        connection.execution_options(isolation_level="READ COMMITTED")
    except BaseException:
        # The mode of the connection is unknown now.
        connection.invalidate()
        connection.close()
        raise


class Clock(Protocol):
    """The source of the current time, which tests replace."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""


R_co = TypeVar("R_co", bound=Clock, covariant=True)
T = TypeVar("T")


class Session(AsyncSession, Generic[R_co]):
    """A database session of a service, with its runtime and with hooks that run before and after the commit."""

    def __init__(self, *args: Any, runtime: R_co, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._runtime = runtime
        # The items of all calls of `before_commit`, by hook.
        self._before_commit: dict[Callable[[Any, list[Any]], Awaitable[None]], list[Any]] = {}
        # The hooks of `after_commit` and their arguments.
        self._after_commit: list[tuple[Callable[..., object], tuple[object, ...]]] = []

    @property
    def runtime(self) -> R_co:
        return self._runtime

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return self._runtime.now()

    def before_commit(self, hook: Callable[[Any, list[T]], Awaitable[None]], item: T) -> None:
        """Call `hook(db, items)` once before the commit, with the items of all calls: many changes, few statements."""
        self._before_commit.setdefault(hook, []).append(item)

    async def run_before_commit(self) -> None:
        """Run the pending `before_commit` hooks now, in the order of their first call."""
        while self._before_commit:
            hook = next(iter(self._before_commit))
            await hook(self, self._before_commit.pop(hook))

    def after_commit(self, hook: Callable[..., object], *values: object) -> None:
        """Call `hook(*values)` after the commit, once for equal calls; not if the transaction fails."""
        if (hook, values) not in self._after_commit:
            self._after_commit.append((hook, values))

    def run_after_commit(self) -> None:
        """Run the hooks registered with `after_commit`."""
        registered_hooks = self._after_commit
        self._after_commit = []
        for hook, values in registered_hooks:
            hook(*values)


class Database(Generic[R_co]):
    """Opens the sessions of a service: transactions, and reads in autocommit mode."""

    def __init__(self, engine: AsyncEngine, runtime: R_co) -> None:
        self.engine = engine
        open_session = partial(Session[R_co], runtime=runtime, expire_on_commit=False)
        transactional_engine = engine.execution_options()
        event.listen(transactional_engine.sync_engine, "engine_connect", _leave_autocommit)
        self._open_session = partial(open_session, transactional_engine)
        # A SELECT outside a transaction saves BEGIN and ROLLBACK, half of the work for PostgreSQL.
        self._open_autocommit_session = partial(open_session, engine)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session[R_co]]:
        """Open a session that commits at the end of the block, unless an exception is raised."""
        async with self._open_session() as db, db.begin() as transaction:
            yield db
            await db.run_before_commit()
            if discards_changes.get():
                await transaction.rollback()
        if not discards_changes.get():
            db.run_after_commit()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Session[R_co]]:
        """Open a session for reads, without a transaction."""
        async with self._open_autocommit_session() as db:
            yield db

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[Session[R_co]]:
        """Open a session for statements that each commit at once, also if an exception is raised later.

        Objects that are not flushed are lost, and `before_commit` and `after_commit` hooks do not run.
        """
        async with self._open_autocommit_session() as db:
            yield db


LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(CAST(:names AS text[])) AS name")
TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))")


async def take_advisory_locks(db: AsyncSession, *names: str) -> None:
    """Take PostgreSQL advisory locks by name, in sorted order; they are released at the end of the transaction."""
    await db.execute(LOCK, {"names": sorted(names)})


async def try_advisory_lock(db: AsyncSession, name: str) -> bool:
    """Take an advisory lock if it is free. Returns False at once if another transaction has it."""
    return bool(await db.scalar(TRY_LOCK, {"name": name}))
