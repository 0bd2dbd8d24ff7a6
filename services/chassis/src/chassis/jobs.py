"""Jobs that run at intervals, on one replica at a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic

import structlog
from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Field, col

from chassis.database.batches import delete_in_batches
from chassis.database.session import Session
from chassis.database.tables import Base, UtcDateTime
from chassis.events.outages import is_outage
from chassis.events.tracing import start_own_trace
from chassis.runtime import AnyRuntime, AnySession, R
from chassis.workers import log_worker_failure

log = structlog.get_logger()
RUNS = Counter("job_runs_total", "Runs of background jobs", ["job", "result"])
# A job with `autocommit` uses two connections. The others are left for requests.
MAX_PARALLEL_JOBS = 3
# A job is due when this share of its interval is over. Otherwise a poll just before the end would delay it by a poll.
DUE_SHARE = 0.9
# Every replica looks for due jobs, since the replica that runs a job may crash.
POLL_SECONDS = 15.0
DURATION = Histogram("job_duration_seconds", "How long a background job took", ["job"])
OVERDUE_SECONDS = Gauge("job_overdue_seconds", "How long ago a background job should have run again", ["job"])
FAILURES = Gauge(
    "job_failures_in_row", "Failed runs of a background job in this process since its last success anywhere", ["job"]
)


class JobRun(Base, table=True):
    """The last run of a job, on any replica."""

    __tablename__ = "job_runs"
    name: str = Field(primary_key=True)
    ran_at: datetime = Field(sa_type=UtcDateTime)


@dataclass(frozen=True)
class Job(Generic[R]):
    """`run(db, runtime)` at the interval `every`, in its own transaction, on one replica.

    With `autocommit` each statement of `db` is committed on its own. Jobs that delete in batches use it. Jobs that call
    another server use it too, so that no transaction is open during the call; they save in a separate transaction.
    """

    name: str
    every: timedelta
    run: Callable[[Session[R], R], Awaitable[object]]
    autocommit: bool = False


def purge_older(column: Any, retention: timedelta = timedelta()) -> Callable[[AnySession, AnyRuntime], Awaitable[None]]:
    """Return a job that deletes the rows whose time in this indexed column is more than `retention` ago."""

    async def purge(db: AnySession, runtime: AnyRuntime) -> None:
        await delete_in_batches(db, column.class_, column < runtime.now() - retention)

    return purge


async def run_if_due(job: Job[R], runtime: R) -> bool:
    """Run `job` unless another replica is running it or has just run it. Returns True if it ran."""
    key = func.hashtextextended(f"job:{job.name}", 0)
    async with runtime.database.transaction() as lock_session:
        # The lock belongs to the transaction, since PgBouncer gives the connection to others (docs/decisions/0152).
        if not await lock_session.scalar(select(func.pg_try_advisory_xact_lock(key))):
            return False
        last_run = await lock_session.scalar(select(col(JobRun.ran_at)).where(col(JobRun.name) == job.name))
        if not _is_due(job, last_run, runtime.now()):
            return False
        if job.autocommit:
            # This transaction has no snapshot and locks no row, so nothing waits for it during a long job.
            await lock_session.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            async with runtime.database.autocommit() as db:
                await _run(job, db, runtime)
        else:
            await _run(job, lock_session, runtime)
    RUNS.labels(job.name, "done").inc()
    return True


def _is_due(job: Job[R], last_run: datetime | None, now: datetime) -> bool:
    """Return True if `job` has to run now. Updates the gauges of its delay and of its failures."""
    seconds_overdue = (now - last_run - job.every).total_seconds() if last_run else 0
    OVERDUE_SECONDS.labels(job.name).set(max(0.0, seconds_overdue))
    # A run in the future was recorded by a wrong clock: it must not delay the job until then.
    is_due = last_run is None or last_run <= now - job.every * DUE_SHARE or last_run > now
    if not is_due:
        FAILURES.labels(job.name).set(0)
    return is_due


async def _run(job: Job[R], db: Session[R], runtime: R) -> None:
    now = runtime.now()
    with DURATION.labels(job.name).time(), start_own_trace():
        await job.run(db, runtime)
    insertion = insert(JobRun).values(name=job.name, ran_at=now)
    await db.execute(insertion.on_conflict_do_update(index_elements=["name"], set_={"ran_at": now}))


async def run_jobs(jobs: Sequence[Job[R]], runtime: R) -> None:
    """Run every job at its interval until cancelled, at most `MAX_PARALLEL_JOBS` at a time.

    One query looks for all jobs that are due, because it usually finds none. It runs at least every `POLL_SECONDS`, and
    as often as the most frequent job.
    """
    poll_seconds = min([POLL_SECONDS, *(job.every.total_seconds() for job in jobs)])
    slots = asyncio.Semaphore(MAX_PARALLEL_JOBS)
    running_tasks: dict[str, asyncio.Task[None]] = {}
    next_attempts: dict[str, float] = {}
    async with asyncio.TaskGroup() as group:
        while True:
            running_tasks = {name: task for name, task in running_tasks.items() if not task.done()}
            for job in await _find_due(jobs, runtime):
                now = time.monotonic()
                if job.name in running_tasks or now < next_attempts.get(job.name, 0):
                    continue
                next_attempts[job.name] = now + _compute_pause(job)
                running_tasks[job.name] = group.create_task(_attempt_job(job, runtime, slots))
            await asyncio.sleep(poll_seconds)


def _compute_pause(job: Job[R]) -> float:
    """Return the seconds until the next attempt at a job that has failed or that another replica is running.

    The pause is a twentieth of the interval, but not less than POLL_SECONDS, and never so long that the job misses its
    next run.
    """
    seconds = job.every.total_seconds()
    return min(seconds * DUE_SHARE, max(POLL_SECONDS, seconds / 20))


async def _find_due(jobs: Sequence[Job[R]], runtime: R) -> list[Job[R]]:
    """Return the jobs that no replica has run within their interval.

    The list is empty while the database does not answer.
    """
    try:
        async with runtime.database.reading() as db:
            runs = await db.execute(select(col(JobRun.name), col(JobRun.ran_at)))
            last_runs = {run.name: run.ran_at for run in runs}
    except Exception as error:
        log_worker_failure(error, "jobs")
        return []
    return [job for job in jobs if _is_due(job, last_runs.get(job.name), runtime.now())]


async def _attempt_job(job: Job[R], runtime: R, slots: asyncio.Semaphore) -> None:
    """Run `job` in one of the `slots` if it is still due. A failure is counted and logged."""
    try:
        async with slots:
            await run_if_due(job, runtime)
    except Exception as error:
        RUNS.labels(job.name, "failed").inc()
        FAILURES.labels(job.name).inc()
        _log_job_failure(error, job.name)


def _log_job_failure(error: Exception, job: str) -> None:
    """Log a failed run. An outage of a dependency gets one line without a traceback."""
    if is_outage(error):
        log.warning("job_retried_after_outage", job=job, error=type(error).__name__)
    else:
        log.error("job_failed", job=job, exc_info=error)
