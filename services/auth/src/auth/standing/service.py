"""What every service must know of accounts and sessions without asking, kept in the NATS key-value buckets.

The database is the truth; the buckets follow it: at once through auth's own facts, and by comparison every few seconds,
so that a lost bucket or a missed fact heals by itself.
"""

from contextlib import suppress
from datetime import timedelta
from uuid import UUID

import orjson
import structlog
from chassis.app import Runtime
from chassis.identity import bucket
from nats.js.errors import BadRequestError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, or_

from auth.accounts.tables import Account
from auth.keys import service as keys
from auth.sessions.tables import LoginSession
from auth.settings import settings_of

log = structlog.get_logger()
# Longer than any token lives that was given before the change.
RECENT = timedelta(days=1)
# Longer than a service is without NATS and still runs.
MARKED = timedelta(days=7)


def _standing(account: Account) -> bytes:
    return orjson.dumps({"status": account.account_status, "role": account.role, "version": account.standing_version})


async def show_account(db: AsyncSession, runtime: Runtime, account_id: UUID) -> None:
    """Put the account's present state where every service sees it."""
    account = await db.get(Account, account_id)
    if account is not None and account.standing_changed_at is not None:
        identity, name = await bucket(runtime.bus, "identity"), _name(account)
        await show_state(identity, account, await _entry(identity, name))


async def show_ended(runtime: Runtime, session_id: UUID) -> None:
    """Let every service refuse the tokens of this session."""
    await (await bucket(runtime.bus, "ended_sessions")).put(str(session_id), b"1")


async def reconcile(runtime: Runtime) -> bool:
    """Bring both buckets to what the database says; writes only what is missing or different."""
    identity, ended = await bucket(runtime.bus, "identity"), await bucket(runtime.bus, "ended_sessions")
    await _reconcile_identity(runtime, identity)
    shown = await _shown(ended)
    for session_id in await _ended_lately(runtime):
        if str(session_id) not in shown:
            await ended.put(str(session_id), b"1")
    await drop_dead_keys(runtime)
    return False


async def _reconcile_identity(runtime: Runtime, identity: KeyValue) -> None:
    """The bucket is read before the database: what is shown since then is newer than what was read, and stays."""
    shown = await _shown(identity)
    async with runtime.database.reading() as db:
        public = {f"key.{key.kid}": key.public_paserk.encode() for key in await keys.known(db)}
        since = runtime.clock() - RECENT
        query = select(Account).where(
            or_(col(Account.account_status) == "blocked", col(Account.standing_changed_at) > since)
        )
        accounts = {_name(account): account for account in await db.scalars(query)}
    for name, value in public.items():
        if name not in shown or shown[name].value != value:
            await identity.put(name, value)
    for name, account in accounts.items():
        await show_state(identity, account, shown.get(name))
    for name in shown.keys() - accounts.keys():
        if name.startswith("account."):
            await _withdraw(runtime, identity, shown[name])


def _name(account: Account) -> str:
    return f"account.{account.id}"


async def show_state(store: KeyValue, account: Account, shown: KeyValue.Entry | None) -> None:
    """Put the account's state over an older one; another replica may be showing a newer one at the same moment."""
    name, value = _name(account), _standing(account)
    while shown is None or (shown.value != value and _version(shown) <= account.standing_version):
        try:
            await (store.update(name, value, last=shown.revision) if shown else store.create(name, value))
            return
        except KeyWrongLastSequenceError:
            shown = await _entry(store, name)


def _version(shown: KeyValue.Entry) -> int:
    return int(orjson.loads(shown.value).get("version", 0)) if shown.value else 0


async def _withdraw(runtime: Runtime, store: KeyValue, shown: KeyValue.Entry) -> None:
    """Take back a state that every living token knows, and the mark of its deletion once each service has heard it."""
    if shown.operation is None:
        with suppress(BadRequestError):  # Changed at this moment.
            await store.delete(shown.key, last=shown.revision)
    elif shown.created < runtime.clock() - MARKED:
        await runtime.bus.js.purge_stream("KV_identity", subject=f"$KV.identity.{shown.key}")


async def _shown(store: KeyValue) -> dict[str, KeyValue.Entry]:
    """Everything in a bucket in one pass, marks of deletions too."""
    watcher, found = await store.watchall(), {}
    try:
        while (entry := await watcher.updates(timeout=30)) is not None:
            found[entry.key] = entry
    finally:
        await watcher.stop()
    return found


async def _entry(store: KeyValue, name: str) -> KeyValue.Entry | None:
    try:
        return await store.get(name)
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
