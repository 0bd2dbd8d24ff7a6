"""Publishes account states, ended sessions and public keys in the NATS key-value buckets that every service watches.

The database is the source of truth. Auth's own events update the buckets after the commit, outside any transaction. If
a crash prevents that, a comparison publishes the change: it runs at each start, and every few seconds on each replica.
"""

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

import orjson
import structlog
from chassis.events.bucket_changes import Mirror, read_bucket_state
from chassis.identity.watch import open_bucket
from chassis.workers import Worker
from nats.js.errors import BadRequestError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts.queries import list_blocked_or_changed_accounts
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime
from auth.sessions import keys
from auth.sessions import queries as sessions
from auth.sessions.tables import SigningKey

log = structlog.get_logger()
# After this time every token that was issued before a change of its account has expired.
RECENT_PERIOD = timedelta(days=1)
# Delete markers are kept for this time. No running service is disconnected from NATS for so long.
MARKER_RETENTION = timedelta(days=7)
RECONCILE_SECONDS = 10.0
# How long NATS may take to send the next key of a bucket.
LISTING_TIMEOUT_SECONDS = 30
ENDED_SESSIONS_BUCKET = "ended_sessions"
PublishFunction = Callable[[AuthRuntime, UUID], Awaitable[None]]


@dataclass
class KnownBuckets:
    """State of the buckets as this replica has read it, and the changes that it has not published yet."""

    identity: Mirror = field(default_factory=lambda: Mirror("identity"))
    # The number of the NATS connection at which the ended sessions were last compared.
    compared_connection: int = 0
    # The function that publishes each change, and the id of the account or session.
    changes: set[tuple[PublishFunction, UUID]] = field(default_factory=set)


def publish_soon(runtime: AuthRuntime, publish: PublishFunction, id: UUID) -> None:
    """Queue an account or a session for the worker that publishes changes. For use with `after_commit`."""
    runtime.known_buckets.changes.add((publish, id))
    runtime.notify("access_changes")


async def publish_changes(runtime: AuthRuntime) -> bool:
    """Publish the queued changes. A failed change stays for the next call and does not delay the others."""
    changes = runtime.known_buckets.changes
    failure: Exception | None = None
    for change in tuple(changes):
        # The change is removed before it is published. If it is queued again meanwhile, it is published again.
        changes.discard(change)
        publish, id = change
        try:
            await publish(runtime, id)
        except Exception as error:
            changes.add(change)
            failure = error
    if failure:
        raise failure
    return False


async def publish_account(runtime: AuthRuntime, account_id: UUID) -> None:
    """Put the account's current state into the bucket."""
    async with runtime.database.reading() as db:
        account = await db.get(Account, account_id)
    if account is not None and account.access_changed_at is not None:
        identity = await open_bucket(runtime.bus, "identity")
        await publish_state(identity, account, await _find_entry(identity, _build_entry_name(account)))


async def publish_ended_session(runtime: AuthRuntime, session_id: UUID) -> None:
    """Put an ended session into the bucket: all services refuse its tokens."""
    ended_sessions = await open_bucket(runtime.bus, ENDED_SESSIONS_BUCKET)
    await ended_sessions.put(str(session_id), b"1")


async def reconcile(runtime: AuthRuntime) -> bool:
    """Make both buckets equal to the database, and delete expired keys.

    Only missing or different entries are written.
    """
    identity = await open_bucket(runtime.bus, "identity")
    ended_sessions = await open_bucket(runtime.bus, ENDED_SESSIONS_BUCKET)
    await _reconcile_identity(runtime, identity)
    await _publish_missing_ended_sessions(runtime, ended_sessions)
    await delete_expired_keys(runtime)
    return False


async def _publish_missing_ended_sessions(runtime: AuthRuntime, bucket: KeyValue) -> None:
    """Publish the ended sessions that the bucket does not have.

    The entries are known from the service's own watch. They are read again if NATS may have lost some: after a
    reconnection, or if there are too few.
    """
    connection = runtime.bus.connections
    # Sessions whose access tokens have not expired.
    lifetime = timedelta(seconds=runtime.settings.access_ttl_seconds) * 2
    async with runtime.database.reading() as db:
        ended_ids = await sessions.list_ended_after(db, runtime.now() - lifetime)
    published_ids: Collection[str] = runtime.identity.ended_sessions
    known_buckets = runtime.known_buckets
    is_reconnected = connection != known_buckets.compared_connection
    if is_reconnected or await _has_fewer_entries(runtime, len(ended_ids)):
        published_ids = await _list_bucket_keys(bucket)
    for session_id in ended_ids:
        if str(session_id) not in published_ids:
            await bucket.put(str(session_id), b"1")
    known_buckets.compared_connection = connection


async def _has_fewer_entries(runtime: AuthRuntime, expected: int) -> bool:
    """Return True if the bucket of ended sessions has fewer entries than `expected`."""
    state = await read_bucket_state(runtime.bus, ENDED_SESSIONS_BUCKET)
    return state.messages < expected


async def _reconcile_identity(runtime: AuthRuntime, identity: KeyValue) -> None:
    """Publish missing or different account states.

    The bucket is read before the database. An entry that is written between the two reads is newer, and stays.
    """
    mirror = runtime.known_buckets.identity
    await mirror.refresh(runtime.bus)
    published_entries = dict(mirror.entries)
    async with runtime.database.reading() as db:
        signing_keys = await sessions.list_keys(db)
        changed_accounts = await list_blocked_or_changed_accounts(db, since=runtime.now() - RECENT_PERIOD)
    accounts = {_build_entry_name(account): account for account in changed_accounts}
    for key in signing_keys:
        if not _is_published(runtime, key, published_entries):
            await keys.publish_key(runtime.settings, identity, key)
    for name, account in accounts.items():
        await publish_state(identity, account, published_entries.get(name))
    for name in published_entries.keys() - accounts.keys():
        if name.startswith("account."):
            await _delete_state(runtime, identity, published_entries[name])


def _is_published(runtime: AuthRuntime, key: SigningKey, published_entries: dict[str, KeyValue.Entry]) -> bool:
    signed_entry = keys.sign_entry(runtime.settings, kid=key.kid, paserk=key.public_paserk)
    expected_values = {f"key.{key.kid}": key.public_paserk.encode(), f"signed_key.{key.kid}": signed_entry}
    for name, value in expected_values.items():
        if name not in published_entries or published_entries[name].value != value:
            return False
    return True


def _build_entry_name(account: Account) -> str:
    return f"account.{account.id}"


async def publish_state(store: KeyValue, account: Account, published_entry: KeyValue.Entry | None) -> None:
    """Replace an older state. A newer state that another replica writes at the same time stays."""
    state = {"status": account.account_status, "role": account.role, "version": account.account_version}
    name = _build_entry_name(account)
    value = orjson.dumps(state)
    while True:
        if published_entry is not None:
            is_newer = _read_version(published_entry) > account.account_version
            if is_newer or published_entry.value == value:
                return
        try:
            if published_entry is None:
                await store.create(name, value)
            else:
                await store.update(name, value, last=published_entry.revision)
            return
        except KeyWrongLastSequenceError:
            published_entry = await _find_entry(store, name)


def _read_version(entry: KeyValue.Entry) -> int:
    return int(orjson.loads(entry.value).get("version", 0)) if entry.value else 0


async def _delete_state(runtime: AuthRuntime, store: KeyValue, entry: KeyValue.Entry) -> None:
    """Delete a state that every valid token already carries.

    The delete marker is removed later, when every service has received it.
    """
    if entry.operation is None:
        with suppress(BadRequestError):  # Another replica is changing the entry.
            await store.delete(entry.key, last=entry.revision)
        return
    # nats-py annotates the time of an entry as a number, but it is a datetime.
    deleted_at = cast(datetime, entry.created)
    if deleted_at < runtime.now() - MARKER_RETENTION:
        await runtime.bus.js.purge_stream("KV_identity", subject=f"$KV.identity.{entry.key}")


async def _list_bucket_keys(store: KeyValue) -> set[str]:
    watcher = await store.watchall()
    bucket_keys = set()
    try:
        while (entry := await watcher.updates(timeout=LISTING_TIMEOUT_SECONDS)) is not None:
            bucket_keys.add(entry.key)
    finally:
        await watcher.stop()
    return bucket_keys


async def _find_entry(store: KeyValue, name: str) -> KeyValue.Entry | None:
    try:
        return await store.get(name)
    except KeyNotFoundError:
        return None


async def delete_expired_keys(runtime: AuthRuntime) -> None:
    """Delete keys whose last token has expired, first from the bucket, then from the database.

    No transaction waits for NATS. If the second step fails, the next run deletes the key from the bucket again.
    """
    async with runtime.database.reading() as db:
        expired_ids = await sessions.list_expired_key_ids(db)
    for kid in expired_ids:
        identity = await open_bucket(runtime.bus, "identity")
        for name in (f"key.{kid}", f"signed_key.{kid}"):
            await identity.delete(name)
        async with runtime.database.transaction() as db:
            await db.execute(delete(SigningKey).where(col(SigningKey.kid) == kid))


async def prepare(runtime: AuthRuntime) -> None:
    """Create the first key and fill the buckets. Auth is ready when its signing key is published."""
    await keys.ensure_first_key(runtime)
    await reconcile(runtime)


def create_workers(runtime: AuthRuntime) -> tuple[Worker, Worker]:
    """Return two workers: one publishes changes, one compares the buckets with the database.

    A reconnection to NATS wakes the worker that compares.
    """
    publisher = Worker("access_changes", lambda: publish_changes(runtime), every=RECONCILE_SECONDS)
    reconciler = Worker("revocation", lambda: reconcile(runtime), every=RECONCILE_SECONDS)
    runtime.bus.on_reconnect(reconciler.notify)
    return publisher, reconciler
