"""No span of a request holds a value of its path or its query."""

from chassis.testing.fixture_types import ApiClient
from chassis.testing.spans import find_leaking_operations
from fastapi import FastAPI


async def test_spans_carry_the_template_of_the_route(app: FastAPI, client: ApiClient) -> None:
    assert await find_leaking_operations(app, client) == []
