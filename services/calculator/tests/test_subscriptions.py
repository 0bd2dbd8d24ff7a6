"""The service may read exactly the events that it handles."""

from chassis.testing.subscriptions import find_differences
from fastapi import FastAPI


async def test_the_service_reads_exactly_the_events_that_it_handles(app: FastAPI) -> None:
    assert find_differences(app) == set()
