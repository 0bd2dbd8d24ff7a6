"""Responses match the OpenAPI document, for an administrator and for a visitor."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chassis.migrate import upgrade
from chassis.runtime import utc_now
from chassis.testing.contract import breaches, process_environment, serving
from chassis.testing.plugin import token_for
from chassis.testing.ports import free_port
from chassis.testing.servers import Nats, Postgres
from fastapi import FastAPI


@pytest.fixture(scope="module")
def service_url(
    app: FastAPI, postgres_server: Postgres, nats_server: Nats, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A process of its own with wide limits; `app` has put the signing keys into the bucket."""
    url = postgres_server.create("notifications_contract")
    upgrade("notifications", url)
    data = str(tmp_path_factory.mktemp("data"))
    settings = {"DATABASE_URL": url, "NATS_URL": nats_server.url, "DATA_DIR": data, "ENVIRONMENT": "test"}
    with serving("notifications", process_environment(settings, free_port())) as address:
        yield address


@pytest.mark.generated
@pytest.mark.parametrize("role", ["admin", None])
def test_schemathesis_finds_no_500_and_no_breach(service_url: str, tmp_path: Path, role: str | None) -> None:
    token = token_for(utc_now(), role=role) if role else None
    problems = breaches(service_url, token=token, folder=tmp_path, options=("--exclude-path", "/api/sse/notifications"))
    assert not problems, problems
