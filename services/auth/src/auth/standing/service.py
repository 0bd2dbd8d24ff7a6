"""What every service must know of accounts and sessions without asking, kept in the NATS key-value buckets.

The database is the truth; the buckets follow it: at once through auth's own facts, and by comparison every few seconds,
so that a lost bucket or a missed fact heals by itself.
"""

from datetime import timedelta
from uuid import UUID

import orjson
import structlog
from chassis.app import Runtime
from chassis.identity import bucket
from nats.js.errors import KeyNotFoundError, NoKeysError
from nats.js.kv import KeyValue
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, or_

from auth.accounts.tables import Account
from auth.keys import service as keys
from auth.sessions.tables import LoginSession
from auth.settings import settings_of

log = structlog.get_logger()
RECENT = timedelta(days=1)


def _standing(account: Account) -> bytes:
    return orjson.dumps({"status": account.account_status, "role": account.role, "version": account.standing_version})


async def show_account(db: AsyncSession, runtime: Runtime, account_id: UUID) -> None:
    """Put the account's present state where every service sees it."""
    account = await db.get(Account, account_id)
    if account is not None and account.standing_changed_at is not None:
        await (await bucket(runtime.bus, "identity")).put(f"account.{account.id}", _standing(account))


async def show_ended(runtime: Runtime, session_id: UUID) -> None:
    """Let every service refuse the tokens of this session."""
    await (await bucket(runtime.bus, "ended_sessions")).put(str(session_id), b"1")


async def reconcile(runtime: Runtime) -> bool:
    """Bring both buckets to what the database says; writes only what is missing or different."""
    identity, ended = await bucket(runtime.bus, "identity"), await bucket(runtime.bus, "ended_sessions")
    await _reconcile_identity(runtime, identity)
    shown = await _present(ended)
    for session_id in await _ended_lately(runtime):
        if str(session_id) not in shown:
            await ended.put(str(session_id), b"1")
    await drop_dead_keys(runtime)
    return False


async def _reconcile_identity(runtime: Runtime, identity: KeyValue) -> None:
    async with runtime.database.reading() as db:
        wanted = {f"key.{key.kid}": key.public_paserk.encode() for key in await keys.known(db)}
        since = runtime.clock() - RECENT
        query = select(Account).where(
            or_(col(Account.account_status) != "active", col(Account.standing_changed_at) > since)
        )
        wanted |= {f"account.{account.id}": _standing(account) for account in await db.scalars(query)}
    present = await _present(identity)
    for name, value in wanted.items():
        if name not in present or await _value(identity, name) != value:
            await identity.put(name, value)


async def _present(store: KeyValue) -> set[str]:
    try:
        return set(await store.keys())
    except NoKeysError:
        return set()


async def _value(store: KeyValue, name: str) -> bytes | None:
    try:
        return (await store.get(name)).value
    except KeyNotFoundError:
        return None


async def _ended_lately(runtime: Runtime) -> list[UUID]:
    """Sessions whose access tokens may still look alive."""
    lifetime = timedelta(seconds=settings_of(runtime).access_ttl_seconds) * 2
    query = select(col(LoginSession.id)).where(col(LoginSession.ended_at) > runtime.clock() - lifetime)
    async with runtime.database.reading() as db:
        return list(await db.scalars(query))


async def drop_dead_keys(runtime: Runtime) -> None:
    """Take back keys whose last token has died, first from the services, then from the database."""
    async with runtime.database.transaction() as db:
        for key in await keys.dead(db):
            await (await bucket(runtime.bus, "identity")).delete(f"key.{key.kid}")
            await db.delete(key)
