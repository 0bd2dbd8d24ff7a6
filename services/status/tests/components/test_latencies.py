"""GET /api/status/latency: response times of the probes, in steps of five minutes."""

from typing import Any

from status.components.health_state import ProbeResult
from status.components.latencies import count_latency, list_latencies


async def points_of(runtime: Any, service: str) -> list[int]:
    async with runtime.database.reading() as db:
        rows = (await list_latencies(db)).data
    return [point.ms for row in rows if row.id == service for point in row.points]


async def count(runtime: Any, clock: Any, *results: ProbeResult) -> None:
    async with runtime.database.transaction() as db:
        for result in results:
            await count_latency(db, "api", result, at=clock())


class TestLatencies:
    async def test_checks_of_five_minutes_are_one_mean(self, runtime: Any, clock: Any) -> None:
        await count(runtime, clock, ProbeResult("operational", latency_ms=10), ProbeResult("degraded", latency_ms=30))
        clock.move(minutes=10)
        await count(runtime, clock, ProbeResult("operational", latency_ms=50))
        assert await points_of(runtime, "api") == [20, 50]
        assert await points_of(runtime, "email") == []

    async def test_a_failed_check_has_no_response_time(self, runtime: Any, clock: Any) -> None:
        await count(runtime, clock, ProbeResult("down", latency_ms=5000))
        assert await points_of(runtime, "api") == []

    async def test_only_the_last_24_hours_are_shown(self, runtime: Any, clock: Any) -> None:
        await count(runtime, clock, ProbeResult("operational", latency_ms=10))
        clock.move(minutes=25 * 60)
        assert await points_of(runtime, "api") == []

    async def test_each_round_of_probes_is_counted(self, client: Any, run_probes: Any) -> None:
        await run_probes()
        rows = (await client.get("/api/status/latency")).json()["data"]
        assert [len(row["points"]) for row in rows] == [1] * 6
