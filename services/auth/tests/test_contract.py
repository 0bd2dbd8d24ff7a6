"""Responses match the OpenAPI document, every row of the contract exists, and no request causes a 500."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from auth.routes import ROUTERS
from auth.seed import seed
from auth.sessions.keys import get_public_root
from auth.settings import Settings
from chassis.testing.contract import build_settings, find_breaches, run_service
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.servers import Nats, Postgres
from fastapi import FastAPI

from services.auth.tests.auth_forms import NATIVE_CLIENT, PASSWORD
from services.auth.tests.providers import Providers

LIMITS = (
    "REGISTER_PER_HOUR",
    "VALIDATE_EMAIL_PER_MINUTE",
    "FORGOT_PER_HOUR",
    "LOGIN_FAILURES_PER_ADDRESS",
    "CODES_PER_ADDRESS_PER_HOUR",
    "CODES_TO_ACCOUNTS_PER_HOUR",
    "CODES_TO_STRANGERS_PER_HOUR",
    "CODES_PER_EMAIL_AND_CLIENT_PER_HOUR",
    "CODE_GUESSES_PER_CLIENT_PER_HOUR",
    "EXPORTS_PER_HOUR",
)
# Section 2 of the API contract, row by row.
ROWS = """
POST register
POST verify-email
POST resend-code
POST login
POST refresh
POST logout
GET me
PATCH me
PUT me/avatar
DELETE me/avatar
POST me/password
POST password/forgot
POST password/reset
GET sessions
DELETE sessions/{session_id}
DELETE sessions
GET me/export
DELETE me
GET turnstile-config
POST validate-email
GET paseto/social/{provider}/auth
POST paseto/social/{provider}/callback
POST paseto/telegram/callback
POST send-verification-session
POST verify-email-session
GET social/providers
GET me/consents
POST me/consents
DELETE me/consents/{purpose}
GET me/identities
DELETE me/identities/{identity_id}
GET keys
GET admin/users
GET admin/users/{user_id}
PATCH admin/users/{user_id}
GET admin/audit
POST me/confirm
POST me/confirm-code
"""


def test_every_row_of_the_contract_has_its_route() -> None:
    app = FastAPI()
    for router in ROUTERS:
        app.include_router(router)
    paths = app.openapi()["paths"]
    for row in ROWS.strip().splitlines():
        method, path = row.split()
        assert method.lower() in paths.get(f"/api/auth/{path}", {}), row


@pytest.fixture(scope="module")
def service_url(
    postgres_server: Postgres, nats_server: Nats, providers: Providers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A separate process with wide limits. Its calls to providers reach only their stand-ins."""
    data_folder = tmp_path_factory.mktemp("data")
    settings = build_settings("auth", postgres_server, nats_server, data_folder=data_folder, limits=LIMITS)
    settings |= {f"AUTH_{name.upper()}": str(value) for name, value in providers.build_settings().items()}
    settings |= {
        "AUTH_ARGON2_MEMORY_KIB": "8",
        "AUTH_EXPORT_WAIT_SECONDS": "0",
        "AUTH_MX_LOOKUP": "false",
        "IDENTITY_ROOT_KEYS": get_public_root(Settings()),
    }
    with run_service("auth", settings) as address:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ADMIN_PASSWORD", PASSWORD)
            asyncio.run(seed(Settings(database_url=settings["DATABASE_URL"], argon2_memory_kib=8), demo=False))
        yield address


@pytest.mark.generated
@pytest.mark.parametrize("role", ["admin", None])
def test_schemathesis_finds_no_500_and_no_breach(service_url: str, tmp_path: Path, role: str | None) -> None:
    token = None
    if role:
        login_body = {"email": "admin@example.com", "password": PASSWORD}
        url = f"{service_url}/api/auth/login"
        answer = httpx2.post(url, json=login_body, headers=NATIVE_CLIENT, timeout=HANG_SECONDS)
        token = answer.json()["accessToken"]
    # The excluded operations would end the session that this run uses.
    problems = find_breaches(
        service_url, token=token, folder=tmp_path, options=("--exclude-path-regex", "logout|/me$|/me/password$")
    )
    assert not problems, problems
