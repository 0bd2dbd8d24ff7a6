"""GET /api/status/services, /summary, /version, /health and what a round of probes changes."""

from collections.abc import Callable
from typing import Any

import pytest
from contracts.status import IncidentOpened, IncidentResolved, ServiceChanged
from status.probes import rounds
from status.probes.journeys import Finding

IDS = ["website", "api", "database", "auth", "storage", "email"]


@pytest.fixture
def look(runtime: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run one round in which the named services are found broken."""

    async def round_with(**broken: str) -> None:
        async def found(_: Any) -> Any:
            return {id: Finding(broken.get(id, "operational"), "", 5) for id in IDS}  # type: ignore[arg-type]

        monkeypatch.setattr(rounds, "look_around", found)
        async with runtime.database.transaction() as db:
            await rounds.probe_round(db, runtime)

    return round_with


async def rows(client: Any) -> dict[str, Any]:
    from chassis.http import CachedBytes

    for cache in list(CachedBytes.everywhere):
        cache.drop()
    return {row["id"]: row for row in (await client.get("/api/status/services")).json()["data"]}


class TestListServices:
    async def test_before_any_check_nothing_is_green(self, client: Any) -> None:
        found = await rows(client)
        assert list(found) == IDS
        assert {row["status"] for row in found.values()} == {"unknown"}
        assert len(found["website"]["history"]) == 90
        assert found["website"]["name"] == "Сайт"

    async def test_three_failures_show_and_two_successes_heal(self, client: Any, look: Any, recorded: Any) -> None:
        await look()
        for _ in range(3):
            await look(storage="down")
        found = await rows(client)
        assert (found["storage"]["status"], found["website"]["status"]) == ("down", "operational")
        assert found["storage"]["uptime"] == 75.0
        await look()
        await look()
        assert (await rows(client))["storage"]["status"] == "operational"
        changes = [(fact.old, fact.new) for fact in await recorded(ServiceChanged) if fact.service == "storage"]
        assert changes == [("unknown", "operational"), ("operational", "down"), ("down", "operational")]

    async def test_old_data_is_unknown(self, client: Any, look: Any, clock: Any) -> None:
        await look()
        clock.move(seconds=181)
        assert (await rows(client))["api"]["status"] == "unknown"


class TestAutomaticIncident:
    async def test_one_cause_is_one_incident_that_closes_itself(self, client: Any, look: Any, recorded: Any) -> None:
        await look()
        for _ in range(3):
            await look(database="down")
        for _ in range(3):
            await look(database="down", auth="down")
        [incident] = (await client.get("/api/status/incidents")).json()["data"]
        assert incident["severity"] == "critical"
        assert incident["affectedServices"] == ["database", "auth"]
        await look()
        await look()
        [incident] = (await client.get("/api/status/incidents")).json()["data"]
        assert incident["status"] == "resolved"
        assert len(await recorded(IncidentOpened)) == len(await recorded(IncidentResolved)) == 1

    async def test_planned_work_excuses_but_shows(self, client: Any, look: Any, signed_in: Any, clock: Any) -> None:
        now = clock()
        work = {
            "title": "Обновление базы",
            "scheduledStart": now.isoformat(),
            "scheduledEnd": now.replace(year=now.year + 1).isoformat(),
            "affectedServices": ["database"],
        }
        made = await client.post("/api/status/admin/maintenance", json=work, headers=signed_in(role="admin"))
        assert made.status_code == 201
        for _ in range(4):
            await look(database="down")
        assert (await client.get("/api/status/incidents")).json()["data"] == []
        assert (await rows(client))["database"]["status"] == "maintenance"
        [shown] = (await client.get("/api/status/maintenance")).json()["data"]
        assert shown["status"] == "in_progress"


class TestSummary:
    async def test_worst_service_speaks_for_all(self, client: Any, look: Any) -> None:
        await look()
        for _ in range(3):
            await look(email="degraded")
        body = (await client.get("/api/status/summary")).json()
        assert (body["status"], body["openIncidents"]) == ("degraded", 1)


class TestVersionAndHealth:
    async def test_version_is_the_builds(self, client: Any) -> None:
        assert (await client.get("/api/version?1700000000")).json() == {"version": "test-version"}

    async def test_health_names_what_is_missing(self, client: Any) -> None:
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        assert answer.json()["services"]["content"] == "unreachable"


class TestProbes:
    async def test_unreachable_surroundings_are_found_and_not_raised(self, runtime: Any) -> None:
        found = await rounds.look_around(runtime)
        assert found["website"].found == found["api"].found == "down"
        assert found["database"].found == "operational"
