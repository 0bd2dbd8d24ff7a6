"""Calls every route that takes an id with the id of another user's calculation."""

from pathlib import Path
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.ownership import find_ownership_differences
from fastapi import FastAPI

from .cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/calculations"


async def test_no_id_opens_a_record_of_another_user(
    app: FastAPI, client: ApiClient, build_auth_headers: AuthHeadersBuilder
) -> None:
    owner = build_auth_headers()
    ids = [(await client.post(URL, json=build_calculation_request(), headers=owner)).json()["id"] for _ in range(2)]
    calls: dict[str, dict[str, Any]] = {
        "PATCH /api/calculator/calculations/{calculation_id}": {"url": f"{URL}/{ids[0]}", "json": {"title": "Моя"}},
        "DELETE /api/calculator/calculations/{calculation_id}": {"url": f"{URL}/{ids[1]}"},
    }
    others = {"a user": build_auth_headers(), "a member of the staff": build_auth_headers(role="staff")}
    assert await find_ownership_differences(app, client, Path(__file__).parent, calls, owner=owner, others=others) == []
