"""GET /api/status/latency: response times of the probes by five minutes, by hour and by day."""

from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock
from status.components.health_state import ProbeResult
from status.components.latencies import add_latency, find_percentile, list_latencies, purge_latencies, roll_up
from status.response_cache import cache
from status.runtime import StatusRuntime

from services.status.tests.fixture_types import ProbeRunner


async def list_means(runtime: StatusRuntime, service: str) -> list[int]:
    async with runtime.database.reading() as db:
        rows = (await list_latencies(db)).data
    return [point.ms for row in rows if row.id == service for point in row.points]


async def save_checks(runtime: StatusRuntime, clock: MovableClock, *results: ProbeResult) -> None:
    at = clock()
    async with runtime.database.transaction() as db:
        for result in results:
            await add_latency(db, "api", result, at=at)


class TestLatencies:
    async def test_response_times_of_five_minutes_are_one_mean(
        self, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        await save_checks(
            runtime, clock, ProbeResult("operational", latency_ms=10), ProbeResult("degraded", latency_ms=30)
        )
        clock.move(minutes=10)
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=50))
        assert await list_means(runtime, "api") == [20, 50]
        assert await list_means(runtime, "email") == []

    async def test_a_failed_check_has_no_response_time(self, runtime: StatusRuntime, clock: MovableClock) -> None:
        await save_checks(runtime, clock, ProbeResult("down", latency_ms=5000))
        assert await list_means(runtime, "api") == []

    async def test_only_response_times_of_the_last_24_hours_are_shown(
        self, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=10))
        clock.move(minutes=25 * 60)
        assert await list_means(runtime, "api") == []

    async def test_each_round_of_probes_adds_a_response_time(self, client: ApiClient, run_probes: ProbeRunner) -> None:
        await run_probes()
        rows = (await client.get("/api/status/latency")).json()["data"]
        assert [len(row["points"]) for row in rows] == [1] * 6

    async def test_five_minutes_have_median_and_95th_percentile(
        self, client: ApiClient, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        await save_checks(runtime, clock, *(ProbeResult("operational", latency_ms=ms) for ms in [*range(1, 20), 900]))
        [point] = await read_points(client, "24h")
        assert (point["p50"], point["p95"]) == (10, 19)


async def read_points(client: ApiClient, period: str) -> Any:
    cache.drop()
    answer = (await client.get(f"/api/status/latency?period={period}")).json()
    assert answer["period"] == period
    return next(row["points"] for row in answer["data"] if row["id"] == "api")


async def run_jobs(runtime: StatusRuntime) -> None:
    async with runtime.database.transaction() as db:
        await roll_up(db, runtime)
    async with runtime.database.reading() as db:
        await purge_latencies(db, runtime)


class TestRollUp:
    async def test_hours_and_days_of_response_times_keep_percentiles_and_leave_gaps(
        self, client: ApiClient, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        start = (clock() + timedelta(days=1)).replace(hour=22, minute=10, second=0, microsecond=0)
        clock.freeze(start)
        await save_checks(runtime, clock, *(ProbeResult("operational", latency_ms=ms) for ms in (10, 20, 30)))
        clock.move(minutes=10)
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=100))
        # Nothing is measured at 23 hours; the next hour belongs to the next day.
        clock.move(minutes=120)
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=50))

        for _ in range(2):
            await run_jobs(runtime)
        hours = await read_points(client, "7d")
        assert [(point["at"][11:13], point["ms"], point["p50"], point["p95"]) for point in hours] == [
            ("22", 40, 20, 100), ("00", 50, 50, 50),
        ]  # fmt: skip

        days = await read_points(client, "90d")
        assert [(point["p50"], point["p95"]) for point in days] == [(20, 100), (50, 50)]

    async def test_response_times_that_are_saved_late_are_counted(
        self, client: ApiClient, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        clock.freeze((clock() + timedelta(days=1)).replace(hour=12, minute=0, second=0, microsecond=0))
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=10))
        await run_jobs(runtime)
        clock.move(minutes=-5 * 60)
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=90))
        clock.move(minutes=5 * 60)
        await run_jobs(runtime)
        assert [point["p50"] for point in await read_points(client, "7d")] == [90, 10]
        assert [(point["p50"], point["p95"]) for point in await read_points(client, "90d")] == [(10, 90)]

    async def test_a_day_of_response_times_stays_whole_after_its_checks_are_deleted(
        self, client: ApiClient, runtime: StatusRuntime, clock: MovableClock
    ) -> None:
        clock.freeze((clock() + timedelta(days=1)).replace(hour=0, minute=30, second=0, microsecond=0))
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=10))
        clock.move(minutes=23 * 60)
        await save_checks(runtime, clock, ProbeResult("operational", latency_ms=30))
        await run_jobs(runtime)

        for _ in range(5):
            clock.move(minutes=24 * 60)
            await run_jobs(runtime)
        assert [(point["p50"], point["p95"]) for point in await read_points(client, "90d")] == [(10, 30)]

        clock.move(minutes=93 * 24 * 60)
        await run_jobs(runtime)
        assert await read_points(client, "90d") == []

    async def test_an_unknown_period_of_response_times_is_refused(self, client: ApiClient) -> None:
        refusal = await client.get("/api/status/latency?period=1y")
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "period")


@pytest.mark.parametrize(("values", "percent", "result"), [([], 50, None), ([7], 95, 7), ([1, 2], 50, 1)])
def test_percentile_is_the_nearest_rank(values: list[int], percent: int, result: int | None) -> None:
    assert find_percentile(values, percent) == result
