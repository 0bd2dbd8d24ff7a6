"""No span of a request holds a value of its path or its query."""

from chassis.testing.fixture_types import ApiClient
from chassis.testing.spans import operations_that_leak
from fastapi import FastAPI


async def test_spans_carry_the_template_of_the_route(app: FastAPI, client: ApiClient) -> None:
    assert await operations_that_leak(app, client) == []
