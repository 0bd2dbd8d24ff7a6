"""Sessions: rotation, grace period, replay, end, and the routes that a blocked user may still call."""

import asyncio
import json
from typing import Any

import pyseto
import pytest
from auth.runtime import Session
from auth.sessions import service
from auth.sessions.report_links import PATH as REPORT_PATH
from auth.sessions.tables import RefreshToken
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.auth import SessionRevoked, TokenReuseDetected, UserUpdated
from sqlalchemy import select

from services.auth.tests.auth_forms import NATIVE_CLIENT, PASSWORD, get_status_and_code
from services.auth.tests.fixture_types import BrowserFactory, LogInFunction, MemberFactory, SettingsOverride


async def sign_in(http: ApiClient) -> dict[str, Any]:
    answer = await http.post("/api/auth/login", json={"email": "anna@example.com", "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def refresh(client: ApiClient, token: str) -> Any:
    return await client.post("/api/auth/refresh", json={"sessionToken": token})


class TestAccessToken:
    async def test_access_token_has_its_claims_and_the_id_of_its_key(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        account = await member(role="staff")
        login = await log_in(account)
        keys = (await client.get("/api/auth/keys")).json()["keys"]
        assert [key["status"] for key in keys] == ["current"]
        key = pyseto.Key.from_paserk(keys[0]["paserk"])
        assert key.to_paserk_id() == keys[0]["kid"]
        token = pyseto.decode(key, login["accessToken"], deserializer=json)
        claims = token.payload
        assert isinstance(claims, dict)
        assert token.footer == {"kid": keys[0]["kid"]}
        assert claims.keys() == {
            "sub", "sid", "role", "email_verified", "first_name", "last_name", "iat", "exp", "iss", "aud", "jti",
        }  # fmt: skip
        assert (claims["sub"], claims["role"], claims["email_verified"]) == (str(account.id), "staff", True)


class TestRefresh:
    async def test_refresh_gives_a_browser_new_tokens_in_cookies(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        http = browser()
        await sign_in(http)
        old_token = http.cookies["refresh"]
        answer = await http.post("/api/auth/refresh")
        assert answer.json().keys() == {"success", "accessToken"}
        assert http.cookies["refresh"] != old_token
        assert (await http.get("/api/auth/me")).status_code == 200

    async def test_cookie_from_another_site_is_refused_as_csrf(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        http = browser()
        await sign_in(http)
        del http.headers["Origin"]
        for headers in ({}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "same-site"}, {"Referer": "x"}):
            for path in ("refresh", "logout", "me/consents"):
                answer = await http.post(f"/api/auth/{path}", json={}, headers=headers)
                assert get_status_and_code(answer) == (403, "csrf"), path
        assert (await http.post("/api/auth/refresh", headers={"Sec-Fetch-Site": "same-origin"})).status_code == 200

    async def test_parallel_refreshes_within_the_grace_period_get_the_same_token(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        answers = await asyncio.gather(*[refresh(client, login["sessionToken"]) for _ in range(8)])
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["sessionToken"] for answer in answers}) == 1

    async def test_late_refresh_within_the_grace_period_gets_the_newest_token(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        first_token = (await log_in(await member()))["sessionToken"]
        second_token = (await refresh(client, first_token)).json()["sessionToken"]
        clock.move(seconds=10)
        third_token = (await refresh(client, second_token)).json()["sessionToken"]
        clock.move(seconds=10)
        assert (await refresh(client, first_token)).json()["sessionToken"] == third_token

    async def test_exchanged_refresh_tokens_are_kept_for_two_days(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock, db: Session
    ) -> None:
        token = (await log_in(await member()))["sessionToken"]
        for _ in range(8):
            clock.move(hours=20)
            token = (await refresh(client, token)).json()["sessionToken"]
        tokens = (await db.scalars(select(RefreshToken))).all()
        assert len(tokens) <= 4
        assert (await refresh(client, token)).status_code == 200

    async def test_replay_of_a_refresh_token_after_the_grace_period_ends_the_session(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        account = await member()
        login = await log_in(account)
        successor = (await refresh(client, login["sessionToken"])).json()
        clock.move(seconds=31)
        assert get_status_and_code(await refresh(client, login["sessionToken"])) == (401, "token_invalid")
        assert get_status_and_code(await refresh(client, successor["sessionToken"])) == (401, "token_invalid")
        bearer = {"Authorization": f"Bearer {successor['accessToken']}"}
        assert (await client.get("/api/auth/me", headers=bearer)).status_code == 401
        [reuse_event] = await read_events(TokenReuseDetected)
        [revocation_event] = await read_events(SessionRevoked)
        assert reuse_event.user_id == account.id
        assert revocation_event.session_id == reuse_event.session_id

    async def test_thirty_days_of_a_session_begin_again_with_each_refresh(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        token = (await log_in(await member()))["sessionToken"]
        for _ in range(2):
            clock.move(days=29)
            token = (await refresh(client, token)).json()["sessionToken"]
        clock.move(days=30, seconds=1)
        assert get_status_and_code(await refresh(client, token)) == (401, "token_invalid")

    async def test_used_session_ends_ninety_days_after_its_sign_in(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        token = (await log_in(await member()))["sessionToken"]
        for _ in range(3):
            clock.move(days=29)
            token = (await refresh(client, token)).json()["sessionToken"]
        clock.move(days=2, hours=23, minutes=50)
        last_tokens = (await refresh(client, token)).json()
        bearer = {"Authorization": f"Bearer {last_tokens['accessToken']}"}
        assert (await client.get("/api/auth/me", headers=bearer)).status_code == 200
        clock.move(minutes=11)
        assert get_status_and_code(await client.get("/api/auth/me", headers=bearer)) == (401, "token_expired")
        assert get_status_and_code(await refresh(client, last_tokens["sessionToken"])) == (401, "token_invalid")

    async def test_a_shorter_maximum_age_applies_to_open_sessions(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        clock: MovableClock,
        override_settings: SettingsOverride,
    ) -> None:
        token = (await log_in(await member()))["sessionToken"]
        clock.move(days=2)
        override_settings(session_max_age_seconds=86400)
        assert get_status_and_code(await refresh(client, token)) == (401, "token_invalid")

    async def test_missing_and_malformed_refresh_tokens_are_refused(self, client: ApiClient) -> None:
        assert get_status_and_code(await client.post("/api/auth/refresh")) == (401, "unauthorized")
        assert get_status_and_code(await refresh(client, "nonsense")) == (401, "token_invalid")

    async def test_stored_refresh_token_is_hashed(
        self, member: MemberFactory, log_in: LogInFunction, db: Session
    ) -> None:
        login = await log_in(await member())
        [row] = await db.scalars(select(RefreshToken))
        assert login["sessionToken"] not in row.token_hash


class TestLogout:
    async def test_logout_ends_the_session_at_once_and_may_be_repeated(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        http = browser()
        body = await sign_in(http)
        refresh_cookie = http.cookies["refresh"]
        for _ in range(2):
            answer = await http.post("/api/auth/logout")
            assert answer.json() == {"success": True}
        assert not {"session", "refresh", "signed_in"} & set(http.cookies)
        bearer = {"Authorization": f"Bearer {body['accessToken']}"}
        assert get_status_and_code(await browser().get("/api/auth/me", headers=bearer)) == (401, "token_invalid")
        assert (await refresh(browser(), refresh_cookie)).status_code == 401

    async def test_expired_bearer_ends_the_session_of_the_cookie(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        http = browser()
        await member()
        access_token = (await sign_in(http))["accessToken"]
        refresh_token = http.cookies["refresh"]
        clock.move(minutes=16)
        answer = await http.post("/api/auth/logout", headers={"Authorization": f"Bearer {access_token}"})
        assert (answer.status_code, answer.headers["clear-site-data"]) == (200, '"cache"')
        assert (await refresh(browser(), refresh_token)).status_code == 401

    async def test_refresh_cookie_alone_is_enough_to_log_out(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        http = browser()
        await sign_in(http)
        refresh_cookie = http.cookies["refresh"]
        http.cookies.delete("session")
        assert (await http.post("/api/auth/logout")).status_code == 200
        assert (await refresh(browser(), refresh_cookie)).status_code == 401

    async def test_visitor_may_log_out(self, client: ApiClient) -> None:
        assert (await client.post("/api/auth/logout")).json() == {"success": True}


class TestMe:
    async def test_me_without_a_token_is_401(self, client: ApiClient) -> None:
        assert get_status_and_code(await client.get("/api/auth/me")) == (401, "unauthorized")

    async def test_me_with_an_expired_token_is_401(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        login = await log_in(await member())
        clock.move(minutes=16)
        assert get_status_and_code(await client.get("/api/auth/me", headers=login["headers"])) == (401, "token_expired")

    async def test_name_and_phone_are_changed_and_published(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, read_events: EventReader
    ) -> None:
        login = await log_in(await member())
        change = {"first_name": "  Мария ", "phone": "+7 495 000-00-01"}
        answer = await client.patch("/api/auth/me", json=change, headers=login["headers"])
        assert answer.json()["user"]["first_name"] == "Мария"
        assert answer.json()["user"]["last_name"] == "Орлова"
        clear_answer = await client.patch("/api/auth/me", json={"phone": None}, headers=login["headers"])
        assert clear_answer.json()["user"]["phone"] is None
        assert [event.phone for event in await read_events(UserUpdated)] == ["+7 495 000-00-01", None]

    async def test_profile_with_an_empty_name_is_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        for change in ({"first_name": " "}, {"first_name": None}, {"last_name": None}):
            answer = await client.patch("/api/auth/me", json=change, headers=login["headers"])
            assert get_status_and_code(answer) == (422, "validation_error")
            assert [error["field"] for error in answer.json()["errors"]] == list(change)


class TestOwnSessions:
    async def test_user_lists_sessions_and_ends_one_or_all_others(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        account = await member()
        phone_login, laptop_login, tablet_login = [
            await log_in(account, agent=agent) for agent in ("phone/1", "laptop/1", "tablet/1")
        ]
        listed_sessions = (await client.get("/api/auth/sessions", headers=phone_login["headers"])).json()["sessions"]
        assert listed_sessions[0].keys() == {"id", "device", "ip", "created_at", "last_seen_at", "current"}
        assert [session["current"] for session in listed_sessions].count(True) == 1
        sessions_on_laptop = (await client.get("/api/auth/sessions", headers=laptop_login["headers"])).json()[
            "sessions"
        ]
        laptop_id = next(session["id"] for session in sessions_on_laptop if session["current"])
        url = f"/api/auth/sessions/{laptop_id}"
        assert (await client.delete(url, headers=phone_login["headers"])).json() == {"success": True}
        assert get_status_and_code(await client.delete(url, headers=phone_login["headers"])) == (404, "not_found")
        assert (await client.get("/api/auth/me", headers=laptop_login["headers"])).status_code == 401
        assert (await client.delete("/api/auth/sessions", headers=phone_login["headers"])).status_code == 200
        assert (await client.get("/api/auth/me", headers=tablet_login["headers"])).status_code == 401
        assert (await client.get("/api/auth/me", headers=phone_login["headers"])).status_code == 200

    async def test_another_persons_session_is_404(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        own_login = await log_in(await member())
        other_login = await log_in(await member("boris@example.com"))
        listed_sessions = (await client.get("/api/auth/sessions", headers=other_login["headers"])).json()["sessions"]
        answer = await client.delete(f"/api/auth/sessions/{listed_sessions[0]['id']}", headers=own_login["headers"])
        assert get_status_and_code(answer) == (404, "not_found")
        assert (await client.get("/api/auth/me", headers=other_login["headers"])).status_code == 200


class TestManySessions:
    async def test_a_session_over_the_limit_ends_the_least_recently_used_one(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        clock: MovableClock,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service, "MAX_SESSIONS", 3)
        account = await member()
        other_account = await member("oleg@example.com")
        other_token = (await log_in(other_account))["sessionToken"]
        logins = []
        for _ in range(3):
            logins.append(await log_in(account))
            clock.move(seconds=60)
        used_session_token = (await refresh(client, logins[0]["sessionToken"])).json()["sessionToken"]
        newest_login = await log_in(account)
        assert get_status_and_code(await refresh(client, logins[1]["sessionToken"])) == (401, "token_invalid")
        assert get_status_and_code(await client.get("/api/auth/me", headers=logins[1]["headers"]))[0] == 401
        for token in (used_session_token, logins[2]["sessionToken"], newest_login["sessionToken"], other_token):
            assert (await refresh(client, token)).status_code == 200
        [revocation_event] = await read_events(SessionRevoked)
        assert revocation_event.user_id == account.id

    async def test_sign_ins_at_the_same_time_count_toward_the_limit(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service, "MAX_SESSIONS", 3)
        account = await member()
        await log_in(account)
        clock.move(seconds=60)
        logins = await asyncio.gather(*[log_in(account) for _ in range(6)])
        statuses = [(await client.get("/api/auth/me", headers=login["headers"])).status_code for login in logins]
        assert sorted(statuses) == [200, 200, 200, 401, 401, 401]


class TestBlockedAccounts:
    async def test_blocked_user_may_only_read_the_own_account_and_log_out(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, admin: dict[str, Any]
    ) -> None:
        account = await member()
        login = await log_in(account)
        url = f"/api/auth/admin/users/{account.id}"
        body = {"account_status": "blocked", "reason": "Проверка"}
        assert (await client.patch(url, json=body, headers=admin["headers"])).status_code == 200
        me_answer = await client.get("/api/auth/me", headers=login["headers"])
        assert (me_answer.status_code, me_answer.json()["user"]["account_status"]) == (200, "blocked")
        for path in ("sessions", "me/consents", "me/identities", "me/passkeys"):
            answer = await client.get(f"/api/auth/{path}", headers=login["headers"])
            assert get_status_and_code(answer) == (403, "account_blocked"), path
        assert get_status_and_code(await refresh(client, login["sessionToken"])) == (403, "account_blocked")
        assert (await client.post("/api/auth/logout", headers=login["headers"])).status_code == 200
        assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401


async def test_lifetime_of_access_tokens_is_a_setting(
    member: MemberFactory, client: ApiClient, clock: MovableClock, override_settings: SettingsOverride
) -> None:
    override_settings(access_ttl_seconds=5)
    await member()
    answer = await client.post(
        "/api/auth/login", json={"email": "anna@example.com", "password": PASSWORD}, headers=NATIVE_CLIENT
    )
    bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}"}
    clock.move(seconds=6)
    assert get_status_and_code(await client.get("/api/auth/me", headers=bearer)) == (401, "token_expired")


class TestBrowserSession:
    async def test_refresh_token_of_a_cookie_never_goes_into_the_body(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        http = browser()
        await member()
        await sign_in(http)
        answer = await http.post("/api/auth/refresh", headers={"X-Client": "native"})
        assert answer.status_code == 200
        assert "sessionToken" not in answer.json()
        assert "refresh" in answer.headers["set-cookie"]

    async def test_new_sign_in_ends_the_browsers_previous_session(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        http = browser()
        await member()
        old_token = (await sign_in(http))["accessToken"]
        new_token = (await sign_in(http))["accessToken"]
        statuses = []
        for token in (old_token, new_token):
            answer = await browser().get("/api/auth/sessions", headers={"Authorization": f"Bearer {token}"})
            statuses.append(answer.status_code)
        assert statuses == [401, 200]


class TestLiteralPaths:
    @pytest.mark.parametrize(
        ("path", "allowed_methods"),
        [(REPORT_PATH, {"GET", "HEAD", "POST"}), ("/api/auth/me/passkeys/options", {"POST"})],
    )
    async def test_literal_path_is_not_taken_for_an_id(
        self, client: ApiClient, path: str, allowed_methods: set[str]
    ) -> None:
        answer = await client.delete(path)
        assert answer.status_code == 405
        assert {name.strip() for name in answer.headers["allow"].split(",")} == allowed_methods
