"""The OpenAPI document states the bounds that the service enforces."""

from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient
from fastapi import FastAPI

from .cars import build_calculation_request

URL = "/api/calculator/calculate"


@pytest.fixture
def fields(app: FastAPI) -> dict[str, Any]:
    """The properties of CalculationRequest."""
    properties: dict[str, Any] = app.openapi()["components"]["schemas"]["CalculationRequest"]["properties"]
    return properties


def get_schema(field: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the value itself, without the alternative null."""
    return field | next(
        (alternative for alternative in field.get("anyOf", []) if alternative.get("type") != "null"), {}
    )


@pytest.mark.parametrize("name", ["price", "age", "enginePower", "electricPower", "engineVolumeLiters"])
async def test_a_value_outside_the_stated_bounds_is_refused_and_the_bounds_pass(
    client: ApiClient, fields: dict[str, Any], name: str
) -> None:
    schema = get_schema(fields[name])
    lower_bound = schema["minimum"] if "minimum" in schema else schema["exclusiveMinimum"]
    refused_value = lower_bound if "exclusiveMinimum" in schema else lower_bound - 0.05
    for value, status in ((refused_value, 422), (schema["maximum"], 200), (schema["maximum"] * 1.01, 422)):
        answer = await client.post(URL, json=build_calculation_request(**{name: value}))
        assert answer.status_code == status, (name, value)


def test_a_manufacture_date_may_be_a_year_a_month_or_a_day(fields: dict[str, Any]) -> None:
    assert get_schema(fields["manufacture_date"])["pattern"] == "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"
