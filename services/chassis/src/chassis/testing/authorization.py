"""The authorization matrix of a service: every route with every kind of caller, against one reviewed table.

A service's tests/authorization.yaml declares the access to each operation, and `find_access_differences` compares it
with the running app. A route without a row, and a row without a route, are findings too.

    public      anybody; credentials are not read
    optional    a visitor, or a signed-in caller; bad credentials are refused
    signed_in   a caller with an active account and session
    verified    the same, with a verified email
    admin       the same, with the permission of administrators
    own: ...    another rule, tested where the text says; the matrix does not call it
"""

import asyncio
import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import yaml
from fastapi import FastAPI

from chassis.database.tables import new_id
from chassis.identity.verifier import Account
from chassis.runtime import AnyRuntime
from chassis.testing.plugin import sign_token

METHODS = {"get", "put", "post", "delete", "patch"}
# The status that each kind of caller gets; None stands for any status but 401 and 403. A caller with None makes GET
# requests only, because other methods would have an effect.
EXPECTED_STATUS: dict[str, dict[str, int | None]] = {
    "public": {"visitor": None},
    "optional": {"visitor": None, "expired": 401, "other audience": 401, "ended session": 401, "outdated role": 401},
    "signed_in": {
        "visitor": 401,
        "expired": 401,
        "other audience": 401,
        "ended session": 401,
        "outdated role": 401,
        "blocked": 403,
        "user": None,
        "admin": None,
    },
}
EXPECTED_STATUS["verified"] = EXPECTED_STATUS["signed_in"] | {"unverified": 403}
EXPECTED_STATUS["admin"] = EXPECTED_STATUS["signed_in"] | {"user": 403, "staff": 403, "unverified": 403}


def create_credentials(runtime: AnyRuntime) -> dict[str, dict[str, str]]:
    """Return the Authorization header of each kind of caller.

    States that a token does not contain are set in `runtime`.
    """
    now = runtime.now()
    blocked_id = str(new_id())
    outdated_id = str(new_id())
    ended_id = str(new_id())
    runtime.identity.accounts[blocked_id] = Account("blocked", "user", 1)
    runtime.identity.accounts[outdated_id] = Account("active", "user", 1)
    runtime.identity.ended_sessions[ended_id] = now
    tokens = {
        "expired": sign_token(now - timedelta(minutes=16)),
        "other audience": sign_token(now, aud="another"),
        "ended session": sign_token(now, sid=ended_id),
        "blocked": sign_token(now, sub=blocked_id),
        "outdated role": sign_token(now, sub=outdated_id, role="admin"),
        "user": sign_token(now),
        "unverified": sign_token(now, email_verified=False),
        "staff": sign_token(now, role="staff"),
        "admin": sign_token(now, role="admin"),
    }
    return {"visitor": {}} | {name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()}


def list_operations(app: FastAPI) -> list[str]:
    """Return each operation of the OpenAPI document as `METHOD /path`."""
    paths = app.openapi()["paths"]
    return [f"{method.upper()} {path}" for path, item in paths.items() for method in item if method in METHODS]


async def find_access_differences(
    app: FastAPI, client: httpx2.AsyncClient, table: Path, callers: Mapping[str, Mapping[str, str]] | None = None
) -> list[str]:
    """Return the differences between the table and the app, one sentence each. The result is empty if there are none.

    `callers` are the headers of each kind of caller, by default from `create_credentials`. A missing kind is not
    tested.
    """
    access: Mapping[str, str] = yaml.safe_load(await asyncio.to_thread(table.read_text)) or {}
    routes = set(list_operations(app))
    problems = [f"{name}: add a row to {table.name}" for name in sorted(routes - set(access))]
    problems += [f"{name}: no such route" for name in sorted(set(access) - routes)]
    callers = callers or create_credentials(app.state.runtime)
    for name in sorted(routes & set(access)):
        if access[name].startswith("own: "):
            continue
        for caller, expected in EXPECTED_STATUS[access[name]].items():
            if caller not in callers:
                continue
            is_allowed = expected is None
            if is_allowed and not name.startswith("GET "):
                continue
            status = await _call_for_status(client, name, callers[caller])
            if is_allowed and status in {401, 403}:
                problems.append(f"{name} ({access[name]}): {caller} gets {status}, but is allowed")
            if not is_allowed and status != expected:
                problems.append(f"{name} ({access[name]}): {caller} gets {status}, not {expected}")
    return problems


async def _call_for_status(client: httpx2.AsyncClient, operation: str, headers: Mapping[str, str]) -> Any:
    """Return the status of a call with random ids and an unreadable body.

    Credentials are checked before the input.
    """
    method, path = operation.split(" ")
    path = re.sub(r"\{[^}]+\}", lambda _: str(new_id()), path)
    if method == "GET":
        return (await client.request(method, path, headers=dict(headers))).status_code
    json_headers = {"Content-Type": "application/json", **headers}
    return (await client.request(method, path, headers=json_headers, content=b"{")).status_code
