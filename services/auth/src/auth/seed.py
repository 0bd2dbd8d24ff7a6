"""The first administrator, and the demo people: `python -m auth.seed [--demo]`. Running it twice adds nothing.

Prints one JSON line. A password is shown only when it was made up here, at the moment the account was made.
"""

import asyncio
import json
import secrets
import sys
from datetime import datetime
from uuid import UUID

from chassis.app import Runtime
from chassis.tables import new_id
from pydantic import Field
from pydantic_settings import BaseSettings
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import queries
from auth.accounts.service import tell_update
from auth.accounts.tables import Account
from auth.consents.tables import Consent
from auth.fields import email_key
from auth.passwords import hashing
from auth.registration.service import tell_verified
from auth.settings import Settings, settings_of

DEMO_BUYER = UUID("01900000-0000-7000-8000-000000000001")
# The demo team of the content service is attached to these accounts, in its order.
DEMO_STAFF = (
    (UUID("01900000-0000-7000-8000-000000000011"), "veresov@example.com", "Константин", "Вересов"),
    (UUID("01900000-0000-7000-8000-000000000012"), "ilinskaya@example.com", "Марта", "Ильинская"),
    (UUID("01900000-0000-7000-8000-000000000013"), "sukhanov@example.com", "Глеб", "Суханов"),
    (UUID("01900000-0000-7000-8000-000000000014"), "arbenina@example.com", "Софья", "Арбенина"),
    (UUID("01900000-0000-7000-8000-000000000015"), "galeev@example.com", "Тимур", "Галеев"),
    (UUID("01900000-0000-7000-8000-000000000016"), "polyakova@example.com", "Нина", "Полякова"),
)


class SeedSettings(BaseSettings):
    """Who the first administrator is; an empty password means a random one."""

    admin_email: str = Field("admin@example.com", validation_alias="ADMIN_EMAIL")
    admin_password: str = Field("", validation_alias="ADMIN_PASSWORD")
    demo_password: str = Field("", validation_alias="DEMO_PASSWORD")
    canary_email: str = Field("", validation_alias="STATUS_CANARY_EMAIL")
    canary_password: str = Field("", validation_alias="STATUS_CANARY_PASSWORD")


async def open_account(db: AsyncSession, runtime: Runtime, account: Account, password: str | None) -> bool:
    """Add a verified account unless its e-mail has one; true when it was added."""
    await queries.lock_email(db, account.email)
    if await queries.by_email(db, account.email):
        return False
    account.password_hash = await hashing.hash_token(runtime, password) if password else None
    db.add(account)
    await db.flush()
    for purpose in ("terms", "privacy"):
        version = settings_of(runtime).consent_version
        given = account.created_at
        db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip="127.0.0.1", given_at=given))
    await tell_verified(db, account, marketing=False)
    return True


def person(now: datetime, email: str, first: str, last: str, *, role: str = "user", id: UUID | None = None) -> Account:
    """An account whose e-mail counts as proven."""
    return Account(
        id=id or new_id(),
        email=email,
        email_key=email_key(email),
        first_name=first,
        last_name=last,
        role=role,
        verified_at=now,
        created_at=now,
        updated_at=now,
    )


async def seed_administrator(runtime: Runtime, wanted: SeedSettings) -> dict[str, object]:
    """The first administrator. For an account that is there already, ADMIN_PASSWORD sets a new password."""
    email = wanted.admin_email.strip() or "admin@example.com"
    password = wanted.admin_password or secrets.token_urlsafe(12)
    async with runtime.database.transaction() as db:
        admin = person(runtime.clock(), email, "Администратор", "Меридиан", role="admin")
        created = await open_account(db, runtime, admin, password)
        if not created and wanted.admin_password:
            await _set_administrator(db, runtime, email, wanted.admin_password)
    shown = password if created and not wanted.admin_password else None
    return {"email": email, "password": shown, "created": created}


async def _set_administrator(db: AsyncSession, runtime: Runtime, email: str, password: str) -> None:
    """Whoever can set the environment owns the system: the address named there becomes an administrator."""
    account = await queries.by_email(db, email)
    assert account is not None
    fits, _ = await hashing.verified(runtime, password, account.password_hash)
    if not fits:
        account.password_hash = await hashing.hash_token(runtime, password)
    if not account.is_admin:
        account.role = "admin"
        account.changes_standing(runtime.clock())
        await tell_update(db, account)
    db.add(account)


async def seed_canary(runtime: Runtime, wanted: SeedSettings) -> None:
    """The account with which the status service signs in every few seconds: an ordinary user, named for what it is.

    No fact tells of it, so no other service counts it among people: it gets no letters and is in no audience.
    """
    async with runtime.database.transaction() as db:
        await queries.lock_email(db, wanted.canary_email)
        canary = await queries.by_email(db, wanted.canary_email)
        if canary is None:
            canary = person(runtime.clock(), wanted.canary_email, "Проверка", "входа (служебная)")
        fits, _ = await hashing.verified(runtime, wanted.canary_password, canary.password_hash)
        if not fits:
            canary.password_hash = await hashing.hash_token(runtime, wanted.canary_password)
        db.add(canary)


async def seed_demo(runtime: Runtime, wanted: SeedSettings) -> dict[str, object]:
    """A buyer with a password, and staff accounts without one: they take a password by mail."""
    password = wanted.demo_password or secrets.token_urlsafe(9)
    now = runtime.clock()
    async with runtime.database.transaction() as db:
        buyer = person(now, "buyer@example.com", "Андрей", "Кольцов", id=DEMO_BUYER)
        buyer.phone = "+7 495 000-00-10"
        created = await open_account(db, runtime, buyer, password)
        for id, email, first, last in DEMO_STAFF:
            await open_account(db, runtime, person(now, email, first, last, role="staff", id=id), None)
    shown = password if created and not wanted.demo_password else None
    return {"email": "buyer@example.com", "password": shown, "created": created}


async def seed(settings: Settings, *, demo: bool) -> dict[str, object]:
    """Everything; facts are published by the running service."""
    wanted = SeedSettings()
    runtime = Runtime("auth", settings)
    try:
        answer = await seed_administrator(runtime, wanted)
        if wanted.canary_email and wanted.canary_password:
            await seed_canary(runtime, wanted)
        if demo:
            answer["demo"] = await seed_demo(runtime, wanted)
    finally:
        await runtime.engine.dispose()
    return answer


if __name__ == "__main__":
    settings = Settings()
    wants_demo = "--demo" in sys.argv[1:] or settings.environment != "production"
    sys.stdout.write(json.dumps(asyncio.run(seed(settings, demo=wants_demo))) + "\n")
