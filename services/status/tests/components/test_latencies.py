"""GET /api/status/latency: response times of the probes, in steps of five minutes."""

from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock
from status.components.health_state import ProbeResult
from status.components.latencies import count_latency, list_latencies
from status.runtime import StatusRuntime

from services.status.tests.fixture_types import RunProbes


async def points_of(runtime: StatusRuntime, service: str) -> list[int]:
    async with runtime.database.reading() as db:
        rows = (await list_latencies(db)).data
    return [point.ms for row in rows if row.id == service for point in row.points]


async def count(runtime: StatusRuntime, clock: MovableClock, *results: ProbeResult) -> None:
    async with runtime.database.transaction() as db:
        for result in results:
            await count_latency(db, "api", result, at=clock())


class TestLatencies:
    async def test_checks_of_five_minutes_are_one_mean(self, runtime: StatusRuntime, clock: MovableClock) -> None:
        await count(runtime, clock, ProbeResult("operational", latency_ms=10), ProbeResult("degraded", latency_ms=30))
        clock.move(minutes=10)
        await count(runtime, clock, ProbeResult("operational", latency_ms=50))
        assert await points_of(runtime, "api") == [20, 50]
        assert await points_of(runtime, "email") == []

    async def test_a_failed_check_has_no_response_time(self, runtime: StatusRuntime, clock: MovableClock) -> None:
        await count(runtime, clock, ProbeResult("down", latency_ms=5000))
        assert await points_of(runtime, "api") == []

    async def test_only_the_last_24_hours_are_shown(self, runtime: StatusRuntime, clock: MovableClock) -> None:
        await count(runtime, clock, ProbeResult("operational", latency_ms=10))
        clock.move(minutes=25 * 60)
        assert await points_of(runtime, "api") == []

    async def test_each_round_of_probes_is_counted(self, client: ApiClient, run_probes: RunProbes) -> None:
        await run_probes()
        rows = (await client.get("/api/status/latency")).json()["data"]
        assert [len(row["points"]) for row in rows] == [1] * 6
