"""Background work: workers that empty a queue, and jobs that run at intervals on one replica at a time."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from messaging.outages import is_outage
from messaging.tracing import own_trace
from persistence.tables import Base, UtcDateTime
from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

if TYPE_CHECKING:
    from chassis.app import Runtime

log = structlog.get_logger()
RUNS = Counter("job_runs_total", "Runs of background jobs", ["job", "result"])
POLL_SECONDS = 15.0  # a query for each of a dozen jobs every second would be most of the idle work
TIME = Histogram("job_duration_seconds", "How long a background job took", ["job"])
OVERDUE = Gauge("job_overdue_seconds", "How long ago a background job should have run again", ["job"])
LAST_STEP = Gauge("worker_turn_timestamp_seconds", "When a worker last finished a step", ["worker"])


class JobRun(Base, table=True):
    """When a job last ran, on any replica."""

    __tablename__ = "job_runs"
    name: str = Field(primary_key=True)
    ran_at: datetime = Field(sa_type=UtcDateTime)


@dataclass(frozen=True)
class Job:
    """`run(db, runtime)` at the interval `every`, in its own transaction, on one replica.

    With `autocommit` each statement of `db` is committed on its own. A job that deletes in batches has it, and one
    that calls another server, so that no transaction waits for a network; that one saves in a transaction of its own.
    """

    name: str
    every: timedelta
    run: Callable[[AsyncSession, "Runtime"], Awaitable[object]]
    autocommit: bool = False


class Worker:
    """Repeats `step` while it returns true; then waits for `notify()`, at most `every` seconds."""

    def __init__(self, name: str, step: Callable[[], Awaitable[bool]], *, every: float = 1.0) -> None:
        self._name, self._step, self._every = name, step, every
        self._notified = asyncio.Event()

    def notify(self) -> None:
        """Run the next step now."""
        self._notified.set()

    async def run(self) -> None:
        """Run until cancelled; a failed step is logged and repeated after a growing pause of up to five seconds."""
        pause = 0.2
        while True:
            self._notified.clear()
            try:
                more = await self._step()
                pause = 0.2
                LAST_STEP.labels(self._name).set_to_current_time()
            except Exception as error:
                _log_failure(error, worker=self._name)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 5.0)
                continue
            if not more:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._notified.wait(), self._every)


def _log_failure(error: Exception, **name: str) -> None:
    """An outage is another part's failure: one line without a traceback."""
    (kind,) = name
    if is_outage(error):
        log.warning(f"{kind}_retried_after_outage", error=type(error).__name__, **name)
    else:
        log.error(f"{kind}_failed", exc_info=error, **name)


async def run_if_due(job: Job, runtime: "Runtime") -> bool:
    """Run `job` unless another replica is running it or has just run it; true when it ran."""
    key, database = func.hashtextextended(f"job:{job.name}", 0), runtime.database
    # Without a transaction the lock belongs to the connection, which stays idle; a lost connection releases it.
    lock = func.pg_try_advisory_lock if job.autocommit else func.pg_try_advisory_xact_lock
    async with database.reading() if job.autocommit else database.transaction() as db:
        if not await db.scalar(select(lock(key))):
            return False
        try:
            has_run = await _run_unless_recent(job, db, runtime)
        finally:
            if job.autocommit:
                await db.execute(select(func.pg_advisory_unlock(key)))
    if has_run:
        RUNS.labels(job.name, "done").inc()
    return has_run


async def _run_unless_recent(job: Job, db: AsyncSession, runtime: "Runtime") -> bool:
    now = runtime.now()
    last = await db.scalar(select(col(JobRun.ran_at)).where(col(JobRun.name) == job.name))
    OVERDUE.labels(job.name).set(max(0.0, (now - last - job.every).total_seconds()) if last else 0)
    # A run in the future was recorded by a wrong clock: it must not delay the job until then.
    if last is not None and now - job.every * 0.9 < last <= now:
        return False
    with TIME.labels(job.name).time(), own_trace():
        await job.run(db, runtime)
    row = insert(JobRun).values(name=job.name, ran_at=now)
    await db.execute(row.on_conflict_do_update(index_elements=["name"], set_={"ran_at": now}))
    return True


async def keep_running(job: Job, runtime: "Runtime") -> None:
    """Run `job` at its interval until cancelled; checks more often, since the replica that ran it may have crashed."""
    seconds = job.every.total_seconds()
    poll = min(seconds, max(POLL_SECONDS, seconds / 20))
    while True:
        try:
            await run_if_due(job, runtime)
        except Exception as error:
            RUNS.labels(job.name, "failed").inc()
            _log_failure(error, job=job.name)
        await asyncio.sleep(poll)
