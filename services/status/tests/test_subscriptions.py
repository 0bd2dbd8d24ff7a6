"""The service may read the events that it handles, and no others."""

from typing import Any

from chassis.testing.subscriptions import differences


async def test_what_is_read_is_what_is_handled(app: Any) -> None:
    assert differences(app) == set()
