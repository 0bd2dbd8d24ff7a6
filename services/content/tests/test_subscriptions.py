"""The service may read the events that it handles, and no others."""

from chassis.testing.subscriptions import differences
from fastapi import FastAPI


async def test_what_is_read_is_what_is_handled(app: FastAPI) -> None:
    assert differences(app) == set()
