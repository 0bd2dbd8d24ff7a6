"""Every route with every kind of caller, against the reviewed table in authorization.yaml."""

from pathlib import Path

from chassis.testing.authorization import find_access_differences
from chassis.testing.fixture_types import ApiClient
from fastapi import FastAPI


async def test_every_route_gives_each_caller_the_access_of_the_table(app: FastAPI, client: ApiClient) -> None:
    assert await find_access_differences(app, client, Path(__file__).with_name("authorization.yaml")) == []
