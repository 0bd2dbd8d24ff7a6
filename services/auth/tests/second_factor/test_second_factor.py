"""Authenticator apps, recovery codes, passkeys, and the second factor that administrators must have."""

import asyncio
from typing import Any

import pyotp
import pytest
from auth.accounts.tables import Account
from auth.login import passkeys
from auth.runtime import AuthRuntime, Session
from auth.second_factor.steps import create_step_token
from auth.second_factor.tables import TotpSecret
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock
from sqlalchemy import select

from services.auth.tests.auth_forms import NATIVE_CLIENT, PASSWORD, confirm_identity, get_status_and_code
from services.auth.tests.authenticator import Authenticator
from services.auth.tests.fixture_types import BrowserFactory, LogInFunction, MemberFactory, SettingsOverride

FACTOR = "/api/auth/me/second-factor"


async def send_first_step(client: ApiClient, account: Any) -> dict[str, Any]:
    body = {"email": account.email, "password": PASSWORD}
    answer = await client.post("/api/auth/login", json=body, headers=NATIVE_CLIENT)
    login: dict[str, Any] = answer.json()
    return login


async def send_second_step(client: ApiClient, token: str, code: str) -> Any:
    body = {"tempToken": token, "code": code}
    return await client.post("/api/auth/login/second-factor", json=body, headers=NATIVE_CLIENT)


async def add_passkey(client: ApiClient, headers: dict[str, str], key: Authenticator, *, verified: bool = True) -> Any:
    options = (await client.post("/api/auth/me/passkeys/options", headers=headers)).json()["options"]
    body = {"credential": key.create(options, verified=verified), "name": "Ноутбук"}
    return await client.post("/api/auth/me/passkeys", json=body, headers=headers)


async def sign_in_with_passkey(client: ApiClient, key: Authenticator, *, verified: bool = True) -> Any:
    options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
    body = {"credential": key.get(options, verified=verified)}
    return await client.post("/api/auth/login/passkey", json=body, headers=NATIVE_CLIENT)


@pytest.fixture
async def totp(client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock) -> dict[str, Any]:
    """A user whose authenticator app is turned on: `account`, `secret`, `recovery_codes`, `headers`."""
    account = await member()
    headers = await confirm_identity(client, await log_in(account))
    secret = (await client.post(f"{FACTOR}/totp", headers=headers)).json()["secret"]
    code = pyotp.TOTP(secret).at(int(clock().timestamp()))
    answer = await client.post(f"{FACTOR}/totp/confirm", json={"code": code}, headers=headers)
    assert answer.status_code == 200, answer.text
    clock.move(seconds=60)
    return {"account": account, "secret": secret, "recovery_codes": answer.json()["recovery_codes"], "headers": headers}


class TestTotp:
    async def test_two_set_ups_at_once_are_both_accepted(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        answers = await asyncio.gather(*(client.post(f"{FACTOR}/totp", headers=headers) for _ in range(2)))
        assert [answer.status_code for answer in answers] == [200, 200]

    async def test_second_step_is_required_and_accepted(
        self, client: ApiClient, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        step_answer = await send_first_step(client, totp["account"])
        assert (step_answer["status"], step_answer["methods"]) == ("second_factor_required", ["totp", "recovery_code"])
        assert (step_answer["user"], step_answer["accessToken"]) == (None, None)
        bearer = {"Authorization": f"Bearer {step_answer['tempToken']}"}
        assert get_status_and_code(await client.get("/api/auth/me", headers=bearer)) == (401, "token_invalid")
        code = pyotp.TOTP(totp["secret"]).at(int(clock().timestamp()))
        answer = await send_second_step(client, step_answer["tempToken"], code)
        assert answer.json()["user"]["email"] == "anna@example.com"
        assert answer.json()["sessionToken"]

    async def test_code_of_an_app_works_once_and_only_near_its_time(
        self, client: ApiClient, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        now = int(clock().timestamp())
        app = pyotp.TOTP(totp["secret"])
        assert get_status_and_code(await send_second_step(client, token, app.at(now - 300))) == (400, "invalid_code")
        answers = await asyncio.gather(*[send_second_step(client, token, app.at(now)) for _ in range(4)])
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]

    async def test_five_wrong_codes_of_an_app_lock_the_second_step(
        self, client: ApiClient, totp: dict[str, Any]
    ) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        wrong_code = pyotp.TOTP(totp["secret"]).at(0)
        assert [(await send_second_step(client, token, wrong_code)).status_code for _ in range(6)] == [400] * 5 + [429]

    async def test_no_more_than_five_parallel_guesses_are_checked(
        self, client: ApiClient, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        app = pyotp.TOTP(totp["secret"])
        guesses = [send_second_step(client, token, app.at(number)) for number in range(0, 600, 30)]
        statuses = [answer.status_code for answer in await asyncio.gather(*guesses)]
        assert sorted(statuses) == [400] * 5 + [429] * 15
        assert (await send_second_step(client, token, app.at(int(clock().timestamp())))).status_code == 429

    async def test_a_thief_of_the_password_does_not_lock_the_owners_browser(
        self, client: ApiClient, browser: BrowserFactory, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        owner = browser()
        app = pyotp.TOTP(totp["secret"])

        async def sign_in_as_owner() -> None:
            login_body = {"email": "anna@example.com", "password": PASSWORD}
            step_token = (await owner.post("/api/auth/login", json=login_body)).json()["tempToken"]
            code_body = {"tempToken": step_token, "code": app.at(int(clock().timestamp()))}
            answer = await owner.post("/api/auth/login/second-factor", json=code_body)
            assert answer.status_code == 200, answer.text

        await sign_in_as_owner()
        clock.move(seconds=60)
        stolen_token = (await send_first_step(client, totp["account"]))["tempToken"]
        guess_statuses = [(await send_second_step(client, stolen_token, app.at(0))).status_code for _ in range(6)]
        assert guess_statuses[-1] == 429
        await sign_in_as_owner()

    async def test_recovery_code_works_once(self, client: ApiClient, totp: dict[str, Any]) -> None:
        assert len(set(totp["recovery_codes"])) == 10
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        code = totp["recovery_codes"][0].upper().replace("-", "")
        assert (await send_second_step(client, token, code)).status_code == 200
        assert get_status_and_code(await send_second_step(client, token, code)) == (400, "invalid_code")

    async def test_new_recovery_codes_replace_the_old_ones(self, client: ApiClient, totp: dict[str, Any]) -> None:
        new_codes = (await client.post(f"{FACTOR}/recovery-codes", headers=totp["headers"])).json()["recovery_codes"]
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        assert (await send_second_step(client, token, totp["recovery_codes"][0])).status_code == 400
        assert (await send_second_step(client, token, new_codes[0])).status_code == 200

    async def test_step_token_is_short_lived_and_cannot_be_forged(
        self, client: ApiClient, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        assert get_status_and_code(await send_second_step(client, "v4.local.AAAA", "123456")) == (401, "token_invalid")
        clock.move(minutes=10, seconds=1)
        assert get_status_and_code(await send_second_step(client, token, "123456")) == (401, "token_invalid")

    async def test_step_token_works_once(self, client: ApiClient, totp: dict[str, Any]) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        codes = totp["recovery_codes"]
        assert (await send_second_step(client, token, codes[0])).status_code == 200
        assert get_status_and_code(await send_second_step(client, token, codes[1])) == (401, "token_invalid")
        # The refused request has used up its code too.
        new_token = (await send_first_step(client, totp["account"]))["tempToken"]
        assert get_status_and_code(await send_second_step(client, new_token, codes[1])) == (400, "invalid_code")

    async def test_password_change_invalidates_step_tokens(
        self, client: ApiClient, totp: dict[str, Any], db: Session
    ) -> None:
        token = (await send_first_step(client, totp["account"]))["tempToken"]
        (await db.get_one(Account, totp["account"].id)).password_hash = "another"
        await db.commit()
        assert get_status_and_code(await send_second_step(client, token, totp["recovery_codes"][0])) == (
            401,
            "token_invalid",
        )

    async def test_setting_up_needs_a_confirmation_and_is_done_once(
        self, client: ApiClient, totp: dict[str, Any]
    ) -> None:
        unconfirmed_headers = {"Authorization": totp["headers"]["Authorization"]}
        for path in ("totp", "recovery-codes"):
            assert get_status_and_code(await client.post(f"{FACTOR}/{path}", headers=unconfirmed_headers)) == (
                403,
                "confirmation_required",
            )
        assert get_status_and_code(await client.post(f"{FACTOR}/totp", headers=totp["headers"])) == (
            409,
            "second_factor_on",
        )

    async def test_state_lists_the_factors_and_an_app_can_be_turned_off(
        self, client: ApiClient, totp: dict[str, Any]
    ) -> None:
        state = (await client.get(FACTOR, headers=totp["headers"])).json()
        expected = {"success": True, "totp": True, "recovery_codes_left": 10, "passkeys": 0, "required": False}
        assert state == expected
        assert (await client.delete(f"{FACTOR}/totp", headers=totp["headers"])).status_code == 200
        assert (await send_first_step(client, totp["account"]))["accessToken"]

    async def test_owner_is_notified_of_every_change(
        self, client: ApiClient, totp: dict[str, Any], mailbox: Mailbox
    ) -> None:
        new_codes = (await client.post(f"{FACTOR}/recovery-codes", headers=totp["headers"])).json()["recovery_codes"]
        confirm_answer = await client.post("/api/auth/me/confirm", json={"code": new_codes[0]}, headers=totp["headers"])
        confirmed_headers = {**totp["headers"], "X-Confirmation": confirm_answer.json()["confirmation"]}
        add_answer = await add_passkey(client, confirmed_headers, Authenticator())
        await client.delete(f"/api/auth/me/passkeys/{add_answer.json()['passkey']['id']}", headers=totp["headers"])
        await client.delete(f"{FACTOR}/totp", headers=totp["headers"])
        messages = await mailbox()
        assert {(message.kind, message.recipient) for message in messages} == {("sign_in_changed", "anna@example.com")}
        assert [message.subject.partition(": ")[2] for message in messages] == [
            "включены коды из приложения",
            "созданы новые коды восстановления",
            "добавлен ключ доступа",
            "удалён ключ доступа",
            "выключены коды из приложения",
        ]

    async def test_totp_secret_is_stored_encrypted(self, totp: dict[str, Any], db: Session) -> None:
        [row] = await db.scalars(select(TotpSecret))
        assert totp["secret"] not in row.encrypted_secret


class TestRequiredForAdministrators:
    async def test_required_app_is_set_up_before_the_first_session(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride, clock: MovableClock
    ) -> None:
        override_settings(admin_2fa="required")
        account = await member(role="admin")
        step_answer = await send_first_step(client, account)
        assert (step_answer["status"], step_answer["methods"]) == ("second_factor_setup_required", [])
        bearer = {"Authorization": f"Bearer {step_answer['tempToken']}", **NATIVE_CLIENT}
        secret = (await client.post(f"{FACTOR}/totp", headers=bearer)).json()["secret"]
        refusal = await client.post(f"{FACTOR}/totp/confirm", json={"code": "000000"}, headers=bearer)
        assert get_status_and_code(refusal) == (400, "invalid_code")
        code = pyotp.TOTP(secret).at(int(clock().timestamp()))
        confirmed_body = (await client.post(f"{FACTOR}/totp/confirm", json={"code": code}, headers=bearer)).json()
        assert len(confirmed_body["recovery_codes"]) == 10
        headers = {"Authorization": f"Bearer {confirmed_body['session']['accessToken']}"}
        assert (await client.get("/api/auth/admin/users", headers=headers)).status_code == 200
        removal_answer = await client.delete(
            f"{FACTOR}/totp", headers=await confirm_identity(client, {"headers": headers})
        )
        assert get_status_and_code(removal_answer) == (409, "second_factor_required")

    async def test_setup_token_is_refused_where_no_factor_is_required(
        self, client: ApiClient, member: MemberFactory, runtime: AuthRuntime
    ) -> None:
        token = create_step_token(runtime, await member(), "second_factor_setup_required")
        answer = await client.post(f"{FACTOR}/totp", headers={"Authorization": f"Bearer {token}"})
        assert get_status_and_code(answer) == (401, "token_invalid")

    async def test_setup_token_is_refused_after_another_factor_was_added(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        override_settings(admin_2fa="required")
        account = await member(role="admin")
        owner_token = (await send_first_step(client, account))["tempToken"]
        thief_token = (await send_first_step(client, account))["tempToken"]
        owner_headers = {"Authorization": f"Bearer {owner_token}"}
        thief_headers = {"Authorization": f"Bearer {thief_token}"}
        assert (await add_passkey(client, owner_headers, Authenticator())).status_code == 201
        for path in ("/api/auth/me/passkeys/options", f"{FACTOR}/totp"):
            assert get_status_and_code(await client.post(path, headers=thief_headers)) == (401, "token_invalid")

    async def test_session_without_a_required_second_factor_is_not_renewed(
        self, client: ApiClient, admin: dict[str, Any], override_settings: SettingsOverride
    ) -> None:
        override_settings(admin_2fa="required")
        answer = await client.post("/api/auth/refresh", json={"sessionToken": admin["sessionToken"]})
        assert get_status_and_code(answer) == (401, "token_invalid")

    async def test_users_who_are_not_administrators_need_no_second_factor(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        override_settings(admin_2fa="required")
        assert (await send_first_step(client, await member()))["accessToken"]


class TestPasskeys:
    async def test_passkey_signs_in_without_an_email(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        add_answer = await add_passkey(client, headers, key)
        assert (add_answer.status_code, add_answer.json()["passkey"]["name"]) == (201, "Ноутбук")
        answer = await sign_in_with_passkey(client, key)
        assert answer.json()["user"]["email"] == "anna@example.com"
        [listed_passkey] = (await client.get("/api/auth/me/passkeys", headers=headers)).json()["passkeys"]
        assert listed_passkey["last_used_at"]

    async def test_passkey_counts_as_the_required_factor_of_an_administrator(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, override_settings: SettingsOverride
    ) -> None:
        account = await member(role="admin")
        key = Authenticator()
        await add_passkey(client, await confirm_identity(client, await log_in(account)), key)
        override_settings(admin_2fa="required")
        assert (await send_first_step(client, account))["methods"] == ["passkey"]
        answer = await sign_in_with_passkey(client, key)
        refresh_answer = await client.post("/api/auth/refresh", json={"sessionToken": answer.json()["sessionToken"]})
        assert refresh_answer.status_code == 200

    async def test_sign_in_challenges_over_the_limit_are_refused(
        self, client: ApiClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passkeys, "MAX_CHALLENGES_PER_MINUTE", 2)
        statuses = [(await client.post("/api/auth/login/passkey/options")).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]

    async def test_passkeys_over_the_limit_are_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 2)
        headers = await confirm_identity(client, await log_in(await member()))
        answers = [await add_passkey(client, headers, Authenticator()) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 409]
        assert answers[2].json()["code"] == "too_many_passkeys"

    async def test_creation_options_over_the_limit_are_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passkeys, "MAX_CHALLENGES_PER_MINUTE", 2)
        headers = await confirm_identity(client, await log_in(await member()))
        url = "/api/auth/me/passkeys/options"
        assert [(await client.post(url, headers=headers)).status_code for _ in range(3)] == [200, 200, 429]

    async def test_passkey_response_works_once(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        await add_passkey(client, headers, key)
        options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
        body = {"credential": key.get(options)}
        statuses = [(await client.post("/api/auth/login/passkey", json=body)).status_code for _ in range(2)]
        assert statuses == [200, 400]

    async def test_a_wrong_answer_uses_up_the_challenge(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        await add_passkey(client, headers, key)
        options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
        for credential in (Authenticator().get(options), key.get(options)):
            refusal = await client.post("/api/auth/login/passkey", json={"credential": credential})
            assert get_status_and_code(refusal) == (400, "invalid_passkey")

    async def test_passkey_confirms_its_own_account(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        own_login = await log_in(await member())
        other_login = await log_in(await member("boris@example.com"))
        key = Authenticator()
        await add_passkey(client, await confirm_identity(client, own_login), key)
        for login, status in ((other_login, 400), (own_login, 200)):
            options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
            body = {"credential": key.get(options)}
            answer = await client.post("/api/auth/me/confirm", json=body, headers=login["headers"])
            assert answer.status_code == status

    async def test_passkeys_that_are_foreign_unverified_unknown_or_wrongly_signed_are_refused(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        expected = (400, "invalid_passkey")
        assert (
            get_status_and_code(await add_passkey(client, headers, Authenticator(origin="https://evil.example")))
            == expected
        )
        assert get_status_and_code(await add_passkey(client, headers, key, verified=False)) == expected
        assert get_status_and_code(await sign_in_with_passkey(client, key)) == expected, "not known"
        await add_passkey(client, headers, key)
        assert get_status_and_code(await add_passkey(client, headers, key)) == expected, "known already"
        assert get_status_and_code(await sign_in_with_passkey(client, key, verified=False)) == expected
        key_of_another_device = Authenticator()
        key_of_another_device.id = key.id
        key_of_another_device.count = key.count
        refusal = await sign_in_with_passkey(client, key_of_another_device)
        assert get_status_and_code(refusal) == expected, "signed by another private key"
        options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
        clock.move(minutes=6)
        late_answer = await client.post("/api/auth/login/passkey", json={"credential": key.get(options)})
        assert get_status_and_code(late_answer) == expected

    async def test_cloned_passkey_is_refused_by_its_signature_counter(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        await add_passkey(client, headers, key)
        assert (await sign_in_with_passkey(client, key)).status_code == 200
        used_count = key.count
        # A clone has the same private key, and the counter of the time when it was copied.
        for count_of_clone in (used_count - 1, used_count - 2):
            key.count = count_of_clone
            assert get_status_and_code(await sign_in_with_passkey(client, key)) == (400, "invalid_passkey")
        key.count = used_count
        assert (await sign_in_with_passkey(client, key)).status_code == 200

    @pytest.mark.parametrize(
        "credential",
        [{}, {"response": {}}, {"response": {"clientDataJSON": "!"}}, {"response": {"clientDataJSON": "e30"}}],
    )
    async def test_malformed_credential_is_refused(self, client: ApiClient, credential: Any) -> None:
        answer = await client.post("/api/auth/login/passkey", json={"credential": credential})
        assert get_status_and_code(answer) == (400, "invalid_passkey")

    async def test_removal_of_a_passkey_needs_a_confirmation(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        key = Authenticator()
        headers = await confirm_identity(client, login)
        id = (await add_passkey(client, headers, key)).json()["passkey"]["id"]
        url = f"/api/auth/me/passkeys/{id}"
        assert get_status_and_code(await client.delete(url, headers=login["headers"])) == (403, "confirmation_required")
        assert (await client.delete(url, headers=headers)).status_code == 200
        assert get_status_and_code(await sign_in_with_passkey(client, key)) == (400, "invalid_passkey")

    async def test_passkey_of_another_account_is_not_removed(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        headers = await confirm_identity(client, await log_in(await member()))
        key = Authenticator()
        id = (await add_passkey(client, headers, key)).json()["passkey"]["id"]
        url = f"/api/auth/me/passkeys/{id}"
        other_headers = await confirm_identity(client, await log_in(await member("boris@example.com")))
        assert get_status_and_code(await client.delete(url, headers=other_headers)) == (404, "not_found")
        assert (await sign_in_with_passkey(client, key)).status_code == 200

    async def test_last_sign_in_method_cannot_be_removed(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, db: Session
    ) -> None:
        account = await member()
        headers = await confirm_identity(client, await log_in(account))
        passkey_ids = [(await add_passkey(client, headers, Authenticator())).json()["passkey"]["id"] for _ in range(2)]
        account.password_hash = None
        await db.merge(account)
        await db.flush()
        answers = [await client.delete(f"/api/auth/me/passkeys/{id}", headers=headers) for id in passkey_ids]
        assert [answer.status_code for answer in answers] == [200, 409]
        assert answers[1].json()["code"] == "last_login_method"
