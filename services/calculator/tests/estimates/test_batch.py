"""POST /internal/estimates: many cars for jobs of other services. One invalid car does not affect the others."""

import pytest
from chassis.testing.fixture_types import ApiClient
from fastapi import FastAPI

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/internal/estimates"


async def test_each_key_has_its_result_or_its_errors(client: ApiClient) -> None:
    items = [
        {"key": "valid", "request": build_calculation_request()},
        {"key": "invalid", "request": {"price": 0}},
        {"key": "unknown edition", "request": build_calculation_request(edition="ru-1999-01")},
    ]
    body = (await client.post(URL, json={"items": items})).json()
    assert body["edition"] == "ru-2025-01"
    assert body["eurRate"]["value"] == 93.3508
    valid_item, invalid_item, unknown_edition_item = body["items"]
    assert (valid_item["key"], valid_item["result"]["total"], valid_item["errors"]) == ("valid", 3_525_818, None)
    assert invalid_item["result"] is None
    assert "price" in [error["field"] for error in invalid_item["errors"]]
    assert [error["field"] for error in unknown_edition_item["errors"]] == ["edition"]


async def test_a_batch_has_at_most_200_cars(client: ApiClient) -> None:
    items = [{"key": f"car {number}", "request": {"price": 0}} for number in range(201)]
    assert (await client.post(URL, json={"items": items[:200]})).status_code == 200
    refusal = await client.post(URL, json={"items": items})
    assert (refusal.status_code, [error["field"] for error in refusal.json()["errors"]]) == (422, ["items"])


async def test_batches_are_not_in_the_public_openapi_document(app: FastAPI) -> None:
    assert not [path for path in app.openapi()["paths"] if path.startswith("/internal")]
