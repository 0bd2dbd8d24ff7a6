"""Every route with every kind of caller, against the reviewed table in authorization.yaml."""

from pathlib import Path
from typing import Any

from chassis.testing.authorization import matrix


async def test_every_route_refuses_whom_the_table_says(app: Any, client: Any) -> None:
    assert await matrix(app, client, Path(__file__).with_name("authorization.yaml")) == []
