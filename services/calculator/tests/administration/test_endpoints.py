"""Administration: policy, preview, audit, and how a change reaches every replica."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from calculator.jobs import JOBS
from calculator.policy.policy import Policy
from calculator.policy.service import get_policy, make_policy, refresh_policy, set_policy
from calculator.policy.tables import PolicyRow
from calculator.runtime import CalculatorRuntime
from chassis.jobs import run_if_due
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plans import count_open_transactions_on
from chassis.testing.plugin import MovableClock, wait_for
from contracts.calculator import SettingsChanged
from sqlalchemy import text

from services.calculator.tests.conftest import Bank

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/admin/settings"
HISTORY_URL = "/api/calculator/rates/history"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 9, tzinfo=UTC))


@pytest.fixture
def admin(build_auth_headers: AuthHeadersBuilder) -> dict[str, str]:
    headers: dict[str, str] = build_auth_headers(role="admin")
    return headers


async def calculate(client: ApiClient) -> dict[str, Any]:
    body: dict[str, Any] = (await client.post("/api/calculator/calculate", json=build_calculation_request())).json()
    return body


class TestAccess:
    @pytest.mark.parametrize("path", ["settings", "audit"])
    async def test_only_administrators_read_the_policy_and_the_audit_log(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, path: str
    ) -> None:
        url = f"/api/calculator/admin/{path}"
        assert (await client.get(url)).status_code == 401
        for role in ("user", "staff"):
            assert (await client.get(url, headers=build_auth_headers(role=role))).status_code == 403

    async def test_only_administrators_change_or_preview_the_policy(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        body = {"defaultEdition": "ru-2026-01"}
        for url, method in ((URL, "PUT"), ("/api/calculator/admin/preview", "POST")):
            assert (await client.request(method, url, json=body)).status_code == 401
            answer = await client.request(method, url, json=body, headers=build_auth_headers())
            assert answer.status_code == 403


class TestChange:
    async def test_changed_default_edition_is_used_and_announced(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        answer = await client.put(URL, json={"defaultEdition": "ru-2026-01"}, headers=admin)
        assert answer.status_code == 200
        assert answer.json()["settings"]["defaultEdition"] == "ru-2026-01"
        assert (await calculate(client))["edition"] == "ru-2026-01"
        (event,) = await read_events(SettingsChanged)
        assert event.default_edition == "ru-2026-01"
        assert (event.rate_source, event.rate_value, event.reason) == ("fixed", Decimal("93.3508"), "settings")

    async def test_manual_rate_is_used_until_the_source_changes_back(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        body = {"euroRateSource": "manual", "manualRate": 100, "manualDate": "2026-11-19"}
        answer = await client.put(URL, json=body, headers=admin)
        assert answer.json()["eurRate"] == {"value": 100.0, "date": "2026-11-19", "source": "manual"}
        assert (await calculate(client))["customsDuty"] == 540_000
        answer_with_fixed_rate = await client.put(URL, json={"euroRateSource": "fixed"}, headers=admin)
        assert answer_with_fixed_rate.json()["eurRate"]["value"] == 93.3508

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"defaultEdition": "ru-2030-01"}, "defaultEdition"),
            ({"defaultEdition": "ru-2027-01"}, "defaultEdition"),
            ({"euroRateSource": "manual"}, "manualRate"),
            ({"euroRateSource": "stars"}, "euroRateSource"),
            ({"manualRate": 0}, "manualRate"),
            ({"manualRate": "100"}, "manualRate"),
            ({"manualRate": 100.12345}, "manualRate"),
            ({"manualDate": "вчера"}, "manualDate"),
        ],
    )
    async def test_a_refused_change_of_the_policy_names_its_field(
        self, client: ApiClient, admin: dict[str, str], body: Any, field: str
    ) -> None:
        answer = await client.put(URL, json=body, headers=admin)
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == [field]

    async def test_a_change_of_the_policy_with_a_stale_version_gets_409(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        first_answer = await client.put(URL, json={"defaultEdition": "ru-2026-01", "version": 0}, headers=admin)
        assert first_answer.json()["settings"]["version"] == 1
        second_answer = await client.put(URL, json={"defaultEdition": "ru-2025-01", "version": 0}, headers=admin)
        assert (second_answer.status_code, second_answer.json()["code"]) == (409, "stale_version")

    async def test_a_change_of_the_policy_leaves_an_audit_entry(self, client: ApiClient, admin: dict[str, str]) -> None:
        await client.put(URL, json={"defaultEdition": "ru-2026-01"}, headers=admin)
        await client.put(URL, json={"defaultEdition": "ru-2025-12"}, headers=admin)
        audit = (await client.get("/api/calculator/admin/audit?limit=1", headers=admin)).json()
        assert audit["total"] == 2
        (latest_entry,) = audit["items"]
        assert latest_entry["before"]["defaultEdition"] == "ru-2026-01"
        assert latest_entry["after"]["defaultEdition"] == "ru-2025-12"
        assert latest_entry["changed_by_name"] == "Анна Орлова"

    async def test_another_replica_applies_a_change_of_the_policy(
        self, client: ApiClient, admin: dict[str, str], runtime: CalculatorRuntime
    ) -> None:
        await client.put(URL, json={"defaultEdition": "ru-2026-01"}, headers=admin)
        # The policy in memory is reset: only the event or the regular refresh can apply the change again.
        runtime.policy = Policy()
        await wait_for(lambda: runtime.policy and runtime.policy.default_edition == "ru-2026-01")

    @pytest.mark.usefixtures("default_policy")
    async def test_a_policy_that_was_read_before_a_change_does_not_replace_the_change(
        self, runtime: CalculatorRuntime
    ) -> None:
        row = PolicyRow(default_edition="ru-2026-01", rate_source="fixed", version=1, updated_at=runtime.now())

        async def are_both_readings_waiting() -> bool:
            """Return True while this test's reading and the worker's reading have the policy and wait for the rates."""
            select_waiting_count = text(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'euro_rates'::regclass"
            )
            async with runtime.database.reading() as db:
                return await db.scalar(select_waiting_count) == 2

        async with runtime.database.transaction() as lock_session:
            await lock_session.execute(text("LOCK TABLE euro_rates IN ACCESS EXCLUSIVE MODE"))
            reading_task = asyncio.create_task(refresh_policy(runtime))
            await wait_for(are_both_readings_waiting)
            async with runtime.database.transaction() as change_session:
                change_session.add(row)
                change_session.after_commit(set_policy, runtime, make_policy(row, ()))
        await reading_task
        assert get_policy(runtime).default_edition == "ru-2026-01"

    @pytest.mark.usefixtures("default_policy")
    async def test_an_earlier_change_of_the_policy_does_not_replace_a_later_one(
        self, runtime: CalculatorRuntime
    ) -> None:
        for version, edition in ((2, "ru-2026-01"), (1, "ru-2025-01")):
            set_policy(runtime, Policy(default_edition=edition, version=version))
        assert get_policy(runtime).default_edition == "ru-2026-01"


async def run_job(runtime: CalculatorRuntime, name: str = "calculator.bank_rate") -> None:
    (job,) = [job for job in JOBS if job.name == name]
    assert await run_if_due(replace(job, every=timedelta(0)), runtime)


class TestBankRate:
    async def test_no_transaction_is_open_while_the_bank_answers(
        self, client: ApiClient, admin: dict[str, str], bank: Bank, clock: MovableClock, runtime: CalculatorRuntime
    ) -> None:
        transaction_counts: list[int] = []
        loop = asyncio.get_running_loop()

        def count_open_transactions() -> None:
            # The bank's server runs in a thread of its own.
            for table in ("policy", "euro_rates"):
                pending_count = asyncio.run_coroutine_threadsafe(count_open_transactions_on(runtime, table), loop)
                transaction_counts.append(pending_count.result(HANG_SECONDS))

        bank.before_answer = count_open_transactions
        bank.set_quotes("20.11.2026", "95,1234")
        assert (await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)).status_code == 200
        clock.move(days=1)
        bank.set_quotes("21.11.2026", "96,0001")
        await run_job(runtime)
        assert bank.requested_days == ["20/11/2026", "21/11/2026"]
        assert transaction_counts == [0, 0, 0, 0]

    async def test_the_banks_rate_is_requested_as_soon_as_the_bank_is_the_source(
        self, client: ApiClient, admin: dict[str, str], bank: Bank
    ) -> None:
        bank.set_quotes("20.11.2026", "95,1234")
        answer = await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)
        assert answer.json()["eurRate"] == {"value": 95.1234, "date": "2026-11-20", "source": "central_bank"}
        assert bank.requested_days == ["20/11/2026"]
        body = await calculate(client)
        assert body["eurRate"]["value"] == 95.1234
        assert not {"rate_fixed", "rate_stale"} & {warning["code"] for warning in body["warnings"]}
        rates = (await client.get("/api/calculator/rates")).json()
        assert rates["bank"] == [{"day": "2026-11-20", "date": "2026-11-20", "value": 95.1234}]

    async def test_an_outage_of_the_bank_keeps_its_last_rate_for_a_week(
        self, client: ApiClient, admin: dict[str, str], bank: Bank, clock: MovableClock, runtime: CalculatorRuntime
    ) -> None:
        bank.set_quotes("20.11.2026", "95,1234")
        await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)
        bank.status = 503
        clock.move(days=3)
        await run_job(runtime)
        rates = (await client.get("/api/calculator/rates")).json()
        assert (rates["eurRate"]["value"], rates["warning"]) == (95.1234, "rate_stale")
        clock.move(days=5)
        rates = (await client.get("/api/calculator/rates")).json()
        assert (rates["eurRate"]["value"], rates["warning"]) == (93.3508, "rate_fixed")
        assert rates["source"] == "central_bank"

    async def test_the_job_publishes_a_new_rate_once(
        self,
        client: ApiClient,
        admin: dict[str, str],
        bank: Bank,
        clock: MovableClock,
        runtime: CalculatorRuntime,
        read_events: EventReader,
    ) -> None:
        bank.set_quotes("20.11.2026", "95,1234")
        await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)
        bank.set_quotes("21.11.2026", "96,0001")
        clock.move(days=1)
        for _ in range(2):
            await run_job(runtime)
        events = await read_events(SettingsChanged)
        assert [(event.reason, event.rate_value) for event in events] == [
            ("settings", Decimal("95.1234")),
            ("rate", Decimal("96.0001")),
        ]
        assert bank.requested_days == ["20/11/2026", "21/11/2026"]

    async def test_the_bank_is_called_only_if_it_is_the_source(self, runtime: CalculatorRuntime, bank: Bank) -> None:
        await run_job(runtime)
        assert bank.requested_days == []


class TestRateHistory:
    async def fetch(self, client: ApiClient, runtime: CalculatorRuntime) -> list[dict[str, Any]]:
        await run_job(runtime, "calculator.rate_history")
        await refresh_policy(runtime)
        rates: list[dict[str, Any]] = (await client.get(HISTORY_URL)).json()["rates"]
        return rates

    async def test_rates_of_twelve_months_are_kept_whatever_rate_is_in_use(
        self, client: ApiClient, bank: Bank, runtime: CalculatorRuntime
    ) -> None:
        bank.set_history({"20.11.2025": "93,1", "19.11.2026": "95,4321", "20.11.2026": "95,1234"})
        assert await self.fetch(client, runtime) == [
            {"date": "2025-11-20", "value": 93.1},
            {"date": "2026-11-19", "value": 95.4321},
            {"date": "2026-11-20", "value": 95.1234},
        ]
        assert bank.requested_periods == [("20/11/2025", "20/11/2026")]
        assert (await calculate(client))["eurRate"]["value"] == 93.3508

    async def test_todays_rate_is_published_although_the_history_was_fetched_before(
        self,
        client: ApiClient,
        admin: dict[str, str],
        bank: Bank,
        clock: MovableClock,
        runtime: CalculatorRuntime,
        read_events: EventReader,
    ) -> None:
        bank.set_quotes("20.11.2026", "95,1234")
        await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)
        clock.move(days=1)
        bank.set_history({"20.11.2026": "95,1234"})
        await run_job(runtime, "calculator.rate_history")
        assert bank.requested_periods == [("21/11/2025", "20/11/2026")]
        bank.set_quotes("21.11.2026", "96,0001")
        await run_job(runtime)
        assert (await read_events(SettingsChanged))[-1].rate_value == Decimal("96.0001")

    async def test_the_history_does_not_repeat_a_rate_on_a_weekend(
        self, client: ApiClient, admin: dict[str, str], bank: Bank, clock: MovableClock, runtime: CalculatorRuntime
    ) -> None:
        clock.move(days=2)
        bank.set_quotes("21.11.2026", "95,5")
        await client.put(URL, json={"euroRateSource": "central_bank"}, headers=admin)
        bank.set_history({"20.11.2026": "95,1234", "21.11.2026": "95,5"})
        assert [rate["date"] for rate in await self.fetch(client, runtime)] == ["2026-11-20", "2026-11-21"]

    @pytest.mark.parametrize("status", [200, 503])
    async def test_a_bank_that_does_not_answer_leaves_the_history_as_it_was(
        self, client: ApiClient, bank: Bank, runtime: CalculatorRuntime, status: int
    ) -> None:
        bank.set_history({"19.11.2026": "95,4321"})
        earlier_rates = await self.fetch(client, runtime)
        bank.set_history({"20.11.2026": "дорого"})
        bank.status = status
        assert await self.fetch(client, runtime) == earlier_rates


class TestPreview:
    async def test_a_preview_shows_sample_cars_and_changes_nothing(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        body = {"defaultEdition": "ru-2026-01"}
        answer = (await client.post("/api/calculator/admin/preview", json=body, headers=admin)).json()
        assert (answer["before"], answer["after"]) == ("ru-2025-01", "ru-2026-01")
        samples_by_title = {sample["title"]: sample for sample in answer["samples"]}
        sample = samples_by_title["Физическое лицо, 2,0 л, 4 года, 249 л. с."]
        assert sample["before"]["totalCustoms"] == 525_818
        assert sample["after"]["totalCustoms"] == 2_200_159
        assert sample["difference"] == 1_674_341
        assert (await calculate(client))["edition"] == "ru-2025-01"

    async def test_a_preview_uses_the_requested_rate(self, client: ApiClient, admin: dict[str, str]) -> None:
        body = {"defaultEdition": "ru-2025-01", "euroRate": 100}
        answer = (await client.post("/api/calculator/admin/preview", json=body, headers=admin)).json()
        first_sample = answer["samples"][0]
        assert first_sample["after"]["customsDuty"] == 540_000

    async def test_a_preview_of_an_unknown_edition_gets_422(self, client: ApiClient, admin: dict[str, str]) -> None:
        body = {"defaultEdition": "ru-1999-01"}
        answer = await client.post("/api/calculator/admin/preview", json=body, headers=admin)
        assert answer.status_code == 422


class TestPublicRoutes:
    async def test_editions_are_listed_with_state_and_sources(self, client: ApiClient) -> None:
        body = (await client.get("/api/calculator/editions")).json()
        assert (body["default"], body["current"]) == ("ru-2025-01", "ru-2026-01")
        states = {edition["id"]: edition["state"] for edition in body["editions"]}
        assert states == {
            "ru-2024-01": "ended",
            "ru-2024-10": "ended",
            "ru-2025-01": "ended",
            "ru-2025-12": "ended",
            "ru-2026-01": "in_force",
            "ru-2027-01": "prepared",
        }
        assert all(edition["sources"] and edition["fingerprint"] for edition in body["editions"])

    async def test_current_rate_is_shown_with_its_source(self, client: ApiClient) -> None:
        body = (await client.get("/api/calculator/rates")).json()
        assert body["eurRate"] == {"value": 93.3508, "date": "2026-11-20", "source": "fixed"}
        assert (body["source"], body["warning"]) == ("fixed", "rate_fixed")
