"""Sessions: begun at sign-in, kept alive by rotating refresh tokens, ended everywhere at once."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from chassis import outbox
from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.errors import AccountBlocked, NotFound, ServiceError, TokenInvalid
from contracts.auth import SessionCreated, SessionRevoked, TokenReuseDetected
from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.fields import email_key
from auth.letters import service as letters
from auth.metrics import REFRESHES, REPLAYS
from auth.sessions import disowning, queries, tokens
from auth.sessions.devices import Device
from auth.sessions.tables import LoginSession, RefreshToken
from auth.settings import settings_of

KEPT = timedelta(days=90)
PROBES_KEPT = timedelta(hours=1)


class Begun(NamedTuple):
    """A session in the client's hands."""

    account: Account
    access: str
    refresh: str


async def begin(db: AsyncSession, account: Account, device: Device, *, second_factor: bool = False) -> Begun:
    """Sign the account in on this device; the owner hears of a device never seen before."""
    runtime = runtime_of(db)
    now = runtime.clock()
    is_new = await queries.is_new_device(db, account_id=account.id, device_key=device.key)
    session = LoginSession(
        account_id=account.id,
        device=device.name,
        device_key=device.key,
        ip=device.ip,
        second_factor=second_factor,
        created_at=now,
        last_seen_at=now,
        expires_at=_lasts_until(runtime, begun_at=now),
    )
    account.last_login_at = now
    db.add_all([session, account])
    await db.flush()
    token = tokens.new_refresh_token()
    db.add(RefreshToken(token_hash=tokens.refresh_hash(runtime, token), session_id=session.id, created_at=now))
    fact = SessionCreated(
        session_id=session.id, user_id=account.id, device=device.name, ip=device.ip, new_device=is_new, created_at=now
    )
    await outbox.record(db, fact)
    if is_new:
        await disowning.warn(db, account, session)
    return Begun(account, await tokens.access_token(db, account, session), token)


def _lasts_until(runtime: Runtime, *, begun_at: datetime) -> datetime:
    """When a session that is used at this moment ends: some time without use, or its greatest age."""
    settings = settings_of(runtime)
    unused: datetime = runtime.clock() + timedelta(seconds=settings.refresh_ttl_seconds)
    return min(unused, begun_at + timedelta(seconds=settings.session_max_age_seconds))


async def refresh(runtime: Runtime, token: str, device: Device) -> Begun:
    """Swap a refresh token for its successor. Raises TokenInvalid, AccountBlocked."""
    async with runtime.database.transaction() as db:
        outcome = await _rotated(db, token, device)
    if isinstance(outcome, ServiceError):
        # Raised after the commit: a detected replay must stay recorded.
        REFRESHES.labels(outcome.code).inc()
        raise outcome
    REFRESHES.labels("renewed").inc()
    return outcome


async def _rotated(db: AsyncSession, token: str, device: Device) -> Begun | ServiceError:
    runtime = runtime_of(db)
    found = await queries.refresh_token(db, tokens.refresh_hash(runtime, token))
    session = await queries.session(db, found.session_id) if found else None
    if found is None or session is None or session.ended_at or session.expires_at <= runtime.clock():
        return TokenInvalid()
    if _lasts_until(runtime, begun_at=session.created_at) <= runtime.clock():
        return TokenInvalid()
    await db.refresh(found)  # Another tab may have rotated it while this one waited for the lock.
    account = await accounts.by_id(db, session.account_id)
    if account is None:
        return TokenInvalid()
    if account.account_status != "active":
        return AccountBlocked()
    if account.is_admin and settings_of(runtime).admin_2fa == "required" and not session.second_factor:
        return TokenInvalid()
    newest = await _newest_in_grace(db, token, found)
    if newest is None:
        return await _replayed(db, account, session, device)
    session.last_seen_at, session.ip = runtime.clock(), device.ip
    session.expires_at = _lasts_until(runtime, begun_at=session.created_at)
    db.add(session)
    return Begun(account, await tokens.access_token(db, account, session), newest)


async def _newest_in_grace(db: AsyncSession, token: str, row: RefreshToken) -> str | None:
    """The family's newest token: a new successor, or the one that another tab has just been given.

    None when a token comes back after its grace is over: only a thief or his victim would send it.
    """
    runtime = runtime_of(db)
    now, grace = runtime.clock(), timedelta(seconds=settings_of(runtime).refresh_grace_seconds)
    if row.rotated_at is None:
        row.rotated_at = now
        successor = tokens.successor_of(runtime, token)
        fresh = RefreshToken(
            token_hash=tokens.refresh_hash(runtime, successor), session_id=row.session_id, created_at=now
        )
        db.add_all([row, fresh])
        return successor
    while row.rotated_at is not None:
        if row.rotated_at + grace < now:
            return None
        token = tokens.successor_of(runtime, token)
        following = await queries.refresh_token(db, tokens.refresh_hash(runtime, token))
        if following is None:
            return None
        row = following
    return token


async def _replayed(db: AsyncSession, account: Account, session: LoginSession, device: Device) -> TokenInvalid:
    REPLAYS.inc()
    await end(db, session, reason="replay")
    await outbox.record(db, TokenReuseDetected(user_id=session.account_id, session_id=session.id, ip=device.ip))
    when = letters.moscow_time(runtime_of(db).clock())
    await letters.to_owner(db, "token_reuse_detected", account, device=session.device, when=when)
    return TokenInvalid("Вход завершён: ключ сеанса был использован повторно")


async def end(db: AsyncSession, session: LoginSession, *, reason: str) -> None:
    """End a session and its whole family of tokens."""
    if session.ended_at is not None:
        return
    session.ended_at, session.end_reason = runtime_of(db).clock(), reason
    db.add(session)
    await outbox.record(db, SessionRevoked(session_id=session.id, user_id=session.account_id))


async def end_one(db: AsyncSession, *, account_id: UUID, session_id: UUID) -> None:
    """End one of a person's own sessions. Raises NotFound for another person's."""
    session = await queries.session(db, session_id)
    if session is None or session.account_id != account_id or session.ended_at is not None:
        raise NotFound
    await end(db, session, reason="ended by owner")


async def end_all(db: AsyncSession, account_id: UUID, *, reason: str, but: UUID | None = None) -> None:
    """End every session of an account, except perhaps the one that asks."""
    for session in await queries.open_sessions(db, account_id, now=runtime_of(db).clock()):
        if session.id != but:
            await end(db, session, reason=reason)


async def end_by_refresh_token(db: AsyncSession, token: str) -> None:
    """End the session behind a refresh token, if there is one."""
    found = await queries.refresh_token(db, tokens.refresh_hash(runtime_of(db), token))
    session = await queries.session(db, found.session_id) if found else None
    if session is not None:
        await end(db, session, reason="logout")


async def purge(db: AsyncSession) -> None:
    """Forget sessions that ended or ran out three months ago; until then they tell a known device from a new one."""
    old = runtime_of(db).clock() - KEPT
    over = or_(col(LoginSession.ended_at) < old, col(LoginSession.expires_at) < old)
    await db.execute(delete(LoginSession).where(over))
    # The login probe signs in thousands of times a day, always from the same place.
    canary = select(col(Account.id)).where(
        col(Account.email_key) == email_key(settings_of(runtime_of(db)).canary_email)
    )
    probed = col(LoginSession.account_id).in_(canary) & (
        col(LoginSession.ended_at) < runtime_of(db).clock() - PROBES_KEPT
    )
    await db.execute(delete(LoginSession).where(probed))
