"""Calls every route with an id in its path with the id of another user's record (OWASP: IDOR).

A service's tests/ownership.yaml has a row for each operation with a path parameter that authorization.yaml does not
leave to administrators, whose operations are refused before any lookup:

    owned       a visitor gets 401 and another user 404, and nothing changes: the owner's same call succeeds afterwards
    open: ...   another user gets an answer, and the text says why that is right

An operation without a row, a row without an operation, and an owned operation that the test does not call are
differences.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
import yaml
from fastapi import FastAPI

from chassis.testing.authorization import list_operations

Headers = Mapping[str, str]


async def find_ownership_differences(
    app: FastAPI,
    client: httpx2.AsyncClient,
    folder: Path,
    calls: Mapping[str, dict[str, Any]],
    *,
    owner: Headers,
    others: Mapping[str, Headers],
) -> list[str]:
    """Return the differences between the tables in `folder` and the app, one sentence each.

    The result is empty if there are none.

    `calls` names for each owned operation the arguments of a request that succeeds for the owner: `url` and perhaps
    `json`, `files` or `headers`. The owner makes them in this order, after the calls of all others. `others` are the
    headers of other users; they may have every right that the owner has, over records of their own.
    """
    access = await asyncio.to_thread(_read_table, folder / "authorization.yaml")
    rows = await asyncio.to_thread(_read_table, folder / "ownership.yaml")
    routes = {name for name in list_operations(app) if "{" in name and access.get(name) != "admin"}
    owned_names = {name for name, kind in rows.items() if kind == "owned"}
    problems = [f"{name}: add a row to ownership.yaml" for name in sorted(routes - set(rows))]
    problems += [f"{name}: no such operation for users" for name in sorted(set(rows) - routes)]
    problems += [f"{name}: owned, but not called" for name in sorted(owned_names - set(calls))]
    problems += [f"{name}: called, but not owned" for name in sorted(set(calls) - owned_names)]
    for name, call in calls.items():
        method, _ = name.split(" ")
        status = (await _request(client, method, {}, call)).status_code
        if status != 401:
            problems.append(f"{name}: a visitor gets {status}, not 401")
        for other, headers in others.items():
            status = (await _request(client, method, headers, call)).status_code
            if status != 404:
                problems.append(f"{name}: {other} gets {status}, not 404")
    for name, call in calls.items():
        method, _ = name.split(" ")
        answer = await _request(client, method, owner, call)
        if not answer.is_success:
            problems.append(f"{name}: the owner gets {answer.status_code} {answer.text[:200]}")
    return problems


async def _request(
    client: httpx2.AsyncClient, method: str, caller: Headers, call: Mapping[str, Any]
) -> httpx2.Response:
    """Send a call with its own headers and the headers of the caller."""
    return await client.request(method, **{**call, "headers": {**caller, **call.get("headers", {})}})


def _read_table(file: Path) -> dict[str, str]:
    return yaml.safe_load(file.read_text()) or {}
