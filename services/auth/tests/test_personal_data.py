"""Export and erasure of personal data."""

import asyncio
from typing import Any

import pytest
from auth.accounts.tables import Account
from auth.profile import erasure
from auth.profile.erasure import ERASURES_OVERDUE
from auth.profile.export import EXPORT_PARTS_MISSING
from auth.profile.personal_data import PERSONAL_DATA
from auth.profile.tables import Erasure, ErasureAnswer
from auth.runtime import AuthRuntime, Session
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, EventDelivery, EventReader
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.personal_data import EMAIL, find_erasure_differences, find_unregistered
from chassis.testing.plugin import MovableClock, wait_for
from contracts import services
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from fastapi import FastAPI
from sqlalchemy import select, text
from sqlmodel import col

from services.auth.tests.auth_forms import PASSWORD, build_registration_form, confirm_identity, get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory, SettingsOverride

OTHER_SERVICES = tuple(name for name in services.SERVICES if name != "auth")


def test_every_table_that_names_a_user_is_registered(app: FastAPI) -> None:
    assert find_unregistered("auth", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(runtime: AuthRuntime) -> None:
    user_id = new_id()
    erasure_id = new_id()
    now = runtime.now()
    fields = {"id": user_id, "email": EMAIL, "email_key": EMAIL, "role": "user", "account_status": "active"}

    async def erase() -> None:
        assert await erasure.erase_again(runtime, Erasure(id=erasure_id, account_id=user_id, requested_at=now))

    differences = await find_erasure_differences(
        runtime, PERSONAL_DATA, user_id=user_id, values_of_tables={Account: fields}, erase=erase
    )
    assert differences == []


class TestExport:
    async def test_export_needs_a_confirmation(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        answer = await client.get("/api/auth/me/export", headers=login["headers"])
        assert get_status_and_code(answer) == (403, "confirmation_required")

    async def test_export_gathers_the_part_of_every_service(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        deliver: EventDelivery,
        override_settings: SettingsOverride,
    ) -> None:
        override_settings(export_wait_seconds=HANG_SECONDS)
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        pending_export = asyncio.ensure_future(client.get("/api/auth/me/export", headers=headers))
        [request] = await wait_for(lambda: read_events(ExportRequested))
        for name in OTHER_SERVICES:
            part = {"user_id": account.id, "export_id": request.export_id, "service": name, "data": {"of": name}}
            await deliver(ExportPart(**part))
        body = (await pending_export).json()
        assert body["complete"] is True
        assert body["services"]["content"] == {"of": "content"}
        assert body["services"]["auth"]["account"]["email"] == "anna@example.com"
        assert PASSWORD not in str(body)
        assert "argon2" not in str(body)

    async def test_late_service_is_named_and_its_part_comes_with_the_next_call(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        deliver: EventDelivery,
        override_settings: SettingsOverride,
    ) -> None:
        override_settings(export_wait_seconds=0)
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        first_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (first_export["complete"], first_export["missing"]) == (False, list(OTHER_SERVICES))
        assert all(EXPORT_PARTS_MISSING.labels(name)._value.get() > 0 for name in OTHER_SERVICES)
        for name in OTHER_SERVICES:
            part = {"user_id": account.id, "export_id": first_export["export_id"], "service": name, "data": {}}
            await deliver(ExportPart(**part))
        second_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (second_export["complete"], second_export["export_id"]) == (True, first_export["export_id"])
        assert len(await read_events(ExportRequested)) == 1

    async def test_export_waits_for_a_service_added_later(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        deliver: EventDelivery,
        override_settings: SettingsOverride,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(services, "SERVICES", (*services.SERVICES, "delivery"))
        override_settings(export_wait_seconds=0)
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        first_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        part = {"user_id": account.id, "export_id": first_export["export_id"], "data": {}}
        for name in OTHER_SERVICES:
            await deliver(ExportPart(**part, service=name))
        second_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (second_export["complete"], second_export["missing"]) == (False, ["delivery"])
        await deliver(ExportPart(**part, service="delivery"))
        third_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert (third_export["complete"], third_export["missing"]) == (True, [])

    async def test_part_of_another_user_is_ignored(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        deliver: EventDelivery,
        override_settings: SettingsOverride,
    ) -> None:
        override_settings(export_wait_seconds=0)
        other_account = await member("boris@example.com")
        headers = await confirm_identity(client, await log_in(await member()))
        first_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        part = {
            "user_id": other_account.id,
            "export_id": first_export["export_id"],
            "service": "content",
            "data": {"x": 1},
        }
        await deliver(ExportPart(**part))
        second_export = (await client.get("/api/auth/me/export", headers=headers)).json()
        assert "content" in second_export["missing"]


class TestErasure:
    async def test_account_is_erased_and_the_other_services_are_asked_to_erase(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        runtime: AuthRuntime,
        db: Session,
    ) -> None:
        account = await member()
        login = await log_in(account)
        answer = await client.request("DELETE", "/api/auth/me", json={"password": PASSWORD}, headers=login["headers"])
        assert answer.status_code == 200, answer.text
        [event] = await read_events(UserErased)
        assert event.user_id == account.id
        assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401
        form = {"email": "anna@example.com", "password": PASSWORD}
        assert (await client.post("/api/auth/login", json=form)).status_code == 401
        await wait_for(lambda: runtime.identity.accounts.get(str(account.id)))
        for table in ("accounts", "login_sessions", "code_challenges", "registrations", "consents"):
            rows = (await db.execute(text(f"SELECT * FROM {table}"))).all()  # noqa: S608
            assert "anna@example.com" not in str(rows), table
            assert "Орлова" not in str(rows), table
        assert (await client.post("/api/auth/register", json=build_registration_form())).status_code == 201

    async def test_erasure_needs_a_password_or_a_confirmation(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        assert get_status_and_code(await client.delete("/api/auth/me", headers=login["headers"])) == (
            403,
            "confirmation_required",
        )
        refusal = await client.request("DELETE", "/api/auth/me", json={"password": "no"}, headers=login["headers"])
        assert get_status_and_code(refusal) == (400, "invalid_password")
        headers = await confirm_identity(client, login)
        assert (await client.delete("/api/auth/me", headers=headers)).status_code == 200

    async def test_last_administrator_cannot_be_erased(self, client: ApiClient, admin: dict[str, Any]) -> None:
        headers = await confirm_identity(client, admin)
        assert get_status_and_code(await client.delete("/api/auth/me", headers=headers)) == (409, "last_admin")

    async def test_erasure_completes_when_all_services_have_answered_and_alerts_otherwise(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
        runtime: AuthRuntime,
        clock: MovableClock,
    ) -> None:
        login = await log_in(await member())
        headers = await confirm_identity(client, login)
        await client.delete("/api/auth/me", headers=headers)
        [event] = await read_events(UserErased)
        for name in OTHER_SERVICES[:-1]:
            await deliver(UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=name))

        async def has_answer_of_auth() -> bool:
            return "auth" in set(await db.scalars(select(col(ErasureAnswer.service))))

        await wait_for(has_answer_of_auth)
        clock.move(hours=1, seconds=1)
        await erasure.report_overdue_erasures(runtime)
        assert ERASURES_OVERDUE._value.get() == 1
        await deliver(UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=OTHER_SERVICES[-1]))
        closed_at = await db.scalar(select(col(Erasure.closed_at)))
        assert closed_at is not None
        await erasure.report_overdue_erasures(runtime)
        assert ERASURES_OVERDUE._value.get() == 0

    async def test_erasure_stays_open_until_a_service_added_later_has_answered(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(services, "SERVICES", (*services.SERVICES, "delivery"))
        headers = await confirm_identity(client, await log_in(await member()))
        await client.delete("/api/auth/me", headers=headers)
        [event] = await read_events(UserErased)
        answer_fields = {"user_id": event.user_id, "erasure_id": event.erasure_id}
        for name in (*OTHER_SERVICES, "auth"):
            await deliver(UserErasedDone(**answer_fields, service=name))
        assert await db.scalar(select(col(Erasure.closed_at))) is None
        await deliver(UserErasedDone(**answer_fields, service="delivery"))
        assert await db.scalar(select(col(Erasure.closed_at))) is not None


async def test_administrators_do_not_find_an_erased_account(
    member: MemberFactory, client: ApiClient, log_in: LogInFunction, admin: dict[str, Any], db: Session
) -> None:
    account = await member()
    headers = await confirm_identity(client, await log_in(account))
    await client.delete("/api/auth/me", headers=headers)
    assert (await db.get_one(Account, account.id)).account_status == "erased"
    answer = await client.get(f"/api/auth/admin/users/{account.id}", headers=admin["headers"])
    assert get_status_and_code(answer) == (404, "not_found")
