"""No request holds one database connection while it waits for a second. A few such requests at once would block the
service.
"""

import pytest
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import PASSWORD
from services.auth.tests.fixture_types import LogInFunction, MemberFactory


@pytest.mark.usefixtures("last_connection")
class TestOneConnection:
    async def test_requests_of_a_member_use_one_connection(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction
    ) -> None:
        login = await log_in(await member())
        headers = login["headers"]
        assert (await client.patch("/api/auth/me", json={"first_name": "Яна"}, headers=headers)).status_code == 200
        proof = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=headers)
        assert proof.status_code == 200
        assert (await client.delete("/api/auth/me/avatar", headers=headers)).status_code < 500
        confirmed_headers = {**headers, "X-Confirmation": proof.json()["confirmation"]}
        assert (await client.post("/api/auth/me/second-factor/totp", headers=confirmed_headers)).status_code == 200

    async def test_refresh_that_reads_the_signing_key_again_uses_one_connection(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> None:
        account = await member()
        login = await log_in(account)
        clock.move(minutes=1)
        answer = await client.post("/api/auth/refresh", json={"sessionToken": login["sessionToken"]})
        assert answer.status_code == 200
