"""One replica probes at a time; results wait for the database."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.status import IncidentOpened, IncidentResolved
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import SecretStr
from sqlalchemy.exc import OperationalError
from status.components.health_state import ProbeResult, ProbeRound
from status.components.names import NAMES
from status.components.queries import list_days
from status.probes import checks, probe_loop
from status.probes.checks import run_probes
from status.runtime import Session, StatusRuntime

from services.status.tests.fixture_types import ComponentReader, ProbeRunner
from tests.standins.running import run_app


class Outage:
    """An outage of the service's database."""

    def __init__(self, runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch) -> None:
        self._runtime = runtime
        self._monkeypatch = monkeypatch

    def begin(self) -> None:
        def fail() -> Any:
            raise OperationalError("SELECT", {}, Exception("gone"))

        self._monkeypatch.setattr(self._runtime.database, "transaction", fail)
        self._monkeypatch.setattr(self._runtime.database, "reading", fail)
        self._monkeypatch.setattr(self._runtime.database, "autocommit", fail)

    def end(self) -> None:
        self._monkeypatch.delattr(self._runtime.database, "transaction")
        self._monkeypatch.delattr(self._runtime.database, "reading")
        self._monkeypatch.delattr(self._runtime.database, "autocommit")


@pytest.fixture
def outage(runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch) -> Outage:
    return Outage(runtime, monkeypatch)


class TestClaim:
    async def test_only_one_of_many_replicas_runs_the_probes(self, runtime: StatusRuntime, clock: MovableClock) -> None:
        claims = await asyncio.gather(*(probe_loop.claim_round(runtime) for _ in range(8)))
        assert sum(claims) == 1
        clock.move(seconds=15)
        assert await probe_loop.claim_round(runtime)

    async def test_the_next_round_of_probes_comes_sooner_while_a_component_is_in_doubt(
        self, runtime: StatusRuntime, run_probes: ProbeRunner
    ) -> None:
        await run_probes()
        assert probe_loop.compute_seconds_to_next_round(runtime) == 15
        await run_probes(email="down")
        assert probe_loop.compute_seconds_to_next_round(runtime) == 5
        await run_probes()
        assert probe_loop.compute_seconds_to_next_round(runtime) == 15


class TestWithoutDatabase:
    async def test_without_a_database_the_page_shows_new_results_and_the_history_is_written_later(
        self,
        client: ApiClient,
        run_probes: ProbeRunner,
        read_components: ComponentReader,
        outage: Outage,
        read_events: EventReader,
    ) -> None:
        await run_probes()
        assert (await read_components())["database"]["status"] == "operational"

        outage.begin()
        for _ in range(3):
            await run_probes(database="down", auth="down")
        components = await read_components()
        assert (components["database"]["status"], components["email"]["status"]) == ("down", "operational")
        assert components["database"]["description"] == "Не отвечает: база данных"
        assert len(components["database"]["history"]) == 90

        outage.end()
        # The database is available again, but has no results of the outage yet.
        assert (await read_components())["database"]["status"] == "down"

        await run_probes()
        await run_probes()
        assert (await read_components())["database"]["status"] == "operational"
        [incident] = (await client.get("/api/status/incidents")).json()["data"]
        # The incident was opened and closed at the times of the checks, half a minute apart.
        assert incident["createdAt"] < incident["resolvedAt"]
        assert len(await read_events(IncidentOpened)) == len(await read_events(IncidentResolved)) == 1

    async def test_a_round_of_probes_that_cannot_be_saved_stops_no_other(
        self,
        runtime: StatusRuntime,
        run_probes: ProbeRunner,
        outage: Outage,
        db: Session,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        # The seconds are summed, so the time of the test itself must not count.
        clock.freeze(clock())
        await run_probes()
        outage.begin()
        for _ in range(3):
            await run_probes()
        outage.end()
        [_, refused_round, _] = runtime.local_state.unsaved_rounds
        save_round = probe_loop._save_round

        async def fail(session: Any, probe_round: ProbeRound, *rest: Any) -> None:
            if probe_round.at == refused_round.at:
                raise ValueError("cannot be saved")
            await save_round(session, probe_round, *rest)

        monkeypatch.setattr(probe_loop, "_save_round", fail)
        await run_probes()
        assert not runtime.local_state.unsaved_rounds
        counted_days = await list_days(db, since=clock().date() - timedelta(days=1))
        # The round after the refused one counts for the time of both.
        assert sum(day.seconds for (service, _), day in counted_days.items() if service == "email") == 75

    async def test_rounds_that_two_replicas_save_are_counted_once(
        self, runtime: StatusRuntime, db: Session, clock: MovableClock
    ) -> None:
        results = dict.fromkeys(NAMES, ProbeResult("operational"))
        rounds = [ProbeRound(clock() + timedelta(seconds=15 * number), results) for number in range(4)]
        for batch in (rounds[:3], rounds[1:]):
            async with runtime.database.transaction() as session:
                await probe_loop.save_rounds(session, batch)
        counted_days = await list_days(db, since=clock().date() - timedelta(days=1))
        assert sum(day.seconds for (service, _), day in counted_days.items() if service == "email") == 60


class TestRunProbes:
    async def test_unreachable_services_are_results_and_no_errors(self, runtime: StatusRuntime) -> None:
        results = await run_probes(runtime)
        assert {
            name: sorted(result.failed_parts) for name, result in results.items() if result.status != "operational"
        } == {
            "website": ["gateway"],
            "api": ["gateway"],
            "auth": ["gateway"],
            "storage": ["content"],
            "email": ["mail"],
        }
        assert results["database"].status == "operational"


class TestSignInProbe:
    async def sign_in(self, runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch, status: int) -> ProbeResult:
        """Return the result of the probe if the sign-in answers with this status."""
        gateway = FastAPI()
        gateway.post("/api/auth/login")(lambda: JSONResponse({}, status_code=status))
        with run_app(gateway) as url:
            changes = {"gateway_url": url, "canary_password": SecretStr("a-secret-of-the-canary")}
            monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update=changes))
            return await checks.check_auth(runtime)

    async def test_a_rate_limited_sign_in_is_not_a_failure(
        self, runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert (await self.sign_in(runtime, monkeypatch, 429)).status == "operational"

    async def test_a_refused_password_is_a_failure(
        self, runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(checks.ProbeFailed):
            await self.sign_in(runtime, monkeypatch, 401)
