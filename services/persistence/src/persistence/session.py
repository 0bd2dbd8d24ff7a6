"""A service's own PostgreSQL: the pool of connections, transactions that commit at their end, and plain reads."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from select import POLLIN, poll
from typing import Any

from sqlalchemy import event, func, select
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

# A HEAD request runs its GET route, and must not change anything (RFC 9110 section 9.2.1).
discards_changes: ContextVar[bool] = ContextVar("discards_changes", default=False)


def make_engine(url: str, *, pool: int) -> AsyncEngine:
    """The pool of connections; times are UTC and no statement may run for ever."""
    engine = create_async_engine(
        url,
        pool_size=pool,
        max_overflow=pool,
        pool_timeout=5,
        pool_recycle=1800,
        # A failing statement is logged with its traceback; its values are keys, codes and people's data.
        hide_parameters=True,
        connect_args={
            "connect_timeout": 3,
            "options": "-c timezone=UTC -c statement_timeout=30000 -c lock_timeout=10000 "
            "-c idle_in_transaction_session_timeout=60000",
        },
    )
    event.listen(engine.sync_engine, "checkout", _replace_closed)
    return engine


def _replace_closed(connection: Any, *_: object) -> None:
    """Make the pool open another connection when the server closed this one: it has an end of file to read.

    SQLAlchemy's own `pool_pre_ping` would cost each request a round trip to the database.
    """
    driver, readable = connection.driver_connection, poll()
    if not driver.closed:
        readable.register(driver.fileno(), POLLIN)
    if driver.closed or readable.poll(0):
        raise DisconnectionError


class Database:
    """Transactions and plain reads of one service's own database; its sessions know the `runtime` of the service."""

    def __init__(self, engine: AsyncEngine, runtime: object) -> None:
        self.engine = engine
        self._runtime = runtime
        self._sessions = async_sessionmaker(engine, expire_on_commit=False)
        # A single SELECT needs no BEGIN and ROLLBACK around it: half the work for PostgreSQL.
        self._readers = async_sessionmaker(
            engine.execution_options(isolation_level="AUTOCOMMIT"), expire_on_commit=False
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that commits when the block ends without an error, and then runs the `after_commit` callbacks."""
        async with self._sessions() as db:
            db.info["runtime"] = self._runtime
            async with db.begin() as begun:
                yield db
                if discards_changes.get():
                    await begun.rollback()
                    db.info.clear()
        for callback, values in db.info.pop("after_commit", ()):
            callback(*values)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session for reads: each statement is committed on its own."""
        async with self._readers() as db:
            yield db


def after_commit(db: AsyncSession, callback: Callable[..., object], *values: object) -> None:
    """Call `callback(*values)` once the transaction of `db` is committed; never if it fails, and not twice."""
    callbacks = db.info.setdefault("after_commit", [])
    if (callback, values) not in callbacks:
        callbacks.append((callback, values))


async def advisory_lock(db: AsyncSession, name: str) -> None:
    """Wait for the PostgreSQL advisory lock of this name; it is released with the transaction."""
    await db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))
