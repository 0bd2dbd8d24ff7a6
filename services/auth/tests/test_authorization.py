"""Every route with every kind of caller, against the reviewed table in authorization.yaml.

Auth reads each session from its database, so the callers here are real accounts. There is no caller "unverified":
before the confirmation of an address there is a registration but no account and no token (the last test).
"""

import re
from pathlib import Path
from typing import Any

import yaml
from auth.runtime import AuthRuntime
from chassis.database.tables import new_id
from chassis.testing.authorization import create_credentials, find_access_differences, list_operations
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock, wait_for
from fastapi import FastAPI

from services.auth.tests.auth_forms import PASSWORD, build_registration_form
from services.auth.tests.fixture_types import LogInFunction, MemberFactory

TABLE = Path(__file__).with_name("authorization.yaml")


async def test_every_route_gives_each_caller_the_access_of_the_table(
    app: FastAPI,
    client: ApiClient,
    runtime: AuthRuntime,
    member: MemberFactory,
    admin: dict[str, Any],
    log_in: LogInFunction,
) -> None:
    credentials = create_credentials(runtime)
    callers = {name: credentials[name] for name in ("visitor", "expired", "other audience")}
    callers["admin"] = admin["headers"]
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

    def get_state(name: str) -> str:
        principal = runtime.identity.verify(callers[name]["Authorization"].removeprefix("Bearer "))
        return runtime.identity.get_access_state(principal)

    # A route checks the role and the body before it reads the session from the database. So the changes must be known
    # in memory first.
    names = ("blocked", "outdated role", "ended session")
    await wait_for(lambda: [get_state(name) for name in names] == ["blocked", "outdated", "ended"])
    client.cookies.clear()
    assert await find_access_differences(app, client, TABLE, callers) == []


async def test_a_registration_without_confirmation_gets_no_token(
    app: FastAPI, client: ApiClient, clock: MovableClock
) -> None:
    email = "new@example.com"
    answers = [await client.post("/api/auth/register", json=build_registration_form(email))]
    clock.move(minutes=2)
    answers += [
        await client.post("/api/auth/login", json={"email": email, "password": PASSWORD}),
        await client.post("/api/auth/resend-code", json={"email": email}),
        await client.post("/api/auth/password/forgot", json={"email": email}),
        await client.post("/api/auth/refresh"),
    ]
    assert [answer.status_code for answer in answers] == [201, 403, 200, 200, 401]
    for answer in answers:
        assert "v4.public." not in answer.text + str(answer.headers)
        assert not {"access_token", "refresh_token", "temp_token", "step_token", "challenge_token"} & set(answer.json())
    # The cookies of the browser open no route that needs a sign-in.
    access = yaml.safe_load(TABLE.read_text())
    for operation in list_operations(app):
        if access[operation] not in {"signed_in", "admin"}:
            continue
        method, path_template = operation.split(" ")
        path = re.sub(r"\{[^}]+\}", str(new_id()), path_template)
        assert (await client.request(method, path)).status_code == 401, operation
