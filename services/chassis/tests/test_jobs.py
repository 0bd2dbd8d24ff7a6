"""Work by the clock: once in its time, and never held back by a clock that was wrong."""

from datetime import timedelta
from typing import Any

from chassis.jobs import Job, run_if_due


class TestRunIfDue:
    async def test_runs_once_in_its_time(self, runtime: Any, clock: Any) -> None:
        runs: list[int] = []

        async def note(db: Any, runtime: Any) -> None:
            runs.append(1)

        job = Job("test.note", timedelta(minutes=5), note)
        assert await run_if_due(job, runtime)
        assert not await run_if_due(job, runtime)
        clock.move(minutes=5)
        assert await run_if_due(job, runtime)
        assert len(runs) == 2

    async def test_a_run_noted_in_the_future_holds_nothing_back(self, runtime: Any, clock: Any) -> None:
        async def nothing(db: Any, runtime: Any) -> None: ...

        job = Job("test.nothing", timedelta(hours=1), nothing)
        clock.move(days=3)
        assert await run_if_due(job, runtime)
        clock.move(days=-3)
        assert await run_if_due(job, runtime)
        assert not await run_if_due(job, runtime)
