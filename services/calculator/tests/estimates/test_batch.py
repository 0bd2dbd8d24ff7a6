"""POST /internal/estimates: many cars for jobs of other services. One invalid car does not affect the others."""

import pytest
from chassis.testing.fixture_types import ApiClient
from fastapi import FastAPI

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/internal/estimates"


async def test_each_key_has_its_result_or_its_errors(client: ApiClient) -> None:
    items = [
        {"key": "good", "request": build_calculation_request()},
        {"key": "bad", "request": {"price": 0}},
        {"key": "unknown edition", "request": build_calculation_request(edition="ru-1999-01")},
    ]
    body = (await client.post(URL, json={"items": items})).json()
    assert body["edition"] == "ru-2025-01"
    assert body["eurRate"]["value"] == 93.3508
    good, bad, unknown = body["items"]
    assert (good["key"], good["result"]["total"], good["errors"]) == ("good", 3_525_818, None)
    assert bad["result"] is None
    assert "price" in [error["field"] for error in bad["errors"]]
    assert [error["field"] for error in unknown["errors"]] == ["edition"]


async def test_batch_is_bounded(client: ApiClient) -> None:
    items = [{"key": "a", "request": build_calculation_request()}] * 201
    assert (await client.post(URL, json={"items": items})).status_code == 422


async def test_batch_is_not_part_of_the_public_document(app: FastAPI) -> None:
    assert not [path for path in app.openapi()["paths"] if path.startswith("/internal")]
