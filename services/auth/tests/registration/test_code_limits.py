"""Limits on requested codes and on guesses, counted in the database for all replicas."""

import pytest
from auth.accounts import queries as accounts
from auth.login.passwords import send_reset_code
from auth.registration import codes
from auth.registration.code_requests import CodeClient
from auth.runtime import AuthRuntime, Session
from auth.sessions.devices import Device
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock
from chassis.web.limits import LimitWindow
from sqlalchemy import select
from structlog.testing import capture_logs

from services.auth.tests.auth_forms import build_registration_form, find_code
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory, SettingsOverride

KNOWN_EMAIL = "known@example.com"
UNKNOWN_EMAIL = "nobody@example.com"


async def request_reset(client: ApiClient, email: str, ip: str = "9.9.9.1") -> int:
    answer = await client.post("/api/auth/password/forgot", json={"email": email}, headers={"X-Forwarded-For": ip})
    status: int = answer.status_code
    return status


class TestCodeRequests:
    @pytest.mark.parametrize("email", [KNOWN_EMAIL, UNKNOWN_EMAIL])
    async def test_codes_of_one_email_address_are_limited_alike_for_known_and_unknown(
        self,
        client: ApiClient,
        member: MemberFactory,
        override_settings: SettingsOverride,
        clock: MovableClock,
        email: str,
    ) -> None:
        await member(KNOWN_EMAIL)
        override_settings(codes_per_email_per_hour=2)
        statuses = []
        for _ in range(3):
            answer = await client.post("/api/auth/resend-code", json={"email": email})
            statuses.append(answer.status_code)
            clock.move(seconds=61)
        assert statuses == [200, 200, 429]
        assert answer.headers["retry-after"] == "3600"
        clock.move(hours=1)
        assert (await client.post("/api/auth/resend-code", json={"email": email})).status_code == 200

    async def test_registration_beyond_the_limit_gets_the_usual_answer_and_no_email(
        self, client: ApiClient, override_settings: SettingsOverride, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        override_settings(codes_per_email_per_hour=1)
        for _ in range(2):
            assert (await client.post("/api/auth/register", json=build_registration_form())).status_code == 201
            clock.move(seconds=61)
        assert len(await mailbox()) == 1

    async def test_an_unfinished_request_does_not_delay_other_requests(
        self, client: ApiClient, member: MemberFactory, runtime: AuthRuntime, mailbox: Mailbox
    ) -> None:
        """All codes of an hour are counted in one row. A transaction that sends a code does not lock it."""
        await member(KNOWN_EMAIL)
        await member("other@example.com")
        device = Device(name="Браузер", key="k", browser_cookie=None, ip="9.9.9.7", is_native=False)
        requester = CodeClient(device)
        async with codes.open_sending_transaction(runtime, KNOWN_EMAIL, client=requester) as db:
            await send_reset_code(
                db, await accounts.find_by_email(db, KNOWN_EMAIL), email=KNOWN_EMAIL, client=requester
            )
            assert await request_reset(client, "other@example.com") == 200
            assert len(await mailbox("other@example.com")) == 1
        assert len(await mailbox(KNOWN_EMAIL)) == 1

    async def test_one_client_gets_codes_up_to_its_limit(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(codes_per_address_per_hour=2)
        assert [await request_reset(client, f"user{number}@example.com") for number in range(3)] == [200, 200, 429]
        assert await request_reset(client, "another@example.com", "9.9.9.2") == 200

    async def test_one_limit_counts_known_and_unknown_addresses_alike(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride, db: Session
    ) -> None:
        override_settings(codes_to_accounts_per_hour=2)
        known_addresses = [(await member(f"user{number}@example.com")).email for number in range(2)]
        requested_addresses = [*known_addresses, "user2@example.com", "nobody@example.com"]
        statuses = [
            await request_reset(client, email, f"9.9.9.{number}") for number, email in enumerate(requested_addresses)
        ]
        assert statuses == [200, 200, 429, 429]
        window_names = {window.key.partition(":")[0] for window in await db.scalars(select(LimitWindow))}
        assert {"codes", "codes-client", "forgot-account", "forgot-address"} <= window_names

    async def test_strangers_do_not_use_up_the_codes_of_accounts(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        await member(KNOWN_EMAIL)
        override_settings(codes_to_strangers_per_hour=1)
        statuses = []
        for number in range(2):
            form = build_registration_form(f"user{number}@example.com")
            statuses.append((await client.post("/api/auth/register", json=form)).status_code)
        assert statuses == [201, 429]
        assert await request_reset(client, KNOWN_EMAIL) == 200

    async def test_codes_to_unknown_addresses_use_up_no_limit_of_accounts(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        await member(KNOWN_EMAIL)
        override_settings(codes_to_accounts_per_hour=1, codes_to_strangers_per_hour=1)
        for number in range(3):
            assert await request_reset(client, UNKNOWN_EMAIL, f"9.9.9.{number}") == 200
        repeated_answers = [await client.post("/api/auth/resend-code", json={"email": UNKNOWN_EMAIL}) for _ in range(2)]
        assert [answer.status_code for answer in repeated_answers] == [200, 429]
        assert await request_reset(client, KNOWN_EMAIL) == 200

    async def test_codes_of_registrations_that_send_no_email_do_not_use_up_the_reset(
        self,
        client: ApiClient,
        member: MemberFactory,
        override_settings: SettingsOverride,
        clock: MovableClock,
        mailbox: Mailbox,
    ) -> None:
        await member(KNOWN_EMAIL)
        override_settings(codes_per_email_and_client_per_hour=100)
        for _ in range(25):
            await client.post("/api/auth/resend-code", json={"email": KNOWN_EMAIL})
            clock.move(seconds=61)
        assert await mailbox() == []
        assert await request_reset(client, KNOWN_EMAIL, "8.8.8.8") == 200
        assert len(await mailbox()) == 1

    async def test_one_client_gets_five_more_codes_of_one_registration_in_an_hour(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        statuses = []
        for ip in ("9.9.1.1",) * 6 + ("9.9.2.1",):
            answer = await client.post(
                "/api/auth/resend-code", json={"email": UNKNOWN_EMAIL}, headers={"X-Forwarded-For": ip}
            )
            statuses.append(answer.status_code)
            clock.move(seconds=61)
        assert statuses == [200] * 5 + [429, 200]


class TestCodeGuesses:
    async def test_other_clients_cannot_keep_the_owner_from_a_reset(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member(KNOWN_EMAIL)
        body = {"email": KNOWN_EMAIL, "code": "000000", "new_password": "Кардан-на-морозе-5"}
        for _ in range(4):
            await request_reset(client, KNOWN_EMAIL, "8.8.8.1")
        for number in range(60):
            other_headers = {"X-Forwarded-For": f"8.8.8.{number % 3}"}
            await client.post("/api/auth/password/reset", json=body, headers=other_headers)
        assert await request_reset(client, KNOWN_EMAIL) == 200
        for _ in range(5):
            await client.post("/api/auth/password/reset", json=body, headers={"X-Forwarded-For": "8.8.8.9"})
        code = find_code((await mailbox())[-1])
        answer = await client.post("/api/auth/password/reset", json={**body, "code": code})
        assert answer.status_code == 200, answer.text

    async def test_one_network_without_a_handle_cannot_use_up_a_requested_code(
        self, client: ApiClient, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member(KNOWN_EMAIL)
        owner = browser()
        assert await request_reset(owner, KNOWN_EMAIL) == 200
        body = {"email": KNOWN_EMAIL, "code": "000000", "new_password": "Кардан-на-морозе-5"}
        for number in range(12):
            other_headers = {"X-Forwarded-For": f"8.8.{number}.1"}
            await client.post("/api/auth/password/reset", json=body, headers=other_headers)
        right_body = {**body, "code": find_code((await mailbox())[-1])}
        late_answer = await client.post(
            "/api/auth/password/reset", json=right_body, headers={"X-Forwarded-For": "8.9.9.9"}
        )
        assert (late_answer.status_code, late_answer.json()["code"]) == (429, "rate_limited")
        answer = await owner.post("/api/auth/password/reset", json=right_body)
        assert answer.status_code == 200, answer.text

    async def test_the_client_that_requested_the_code_has_five_tries(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member(KNOWN_EMAIL)
        assert await request_reset(client, KNOWN_EMAIL) == 200
        body = {"email": KNOWN_EMAIL, "code": "000000", "new_password": "Кардан-на-морозе-5"}
        own_headers = {"X-Forwarded-For": "9.9.9.1"}
        for _ in range(5):
            await client.post("/api/auth/password/reset", json=body, headers=own_headers)
        right_body = {**body, "code": find_code((await mailbox())[-1])}
        answer = await client.post("/api/auth/password/reset", json=right_body, headers=own_headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "code_expired")

    async def test_guesses_of_one_client_count_over_all_addresses(
        self, client: ApiClient, override_settings: SettingsOverride, db: Session
    ) -> None:
        override_settings(code_guesses_per_client_per_hour=2)
        body = {"code": "000000"}
        statuses = [
            (await client.post("/api/auth/verify-email", json={**body, "email": f"u{number}@example.com"})).status_code
            for number in range(4)
        ]
        assert statuses == [400, 400, 429, 429]
        window_keys = [window.key for window in await db.scalars(select(LimitWindow))]
        assert not any("u3@example.com" in window for window in window_keys), window_keys


async def test_refusals_are_logged_with_the_network_address(client: ApiClient, member: MemberFactory) -> None:
    await member(KNOWN_EMAIL)
    headers = {"X-Forwarded-For": "9.9.9.7"}
    with capture_logs() as logs:
        await client.post("/api/auth/verify-email", json={"email": KNOWN_EMAIL, "code": "000000"}, headers=headers)
        await client.post("/api/auth/refresh", json={"sessionToken": "nonsense"}, headers=headers)
        for _ in range(6):
            await client.post(
                "/api/auth/login", json={"email": KNOWN_EMAIL, "password": "not this one"}, headers=headers
            )
    lines = {(line["event"], line.get("result")) for line in logs if line.get("ip") == "9.9.9.7"}
    assert {("code_refused", "wrong"), ("refresh_refused", "token_invalid"), ("sign_in", "locked")} <= lines
    assert not any(secret in str(logs) for secret in (KNOWN_EMAIL, "000000", "nonsense", "not this one"))


async def test_every_refused_sign_in_method_is_logged(client: ApiClient) -> None:
    bodies = {
        "/api/auth/login/passkey": {"credential": {}},
        "/api/auth/paseto/telegram/callback": {"telegramData": {"id": 1, "hash": "x"}},
        "/api/auth/paseto/social/vk/callback": {
            "code": "x", "state": "y", "redirect_uri": "http://localhost:8080/auth/callback", "sessionToken": "z",
        },
        "/api/auth/login/second-factor": {"tempToken": "x", "code": "000000"},
    }  # fmt: skip
    with capture_logs() as logs:
        answers = [
            await client.post(path, json=body, headers={"X-Forwarded-For": "9.9.9.7"}) for path, body in bodies.items()
        ]
    lines = [line for line in logs if line["event"] == "request"]
    assert all(400 <= answer.status_code < 404 for answer in answers), [answer.text for answer in answers]
    assert [line["code"] for line in lines] == [answer.json()["code"] for answer in answers]
    assert {line["ip"] for line in lines} == {"9.9.9.7"}
