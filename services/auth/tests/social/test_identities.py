"""Providers linked to an account: linking, unlinking, and a sign-in through one of them."""

from uuid import UUID

import pyotp
from auth.accounts.tables import Account
from auth.runtime import Session
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import NATIVE_CLIENT, PASSWORD, confirm_identity, get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory, SettingsOverride
from services.auth.tests.providers import Providers, approve_sign_in, finish_sign_in, sign_in_through_vk, start_sign_in

FACTOR = "/api/auth/me/second-factor"


class TestIdentities:
    async def test_a_provider_is_linked_listed_and_unlinked(
        self, client: ApiClient, providers: Providers, member: MemberFactory, log_in: LogInFunction, mailbox: Mailbox
    ) -> None:
        account = await member()
        login = await log_in(account)
        proof = await confirm_identity(client, login)
        linked_body = (await sign_in_through_vk(client, **proof)).json()
        assert (linked_body["user"]["id"], linked_body["isNewUser"]) == (str(account.id), False)
        assert [message.kind for message in await mailbox()] == ["identity_linked"]
        url = "/api/auth/me/identities"
        [identity] = (await client.get(url, headers=login["headers"])).json()["identities"]
        assert (identity["provider"], identity["name"]) == ("vk", "Ирина Волкова")
        other_login = await log_in(await member("boris@example.com"))
        unlink_answer = await client.delete(f"{url}/{identity['id']}", headers=other_login["headers"])
        assert get_status_and_code(unlink_answer) == (404, "not_found")
        unconfirmed_answer = await client.delete(f"{url}/{identity['id']}", headers=login["headers"])
        assert get_status_and_code(unconfirmed_answer) == (403, "confirmation_required")
        assert (await client.delete(f"{url}/{identity['id']}", headers=proof)).status_code == 200
        [*_, message] = await mailbox("anna@example.com")
        assert message.subject.endswith("отвязан вход через VK")

    async def test_linking_of_a_provider_is_confirmed_at_its_beginning_or_at_its_end(
        self, client: ApiClient, providers: Providers, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        proof = await confirm_identity(client, login)
        start_answer = await start_sign_in(client, "vk", **login["headers"])
        callback = {
            **await approve_sign_in(start_answer["authUrl"], "1001"),
            "sessionToken": start_answer["sessionToken"],
        }
        refusal = await finish_sign_in(client, "vk", callback, **login["headers"])
        assert get_status_and_code(refusal) == (403, "confirmation_required")
        forged_answer = await finish_sign_in(client, "vk", callback, **{**proof, "X-Confirmation": "forged"})
        assert get_status_and_code(forged_answer) == (403, "confirmation_required")
        assert (await finish_sign_in(client, "vk", callback, **proof)).status_code == 200, (
            "the refused requests used up an authorization"
        )
        start_answer = await start_sign_in(client, "vk", state="state-2", **proof)
        callback = {
            **await approve_sign_in(start_answer["authUrl"], "1002"),
            "sessionToken": start_answer["sessionToken"],
        }
        assert (await finish_sign_in(client, "vk", callback, **login["headers"])).status_code == 200

    async def test_last_sign_in_method_cannot_be_removed(self, client: ApiClient, providers: Providers) -> None:
        answer = (await sign_in_through_vk(client)).json()
        bearer = {"Authorization": f"Bearer {answer['accessToken']}"}
        url = "/api/auth/me/identities"
        [identity] = (await client.get(url, headers=bearer)).json()["identities"]
        assert get_status_and_code(await client.delete(f"{url}/{identity['id']}", headers=bearer)) == (
            409,
            "last_login_method",
        )

    async def test_identity_of_another_account_is_not_taken(
        self, client: ApiClient, providers: Providers, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        await sign_in_through_vk(client)
        proof = await confirm_identity(client, await log_in(await member()))
        assert get_status_and_code(await sign_in_through_vk(client, **proof)) == (409, "identity_taken")

    async def test_linking_by_one_user_cannot_be_finished_by_another(
        self, client: ApiClient, providers: Providers, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        own_login = await log_in(await member())
        other_login = await log_in(await member("boris@example.com"))
        start_answer = await start_sign_in(client, "vk", **await confirm_identity(client, own_login))
        callback = {
            **await approve_sign_in(start_answer["authUrl"], "1001"),
            "sessionToken": start_answer["sessionToken"],
        }
        refusal = await finish_sign_in(client, "vk", callback, **other_login["headers"])
        assert get_status_and_code(refusal) == (400, "invalid_state")

    async def test_authenticator_of_a_linked_account_is_required_as_after_a_password(
        self, client: ApiClient, providers: Providers, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        account = await member()
        login = await log_in(account)
        assert (await sign_in_through_vk(client, **await confirm_identity(client, login))).status_code == 200
        proof = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=login["headers"])
        headers = {**login["headers"], "X-Confirmation": proof.json()["confirmation"]}
        app = pyotp.TOTP((await client.post(f"{FACTOR}/totp", headers=headers)).json()["secret"])
        body = {"code": app.at(int(clock().timestamp()))}
        confirm_answer = await client.post(f"{FACTOR}/totp/confirm", json=body, headers=headers)
        assert confirm_answer.status_code == 200, confirm_answer.text
        clock.move(seconds=60)
        step_answer = (await sign_in_through_vk(client)).json()
        assert (step_answer["status"], step_answer["methods"]) == ("second_factor_required", ["totp", "recovery_code"])
        assert (step_answer["user"], step_answer["accessToken"], step_answer["isNewUser"]) == (None, None, False)
        body = {"tempToken": step_answer["tempToken"], "code": app.at(int(clock().timestamp()))}
        answer = await client.post("/api/auth/login/second-factor", json=body, headers=NATIVE_CLIENT)
        assert answer.json()["user"]["id"] == str(account.id)

    async def test_second_factor_holds_for_social_sign_in_too(
        self, client: ApiClient, providers: Providers, override_settings: SettingsOverride, db: Session
    ) -> None:
        user = (await sign_in_through_vk(client)).json()["user"]
        account = await db.get_one(Account, UUID(user["id"]))
        account.role = "admin"
        db.add(account)
        await db.flush()
        override_settings(admin_2fa="required")
        answer = (await sign_in_through_vk(client)).json()
        assert answer["status"] == "second_factor_setup_required"
        assert answer["accessToken"] is None
