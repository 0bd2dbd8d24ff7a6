"""Creates the first administrator and the demo accounts: `python -m auth.seed [--demo]`. A second run adds nothing.

Prints one JSON line. It contains a password only if the seed generated it and nobody has seen it yet. A file of
DATA_DIR keeps such a password until the reader of the line calls `forget_unseen_passwords`. So a start that is
interrupted after the accounts were created loses no password: the next start prints it.
"""

import argparse
import asyncio
import json
import secrets
import sys
from datetime import timedelta
from pathlib import Path
from typing import Literal, Self
from uuid import UUID

from chassis import encryption
from chassis.settings import build_service_config
from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings

from auth.accounts import emails, hashing, queries
from auth.accounts.service import build_account, record_user_updated
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.registration import service as registration
from auth.registration.botcheck import spend_once
from auth.runtime import AuthRuntime, Session
from auth.runtime_factory import make_runtime
from auth.sessions import service as sessions
from auth.settings import Settings

# Generated passwords that nobody has seen yet, by email address. deploy/local/commands.py uses this file, too.
UNSEEN_PASSWORDS = "unseen-passwords.json"
# The address of the first administrator without ADMIN_EMAIL, which production refuses.
LOCAL_ADMIN_EMAIL = "admin@example.com"
# How long an administrator may use a password that the operator or the first start has set.
FIRST_PASSWORD_LIFETIME = timedelta(days=3)
# A generated password is these random bytes in base64url: 16 characters.
PASSWORD_BYTES = 12
# The record of an applied ADMIN_PASSWORD must never expire.
HUNDRED_YEARS = timedelta(days=36_500)
# The demo accounts must be older than the oldest demo order.
DEMO_ACCOUNT_AGE = timedelta(days=120)
DEMO_BUYER_ID = UUID("01900000-0000-7000-8000-000000000001")
# The demo team of the content service refers to these accounts, in this order.
DEMO_STAFF = (
    (UUID("01900000-0000-7000-8000-000000000011"), "veresov@example.com", "Константин", "Вересов"),
    (UUID("01900000-0000-7000-8000-000000000012"), "ilinskaya@example.com", "Марта", "Ильинская"),
    (UUID("01900000-0000-7000-8000-000000000013"), "sukhanov@example.com", "Глеб", "Суханов"),
    (UUID("01900000-0000-7000-8000-000000000014"), "arbenina@example.com", "Софья", "Арбенина"),
    (UUID("01900000-0000-7000-8000-000000000015"), "galeev@example.com", "Тимур", "Галеев"),
    (UUID("01900000-0000-7000-8000-000000000016"), "polyakova@example.com", "Нина", "Полякова"),
)
# Buyers of the demo orders on the managers' board. They have no password.
DEMO_CUSTOMERS = (
    (UUID("01900000-0000-7000-8000-000000000021"), "vetrova@example.com", "Анна", "Ветрова"),
    (UUID("01900000-0000-7000-8000-000000000022"), "lebedev@example.com", "Игорь", "Лебедев"),
    (UUID("01900000-0000-7000-8000-000000000023"), "nazarova@example.com", "Ольга", "Назарова"),
    (UUID("01900000-0000-7000-8000-000000000024"), "orlov@example.com", "Денис", "Орлов"),
)


class SeedSettings(BaseSettings):
    """Settings of the seed. For an empty password a random one is generated."""

    model_config = build_service_config("")

    environment: Literal["local", "test", "production"] = Field("local", validation_alias="ENVIRONMENT")
    admin_email: str = Field("", validation_alias="ADMIN_EMAIL")
    admin_password: str = Field("", validation_alias="ADMIN_PASSWORD")
    demo_password: str = Field("", validation_alias="DEMO_PASSWORD")
    canary_password: str = Field("", validation_alias="STATUS_CANARY_PASSWORD")

    @field_validator("admin_email")
    @classmethod
    def strip_admin_email(cls, value: str) -> str:
        return value.strip()

    @model_validator(mode="after")
    def refuse_missing_administrator(self) -> Self:
        """Refuse a missing ADMIN_EMAIL in production: nobody reads the mail of LOCAL_ADMIN_EMAIL. Raises ValueError."""
        if self.environment == "production" and not self.admin_email:
            raise ValueError("ADMIN_EMAIL is empty: it must name the email address of the first administrator")
        return self


def read_unseen_passwords(settings: Settings) -> dict[str, str]:
    """Return the generated passwords that nobody has seen yet, by email address."""
    file = Path(settings.data_dir) / UNSEEN_PASSWORDS
    passwords: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return passwords


def _keep_unseen_password(settings: Settings, email: str, password: str) -> None:
    """Write a generated password to the file, which only the user of the service can read."""
    file = Path(settings.data_dir) / UNSEEN_PASSWORDS
    passwords = read_unseen_passwords(settings) | {email: password}
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(passwords))
    draft.replace(file)


def forget_unseen_passwords(settings: Settings) -> None:
    """Delete the file. The caller has printed the passwords."""
    (Path(settings.data_dir) / UNSEEN_PASSWORDS).unlink(missing_ok=True)


async def add_account(db: Session, runtime: AuthRuntime, account: Account, password: str | None) -> bool:
    """Add a verified account unless its email address has one. Returns True if it was added."""
    await queries.lock_email(db, account.email)
    if await queries.find_by_email(db, account.email):
        return False
    account.password_hash = await hashing.hash_password(runtime, password) if password else None
    await registration.open_account(db, account, version=runtime.settings.consent_version, ip="127.0.0.1")
    return True


async def _ensure_password(runtime: AuthRuntime, account: Account, password: str) -> None:
    """Set the password, unless the account has it already: the hash then stays."""
    is_right, _ = await hashing.verify_password(runtime, password, account.password_hash)
    if not is_right:
        account.password_hash = await hashing.hash_password(runtime, password)


async def seed_administrator(runtime: AuthRuntime, seed_settings: SeedSettings) -> dict[str, object]:
    """Create the first administrator.

    Each value of ADMIN_PASSWORD is applied once, so later starts keep the password that the administrator has chosen.
    """
    email = seed_settings.admin_email or LOCAL_ADMIN_EMAIL
    password = seed_settings.admin_password
    async with runtime.database.transaction() as db:
        admin = build_account(runtime.now(), email, "Администратор", "Меридиан", role="admin")
        admin.first_password_until = runtime.now() + FIRST_PASSWORD_LIFETIME
        result = await _add_account_with_password(db, runtime, admin, password)
    if not password:
        return result
    is_new_value = await _record_applied_password(runtime, email, password)
    if is_new_value and not result["created"]:
        async with runtime.database.transaction() as db:
            await _make_administrator(db, runtime, email, password)
    return result


async def _record_applied_password(runtime: AuthRuntime, email: str, password: str) -> bool:
    """Record this value of ADMIN_PASSWORD as applied. Returns False if it was recorded before."""
    digest = encryption.compute_keyed_hash(runtime.settings, "admin-password", f"{get_email_key(email)}:{password}")
    async with runtime.database.autocommit() as db:
        return await spend_once(db, f"admin-password:{digest}", until=runtime.now() + HUNDRED_YEARS)


async def _add_account_with_password(
    db: Session, runtime: AuthRuntime, account: Account, configured_password: str
) -> dict[str, object]:
    """Add an account. If `configured_password` is empty, a random password is generated.

    The result holds the generated password, also in a later run, until `forget_unseen_passwords` is called.
    """
    if configured_password:
        is_created = await add_account(db, runtime, account, configured_password)
        return {"email": account.email, "password": None, "created": is_created}
    unseen_password = read_unseen_passwords(runtime.settings).get(account.email)
    password = unseen_password or secrets.token_urlsafe(PASSWORD_BYTES)
    is_created = await add_account(db, runtime, account, password)
    if is_created:
        # The caller commits the account afterwards, so an account never exists without its password in the file.
        _keep_unseen_password(runtime.settings, account.email, password)
    is_unseen = is_created
    if unseen_password and not is_created:
        # The owner may have set another password since then.
        is_unseen = await _has_password(db, runtime, account.email, unseen_password)
    return {"email": account.email, "password": password if is_unseen else None, "created": is_created}


async def _has_password(db: Session, runtime: AuthRuntime, email: str, password: str) -> bool:
    account = await queries.find_by_email(db, email)
    is_right, _ = await hashing.verify_password(runtime, password, account.password_hash if account else None)
    return is_right


async def _make_administrator(db: Session, runtime: AuthRuntime, email: str, password: str) -> None:
    """Make the account an administrator with this password.

    The environment is trusted. A changed password ends the sessions, and the owner gets an email.
    """
    account = await queries.find_by_email(db, email)
    assert account is not None
    previous_hash = account.password_hash
    await _ensure_password(runtime, account, password)
    if account.password_hash != previous_hash:
        account.first_password_until = runtime.now() + FIRST_PASSWORD_LIFETIME
        await sessions.end_all_sessions(db, account.id, reason="password set by the operator")
        await emails.queue_for_account(db, "password_changed", account, when=emails.format_moscow_time(runtime.now()))
    if not account.is_admin:
        account.role = "admin"
        account.mark_access_changed(runtime.now())
        await record_user_updated(db, account)
    db.add(account)


async def seed_canary(runtime: AuthRuntime, seed_settings: SeedSettings) -> None:
    """Create the ordinary account with which the status service's probe signs in.

    No event is published, so the account gets no emails and belongs to no audience.
    """
    async with runtime.database.transaction() as db:
        await queries.lock_email(db, runtime.settings.canary_email)
        canary = await queries.find_by_email(db, runtime.settings.canary_email)
        if canary is None:
            canary = build_account(runtime.now(), runtime.settings.canary_email, "Проверка", "входа (служебная)")
        await _ensure_password(runtime, canary, seed_settings.canary_password)
        db.add(canary)


async def seed_demo(runtime: AuthRuntime, seed_settings: SeedSettings) -> dict[str, object]:
    """Create a demo buyer with a password, and accounts of staff and other buyers without one."""
    registered_at = runtime.now() - DEMO_ACCOUNT_AGE
    async with runtime.database.transaction() as db:
        buyer = build_account(registered_at, "buyer@example.com", "Андрей", "Кольцов", id=DEMO_BUYER_ID)
        buyer.phone = "+7 495 000-00-10"
        result = await _add_account_with_password(db, runtime, buyer, seed_settings.demo_password)
        for id, email, first_name, last_name in DEMO_STAFF:
            await add_account(
                db, runtime, build_account(registered_at, email, first_name, last_name, role="staff", id=id), None
            )
        for id, email, first_name, last_name in DEMO_CUSTOMERS:
            await add_account(db, runtime, build_account(registered_at, email, first_name, last_name, id=id), None)
    return result


async def seed(settings: Settings, *, demo: bool) -> dict[str, object]:
    """Create all accounts. The running service publishes their events."""
    seed_settings = SeedSettings()
    runtime = make_runtime(settings)
    try:
        result = await seed_administrator(runtime, seed_settings)
        if seed_settings.canary_password:
            await seed_canary(runtime, seed_settings)
        if demo:
            result["demo"] = await seed_demo(runtime, seed_settings)
    finally:
        await runtime.engine.dispose()
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m auth.seed")
    parser.add_argument("--demo", action="store_true", help="add the demo accounts, in production too")
    arguments = parser.parse_args()
    settings = Settings()
    wants_demo = arguments.demo or settings.environment != "production"
    sys.stdout.write(json.dumps(asyncio.run(seed(settings, demo=wants_demo))) + "\n")
