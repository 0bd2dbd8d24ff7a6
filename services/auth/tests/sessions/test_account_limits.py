"""Hourly limits of one account. Each sign-in stores a session, and each change of a profile is an event for all
services.
"""

from auth.accounts.tables import Account
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.auth import SessionCreated, UserUpdated

from services.auth.tests.auth_forms import PASSWORD
from services.auth.tests.fixture_types import LogInFunction, MemberFactory, SettingsOverride


async def sign_in(client: ApiClient, account: Account) -> int:
    form = {"email": account.email, "password": PASSWORD}
    return int((await client.post("/api/auth/login", json=form)).status_code)


class TestSignIns:
    async def test_sign_ins_of_an_account_are_limited(
        self,
        client: ApiClient,
        member: MemberFactory,
        override_settings: SettingsOverride,
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        override_settings(sign_ins_per_hour=3)
        account = await member()
        other_account = await member("oleg@example.com")
        assert [await sign_in(client, account) for _ in range(5)] == [200, 200, 200, 429, 429]
        assert len(await read_events(SessionCreated)) == 3
        assert await sign_in(client, other_account) == 200
        clock.move(minutes=61)
        assert await sign_in(client, account) == 200

    async def test_sign_ins_of_administrators_are_not_limited(
        self, client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        override_settings(sign_ins_per_hour=1)
        account = await member(role="admin")
        assert [await sign_in(client, account) for _ in range(3)] == [200, 200, 200]


async def test_refreshes_of_a_session_are_limited_and_the_session_stays_open(
    client: ApiClient,
    member: MemberFactory,
    log_in: LogInFunction,
    override_settings: SettingsOverride,
    clock: MovableClock,
) -> None:
    override_settings(refreshes_per_hour=2)
    token = (await log_in(await member()))["sessionToken"]
    for _ in range(2):
        answer = await client.post("/api/auth/refresh", json={"sessionToken": token})
        assert answer.status_code == 200
        token = answer.json()["sessionToken"]
    refusal = await client.post("/api/auth/refresh", json={"sessionToken": token})
    assert (refusal.status_code, refusal.json().get("code")) == (429, "rate_limited")
    clock.move(minutes=61)
    assert (await client.post("/api/auth/refresh", json={"sessionToken": token})).status_code == 200


class TestProfileChanges:
    async def test_an_update_without_changes_publishes_nothing(
        self,
        client: ApiClient,
        member: MemberFactory,
        log_in: LogInFunction,
        read_events: EventReader,
        override_settings: SettingsOverride,
    ) -> None:
        override_settings(profile_changes_per_hour=1)
        login = await log_in(await member())
        event_count = len(await read_events(UserUpdated))
        for _ in range(3):
            answer = await client.patch("/api/auth/me", json={"first_name": "Мария"}, headers=login["headers"])
            assert answer.status_code == 200
            assert answer.json()["user"]["first_name"] == "Мария"
        assert len(await read_events(UserUpdated)) == event_count + 1

    async def test_all_kinds_of_changes_of_an_account_share_one_limit(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, override_settings: SettingsOverride
    ) -> None:
        override_settings(profile_changes_per_hour=2)
        headers = (await log_in(await member()))["headers"]
        answers = [
            await client.patch("/api/auth/me", json={"first_name": "Мария"}, headers=headers),
            await client.post("/api/auth/me/consents", json={"purpose": "marketing"}, headers=headers),
            await client.patch("/api/auth/me", json={"first_name": "Ольга"}, headers=headers),
            await client.delete("/api/auth/me/consents/marketing", headers=headers),
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        me_answer = await client.get("/api/auth/me", headers=headers)
        assert me_answer.json()["user"]["first_name"] == "Мария"
