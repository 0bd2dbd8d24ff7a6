"""Jobs run once in their interval, and a clock that was wrong does not delay them."""

import asyncio
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.outbox import OutboxEvent
from chassis.jobs import Job, _find_due, run_if_due, run_jobs
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plans import record_statements
from chassis.testing.plugin import MovableClock, wait_for
from chassis.workers import Worker
from prometheus_client import REGISTRY
from sample.notes.events import NoteWritten
from sqlalchemy import func, select, text
from sqlmodel import col

# State of a job's connection, and of the connection that holds its lock. The last column says whether the second
# connection has no snapshot.
SELECT_STATES = text("""
    SELECT job.state, lock.state, lock.backend_xmin IS NULL
    FROM pg_stat_activity job, pg_locks JOIN pg_stat_activity lock USING (pid)
    WHERE job.pid = :pid AND locktype = 'advisory' AND lock.datname = current_database()
      AND (classid::bigint << 32) | objid::bigint = hashtextextended('job:test.call', 0)
""")


class TestRunIfDue:
    async def test_a_job_runs_once_in_its_interval(self, runtime: AnyRuntime, clock: MovableClock) -> None:
        runs: list[int] = []

        async def record_run(db: AnySession, runtime: AnyRuntime) -> None:
            runs.append(1)

        job = Job("test.note", timedelta(minutes=5), record_run)
        assert await run_if_due(job, runtime)
        assert not await run_if_due(job, runtime)
        clock.move(minutes=5)
        assert await run_if_due(job, runtime)
        assert len(runs) == 2

    async def test_a_run_recorded_in_the_future_delays_nothing(self, runtime: AnyRuntime, clock: MovableClock) -> None:
        async def do_nothing(db: AnySession, runtime: AnyRuntime) -> None: ...

        job = Job("test.nothing", timedelta(hours=1), do_nothing)
        clock.move(days=3)
        assert await run_if_due(job, runtime)
        clock.move(days=-3)
        assert await run_if_due(job, runtime)
        assert not await run_if_due(job, runtime)


class TestRunJobs:
    async def test_each_due_job_runs_and_one_failure_stops_no_other(self, runtime: AnyRuntime) -> None:
        has_run = asyncio.Event()
        has_failed = asyncio.Event()

        async def fail(db: AnySession, runtime: AnyRuntime) -> None:
            has_failed.set()
            raise RuntimeError("broken")

        async def record_run(db: AnySession, runtime: AnyRuntime) -> None:
            has_run.set()

        jobs = [Job("test.broken", timedelta(hours=1), fail), Job("test.well", timedelta(hours=1), record_run)]
        jobs_task = asyncio.create_task(run_jobs(jobs, runtime))
        async with asyncio.timeout(HANG_SECONDS):
            await has_run.wait()
            await has_failed.wait()
        jobs_task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await jobs_task

    async def test_a_job_that_is_not_due_takes_no_lock(self, runtime: AnyRuntime) -> None:
        """Most polls find no due job: a poll costs one query for all jobs, not a transaction for each."""
        runs: list[str] = []

        def make_recording_job(name: str) -> Job[AnyRuntime]:
            async def record_run(db: AnySession, runtime: AnyRuntime) -> None:
                runs.append(name)

            return Job(name, timedelta(seconds=0.2) if name == "test.often" else timedelta(hours=1), record_run)

        jobs = [make_recording_job("test.often"), *(make_recording_job(f"test.rarely.{number}") for number in range(5))]
        with record_statements(runtime) as recorded_statements:
            jobs_task = asyncio.create_task(run_jobs(jobs, runtime))
            await wait_for(lambda: runs.count("test.often") >= 5)
            jobs_task.cancel()
        locks = [statement for statement, _ in recorded_statements if "pg_try_advisory_xact_lock" in statement]
        often_count = runs.count("test.often")
        assert len(runs) == often_count + 5
        # The last run may have been cancelled after its lock.
        assert len(locks) in {len(runs), len(runs) + 1}

    async def test_failures_are_counted_until_any_replica_succeeds(self, runtime: AnyRuntime) -> None:
        is_broken = True

        async def purge(db: AnySession, runtime: AnyRuntime) -> None:
            if is_broken:
                raise RuntimeError("broken")

        def count_failures() -> float | None:
            return REGISTRY.get_sample_value("job_failures_in_row", {"job": job.name})

        job = Job("test.fails_in_row", timedelta(seconds=0.2), purge)
        daily_job = Job(job.name, timedelta(days=1), purge)
        jobs_task = asyncio.create_task(run_jobs([job], runtime))
        await wait_for(lambda: (count_failures() or 0) >= 2)
        jobs_task.cancel()
        is_broken = False
        # This call stands for another replica, whose run succeeds.
        assert await run_if_due(daily_job, runtime)
        assert (count_failures() or 0) >= 2
        assert await _find_due([daily_job], runtime) == []
        assert count_failures() == 0


class TestJobWithNetwork:
    async def test_a_job_with_autocommit_runs_on_one_replica_and_in_no_transaction(
        self, runtime: AnyRuntime, clock: MovableClock
    ) -> None:
        states: list[Any] = []

        async def call(db: AnySession, _: Any) -> None:
            connection = await db.scalar(select(func.pg_backend_pid()))
            async with runtime.database.reading() as reader:
                states.append((await reader.execute(SELECT_STATES, {"pid": connection})).one())
            assert not await run_if_due(job, runtime)

        job = Job("test.call", timedelta(minutes=5), call, autocommit=True)
        assert await run_if_due(job, runtime)
        assert not await run_if_due(job, runtime)
        clock.move(minutes=5)
        assert await run_if_due(job, runtime)
        # A separate transaction holds the lock. It has no snapshot, which would block VACUUM. A connection between two
        # transactions holds nothing, so PgBouncer may give it to others.
        assert states == [("idle", "idle in transaction", True)] * 2

    async def test_a_failed_run_is_repeated_at_once(self, runtime: AnyRuntime) -> None:
        failures = [RuntimeError("away")]

        async def call(db: AnySession, _: Any) -> None:
            if failures:
                raise failures.pop()

        job = Job("test.fails_once", timedelta(minutes=5), call, autocommit=True)
        with pytest.raises(RuntimeError, match="away"):
            await run_if_due(job, runtime)
        assert await run_if_due(job, runtime)


class TestStop:
    @pytest.mark.parametrize("loop_turns", range(5))
    async def test_a_worker_that_is_notified_during_its_cancellation_ends(
        self, runtime: AnyRuntime, loop_turns: int
    ) -> None:
        """In this case asyncio.wait_for of Python 3.11 returns and loses the cancellation, so the worker would never
        end.
        """

        has_looked = asyncio.Event()

        async def find_nothing() -> bool:
            has_looked.set()
            return False

        ending_runtime = AnyRuntime("ending", runtime.settings)
        ended_workers = list[Worker]()
        await ending_runtime.bus.start()
        worker = Worker("ending", find_nothing, every=3600)

        async def run() -> None:
            try:
                await worker.run()
            finally:
                ended_workers.append(worker)

        ending_runtime.run_in_background(run())
        await has_looked.wait()
        # The worker begins to wait for a notification.
        await asyncio.sleep(0)
        worker.notify()
        for _ in range(loop_turns):
            await asyncio.sleep(0)
        await asyncio.wait_for(ending_runtime.stop(), HANG_SECONDS)
        assert ended_workers == [worker]


def parse_trace_id(body: bytes) -> str:
    """Return the trace id of a recorded event. Its `traceparent` is `version-trace-span-flags` (W3C Trace Context)."""
    _, trace_id, _, _ = json.loads(body)["traceparent"].split("-")
    return str(trace_id)


async def test_events_of_a_job_have_a_trace_of_their_own(runtime: AnyRuntime) -> None:
    """A job belongs to no request. Without a trace its events could not be followed through the services."""

    async def record_two_events(db: AnySession, _: Any) -> None:
        await outbox.record(db, NoteWritten(note_id=new_id(), text="a"))
        await outbox.record(db, NoteWritten(note_id=new_id(), text="b"))

    async def run_and_list_traces(name: str) -> list[str]:
        assert await run_if_due(Job(name, timedelta(hours=1), record_two_events), runtime)
        async with runtime.database.reading() as db:
            bodies = list(await db.scalars(select(col(OutboxEvent.body)).order_by(col(OutboxEvent.position))))
        return [parse_trace_id(body) for body in bodies]

    first_traces = await run_and_list_traces("test.first")
    assert (len(first_traces), len(set(first_traces))) == (2, 1)
    assert len(set(await run_and_list_traces("test.second"))) == 2


async def test_an_event_recorded_outside_any_request_carries_a_trace(runtime: AnyRuntime) -> None:
    async with runtime.database.transaction() as db:
        await outbox.record(db, NoteWritten(note_id=new_id(), text="a"))
        body = (await db.scalars(select(col(OutboxEvent.body)))).one()
    assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]", json.loads(body)["traceparent"])


async def test_a_daily_job_that_fails_is_overdue_until_it_has_run(runtime: AnyRuntime, clock: MovableClock) -> None:
    is_broken = False

    async def purge(db: AnySession, _: Any) -> None:
        if is_broken:
            raise RuntimeError("broken")

    def read_overdue_seconds() -> float | None:
        return REGISTRY.get_sample_value("job_overdue_seconds", {"job": job.name})

    job = Job("test.daily", timedelta(days=1), purge)
    assert await run_if_due(job, runtime)
    clock.move(hours=28)
    is_broken = True
    with pytest.raises(RuntimeError):
        await run_if_due(job, runtime)
    assert read_overdue_seconds() == pytest.approx(4 * 3600, abs=60)
    is_broken = False
    assert await run_if_due(job, runtime)
    assert not await run_if_due(job, runtime)
    assert read_overdue_seconds() == 0
