"""Responses match the OpenAPI document, for an administrator and for a visitor."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chassis.runtime import utc_now
from chassis.testing.contract import build_settings, find_breaches, run_service
from chassis.testing.plugin import sign_token
from chassis.testing.servers import Nats, Postgres
from fastapi import FastAPI


@pytest.fixture(scope="module")
def service_url(
    app: FastAPI, postgres_server: Postgres, nats_server: Nats, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a service in a process of its own. The fixture `app` has put the signing keys into the bucket."""
    data_folder = tmp_path_factory.mktemp("data")
    settings = build_settings("notifications", postgres_server, nats_server, data_folder=data_folder)
    with run_service("notifications", settings) as address:
        yield address


@pytest.mark.generated
@pytest.mark.parametrize("role", ["admin", None])
def test_schemathesis_finds_no_500_and_no_breach(service_url: str, tmp_path: Path, role: str | None) -> None:
    token = sign_token(utc_now(), role=role) if role else None
    problems = find_breaches(
        service_url, token=token, folder=tmp_path, options=("--exclude-path", "/api/sse/notifications")
    )
    assert not problems, problems
