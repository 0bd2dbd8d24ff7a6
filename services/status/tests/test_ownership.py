"""No route of this service has the id of a user's resource: its ids in paths are those of public components."""

from pathlib import Path

from chassis.testing.fixture_types import ApiClient
from chassis.testing.ownership import sweep
from fastapi import FastAPI


async def test_no_id_opens_a_record_of_another_user(app: FastAPI, client: ApiClient) -> None:
    assert await sweep(app, client, Path(__file__).parent, {}, owner={}, others={}) == []
