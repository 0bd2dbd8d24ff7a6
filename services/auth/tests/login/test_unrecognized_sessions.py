"""'Это не я': sign-in methods that an attacker added do not work after the report."""

from typing import Any

import pyotp
import pytest
from auth.sessions.report_links import PATH
from auth.social.tables import SocialIdentity

from services.auth.tests.auth_forms import PASSWORD
from services.auth.tests.authenticator import Authenticator


async def log_in_again(http: Any) -> Any:
    answer = await http.post("/api/auth/login", json={"email": "anna@example.com", "password": PASSWORD})
    return answer.json()


async def confirm_password(http: Any) -> dict[str, str]:
    answer = await http.post("/api/auth/me/confirm", json={"password": PASSWORD})
    return {"X-Confirmation": answer.json()["confirmation"]}


async def add_passkey(http: Any) -> Authenticator:
    key, proof = Authenticator(), await confirm_password(http)
    options = (await http.post("/api/auth/me/passkeys/options", headers=proof)).json()["options"]
    body = {"credential": key.create(options), "name": "Ноутбук"}
    assert (await http.post("/api/auth/me/passkeys", json=body, headers=proof)).status_code == 201
    return key


async def can_sign_in(client: Any, key: Authenticator) -> bool:
    options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
    answer = await client.post("/api/auth/login/passkey", json={"credential": key.get(options)})
    return bool(answer.status_code == 200)


async def report_unrecognized(client: Any, mailbox: Any) -> None:
    newest = [message for message in await mailbox() if message.kind == "new_device"][-1]
    token = newest.text.partition("token=")[2].split()[0]
    assert (await client.post(PATH, data={"token": token})).status_code == 200


@pytest.fixture
async def owner(browser: Any, member: Any) -> Any:
    """The account's owner, signed in first."""
    await member()
    http = browser()
    await log_in_again(http)
    return http


@pytest.fixture
async def thief(browser: Any, owner: Any, clock: Any) -> Any:
    """Someone else who knows the password, on another device, a minute later."""
    http = browser()
    clock.move(minutes=1)
    await log_in_again(http)
    return http


class TestReportUnrecognized:
    async def test_ways_added_since_are_gone_and_older_ones_stay(
        self, browser: Any, client: Any, member: Any, db: Any, mailbox: Any, clock: Any
    ) -> None:
        account = await member()
        owner, thief = browser(), browser()
        await log_in_again(owner)
        kept = await add_passkey(owner)
        clock.move(minutes=1)
        await log_in_again(thief)
        strange, now = await add_passkey(thief), clock()
        for provider, linked_at in (("vk", account.created_at), ("google", now)):
            db.add(SocialIdentity(account_id=account.id, provider=provider, subject="1", name="", linked_at=linked_at))
        await db.flush()
        await report_unrecognized(client, mailbox)
        assert [await can_sign_in(client, key) for key in (kept, strange)] == [True, False]
        left = (await owner.get("/api/auth/me/identities")).json()["identities"]
        assert [one["provider"] for one in left] == ["vk"]

    async def test_app_added_since_does_not_lock_the_owner_out(
        self, owner: Any, thief: Any, client: Any, mailbox: Any, clock: Any
    ) -> None:
        proof = await confirm_password(thief)
        secret = (await thief.post("/api/auth/me/second-factor/totp", headers=proof)).json()["secret"]
        code = {"code": pyotp.TOTP(secret).at(int(clock().timestamp()))}
        done = await thief.post("/api/auth/me/second-factor/totp/confirm", json=code, headers=proof)
        assert done.status_code == 200
        assert (await log_in_again(owner))["status"] == "second_factor_required"
        await report_unrecognized(client, mailbox)
        assert (await log_in_again(owner))["accessToken"]

    async def test_every_session_of_that_device_ends_and_the_device_counts_as_new_again(
        self, owner: Any, thief: Any, client: Any, mailbox: Any
    ) -> None:
        sessions = [{"Authorization": f"Bearer {(await log_in_again(thief))['accessToken']}"} for _ in range(2)]
        for _ in range(2):
            await report_unrecognized(client, mailbox)
        statuses = [(await client.get("/api/auth/me", headers=session)).status_code for session in sessions]
        assert statuses == [401, 401]
        assert (await owner.get("/api/auth/me")).status_code == 200
        await log_in_again(thief)
        assert [message.kind for message in await mailbox()] == ["new_device", "reset_code", "new_device"]
