"""No path of this service contains the id of a user's record: the ids in its paths belong to public components."""

from pathlib import Path

from chassis.testing.fixture_types import ApiClient
from chassis.testing.ownership import find_ownership_differences
from fastapi import FastAPI


async def test_no_id_opens_a_record_of_another_user(app: FastAPI, client: ApiClient) -> None:
    assert await find_ownership_differences(app, client, Path(__file__).parent, {}, owner={}, others={}) == []
