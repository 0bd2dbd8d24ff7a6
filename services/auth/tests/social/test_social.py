"""Sign-in through VK, Google and Telegram. Stand-ins speak the protocols of the providers."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pyotp
import pytest
from auth.accounts.queries import find_by_id
from auth.profile.personal_data import PERSONAL_DATA
from auth.runtime import AuthRuntime
from auth.social import authorization_requests
from auth.social.providers import breaker
from auth.social.providers.google import Google
from chassis.features.personal_data import erase_all
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock, wait_for
from contracts.auth import UserRegistered, UserVerified
from joserfc.jwk import KeySet, RSAKey
from sqlalchemy import text

from services.auth.tests.auth_forms import (
    NATIVE_CLIENT,
    PASSWORD,
    build_registration_form,
    confirm_identity,
    find_code,
    get_status_and_code,
)
from services.auth.tests.fixture_types import BrowserFactory, LogInFunction, MemberFactory, SettingsOverride
from services.auth.tests.providers import (
    GOOGLE_RETURN_URL,
    RETURN_URL,
    SOCIAL_PATH,
    Providers,
    approve_sign_in,
    create_google_user,
    finish_sign_in,
    sign_in_through_google,
    sign_in_through_vk,
    start_sign_in,
)
from tests.standins import telegram
from tests.standins.running import run_app
from tests.standins.telegram import build_widget_data


def find_nonce(auth_url: str) -> str:
    """Return the nonce of an authorization request. The provider puts it into the ID token."""
    [nonce] = parse_qs(urlsplit(auth_url).query)["nonce"]
    return nonce


class TestVk:
    async def test_first_sign_in_through_a_provider_opens_an_account_and_the_next_one_finds_it(
        self, client: ApiClient, providers: Providers, read_events: EventReader
    ) -> None:
        first_login = (await sign_in_through_vk(client)).json()
        assert (first_login["success"], first_login["isNewUser"]) == (True, True)
        assert first_login["user"]["email"] == "irina.volkova@example.com"
        assert (first_login["user"]["first_name"], first_login["user"]["email_verified"]) == ("Ирина", True)
        assert first_login["sessionToken"]
        second_login = (await sign_in_through_vk(client)).json()
        assert (second_login["isNewUser"], second_login["user"]["id"]) == (False, first_login["user"]["id"])
        assert len(await read_events(UserRegistered)) == len(await read_events(UserVerified)) == 1

    async def test_a_sign_in_during_an_erasure_finds_no_account(
        self, client: ApiClient, providers: Providers, runtime: AuthRuntime
    ) -> None:
        user = (await sign_in_through_vk(client)).json()["user"]
        async with runtime.database.transaction() as db, runtime.database.reading() as watching_db:
            account = await find_by_id(db, UUID(user["id"]), lock=True)
            repeated_sign_in = asyncio.create_task(sign_in_through_vk(client))

            async def is_waiting_for_the_account() -> bool:
                statement = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'transactionid'")
                return bool(await watching_db.scalar(statement))

            await wait_for(is_waiting_for_the_account)
            assert account is not None
            await erase_all(db, PERSONAL_DATA, account.id, runtime.now())
        answer = (await repeated_sign_in).json()
        assert answer["isNewUser"] is True
        assert answer["user"]["id"] != user["id"]

    async def test_browser_gets_no_session_token_from_a_social_sign_in(
        self, browser: BrowserFactory, providers: Providers
    ) -> None:
        http = browser()
        start_answer = await start_sign_in(http, "vk")
        assert start_answer["sessionToken"], "this token binds VK's callback to the attempt, it opens no session"
        callback = await approve_sign_in(start_answer["authUrl"], "1001")
        body = {"redirect_uri": RETURN_URL, **callback}
        headers = {"x-session-token": start_answer["sessionToken"]}
        answer = await http.post(f"{SOCIAL_PATH}/vk/callback", json=body, headers=headers)
        assert "sessionToken" not in answer.json()
        assert (await http.get("/api/auth/me")).status_code == 200

    async def test_profile_without_an_email_leads_to_the_email_step(
        self, client: ApiClient, providers: Providers, mailbox: Mailbox
    ) -> None:
        answer = (await sign_in_through_vk(client, "1002")).json()
        assert answer["status"] == "email_required"
        assert (answer["user"], answer["accessToken"]) == (None, None)
        bearer = {"Authorization": f"Bearer {answer['tempToken']}", **NATIVE_CLIENT}
        assert (await client.get("/api/auth/me", headers=bearer)).status_code == 401
        body = {"email": "pavel@example.com"}
        send_answer = await client.post("/api/auth/send-verification-session", json=body, headers=bearer)
        assert send_answer.json()["retry_after"] == 60
        assert send_answer.json()["codeRequest"]
        early_answer = await client.post("/api/auth/send-verification-session", json=body, headers=bearer)
        assert early_answer.status_code == 429
        code = find_code((await mailbox())[0])
        refusal = await client.post(
            "/api/auth/verify-email-session", json={**body, "code": "x" + code[1:]}, headers=bearer
        )
        assert get_status_and_code(refusal) == (400, "invalid_code")
        verification = await client.post("/api/auth/verify-email-session", json={**body, "code": code}, headers=bearer)
        assert verification.json()["user"]["email"] == "pavel@example.com"
        assert verification.json()["sessionToken"]
        repeated_answer = await client.post(
            "/api/auth/verify-email-session", json={**body, "code": code}, headers=bearer
        )
        assert get_status_and_code(repeated_answer) == (401, "token_invalid")
        assert (await sign_in_through_vk(client, "1002")).json()["isNewUser"] is False

    async def test_email_of_an_account_is_verified_before_it_is_linked(
        self, client: ApiClient, providers: Providers, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        account = await member("irina.volkova@example.com")
        answer = (await sign_in_through_vk(client)).json()
        assert answer["status"] == "email_required", "the provider's claim is not enough"
        bearer = {"Authorization": f"Bearer {answer['tempToken']}", **NATIVE_CLIENT}
        body = {"email": "Irina.Volkova@example.com"}
        await client.post("/api/auth/send-verification-session", json=body, headers=bearer)
        code = find_code((await mailbox())[-1])
        verification = await client.post("/api/auth/verify-email-session", json={**body, "code": code}, headers=bearer)
        assert verification.json()["user"]["id"] == str(account.id)
        assert (await sign_in_through_vk(client)).json()["user"]["id"] == str(account.id)
        login_body = {"email": "irina.volkova@example.com", "password": PASSWORD}
        assert (await client.post("/api/auth/login", json=login_body)).status_code == 200

    async def test_mailbox_alone_links_nothing_to_an_account_with_an_app(
        self,
        client: ApiClient,
        providers: Providers,
        member: MemberFactory,
        log_in: LogInFunction,
        mailbox: Mailbox,
        clock: MovableClock,
    ) -> None:
        """A code from the mailbox is not enough: the provider is linked after the second step of the same sign-in."""
        account = await member("irina.volkova@example.com")
        headers = await confirm_identity(client, await log_in(account))
        factor_path = "/api/auth/me/second-factor/totp"
        secret = (await client.post(factor_path, headers=headers)).json()["secret"]
        code_body = {"code": pyotp.TOTP(secret).at(int(clock().timestamp()))}
        codes = (await client.post(f"{factor_path}/confirm", json=code_body, headers=headers)).json()["recovery_codes"]
        answer = (await sign_in_through_vk(client)).json()
        bearer = {"Authorization": f"Bearer {answer['tempToken']}", **NATIVE_CLIENT}
        body = {"email": account.email}
        await client.post("/api/auth/send-verification-session", json=body, headers=bearer)
        body["code"] = find_code((await mailbox())[-1])
        step_answer = (await client.post("/api/auth/verify-email-session", json=body, headers=bearer)).json()
        assert step_answer["status"] == "second_factor_required"
        url = "/api/auth/me/identities"
        assert (await client.get(url, headers=headers)).json()["identities"] == []
        proof = {"tempToken": step_answer["tempToken"], "code": codes[0]}
        assert (
            await client.post("/api/auth/login/second-factor", json=proof, headers=NATIVE_CLIENT)
        ).status_code == 200
        assert [identity["provider"] for identity in (await client.get(url, headers=headers)).json()["identities"]] == [
            "vk"
        ]

    async def test_unverified_registration_leaves_nothing_in_the_account(
        self, client: ApiClient, providers: Providers, mailbox: Mailbox
    ) -> None:
        await client.post("/api/auth/register", json=build_registration_form("irina.volkova@example.com"))
        code = find_code((await mailbox())[0])
        answer = (await sign_in_through_vk(client)).json()
        assert (answer["user"]["first_name"], answer["user"]["has_password"]) == ("Ирина", False)
        login_body = {"email": "irina.volkova@example.com", "password": PASSWORD}
        assert (await client.post("/api/auth/login", json=login_body)).status_code == 401
        late_answer = await client.post("/api/auth/verify-email", json={"email": login_body["email"], "code": code})
        assert get_status_and_code(late_answer) == (400, "code_expired")

    async def test_state_of_an_authorization_works_once_and_only_as_issued(
        self, client: ApiClient, providers: Providers, clock: MovableClock
    ) -> None:
        start_answer = await start_sign_in(client, "vk")
        callback = {
            **await approve_sign_in(start_answer["authUrl"], "1001"),
            "sessionToken": start_answer["sessionToken"],
        }
        expected = (400, "invalid_state")
        assert get_status_and_code(await finish_sign_in(client, "vk", {**callback, "state": "forged"})) == expected
        assert get_status_and_code(await finish_sign_in(client, "vk", {**callback, "state": ""})) == expected
        assert (
            get_status_and_code(await finish_sign_in(client, "vk", {**callback, "sessionToken": "forged"})) == expected
        )
        assert get_status_and_code(await finish_sign_in(client, "vk", {**callback, "sessionToken": None})) == expected
        assert (
            get_status_and_code(await finish_sign_in(client, "vk", {**callback, "redirect_uri": GOOGLE_RETURN_URL}))
            == expected
        )
        assert get_status_and_code(await finish_sign_in(client, "google", callback)) == expected
        assert (await finish_sign_in(client, "vk", callback)).status_code == 200
        assert get_status_and_code(await finish_sign_in(client, "vk", callback)) == expected
        expired_start_answer = await start_sign_in(client, "vk", state="state-2")
        clock.move(minutes=11)
        callback = {"code": "any", "state": "state-2", "sessionToken": expired_start_answer["sessionToken"]}
        assert get_status_and_code(await finish_sign_in(client, "vk", callback)) == expected

    async def test_replayed_authorization_code_and_wrong_device_are_refused(
        self, client: ApiClient, providers: Providers
    ) -> None:
        start_answer = await start_sign_in(client, "vk")
        callback = {
            **await approve_sign_in(start_answer["authUrl"], "1001"),
            "sessionToken": start_answer["sessionToken"],
        }
        await finish_sign_in(client, "vk", callback)
        second_start_answer = await start_sign_in(client, "vk", state="state-2")
        replay = {**callback, "state": "state-2", "sessionToken": second_start_answer["sessionToken"]}
        assert get_status_and_code(await finish_sign_in(client, "vk", replay)) == (400, "invalid_code")
        third_start_answer = await start_sign_in(client, "vk", state="state-3")
        callback = {
            **await approve_sign_in(third_start_answer["authUrl"], "1001"),
            "sessionToken": third_start_answer["sessionToken"],
            "device_id": "other",
        }
        assert get_status_and_code(await finish_sign_in(client, "vk", callback)) == (400, "invalid_code")

    async def test_callback_after_a_refused_consent_has_no_code_and_is_refused(
        self, client: ApiClient, providers: Providers
    ) -> None:
        start_answer = await start_sign_in(client, "vk")
        callback = await approve_sign_in(start_answer["authUrl"], "")
        assert callback["error"] == "access_denied"
        callback = {"state": callback["state"], "sessionToken": start_answer["sessionToken"]}
        assert (await finish_sign_in(client, "vk", callback)).status_code == 422


# The mock of Google runs in a thread and still calls deprecated functions of its library.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
class TestGoogle:
    async def test_verified_email_opens_an_account(self, client: ApiClient, providers: Providers) -> None:
        person = {"email": "g1@example.com", "email_verified": True, "given_name": "Глеб", "family_name": "Ким"}
        await create_google_user(providers, "g1", **person)
        answer = (await sign_in_through_google(client, "g1")).json()
        assert (answer["isNewUser"], answer["user"]["email"]) == (True, "g1@example.com")
        assert (answer["user"]["first_name"], answer["user"]["last_name"]) == ("Глеб", "Ким")

    async def test_first_sign_in_after_a_rotation_of_keys_succeeds(
        self, client: ApiClient, providers: Providers, runtime: AuthRuntime
    ) -> None:
        await create_google_user(providers, "g1", email="g1@example.com", email_verified=True)
        assert (await sign_in_through_google(client, "g1")).status_code == 200
        old_keys = KeySet([RSAKey.generate_key(2048, {"kid": "old"})]).as_dict(private=False)
        cache = Google()._create_openid_client(runtime)._documents._cached
        [keys_url] = [url for url, (_, document) in cache.items() if "keys" in document]
        cache[keys_url] = (time.monotonic() + 3600, dict(old_keys))
        assert (await sign_in_through_google(client, "g1")).status_code == 200

    async def test_unverified_email_leads_to_the_email_step(self, client: ApiClient, providers: Providers) -> None:
        await create_google_user(providers, "g2", email="g2@example.com", email_verified=False)
        assert (await sign_in_through_google(client, "g2")).json()["status"] == "email_required"

    async def test_code_of_another_sign_in_fails_by_its_nonce(self, client: ApiClient, providers: Providers) -> None:
        await create_google_user(providers, "g3", email="g3@example.com", email_verified=True)
        own_start_answer = await start_sign_in(client, "google", state="mine")
        other_start_answer = await start_sign_in(client, "google", state="theirs")
        stolen_code = (await approve_sign_in(other_start_answer["authUrl"], "g3"))["code"]
        assert find_nonce(own_start_answer["authUrl"]) != find_nonce(other_start_answer["authUrl"])
        assert get_status_and_code(await finish_sign_in(client, "google", {"code": stolen_code, "state": "mine"})) == (
            400,
            "invalid_code",
        )

    async def test_client_secret_and_code_verifier_stay_on_the_server(
        self, client: ApiClient, providers: Providers
    ) -> None:
        start_answer = await start_sign_in(client, "google")
        assert "google-secret" not in start_answer["authUrl"]
        assert "code_challenge_method=S256" in start_answer["authUrl"]
        assert "code_verifier" not in start_answer["authUrl"]
        assert "sessionToken" not in start_answer


class TestTelegram:
    async def sign_in_by_widget(self, client: ApiClient, data: dict[str, Any], **fields: Any) -> Any:
        body = {"telegramData": data, **fields}
        return await client.post("/api/auth/paseto/telegram/callback", json=body, headers=NATIVE_CLIENT)

    async def test_sign_in_by_the_widget_leads_to_the_email_step(self, client: ApiClient, providers: Providers) -> None:
        answer = (await self.sign_in_by_widget(client, build_widget_data({"id": 5001, "first_name": "Марат"}))).json()
        assert (answer["status"], answer["isNewUser"]) == ("email_required", True)

    async def test_forged_stale_and_replayed_data_are_refused(self, client: ApiClient, providers: Providers) -> None:
        person = {"id": 5001, "first_name": "Марат"}
        signed_data = build_widget_data(person)
        expected = (400, "invalid_code")
        refused_data: list[dict[str, Any]] = [
            {},
            {**signed_data, "id": 5002},
            {name: value for name, value in signed_data.items() if name != "hash"},
            build_widget_data(person, bot_token="1:other"),
            build_widget_data(person, auth_date=int(time.time()) - 86401),
            build_widget_data(person, auth_date=int(time.time()) + 3600),
        ]
        for data in refused_data:
            assert get_status_and_code(await self.sign_in_by_widget(client, data)) == expected
        assert (await self.sign_in_by_widget(client, signed_data)).status_code == 200
        assert get_status_and_code(await self.sign_in_by_widget(client, signed_data)) == expected

    async def test_address_of_the_widget_page_names_the_bot_without_its_token(
        self, client: ApiClient, providers: Providers
    ) -> None:
        start_answer = await start_sign_in(client, "telegram")
        assert "bot_id=7000000001" in start_answer["authUrl"]
        assert "stand-in-token" not in start_answer["authUrl"]

    async def test_openid_connect_is_used_where_a_client_is_configured(
        self, client: ApiClient, providers: Providers, override_settings: SettingsOverride
    ) -> None:
        override_settings(telegram_client_id="telegram-client")
        start_answer = await start_sign_in(client, "telegram")
        callback = await approve_sign_in(start_answer["authUrl"], "5001")
        assert (await finish_sign_in(client, "telegram", callback)).json()["status"] == "email_required"

    async def test_id_token_of_a_wrong_issuer_is_refused(
        self, client: ApiClient, providers: Providers, override_settings: SettingsOverride
    ) -> None:
        with run_app(telegram.build(issuer="https://evil.example")) as url:
            discovery_url = f"{url}/.well-known/openid-configuration"
            override_settings(telegram_client_id="telegram-client", telegram_discovery_url=discovery_url)
            start_answer = await start_sign_in(client, "telegram")
            callback = await approve_sign_in(start_answer["authUrl"], "5001")
            assert get_status_and_code(await finish_sign_in(client, "telegram", callback)) == (400, "invalid_code")


# The mock of Google runs in a thread and still calls deprecated functions of its library.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
class TestBrowser:
    """A thief of a provider's redirect cannot finish the sign-in in another browser."""

    @pytest.mark.parametrize("provider", ["vk", "google"])
    async def test_another_browser_cannot_finish_a_sign_in(
        self, browser: BrowserFactory, providers: Providers, provider: str
    ) -> None:
        await create_google_user(providers, "g1", email="g1@example.com", email_verified=True)
        victim = browser()
        thief = browser()
        start_answer = await start_sign_in(victim, provider)
        approval = await approve_sign_in(start_answer["authUrl"], "1001" if provider == "vk" else "g1")
        callback = {"redirect_uri": RETURN_URL, **approval, "sessionToken": start_answer.get("sessionToken")}
        url = f"{SOCIAL_PATH}/{provider}/callback"
        await start_sign_in(thief, provider, state="another")
        for http in (thief, browser()):
            assert get_status_and_code(await http.post(url, json=callback)) == (400, "invalid_state")
        assert (await victim.post(url, json=callback)).status_code == 200

    async def test_cookie_of_a_sign_in_is_http_only_and_serves_two_tabs(
        self, browser: BrowserFactory, providers: Providers
    ) -> None:
        http = browser()
        start_answers = [await start_sign_in(http, "vk", state=state) for state in ("first", "second")]
        answer = await http.get(f"{SOCIAL_PATH}/vk/auth", params={"redirect_uri": RETURN_URL, "state": "third"})
        [cookie] = [cookie for cookie in answer.headers.get_list("set-cookie") if cookie.startswith("social_attempt=")]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        for start_answer in start_answers:
            callback = {
                **await approve_sign_in(start_answer["authUrl"], "1001"),
                "sessionToken": start_answer["sessionToken"],
            }
            body = {"redirect_uri": RETURN_URL, **callback}
            assert (await http.post(f"{SOCIAL_PATH}/vk/callback", json=body)).status_code == 200

    async def test_native_client_is_bound_by_its_token(self, client: ApiClient, providers: Providers) -> None:
        await create_google_user(providers, "g1", email="g1@example.com", email_verified=True)
        start_answer = await start_sign_in(client, "google", redirect_uri=GOOGLE_RETURN_URL, **NATIVE_CLIENT)
        callback = {**await approve_sign_in(start_answer["authUrl"], "g1"), "redirect_uri": GOOGLE_RETURN_URL}
        assert get_status_and_code(await finish_sign_in(client, "google", callback)) == (400, "invalid_state")
        callback["sessionToken"] = start_answer["sessionToken"]
        assert (await finish_sign_in(client, "google", callback)).status_code == 200


class TestProviderErrors:
    async def test_unknown_or_unconfigured_providers_and_foreign_return_addresses_are_refused(
        self, client: ApiClient, providers: Providers, override_settings: SettingsOverride
    ) -> None:
        query = {"redirect_uri": RETURN_URL, "state": "s"}
        assert get_status_and_code(await client.get(f"{SOCIAL_PATH}/myspace/auth", params=query)) == (404, "not_found")
        assert get_status_and_code(await finish_sign_in(client, "myspace", {"code": "c", "state": "s"})) == (
            404,
            "not_found",
        )
        foreign_query = {**query, "redirect_uri": "https://evil.example/"}
        assert get_status_and_code(await client.get(f"{SOCIAL_PATH}/vk/auth", params=foreign_query)) == (
            400,
            "invalid_redirect_uri",
        )
        override_settings(vk_client_id="")
        answer = await client.get(f"{SOCIAL_PATH}/vk/auth", params=query)
        assert get_status_and_code(answer) == (503, "provider_unavailable")
        assert answer.headers["retry-after"]
        listed_providers = (await client.get("/api/auth/social/providers")).json()["providers"]
        assert [(provider["id"], provider["available"]) for provider in listed_providers] == [
            ("vk", False),
            ("google", True),
            ("telegram", True),
        ]

    async def test_provider_that_is_down_is_not_called_for_a_while(
        self, client: ApiClient, providers: Providers, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        expected = (503, "provider_unavailable")
        providers.vk.behavior.down = True
        try:
            callbacks = []
            for number in range(breaker.MAX_FAILURES + 1):
                start_answer = await start_sign_in(client, "vk", state=f"state-{number}")
                callback = {"code": "any", "state": f"state-{number}", "sessionToken": start_answer["sessionToken"]}
                callbacks.append(callback)
            providers.vk.call_count = 0
            for callback in callbacks[:-1]:
                assert get_status_and_code(await finish_sign_in(client, "vk", callback)) == expected
            assert providers.vk.call_count == breaker.MAX_FAILURES

            query = {"redirect_uri": RETURN_URL, "state": "s"}
            assert get_status_and_code(await client.get(f"{SOCIAL_PATH}/vk/auth", params=query)) == expected
            assert get_status_and_code(await finish_sign_in(client, "vk", callbacks[-1])) == expected
            assert providers.vk.call_count == breaker.MAX_FAILURES, "not called during the pause"

            providers.vk.behavior.down = False
            clock_after_pause = SimpleNamespace(monotonic=lambda: time.monotonic() + breaker.PAUSE_SECONDS)
            monkeypatch.setattr(breaker, "time", clock_after_pause)
            assert (await sign_in_through_vk(client)).status_code == 200
        finally:
            providers.vk.behavior.down = False
            runtime.breakers.clear()

    async def test_sign_ins_through_a_provider_over_the_limit_are_refused(
        self, client: ApiClient, providers: Providers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(authorization_requests, "MAX_REQUESTS_PER_MINUTE", 3)
        query = {"redirect_uri": RETURN_URL, "state": "state-1"}
        statuses = [(await client.get(f"{SOCIAL_PATH}/vk/auth", params=query)).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]

    async def test_slow_provider_is_unavailable_after_the_time_limit(
        self, client: ApiClient, providers: Providers, runtime: AuthRuntime, override_settings: SettingsOverride
    ) -> None:
        override_settings(provider_timeout_seconds=0.3)
        start_answer = await start_sign_in(client, "vk")
        # The provider would refuse this code, but only after an hour.
        providers.vk.behavior.slow_seconds = 3600
        try:
            callback = {"code": "any", "state": "state-1", "sessionToken": start_answer["sessionToken"]}
            answer = await finish_sign_in(client, "vk", callback)
            assert get_status_and_code(answer) == (503, "provider_unavailable")
        finally:
            providers.vk.behavior.slow_seconds = 0
            runtime.breakers.clear()

    async def test_missing_and_forged_temporary_tokens_are_401(self, client: ApiClient, providers: Providers) -> None:
        for path, body in [
            ("send-verification-session", {"email": "a@example.com"}),
            ("verify-email-session", {"email": "a@example.com", "code": "123456"}),
        ]:
            assert get_status_and_code(await client.post(f"/api/auth/{path}", json=body)) == (401, "unauthorized")
            forged_headers = {"Authorization": "Bearer forged"}
            answer = await client.post(f"/api/auth/{path}", json=body, headers=forged_headers)
            assert get_status_and_code(answer) == (401, "token_invalid")


@pytest.mark.parametrize("body", [{}, {"code": "c"}, {"code": "", "redirect_uri": RETURN_URL}])
async def test_a_malformed_callback_is_422(client: ApiClient, providers: Providers, body: Any) -> None:
    assert (await client.post(f"{SOCIAL_PATH}/vk/callback", json=body)).status_code == 422
