"""No span of a request holds a value of its path or its query."""

from typing import Any

from chassis.testing.spans import operations_that_leak


async def test_spans_carry_the_template_of_the_route(app: Any, client: Any) -> None:
    assert await operations_that_leak(app, client) == []
