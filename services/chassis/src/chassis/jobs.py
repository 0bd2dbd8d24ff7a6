"""Work behind the scenes: workers that empty a queue, and jobs that run by the clock on one replica at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.errors import is_outage
from chassis.tables import Base, UtcDateTime

if TYPE_CHECKING:
    from chassis.app import Runtime

log = structlog.get_logger()
RUNS = Counter("job_runs_total", "Runs of background jobs", ["job", "result"])
# A service has a dozen jobs, most of them hourly: asking about each every second is all that an idle service would do.
LOOK_SECONDS = 15.0
TIME = Histogram("job_duration_seconds", "How long a background job took", ["job"])
TURN = Gauge("worker_turn_timestamp_seconds", "When a worker last finished a step", ["worker"])


class JobRun(Base, table=True):
    """When a job last ran, whichever replica ran it."""

    __tablename__ = "job_runs"
    name: str = Field(primary_key=True)
    ran_at: datetime = Field(sa_type=UtcDateTime)


@dataclass(frozen=True)
class Job:
    """`run(db, runtime)` every so often, in its own transaction, by one replica."""

    name: str
    every: timedelta
    run: Callable[[AsyncSession, "Runtime"], Awaitable[object]]


class Worker:
    """Repeats `step` while it says there is more; then sleeps until woken, or `every` seconds at the longest."""

    def __init__(self, name: str, step: Callable[[], Awaitable[bool]], *, every: float = 1.0) -> None:
        self._name, self._step, self._every = name, step, every
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There is something to do now."""
        self._woken.set()

    async def run(self) -> None:
        """Work until cancelled; failures are logged and tried again ever more slowly, up to five seconds."""
        pause = 0.2
        while True:
            self._woken.clear()
            try:
                more = await self._step()
                pause = 0.2
                TURN.labels(self._name).set_to_current_time()
            except Exception as error:
                if is_outage(error) or isinstance(error, TimeoutError):
                    log.warning("worker_waits", worker=self._name, error=type(error).__name__)
                else:
                    log.error("worker_failed", worker=self._name, exc_info=error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 5.0)
                continue
            if not more:
                await self._sleep()

    async def _sleep(self) -> None:
        try:
            await asyncio.wait_for(self._woken.wait(), self._every)
        except TimeoutError:
            return


async def run_if_due(job: Job, runtime: "Runtime") -> bool:
    """Run `job` unless another replica is running it or has just run it; true when it ran."""
    async with runtime.database.transaction() as db:
        lease = func.pg_try_advisory_xact_lock(func.hashtextextended(f"job:{job.name}", 0))
        if not await db.scalar(select(lease)):
            return False
        now = runtime.clock()
        last = await db.scalar(select(col(JobRun.ran_at)).where(col(JobRun.name) == job.name))
        # A run in the future was noted by a clock that was wrong: it must not hold the job back until then.
        if last is not None and now - job.every * 0.9 < last <= now:
            return False
        with TIME.labels(job.name).time():
            await job.run(db, runtime)
        row = insert(JobRun).values(name=job.name, ran_at=now)
        await db.execute(row.on_conflict_do_update(index_elements=["name"], set_={"ran_at": now}))
    RUNS.labels(job.name, "done").inc()
    return True


async def keep_running(job: Job, runtime: "Runtime") -> None:
    """Run `job` by the clock until cancelled; looks more often, since another replica may have died in its turn."""
    seconds = job.every.total_seconds()
    look = min(seconds, max(LOOK_SECONDS, seconds / 20))
    while True:
        try:
            await run_if_due(job, runtime)
        except Exception as error:
            RUNS.labels(job.name, "failed").inc()
            if is_outage(error):
                log.warning("job_waits", job=job.name, error=type(error).__name__)
            else:
                log.error("job_failed", job=job.name, exc_info=error)
        await asyncio.sleep(look)
