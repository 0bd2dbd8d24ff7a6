"""Jobs that run at intervals, on one replica at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic

from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Field, col

from chassis.database.batches import delete_in_batches
from chassis.database.session import Session
from chassis.database.tables import Base, UtcDateTime
from chassis.events.tracing import own_trace
from chassis.runtime import AnyRuntime, AnySession, R
from chassis.workers import log_failure

RUNS = Counter("job_runs_total", "Runs of background jobs", ["job", "result"])
# A job with `autocommit` uses two connections. The others are left for requests.
AT_ONCE = 3
POLL_SECONDS = 15.0  # a query for each of a dozen jobs every second would be most of the idle work
TIME = Histogram("job_duration_seconds", "How long a background job took", ["job"])
OVERDUE = Gauge("job_overdue_seconds", "How long ago a background job should have run again", ["job"])


class JobRun(Base, table=True):
    """When a job last ran, on any replica."""

    __tablename__ = "job_runs"
    name: str = Field(primary_key=True)
    ran_at: datetime = Field(sa_type=UtcDateTime)


@dataclass(frozen=True)
class Job(Generic[R]):
    """`run(db, runtime)` at the interval `every`, in its own transaction, on one replica.

    With `autocommit` each statement of `db` is committed on its own. A job that deletes in batches has it, and one
    that calls another server, so that no change waits for a network; that one saves in a transaction of its own.
    """

    name: str
    every: timedelta
    run: Callable[[Session[R], R], Awaitable[object]]
    autocommit: bool = False


def purge_older(column: Any, kept: timedelta = timedelta()) -> Callable[[AnySession, AnyRuntime], Awaitable[None]]:
    """Job that deletes the rows whose time in this indexed column is more than `kept` ago."""

    async def purge(db: AnySession, runtime: AnyRuntime) -> None:
        await delete_in_batches(db, column.class_, column < runtime.now() - kept)

    return purge


async def run_if_due(job: Job[R], runtime: R) -> bool:
    """Run `job` unless another replica is running it or has just run it. Returns True if it ran."""
    key = func.hashtextextended(f"job:{job.name}", 0)
    async with runtime.database.transaction() as lock:
        # Of the transaction, not of the connection, which PgBouncer gives to others (docs/decisions/0152).
        if not await lock.scalar(select(func.pg_try_advisory_xact_lock(key))) or not await _is_due(job, lock, runtime):
            return False
        if job.autocommit:
            # This transaction has no snapshot and locks no row, so nothing waits for it during a long job.
            await lock.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        async with runtime.database.reading() if job.autocommit else nullcontext(lock) as db:
            await _run(job, db, runtime)
    RUNS.labels(job.name, "done").inc()
    return True


async def _is_due(job: Job[R], db: Session[R], runtime: R) -> bool:
    now = runtime.now()
    last = await db.scalar(select(col(JobRun.ran_at)).where(col(JobRun.name) == job.name))
    OVERDUE.labels(job.name).set(max(0.0, (now - last - job.every).total_seconds()) if last else 0)
    # A run in the future was recorded by a wrong clock: it must not delay the job until then.
    return last is None or not now - job.every * 0.9 < last <= now


async def _run(job: Job[R], db: Session[R], runtime: R) -> None:
    now = runtime.now()
    with TIME.labels(job.name).time(), own_trace():
        await job.run(db, runtime)
    row = insert(JobRun).values(name=job.name, ran_at=now)
    await db.execute(row.on_conflict_do_update(index_elements=["name"], set_={"ran_at": now}))


async def keep_running(job: Job[R], runtime: R, slots: asyncio.Semaphore) -> None:
    """Run `job` at its interval, in one of the `slots`. It is checked more often, since a replica may have crashed."""
    seconds = job.every.total_seconds()
    poll = min(seconds, max(POLL_SECONDS, seconds / 20))
    while True:
        try:
            async with slots:
                await run_if_due(job, runtime)
        except Exception as error:
            RUNS.labels(job.name, "failed").inc()
            log_failure(error, job=job.name)
        await asyncio.sleep(poll)
