"""Signing in with email and password."""

import asyncio
from typing import Any

import pytest
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from auth.sessions import service as sessions
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock, wait_for
from chassis.web.overload import ConcurrencyLimit
from contracts.auth import SessionCreated, SessionRevoked
from pydantic import SecretStr
from structlog.testing import capture_logs

from services.auth.tests.auth_forms import BROWSER, NATIVE_CLIENT, PASSWORD, get_status_and_code
from services.auth.tests.fixture_types import BrowserFactory, LogInFunction, MemberFactory, SettingsOverride


async def log_in_as(
    client: ApiClient, email: str = "anna@example.com", password: str = PASSWORD, **headers: str
) -> Any:
    return await client.post("/api/auth/login", json={"email": email, "password": password}, headers=headers)


class TestFloods:
    @pytest.mark.parametrize("limit", ["auth.login.endpoints.SIGN_IN_LIMIT", "auth.accounts.hashing.HASHING_LIMIT"])
    async def test_sign_ins_over_the_limit_are_refused(
        self, client: ApiClient, member: MemberFactory, monkeypatch: pytest.MonkeyPatch, limit: str
    ) -> None:
        await member()
        monkeypatch.setattr(limit, ConcurrencyLimit(running=1, waiting=0))
        refusal = await log_in_as(client)
        assert (refusal.status_code, refusal.headers["Retry-After"]) == (503, "1")


class TestLogin:
    async def test_browser_gets_cookies_and_no_session_token(self, client: ApiClient, member: MemberFactory) -> None:
        account = await member()
        answer = await log_in_as(client, "ANNA@example.com", **{"User-Agent": BROWSER})
        body = answer.json()
        assert body["success"] is True
        assert "sessionToken" not in body
        assert body["user"] == {
            "id": str(account.id),
            "email": "anna@example.com",
            "first_name": "Анна",
            "last_name": "Орлова",
            "phone": None,
            "avatar_url": None,
            "email_verified": True,
            "role": "user",
            "is_admin": False,
            "account_status": "active",
            "created_at": account.created_at.isoformat().replace("+00:00", "Z"),
            "has_password": True,
        }
        set_cookies = {cookie.split("=")[0]: cookie for cookie in answer.headers.get_list("set-cookie")}
        assert "HttpOnly" in set_cookies["session"]
        assert "Path=/;" in set_cookies["session"] + ";"
        assert "SameSite=Lax" in set_cookies["session"]
        assert "Secure" not in set_cookies["session"]
        assert "Path=/api/auth" in set_cookies["refresh"]
        assert "HttpOnly" in set_cookies["refresh"]
        assert set_cookies["signed_in"].startswith("signed_in=1;")
        assert "HttpOnly" not in set_cookies["signed_in"]

    async def test_on_https_session_cookies_have_name_prefixes(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        await member()
        override_settings(public_url="https://meridian.example")
        answer = await log_in_as(client, **{"User-Agent": BROWSER})
        set_cookies = {cookie.split("=")[0]: cookie for cookie in answer.headers.get_list("set-cookie")}
        assert set_cookies.keys() == {"__Host-session", "__Secure-refresh", "__Secure-device", "signed_in"}
        assert all("Secure" in cookie for cookie in set_cookies.values())
        assert "Domain" not in set_cookies["__Host-session"]

    async def test_native_client_gets_its_refresh_token_in_the_body(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        answer = await log_in_as(client, **NATIVE_CLIENT)
        assert answer.json()["sessionToken"]
        assert "set-cookie" not in answer.headers

    async def test_wrong_password_and_unknown_address_get_the_same_answer(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        answer_to_wrong_password = await log_in_as(client, password="not this one")
        answer_to_unknown_address = await log_in_as(client, "nobody@example.com")
        assert (
            get_status_and_code(answer_to_wrong_password)
            == get_status_and_code(answer_to_unknown_address)
            == (401, "invalid_credentials")
        )
        assert answer_to_wrong_password.json()["message"] == answer_to_unknown_address.json()["message"]

    async def test_fifth_wrong_password_locks_the_client_until_fifteen_minutes_after_the_first(
        self, client: ApiClient, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member()
        for _ in range(5):
            assert (await log_in_as(client, password="not this one")).status_code == 401
            clock.move(minutes=2)
        lock_answer = await log_in_as(client)
        assert get_status_and_code(lock_answer) == (429, "rate_limited")
        assert 200 < int(lock_answer.headers["retry-after"]) <= 301
        clock.move(minutes=5, seconds=1)
        assert (await log_in_as(client)).status_code == 200

    async def test_unknown_address_is_locked_like_a_known_one(self, client: ApiClient) -> None:
        statuses = [(await log_in_as(client, "nobody@example.com")).status_code for _ in range(6)]
        assert statuses == [401] * 5 + [429]

    async def test_right_password_clears_the_failures_of_the_account(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        for _ in range(2):
            for _ in range(4):
                await log_in_as(client, password="not this one")
            assert (await log_in_as(client)).status_code == 200

    async def test_twenty_wrong_passwords_from_one_network_lock_the_network(self, client: ApiClient) -> None:
        for number in range(20):
            assert (await log_in_as(client, f"user{number}@example.com")).status_code == 401
        assert (await log_in_as(client, "another@example.com")).status_code == 429
        login_from_another_network = await log_in_as(client, "another@example.com", **{"X-Forwarded-For": "9.9.9.9"})
        assert login_from_another_network.status_code == 401

    async def test_all_addresses_of_one_ipv6_subnet_share_one_limit(self, client: ApiClient) -> None:
        def build_address_header(ip: str) -> dict[str, str]:
            return {"X-Forwarded-For": ip}

        for number in range(20):
            refusal = await log_in_as(
                client, f"user{number}@example.com", **build_address_header(f"2001:db8:0:1::{number + 1:x}")
            )
            assert refusal.status_code == 401
        statuses = [
            (await log_in_as(client, "another@example.com", **build_address_header(ip))).status_code
            for ip in ("2001:db8:0:1:ffff::1", "2001:db8:0:2::1", "::ffff:9.9.9.9")
        ]
        assert statuses == [429, 401, 401]

    async def test_parallel_guesses_of_a_password_stay_within_the_limit(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        answers = await asyncio.gather(*[log_in_as(client, password=f"guess number {number}") for number in range(20)])
        assert {answer.status_code for answer in answers} <= {401, 429}
        assert (await log_in_as(client)).status_code == 429

    async def test_ten_sign_ins_at_once_all_succeed(self, client: ApiClient, member: MemberFactory) -> None:
        await member()
        answers = await asyncio.gather(*[log_in_as(client) for _ in range(10)])
        assert {answer.status_code for answer in answers} == {200}

    async def test_blocked_user_signs_in_and_sees_the_block(
        self, client: ApiClient, member: MemberFactory, db: Session
    ) -> None:
        account = await member()
        account.account_status = "blocked"
        db.add(account)
        await db.flush()
        answer = await log_in_as(client, **NATIVE_CLIENT)
        assert (answer.status_code, answer.json()["user"]["account_status"]) == (200, "blocked")

    async def test_password_is_hashed_again_when_the_cost_has_risen(
        self, client: ApiClient, member: MemberFactory, db: Session, override_settings: SettingsOverride
    ) -> None:
        account = await member()
        override_settings(argon2_passes=2)
        assert (await log_in_as(client)).status_code == 200
        stored_account = await db.get_one(Account, account.id, populate_existing=True)
        assert "t=2" in str(stored_account.password_hash)
        assert (await log_in_as(client)).status_code == 200

    async def test_password_typed_on_another_keyboard_is_accepted(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member(password="cafe\u0301-в-Минске-7")
        assert (await log_in_as(client, password="caf\u00e9-в-Минске-7")).status_code == 200

    @pytest.mark.parametrize("body", [{}, {"email": "anna@example.com"}, {"email": "x", "password": "y"}, []])
    async def test_malformed_sign_in_form_is_422(self, client: ApiClient, body: Any) -> None:
        assert (await client.post("/api/auth/login", json=body)).status_code == 422


class TestNewDevice:
    async def test_email_is_sent_about_the_second_device_but_not_the_first(
        self, browser: BrowserFactory, member: MemberFactory, read_events: EventReader, mailbox: Mailbox
    ) -> None:
        await member()
        first_browser = browser()
        second_browser = browser()
        for http in (first_browser, first_browser, second_browser):
            await log_in_as(http)
        assert [event.new_device for event in await read_events(SessionCreated)] == [False, False, True]
        [message] = await mailbox()
        assert message.kind == "new_device"
        assert "Chrome" in message.text

    async def test_program_is_recognized_by_its_user_agent(
        self, client: ApiClient, member: MemberFactory, read_events: EventReader
    ) -> None:
        await member()
        for agent in ("phone/1", "phone/1", "tablet/2"):
            await log_in_as(client, **{**NATIVE_CLIENT, "User-Agent": agent})
        assert [event.new_device for event in await read_events(SessionCreated)] == [False, False, True]

    async def test_forgotten_device_of_a_dormant_account_is_new(
        self,
        browser: BrowserFactory,
        member: MemberFactory,
        mailbox: Mailbox,
        clock: MovableClock,
        runtime: AuthRuntime,
    ) -> None:
        await member()
        await log_in_as(browser())
        clock.move(days=200)
        async with runtime.database.transaction() as db:
            await sessions.purge_old_sessions(db, runtime)
        await log_in_as(browser())
        assert [message.kind for message in await mailbox()] == ["new_device"]

    async def test_program_in_another_network_is_a_new_device(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        for ip in ("9.9.9.1", "9.9.9.2", "8.8.8.8"):
            await log_in_as(client, **{**NATIVE_CLIENT, "User-Agent": "phone/1", "X-Forwarded-For": ip})
        assert [message.kind for message in await mailbox()] == ["new_device"] * 2

    async def test_reporting_a_session_ends_it_and_mails_a_code(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox, client: ApiClient
    ) -> None:
        await member()
        await log_in_as(browser())
        thief = browser()
        await log_in_as(thief)
        [message] = await mailbox()
        path = message.text.partition("http://localhost:8080")[2].split()[0]
        page = await client.get(path)
        assert page.status_code == 200
        assert "Завершить сеанс" in page.text
        assert (await thief.get("/api/auth/me")).status_code == 200, "opening the link changes nothing"
        token = path.partition("token=")[2]
        answer = await client.post("/api/auth/sessions/disown", data={"token": token})
        assert answer.status_code == 200
        assert (await thief.get("/api/auth/me")).status_code == 401
        assert [email.kind for email in await mailbox()][-1] == "reset_code"
        await client.post("/api/auth/sessions/disown", data={"token": token})
        assert len(await mailbox()) == 2, "a second report changes nothing"

    async def test_missing_or_forged_report_link_is_refused(self, client: ApiClient) -> None:
        for query in ("", "?token=", "?token=forged", "?token=v4.local.AAAA"):
            link = f"/api/auth/sessions/disown{query}"
            assert get_status_and_code(await client.get(link)) == (400, "link_invalid")
            page = await client.get(link, headers={"Accept": "text/html"})
            assert (page.status_code, page.headers["location"]) == (303, "/unsubscribe?state=invalid")


async def test_every_sign_in_attempt_is_logged_without_the_email_address(
    client: ApiClient, member: MemberFactory
) -> None:
    account = await member()
    with capture_logs() as logs:
        await log_in_as(client, password="not this one")
        await log_in_as(client, "nobody@example.com")
        await log_in_as(client)
    lines = [line for line in logs if line["event"] == "sign_in"]
    assert [(line["result"], line["account"]) for line in lines] == [
        ("invalid_credentials", str(account.id)),
        ("invalid_credentials", None),
        ("success", str(account.id)),
    ]
    assert all(line["way"] == "password" and line["ip"] for line in lines)
    assert "@example.com" not in str(lines)


class TestProbeOfTheStatusService:
    async def test_sign_ins_of_the_probe_are_real_but_publish_no_events(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        runtime: AuthRuntime,
        override_settings: SettingsOverride,
    ) -> None:
        account = await member()
        person = await member(email="person@example.com")
        override_settings(configured_canary_email=account.email, canary_password=SecretStr("canary-secret"))
        login = await log_in(account)
        login_of_person = await log_in(person)
        for headers in (login["headers"], login_of_person["headers"]):
            assert (await client.post("/api/auth/logout", headers=headers)).status_code == 200
        refusal = await client.post("/api/auth/refresh", json={"sessionToken": login["sessionToken"]})
        assert refusal.status_code == 401
        assert [event.user_id for event in await read_events(SessionCreated)] == [person.id]
        assert [event.user_id for event in await read_events(SessionRevoked)] == [person.id]
        # The logout of the probe ends its session in all services too.
        await wait_for(
            lambda: str(runtime.identity.verify(login["accessToken"]).sid) in runtime.identity.ended_sessions
        )
