"""Changing, forgetting and resetting a password, and confirming the identity of a session's user."""

import asyncio
from typing import Any, NamedTuple

import pytest
from auth.accounts import hashing
from auth.runtime import AuthRuntime
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock
from contracts.auth import PasswordChanged, SessionRevoked

from services.auth.tests.auth_forms import PASSWORD, build_registration_form, find_code, get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory

NEW_PASSWORD = "Зимний-дирижабль-42"


async def log_in_with(client: ApiClient, password: str, email: str = "anna@example.com") -> int:
    answer = await client.post("/api/auth/login", json={"email": email, "password": password})
    return int(answer.status_code)


async def request_reset(client: ApiClient, email: str = "anna@example.com", **headers: str) -> Any:
    return await client.post("/api/auth/password/forgot", json={"email": email}, headers=headers)


async def reset_password(client: ApiClient, code: str, new_password: str = NEW_PASSWORD) -> Any:
    body = {"email": "anna@example.com", "code": code, "new_password": new_password}
    return await client.post("/api/auth/password/reset", json=body)


class TestChangePassword:
    async def change_password(
        self, client: ApiClient, login: Any, current_password: str = PASSWORD, new_password: str = NEW_PASSWORD
    ) -> Any:
        body = {"current_password": current_password, "new_password": new_password}
        return await client.post("/api/auth/me/password", json=body, headers=login["headers"])

    async def test_new_password_works_and_other_sessions_end(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        mailbox: Mailbox,
    ) -> None:
        account = await member()
        own_login = await log_in(account)
        other_login = await log_in(account)
        assert (await self.change_password(client, own_login)).json() == {"success": True}
        assert (await client.get("/api/auth/me", headers=own_login["headers"])).status_code == 200
        assert (await client.get("/api/auth/me", headers=other_login["headers"])).status_code == 401
        assert [await log_in_with(client, password) for password in (PASSWORD, NEW_PASSWORD)] == [401, 200]
        assert len(await read_events(PasswordChanged)) == len(await read_events(SessionRevoked)) == 1
        assert "password_changed" in [message.kind for message in await mailbox()]

    async def test_wrong_current_password_five_times_locks_the_form(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        for _ in range(5):
            assert get_status_and_code(await self.change_password(client, login, current_password="not this")) == (
                400,
                "invalid_password",
            )
        assert (await self.change_password(client, login)).status_code == 429

    @pytest.mark.parametrize("new_password", ["short", "password123", "anna@example.com", "x" * 129, "Орлова1990"])
    async def test_poor_new_password_is_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, new_password: str
    ) -> None:
        login = await log_in(await member())
        answer = await self.change_password(client, login, new_password=new_password)
        assert get_status_and_code(answer) == (422, "validation_error")
        assert answer.json()["errors"][0]["field"] == "new_password"

    @pytest.mark.parametrize(
        "email", ["buyer-1f3a-77c2.orders_2026@mail-eu.example.com", "petr.sidorov+cars@example.com"]
    )
    @pytest.mark.parametrize(
        "password",
        [
            "{email}",
            "{EMAIL}",
            " {email} ",
            "{email}7",
            "{local}",
            "{local}!1",
            "{untagged}@{domain}",
            "{domain}2026",
        ],
    )
    async def test_password_made_of_the_own_address_is_refused_in_every_spelling(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, email: str, password: str
    ) -> None:
        login = await log_in(await member(email=email))
        local_part, _, domain = email.partition("@")
        parts = {"email": email, "EMAIL": email.upper(), "local": local_part, "domain": domain}
        new_password = password.format(**parts, untagged=local_part.partition("+")[0])
        answer = await self.change_password(client, login, new_password=new_password)
        assert get_status_and_code(answer) == (422, "validation_error"), new_password


class TestReset:
    async def test_reset_code_sets_a_new_password_and_ends_every_session(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, mailbox: Mailbox
    ) -> None:
        login = await log_in(await member())
        assert (await request_reset(client, "ANNA@example.com")).json() == {"success": True}
        [message] = await mailbox()
        assert (await reset_password(client, find_code(message))).json() == {"success": True}
        assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401
        assert [await log_in_with(client, password) for password in (PASSWORD, NEW_PASSWORD)] == [401, 200]
        assert get_status_and_code(await reset_password(client, find_code(message))) == (400, "code_expired")

    async def test_reset_for_unknown_and_unverified_addresses_gets_the_usual_answer_and_no_email(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        await client.post("/api/auth/register", json=build_registration_form("unverified@example.com"))
        email_count = len(await mailbox())
        for email in ("nobody@example.com", "unverified@example.com"):
            assert (await request_reset(client, email)).json() == {"success": True}
        assert len(await mailbox()) == email_count

    async def test_fourth_reset_in_an_hour_is_refused_alike_for_known_and_unknown_addresses(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        for email, network in (("anna@example.com", 1), ("nobody@example.com", 2)):
            statuses = []
            for ip in [f"9.9.{network}.1"] * 4 + [f"9.9.{network}.2"]:
                statuses.append((await request_reset(client, email, **{"X-Forwarded-For": ip})).status_code)
            assert statuses == [200, 200, 200, 429, 200]

    async def test_sixth_reset_in_an_hour_from_one_client_is_refused(self, client: ApiClient) -> None:
        statuses = [(await request_reset(client, f"user{number}@example.com")).status_code for number in range(6)]
        assert statuses == [200] * 5 + [429]

    async def test_wrong_and_expired_reset_codes_are_refused(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await member()
        await request_reset(client)
        code = find_code((await mailbox())[0])
        wrong_code = f"{(int(code) + 1) % 10**6:06d}"
        assert get_status_and_code(await reset_password(client, wrong_code)) == (400, "invalid_code")
        clock.move(minutes=11)
        assert get_status_and_code(await reset_password(client, code)) == (400, "code_expired")

    async def test_poor_password_does_not_use_up_the_reset_code(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        await request_reset(client)
        code = find_code((await mailbox())[0])
        assert (await reset_password(client, code, "Орлова1990")).status_code == 422
        assert (await reset_password(client, code)).status_code == 200

    async def test_twenty_uses_of_a_reset_code_at_once_set_one_password(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        await request_reset(client)
        code = find_code((await mailbox())[0])
        answers = await asyncio.gather(
            *[reset_password(client, code, f"{NEW_PASSWORD}-{number}") for number in range(20)]
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [400] * 19

    async def test_registration_code_resets_nothing(self, client: ApiClient, mailbox: Mailbox) -> None:
        await client.post("/api/auth/register", json=build_registration_form())
        code = find_code((await mailbox())[0])
        assert get_status_and_code(await reset_password(client, code)) == (400, "invalid_code")

    async def test_reset_unlocks_the_login(self, client: ApiClient, member: MemberFactory, mailbox: Mailbox) -> None:
        await member()
        for _ in range(5):
            await log_in_with(client, "not this")
        await request_reset(client)
        await reset_password(client, find_code((await mailbox())[-1]))
        assert await log_in_with(client, NEW_PASSWORD) == 200


class TestConfirm:
    async def test_password_or_code_gives_a_confirmation(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, mailbox: Mailbox
    ) -> None:
        login = await log_in(await member())
        password_answer = await client.post(
            "/api/auth/me/confirm", json={"password": PASSWORD}, headers=login["headers"]
        )
        assert password_answer.json()["confirmation"]
        send_answer = await client.post("/api/auth/me/confirm-code", headers=login["headers"])
        assert send_answer.json() == {"success": True, "retry_after": 60}
        assert (await client.post("/api/auth/me/confirm-code", headers=login["headers"])).status_code == 429
        body = {"code": find_code((await mailbox())[0])}
        assert (await client.post("/api/auth/me/confirm", json=body, headers=login["headers"])).status_code == 200
        repeated_answer = await client.post("/api/auth/me/confirm", json=body, headers=login["headers"])
        assert get_status_and_code(repeated_answer) == (400, "code_expired")

    async def test_wrong_missing_and_ambiguous_proofs_of_identity_are_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        for body, expected in [
            ({"password": "not this"}, (400, "invalid_password")),
            ({"code": "123456"}, (400, "invalid_code")),
            ({}, (422, "validation_error")),
            ({"password": PASSWORD, "code": "123456"}, (422, "validation_error")),
        ]:
            answer = await client.post("/api/auth/me/confirm", json=body, headers=login["headers"])
            assert get_status_and_code(answer) == expected

    async def test_confirmation_lasts_ten_minutes_and_belongs_to_its_session(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        account = await member()
        own_login = await log_in(account)
        other_login = await log_in(account)
        answer = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=own_login["headers"])
        proof = {"X-Confirmation": answer.json()["confirmation"]}
        answer_to_other_session = await client.get("/api/auth/me/export", headers={**other_login["headers"], **proof})
        assert get_status_and_code(answer_to_other_session) == (403, "confirmation_required")
        clock.move(minutes=10, seconds=1)
        late_answer = await client.get("/api/auth/me/export", headers={**own_login["headers"], **proof})
        assert get_status_and_code(late_answer) == (403, "confirmation_required")


class PausedVerification(NamedTuple):
    """A check of the old password. It has succeeded, and returns once `may_continue` is set."""

    password_is_checked: asyncio.Event
    may_continue: asyncio.Event


class TestUnfinishedSignIns:
    """A password change refuses a request that verified the old password and is not finished."""

    @pytest.fixture
    def paused_verification(self, monkeypatch: pytest.MonkeyPatch) -> PausedVerification:
        """Delay checks of the old password after they have succeeded, until `may_continue` is set."""
        verification = PausedVerification(asyncio.Event(), asyncio.Event())
        original_verify_password = hashing.verify_password

        async def verify_slowly(runtime: AuthRuntime, password: str, stored_hash: str | None) -> Any:
            result = await original_verify_password(runtime, password, stored_hash)
            if password == PASSWORD:
                verification.password_is_checked.set()
                await verification.may_continue.wait()
            return result

        monkeypatch.setattr(hashing, "verify_password", verify_slowly)
        return verification

    async def test_unfinished_sign_in_does_not_outlive_a_password_reset(
        self,
        client: ApiClient,
        member: MemberFactory,
        mailbox: Mailbox,
        paused_verification: PausedVerification,
    ) -> None:
        password_is_checked, may_continue = paused_verification
        account = await member()
        body = {"email": account.email, "password": PASSWORD}
        sign_in_task = asyncio.create_task(client.post("/api/auth/login", json=body))
        await password_is_checked.wait()
        await request_reset(client)
        assert (await reset_password(client, find_code((await mailbox())[-1]))).status_code == 200
        may_continue.set()
        assert get_status_and_code(await sign_in_task) == (401, "invalid_credentials")

    async def test_password_change_does_not_overwrite_a_reset(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        mailbox: Mailbox,
        paused_verification: PausedVerification,
    ) -> None:
        password_is_checked, may_continue = paused_verification
        may_continue.set()
        login = await log_in(await member())
        password_is_checked.clear()
        may_continue.clear()
        body = {"current_password": PASSWORD, "new_password": "Чужой-новый-пароль-3"}
        change_task = asyncio.create_task(client.post("/api/auth/me/password", json=body, headers=login["headers"]))
        await password_is_checked.wait()
        await request_reset(client)
        assert (await reset_password(client, find_code((await mailbox())[-1]))).status_code == 200
        may_continue.set()
        assert get_status_and_code(await change_task) == (401, "token_invalid")
