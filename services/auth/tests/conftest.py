"""Fixtures of auth: cheap hashes; accounts and sessions created as the service creates them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx2
import pytest
from auth.accounts.service import build_account
from auth.accounts.tables import Account
from auth.revocation.service import reconcile
from auth.runtime import AuthRuntime
from auth.seed import add_account
from auth.sessions.keys import get_public_root
from auth.sessions.queries import list_keys
from auth.sessions.tables import SigningKey
from auth.settings import Settings
from fastapi import FastAPI

from services.auth.tests.auth_forms import BROWSER, NATIVE_CLIENT, PASSWORD, SITE_ORIGIN
from services.auth.tests.providers import Providers, run_providers

pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "auth"


@pytest.fixture(scope="session")
def providers() -> Iterator[Providers]:
    """Stand-ins for the sign-in providers, called over HTTP."""
    with run_providers() as running_providers:
        yield running_providers


@pytest.fixture(scope="session")
def settings_overrides(tmp_path_factory: pytest.TempPathFactory, providers: Providers) -> dict[str, object]:
    # pytest must load the plugin before any other import of it, so that it rewrites the assertions of the plugin.
    from chassis.testing.plugin import TEST_ROOT, get_public_half

    return {
        **providers.build_settings(),
        # The longest permitted time: the stand-ins share the processor with the service.
        "provider_timeout_seconds": 30,
        "argon2_memory_kib": 8,
        "argon2_passes": 1,
        "mx_lookup": False,
        "export_wait_seconds": 3,
        "data_dir": str(tmp_path_factory.mktemp("data")),
        # Auth's own keys, and the key of the fixtures.
        "identity_root_keys": f"{get_public_root(Settings())},{get_public_half(TEST_ROOT)}",
    }


@pytest.fixture
def override_settings(runtime: AuthRuntime) -> Iterator[Callable[..., None]]:
    """`override_settings(admin_2fa="required")`: change settings for one test."""
    original_settings = runtime.settings

    def change(**changes: Any) -> None:
        runtime.settings = runtime.settings.model_copy(update=changes)

    yield change
    runtime.settings = original_settings


@pytest.fixture(scope="session")
async def signing_key(app: FastAPI) -> dict[str, Any]:
    """The row of the signing key that the service created at its start."""
    async with app.state.runtime.database.reading() as db:
        [key] = await list_keys(db)
    return key.model_dump()


@pytest.fixture
async def clean(app: FastAPI, clean: None, signing_key: dict[str, Any]) -> None:
    """Empty the tables after each test. The signing key stays, because the service under test already knows it."""
    # The reason is given at `settings_overrides`.
    from chassis.testing.plugin import wait_for

    runtime: AuthRuntime = app.state.runtime
    runtime.cached_signer.signer = None
    async with runtime.database.transaction() as db:
        await db.merge(SigningKey(**signing_key))
    if signing_key["kid"] not in runtime.identity.keys:
        await reconcile(runtime)
        await wait_for(lambda: signing_key["kid"] in runtime.identity.keys)


@pytest.fixture
def member(runtime: AuthRuntime) -> Callable[..., Awaitable[Account]]:
    """`await member(email=..., role="admin")`: an account with the usual password."""

    async def create_member(
        email: str = "anna@example.com",
        *,
        role: str = "user",
        password: str | None = PASSWORD,
        first_name: str = "Анна",
    ) -> Account:
        account = build_account(runtime.now(), email, first_name, "Орлова", role=role)
        async with runtime.database.transaction() as db:
            assert await add_account(db, runtime, account, password)
        return account

    return create_member


@pytest.fixture
async def browser(app: FastAPI, clean: None) -> AsyncIterator[Callable[..., httpx2.AsyncClient]]:
    """`browser()`: a separate browser with its own cookies, on a page of this site."""
    opened_browsers: list[httpx2.AsyncClient] = []

    def open_browser(agent: str = BROWSER) -> httpx2.AsyncClient:
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
        headers = {"User-Agent": agent, **SITE_ORIGIN}
        http = httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080", headers=headers)
        opened_browsers.append(http)
        return http

    yield open_browser
    for http in opened_browsers:
        await http.aclose()


@pytest.fixture
def log_in(client: httpx2.AsyncClient) -> Callable[..., Awaitable[dict[str, Any]]]:
    """`await log_in(account)`: a native client's answer, with headers under `headers`."""

    async def sign_in(account: Account, *, password: str = PASSWORD, agent: str = "phone/1") -> dict[str, Any]:
        body = {"email": account.email, "password": password}
        answer = await client.post("/api/auth/login", json=body, headers={**NATIVE_CLIENT, "User-Agent": agent})
        assert answer.status_code == 200, answer.text
        login: dict[str, Any] = answer.json()
        login["headers"] = {"Authorization": f"Bearer {login.get('accessToken')}"}
        return login

    return sign_in


@pytest.fixture
async def admin(
    member: Callable[..., Awaitable[Account]], log_in: Callable[..., Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    """A signed-in administrator."""
    account = await member("admin@example.com", role="admin", first_name="Администратор")
    login: dict[str, Any] = await log_in(account)
    return login
