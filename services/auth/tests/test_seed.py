"""The first administrator and the demo users."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from auth import prepare, seed
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock
from contracts.auth import UserVerified
from contracts.canary import derive_canary_address
from pydantic import SecretStr, ValidationError
from sqlalchemy import select
from sqlmodel import col


async def seed_with_canary(runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch, address: str, password: str) -> None:
    """Run the seed with the address and password of the canary, the account of the status service's probe."""
    monkeypatch.setenv("STATUS_CANARY_PASSWORD", password)
    changes = {"configured_canary_email": address, "canary_password": SecretStr(password)}
    await seed.seed(runtime.settings.model_copy(update=changes), demo=False)


@pytest.fixture(autouse=True)
def _no_unseen_passwords(runtime: AuthRuntime) -> Iterator[None]:
    """Delete the file of unseen passwords after each test: all tests of a run share the data folder."""
    yield
    seed.forget_unseen_passwords(runtime.settings)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ADMIN_EMAIL", "ADMIN_PASSWORD", "DEMO_PASSWORD", "STATUS_CANARY_EMAIL", "STATUS_CANARY_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


async def log_in(client: ApiClient, email: str, password: str) -> Any:
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def log_in_and_get_headers(client: ApiClient, email: str, password: str) -> dict[str, str]:
    login = (await log_in(client, email, password)).json()
    return {"Authorization": f"Bearer {login['accessToken']}"}


async def test_random_password_is_printed_once(client: ApiClient, runtime: AuthRuntime) -> None:
    first_result = await seed.seed(runtime.settings, demo=False)
    assert (first_result["email"], first_result["created"]) == ("admin@example.com", True)
    seed.forget_unseen_passwords(runtime.settings)
    second_result = await seed.seed(runtime.settings, demo=False)
    assert second_result == {"email": "admin@example.com", "password": None, "created": False}
    answer = await log_in(client, "admin@example.com", str(first_result["password"]))
    assert answer.json()["user"]["is_admin"] is True
    assert json.dumps(first_result)


async def test_password_of_an_interrupted_first_start_is_printed_by_the_next_one(
    client: ApiClient, runtime: AuthRuntime
) -> None:
    """The first run commits the accounts, and nobody reads its output."""
    first_result: Any = await seed.seed(runtime.settings, demo=True)
    second_result: Any = await seed.seed(runtime.settings, demo=True)
    assert second_result["created"] is False
    assert second_result["password"] == first_result["password"]
    assert second_result["demo"]["password"] == first_result["demo"]["password"]
    assert (await log_in(client, "admin@example.com", second_result["password"])).status_code == 200


async def test_password_that_was_replaced_is_not_printed(runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch) -> None:
    await seed.seed(runtime.settings, demo=False)
    monkeypatch.setenv("ADMIN_PASSWORD", "second-operator-secret")
    await seed.seed(runtime.settings, demo=False)
    monkeypatch.delenv("ADMIN_PASSWORD")
    assert (await seed.seed(runtime.settings, demo=False))["password"] is None


def test_unseen_passwords_can_be_read_by_their_owner_only(runtime: AuthRuntime) -> None:
    seed._keep_unseen_password(runtime.settings, "admin@example.com", "generated")
    file = Path(runtime.settings.data_dir) / seed.UNSEEN_PASSWORDS
    assert file.stat().st_mode & 0o777 == 0o600


def test_containers_print_the_password_once(
    runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "Settings", lambda: runtime.settings)
    for is_printed in (True, False):
        prepare.prepare(demo=False)
        answer = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert bool(answer["password"]) is is_printed


async def test_configured_password_is_not_printed_and_a_new_one_is_set(
    client: ApiClient, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADMIN_EMAIL", "operator@example.com")
    for password in ("first-operator-secret", "second-operator-secret"):
        monkeypatch.setenv("ADMIN_PASSWORD", password)
        assert (await seed.seed(runtime.settings, demo=False))["password"] is None
        assert (await log_in(client, "operator@example.com", password)).status_code == 200
    assert (await log_in(client, "operator@example.com", "first-operator-secret")).status_code == 401


async def test_password_that_the_administrator_chose_survives_restarts(
    client: ApiClient, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADMIN_EMAIL", "operator@example.com")
    monkeypatch.setenv("ADMIN_PASSWORD", "first-operator-secret")
    await seed.seed(runtime.settings, demo=False)
    login = (await log_in(client, "operator@example.com", "first-operator-secret")).json()
    assert login["user"]["first_password_until"]
    headers = {"Authorization": f"Bearer {login['accessToken']}"}
    change = {"current_password": "first-operator-secret", "new_password": "Зимний-дирижабль-42"}
    assert (await client.post("/api/auth/me/password", json=change, headers=headers)).status_code == 200
    for _ in range(2):
        await seed.seed(runtime.settings, demo=False)
    user = (await log_in(client, "operator@example.com", "Зимний-дирижабль-42")).json()["user"]
    assert "first_password_until" not in user


async def test_a_new_value_of_the_password_acts_once_and_ends_the_sessions(
    client: ApiClient, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch, mailbox: Mailbox
) -> None:
    monkeypatch.setenv("ADMIN_EMAIL", "operator@example.com")
    first_password = str((await seed.seed(runtime.settings, demo=False))["password"])
    login = (await log_in(client, "operator@example.com", first_password)).json()
    monkeypatch.setenv("ADMIN_PASSWORD", "second-operator-secret")
    for _ in range(2):
        await seed.seed(runtime.settings, demo=False)
    me_answer = await client.get("/api/auth/me", headers={"Authorization": f"Bearer {login['accessToken']}"})
    assert me_answer.status_code == 401
    assert (await log_in(client, "operator@example.com", "second-operator-secret")).status_code == 200
    assert [email.kind for email in await mailbox("operator@example.com")] == ["password_changed"]


async def test_the_first_password_is_valid_for_administration_for_three_days(
    client: ApiClient, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch, clock: MovableClock
) -> None:
    monkeypatch.setenv("ADMIN_EMAIL", "operator@example.com")
    password = str((await seed.seed(runtime.settings, demo=False))["password"])
    headers = await log_in_and_get_headers(client, "operator@example.com", password)
    assert (await client.get("/api/auth/admin/users", headers=headers)).status_code == 200
    clock.move(days=3, seconds=1)
    headers = await log_in_and_get_headers(client, "operator@example.com", password)
    refusal = await client.get("/api/auth/admin/users", headers=headers)
    assert (refusal.status_code, refusal.json()["code"]) == (403, "password_change_required")


def test_the_password_of_the_canary_may_be_in_a_file(tmp_path: Path) -> None:
    """Containers have the password in a file. Without it no account is created, and the status page reports a failed
    sign-in.
    """
    (tmp_path / "STATUS_CANARY_PASSWORD").write_text("canary-secret-of-a-file")
    program = "from auth.seed import SeedSettings; print(SeedSettings().canary_password)"
    environment = {**os.environ, "SECRETS_DIR": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "canary-secret-of-a-file"


@pytest.mark.parametrize("value", ["", "  "])
def test_production_refuses_a_missing_address_of_the_administrator(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    monkeypatch.setenv("ADMIN_PASSWORD", "first-operator-secret")
    monkeypatch.setenv("ADMIN_EMAIL", value)
    with pytest.raises(ValidationError, match="ADMIN_EMAIL is empty: it must name") as refusal:
        seed.SeedSettings()
    assert "first-operator-secret" not in str(refusal.value)
    monkeypatch.setenv("ADMIN_EMAIL", "boss@example.com")
    assert seed.SeedSettings().admin_email == "boss@example.com"


async def test_demo_people_have_the_ids_that_content_uses(client: ApiClient, runtime: AuthRuntime, db: Session) -> None:
    result: Any = await seed.seed(runtime.settings, demo=True)
    buyer = await log_in(client, "buyer@example.com", result["demo"]["password"])
    assert buyer.json()["user"]["id"] == "01900000-0000-7000-8000-000000000001"
    staff = await db.scalars(select(col(Account.id)).where(col(Account.role) == "staff"))
    assert set(staff) == {UUID(f"01900000-0000-7000-8000-0000000000{number}") for number in range(11, 17)}
    customers = await db.scalars(select(col(Account.id)).where(col(Account.email) == "vetrova@example.com"))
    assert list(customers) == [UUID("01900000-0000-7000-8000-000000000021")]


async def test_the_canary_signs_in_and_no_event_is_published(
    client: ApiClient, runtime: AuthRuntime, read_events: EventReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    for password in ("first-canary-secret", "second-canary-secret"):
        await seed_with_canary(runtime, monkeypatch, "probe@example.com", password)
        answer = await log_in(client, "probe@example.com", password)
        assert (answer.status_code, answer.json()["user"]["role"]) == (200, "user")
    assert [event.email for event in await read_events(UserVerified)] == ["admin@example.com"]


@pytest.mark.parametrize("configured_address", ["", "canary@example.com", "status-canary@example.com"])
async def test_the_address_of_the_canary_depends_on_its_password(
    client: ApiClient, runtime: AuthRuntime, monkeypatch: pytest.MonkeyPatch, configured_address: str
) -> None:
    await seed_with_canary(runtime, monkeypatch, configured_address, "a-secret-of-the-canary")
    address = derive_canary_address(configured_address, "a-secret-of-the-canary")
    assert re.fullmatch(r"canary-[0-9a-f]{20}@example\.com", address)
    assert derive_canary_address(configured_address, "another secret") != address
    assert (await log_in(client, address, "a-secret-of-the-canary")).status_code == 200
