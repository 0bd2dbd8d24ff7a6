"""'Это не я': factors that the reported device added are removed, but the mailbox alone cannot weaken the account."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pyotp
import pytest
from auth.runtime import AuthRuntime
from auth.second_factor import removals
from auth.sessions.report_links import PATH
from auth.social.tables import SocialIdentity
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import PASSWORD, find_code, get_status_and_code
from services.auth.tests.authenticator import Authenticator
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory

EMAIL = "anna@example.com"
FACTOR_PATH = "/api/auth/me/second-factor"


async def log_in(http: ApiClient) -> Any:
    answer = await http.post("/api/auth/login", json={"email": "anna@example.com", "password": PASSWORD})
    return answer.json()


async def confirm_password(http: ApiClient) -> dict[str, str]:
    answer = await http.post("/api/auth/me/confirm", json={"password": PASSWORD})
    return {"X-Confirmation": answer.json()["confirmation"]}


async def add_passkey(http: ApiClient, proof: dict[str, str] | None = None) -> Authenticator:
    key = Authenticator()
    proof = proof or await confirm_password(http)
    options = (await http.post("/api/auth/me/passkeys/options", headers=proof)).json()["options"]
    body = {"credential": key.create(options), "name": "Ноутбук"}
    assert (await http.post("/api/auth/me/passkeys", json=body, headers=proof)).status_code == 201
    return key


async def can_sign_in(client: ApiClient, key: Authenticator) -> bool:
    options = (await client.post("/api/auth/login/passkey/options")).json()["options"]
    answer = await client.post("/api/auth/login/passkey", json={"credential": key.get(options)})
    return bool(answer.status_code == 200)


async def report_unrecognized(client: ApiClient, mailbox: Mailbox) -> None:
    newest_email = [message for message in await mailbox() if message.kind == "new_device"][-1]
    token = newest_email.text.partition("token=")[2].split()[0]
    assert (await client.post(PATH, data={"token": token})).status_code == 200


@pytest.fixture
async def owner(browser: BrowserFactory, member: MemberFactory) -> ApiClient:
    """The account's owner, signed in first."""
    await member()
    http = browser()
    await log_in(http)
    return http


@pytest.fixture
async def thief(browser: BrowserFactory, owner: ApiClient, clock: MovableClock) -> ApiClient:
    """Someone else who knows the password, on another device, a minute later."""
    http = browser()
    clock.move(minutes=1)
    await log_in(http)
    return http


async def turn_on_app(http: ApiClient, clock: MovableClock) -> dict[str, Any]:
    """Turn on an authenticator app in this browser. Returns its secret and recovery codes."""
    proof = await confirm_password(http)
    secret = (await http.post(FACTOR_PATH + "/totp", headers=proof)).json()["secret"]
    code_body = {"code": pyotp.TOTP(secret).at(int(clock().timestamp()))}
    answer = await http.post(FACTOR_PATH + "/totp/confirm", json=code_body, headers=proof)
    assert answer.status_code == 200
    clock.move(seconds=60)
    return {"secret": secret, "codes": answer.json()["recovery_codes"]}


async def run_removals(runtime: AuthRuntime) -> None:
    async with runtime.database.transaction() as db:
        await removals.remove_due_factors(db, runtime)


class TestReportSession:
    async def test_only_providers_that_the_reported_device_linked_are_unlinked(
        self, owner: ApiClient, thief: ApiClient, client: ApiClient, runtime: AuthRuntime, mailbox: Mailbox
    ) -> None:
        session_ids = {}
        for name, http in (("owner", owner), ("thief", thief)):
            sessions = (await http.get("/api/auth/sessions")).json()["sessions"]
            session_ids[name] = UUID(next(session["id"] for session in sessions if session["current"]))
        account_id = UUID((await owner.get("/api/auth/me")).json()["user"]["id"])
        async with runtime.database.transaction() as db:
            for provider, linking_session in (("vk", "owner"), ("google", "thief"), ("telegram", "")):
                identity = SocialIdentity(
                    account_id=account_id,
                    provider=provider,
                    subject="1",
                    name="",
                    linked_at=runtime.now(),
                    added_in_session=session_ids.get(linking_session),
                )
                db.add(identity)
        await report_unrecognized(client, mailbox)
        identities = (await owner.get("/api/auth/me/identities")).json()["identities"]
        assert {identity["provider"] for identity in identities} == {"vk", "telegram"}

    async def test_app_that_a_reported_device_added_stays_required_for_a_reader_of_the_mailbox(
        self, owner: ApiClient, thief: ApiClient, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        """`thief` is the owner's new laptop here; the report comes from a reader of the mailbox."""
        await turn_on_app(thief, clock)
        await report_unrecognized(client, mailbox)
        code = find_code(next(email for email in await mailbox() if email.kind == "reset_code"))
        body = {"email": EMAIL, "code": code, "new_password": "Зимний-дирижабль-42"}
        assert (await client.post("/api/auth/password/reset", json=body)).status_code == 200
        answer = await client.post("/api/auth/login", json={"email": EMAIL, "password": body["new_password"]})
        assert answer.json()["status"] == "second_factor_required"

    async def test_passkey_of_the_reported_device_stops_at_once(
        self, thief: ApiClient, client: ApiClient, mailbox: Mailbox
    ) -> None:
        key = await add_passkey(thief)
        assert await can_sign_in(thief, key)
        await report_unrecognized(client, mailbox)
        assert not await can_sign_in(thief, key)

    async def test_other_sessions_show_when_the_reported_app_will_be_removed(
        self, owner: ApiClient, thief: ApiClient, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await turn_on_app(thief, clock)
        clock.freeze(clock())
        await report_unrecognized(client, mailbox)
        user = (await owner.get("/api/auth/me")).json()["user"]
        assert datetime.fromisoformat(user["factor_removal_at"]) == clock() + timedelta(days=2)
        assert user["factor_removal_at"] == (await owner.get(FACTOR_PATH)).json()["removal_at"]
        assert "factor_removal_planned" in [email.kind for email in await mailbox()]

    async def test_factors_of_the_reported_device_are_removed_after_two_days(
        self,
        owner: ApiClient,
        thief: ApiClient,
        client: ApiClient,
        mailbox: Mailbox,
        clock: MovableClock,
        runtime: AuthRuntime,
    ) -> None:
        await add_passkey(thief)
        await turn_on_app(thief, clock)
        await report_unrecognized(client, mailbox)
        clock.move(hours=47)
        await run_removals(runtime)
        assert (await log_in(owner))["status"] == "second_factor_required"
        clock.move(hours=2)
        await run_removals(runtime)
        assert (await log_in(owner))["accessToken"]
        factor_state = (await owner.get(FACTOR_PATH)).json()
        assert factor_state["totp"] is False
        assert factor_state["passkeys"] == 0
        assert "removal_at" not in factor_state

    async def test_owner_may_keep_or_remove_a_reported_factor(
        self,
        owner: ApiClient,
        thief: ApiClient,
        client: ApiClient,
        mailbox: Mailbox,
        clock: MovableClock,
        runtime: AuthRuntime,
    ) -> None:
        await turn_on_app(thief, clock)
        await report_unrecognized(client, mailbox)
        refusal = await owner.post(FACTOR_PATH + "/keep")
        assert get_status_and_code(refusal) == (403, "confirmation_required")
        keep_answer = await owner.post(FACTOR_PATH + "/keep", headers=await confirm_password(owner))
        assert keep_answer.status_code == 200
        clock.move(hours=49)
        await run_removals(runtime)
        assert (await owner.post("/api/auth/refresh")).status_code == 200
        assert (await owner.get(FACTOR_PATH)).json()["totp"] is True
        removal_answer = await owner.delete(FACTOR_PATH + "/totp", headers=await confirm_password(owner))
        assert removal_answer.status_code == 200
        assert (await log_in(owner))["accessToken"]

    async def test_factor_that_an_earlier_factor_confirmed_stays(
        self,
        owner: ApiClient,
        browser: BrowserFactory,
        client: ApiClient,
        mailbox: Mailbox,
        clock: MovableClock,
        runtime: AuthRuntime,
    ) -> None:
        app = await turn_on_app(owner, clock)
        laptop = browser()
        step = await log_in(laptop)
        proof = {"tempToken": step["tempToken"], "code": app["codes"][0]}
        assert (await laptop.post("/api/auth/login/second-factor", json=proof)).status_code == 200
        confirm_answer = await laptop.post("/api/auth/me/confirm", json={"code": app["codes"][1]})
        key = await add_passkey(laptop, {"X-Confirmation": confirm_answer.json()["confirmation"]})
        await report_unrecognized(client, mailbox)
        assert "factor_removal_at" not in (await owner.get("/api/auth/me")).json()["user"]
        clock.move(hours=49)
        await run_removals(runtime)
        assert await can_sign_in(client, key)

    async def test_report_link_works_for_a_day_and_answers_json_with_the_token_in_the_query(
        self, owner: ApiClient, thief: ApiClient, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        token = (await mailbox())[-1].text.partition("token=")[2].split()[0]
        answer = await client.post(PATH, params={"token": token})
        assert (answer.status_code, answer.json()) == (200, {"success": True})
        assert (await thief.get("/api/auth/me")).status_code == 401
        clock.move(hours=25)
        assert get_status_and_code(await client.get(PATH, params={"token": token})) == (400, "link_invalid")

    async def test_every_session_of_the_reported_device_ends_and_the_device_counts_as_new_again(
        self, owner: ApiClient, thief: ApiClient, client: ApiClient, mailbox: Mailbox
    ) -> None:
        session_headers = []
        for _ in range(2):
            # Without its refresh cookie the browser begins another session beside the first, on the same device.
            thief.cookies.delete("refresh")
            session_headers.append({"Authorization": f"Bearer {(await log_in(thief))['accessToken']}"})

        async def get_session_statuses() -> list[int]:
            return [(await client.get("/api/auth/me", headers=headers)).status_code for headers in session_headers]

        assert await get_session_statuses() == [200, 200]
        # The owner may press the button twice. The second report changes nothing and sends no second code.
        for _ in range(2):
            await report_unrecognized(client, mailbox)
        assert await get_session_statuses() == [401, 401]
        assert (await owner.get("/api/auth/me")).status_code == 200
        await log_in(thief)
        assert [message.kind for message in await mailbox()] == ["new_device", "reset_code", "new_device"]
