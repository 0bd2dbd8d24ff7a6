"""Every route with every kind of caller, against the reviewed table in authorization.yaml.

Auth asks its database about each session, so the callers here are real accounts.
"""

from pathlib import Path
from typing import Any

from chassis.testing.authorization import credentials, matrix


async def test_every_route_refuses_whom_the_table_says(
    app: Any, client: Any, runtime: Any, member: Any, admin: Any, log_in: Any
) -> None:
    made = credentials(runtime)
    callers = {name: made[name] for name in ("visitor", "expired", "other audience")} | {"admin": admin["headers"]}
    for name in ("user", "blocked", "outdated role", "ended session", "staff"):
        email = f"{name.replace(' ', '-')}@example.com"
        account = await member(email, role="staff" if name == "staff" else "user")
        callers[name] = (await log_in(account))["headers"]
        url = f"/api/auth/admin/users/{account.id}"
        if name == "blocked":
            await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        if name == "outdated role":
            await client.patch(url, json={"role": "staff"}, headers=admin["headers"])
        if name == "ended session":
            await client.post("/api/auth/logout", headers=callers[name])
    client.cookies.clear()
    assert await matrix(app, client, Path(__file__).with_name("authorization.yaml"), callers) == []
