"""No request holds one database connection while it waits for a second: a few at once would block the service."""

from typing import Any

import pytest

from services.auth.tests.auth_forms import PASSWORD


@pytest.mark.usefixtures("last_connection")
class TestOneConnection:
    async def test_of_a_member(self, client: Any, member: Any, log_in: Any) -> None:
        got = await log_in(await member())
        headers = got["headers"]
        assert (await client.patch("/api/auth/me", json={"first_name": "Яна"}, headers=headers)).status_code == 200
        proof = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=headers)
        assert proof.status_code == 200
        assert (await client.delete("/api/auth/me/avatar", headers=headers)).status_code < 500
        own = {**headers, "X-Confirmation": proof.json()["confirmation"]}
        assert (await client.post("/api/auth/me/second-factor/totp", headers=own)).status_code == 200

    async def test_of_a_sign_in_that_reads_the_signing_key_anew(
        self, client: Any, member: Any, log_in: Any, clock: Any
    ) -> None:
        account = await member()
        got = await log_in(account)
        clock.move(minutes=1)
        answer = await client.post("/api/auth/refresh", json={"sessionToken": got["sessionToken"]})
        assert answer.status_code == 200
