"""Responses match the OpenAPI document, for an administrator and for a visitor."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from chassis.runtime import utc_now
from chassis.testing.contract import build_settings, find_breaches, run_service
from chassis.testing.plugin import sign_token
from chassis.testing.servers import Nats, Postgres
from fastapi import FastAPI

from services.content.tests.web_pages import write_web_root

LIMITS = (
    "BOOKINGS_PER_HOUR",
    "COMMENTS_PER_MINUTE",
    "CONTACT_PER_HOUR",
    "DOCUMENT_UPLOADS_PER_HOUR",
    "NEWSLETTER_PER_HOUR",
    "REQUESTS_PER_HOUR",
)


class CalculatorWithoutCalculations(BaseHTTPRequestHandler):
    """Stand-in of the calculator, without any saved calculation.

    If no calculator answered, a price limit for a calculation would get a 503.
    """

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, format: str, *values: Any) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def calculator_url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), CalculatorWithoutCalculations) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def service_url(
    app: FastAPI,
    calculator_url: str,
    postgres_server: Postgres,
    nats_server: Nats,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """Run content in a separate process with wide limits and return its address.

    `app` has put the signing keys of auth into the bucket, so the process accepts the tokens of the tests.
    """
    data_folder = tmp_path_factory.mktemp("data")
    settings = build_settings("content", postgres_server, nats_server, data_folder=data_folder, limits=LIMITS)
    settings["WEB_ROOT"] = str(write_web_root(tmp_path_factory.mktemp("web")))
    settings["CALCULATOR_URL"] = calculator_url
    with run_service("content", settings) as address:
        yield address


@pytest.mark.generated
@pytest.mark.parametrize("role", ["admin", None])
def test_schemathesis_finds_no_500_and_no_breach(service_url: str, tmp_path: Path, role: str | None) -> None:
    token = sign_token(utc_now(), role=role) if role else None
    problems = find_breaches(service_url, token=token, folder=tmp_path)
    assert not problems, problems
